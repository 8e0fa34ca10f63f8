//! A session on the whole screen.

use std::sync::mpsc::{Sender, channel};

use engine::{Actor, SeatId};
use host::Table;
use tokio::sync::mpsc;
use tui::{Effect, Incoming, Screen, Setup};

use super::{Interrupt, Listening};
use crate::evening::End;
use crate::exit::Failure;

/// Shows a session until the person leaves. What came before is told too: it can be scrolled back to.
pub(crate) async fn show(table: &Table, setup: Setup, seat: Option<SeatId>) -> Result<End, Failure> {
    let mut interrupt = Interrupt::new();
    let (news, incoming) = channel();
    let (wish, mut wishes) = mpsc::unbounded_channel();
    let viewer = setup.viewer;
    let screen = tokio::task::spawn_blocking(move || {
        let mut screen = Screen::new(setup);
        tui::run(&mut screen, incoming, |effect| {
            if let Effect::Send(request) = effect {
                // Nobody does wishes any more once the session has stopped: the screen says so.
                let _ = wish.send(request);
            }
        })
    });
    let mut listening = Listening::new(table, viewer).await?;
    let tell = async {
        loop {
            match listening.next().await {
                Ok(update) => {
                    let over = update.scene.as_ref().is_some_and(|scene| scene.outcome.is_some());
                    let _ = news.send(Incoming::Update(Box::new(update)));
                    if over {
                        let _ = news.send(Incoming::Notice("It is over. :q or Ctrl-C leaves.".to_owned()));
                    }
                }
                Err(failure) => return failure,
            }
        }
    };
    let act = async {
        while let Some(request) = wishes.recv().await {
            let by = seat.map_or(Actor::Host, Actor::Seat);
            if let Err(why) = table.request(by, None, request).await {
                refuse(&news, &why.to_string());
            }
        }
        std::future::pending::<()>().await;
    };
    let left = tokio::select! {
        left = screen => left,
        failure = tell => {
            drop(news.send(Incoming::Close));
            return Err(failure);
        }
        () = act => return Ok(End::Left),
        () = interrupt.wait() => {
            let _ = news.send(Incoming::Close);
            return Ok(End::Interrupted);
        }
    };
    let failed = |why: String| Failure::failed(format!("the screen could not be drawn: {why}"));
    left.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))?;
    let outcome = table.scene(viewer).await?.outcome;
    Ok(outcome.map_or(End::Left, End::Ended))
}

fn refuse(news: &Sender<Incoming>, why: &str) {
    let _ = news.send(Incoming::Refused(why.to_owned()));
}

//! A session on the whole screen.

use std::time::Duration;

use engine::{Actor, SeatId};
use host::{Listening, Table, advance};
use tokio::sync::mpsc;
use tui::{Effect, INCOMING_MAX, Incoming, Screen, Setup};

use super::Interrupt;
use super::keep::Keeper;
use super::photos::Photos;
use crate::catalog::catalog;
use crate::evening::End;
use crate::exit::Failure;

/// What a person wants and the table has not done yet, at most: nobody presses more keys than that meanwhile.
const WISHES_MAX: usize = 32;

/// What whoever has just sat down is told.
const NEWCOMER: &str = "? says how it goes, and which keys there are.";

/// How long a screen that does not keep up is waited for when it is to close.
const CLOSE_WITHIN: Duration = Duration::from_secs(1);

/// Shows a session until the person leaves. What came before is told too: it can be scrolled back to.
pub(crate) async fn show(
    (table, keeper): (&Table, Keeper),
    setup: Setup,
    seat: Option<SeatId>,
    mut photos: Photos,
    resumed: bool,
) -> Result<End, Failure> {
    let mut interrupt = Interrupt::new();
    // A terminal that does not keep up keeps the listening waiting, and the host drops it and takes it in again.
    let (news, mut incoming) = mpsc::channel(INCOMING_MAX);
    let (wish, mut wishes) = mpsc::channel(WISHES_MAX);
    let viewer = setup.viewer;
    let screen = tokio::task::spawn_blocking(move || {
        let mut screen = Screen::new(setup);
        tui::run(
            &mut screen,
            move || incoming.blocking_recv(),
            |effect| wish.try_send(effect).map_err(|_| "the table is busy: try again".to_owned()),
        )
    });
    let mut listening = Listening::new(table, viewer).await?;
    let tell = async {
        let mut first = true;
        loop {
            match listening.next().await {
                Ok(mut update) => {
                    let is_first = std::mem::take(&mut first);
                    if is_first {
                        update.begin_with(catalog().table.name());
                    }
                    let over = update.scene.as_ref().is_some_and(|scene| scene.outcome.is_some());
                    let _ = news.send(Incoming::Update(Box::new(update))).await;
                    if is_first && !resumed && seat.is_some() {
                        let _ = news.send(Incoming::Notice(NEWCOMER.to_owned())).await;
                    }
                    if over {
                        let _ =
                            news.send(Incoming::Notice("It is over. :q or Ctrl-C leaves.".to_owned())).await;
                    }
                }
                Err(unheard) => return Failure::from(unheard),
            }
        }
    };
    let act = async {
        let photos = &mut photos;
        while let Some(wish) = wishes.recv().await {
            let news_of_it = match grant((table, &keeper), seat, wish, photos).await {
                Ok(report) => report.map(Incoming::Report),
                Err(why) => Some(Incoming::Refused(why)),
            };
            if let Some(it) = news_of_it {
                let _ = news.send(it).await;
            }
        }
        std::future::pending::<()>().await;
    };
    let left = tokio::select! {
        left = screen => left,
        failure = tell => {
            close(&news).await;
            return Err(failure);
        }
        () = act => return Ok(End::Left),
        () = interrupt.wait() => {
            close(&news).await;
            return Ok(End::Interrupted);
        }
    };
    left.map_err(|error| not_drawn(&error.to_string()))?.map_err(|error| not_drawn(&error.to_string()))?;
    // What was wanted before leaving is still done.
    while let Ok(wish) = wishes.try_recv() {
        let _ = grant((table, &keeper), seat, wish, &mut photos).await;
    }
    let outcome = table.scene(viewer).await?.outcome;
    Ok(outcome.map_or(End::Left, End::Ended))
}

/// The terminal would not be drawn on.
pub(crate) fn not_drawn(why: &str) -> Failure {
    Failure::failed(format!("the screen could not be drawn: {why}"), "say --plain: then it is shown as lines")
}

/// Does what a key asked for; gives the text that was asked for, if one was.
async fn grant(
    (table, keeper): (&Table, &Keeper),
    seat: Option<SeatId>,
    wish: Effect,
    photos: &mut Photos,
) -> Result<Option<String>, String> {
    let (by, request) = match wish {
        Effect::Quit => return Ok(None),
        Effect::Send(request) => (seat.map_or(Actor::Host, Actor::Seat), request),
        Effect::Advance => return advance(table).await.map(|()| None),
        Effect::Photos(files) => {
            let seat = seat.ok_or_else(|| "only a seat can add photos".to_owned())?;
            return photos.add(table, seat, &files).await;
        }
    };
    let done = table.request(by, None, request).await;
    keeper.told(table, done.map_err(|why| why.to_string())?).await
}

async fn close(news: &mpsc::Sender<Incoming>) {
    let _ = tokio::time::timeout(CLOSE_WITHIN, news.send(Incoming::Close)).await;
}

//! A seat over the Model Context Protocol, so that an agent can sit down: its tools are what is legal now, its
//! resources are what the seat knows.
//!
//! Everything that leaves here comes from what the host tells this seat. Nothing else is asked for.

mod chair;
mod door;
mod news;
mod server;
mod words;

use std::sync::Arc;

use engine::SeatId;
use host::Table;
use tui::Setup;

use crate::evening::End;
use crate::exit::Failure;
use crate::face::{Interrupt, Listening, Steps};
use chair::Chair;

/// Serves a seat on standard input and output until the client closes them.
pub(crate) async fn run(table: &Table, setup: Setup, seat: Option<SeatId>) -> Result<End, Failure> {
    let seat = seat.ok_or_else(|| Failure::failed("nobody has a seat for the agent"))?;
    let mut interrupt = Interrupt::new();
    let mut listening = Listening::new(table, setup.viewer).await?;
    let mut steps = Steps::new(table, setup.steps).await?;
    let first = listening.next().await?;
    let (chair, mut settling) = Chair::new(table.clone(), seat, setup.seats, first)
        .ok_or_else(|| Failure::failed("the table did not say how it stands"))?;
    let chair = Arc::new(chair);
    let mut serving = tokio::spawn(server::serve(Arc::clone(&chair)));
    loop {
        tokio::select! {
            // What has happened is taken in before anybody is told that all of it has been.
            biased;
            () = interrupt.wait() => return Ok(End::Interrupted),
            update = listening.next() => chair.hear(update?),
            // Nobody is here to press a key: the game goes on as soon as it can.
            ready = steps.next() => if ready? { steps.advance().await? },
            Some(settled) = settling.recv() => drop(settled.send(())),
            served = &mut serving => {
                served.map_err(|error| Failure::failed(format!("serving the seat failed: {error}")))??;
                return Ok(chair.outcome().map_or(End::Left, End::Ended));
            }
        }
    }
}

//! A seat over the Model Context Protocol, so that an agent can sit down: its tools are what is legal now, its
//! resources are what the seat knows.
//!
//! Everything that leaves here comes from what the host tells this seat. Nothing else is asked for.

mod board;
mod chair;
mod door;
mod news;
mod server;
mod words;

use std::sync::Arc;

use engine::{Seat, SeatId, Viewer};
use host::{Listening, Refused, Steps, Table, Unheard};
use serde_json::Value;

use crate::chair::Chair;

/// The seat that an agent is given.
#[derive(Clone, Debug)]
pub struct Place {
    /// Which.
    pub seat: SeatId,
    /// Everybody at the table.
    pub seats: Arc<[Seat]>,
    /// What is played.
    pub title: &'static str,
    /// Its rules, in a paragraph.
    pub rules: &'static str,
    /// Does the game wait for its host to move it on?
    pub steps: bool,
}

/// How serving a seat ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// The activity came to its end.
    Ended(Value),
    /// The client closed its end.
    Left,
    /// It was to end.
    Interrupted,
}

/// Why a seat could not be served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum McpError {
    /// The host did not let it listen.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The session is over.
    #[error(transparent)]
    Unheard(#[from] Unheard),
    /// The host's first word was not how things stand.
    #[error("the table did not say how it stands")]
    NoScene,
    /// The client does not speak the protocol, or not this one.
    #[error("the program at the other end does not speak the protocol (MCP) as it should: {0}")]
    Client(String),
    /// A bug.
    #[error("serving the seat failed: {0}")]
    Bug(String),
}

/// Serves a seat on standard input and output until the client closes them, or until it is to end.
pub async fn run(table: &Table, place: Place, until: impl Future<Output = ()>) -> Result<End, McpError> {
    let mut until = std::pin::pin!(until);
    let mut listening = Listening::new(table, Viewer::Seat(place.seat)).await?;
    let mut steps = Steps::new(table, place.steps).await?;
    let first = listening.next().await?;
    let (chair, mut settling) = Chair::new(table.clone(), place, first).ok_or(McpError::NoScene)?;
    let chair = Arc::new(chair);
    let mut serving = tokio::spawn(server::serve(Arc::clone(&chair)));
    loop {
        tokio::select! {
            // What has happened is taken in before anybody is told that all of it has been.
            biased;
            () = &mut until => return Ok(End::Interrupted),
            update = listening.next() => chair.hear(update?),
            // Nobody is here to press a key: the game goes on as soon as it can.
            ready = steps.next() => if ready? { steps.advance().await },
            Some(settled) = settling.recv() => drop(settled.send(())),
            served = &mut serving => {
                served.map_err(|error| McpError::Bug(error.to_string()))??;
                return Ok(chair.outcome().map_or(End::Left, End::Ended));
            }
        }
    }
}

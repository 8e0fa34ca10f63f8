//! Listening for as long as a session runs, and moving on a game that waits for its host.

use engine::{Actor, Viewer};
use protocol::{Request, Scene, Update};
use serde_json::json;

use crate::{Closed, Refused, Subscription, Table};

/// Why nothing more is heard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unheard {
    /// One who fell behind was not taken in again.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The session or the subscription is over.
    #[error(transparent)]
    Closed(#[from] Closed),
}

/// What a viewer is told, whatever happens on the way: one that fell behind comes back with the last number it has.
pub struct Listening<'a> {
    table: &'a Table,
    subscription: Subscription,
    last: Option<u64>,
}

impl<'a> Listening<'a> {
    /// Listens from the beginning.
    pub async fn new(table: &'a Table, viewer: Viewer) -> Result<Listening<'a>, Refused> {
        let subscription = table.subscribe(viewer, None).await?;
        Ok(Listening { table, subscription, last: None })
    }

    /// The next update. Can be cancelled without losing one.
    pub async fn next(&mut self) -> Result<Update, Unheard> {
        loop {
            match self.subscription.next().await {
                Ok(update) => {
                    self.last = update.frames.last().map(|frame| frame.number).or(self.last);
                    return Ok(update);
                }
                Err(Closed::Slow) => {
                    self.subscription = self.table.subscribe(self.subscription.viewer(), self.last).await?;
                }
                Err(closed) => return Err(closed.into()),
            }
        }
    }
}

/// A game that moves on only when the host says so: whether it can, and the word.
pub struct Steps<'a> {
    table: &'a Table,
    /// Through the host's eyes: nobody else sees who is still asked.
    listening: Option<Listening<'a>>,
    /// Nobody is left to answer: the game waits.
    pub ready: bool,
}

impl<'a> Steps<'a> {
    /// Listens, if the game is such a one.
    pub async fn new(table: &'a Table, steps: bool) -> Result<Steps<'a>, Refused> {
        let listening = if steps { Some(Listening::new(table, Viewer::Host).await?) } else { None };
        Ok(Steps { table, listening, ready: false })
    }

    /// Waits until something has changed; says whether the game began to wait with it. Can be cancelled.
    pub async fn next(&mut self) -> Result<bool, Unheard> {
        let Some(listening) = &mut self.listening else { return std::future::pending().await };
        let Some(scene) = listening.next().await?.scene else { return Ok(false) };
        let before = std::mem::replace(&mut self.ready, waits(&scene));
        Ok(self.ready && !before)
    }

    /// Moves the game on.
    pub async fn advance(&mut self) {
        self.ready = false;
        // A refusal means that somebody is asked or paused the table meanwhile: it waits again after that.
        let _ = advance(self.table).await;
    }
}

/// Moves a game on, if nobody is left to answer: nobody is to be passed over. The error says why it was not.
pub async fn advance(table: &Table) -> Result<(), String> {
    let scene = table.scene(Viewer::Host).await.map_err(|why| why.to_string())?;
    if !waits(&scene) {
        return Err("not everybody has answered yet".to_owned());
    }
    let command = engine::raw(&json!({"type": "Advance"}));
    table.request(Actor::Host, None, Request::Do { command }).await.map(drop).map_err(|why| why.to_string())
}

/// Is nobody left to answer?
fn waits(scene: &Scene) -> bool {
    let live = scene.table.state.is_narrative_active() && scene.outcome.is_none();
    live && scene.asks.iter().all(|ask| ask.answered)
}

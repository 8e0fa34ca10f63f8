//! The faces of a running session in this terminal: lines that stay, or the whole screen.

pub(crate) mod keep;
pub(crate) mod lines;
pub(crate) mod photos;
pub(crate) mod screen;
mod waiting;

use engine::{Actor, Viewer};
use host::{Closed, Subscription, Table};
use protocol::{Request, Scene, Update};
use serde_json::json;

use crate::exit::Failure;

/// Ctrl-C, or the system's wish that this should end. Made before it is waited for, so that none is missed while
/// something else is done.
pub(crate) struct Interrupt {
    #[cfg(unix)]
    signals: Vec<tokio::signal::unix::Signal>,
}

impl Interrupt {
    /// Listens from now on.
    pub(crate) fn new() -> Interrupt {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
            Interrupt { signals: kinds.into_iter().filter_map(|kind| signal(kind).ok()).collect() }
        }
        #[cfg(not(unix))]
        Interrupt {}
    }

    /// Waits for it.
    pub(crate) async fn wait(&mut self) {
        #[cfg(unix)]
        std::future::poll_fn(|cx| {
            let came = self.signals.iter_mut().any(|signal| signal.poll_recv(cx).is_ready());
            if came { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// What a viewer is told, whatever happens on the way: one that fell behind comes back with the last number it has.
pub(crate) struct Listening<'a> {
    table: &'a Table,
    subscription: Subscription,
    last: Option<u64>,
}

impl<'a> Listening<'a> {
    /// Listens from the beginning.
    pub(crate) async fn new(table: &'a Table, viewer: Viewer) -> Result<Listening<'a>, Failure> {
        let subscription = table.subscribe(viewer, None).await?;
        Ok(Listening { table, subscription, last: None })
    }

    /// The next update. Can be cancelled without losing one.
    pub(crate) async fn next(&mut self) -> Result<Update, Failure> {
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
pub(crate) struct Steps<'a> {
    table: &'a Table,
    /// Through the host's eyes: nobody else sees who is still asked.
    listening: Option<Listening<'a>>,
    /// Nobody is left to answer: the game waits.
    pub(crate) ready: bool,
}

impl<'a> Steps<'a> {
    /// Listens, if the game is such a one.
    pub(crate) async fn new(table: &'a Table, steps: bool) -> Result<Steps<'a>, Failure> {
        let listening = if steps { Some(Listening::new(table, Viewer::Host).await?) } else { None };
        Ok(Steps { table, listening, ready: false })
    }

    /// Waits until something has changed; says whether the game began to wait with it. Can be cancelled.
    pub(crate) async fn next(&mut self) -> Result<bool, Failure> {
        let Some(listening) = &mut self.listening else { return std::future::pending().await };
        let Some(scene) = listening.next().await?.scene else { return Ok(false) };
        let before = std::mem::replace(&mut self.ready, waits(&scene));
        Ok(self.ready && !before)
    }

    /// Moves the game on.
    pub(crate) async fn advance(&mut self) -> Result<(), Failure> {
        self.ready = false;
        // A refusal means that somebody is asked or paused the table meanwhile: it waits again after that.
        let _ = advance(self.table).await;
        Ok(())
    }
}

/// Moves a game on, if nobody is left to answer: nobody is to be passed over.
pub(crate) async fn advance(table: &Table) -> Result<(), String> {
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

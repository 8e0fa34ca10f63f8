//! The faces of a running session in this terminal: lines that stay, or the whole screen.

pub(crate) mod lines;
pub(crate) mod screen;

use host::{Closed, Subscription, Table};
use protocol::Update;

use crate::exit::Failure;

/// Waits for Ctrl-C, or for the system's wish that this should end.
pub(crate) async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut term), Ok(mut hangup)) =
            (signal(SignalKind::terminate()), signal(SignalKind::hangup()))
        {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = term.recv() => {}
                _ = hangup.recv() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
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
    pub(crate) async fn new(table: &'a Table, viewer: engine::Viewer) -> Result<Listening<'a>, Failure> {
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

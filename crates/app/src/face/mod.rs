//! The faces of a running session in this terminal: lines that stay, or the whole screen.

pub(crate) mod lines;
pub(crate) mod screen;

use host::{Closed, Subscription, Table};
use protocol::Update;

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

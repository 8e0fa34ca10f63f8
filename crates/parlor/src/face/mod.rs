//! The faces of a running session in this terminal: lines that stay, or the whole screen.

pub(crate) mod keep;
pub(crate) mod lines;
pub(crate) mod photos;
pub(crate) mod screen;

/// Ctrl-C, or the system's wish that this should end. Made before it is waited for, so that none is missed while
/// something else is done.
pub(crate) struct Interrupt {
    #[cfg(unix)]
    signals: Vec<tokio::signal::unix::Signal>,
}

impl Interrupt {
    /// Listens from now on.
    #[cfg(unix)]
    pub(crate) fn new() -> Interrupt {
        use tokio::signal::unix::SignalKind;
        Interrupt::of(&[SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()])
    }

    /// Listens from now on, for Ctrl-C alone.
    #[cfg(unix)]
    pub(crate) fn by_key() -> Interrupt {
        Interrupt::of(&[tokio::signal::unix::SignalKind::interrupt()])
    }

    #[cfg(unix)]
    fn of(kinds: &[tokio::signal::unix::SignalKind]) -> Interrupt {
        let listens = |kind: &tokio::signal::unix::SignalKind| tokio::signal::unix::signal(*kind).ok();
        Interrupt { signals: kinds.iter().filter_map(listens).collect() }
    }

    /// Listens once it is waited for: here there is nothing else.
    #[cfg(not(unix))]
    pub(crate) fn new() -> Interrupt {
        Interrupt {}
    }

    /// The same.
    #[cfg(not(unix))]
    pub(crate) fn by_key() -> Interrupt {
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

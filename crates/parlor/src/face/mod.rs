//! The faces of a running session in this terminal: lines that stay, or the whole screen.

pub(crate) mod keep;
pub(crate) mod lines;
pub(crate) mod photos;
pub(crate) mod screen;

use std::io::{self, IsTerminal};

use crate::cli::FaceFlags;
use crate::context::Context;
use crate::evening::Face;
use crate::exit::Failure;

/// The face that was asked for by a flag, or else by `PARLOR_FACE`; or else the whole screen for somebody who plays, and
/// lines for one who watches. Where there is no terminal there are lines.
pub(crate) fn wanted(cx: &Context, flags: FaceFlags, plays: bool) -> Result<Face, Failure> {
    let is_terminal = cx.on_terminal && io::stdin().is_terminal();
    if flags.screen && !is_terminal {
        return Err(Failure::usage("--screen needs a terminal", "leave --screen out"));
    }
    let env = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let is_screen = match env("PARLOR_FACE").as_deref() {
        _ if flags.plain => false,
        _ if flags.screen => true,
        Some("plain") => false,
        Some("screen") => true,
        None => plays && env("TERM").is_none_or(|term| term != "dumb"),
        Some(said) => {
            return Err(Failure::configuration(
                format!("PARLOR_FACE is {said:?}"),
                "set it to plain or screen, or unset it",
            ));
        }
    };
    Ok(if is_screen && is_terminal { Face::Screen } else { Face::Lines })
}

/// Ctrl-C, or the system's wish that this should end. Made before it is waited for, so that none is missed while
/// something else is done.
pub(crate) struct Interrupt {
    #[cfg(unix)]
    signals: Vec<tokio::signal::unix::Signal>,
    /// Was it the system's wish? Then to end is what was asked for, and no failure.
    pub(crate) wished: bool,
}

impl Interrupt {
    /// Listens from now on.
    #[cfg(unix)]
    pub(crate) fn new() -> Interrupt {
        use tokio::signal::unix::SignalKind;
        Interrupt::of(&[SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()])
    }

    /// The same, where it matters nothing whether a terminal is still there.
    #[cfg(unix)]
    pub(crate) fn of_service() -> Interrupt {
        use tokio::signal::unix::SignalKind;
        Interrupt::of(&[SignalKind::interrupt(), SignalKind::terminate()])
    }

    /// Ctrl-C comes first.
    #[cfg(unix)]
    fn of(kinds: &[tokio::signal::unix::SignalKind]) -> Interrupt {
        let listens = |kind: &tokio::signal::unix::SignalKind| tokio::signal::unix::signal(*kind).ok();
        Interrupt { signals: kinds.iter().filter_map(listens).collect(), wished: false }
    }

    /// Listens once it is waited for: here there is nothing else.
    #[cfg(not(unix))]
    pub(crate) fn new() -> Interrupt {
        Interrupt { wished: false }
    }

    /// The same.
    #[cfg(not(unix))]
    pub(crate) fn of_service() -> Interrupt {
        Interrupt::new()
    }

    /// Waits for it.
    pub(crate) async fn wait(&mut self) {
        #[cfg(unix)]
        std::future::poll_fn(|cx| {
            let came = self.signals.iter_mut().position(|signal| signal.poll_recv(cx).is_ready());
            self.wished = came.is_some_and(|at| at > 0);
            if came.is_some() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
        #[cfg(not(unix))]
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

//! The islands of a game of Mafia: the ring of seats, and claims that are not true.

mod moments;
mod ring;

use engine::board::Panel;
use protocol::Frame;

use super::face::{Face, Place, Seen};
use super::html::{El, Html};

/// How a game is shown.
pub(super) struct Mafia;

impl Face for Mafia {
    fn ring(&self, seen: Seen<'_>) -> Option<El> {
        Some(ring::ring(seen))
    }

    /// What only a seat knows stands below the ring.
    fn place(&self, panel: &Panel) -> Option<Place> {
        (panel.id == "own").then_some(Place::Before)
    }

    fn remark(&self, _seen: Seen<'_>, frame: &Frame) -> Option<Html> {
        moments::remark(frame)
    }
}

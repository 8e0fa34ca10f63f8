//! The islands of a game of Mafia: the ring of seats, and what is chosen at night and cast by day.

mod ask;
mod moments;
mod night;
mod ring;

use engine::OpenAsk;
use engine::board::Panel;
use protocol::Frame;
use protocol::mafia::View;
use serde::Deserialize;
use serde_json::{Value, json};

use super::face::{Face, Island, Place, Seen};
use super::form::Answers;
use super::html::{El, Html};

/// How a game is shown.
pub(super) struct Mafia;

impl Face for Mafia {
    fn title<'a>(&self, _: &'a str) -> &'a str {
        "Mafia"
    }

    fn ring(&self, seen: Seen<'_>) -> Option<El> {
        Some(ring::ring(seen))
    }

    fn island(&self, seen: Seen<'_>, panel: &Panel) -> Option<Island> {
        let view = View::deserialize(&seen.scene.view).ok().filter(|_| panel.id == "own")?;
        Some(night::under_cover(seen, &view, panel))
    }

    /// What only a seat knows stands below the ring.
    fn place(&self, panel: &Panel) -> Option<Place> {
        (panel.id == "own").then_some(Place::Before)
    }

    fn over_asks(&self, seen: Seen<'_>) -> Option<Html> {
        night::hint(seen).map(Html::from)
    }

    fn ask(&self, seen: Seen<'_>, ask: &OpenAsk, answers: Answers<'_>) -> Option<Html> {
        let view = View::deserialize(&seen.scene.view).ok()?;
        ask::form(&view, ask, answers)
    }

    fn remark(&self, _seen: Seen<'_>, frame: &Frame) -> Option<Html> {
        moments::remark(frame)
    }

    fn more_time(&self) -> Option<Value> {
        Some(json!({"type": "Extend"}))
    }

    fn covers(&self) -> bool {
        true
    }
}

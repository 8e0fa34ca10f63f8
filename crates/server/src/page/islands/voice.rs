//! The scene of a story, with the voice in which it is told.

use engine::board::Panel;

use super::super::board;
use super::super::face::Seen;
use super::super::html::{Html, el};

/// The scene, and in whose voice it is told now.
pub(super) fn scene(seen: Seen<'_>, panel: &Panel) -> Html {
    let voice = seen.card.map(|card| {
        el("p")
            .class("persona now")
            .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
            .add(el("span").attr("aria-hidden", "true").text(card.sign.0))
            .text(format!(" {} ", card.title))
            .add(el("span").class("voice").text(card.persona))
    });
    Html::all([board::shown(seen, panel, "panel-scene"), voice.into()])
}

//! What it is about just now, as something to take hold of: dragged onto a heap, while there is one that takes it.

use engine::board::{Body, Leaf};

use super::super::bodies;
use super::super::face::Seen;
use super::super::html::{Html, el};
use super::{open_panels, own_ask, takes};

/// The card. What the viewer's own question says of it is not said twice.
pub(super) fn hand(seen: Seen<'_>, leaf: &Leaf) -> Html {
    let heaps = open_panels(&seen.scene.board).flat_map(|panel| match &panel.body {
        Body::Piles(heaps) => heaps.as_slice(),
        _ => &[],
    });
    let mut deeds = heaps.filter_map(|heap| heap.deed.as_ref());
    let can_be_put = deeds.any(|deed| takes(seen, &deed.command).is_some());
    let ask = own_ask(seen);
    let is_said = ask.is_some_and(|ask| ask.form.title == leaf.title);
    let title = if is_said { String::new() } else { leaf.title.clone() };
    let facts =
        if ask.is_some_and(|ask| leaf.asks == Some(ask.seat)) { Vec::new() } else { leaf.facts.clone() };
    let shown = Leaf { title, facts, ..leaf.clone() };
    el("div")
        .class("in-hand")
        .attr("tabindex", "0")
        .attr_if("draggable", can_be_put.then_some("true"))
        .add(bodies::leaf(&shown))
        .into()
}

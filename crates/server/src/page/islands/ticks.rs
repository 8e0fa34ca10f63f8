//! What is still to be carried, as a list to tick off. Ticks are kept in the browser.

use engine::board::{Entry, Heap};

use super::super::html::{El, Html, el};

/// The list, heap by heap.
pub(super) fn ticks(heaps: &[Heap]) -> Html {
    el("div").id("checklist").class("checklist").add_all(heaps.iter().map(heap)).into()
}

fn heap(heap: &Heap) -> Html {
    let line = |thing: &Entry| {
        let to = if thing.note.is_empty() { String::new() } else { format!(" → {}", thing.note) };
        let tick = format!("{}: {}{to}", heap.name, thing.text);
        let label: El = el("label")
            .class("tick")
            .add(el("input").attr("type", "checkbox").attr("data-tick", tick))
            .add(el("span").text(format!("{}{to}", thing.text)));
        el("li").add(label)
    };
    let list = el("ul").attr("aria-label", &heap.name).add_all(heap.things.iter().map(line));
    Html::all([el("h4").text(&heap.name), list])
}

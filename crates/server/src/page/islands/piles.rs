//! Heaps that fill: a tile for each that takes the thing in hand, which is also a place to drop it on; and what lies there can
//! be taken up again.

use engine::OpenAsk;
use engine::board::{Body, Deed, Entry, Heap};

use super::super::bodies;
use super::super::face::Seen;
use super::super::form::Answers;
use super::super::html::{El, Html, el};
use super::{open_panels, takes};

/// All heaps, and how it stands.
pub(super) fn piles(seen: Seen<'_>, heaps: &[Heap], id: &str) -> Html {
    let thing = |number: String, entry: &Entry| {
        let again = entry.deed.as_ref().and_then(|deed| again(seen, deed, &entry.text, &number));
        bodies::entry(entry).add(again)
    };
    let heap = |(number, it): (usize, &Heap)| {
        let things = it.things.iter().enumerate();
        let things = things.map(|(at, entry)| thing(format!("turn-{number}-{at}"), entry));
        bodies::heap(it, number, id, things)
    };
    let count = el("p").class("quiet").text(&seen.scene.board.headline);
    Html::all(std::iter::once(count).chain((1..).zip(heaps).map(heap)))
}

/// Takes up a thing that lies there.
fn again(seen: Seen<'_>, deed: &Deed, of: &str, id: &str) -> Option<El> {
    let ask = takes(seen, &deed.command)?;
    let (action, by) = seen.sends();
    let button = el("button").attr("type", "submit").class("small").id(id);
    let button = button.attr("aria-label", format!("{}: {of}", deed.word)).text(&deed.word);
    Some(Answers { action: &action, by: &by }.gives(ask, &deed.command).add(button))
}

/// A tile for each heap that the thing in hand can be put on, and what they do. They keep their places while
/// none of them can be pressed, so that nothing jumps and the focus stays where it was.
pub(super) fn tiles<'a>(seen: Seen<'a>, ask: &OpenAsk) -> (Html, Vec<&'a Deed>) {
    let mut heaps = open_panels(&seen.scene.board).filter_map(|panel| match &panel.body {
        Body::Piles(heaps) if heaps.iter().any(|heap| heap.deed.is_some()) => Some(heaps),
        _ => None,
    });
    let Some(heaps) = heaps.next() else { return (Html::none(), Vec::new()) };
    let deeds: Vec<(usize, &Heap, &Deed)> =
        (1..).zip(heaps).filter_map(|(number, heap)| Some((number, heap, heap.deed.as_ref()?))).collect();
    let (action, by) = seen.sends();
    let answers = Answers { action: &action, by: &by };
    let tile = |(number, heap, deed): &(usize, &Heap, &Deed)| {
        let can = ask.form.check(&deed.command).is_ok();
        let button = el("button").id(format!("put-{number}")).add(el("span").class("what").text(&heap.name));
        if !can {
            return button.attr("type", "button").attr("aria-disabled", "true");
        }
        let key = number.to_string();
        let idea = (!deed.note.is_empty())
            .then(|| el("span").class("idea").text("★ ").add(el("span").text(&deed.note)));
        let button = button
            .attr("type", "submit")
            .attr("data-key", &key)
            .add(el("span").class("number").attr("aria-hidden", "true").text(&key))
            .add(el("span").class("how").text(&deed.word))
            .add(idea);
        answers.gives(ask, &deed.command).add(button)
    };
    let tiles = el("div").class("put").add_all(deeds.iter().map(tile));
    (tiles.into(), deeds.iter().map(|(_, _, deed)| *deed).collect())
}

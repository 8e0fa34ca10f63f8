//! The piles filling, each a place to drop the thing in hand on; and what lies there can be taken up again.

use engine::OpenAsk;
use engine::board::{Body, Entry, Heap, Panel};
use protocol::tidying::{Item, Mode, Pile, View};

use super::super::bodies;
use super::super::face::Seen;
use super::super::form::Answers;
use super::super::html::{El, Html, el};
use super::{has, own_ask};

/// All piles, and the count.
pub(super) fn piles(seen: Seen<'_>, view: &View, panel: &Panel) -> Html {
    let Body::Piles(heaps) = &panel.body else { return Html::none() };
    let again = own_ask(seen, view).filter(|ask| may_turn_to(view, ask));
    let in_hand = view.proposal().map(|proposal| proposal.item);
    let thing = |id: String, entry: &Entry| {
        let item = view.items.iter().find(|item| item.name == entry.text && Some(item.id) != in_hand);
        let again = again.zip(item).and_then(|(ask, item)| turn_to(seen, ask, item, &id));
        bodies::entry(entry).add(again)
    };
    let heap = |(number, it): (usize, &Heap)| {
        let things =
            it.things.iter().enumerate().map(|(at, entry)| thing(format!("turn-{number}-{at}"), entry));
        bodies::heap(it, number, "pile", things)
    };
    let count = el("p").class("quiet").text(&seen.scene.board.headline);
    Html::all(std::iter::once(count).chain((1..).zip(heaps).map(heap)))
}

/// Can the person speak of another thing now?
fn may_turn_to(view: &View, ask: &OpenAsk) -> bool {
    matches!(view.mode, Some(Mode::Sorting { .. })) && !ask.answered && view.groups.is_empty()
}

/// Takes up a thing that lies on a pile, in words that any coach understands. Which pile it goes to is asked anew.
fn turn_to(seen: Seen<'_>, ask: &OpenAsk, item: &Item, id: &str) -> Option<El> {
    let (words, label) = match item.pile {
        Pile::Waiting => (format!("Now the {}.", item.name), "Now"),
        _ => (format!("I changed my mind about the {}.", item.name), "Change"),
    };
    let tool = ["write", "say"].into_iter().find(|tool| has(ask, tool))?;
    let (action, by) = (format!("/t/{}/answer", seen.id), seen.viewer.to_string());
    let form = Answers { action: &action, by: &by }.form(ask, tool);
    Some(
        form.add(el("input").attr("type", "hidden").attr("name", "text").attr("value", &words)).add(
            el("button")
                .attr("type", "submit")
                .class("small")
                .id(id)
                .attr("aria-label", format!("{label}: {}", item.name))
                .text(label),
        ),
    )
}

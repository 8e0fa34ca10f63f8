//! The piles filling: a block for each thing, and every thing with where it goes.

use engine::OpenAsk;
use protocol::tidying::{Item, Mode, Pile, View};

use super::super::face::Seen;
use super::super::form::Answers;
use super::super::html::{El, el};
use super::{counted, has, own_ask};

/// Blocks in a row, at most.
const BLOCKS_MAX: usize = 24;

/// What lies on a pile.
type OnIt = fn(&Pile) -> bool;

/// The piles: the number of the button that puts something there, the title, and what lies there.
const PILES: [(&str, &str, OnIt); 4] = [
    ("1", "Belongs", |pile| matches!(pile, Pile::Belongs { .. })),
    ("2", "Out", |pile| matches!(pile, Pile::Out { .. })),
    ("3", "Unsure", |pile| matches!(pile, Pile::Unsure)),
    ("4", "To sort", |pile| matches!(pile, Pile::Waiting)),
];

/// All piles, and the count.
pub(super) fn piles(seen: Seen<'_>, view: &View) -> El {
    let piles = PILES.into_iter().map(|(put, title, on_it)| {
        let things: Vec<&Item> = view.items.iter().filter(|item| on_it(&item.pile)).collect();
        pile(seen, view, put, title, &things)
    });
    let count = match view.processed() {
        0 => "Nothing is on them yet, and there is no hurry.".to_owned(),
        some => format!("{} sorted", counted(some, "thing", "things")),
    };
    el("section")
        .class("panel piles")
        .attr("aria-labelledby", "piles-title")
        .add(el("h2").id("piles-title").text("Piles"))
        .add(el("p").class("quiet").text(count))
        .add_all(piles)
}

fn pile(seen: Seen<'_>, view: &View, put: &str, title: &str, things: &[&Item]) -> El {
    let again = own_ask(seen, view).filter(|ask| may_turn_to(view, ask));
    let in_hand = view.proposal().map(|proposal| proposal.item);
    let lines = things.iter().map(|item| {
        let is_in_hand = in_hand == Some(item.id);
        let again = again.filter(|_| !is_in_hand).map(|ask| turn_to(seen, ask, item));
        let tag = is_in_hand.then(|| el("span").class("tag").text("in hand"));
        el("li").add(el("span").text(line(item))).add(tag).add(again)
    });
    el("details")
        .class("pile")
        // What is open stays open, by its id. An empty pile has none, so that it opens with its first thing.
        .attr_if("id", (!things.is_empty()).then(|| format!("pile-{put}")))
        .attr("data-put", put)
        .flag("open", !things.is_empty() && things.len() <= 12)
        .add(
            el("summary")
                .add(el("span").class("pile-title").text(title))
                .text(" ")
                .add(el("b").text(things.len().to_string()))
                .add(blocks(things.len())),
        )
        .add(el("ul").add_all(lines))
}

fn line(item: &Item) -> String {
    match &item.pile {
        Pile::Belongs { at } => format!("{} → {at}", item.name),
        Pile::Out { way } => format!("{} → {}", item.name, way.word()),
        Pile::Unsure | Pile::Waiting => item.name.clone(),
    }
}

/// Can the person speak of another thing now?
fn may_turn_to(view: &View, ask: &OpenAsk) -> bool {
    matches!(view.mode, Some(Mode::Sorting { .. })) && !ask.answered && view.groups.is_empty()
}

/// Takes up a thing that lies on a pile, in words that any coach understands. Which pile it goes to is asked anew.
fn turn_to(seen: Seen<'_>, ask: &OpenAsk, item: &Item) -> Option<El> {
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
                .id(format!("turn-{}", item.id.0))
                .attr("aria-label", format!("{label}: {}", item.name))
                .text(label),
        ),
    )
}

/// A block a thing: how full a pile is, at a glance. The number beside it says the same.
fn blocks(count: usize) -> El {
    let block = |at: usize| {
        el("rect")
            .attr("x", ((at % BLOCKS_MAX) * 8).to_string())
            .attr("y", ((at / BLOCKS_MAX) * 8).to_string())
            .attr("width", "6")
            .attr("height", "6")
            .attr("rx", "1")
    };
    let rows = count.div_ceil(BLOCKS_MAX).max(1) * 8;
    el("svg")
        .class("blocks")
        .attr("viewBox", format!("0 0 {} {rows}", BLOCKS_MAX * 8))
        .attr("aria-hidden", "true")
        .add_all((0..count).map(block))
}

//! What is shown of a tidying session: the three piles filling, the count, what the space is for, the photos.

use protocol::tidying::{Item, Outcome, Pile, View};
use serde::Deserialize;

use super::face::{Face, Part, Place, Seen};
use super::html::{El, el};

/// How a tidying session is shown.
pub(super) struct Tidying;

impl Face for Tidying {
    fn parts(&self, seen: Seen<'_>) -> Vec<Part> {
        let Ok(view) = View::deserialize(&seen.scene.view) else { return Vec::new() };
        vec![Part::new("piles", Place::Beside, piles(&view))]
    }
}

fn piles(view: &View) -> El {
    type OnPile = fn(&Pile) -> bool;
    let piles: [(&str, OnPile); 4] = [
        ("Belongs", |pile| matches!(pile, Pile::Belongs { .. })),
        ("Out", |pile| matches!(pile, Pile::Out { .. })),
        ("Unsure", |pile| *pile == Pile::Unsure),
        ("To sort", |pile| *pile == Pile::Waiting),
    ];
    let function = view.function.as_ref().map(|function| el("p").text(format!("For {function}.")));
    let anchors = (!view.anchors.is_empty())
        .then(|| el("p").class("quiet").text(format!("What stays: {}", view.anchors.join(", "))));
    el("section")
        .class("panel tidying")
        .attr("aria-label", "Piles")
        .add(el("h2").text(&view.space))
        .add(function)
        .add(anchors)
        .add(el("p").class("count").text(format!("{} sorted", view.processed())))
        .add(view.outcome.as_ref().map(ended))
        .add_all(piles.into_iter().map(|(title, on_it)| {
            let things: Vec<&Item> = view.items.iter().filter(|item| on_it(&item.pile)).collect();
            pile(title, &things)
        }))
        .add((!view.photos.is_empty()).then(|| {
            let words = format!("{} photos, on this machine alone", view.photos.len());
            el("p").class("quiet").text(words)
        }))
}

fn pile(title: &str, things: &[&Item]) -> El {
    let line = |item: &&Item| {
        let how = match &item.pile {
            Pile::Belongs { at } => format!(" → {at}"),
            Pile::Out { way } => format!(" → {}", way.word()),
            Pile::Unsure | Pile::Waiting => String::new(),
        };
        el("li").text(format!("{}{how}", item.name))
    };
    el("details")
        .class("pile")
        .flag("open", !things.is_empty() && things.len() <= 12)
        .add(el("summary").text(format!("{title} {}", things.len())))
        .add(el("ul").add_all(things.iter().map(line)))
}

fn ended(outcome: &Outcome) -> El {
    let next = outcome.left.next_time.as_ref().map(|next| el("p").text(format!("First next time: {next}")));
    el("div").class("ended").add(el("p").text(&outcome.summary)).add(next)
}

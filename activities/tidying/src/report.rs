//! What can be asked for at any time: the piles, and how far it has come.

use std::fmt::Write;

use crate::view::{Item, Pile, View};
use engine::Report;

/// The reports there are.
pub(super) const REPORTS: &[Report] = &[
    Report { name: "recap", about: "what was done, what is left, and what comes first next time" },
    Report { name: "piles", about: "what is on each pile" },
];

/// A report by its name.
pub(super) fn report(view: &View, name: &str) -> Option<String> {
    match name {
        "recap" => Some(recap(view)),
        "piles" => Some(piles(view)),
        _ => None,
    }
}

/// What was done, in a clause: the figures and nothing else.
pub(super) fn done(processed: usize, out: usize, unsure: usize) -> String {
    let things = match processed {
        0 => return "nothing sorted yet".to_owned(),
        1 => "1 thing sorted".to_owned(),
        many => format!("{many} things sorted"),
    };
    match (out, unsure) {
        (1, 0) if processed == 1 => format!("{things}, and out"),
        (0, 1) if processed == 1 => format!("{things}, and unsure"),
        (0, 0) => things,
        (out, 0) => format!("{things}, {out} of them out"),
        (0, unsure) => format!("{things}, {unsure} of them unsure"),
        (out, unsure) => format!("{things}, {out} out, {unsure} unsure"),
    }
}

fn recap(view: &View) -> String {
    let mut text = String::new();
    let (mut out, mut unsure) = (0, 0);
    for item in &view.items {
        out += usize::from(matches!(item.pile, Pile::Out { .. }));
        unsure += usize::from(item.pile == Pile::Unsure);
    }
    let _ = writeln!(text, "{}: {}.", view.space, done(view.processed(), out, unsure));
    if let Some(function) = &view.function {
        let _ = writeln!(text, "It is for {function}.");
    }
    if !view.anchors.is_empty() {
        let _ = writeln!(text, "What stays: {}.", view.anchors.join(", "));
    }
    let waiting: Vec<&str> = view.waiting().map(|item| item.name.as_str()).collect();
    if !waiting.is_empty() {
        let _ = writeln!(text, "Still to sort: {}.", waiting.join(", "));
    }
    if let Some(outcome) = &view.outcome {
        let _ = writeln!(text, "{}", outcome.summary);
    }
    let next = view.outcome.as_ref().map(|outcome| &outcome.left).or(view.before.as_ref());
    if let Some(next) = next.and_then(|left| left.next_time.as_ref()) {
        let when = if view.outcome.is_some() { "First next time" } else { "First, from last time" };
        let _ = writeln!(text, "{when}: {next}.");
    }
    text.trim_end().to_owned()
}

fn piles(view: &View) -> String {
    let mut text = String::new();
    let line = |item: &Item| match &item.pile {
        Pile::Belongs { at } => format!("{} ({at})", item.name),
        Pile::Out { way } => format!("{} ({})", item.name, way.word()),
        Pile::Unsure | Pile::Waiting => item.name.clone(),
    };
    type OnPile = fn(&Pile) -> bool;
    let piles: [(&str, OnPile); 4] = [
        ("Belongs", |pile| matches!(pile, Pile::Belongs { .. })),
        ("Out", |pile| matches!(pile, Pile::Out { .. })),
        ("Unsure", |pile| *pile == Pile::Unsure),
        ("To sort", |pile| *pile == Pile::Waiting),
    ];
    for (title, on_it) in piles {
        let things: Vec<String> = view.items.iter().filter(|item| on_it(&item.pile)).map(line).collect();
        let list = if things.is_empty() { "nothing".to_owned() } else { things.join(", ") };
        let _ = writeln!(text, "{title} ({}): {list}", things.len());
    }
    text.trim_end().to_owned()
}

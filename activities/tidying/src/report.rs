//! What can be asked for at any time: the piles, and how far it has come.

use std::fmt::Write;

use engine::Report;

use super::piles::{Item, OnPile, Pile, TO_DO};
use super::state::State;
use kit::words::counted;

/// The reports there are.
pub(super) const REPORTS: &[Report] = &[
    Report { name: "recap", about: "what was done, what is left, and what comes first next time" },
    Report { name: "piles", about: "what is on each pile" },
];

/// A report by its name.
pub(super) fn report(view: &State, name: &str) -> Option<String> {
    match name {
        "recap" => Some(recap(view)),
        "piles" => Some(piles(view)),
        _ => None,
    }
}

/// So many minutes, in words.
pub(super) fn length(minutes: u64) -> String {
    match usize::try_from(minutes).unwrap_or(usize::MAX) {
        0 => "less than a minute".to_owned(),
        some => counted(some, "minute"),
    }
}

/// What comes first, if that was left, and when it does.
pub(super) fn about_next(view: &State) -> (&'static str, Option<&String>) {
    let when = if view.outcome().is_some() { "First next time" } else { "First, from last time" };
    (when, view.left().and_then(|left| left.next_time.as_ref()))
}

/// What a space is for and what stays, as far as it is known: a sentence each.
pub(super) fn about_space(function: Option<&str>, anchors: &[String]) -> Vec<String> {
    let function = function.map(|function| format!("It is for {function}."));
    let stays = (!anchors.is_empty()).then(|| format!("What stays: {}.", anchors.join(", ")));
    function.into_iter().chain(stays).collect()
}

/// What was done so far, in a clause: the figures and nothing else.
pub(super) fn done_so_far(view: &State) -> String {
    let [_, out, to_do, unsure, _] = Pile::counts(&view.items);
    let processed = view.processed();
    if processed == 0 {
        return "nothing sorted yet".to_owned();
    }
    let things = format!("{} sorted", counted(processed, "thing"));
    let of_them = [(out, "out"), (to_do, "to do"), (unsure, "unsure")];
    let of_them: Vec<_> = of_them.into_iter().filter(|(count, _)| *count > 0).collect();
    match of_them.as_slice() {
        [] => things,
        [(_, pile)] if processed == 1 => format!("{things}, and {pile}"),
        [(count, pile)] => format!("{things}, {count} of them {pile}"),
        [..] => {
            let parts = of_them.iter().map(|(count, pile)| format!(", {count} {pile}"));
            format!("{things}{}", parts.collect::<String>())
        }
    }
}

fn recap(view: &State) -> String {
    let mut text = format!("{}: {}.\n", view.space, done_so_far(view));
    for sentence in about_space(view.function.as_deref(), &view.anchors) {
        let _ = writeln!(text, "{sentence}");
    }
    let waiting: Vec<&str> = view.waiting().map(|item| item.name.as_str()).collect();
    if !waiting.is_empty() {
        let _ = writeln!(text, "Still to sort: {}.", waiting.join(", "));
    }
    let to_do: Vec<String> = view.to_do().map(|(item, what)| format!("{} ({what})", item.name)).collect();
    if !to_do.is_empty() {
        let _ = writeln!(text, "To do: {}.", to_do.join(", "));
    }
    if let Some(outcome) = view.outcome() {
        let _ = writeln!(text, "{}", outcome.summary);
    }
    if let (when, Some(next)) = about_next(view) {
        let _ = writeln!(text, "{when}: {next}.");
    }
    text.trim_end().to_owned()
}

fn piles(view: &State) -> String {
    let line = |item: &Item| match item.pile.detail() {
        Some(detail) => format!("{} ({detail})", item.name),
        None => item.name.clone(),
    };
    let pile = |(title, on_it): (&str, OnPile)| {
        let things: Vec<String> = view.items.iter().filter(|item| on_it(&item.pile)).map(line).collect();
        let list = if things.is_empty() { "nothing".to_owned() } else { things.join(", ") };
        (title != TO_DO || !things.is_empty()).then(|| format!("{title} ({}): {list}", things.len()))
    };
    Pile::ALL.into_iter().filter_map(pile).collect::<Vec<_>>().join("\n")
}

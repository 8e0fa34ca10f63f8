//! Clarifying: which thing, and what is it? The coach knows what the person said of it, and makes nothing up.

use super::super::desk::{Desk, WORDS_MAX, cut};
use super::super::lines::Pool;
use super::super::naming::the;
use super::super::words::named;
use crate::command::Command;
use crate::heard::decision;
use crate::limits::{LINE_CHARS_MAX, TRAITS_MAX};
use crate::piles::{Item, ItemId};
use kit::plain::lists;

lists! { "clarifying.txt":
    /// Words before an answer that change nothing.
    OH
    /// Words by which somebody says what a thing is.
    IS
}

/// What is known of the thing.
pub(super) struct About<'a> {
    pub(super) item: ItemId,
    pub(super) context: &'a str,
    pub(super) spatial_refs: &'a [String],
    pub(super) traits: &'a [String],
}

pub(super) fn turn(desk: &Desk<'_>, about: &About<'_>) -> Command {
    let Some(item) = desk.view.item(about.item) else { return resume() };
    let asked = desk.came_from(&[Pool::Clarifying, Pool::ClarifyingPlace, Pool::SortingPhoto]);
    let said = match desk.said {
        Some(said) if asked => said,
        Some(_) if desk.came_from(&[Pool::ClarifyingNamed]) => return resume(),
        _ => return describe(desk, item, about, None),
    };
    // Whoever names other things has moved on.
    let new = desk.new_things();
    if (desk.message.adds() || new.len() > 1)
        && let Some(note) = desk.note(new)
    {
        return note;
    }
    if desk.message.adds()
        || decision(said).is_some()
        || desk.message.verdict().is_some()
        || desk.message.is_more()
    {
        return resume();
    }
    match answer(desk, item, said) {
        Answer::Name(name) => {
            let called = the(&name);
            let line = desk.line(Pool::ClarifyingNamed, &[("item", &called)], WORDS_MAX);
            Command::Describe {
                response: line.unwrap_or_else(|| "Shall we go on with it?".to_owned()),
                describing_item: Some(name),
                spatial_refs: about.spatial_refs.to_vec(),
                physical_traits: about.traits.to_vec(),
            }
        }
        Answer::Known => resume(),
        // Two tries are enough: a thing need not have a name today.
        Answer::Trait if tries(item, about) > 0 => Command::SkipItem,
        Answer::Trait => describe(desk, item, about, Some(said)),
    }
}

fn resume() -> Command {
    Command::ResumeSorting { decision: None, place: None, response: None, then: Vec::new() }
}

/// How many answers did not settle it.
fn tries(item: &Item, about: &About<'_>) -> usize {
    about.traits.len() - usize::from(item.look.is_some()).min(about.traits.len())
}

/// What an answer tells.
enum Answer {
    /// What it is, in a word that is better than the one there was.
    Name(String),
    /// What it is.
    Known,
    /// Something about it.
    Trait,
}

/// What follows some words, if a text begins with them.
fn after<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    text.strip_prefix(words)?.strip_prefix(' ')
}

fn answer(desk: &Desk<'_>, item: &Item, said: &str) -> Answer {
    let text = said.replace('’', "'");
    let text = text.split(['.', ',', ';', '!', '?', '\n']).map(|part| part.trim().to_lowercase());
    for part in text {
        let rest = OH.iter().fold(part.as_str(), |rest, oh| after(rest, oh).unwrap_or(rest));
        let Some(what) = IS.iter().find_map(|is| after(rest, is)) else { continue };
        let Some(thing) = named(&desk.view.things, what).into_iter().next() else { continue };
        let better = desk.about(item).is_none() && thing.kind.is_some();
        let free = desk.known(&thing.name).is_none();
        return if better && free { Answer::Name(thing.name) } else { Answer::Known };
    }
    Answer::Trait
}

/// Asks for something that would tell; what is known is noted.
fn describe(desk: &Desk<'_>, item: &Item, about: &About<'_>, said: Option<&str>) -> Command {
    let name = the(&item.name);
    let place = item.place.clone().unwrap_or_default();
    let slots = [("item", name.as_str()), ("place", place.as_str())];
    let pool = if place.is_empty() || said.is_some() { Pool::Clarifying } else { Pool::ClarifyingPlace };
    let pool = if desk.has_photos() { Pool::SortingPhoto } else { pool };
    let line = desk.line(pool, &slots, WORDS_MAX).or_else(|| desk.line(Pool::Clarifying, &slots, WORDS_MAX));
    let mut traits = about.traits.to_vec();
    if traits.is_empty() {
        traits.extend(item.look.as_deref().map(|look| cut(look, LINE_CHARS_MAX)));
    }
    let words = said.map(|said| cut(said, LINE_CHARS_MAX)).filter(|said| !said.is_empty());
    traits.extend(words.or_else(|| said.map(|_| "there is a photo of it".to_owned())));
    traits.truncate(TRAITS_MAX);
    let mut refs = about.spatial_refs.to_vec();
    if refs.is_empty() {
        let lies = (!place.is_empty()).then(|| cut(&place, LINE_CHARS_MAX));
        refs.extend(lies.filter(|lies| about.context != lies));
    }
    Command::Describe {
        response: line.unwrap_or_else(|| "What does it look like?".to_owned()),
        describing_item: None,
        spatial_refs: refs,
        physical_traits: traits,
    }
}

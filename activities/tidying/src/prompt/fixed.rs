//! What stands first in every prompt of a seat, the same each time: the rules, the modes, the manners, the space.
//!
//! It may hold only what never changes once a session is open. What the space is for and what stays are found in play,
//! so they are not here; what was left by the last session is. What is the same at every table comes before the rest.

use engine::{Command as _, Machine as _, PhaseCard, Phases as _, SeatId};
use serde_json::{Value, json};

use super::context::{NAMES_MAX, Room, place};
use super::templates;
use crate::command::{Command, CommandName, Giver};
use crate::outcome::Left;
use crate::phases::PhaseName;
use crate::piles::Verb;
use crate::setup::Thing;
use crate::state::State;
use crate::{Tidying, limits};
use kit::quoted::{Cut, Quoted};

/// Bytes of what a household knows by itself, as data: as text it takes less.
const THINGS: usize = 16 * 1024;

/// All the room there is: what is said here is read once.
const ROOM: Room = Room(0);

/// The fixed part of a seat's prompts.
pub(super) fn fixed(view: &State, seat: SeatId) -> String {
    let template = if seat == view.coach { "coach.jinja" } else { "person.jinja" };
    let mut text = templates::fill(template, &context(view)).unwrap_or_default();
    // The record follows.
    text.push('\n');
    text
}

/// The modes, with what the coach may use in each besides `note_items`, which it may use in all.
pub fn modes() -> Vec<(&'static PhaseCard, Vec<CommandName>)> {
    let mode = |card: &'static PhaseCard| {
        // It ends a session only where things wind down.
        let ends = card.exits.contains(&PhaseName::Ended.card().name);
        let names = card.tools.iter().filter_map(|word| CommandName::of(word));
        let coachs = names.filter(|name| name.is_of(true) && !name.is(Giver::Step));
        (card, coachs.filter(|name| ends || *name != CommandName::EndSession).collect())
    };
    Tidying::PHASES.iter().filter(|card| !card.tools.is_empty()).map(mode).collect()
}

/// What the text that never changes is filled in from.
pub fn context(view: &State) -> Value {
    let mode = |(card, tools): (&PhaseCard, Vec<CommandName>)| json!({ "title": card.title, "persona": card.persona, "tools": Command::listed(&tools) });
    json!({
        "limits": {
            "steps": limits::STEPS_MAX,
            "breaks": limits::BREAKS_MAX,
            "noted": limits::NOTED_MAX,
            "queue": limits::QUEUE_MAX,
            "choices": format!("{} to {}", limits::CHOICES.start(), limits::CHOICES.end()),
            "unsure": limits::UNSURE_FULL,
            "sorting_words": limits::SORTING_WORDS_MAX,
            "winding_words": limits::WINDING_WORDS_MAX,
        },
        "modes": modes().into_iter().map(mode).collect::<Vec<Value>>(),
        "sees": view.coach_sees,
        "person": place(view, view.person()),
        "coach": place(view, view.coach),
        "space": ROOM.name(&view.space),
        "before": view.before.as_ref().map(before),
        "things": Cut::of(view.things.iter().map(known), limits::THINGS_MAX, THINGS),
    })
}

/// What the last session in this space left (Y10).
fn before(left: &Left) -> Value {
    json!({
        "function": left.function.as_ref().map(|function| ROOM.name(function)),
        "anchors": ROOM.names(&left.anchors, limits::ANCHORS_MAX, 1_200),
        "things": ROOM.names(&left.things, NAMES_MAX, 1_500),
        "to_do": Cut::of(left.to_do.iter().map(|(name, what)| [ROOM.name(name), ROOM.name(what)]), 8, 800),
        "next_time": ROOM.some(left.next_time.as_ref()),
    })
}

/// A thing that the household knows.
fn known(thing: &Thing) -> Value {
    // Words of the rules, and none that somebody made up.
    let usual: Vec<&str> = thing.usually.iter().filter_map(|word| Verb::of(word)).map(Verb::word).collect();
    json!({
        "name": ROOM.name(&thing.name),
        "also": ROOM.names(&thing.also, 3, 200),
        "kind": ROOM.name(&thing.kind),
        "usually": if usual.is_empty() { "nothing in particular".to_owned() } else { usual.join(", ") },
        "home": ROOM.name(&thing.home),
        "ask": Cut::of(thing.ask.iter().map(|ask| Quoted::of(ask, 160)), 2, 320),
    })
}

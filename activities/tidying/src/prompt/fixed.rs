//! What stands first in every prompt of a seat, the same each time: the rules, the modes, the manners, the space.
//!
//! It may hold only what never changes once a session is open. What the space is for and what stays are found in play,
//! so they are not here; what was left by the last session is. What is the same at every table comes before the rest.

use crate::view::{PhaseName, Thing, View};
use engine::{Command as _, Machine as _, PhaseCard, SeatId};
use serde::Serialize;

use super::context::{NAMES_MAX, Place, Room, place};
use super::templates;
use crate::command::{Command, CommandName, Verb};
use crate::{Tidying, limits, phases};
use kit::quoted::{Cut, Quoted};

/// Bytes of what a household knows by itself, as data: as text it takes less.
const THINGS: usize = 16 * 1024;

/// The fixed part of a seat's prompts.
pub(super) fn fixed(view: &View, seat: SeatId) -> String {
    let template = if seat == view.coach { "coach.jinja" } else { "person.jinja" };
    let mut text = templates::fill(template, &context(view)).unwrap_or_default();
    // The record follows.
    text.push('\n');
    text
}

#[derive(Serialize)]
pub(super) struct Fixed {
    limits: Limits,
    modes: Vec<Mode>,
    sees: bool,
    person: Place,
    coach: Place,
    space: Quoted,
    before: Option<Before>,
    things: Cut<Known>,
}

/// The figures that the rules name.
#[derive(Serialize)]
struct Limits {
    steps: u8,
    breaks: u8,
    noted: usize,
    choices: String,
    unsure: usize,
    sorting_words: usize,
    winding_words: usize,
}

/// A mode in a line, with the coach's tools that belong to it.
#[derive(Serialize)]
struct Mode {
    title: &'static str,
    persona: &'static str,
    tools: String,
}

/// The modes, with what the coach may use in each besides `note_items`, which it may use in all.
pub fn modes() -> Vec<(&'static PhaseCard, Vec<CommandName>)> {
    let mode = |card: &'static PhaseCard| {
        // It ends a session only where things wind down.
        let ends = card.exits.contains(&phases::card(PhaseName::Ended).name);
        let names = card.tools.iter().filter_map(|word| CommandName::of(word));
        let coachs = names.filter(|name| name.is_of(true) && !name.is_step());
        (card, coachs.filter(|name| ends || *name != CommandName::EndSession).collect())
    };
    Tidying::PHASES.iter().filter(|card| !card.tools.is_empty()).map(mode).collect()
}

/// What the last session in this space left (Y10).
#[derive(Serialize)]
struct Before {
    function: Option<Quoted>,
    anchors: Cut<Quoted>,
    things: Cut<Quoted>,
    next_time: Option<Quoted>,
}

/// A thing that the household knows.
#[derive(Serialize)]
struct Known {
    name: Quoted,
    also: Cut<Quoted>,
    kind: Quoted,
    usually: String,
    home: Quoted,
    ask: Cut<Quoted>,
}

pub(super) fn context(view: &View) -> Fixed {
    // All there is: what is said here is read once.
    let room = Room(0);
    let mode = |(card, tools): (&PhaseCard, Vec<CommandName>)| Mode {
        title: card.title,
        persona: card.persona,
        tools: Command::listed(&tools),
    };
    Fixed {
        limits: Limits {
            steps: limits::STEPS_MAX,
            breaks: limits::BREAKS_MAX,
            noted: limits::NOTED_MAX,
            choices: format!("{} to {}", limits::CHOICES.start(), limits::CHOICES.end()),
            unsure: limits::UNSURE_FULL,
            sorting_words: limits::SORTING_WORDS_MAX,
            winding_words: limits::WINDING_WORDS_MAX,
        },
        modes: modes().into_iter().map(mode).collect(),
        sees: view.coach_sees,
        person: place(view, view.person),
        coach: place(view, view.coach),
        space: room.name(&view.space),
        before: view.before.as_ref().map(|left| Before {
            function: left.function.as_ref().map(|function| room.name(function)),
            anchors: room.names(&left.anchors, limits::ANCHORS_MAX, 1_200),
            things: room.names(&left.things, NAMES_MAX, 1_500),
            next_time: left.next_time.as_ref().map(|next| room.line(next)),
        }),
        things: Cut::of(view.things.iter().map(|thing| known(thing, room)), limits::THINGS_MAX, THINGS),
    }
}

fn known(thing: &Thing, room: Room) -> Known {
    // Words of the rules, and none that somebody made up.
    let usual = Verb::DECIDING.iter().map(|verb| verb.word());
    let usual: Vec<&str> =
        thing.usually.iter().filter_map(|word| usual.clone().find(|verb| verb == word)).collect();
    let usually = if usual.is_empty() { "nothing in particular".to_owned() } else { usual.join(", ") };
    Known {
        name: room.name(&thing.name),
        also: room.names(&thing.also, 3, 200),
        kind: room.name(&thing.kind),
        usually,
        home: room.name(&thing.home),
        ask: Cut::of(thing.ask.iter().map(|ask| Quoted::of(ask, 160)), 2, 320),
    }
}

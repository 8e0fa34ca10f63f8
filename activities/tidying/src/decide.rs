//! The rules: what each command does, and what follows from it.
//!
//! Every function checks first and tells afterwards. Whether a command is possible at all is decided once, from the
//! question that its seat is asked (Y2). What moves the session from mode to mode is in `course`.

mod coach;
mod course;
pub(super) mod fallback;
mod items;
mod person;
mod photos;

use std::sync::Arc;

use crate::view::Left;
use engine::{Actor, Command as _, Draft, Fault, Seat, SeatId};

use super::Tidying;
use super::ask;
use super::command::{Command, CommandName, NewItem};
use super::event::Event;
use super::limits::LINE_CHARS_MAX;
use super::phases;
use super::rejection::Rejection;
use super::setup::Setup;
use super::state::{Phase, State};
use kit::words;

/// Opens a session, with what the last one in the same space left (Y10).
pub(super) fn open(draft: &mut Draft<Tidying>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
    let faults = setup.faults(seats);
    if !faults.is_empty() {
        return Err(faults);
    }
    draft.tell(Event::SpaceOpened {
        players: seats.clone(),
        coach_id: SeatId::at(seats.len() - 1),
        seed_hash: draft.seed_hash(),
        space: setup.space.trim().to_owned(),
        coach_sees: setup.coach_sees,
        answer_ms: setup.answer_ms,
        before: setup.before.clone(),
        things: setup.things.clone(),
        begun_at: draft.utc(),
    });
    if let Some(Left { function, anchors, things, .. }) = &setup.before {
        if function.is_some() || !anchors.is_empty() {
            draft.tell(Event::FunctionFound { function: function.clone(), anchors: anchors.clone() });
        }
        let named = |name: &String| NewItem { name: name.clone(), ..NewItem::default() };
        let things: Vec<NewItem> = things.iter().map(named).collect();
        if !things.is_empty() {
            items::note(draft, &things);
        }
    }
    Ok(())
}

/// Decides a command.
pub(super) fn decide(draft: &mut Draft<Tidying>, by: Actor, command: &Command) -> Result<(), Rejection> {
    if let Phase::Ended(_) = draft.state().phase {
        return Err(Rejection::Over);
    }
    match (command, by) {
        (Command::AddPhoto { seat, photo }, Actor::Host) => photos::add(draft, *seat, *photo),
        (Command::AddPhoto { .. }, _) => Err(Rejection::NotYours { who: "the host" }),
        (_, Actor::Host | Actor::Clock) => Err(Rejection::NotYours { who: "a seat" }),
        (_, Actor::Seat(seat)) => {
            check_asked(draft.state(), seat, command.name().ok_or(Rejection::NotYours { who: "the host" })?)?;
            if seat == draft.state().coach { coach::act(draft, command) } else { person::act(draft, command) }
        }
    }
}

/// May this seat give this command now (Y2)?
fn check_asked(state: &State, seat: SeatId, command: CommandName) -> Result<(), Rejection> {
    if seat.index() >= state.seats.len() {
        return Err(Rejection::NoSuchSeat(seat));
    }
    let asks = ask::asks(state);
    let Some(ask) = asks.iter().find(|ask| ask.seat == seat) else {
        return Err(Rejection::NotYourTurn { who: state.who(state.person()).to_owned() });
    };
    if ask.question.tools.contains(&command) {
        return Ok(());
    }
    let (command, phase) = (command.word(), phases::card(state.phase_name()).title);
    Err(Rejection::WrongMode { command, phase, legal: Command::listed(&ask.question.tools) })
}

/// A text that may be missing.
fn some<T>(
    read: impl Fn(&'static str, &str) -> Result<T, Rejection>,
    what: &'static str,
    text: Option<&String>,
) -> Result<Option<T>, Rejection> {
    text.map(|text| read(what, text)).transpose()
}

/// One line of words.
fn line(what: &'static str, text: &str) -> Result<String, Rejection> {
    words::clean_line(what, text, LINE_CHARS_MAX).map_err(Rejection::Text)
}

/// A name: of a thing, a place or a kind.
fn name(what: &'static str, text: &str) -> Result<String, Rejection> {
    words::clean_line(what, text, super::limits::NAME_CHARS_MAX).map_err(Rejection::Text)
}

/// Several texts, at most so many.
fn several(
    read: impl Fn(&'static str, &str) -> Result<String, Rejection>,
    what: &'static str,
    texts: &[String],
    (min, max): (usize, usize),
) -> Result<Vec<String>, Rejection> {
    if !(min..=max).contains(&texts.len()) {
        return Err(Rejection::WrongCount { what, given: texts.len(), min, max });
    }
    texts.iter().map(|text| read(what, text)).collect()
}

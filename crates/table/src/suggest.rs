//! What the words of the table suggest: a break, an end, a beginning. Nothing changes until a person agrees.
//!
//! These are the plain cases, found without a model: fixed phrases, each for one change of state. In a story somebody may
//! say them and mean something else, so the default is to ask.

use engine::Actor;
use kit::plain::{List, Plain, lists};
use protocol::table::TableState::{self, Active, Debrief, Idle, Paused, SessionZero};

use super::{Command, Policy, SessionVerb, State};

/// How long a suggestion can be agreed to: milliseconds.
pub(super) const LAPSES_MS: i64 = 60_000;

/// How long the same one is not made again: milliseconds.
pub(super) const AGAIN_MS: i64 = 10 * 60_000;

/// Characters of words that a model found something in, as they are told again.
pub(super) const HEARD_CHARS_MAX: usize = 80;

lists! { "suggest.txt":
    /// They want a break.
    BREAK
    /// They are back from a break.
    BACK
    /// They want to end for today.
    END
    /// They say goodbye.
    GOODBYE
    /// They want to prepare.
    PREPARE
    /// They are ready to play.
    PLAY
    /// Words after which a phrase means the opposite.
    NOT
}

/// Phrases and the change that they suggest, from each of some states.
pub type Hint = (&'static [TableState], TableState, &'static List);

/// Every phrase.
pub static HINTS: &[Hint] = &[
    (&[Active, SessionZero], Paused, &BREAK),
    (&[Paused], Active, &BACK),
    (&[Active, Paused], Debrief, &END),
    (&[Debrief], Idle, &GOODBYE),
    (&[Idle], SessionZero, &PREPARE),
    (&[Idle, SessionZero], Active, &PLAY),
];

/// What follows from somebody's words, if anything does.
pub(super) fn heard(state: &State, by: Actor, text: &str, utc: i64) -> Option<Command> {
    let (to, _) = wanted(state, text, utc)?;
    let may_change = by.seat().is_none_or(|seat| state.stewards_now().contains(seat));
    let auto = may_change && state.policy(state.table_state(), to) == Policy::Auto;
    Some(match auto {
        true => Command::SetSession { verb: SessionVerb::to(to) },
        false => Command::Suggest { words: text.to_owned() },
    })
}

/// The change that words suggest, with the phrase that does: where such words may do something, and once in a while.
pub(super) fn wanted(state: &State, text: &str, utc: i64) -> Option<(TableState, &'static str)> {
    found(state.table_state(), text).filter(|(to, _)| may_suggest(state, *to, utc))
}

/// Where words may suggest this change, and have not done so for a while.
pub(super) fn may_suggest(state: &State, to: TableState, utc: i64) -> bool {
    let from = state.table_state();
    state.policy(from, to) != Policy::Never && !state.was_suggested(from, to, utc)
}

/// The changes that words can suggest in a state.
pub(super) fn targets(from: TableState) -> impl Iterator<Item = TableState> {
    HINTS.iter().filter(move |(states, _, _)| states.contains(&from)).map(|(_, to, _)| *to)
}

/// The change that a line suggests in a state, with the phrase that does.
pub fn found(from: TableState, text: &str) -> Option<(TableState, &'static str)> {
    let line = Plain::with_apostrophes(text);
    let of_state = HINTS.iter().filter(|(states, _, _)| states.contains(&from));
    let mut phrases = of_state.flat_map(|(_, to, phrases)| phrases.iter().map(|phrase| (*to, *phrase)));
    phrases.find(|(_, phrase)| line.has_without(phrase, &NOT))
}

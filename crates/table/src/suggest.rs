//! What the words of the table suggest: a break, an end, a beginning. Nothing changes until a person agrees.
//!
//! These are the plain cases, found without a model: fixed phrases, each for one change of state. In a story somebody may
//! say them and mean something else, so the default is to ask.

use engine::Actor;
use protocol::table::TableState::{self, Active, Debrief, Idle, Paused, SessionZero};

use super::{Command, Policy, SessionVerb, State};

/// How long a suggestion can be agreed to: milliseconds.
pub(super) const LAPSES_MS: i64 = 60_000;

/// How long the same one is not made again: milliseconds.
pub(super) const AGAIN_MS: i64 = 10 * 60_000;

/// Characters of words that a model found something in, as they are told again.
pub(super) const HEARD_CHARS_MAX: usize = 80;

/// Phrases and the change that they suggest, from each of some states.
pub type Hint = (&'static [TableState], TableState, &'static [&'static str]);

/// Every phrase.
pub const HINTS: &[Hint] = &[
    (
        &[Active, SessionZero],
        Paused,
        &[
            "pizza's here",
            "pizza is here",
            "food's here",
            "food is here",
            "dinner's ready",
            "dinner is ready",
            "be right back",
            "brb",
            "take a break",
            "need a break",
            "quick break",
            "short break",
            "bathroom break",
            "bio break",
            "break time",
            "take five",
            "back in five",
            "back in ten",
        ],
    ),
    (
        &[Paused],
        Active,
        &[
            "we're back",
            "we are back",
            "i'm back",
            "everyone's back",
            "everybody's back",
            "everyone is back",
            "where were we",
            "let's continue",
            "let us continue",
            "let's go on",
            "shall we continue",
            "shall we go on",
            "ready to continue",
            "back to the game",
            "back to the story",
        ],
    ),
    (
        &[Active, Paused],
        Debrief,
        &[
            "that's a wrap",
            "that is a wrap",
            "let's wrap up",
            "let's wrap it up",
            "call it a night",
            "call it a day",
            "let's stop here",
            "let's end here",
            "let's leave it here",
            "good place to stop",
            "that's it for today",
            "that's it for tonight",
            "that's all for today",
            "that's all for tonight",
            "end of the session",
        ],
    ),
    (
        &[Debrief],
        Idle,
        &[
            "good night everyone",
            "goodnight everyone",
            "good night all",
            "goodnight all",
            "see you next week",
            "see you next time",
            "until next time",
            "bye everyone",
            "bye all",
            "thanks everyone",
            "thanks all",
        ],
    ),
    (
        &[Idle],
        SessionZero,
        &[
            "session zero",
            "make characters",
            "make our characters",
            "create characters",
            "build the world",
            "build a world",
        ],
    ),
    (
        &[Idle, SessionZero],
        Active,
        &[
            "let's play",
            "let us play",
            "let's start",
            "let's begin",
            "shall we start",
            "shall we begin",
            "shall we play",
            "ready to play",
            "ready to start",
            "everyone's here",
            "everybody's here",
            "we're all here",
        ],
    ),
];

/// Words after which a phrase means the opposite.
const NOT: [&str; 7] = ["not", "no", "never", "don't", "isn't", "ain't", "without"];

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
    let line = plain(text);
    let of_state = HINTS.iter().filter(|(states, _, _)| states.contains(&from));
    of_state.flat_map(|(_, to, phrases)| phrases.iter().map(|phrase| (*to, *phrase))).find(|(_, phrase)| {
        line.match_indices(&format!(" {phrase} ")).any(|(at, _)| {
            let before = line[..at].rsplit(' ').next().unwrap_or_default();
            !NOT.contains(&before)
        })
    })
}

/// A line as words with one space before and after each, in small letters.
fn plain(text: &str) -> String {
    let text = text.replace('’', "'").to_lowercase();
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |mut line, word| {
        line.push_str(word);
        line.push(' ');
        line
    })
}

//! Why the rules say no.

use crate::view::Verdict;
use engine::{Reason, SeatId};

/// A refusal, in words that the asker can act on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The evening has ended.
    #[error("the evening is over: look at it with `parlor replay`, or open a new one")]
    Over,
    /// D1.
    #[error("{command} is not possible now: it is {phase}; legal now: {legal}")]
    WrongMood {
        /// What was tried.
        command: &'static str,
        /// The phase, for people.
        phase: &'static str,
        /// What that seat may do now.
        legal: String,
    },
    /// Somebody else is asked.
    #[error("it is {who}'s turn, not yours: wait, or speak out of character with ((")]
    NotYourTurn {
        /// Who is.
        who: String,
    },
    /// There is no such seat.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(SeatId),
    /// Words that cannot be taken.
    #[error("{0}")]
    Text(String),
    /// A name that nobody has.
    #[error("there is no {kind} called {name:?}; known: {known}")]
    Unknown {
        /// Of what kind.
        kind: &'static str,
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A name that somebody has.
    #[error("there is a {kind} called {name:?} already: choose another name")]
    Taken {
        /// Of what kind.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A number that is not on offer.
    #[error("there is no {what} {given}: choose 1 to {max}")]
    NoSuchNumber {
        /// Of what.
        what: &'static str,
        /// The number.
        given: u8,
        /// The highest.
        max: usize,
    },
    /// D7.
    #[error(
        "the pool has {dice} dice and there are {given} endings: commit exactly one for each die, in order"
    )]
    WrongCount {
        /// The pool.
        dice: usize,
        /// What was committed.
        given: usize,
    },
    /// D10.
    #[error("a {tier} die resolves as {right}, not as {given}")]
    WrongVerdict {
        /// What the die was worth.
        tier: crate::view::Tier,
        /// The right word.
        right: Verdict,
        /// The given one.
        given: Verdict,
    },
    /// D13.
    #[error("{0}")]
    Price(String),
    /// D19.
    #[error("the log says net_stress {stress} and net_coin {coin}: use these figures")]
    Figures {
        /// What the scene cost.
        stress: i16,
        /// What it brought.
        coin: i16,
    },
    /// Enough of something.
    #[error("{0}")]
    Limit(String),
    /// Only somebody else may do that.
    #[error("only {who} may do that")]
    NotYours {
        /// Who may.
        who: &'static str,
    },
}

impl Reason for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Rejection::Over => "over",
            Rejection::WrongMood { .. } => "wrong-mood",
            Rejection::NotYourTurn { .. } => "not-your-turn",
            Rejection::NoSuchSeat(_) => "no-such-seat",
            Rejection::Text(_) => "text",
            Rejection::Unknown { .. } => "unknown",
            Rejection::Taken { .. } => "taken",
            Rejection::NoSuchNumber { .. } => "no-such-number",
            Rejection::WrongCount { .. } => "wrong-count",
            Rejection::WrongVerdict { .. } => "wrong-verdict",
            Rejection::Price(_) => "price",
            Rejection::Figures { .. } => "figures",
            Rejection::Limit(_) => "limit",
            Rejection::NotYours { .. } => "not-yours",
        }
    }
}

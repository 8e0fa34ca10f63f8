//! Why the rules say no.

use engine::{Reason, SeatId};

/// A refusal, in words that the asker can act on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The session has ended.
    #[error("the session is over: read it with `parlor export`, or begin a new one in the same space")]
    Over,
    /// Y2.
    #[error("{command} is not possible now: it is {phase}; legal now: {legal}")]
    WrongMode {
        /// What was tried.
        command: &'static str,
        /// The phase, for people.
        phase: &'static str,
        /// What that seat may do now.
        legal: String,
    },
    /// Somebody else is asked.
    #[error("it is {who}'s turn, not yours")]
    NotYourTurn {
        /// Who is.
        who: String,
    },
    /// There is no such seat.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(SeatId),
    /// A command for somebody else.
    #[error("only {who} can do this")]
    NotYours {
        /// Who can.
        who: &'static str,
    },
    /// Words that cannot be taken.
    #[error("{0}")]
    Text(String),
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
    /// A list that is too short or too long.
    #[error("{what}: {given} of them, and {min} to {max} are wanted")]
    WrongCount {
        /// Of what.
        what: &'static str,
        /// How many were given.
        given: usize,
        /// The least.
        min: usize,
        /// The most.
        max: usize,
    },
    /// A thing of another kind is in hand (Y9).
    #[error("the unsure pile is sorted kind by kind, and it is {kind} now: choose one of {known}")]
    OtherKind {
        /// The kind.
        kind: String,
        /// Its things.
        known: String,
    },
    /// The session has as many things as it can hold.
    #[error("{name:?} is new, and the list is full: sort what is on it first")]
    Full {
        /// The thing.
        name: String,
    },
    /// A name that another thing has.
    #[error("another thing is called {name:?}: choose another name, or leave it out")]
    Taken {
        /// The name.
        name: String,
    },
    /// A decision that the person has not made.
    #[error("the person decides: ask first, and bring the decision when they have answered")]
    NotDecided,
    /// Too many photos.
    #[error("{count} photos are the most {of}: {remedy}")]
    TooManyPhotos {
        /// How many.
        count: usize,
        /// Of what.
        of: &'static str,
        /// What to do.
        remedy: &'static str,
    },
}

impl Reason for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Rejection::Over => "over",
            Rejection::WrongMode { .. } => "wrong-mode",
            Rejection::NotYourTurn { .. } => "not-your-turn",
            Rejection::NoSuchSeat(_) => "no-such-seat",
            Rejection::NotYours { .. } => "not-yours",
            Rejection::Text(_) => "text",
            Rejection::NoSuchNumber { .. } => "no-such-number",
            Rejection::WrongCount { .. } => "wrong-count",
            Rejection::OtherKind { .. } => "other-kind",
            Rejection::Full { .. } => "full",
            Rejection::Taken { .. } => "taken",
            Rejection::NotDecided => "not-decided",
            Rejection::TooManyPhotos { .. } => "too-many-photos",
        }
    }
}

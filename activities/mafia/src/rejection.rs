//! Why the rules say no.

use crate::view::Role;
use engine::{Reason, SeatId};

/// A refusal, in words that the asker can act on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// M16.
    #[error("the game is over: look at it with `parlor replay`, or open a new one")]
    Over,
    /// The wrong time for it.
    #[error("not now: it is {phase}; what seats may do now: {legal}")]
    WrongPhase {
        /// The phase, for people.
        phase: &'static str,
        /// The commands that are legal in it.
        legal: String,
    },
    /// The dead do nothing.
    #[error("seat {0} is dead and can only watch")]
    Dead(SeatId),
    /// There is no such seat.
    #[error("there is no seat {0} at this table")]
    NoSuchSeat(SeatId),
    /// Somebody else speaks.
    #[error("it is not your turn: {speaker} speaks now")]
    NotYourTurn {
        /// Whose turn it is.
        speaker: String,
    },
    /// The target is not legal.
    #[error("{target} cannot be chosen: {why}; legal: {legal}")]
    IllegalTarget {
        /// Who was chosen.
        target: String,
        /// Why not.
        why: String,
        /// Who may be.
        legal: String,
    },
    /// M6.
    #[error("you have looked already tonight, and one look is all you have")]
    Final,
    /// Text that cannot be taken.
    #[error("{0}")]
    Text(String),
    /// Only somebody else may do that.
    #[error("only {who} may do that")]
    NotYours {
        /// Who may.
        who: &'static str,
    },
    /// No clock runs that could be put off.
    #[error("no deadline has come: there is nothing to close")]
    NoDeadline,
    /// M17.
    #[error("it has been extended {0} times, and that is the limit")]
    ExtensionsUsedUp(u8),
}

impl Reason for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Rejection::Over => "over",
            Rejection::WrongPhase { .. } => "wrong-phase",
            Rejection::Dead(_) => "dead",
            Rejection::NoSuchSeat(_) => "no-such-seat",
            Rejection::NotYourTurn { .. } => "not-your-turn",
            Rejection::IllegalTarget { .. } => "illegal-target",
            Rejection::Final => "final",
            Rejection::Text(_) => "text",
            Rejection::NotYours { .. } => "not-yours",
            Rejection::NoDeadline => "no-deadline",
            Rejection::ExtensionsUsedUp(_) => "extensions-used-up",
        }
    }
}

/// Why a role may not choose a target that is at the table and not among its legal ones.
pub(super) fn why_not(role: Role, dead: bool) -> &'static str {
    match role {
        _ if dead => "dead already",
        Role::Mafia => "the mafia do not kill their own",
        Role::Doctor => "the doctor does not protect the same one two nights running",
        Role::Sheriff => "the sheriff knows themself",
        Role::Villager => "nobody suspects themself",
    }
}

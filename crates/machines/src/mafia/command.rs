//! What somebody may want to do.

use engine::SeatId;
use protocol::mafia::Role;
use serde::{Deserialize, Serialize};

/// A command. Every answer may carry a private thought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", deny_unknown_fields)]
pub enum Command {
    /// A seat, at night: kill, protect, investigate or suspect, by its role. One form for all (M8).
    ChooseTarget {
        /// Whom.
        target: SeatId,
        /// Why, to itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<String>,
    },
    /// A seat, in its turn: speak.
    Say(Speech),
    /// A seat, in its turn: say nothing.
    Pass {
        /// Why, to itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<String>,
    },
    /// A seat: vote, or change the vote.
    CastVote {
        /// Against whom.
        target: SeatId,
        /// Why, to itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<String>,
    },
    /// A seat: vote for nobody.
    Abstain {
        /// Why, to itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<String>,
    },
    /// A person: more time, please (M17).
    Extend,
    /// The clock: the deadline has come.
    TimeUp,
    /// The host: go on without those who have not answered.
    Advance,
    /// The host: answer for a seat that failed to (M7).
    AnswerFor {
        /// The seat.
        seat: SeatId,
        /// Why it could not.
        reason: String,
    },
}

/// What a seat says in its turn, and what it means by it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speech {
    /// The words that all hear.
    pub text: String,
    /// A role it claims to have, true or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Role>,
    /// Whom it calls mafia.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuse: Option<SeatId>,
    /// Whom it calls innocent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vouch: Option<SeatId>,
    /// What it thinks, to itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<String>,
    /// The seat was cut off while it spoke, and the text is what it had said (M11).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_off: bool,
}

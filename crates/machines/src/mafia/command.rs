//! What somebody may want to do.

use engine::SeatId;
use protocol::mafia::Role;
use serde::{Deserialize, Deserializer, Serialize};

/// Whom a seat takes for what, to itself. Each other seat stands there once at most.
pub type Beliefs = Vec<(SeatId, Role)>;

/// A command. Every answer may carry a private thought, and beliefs.
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
        /// What it takes others for, to itself.
        #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
        beliefs: Beliefs,
    },
    /// A seat, in its turn: speak.
    Say(Speech),
    /// A seat, in its turn: say nothing.
    Pass {
        /// Why, to itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<String>,
        /// What it takes others for, to itself.
        #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
        beliefs: Beliefs,
    },
    /// A seat: vote, or change the vote.
    CastVote {
        /// Against whom.
        target: SeatId,
        /// Why, to itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<String>,
        /// What it takes others for, to itself.
        #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
        beliefs: Beliefs,
    },
    /// A seat: vote for nobody.
    Abstain {
        /// Why, to itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<String>,
        /// What it takes others for, to itself.
        #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
        beliefs: Beliefs,
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

/// Answers with nothing behind them.
impl Command {
    /// A choice at night.
    pub const fn choose(target: SeatId) -> Command {
        Command::ChooseTarget { target, thought: None, beliefs: Vec::new() }
    }

    /// Silence.
    pub const fn pass() -> Command {
        Command::Pass { thought: None, beliefs: Vec::new() }
    }

    /// A vote.
    pub const fn vote(target: SeatId) -> Command {
        Command::CastVote { target, thought: None, beliefs: Vec::new() }
    }

    /// A vote for nobody.
    pub const fn abstain() -> Command {
        Command::Abstain { thought: None, beliefs: Vec::new() }
    }
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
    /// What it takes others for, to itself.
    #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
    pub beliefs: Beliefs,
    /// The seat was cut off while it spoke, and the text is what it had said (M11).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_off: bool,
}

/// A form may say `null` for what was not given.
fn some_or_none<'de, D: Deserializer<'de>>(beliefs: D) -> Result<Beliefs, D::Error> {
    Ok(Option::deserialize(beliefs)?.unwrap_or_default())
}

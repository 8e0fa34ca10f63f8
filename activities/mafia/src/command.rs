//! What somebody may want to do. Doc comments are read by whoever is asked: what it does, and what to write in a field;
//! what comes after that is for those who read the code.

use std::sync::Arc;

use crate::view::Role;
use engine::SeatId;
use engine::limits::TEXT_CHARS_MAX;
use serde::{Deserialize, Deserializer, Serialize};

use super::ask::Scope;
use super::limits::{BIDS, TEAM_WORD_CHARS_MAX};

/// Whom a seat takes for what, to itself. Each other seat stands there once at most.
pub type Beliefs = Vec<(SeatId, Role)>;

/// A command. Every answer may carry a private thought, and beliefs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", deny_unknown_fields)]
#[command(scope = Scope)]
pub enum Command {
    /// Choose somebody tonight.
    ///
    /// To kill, protect, look into or suspect, by the role of the seat: one form for all (M8).
    #[command(about = scope.tonight)]
    #[person(scope.on_button, given = scope.given(), barred = scope.barred(), even = true)]
    ChooseTarget {
        /// Whom.
        #[kind(scope.target())]
        target: SeatId,
        /// A word to your team, if you have one: it hears that with your choice, and nobody else does.
        #[text(TEAM_WORD_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        word: Option<String>,
        /// What you think, to yourself.
        #[text(TEXT_CHARS_MAX, thought)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<Arc<str>>,
        /// What you take others for, to yourself.
        #[kind(scope.beliefs())]
        #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
        beliefs: Beliefs,
    },
    /// Speak to all.
    #[person(open = true)]
    Say(Speech),
    /// Say nothing this time.
    #[person(open = true)]
    Pass {
        /// How much you want to speak again, to yourself.
        #[number(BIDS, only = scope.bids)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bid: Option<u8>,
        /// What you think, to yourself.
        #[text(TEXT_CHARS_MAX, thought)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<Arc<str>>,
        /// What you take others for, to yourself.
        #[kind(scope.beliefs())]
        #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
        beliefs: Beliefs,
    },
    /// Vote against a player.
    ///
    /// Or change the vote, as long as it is open.
    #[person(scope.on_button, given = scope.given(), open = true)]
    CastVote {
        /// Whom.
        #[kind(scope.target())]
        target: SeatId,
        /// What you think, to yourself.
        #[text(TEXT_CHARS_MAX, thought)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<Arc<str>>,
        /// What you take others for, to yourself.
        #[kind(scope.beliefs())]
        #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
        beliefs: Beliefs,
    },
    /// Vote for nobody.
    #[person("vote for nobody", open = true)]
    Abstain {
        /// What you think, to yourself.
        #[text(TEXT_CHARS_MAX, thought)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thought: Option<Arc<str>>,
        /// What you take others for, to yourself.
        #[kind(scope.beliefs())]
        #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
        beliefs: Beliefs,
    },
    /// A person: more time, please (M17).
    #[unasked]
    Extend,
    /// The host: go on without those who have not answered.
    #[unasked]
    Advance,
}

/// Answers with nothing behind them.
impl Command {
    /// A choice at night.
    pub const fn choose(target: SeatId) -> Command {
        Command::ChooseTarget { target, word: None, thought: None, beliefs: Vec::new() }
    }

    /// Silence.
    pub const fn pass() -> Command {
        Command::Pass { bid: None, thought: None, beliefs: Vec::new() }
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
#[fields(scope = Scope)]
pub struct Speech {
    /// What you say to all.
    #[text(TEXT_CHARS_MAX, heard)]
    pub text: Arc<str>,
    /// A role you claim to have, true or not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Role>,
    /// Whom you call mafia.
    #[kind(scope.other())]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuse: Option<SeatId>,
    /// Whom you call innocent.
    #[kind(scope.other())]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vouch: Option<SeatId>,
    /// How much you want to speak again, to yourself.
    #[number(BIDS, only = scope.bids)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bid: Option<u8>,
    /// What you think, to yourself.
    #[text(TEXT_CHARS_MAX, thought)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<Arc<str>>,
    /// What you take others for, to yourself.
    #[kind(scope.beliefs())]
    #[serde(default, deserialize_with = "some_or_none", skip_serializing_if = "Vec::is_empty")]
    pub beliefs: Beliefs,
    /// The seat was cut off while it spoke, and the text is what it had said (M11).
    #[unasked]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_off: bool,
}

/// A form may say `null` for what was not given.
fn some_or_none<'de, D: Deserializer<'de>>(beliefs: D) -> Result<Beliefs, D::Error> {
    Ok(Option::deserialize(beliefs)?.unwrap_or_default())
}

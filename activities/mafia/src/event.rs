//! What happened. Each event has one audience: what all hear and what a few hear are different events.

use std::sync::Arc;

use crate::view::{Cause, Outcome, PhaseName, Role, Vote, VoteReason};
use engine::{Audience, Hash, Seat, SeatId, SeatSet, TableTime};
use serde::{Deserialize, Serialize};

use super::setup::{Ballot, Counts, Pace, is_one};
use super::state::State;

/// An event, by its name and fields on disk and on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
#[allow(missing_docs, reason = "the fields carry the names of the rules")]
pub enum Event {
    /// The game is made; all see who sits where and what is dealt, not to whom.
    GameCreated(Box<Created>),
    /// A seat is told its role, and the mafia each other (M2).
    RoleAssigned { player_id: SeatId, role: Role, teammates: SeatSet },
    /// The game goes on to another phase.
    PhaseChanged {
        from: PhaseName,
        to: PhaseName,
        day_number: u8,
        /// When the phase closes at the latest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closes_at: Option<TableTime>,
        /// A night: when it closes at the earliest (M8).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_before: Option<TableTime>,
    },
    /// A turn has a deadline of its own.
    TurnClockStarted { player_id: SeatId, closes_at: TableTime },
    /// A person asked for more time.
    TimeExtended { player_id: SeatId, closes_at: TableTime, extensions_left: u8 },
    /// A seat chose at night: told to that seat, and to the team for a kill (M4).
    NightActionSubmitted {
        player_id: SeatId,
        action_type: NightAction,
        target_id: SeatId,
        changed: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        auto: Option<Auto>,
    },
    /// A word to the team, with a choice (M18).
    TeamWordSaid { player_id: SeatId, word: String },
    /// The team differs, or a person of it has changed: these are asked once more (M18).
    TeamAskedAgain { seats: SeatSet },
    /// The sheriff's answer (M6).
    InvestigationResult { sheriff_id: SeatId, target_id: SeatId, is_mafia: bool },
    /// What all are told of the night (M9).
    NightResolved { killed: Option<SeatId>, saved: bool },
    /// The whole night, for the host.
    NightResolvedInFull {
        target_id: SeatId,
        protected_id: Option<SeatId>,
        prevented: bool,
        investigated_id: Option<SeatId>,
        /// The mafia did not agree, and the dice chose among their targets.
        drawn: bool,
    },
    /// What a seat thinks, to itself.
    AgentThought { player_id: SeatId, thought: Arc<str> },
    /// What a seat takes others for, to itself.
    BeliefsHeld { player_id: SeatId, beliefs: Vec<Belief> },
    /// What a seat says to all.
    StatementMade {
        player_id: SeatId,
        turn_id: u8,
        public_statement: Arc<str>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        accuses: Option<SeatId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        vouches: Option<SeatId>,
        /// It was cut off, and this is what had been said (M11).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cut_off: bool,
    },
    /// A seat says nothing in its turn.
    TurnPassed {
        player_id: SeatId,
        turn_id: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        auto: Option<Auto>,
    },
    /// How much a seat wants to speak again, to itself (M20).
    BidMade { player_id: SeatId, bid: u8 },
    /// Another round of talk, in this order; no number is for those who were accused and may answer (M20).
    RoundBegun {
        order: Vec<SeatId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u8>,
    },
    /// A seat claims a role, true or not (M10).
    RoleClaimed { player_id: SeatId, claimed_role: Role },
    /// The truth beside a claim, for the host.
    RoleClaimChecked { player_id: SeatId, claimed_role: Role, actual_role: Role },
    /// A vote, as all see it; no target is an abstention (M12).
    VoteCast {
        voter_id: SeatId,
        target_id: Option<SeatId>,
        changed: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        auto: Option<Auto>,
    },
    /// The lead has changed since these voted: they are asked once more (M19).
    VotersAskedAgain { seats: SeatSet },
    /// The count (M13).
    VoteResult {
        eliminated: Option<SeatId>,
        votes: Vec<Vote>,
        distribution: Vec<VoteCount>,
        tie: bool,
        reason: VoteReason,
    },
    /// A death (M14).
    PlayerEliminated {
        player_id: SeatId,
        cause: Cause,
        day_number: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<Role>,
    },
    /// The end, with everything revealed (M16).
    GameEnded(Box<Outcome>),
}

/// What a game is made of, as all see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the fields carry the names of the setup")]
pub struct Created {
    pub players: Arc<[Seat]>,
    pub roles: Counts,
    pub pace: Pace,
    pub turns: u8,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub rounds: u8,
    #[serde(default, skip_serializing_if = "Ballot::is_together")]
    pub ballot: Ballot,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub team_agrees: bool,
    pub reveal_night_roles: bool,
    pub seed_hash: Hash,
    pub started_at: TableTime,
}

const fn one() -> u8 {
    1
}

/// What a seat does at night.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "each is what its name says")]
pub enum NightAction {
    Kill,
    Protect,
    Investigate,
    Suspect,
}

impl NightAction {
    /// What a role does.
    pub const fn of(role: Role) -> NightAction {
        match role {
            Role::Mafia => NightAction::Kill,
            Role::Doctor => NightAction::Protect,
            Role::Sheriff => NightAction::Investigate,
            Role::Villager => NightAction::Suspect,
        }
    }
}

/// Why a choice was made for a seat and not by it (M7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Auto {
    /// Time was up.
    Deadline,
    /// The host went on.
    Advanced,
    /// The seat failed to answer, for this reason.
    Failed(String),
}

/// Votes against one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VoteCount {
    /// Against whom.
    pub target_id: SeatId,
    /// How many.
    pub count: u8,
}

/// What a seat takes another for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Belief {
    /// Whom.
    pub seat: SeatId,
    /// For what.
    pub role: Role,
}

/// Who is told an event.
pub(super) fn audience(state: &State, event: &Event) -> Audience {
    match event {
        Event::GameCreated(_)
        | Event::PhaseChanged { .. }
        | Event::TurnClockStarted { .. }
        | Event::TimeExtended { .. }
        | Event::NightResolved { .. }
        | Event::StatementMade { .. }
        | Event::TurnPassed { .. }
        | Event::RoundBegun { .. }
        | Event::RoleClaimed { .. }
        | Event::VotersAskedAgain { .. }
        | Event::VoteResult { .. }
        | Event::PlayerEliminated { .. }
        | Event::GameEnded(_) => Audience::Public,
        Event::RoleAssigned { player_id, .. } => Audience::seat(*player_id),
        Event::NightActionSubmitted { player_id, action_type, .. } => match action_type {
            NightAction::Kill => Audience::Seats(state.mafia),
            NightAction::Protect | NightAction::Investigate | NightAction::Suspect => {
                Audience::seat(*player_id)
            }
        },
        Event::TeamWordSaid { .. } | Event::TeamAskedAgain { .. } => Audience::Seats(state.mafia),
        Event::VoteCast { voter_id, .. } => match state.ballot {
            Ballot::Together | Ballot::Open => Audience::Public,
            Ballot::Secret => Audience::seat(*voter_id),
        },
        Event::InvestigationResult { sheriff_id, .. } => Audience::seat(*sheriff_id),
        Event::AgentThought { player_id, .. }
        | Event::BeliefsHeld { player_id, .. }
        | Event::BidMade { player_id, .. } => Audience::Thoughts(*player_id),
        Event::NightResolvedInFull { .. } | Event::RoleClaimChecked { .. } => Audience::Host,
    }
}

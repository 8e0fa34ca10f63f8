//! What happened at the table.

use std::sync::Arc;

use engine::{Actor, Budget, CallBegun, CallSettled, Hash, Seat, SeatId, SeatSet, Wish};
use protocol::table::{Drawn, FeedbackKind, Language, Rolled, TableState};
use serde::{Deserialize, Serialize};

use super::{OpenSeats, Policy};

/// What happened at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Event {
    /// The table was set up. It is IDLE.
    TableOpened {
        /// What it is called.
        title: String,
        /// Who sits where.
        seats: Arc<[Seat]>,
        /// The hash of the seed that all chance comes from.
        seed_hash: Hash,
        /// Who may change the state, besides the host.
        stewards: SeatSet,
        /// When people may sit down in seats of the house or of models.
        #[serde(default, skip_serializing_if = "OpenSeats::is_usual")]
        open_seats: OpenSeats,
        /// What is spoken there.
        #[serde(default, skip_serializing_if = "Language::is_english")]
        language: Language,
        /// What its models may use.
        #[serde(default, skip_serializing_if = "Budget::is_unlimited")]
        budget: Budget,
        /// When: milliseconds of UTC since 1970.
        at: i64,
    },
    /// The table left one state and entered another: the exit of the one and the entry of the other are one moment
    /// and one deed, so they are one event.
    StateChanged {
        /// The state that was left.
        from: TableState,
        /// The state that was entered.
        to: TableState,
        /// When: milliseconds of UTC since 1970.
        at: i64,
        /// Who did it.
        by: Actor,
        /// What was played at this table before the present session.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        earlier: Option<Earlier>,
    },
    /// Somebody spoke out of character.
    AsideSaid {
        /// Who.
        by: Actor,
        /// What.
        text: String,
        /// Was the referee spoken to?
        addressed: bool,
    },
    /// The referee answered, out of character.
    RefereeAnswered {
        /// Whom.
        to: Actor,
        /// The state of the table that the answer is about.
        state: TableState,
        /// What the answer is.
        answer: RefereeAnswer,
    },
    /// The activity has ended, and the people at the table are asked what was good, and what would be.
    DebriefBegun {
        /// How long nothing is said before the table closes: milliseconds.
        quiet_ms: u64,
    },
    /// A model answered what somebody said of it, out of character.
    FeedbackAnswered {
        /// The model's seat.
        player_id: SeatId,
        /// Whom.
        to: SeatId,
        /// What.
        text: String,
    },
    /// Somebody said what was good, or what would be.
    FeedbackGiven {
        /// Who.
        player_id: SeatId,
        /// Which of the two, or neither.
        kind: FeedbackKind,
        /// What.
        text: String,
    },
    /// Somebody was told how the table stands.
    StatusTold {
        /// Who.
        to: Actor,
        /// Its state.
        state: TableState,
        /// When that state began: milliseconds of UTC since 1970.
        since: i64,
        /// Who set that state.
        by: Actor,
    },
    /// The activity was taken back, or what had been taken back was brought back.
    TakenBack {
        /// By whom; by the host after a stop.
        by: Actor,
        /// What was wanted.
        what: Wish,
    },
    /// A person sat down in a seat that the house or a model played.
    SeatTaken {
        /// The seat.
        player_id: SeatId,
        /// What they are called, if the face that let them in said it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<String>,
    },
    /// Who sat down, as the face that let them in knows them.
    SeatHeld {
        /// The seat.
        player_id: SeatId,
        /// The person.
        person: String,
    },
    /// It was said who may change the state.
    StewardsSet {
        /// These seats, besides the host; everybody who is seated, if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stewards: Option<SeatSet>,
    },
    /// Fair play was promised, or lifted.
    FairPlaySet {
        /// Promised?
        on: bool,
        /// The seat that the host plays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player_id: Option<SeatId>,
    },
    /// The person who sat down in a seat left it, and whoever played it before plays it again.
    SeatLeft {
        /// The seat.
        player_id: SeatId,
    },
    /// Somebody's words suggest a change of state. Nothing is changed by it.
    SuggestionMade {
        /// Which, from 1.
        number: u32,
        /// The state then.
        from: TableState,
        /// The state that is suggested.
        to: TableState,
        /// Whose words.
        by: Actor,
        /// The phrase that does; all of the words, if a model found it.
        heard: String,
        /// When: milliseconds of UTC since 1970.
        at: i64,
        /// Did a model find it, and not the rules?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        judged: bool,
    },
    /// It was said what words that suggest a change may do.
    PolicySet {
        /// By whom.
        by: Actor,
        /// From which state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<TableState>,
        /// To which state.
        to: TableState,
        /// What they may do.
        policy: Policy,
    },
    /// Dice were thrown.
    DiceRolled {
        /// By whom.
        by: Actor,
        /// As it was typed.
        dice: String,
        /// What they came to.
        rolled: Rolled,
    },
    /// Somebody is away: the rules answer for that seat.
    WentAway {
        /// The seat.
        player_id: SeatId,
    },
    /// Somebody is back.
    CameBack {
        /// The seat.
        player_id: SeatId,
    },
    /// Somebody called those who are waited for.
    Knocked {
        /// Who.
        by: Actor,
        /// When: milliseconds of UTC since 1970.
        at: i64,
    },
    /// Somebody at the table called a stop. Who is not in the log at all.
    XCalled,
    /// Nobody attends: play pauses.
    LeftUnattended {
        /// How many answers in a row were automatic.
        answers: u32,
    },
    /// Somebody at the table keeps a subject out. Who is not in the log at all.
    LineDrawn {
        /// Out of play, or out of sight.
        kind: Drawn,
        /// The subject.
        subject: String,
    },
    /// A model is about to be called: noted before, so that a crash cannot hide what it costs.
    ModelCalled(CallBegun),
    /// A model call is over, and this is what it used.
    ModelAnswered(CallSettled),
}

/// The sessions that were played at a table and closed. One counts if the table was ACTIVE in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Earlier {
    /// How many.
    pub sessions: u32,
    /// When the last one was closed: milliseconds of UTC since 1970.
    pub closed_at: i64,
}

/// What the referee can answer. The words are made from this when they are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "topic", rename_all = "snake_case")]
pub enum RefereeAnswer {
    /// Who sits here and who may change the state.
    Who {
        /// Who may, besides the host.
        stewards: SeatSet,
    },
    /// How to pause and how to go on.
    Pause,
    /// Who decides what happens.
    Rules,
    /// What can be typed.
    Help,
    /// How the table stands.
    Status,
    /// What the book of the game says.
    Found {
        /// It.
        text: String,
    },
    /// What a model says, to the asker alone.
    Model {
        /// Its seat.
        seat: SeatId,
        /// It.
        text: String,
    },
}

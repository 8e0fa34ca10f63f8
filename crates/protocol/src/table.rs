//! How the table stands, as everybody sees it.

mod commands;
mod languages;
mod lines;
mod marks;
mod utc;

use serde::{Deserialize, Serialize};

pub use commands::{COMMANDS, TableCommand};
pub use languages::Language;
pub use lines::{Drawn, Lines};
pub use marks::aside_mark;
pub use utc::utc_text;

use crate::{Actor, SeatId, SeatSet};

/// The states of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TableState {
    /// Between sessions.
    #[default]
    Idle,
    /// Preparing: the world, the characters, the lines.
    SessionZero,
    /// In play.
    Active,
    /// A break.
    Paused,
    /// After play: what was good, what could be better.
    Debrief,
}

impl TableState {
    /// Every state.
    pub const ALL: [TableState; 5] = [
        TableState::Idle,
        TableState::SessionZero,
        TableState::Active,
        TableState::Paused,
        TableState::Debrief,
    ];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            TableState::Idle => "IDLE",
            TableState::SessionZero => "SESSION_ZERO",
            TableState::Active => "ACTIVE",
            TableState::Paused => "PAUSED",
            TableState::Debrief => "DEBRIEF",
        }
    }

    /// Whether the activity goes on and its clock runs.
    pub const fn is_narrative_active(self) -> bool {
        match self {
            TableState::Active | TableState::SessionZero => true,
            TableState::Idle | TableState::Paused | TableState::Debrief => false,
        }
    }
}

/// How the table stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// What the table is called.
    pub title: String,
    /// Its state.
    pub state: TableState,
    /// When that state began: milliseconds of UTC since 1970.
    pub since: i64,
    /// Who set that state.
    pub by: Actor,
    /// Who may change it. The host may always.
    pub stewards: SeatSet,
    /// The seats of the house or of models in which people have sat down: whoever held them at the opening has stepped
    /// back.
    #[serde(default, skip_serializing_if = "nobody")]
    pub taken: SeatSet,
    /// The seats whose people said that they are away: the rules answer for them until they are back.
    #[serde(default, skip_serializing_if = "nobody")]
    pub away: SeatSet,
    /// What is spoken there.
    #[serde(default, skip_serializing_if = "Language::is_english")]
    pub language: Language,
    /// Is it too late to sit down in a seat of the house or of a model, or was it never allowed?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seats_closed: bool,
    /// Whoever runs the table has promised fair play: until the end they see no more than this says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<Fair>,
    /// The last change of state that somebody's words suggested, until the state is changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<Suggestion>,
    /// What the people at this table keep out of it.
    #[serde(default, skip_serializing_if = "Lines::is_empty")]
    pub lines: Lines,
    /// In DEBRIEF: how much feedback this viewer has given; for the host, how much everybody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feedback: Option<Tally>,
    /// The stars and wishes that this viewer has given; for the host, those of everybody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Given>,
}

/// What whoever runs a table sees of it under fair play, until it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fair {
    /// The seat that they play, and what it sees; what all see, if they play none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<SeatId>,
}

/// A change of state that somebody's words suggest. It can be agreed to with `/agree`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    /// Which, from 1.
    pub number: u32,
    /// The state that is suggested.
    pub to: TableState,
    /// Whose words.
    pub by: Actor,
    /// The words.
    pub heard: String,
    /// Until when it can be agreed to: milliseconds of UTC since 1970.
    pub lapses_at: i64,
}

/// What somebody said in DEBRIEF.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Given {
    /// Who.
    pub player_id: SeatId,
    /// Which kind it is.
    pub kind: FeedbackKind,
    /// What.
    pub text: String,
}

/// What kind of feedback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackKind {
    /// What was good.
    Star,
    /// What somebody would like next time.
    Wish,
    /// Anything else.
    Plain,
}

/// What dice came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// Every die that was thrown, in order.
    pub dice: Vec<Die>,
    /// The sum, with what was added.
    pub total: i64,
    /// How many were successes, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successes: Option<u32>,
}

/// A die as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// What it shows.
    pub shows: i32,
    /// Does it count? Not one that was dropped, or thrown again.
    pub kept: bool,
}

impl View {
    /// What `/status` and `parlor table show --json` give.
    pub fn status(&self) -> Status {
        Status {
            state: self.state,
            last_updated: utc_text(self.since),
            title: self.title.clone(),
            since: self.since,
            by: self.by,
            narrative_active: self.state.is_narrative_active(),
            stewards: self.stewards,
        }
    }
}

fn nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// How much feedback was given, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// What was good.
    pub stars: u32,
    /// What somebody would like next time.
    pub wishes: u32,
    /// Anything else.
    pub plain: u32,
}

/// The state of a table in a form to keep in a file or to read by a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    /// Its state.
    pub state: TableState,
    /// When that state began, as RFC 3339 writes it: `2024-01-01T12:00:00Z`.
    pub last_updated: String,
    /// What the table is called.
    pub title: String,
    /// When that state began: milliseconds of UTC since 1970.
    pub since: i64,
    /// Who set that state.
    pub by: Actor,
    /// Whether the activity goes on and its clock runs.
    pub narrative_active: bool,
    /// Who may change the state. The host may always.
    pub stewards: SeatSet,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T9: the two fields of the seed come first and have the seed's names; the rest is more.
    #[test]
    fn t9_status_has_the_seeds_fields_and_more() -> Result<(), serde_json::Error> {
        let view = View {
            title: "Friday".to_owned(),
            state: TableState::Idle,
            since: 1_704_110_400_000,
            by: Actor::Host,
            stewards: SeatSet::first(2),
            language: Language::default(),
            seats_closed: false,
            fair: None,
            taken: SeatSet::EMPTY,
            away: SeatSet::EMPTY,
            suggestion: None,
            lines: Lines::default(),
            feedback: None,
            given: Vec::new(),
        };
        assert_eq!(
            serde_json::to_string(&view.status())?,
            r#"{"state":"IDLE","last_updated":"2024-01-01T12:00:00Z","title":"Friday","since":1704110400000,"by":"host","narrative_active":false,"stewards":[1,2]}"#
        );
        Ok(())
    }

    #[test]
    fn every_state_is_named_alike_on_the_wire_and_in_words() -> Result<(), serde_json::Error> {
        for state in TableState::ALL {
            assert_eq!(serde_json::to_value(state)?, state.name());
        }
        Ok(())
    }
}

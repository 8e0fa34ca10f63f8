//! How the table stands, as everybody sees it.

mod marks;
mod utc;

use serde::{Deserialize, Serialize};

pub use marks::aside_mark;
pub use utc::utc_text;

use crate::{Actor, SeatSet};

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
    /// In DEBRIEF: how much feedback this viewer has given; for the host, how much everybody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feedback: Option<Tally>,
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
            taken: SeatSet::EMPTY,
            feedback: None,
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

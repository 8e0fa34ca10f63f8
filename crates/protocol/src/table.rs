//! How the table stands, as everybody sees it.

use serde::{Deserialize, Serialize};

use crate::SeatSet;

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
        matches!(self, TableState::Active | TableState::SessionZero)
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
    /// Who may change it.
    pub stewards: SeatSet,
}

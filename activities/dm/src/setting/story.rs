//! What may happen: openings, entanglements, and clocks and scenes for improvisation.

use crate::view::{EntanglementKind, SceneKind};
use serde::{Deserialize, Serialize};

/// What a full clock does to the world.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Consequence {
    /// A faction acts.
    FactionMoves {
        /// The faction, by name; `{faction}` in the complications.
        target: String,
        /// What it does.
        what: String,
    },
    /// Something comes out.
    RevealSecret {
        /// Whose secret, a person or a faction by name; `{person}` or `{faction}` in the complications.
        target: String,
        /// What comes out.
        what: String,
    },
    /// It gets worse.
    Escalate {
        /// How.
        what: String,
        /// How much worse, 1 to 3: the heat that it brings.
        amount: u8,
    },
    /// Something new is under way.
    SpawnThread {
        /// Whom it is about, a person or a faction by name, if anybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// Its hook.
        what: String,
    },
    /// The players get coin.
    GainCoin {
        /// For what.
        what: String,
        /// How many, 1 to 8.
        amount: u8,
    },
    /// A faction thinks otherwise of them.
    Reputation {
        /// The faction, by name; `{faction}` in the complications.
        target: String,
        /// Why.
        what: String,
        /// Steps of attitude, −2 to 2 and never 0.
        amount: i8,
    },
    /// A threat clock leaves unfired.
    RemoveThreat {
        /// In a job: the threat of the same job, by the clock's name. In the complications: absent, and the fullest
        /// threat in play is meant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
        /// Why it is over.
        what: String,
    },
    /// A new way is open.
    OpenOpportunity {
        /// Which.
        what: String,
    },
    /// The players get a thing or a person to call upon.
    GainAsset {
        /// What.
        what: String,
    },
    /// A mark only.
    None {
        /// What it marks.
        what: String,
    },
}

impl Consequence {
    /// What it says, whatever it does.
    pub fn what(&self) -> &str {
        match self {
            Self::FactionMoves { what, .. }
            | Self::RevealSecret { what, .. }
            | Self::Escalate { what, .. }
            | Self::SpawnThread { what, .. }
            | Self::GainCoin { what, .. }
            | Self::Reputation { what, .. }
            | Self::RemoveThreat { what, .. }
            | Self::OpenOpportunity { what }
            | Self::GainAsset { what }
            | Self::None { what } => what,
        }
    }

    /// Whom or what it is aimed at, if at anything.
    pub fn target(&self) -> Option<&str> {
        match self {
            Self::FactionMoves { target, .. }
            | Self::RevealSecret { target, .. }
            | Self::Reputation { target, .. } => Some(target),
            Self::SpawnThread { target, .. } | Self::RemoveThreat { target, .. } => target.as_deref(),
            Self::Escalate { .. }
            | Self::GainCoin { .. }
            | Self::OpenOpportunity { .. }
            | Self::GainAsset { .. }
            | Self::None { .. } => None,
        }
    }
}

/// A clock as a file tells it, empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSeed {
    /// What it is called.
    pub name: String,
    /// 4, 6 or 8.
    pub segments: u8,
    /// Whether the players see it; they do if nothing is said.
    #[serde(default = "seen")]
    pub visible: bool,
    /// What happens when it is full.
    pub consequence: Consequence,
}

fn seen() -> bool {
    true
}

/// An opening: what is at stake, who is in it and how it begins.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// What it is called.
    pub title: String,
    /// What can be won and lost, in a sentence or two.
    pub stakes: String,
    /// What the players work at.
    pub goal: ClockSeed,
    /// What works against them.
    pub threats: [ClockSeed; 2],
    /// What they do not know about.
    pub hidden: Option<ClockSeed>,
    /// Two or three places, by name.
    pub places: Vec<String>,
    /// One to three factions, by name.
    pub factions: Vec<String>,
    /// Two to four people, by name.
    pub people: Vec<String>,
    /// How it begins.
    pub first: FirstScene,
}

/// The first scene of a job.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstScene {
    /// Where, by name.
    pub place: String,
    /// What sort of scene it is.
    pub scene: SceneKind,
    /// Two to four sentences to read aloud.
    pub opening: String,
    /// What one could do.
    pub actions: [String; 3],
}

/// A scene for the moment when nothing was prepared. Its texts may have the slots `{person}`, `{faction}` and
/// `{place}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneSeed {
    /// What sort of scene it is; never an open one.
    pub scene: SceneKind,
    /// One to three sentences to read aloud.
    pub opening: String,
    /// What one could do.
    pub actions: [String; 3],
}

/// Clocks and scenes for improvisation. Texts and targets may have the slots `{person}`, `{faction}` and `{place}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Complications {
    /// Clocks that work against the players.
    #[serde(rename = "threat")]
    pub threats: Vec<ClockSeed>,
    /// Clocks that they may work at.
    #[serde(rename = "project")]
    pub projects: Vec<ClockSeed>,
    /// Scenes, of three kinds.
    #[serde(rename = "scene")]
    pub scenes: Vec<SceneSeed>,
}

/// What comes of too much heat.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entanglement {
    /// Which of the five.
    pub kind: EntanglementKind,
    /// What happens, at least four to choose from.
    pub texts: Vec<String>,
    /// Ways out, at least three sets of three to choose from.
    #[serde(rename = "set")]
    pub sets: Vec<WaySet>,
}

/// Three ways out of an entanglement, one of them unpaid.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaySet {
    /// The three.
    pub ways: [WayOut; 3],
}

/// A way out of an entanglement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WayOut {
    /// What the players choose, in at most 50 characters.
    pub label: String,
    /// What it looks like, in at most 160 characters.
    pub text: String,
    /// What it costs.
    pub price: Price,
}

/// What a way out costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// So many coin, 1 to 3.
    Coin(u8),
    /// A faction loses a step of attitude; the machine picks which.
    Attitude,
    /// A threat moves so many segments, 1 or 2.
    Clock(u8),
    /// Nothing is paid, and the character is hunted.
    Hunted,
}

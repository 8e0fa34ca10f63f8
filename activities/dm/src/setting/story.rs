//! What may happen: openings, entanglements, and clocks and scenes for improvisation.

use crate::command::ConsequenceKind;
use crate::view::{EntanglementKind, SceneKind, WayOut};
use serde::{Deserialize, Serialize};

/// What a full clock does to the world, as a file tells it. Which of `target` and `amount` there are depends on its kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockEnd {
    /// What happens.
    pub kind: ConsequenceKind,
    /// Whom or what it is about, by name: the faction that moves or thinks otherwise, whose secret it is, whom a thread is
    /// about, the threat of the same job that leaves. In the complications it is `{faction}` or `{person}`, and the fullest
    /// threat leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What it says.
    pub what: String,
    /// How many coin, 1 to 8; how many steps of attitude, -2 to 2 and never 0; how much worse it gets, 1 to 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i8>,
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
    pub consequence: ClockEnd,
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
pub struct Trouble {
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

//! How a session ends, and what it leaves for the next one.

use engine::Salt;
use serde::{Deserialize, Serialize};

use super::piles::Way;

/// What a session leaves for the next one in the same space (Y10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Left {
    /// What the space is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// What stays in it.
    #[serde(default)]
    pub anchors: Vec<String>,
    /// The things that are not decided.
    #[serde(default)]
    pub things: Vec<String>,
    /// The things with which something was to be done, and what (Y17).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub to_do: Vec<(String, String)>,
    /// What to begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_time: Option<String>,
}

/// How a session ended (Y10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The space.
    pub space: String,
    /// How many things were sorted.
    pub processed: u16,
    /// What stays, and where.
    pub belongs: Vec<(String, String)>,
    /// What goes, and how.
    pub out: Vec<(String, Way)>,
    /// What is handed in, and where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand_in: Vec<(String, String)>,
    /// What was put aside.
    pub unsure: Vec<String>,
    /// How long it took, in minutes of table time.
    pub minutes: u32,
    /// The session in a few words.
    pub summary: String,
    /// For the next session in this space.
    pub left: Left,
    /// The seed.
    pub seed: u64,
    /// Its salt, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
}

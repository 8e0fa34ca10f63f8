//! The world: places, factions, people, threads and rumours.

use crate::limits::{LINE_CHARS_MAX, NAME_CHARS_MAX};
use serde::{Deserialize, Serialize};

use super::{Attitude, Disposition, Spread, Tension};

/// A place, as it is proposed and as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Its name.
    #[text(NAME_CHARS_MAX)]
    pub name: String,
    /// What it is like.
    #[text(LINE_CHARS_MAX)]
    pub about: String,
}

/// A faction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faction {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What it thinks of the party.
    pub attitude: Attitude,
}

/// A person, as all know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// What they are called.
    pub name: String,
    /// What they do.
    pub role: String,
    /// Whose they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// What they think of the party.
    pub disposition: Disposition,
    /// Are they in this scene?
    pub present: bool,
    /// Where they were seen last, if they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// A thread of the story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    /// What it is about.
    pub hook: String,
    /// How near it is.
    pub tension: Tension,
    /// The clock that runs out for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<String>,
}

/// A rumour, as all hear it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rumor {
    /// What is said.
    pub text: String,
    /// Who said it, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How far it has got.
    pub spread: Spread,
}

/// How to play a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portrait {
    /// Who.
    pub name: String,
    /// How they speak.
    pub voice: String,
    /// What they hide, as far as it is not out.
    pub secrets: Vec<String>,
    /// What they want.
    pub wants: Vec<String>,
}

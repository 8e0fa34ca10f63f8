//! The party and the world: places, factions, people, threads and rumours.

use crate::limits::{LINE_CHARS_MAX, NAME_CHARS_MAX};
use serde::{Deserialize, Serialize};

use super::{Attitude, Disposition, Precarity, Spread, Tension};

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

/// A character of the party: all of it is known to all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Character {
    /// What they are called.
    pub name: String,
    /// How they are spoken of.
    pub pronouns: String,
    /// The archetype's name.
    pub archetype: String,
    /// Where they come from, in the player's words.
    pub background: String,
    /// The names of the cards of their past, present and future.
    pub cards: [String; 3],
    /// 0 to 9.
    pub stress: u8,
    /// What they own.
    pub coin: u8,
    /// How much the law looks at them, 0 to 10.
    pub heat: u8,
    /// Warrants, 0 to 4.
    pub wanted: u8,
    /// Scars.
    pub trauma: Vec<String>,
    /// Not well yet.
    pub recovering: bool,
    /// Somebody is after them.
    pub hunted: bool,
    /// The dice that can be spent, as they lie.
    pub dice: Vec<u8>,
    /// Things that were gained.
    pub assets: Vec<String>,
    /// Plays no more.
    pub retired: bool,
}

impl Character {
    /// How close the walls are, as a figure (D5).
    pub fn points(&self) -> u32 {
        u32::from(self.stress)
            + u32::from(self.heat)
            + 2 * u32::from(self.wanted)
            + 3 * u32::from(self.hunted)
            + 2 * u32::from(self.recovering)
    }

    /// What is to be said of them besides the figures, in a word each.
    pub fn marks(&self) -> impl Iterator<Item = &str> {
        let known = [("recovering", self.recovering), ("hunted", self.hunted), ("retired", self.retired)];
        known.into_iter().filter(|(_, is)| *is).map(|(word, _)| word)
    }

    /// How close the walls are, in words.
    pub fn precarity(&self) -> Precarity {
        Precarity::of(self.points())
    }
}

//! Who and what is in the city when the game begins. All of it may change in play.

use crate::view::{Attitude, Disposition, Spread, Tension, Truth};
use serde::{Deserialize, Serialize};

/// A power in the city.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// What it is called.
    pub name: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// What it wants.
    pub goal: String,
    /// What it wants it with, two or three things.
    pub resources: Vec<String>,
    /// Factions that it works against; it is among theirs.
    pub enemies: Vec<String>,
    /// Factions that it works with; it is among theirs.
    pub allies: Vec<String>,
    /// What it thinks of the players at the start.
    pub attitude: Attitude,
    /// What it does when a clock of its own fills.
    pub moves: Vec<String>,
    /// What it is working on.
    pub clock: FactionClock,
}

/// What a faction is working on. When it fills, one of the faction's moves happens.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionClock {
    /// What it is called.
    pub name: String,
    /// 4, 6 or 8.
    pub segments: u8,
}

/// Somebody in the city.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Citizen {
    /// What they are called.
    pub name: String,
    /// What they do.
    pub role: String,
    /// The faction they belong to, by its name.
    pub faction: Option<String>,
    /// Such as `she/her`.
    pub pronoun: String,
    /// How to play them, in at most 60 characters.
    pub voice: String,
    /// What one sees, in at most 60 characters.
    pub look: String,
    /// What they would not like to be known, one or two.
    pub secrets: Vec<String>,
    /// What they want, one or two.
    pub wants: Vec<String>,
    /// How they stand to the players at the start.
    pub disposition: Disposition,
    /// Lines in their own voice, by mood, tied to no plot.
    pub says: Says,
}

/// Lines of speech, at least three for each mood.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Says {
    /// To somebody they like.
    pub warm: Vec<String>,
    /// To somebody they are not sure about.
    pub wary: Vec<String>,
    /// To somebody they are against.
    pub hard: Vec<String>,
}

/// Somewhere in the city.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// What it is called.
    pub name: String,
    /// The district it lies in, by its name.
    pub district: String,
    /// What sort of place it is.
    pub kind: SiteKind,
    /// What it is, in a sentence or two.
    pub about: String,
    /// What one sees, hears and smells there, a short sentence each.
    pub details: Vec<String>,
    /// How one leaves it in a hurry.
    pub ways_out: [String; 2],
}

/// What sort of place it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteKind {
    /// A street, a square or a bridge.
    Street,
    /// A canal, a basin or a boat on it.
    Water,
    /// Where people live.
    House,
    /// Where things are sold.
    Shop,
    /// Where drinks are sold.
    Tavern,
    /// Where things are made.
    Works,
    /// Where things are written down.
    Office,
    /// Where many come together.
    Hall,
    /// Below the street.
    Underground,
    /// Above it.
    Roof,
}

/// Something that is said.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hearsay {
    /// What is said.
    pub text: String,
    /// Whether it is so.
    pub truth: Truth,
    /// How far it has got.
    pub spread: Spread,
    /// The faction or person it is about, by name.
    pub about: Option<String>,
}

/// Something under way that the players may pull at.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matter {
    /// What is interesting about it.
    pub hook: String,
    /// How close it is to breaking.
    pub tension: Tension,
    /// The factions and people in it, by name.
    pub involves: Vec<String>,
}

//! The city itself: what a game master must know before anything happens.

use std::collections::BTreeMap;

use crate::view::Precarity;
use serde::Deserialize;

/// The city, its air and its hours.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct City {
    /// What it is called.
    pub name: String,
    /// The city in one line, for a title page.
    pub line: String,
    /// What a game master needs, in at most 600 characters.
    pub about: String,
    /// The one strange thing about it, told without a raised voice.
    pub strange: String,
    /// What the watch is called.
    pub watch: String,
    /// What the watch is and where it came from, in a sentence or two.
    pub watch_line: String,
    /// Its parts, six to eight.
    pub district: Vec<District>,
    /// Words that people here use.
    pub word: Vec<Word>,
    /// What the sky does, a sentence each.
    pub weather: Vec<String>,
    /// The hours, as a phrase that can begin a sentence.
    pub hours: Vec<String>,
    /// How narration should feel, a sentence for each level of precarity.
    pub tones: BTreeMap<Precarity, String>,
}

/// A part of the city.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct District {
    /// What it is called.
    pub name: String,
    /// What it is, in one line.
    pub line: String,
}

/// A word of the city.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Word {
    /// The word.
    pub word: String,
    /// What it means.
    pub means: String,
}

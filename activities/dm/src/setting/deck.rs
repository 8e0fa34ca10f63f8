//! What a character is made of: an archetype, and three cards of the deck.

use serde::Deserialize;

/// A kind of scoundrel.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// The word for it in commands and logs, in snake case.
    pub key: String,
    /// What people see.
    pub name: String,
    /// What it is, in one line.
    pub line: String,
    /// The three domains in which this one is better than most.
    pub good_at: [String; 3],
    /// Lives that could have come before.
    pub background: [String; 4],
    /// Looks to choose from.
    pub look: [String; 3],
    /// What is in the pockets at the start.
    pub items: [String; 2],
    /// Names that the house may give.
    pub names: [HouseName; 10],
}

/// A name that the house may give a character.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HouseName {
    /// First and last.
    pub name: String,
    /// Such as `she/her`.
    pub pronouns: String,
}

/// The deck.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tarot {
    /// The greater suit of 22 first, then the four of 14.
    pub suit: Vec<Suit>,
    /// All 78, suit by suit and in order of rank.
    #[serde(rename = "card")]
    pub cards: Vec<TarotCard>,
}

/// A suit of the deck.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suit {
    /// The word for it in cards, in snake case.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// What it speaks of.
    pub line: String,
}

/// A card of the deck.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TarotCard {
    /// The word for it in commands and logs, in snake case.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The key of its suit.
    pub suit: String,
    /// Its place in the suit: from 0 in the greater one, from 1 in the others.
    pub rank: u8,
    /// What it says as the card of the past.
    pub past: String,
    /// What it says as the card of the present.
    pub present: String,
    /// What it says as the card of the future.
    pub future: String,
    /// What a new scene could grow from.
    pub scene: String,
    /// What a new person could grow from.
    pub person: String,
}

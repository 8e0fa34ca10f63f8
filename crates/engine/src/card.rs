//! What an activity says of itself, for whoever lays a table of it.

use std::ops::RangeInclusive;

/// What an activity says of itself, besides its rules. Help, lists, tables and the first words of a prompt come from it.
///
/// ```
/// use parlor_engine::Card;
///
/// const CARD: Card = Card { title: "One word", about: "one word each", seats: 2..=8, ..Card::DEFAULT };
/// assert_eq!(CARD.house, [("random", "answers without looking")]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What a table of it is called.
    pub title: &'static str,
    /// What it is, in a line, with a small letter first.
    pub about: &'static str,
    /// The rules in a paragraph: for people, for models and for agents who sit down. Left out, `about` has to do.
    pub rules: &'static str,
    /// The fewest and the most seats of a table.
    pub seats: RangeInclusive<usize>,
    /// The characters of the house, with how each plays. The first sits down if nobody says which.
    pub house: &'static [(&'static str, &'static str)],
}

impl Card {
    /// A card with a title, what it is in a line, which is also what models read of its rules, and so many seats.
    pub const fn new(title: &'static str, about: &'static str, seats: RangeInclusive<usize>) -> Card {
        Card { title, about, seats, ..Card::DEFAULT }
    }

    /// A card that says nothing yet: one to eight seats, and a house that answers without looking.
    pub const DEFAULT: Card = Card {
        title: "",
        about: "",
        rules: "",
        seats: 1..=8,
        house: &[("random", "answers without looking")],
    };
}

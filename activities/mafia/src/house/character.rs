//! The characters that the house plays in.

use std::str::FromStr;

/// How a house player weighs what it sees, and how it speaks. It has nothing to do with its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Character {
    /// Waits for reasons, spreads risk, abstains rather than guess.
    Cautious,
    /// Accuses early and sticks to it.
    Aggressive,
    /// Counts claims, votes and deaths, and follows the sum.
    Analytical,
    /// Goes with the people it trusts.
    Social,
    /// Draws lots.
    Random,
}

impl Character {
    /// Every character.
    pub const ALL: [Character; 5] = [
        Character::Cautious,
        Character::Aggressive,
        Character::Analytical,
        Character::Social,
        Character::Random,
    ];

    /// Those that think, in the order in which they sit down.
    pub const THINKING: [Character; 4] =
        [Character::Cautious, Character::Aggressive, Character::Analytical, Character::Social];

    /// Its name in `house:NAME`.
    pub const fn name(self) -> &'static str {
        match self {
            Character::Cautious => "cautious",
            Character::Aggressive => "aggressive",
            Character::Analytical => "analytical",
            Character::Social => "social",
            Character::Random => "random",
        }
    }
}

impl FromStr for Character {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Character::ALL.into_iter().find(|character| character.name() == text).ok_or_else(|| {
            format!("the house plays no {text:?}: choose {}", Character::ALL.map(Character::name).join(", "))
        })
    }
}

//! What a turn comes to, in the voice of its character: words that lead in to a reason, first impressions,
//! accusations, good words, and waiting.

mod aggressive;
mod analytical;
mod cautious;
mod random;
mod social;

use crate::house::character::Character;

/// One character's way of speaking.
pub(in crate::house) struct Voice {
    /// What may stand before a reason. An empty one is a plain start.
    pub(in crate::house) leads: &'static [&'static str],
    /// First impressions of `{x}`, where there is no reason yet.
    pub(in crate::house) hunches: &'static [&'static str],
    /// `{x}` is mafia.
    pub(in crate::house) accuse: &'static [&'static str],
    /// `{x}` is mafia, and the reason just given leaves little doubt.
    pub(in crate::house) sure: &'static [&'static str],
    /// `{x}` is innocent.
    pub(in crate::house) vouch: &'static [&'static str],
    /// Nothing to conclude yet.
    pub(in crate::house) wait: &'static [&'static str],
    /// Nothing to conclude yet, and `{x}` has still to speak.
    pub(in crate::house) ask: &'static [&'static str],
}

impl Voice {
    pub(in crate::house) const fn of(character: Character) -> &'static Voice {
        match character {
            Character::Cautious => &cautious::CAUTIOUS,
            Character::Aggressive => &aggressive::AGGRESSIVE,
            Character::Analytical => &analytical::ANALYTICAL,
            Character::Social => &social::SOCIAL,
            Character::Random => &random::RANDOM,
        }
    }
}

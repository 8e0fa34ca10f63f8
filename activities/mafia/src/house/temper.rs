//! What makes one character play unlike another: a few numbers.

use super::character::Character;

/// The numbers of a character. Percentages are of the plain weight of a fact.
pub(super) struct Temper {
    /// Percent for what votes and words mean once the dead are shown.
    pub(super) record: i32,
    /// Percent for claims of role.
    pub(super) claims: i32,
    /// Percent for what the table says today.
    pub(super) talk: i32,
    /// Percent for being accused or vouched for oneself.
    pub(super) personal: i32,
    /// First impressions: chance adds less than this to each score.
    pub(super) noise: u32,
    /// What each vote that is cast already adds when voting.
    pub(super) follow: i32,
    /// What its own accusation today adds when voting.
    pub(super) stick: i32,
    /// The score from which it accuses aloud.
    pub(super) accuse_from: i32,
    /// The score from which it votes at all.
    pub(super) vote_from: i32,
    /// The score from which, downwards, it vouches aloud.
    pub(super) vouch_to: i32,
    /// In how many of a hundred cases a sheriff who has found mafia says so at once.
    pub(super) reveal: u32,
    /// In how many of a hundred cases a mafioso who is called mafia by a sheriff claims to be the sheriff.
    pub(super) bluff: u32,
    /// In how many of a hundred cases a mafioso votes against a teammate who is lost.
    pub(super) bus: u32,
}

impl Temper {
    pub(super) const fn of(character: Character) -> &'static Temper {
        match character {
            Character::Cautious => &CAUTIOUS,
            Character::Aggressive => &AGGRESSIVE,
            Character::Analytical => &ANALYTICAL,
            Character::Social => &SOCIAL,
            Character::Random => &RANDOM,
        }
    }
}

const CAUTIOUS: Temper = Temper {
    record: 90,
    claims: 90,
    talk: 50,
    personal: 40,
    noise: 6,
    follow: 3,
    stick: 8,
    accuse_from: 5,
    vote_from: 5,
    vouch_to: -5,
    reveal: 75,
    bluff: 30,
    bus: 80,
};

const AGGRESSIVE: Temper = Temper {
    record: 90,
    claims: 100,
    talk: 100,
    personal: 250,
    noise: 14,
    follow: 2,
    stick: 16,
    accuse_from: -100,
    vote_from: -1000,
    vouch_to: -30,
    reveal: 100,
    bluff: 70,
    bus: 40,
};

const ANALYTICAL: Temper = Temper {
    record: 110,
    claims: 110,
    talk: 70,
    personal: 30,
    noise: 5,
    follow: 3,
    stick: 4,
    accuse_from: 3,
    vote_from: -1000,
    vouch_to: -7,
    reveal: 90,
    bluff: 55,
    bus: 75,
};

const SOCIAL: Temper = Temper {
    record: 80,
    claims: 100,
    talk: 200,
    personal: 150,
    noise: 8,
    follow: 9,
    stick: 3,
    accuse_from: 4,
    vote_from: -1000,
    vouch_to: -2,
    reveal: 75,
    bluff: 40,
    bus: 70,
};

/// Never weighed: it draws lots.
const RANDOM: Temper = Temper {
    record: 0,
    claims: 0,
    talk: 0,
    personal: 0,
    noise: 100,
    follow: 0,
    stick: 0,
    accuse_from: -1000,
    vote_from: -1000,
    vouch_to: -1000,
    reveal: 50,
    bluff: 0,
    bus: 0,
};

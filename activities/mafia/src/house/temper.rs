//! What makes one character play unlike another: a few numbers.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::character::Character;
use super::suspicion::Weights;

/// The numbers of a character. Percentages are of the plain weight of a fact.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// What all this makes of the facts.
    #[serde(skip)]
    pub(super) weights: Weights,
}

/// By the names of the characters.
static TEMPERS: LazyLock<[Option<Temper>; 5]> = LazyLock::new(|| {
    let read: Result<BTreeMap<String, Temper>, String> = kit::data::read(include_str!("tempers.toml"));
    let mut read = read.unwrap_or_else(|why| panic!("tempers.toml: {why}"));
    Character::ALL.map(|character| {
        let temper = read.remove(character.name())?;
        Some(Temper { weights: temper.weigh_grounds(), ..temper })
    })
});

impl Temper {
    /// That of a character; none, of one that weighs nothing.
    pub(super) fn of(character: Character) -> Option<&'static Temper> {
        TEMPERS[character as usize].as_ref()
    }
}

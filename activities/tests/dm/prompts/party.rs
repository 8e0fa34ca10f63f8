//! Who plays in the sessions that are made up by hand.

use dm::view::Character;

use super::worlds::s;

pub(crate) fn ada() -> Character {
    Character {
        name: s("Ada Quill"),
        pronouns: s("she/her"),
        archetype: s("The Steps-Reader"),
        background: s("Once sold a map of a house that was her sister's."),
        cards: [s("The Slack Water"), s("Five of Keys"), s("Redemption")],
        stress: 4,
        coin: 2,
        heat: 3,
        wanted: 1,
        trauma: vec![s("cold")],
        recovering: false,
        hunted: false,
        dice: vec![6, 6, 4, 2],
        assets: vec![s("A hooked pole that folds")],
        retired: false,
    }
}

pub(crate) fn rook() -> Character {
    Character {
        name: s("Rook"),
        pronouns: s("they/them"),
        archetype: s("The Latch"),
        background: s("Owes a locksmith two fingers"),
        cards: [s("Two of Ropes"), s("The Pledge"), s("Widow of Hooks")],
        stress: 1,
        heat: 0,
        wanted: 0,
        trauma: Vec::new(),
        dice: vec![5, 1],
        recovering: true,
        ..ada()
    }
}

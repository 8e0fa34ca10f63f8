//! Things, the piles that they come onto, and what may become of them.

use std::fmt;

use kit::closed::closed;
use serde::{Deserialize, Serialize};

use super::heard::HERE;

/// Where a thing goes of which nobody said where it is taken, and what is to be done where nobody said what.
const COLLECTED: &str = "a collection point";
const SEEN_TO: &str = "see to it";

/// The pile that is shown only where something lies on it or may come onto it.
pub(super) const TO_DO: &str = "To do";

/// A thing to be sorted, by its number in this session, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub u16);

/// A thing to be sorted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Its number.
    pub id: ItemId,
    /// What it is called, once in a session.
    pub name: String,
    /// What it looks like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    /// Where it lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// What kind of thing it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Where it is in the sorting.
    pub pile: Pile,
}

impl Item {
    /// One of which nothing is known but its name.
    pub fn new(id: ItemId, name: &str) -> Item {
        Item { id, name: name.to_owned(), look: None, place: None, kind: None, pile: Pile::Waiting }
    }
}

/// Where a thing is in the sorting: on one of the piles, or on none yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "pile", rename_all = "snake_case")]
pub enum Pile {
    /// Nothing was decided.
    #[default]
    Waiting,
    /// It stays.
    Belongs {
        /// Where.
        at: String,
    },
    /// It goes.
    Out {
        /// How.
        way: Way,
    },
    /// It goes where things of its kind are taken (Y19).
    HandIn {
        /// Where.
        at: String,
    },
    /// Something is to be done with it first (Y17).
    ToDo {
        /// What.
        what: String,
    },
    /// It was put aside.
    Unsure,
}

/// Is something on a pile?
pub(super) type OnPile = fn(&Pile) -> bool;

impl Pile {
    /// All of them, by what they are called and by what lies on them.
    pub(super) const ALL: [(&str, OnPile); 5] = [
        ("Belongs", |pile| matches!(pile, Pile::Belongs { .. })),
        ("Out", |pile| matches!(pile, Pile::Out { .. } | Pile::HandIn { .. })),
        (TO_DO, |pile| matches!(pile, Pile::ToDo { .. })),
        ("Unsure", |pile| *pile == Pile::Unsure),
        ("To sort", |pile| *pile == Pile::Waiting),
    ];

    /// How many of some things lie on each.
    pub(super) fn counts(items: &[Item]) -> [usize; 5] {
        Pile::ALL.map(|(_, on_it)| items.iter().filter(|item| on_it(&item.pile)).count())
    }

    /// Where a thing stays on it, how it goes, or what is to be done with it.
    pub(super) fn detail(&self) -> Option<&str> {
        match self {
            Pile::Belongs { at } | Pile::HandIn { at } => Some(at),
            Pile::ToDo { what } => Some(what),
            Pile::Out { way } => Some(way.word()),
            Pile::Unsure | Pile::Waiting => None,
        }
    }
}

closed! {
    /// How a thing goes.
    #[allow(missing_docs, reason = "each is its name")]
    Way { Trash = "trash", Donate = "donate", Recycle = "recycle" }

    /// What may become of a thing, by name (Y5).
    #[allow(missing_docs, reason = "the dispositions themselves describe them")]
    Verb {
        Place = "place",
        Trash = "trash",
        Donate = "donate",
        Recycle = "recycle",
        HandIn = "hand_in",
        ToDo = "to_do",
        Skip = "skip",
        NeedInfo = "need_info",
    }
}

impl Verb {
    /// Those that a thing may usually deserve.
    pub const USUAL: &[Verb] = &[Verb::Place, Verb::Trash, Verb::Donate, Verb::Recycle, Verb::Skip];
    /// Those that a decision in words may be.
    pub const DECIDING: &[Verb] =
        &[Verb::Place, Verb::Trash, Verb::Donate, Verb::Recycle, Verb::HandIn, Verb::ToDo, Verb::Skip];

    /// One of the usual ones by its name.
    pub(super) fn of(word: &str) -> Option<Verb> {
        Verb::USUAL.iter().copied().find(|verb| verb.word() == word)
    }
}

/// What may become of a thing (Y5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Disposition {
    /// It stays.
    Place {
        /// Where.
        at: String,
    },
    /// It goes into the bin.
    Trash,
    /// Somebody else gets it.
    Donate,
    /// It is taken apart.
    Recycle,
    /// It goes where things of its kind are taken (Y19).
    HandIn {
        /// Where.
        at: String,
    },
    /// Something is to be done with it first (Y17).
    ToDo {
        /// What.
        what: String,
    },
    /// It is put aside for now.
    Skip,
    /// What is it?
    NeedInfo,
}

impl Disposition {
    /// What a verb means, with the place that it may name, or what is to be done.
    pub fn of(verb: Verb, at: Option<&str>) -> Disposition {
        let or = |plain: &str| at.unwrap_or(plain).to_owned();
        match verb {
            Verb::Place => Disposition::Place { at: or(HERE) },
            Verb::HandIn => Disposition::HandIn { at: or(COLLECTED) },
            Verb::ToDo => Disposition::ToDo { what: or(SEEN_TO) },
            Verb::Trash => Disposition::Trash,
            Verb::Donate => Disposition::Donate,
            Verb::Recycle => Disposition::Recycle,
            Verb::Skip => Disposition::Skip,
            Verb::NeedInfo => Disposition::NeedInfo,
        }
    }

    /// The verb that means it.
    pub fn verb(&self) -> Verb {
        match self {
            Disposition::Place { .. } => Verb::Place,
            Disposition::Trash => Verb::Trash,
            Disposition::Donate => Verb::Donate,
            Disposition::Recycle => Verb::Recycle,
            Disposition::HandIn { .. } => Verb::HandIn,
            Disposition::ToDo { .. } => Verb::ToDo,
            Disposition::Skip => Verb::Skip,
            Disposition::NeedInfo => Verb::NeedInfo,
        }
    }

    /// The pile that it puts a thing on, if it decides.
    pub fn pile(&self) -> Option<Pile> {
        match self {
            Disposition::Place { at } => Some(Pile::Belongs { at: at.clone() }),
            Disposition::Trash => Some(Pile::Out { way: Way::Trash }),
            Disposition::Donate => Some(Pile::Out { way: Way::Donate }),
            Disposition::Recycle => Some(Pile::Out { way: Way::Recycle }),
            Disposition::HandIn { at } => Some(Pile::HandIn { at: at.clone() }),
            Disposition::ToDo { what } => Some(Pile::ToDo { what: what.clone() }),
            Disposition::Skip => Some(Pile::Unsure),
            Disposition::NeedInfo => None,
        }
    }
}

impl fmt::Display for Disposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disposition::Place { at } => write!(f, "keep it: {at}"),
            Disposition::Trash => f.write_str("trash it"),
            Disposition::Donate => f.write_str("donate it"),
            Disposition::Recycle => f.write_str("recycle it"),
            Disposition::HandIn { at } => write!(f, "hand it in: {at}"),
            Disposition::ToDo { what } => write!(f, "to do: {what}"),
            Disposition::Skip => f.write_str("not now"),
            Disposition::NeedInfo => f.write_str("what is it?"),
        }
    }
}

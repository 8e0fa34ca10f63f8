//! What one viewer of a tidying session may know, and the words of it.
//!
//! Nothing here is secret: the person, the coach and whoever watches know the same. Photos are known by their names
//! alone; who may look at them the host decides.

mod made;

use std::fmt;
use std::sync::Arc;

use engine::{Chance, Hash, Photo, Salt, Seat, SeatId, Seed, TableTime};
use serde::{Deserialize, Serialize};

pub(crate) use made::{outcome, view};

/// The phases, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "their cards describe them")]
pub enum PhaseName {
    Surveying,
    Sorting,
    Clarifying,
    DecisionSupport,
    WindingDown,
    Ended,
}

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

/// Where a thing is in the sorting: on one of the three piles, or on none yet.
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
    /// It was put aside.
    Unsure,
}

/// How a thing goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is its name")]
pub enum Way {
    Trash,
    Donate,
    Recycle,
}

impl Way {
    /// All of them.
    pub const ALL: [Way; 3] = [Way::Trash, Way::Donate, Way::Recycle];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Way::Trash => "trash",
            Way::Donate => "donate",
            Way::Recycle => "recycle",
        }
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
    /// It is put aside for now.
    Skip,
    /// What is it?
    NeedInfo,
}

impl Disposition {
    /// The pile that it puts a thing on, if it decides.
    pub fn pile(&self) -> Option<Pile> {
        match self {
            Disposition::Place { at } => Some(Pile::Belongs { at: at.clone() }),
            Disposition::Trash => Some(Pile::Out { way: Way::Trash }),
            Disposition::Donate => Some(Pile::Out { way: Way::Donate }),
            Disposition::Recycle => Some(Pile::Out { way: Way::Recycle }),
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
            Disposition::Skip => f.write_str("not now"),
            Disposition::NeedInfo => f.write_str("what is it?"),
        }
    }
}

/// What the coach proposes for one thing (Y6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    /// The thing.
    pub item: ItemId,
    /// Two to four, the best first.
    pub choices: Vec<Disposition>,
    /// When it is put aside without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<TableTime>,
}

/// One answer to what a space is for, and what is asked after it (Y7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Branch {
    /// What the space is for.
    pub function: String,
    /// What is asked then: what has to stay for it?
    pub follow_up: String,
    /// Ideas for an answer.
    pub anchors: Vec<String>,
}

/// What a space is for: a question, its answers, and what follows from each (Y7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Survey {
    /// The question.
    pub question: String,
    /// Two to five answers.
    pub branches: Vec<Branch>,
}

/// A part of the unsure pile (Y9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// What its things have in common.
    pub kind: String,
    /// The things that are left in it.
    pub items: Vec<ItemId>,
}

/// The modes, each with its own data (Y1). Leaving a mode drops it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Mode {
    /// What is this space, and what stays?
    Surveying {
        /// The question that is open.
        survey: Option<Survey>,
    },
    /// One thing after the other.
    Sorting {
        /// The thing in hand.
        item: Option<ItemId>,
        /// Where it lies.
        place: Option<String>,
        /// What is put to the person.
        offer: Option<Offer>,
    },
    /// What is this thing?
    Clarifying {
        /// The thing.
        item: ItemId,
        /// What can be seen of it.
        photo_context: String,
        /// Why it is not clear.
        reason: String,
        /// What it lies next to.
        spatial_refs: Vec<String>,
        /// What it is like.
        traits: Vec<String>,
    },
    /// Somebody is stuck.
    DecisionSupport {
        /// What with, in words.
        stuck_item: String,
        /// The thing, if it is one.
        item: Option<ItemId>,
        /// The question that may help.
        reframe: Option<String>,
    },
    /// Time to stop.
    WindingDown {
        /// The session in a few words.
        summary: Option<String>,
        /// What to begin with next time.
        next_time: Option<String>,
        /// Does the person want it?
        agreed: bool,
    },
}

/// What is put to the person while things are sorted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "offer", rename_all = "snake_case")]
pub enum Offer {
    /// What becomes of one thing.
    Proposal(Proposal),
    /// The unsure pile in parts (Y9).
    Split {
        /// The parts.
        groups: Vec<Group>,
    },
}

impl Mode {
    /// The mode's name.
    pub fn name(&self) -> PhaseName {
        match self {
            Mode::Surveying { .. } => PhaseName::Surveying,
            Mode::Sorting { .. } => PhaseName::Sorting,
            Mode::Clarifying { .. } => PhaseName::Clarifying,
            Mode::DecisionSupport { .. } => PhaseName::DecisionSupport,
            Mode::WindingDown { .. } => PhaseName::WindingDown,
        }
    }

    /// Sorting, with nothing in hand.
    pub fn sorting() -> Mode {
        Mode::Sorting { item: None, place: None, offer: None }
    }
}

/// What the person said last, until it is answered (Y3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Said {
    /// The words.
    pub text: String,
    /// The photos that came with them.
    pub photos: Vec<Photo>,
}

/// Whose word it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the seats are their names")]
pub enum Floor {
    #[default]
    Coach,
    Person,
}

/// What a session leaves for the next one in the same space (Y10).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Left {
    /// What the space is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// What stays in it.
    #[serde(default)]
    pub anchors: Vec<String>,
    /// The things that are not decided.
    #[serde(default)]
    pub things: Vec<String>,
    /// What to begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_time: Option<String>,
}

/// How a session ended (Y10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// The space.
    pub space: String,
    /// How many things were sorted.
    pub processed: u16,
    /// What stays, and where.
    pub belongs: Vec<(String, String)>,
    /// What goes, and how.
    pub out: Vec<(String, Way)>,
    /// What was put aside.
    pub unsure: Vec<String>,
    /// How long it took, in minutes of table time.
    pub minutes: u32,
    /// The session in a few words.
    pub summary: String,
    /// For the next session in this space.
    pub left: Left,
    /// The seed.
    pub seed: u64,
    /// Its salt, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
}

impl Outcome {
    /// The seed as it is written and typed.
    pub fn chance(&self) -> Chance {
        Chance { seed: Seed(self.seed), salt: self.salt }
    }
}

/// A thing that a household knows, beside those of the house's own list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// What it is called.
    pub name: String,
    /// Other words for it.
    #[serde(default)]
    pub also: Vec<String>,
    /// What kind of thing it is.
    pub kind: String,
    /// What it usually deserves, the best first: place, donate, recycle, trash or skip.
    pub usually: Vec<String>,
    /// Where it belongs.
    pub home: String,
    /// What to ask about it.
    #[serde(default)]
    pub ask: Vec<String>,
}

/// What a viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// Who sits where.
    pub seats: Arc<[Seat]>,
    /// The person's seat.
    pub person: SeatId,
    /// The coach's seat.
    pub coach: SeatId,
    /// The phase.
    pub phase: PhaseName,
    /// The hash of the seed.
    pub seed_hash: Hash,
    /// What the space is called.
    pub space: String,
    /// Can the coach see photos?
    pub coach_sees: bool,
    /// What it is for.
    pub function: Option<String>,
    /// What stays in it.
    pub anchors: Vec<String>,
    /// Everything that was named, in order.
    pub items: Vec<Item>,
    /// The unsure pile in parts, the one at hand first (Y9).
    pub groups: Vec<Group>,
    /// How large the unsure pile was when it was last to be split, and was not.
    pub kept_whole_at: u16,
    /// The mode.
    pub mode: Option<Mode>,
    /// Whose word it is.
    pub floor: Floor,
    /// What the person said last, until it is answered.
    pub said: Option<Said>,
    /// Photos that will go with the next word of the person.
    pub pending: Vec<Photo>,
    /// Every photo that was added and not deleted.
    pub photos: Vec<Photo>,
    /// What the coach said last.
    pub coach_said: Option<String>,
    /// The last thing that was decided, if that can be undone.
    pub last_decided: Option<ItemId>,
    /// Counts what was said, decided and answered.
    pub turn: u32,
    /// When it began: milliseconds of UTC since 1970.
    pub begun_at: i64,
    /// What the last session in this space left.
    pub before: Option<Left>,
    /// Things that this household knows.
    pub things: Vec<Thing>,
    /// How it ended, once it has.
    pub outcome: Option<Outcome>,
}

impl View {
    /// A thing by its number.
    pub fn item(&self, id: ItemId) -> Option<&Item> {
        self.items.get(usize::from(id.0).checked_sub(1)?)
    }

    /// How many things were sorted: those on a pile.
    pub fn processed(&self) -> usize {
        self.items.iter().filter(|item| item.pile != Pile::Waiting).count()
    }

    /// The things for which nothing was decided.
    pub fn waiting(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.pile == Pile::Waiting)
    }

    /// The things that were put aside.
    pub fn unsure(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.pile == Pile::Unsure)
    }

    /// What is proposed now.
    pub fn proposal(&self) -> Option<&Proposal> {
        if let Some(Mode::Sorting { offer: Some(Offer::Proposal(proposal)), .. }) = &self.mode {
            return Some(proposal);
        }
        None
    }
}

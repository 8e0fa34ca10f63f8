//! The modes, each with its own data, and what is put to the person in them.

use engine::{Photo, TableTime};
use serde::{Deserialize, Serialize};

use super::phases::PhaseName;
use super::piles::{Disposition, ItemId};

/// The choices that are put to the person for one thing (Y6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Choices {
    /// The thing.
    pub item: ItemId,
    /// Two to four, the best first.
    pub choices: Vec<Disposition>,
    /// When it is put aside without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<TableTime>,
}

/// What is put to the person after what stands now, and the words for it (Y18).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Next {
    /// What the coach says then.
    pub response: String,
    /// The thing.
    pub item: ItemId,
    /// What may become of it.
    pub choices: Vec<Disposition>,
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
        offer: Option<Suggestion>,
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

/// What was half understood, and is asked back (Y14).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Back {
    /// The thing.
    pub item: ItemId,
    /// What it may have been that they want for it.
    pub becomes: Disposition,
    /// What had been proposed before they said so: it stands again after a no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Choices>,
    /// What they said besides: it is answered after this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
}

/// What is put to the person while things are sorted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "offer", rename_all = "snake_case")]
pub enum Suggestion {
    /// What was half understood (Y14).
    Back(Back),
    /// What becomes of one thing.
    Proposal(Choices),
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

//! What somebody wants to do. The person's commands come first, then the coach's, then the host's.

use engine::{Photo, SeatId};
use serde::{Deserialize, Serialize};

/// A command, by its name and fields on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    // The person.
    /// Says something.
    Say {
        /// The words; none are needed where a photo goes with them.
        text: String,
    },
    /// Takes one of the proposed choices.
    Choose {
        /// Its number, from 1.
        choice: u8,
    },
    /// Writes what becomes of the thing: the place where it belongs, or another answer in plain words (Y6).
    Write {
        /// The words.
        text: String,
    },
    /// Puts the thing in hand aside.
    Skip,
    /// Wants to know what the thing in hand is.
    WhatsThat,
    /// Cannot decide.
    Stuck,
    /// Agrees to what was asked.
    Yes,
    /// Does not.
    No,
    /// Says what the space is for (Y7).
    ChooseFunction {
        /// The number of the answer, from 1.
        branch: u8,
        /// What stays.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        anchors: Vec<String>,
    },
    /// Wants the unsure pile in parts (Y9).
    Split,
    /// Wants it as it is.
    KeepWhole,
    /// Takes the last decision back (Y5).
    Undo,
    /// Has had enough (Y8).
    Stop,
    /// Wants every photo of this session gone from the disk (Y11).
    DeletePhotos,

    // The coach.
    /// Notes things that were named or seen.
    NoteItems {
        /// The things.
        items: Vec<NewItem>,
    },
    /// Asks what the space is for (Y7).
    AskSpaceFunction(Box<NewSurvey>),
    /// Says something while surveying.
    Survey {
        /// The words.
        response: String,
        /// What the space turned out to be for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        discovered_function: Option<String>,
        /// What turned out to stay.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        discovered_anchors: Vec<String>,
    },
    /// Begins to sort.
    BeginSorting,
    /// Proposes what becomes of one thing (Y6).
    ProposeDisposition(Box<NewProposal>),
    /// Says something while sorting.
    Sort {
        /// The words.
        response: String,
        /// The thing that it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        current_item: Option<String>,
        /// Where that lies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        item_location: Option<String>,
    },
    /// Offers to split the unsure pile (Y9).
    OfferSplit {
        /// The words.
        response: String,
        /// The parts.
        groups: Vec<NewGroup>,
    },
    /// It is not clear what a thing is.
    NeedToClarify {
        /// Which.
        item: String,
        /// What can be seen of it.
        photo_context: String,
        /// Why it is not clear.
        reason: String,
    },
    /// The person is stuck.
    UserSeemsStuck {
        /// With what.
        stuck_item: String,
    },
    /// It is time to stop.
    TimeToWrap,
    /// Describes a thing.
    Describe {
        /// The words.
        response: String,
        /// What it is called, if that is clearer now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        describing_item: Option<String>,
        /// What it lies next to.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        spatial_refs: Vec<String>,
        /// What it is like.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        physical_traits: Vec<String>,
    },
    /// Puts a thing aside that stays unclear.
    SkipItem,
    /// Asks in another way.
    Reframe {
        /// The words.
        response: String,
        /// What the person is stuck with, if that is clearer now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stuck_item: Option<String>,
        /// The question that may help.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reframe_question: Option<String>,
    },
    /// Goes back to sorting. The person may want it too, where things wind down.
    ResumeSorting {
        /// What the person decided in words, if they did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Verb>,
        /// Where it belongs, if it stays.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<String>,
    },
    /// Says how it went.
    SumUp {
        /// The words.
        response: String,
        /// The session in a few words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session_summary: Option<String>,
        /// What to begin with next time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next_time: Option<String>,
    },
    /// Ends the session (Y10): the person whenever they like, the coach when the person wants it.
    EndSession,

    // The host.
    /// Hands over a photo that was cleaned and kept (Y11).
    AddPhoto {
        /// Whose.
        seat: SeatId,
        /// The photo.
        photo: Photo,
    },
    /// Answers for a seat that could not.
    AnswerFor {
        /// The seat.
        seat: SeatId,
        /// Why it could not.
        reason: String,
    },
    /// The clock: nobody answered in time (Y6).
    TimeUp,
}

/// What may become of a thing, by name (Y5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the dispositions themselves describe them")]
pub enum Verb {
    Place,
    Trash,
    Donate,
    Recycle,
    Skip,
    NeedInfo,
}

impl Verb {
    /// All of them.
    pub const ALL: &[Verb] =
        &[Verb::Place, Verb::Trash, Verb::Donate, Verb::Recycle, Verb::Skip, Verb::NeedInfo];
    /// Those that a decision in words may be.
    pub const DECIDING: &[Verb] = &[Verb::Place, Verb::Trash, Verb::Donate, Verb::Recycle, Verb::Skip];

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Verb::Place => "place",
            Verb::Trash => "trash",
            Verb::Donate => "donate",
            Verb::Recycle => "recycle",
            Verb::Skip => "skip",
            Verb::NeedInfo => "need_info",
        }
    }
}

/// A thing, as it is noted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of a thing")]
pub struct NewItem {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// What a space is for, as it is asked (Y7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewSurvey {
    /// What is said.
    pub response: String,
    /// The question.
    pub question: String,
    /// Two to five answers.
    pub branches: Vec<NewBranch>,
}

/// One answer to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of a branch")]
pub struct NewBranch {
    pub function: String,
    pub follow_up: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<String>,
}

/// A proposal, as it is made (Y6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewProposal {
    /// What is said.
    pub response: String,
    /// The thing: one that is known, or a new one.
    pub item: String,
    /// What it looks like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    /// Where it lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Two to four, the best first.
    pub choices: Vec<NewChoice>,
}

/// One choice of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewChoice {
    /// What becomes of it.
    pub disposition: Verb,
    /// Where it belongs, if it stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// A part of the unsure pile, as it is proposed (Y9).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of a group")]
pub struct NewGroup {
    pub kind: String,
    pub items: Vec<String>,
}

//! What happened. Everything is told to all: a tidying session has no secrets. A photo is named, and is never here.

use std::sync::Arc;

use engine::{Hash, Photo, Seat, SeatId};
use serde::{Deserialize, Serialize};

use super::mode::{Back, Choices, Group, Mode, Next, Survey};
use super::outcome::{Left, Outcome};
use super::phases::PhaseName;
use super::piles::{Item, ItemId, Pile};
use super::setup::Thing;

/// An event, by its name and fields on disk and on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
#[allow(missing_docs, reason = "the fields carry the names of the rules")]
pub enum Event {
    /// A session begins in a space.
    SpaceOpened {
        players: Arc<[Seat]>,
        coach_id: SeatId,
        seed_hash: Hash,
        space: String,
        coach_sees: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer_ms: Option<u64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        before: Option<Left>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        things: Vec<Thing>,
        begun_at: i64,
    },
    /// The machine goes from one mode to another (Y1): the data is the transition's own.
    ModeChanged { from: PhaseName, to: PhaseName, mode: Box<Mode> },
    /// A photo was handed over; it goes with the next word (Y11).
    PhotoAdded { photo: Photo },
    /// The person said something, with the photos that were handed over before it.
    PersonSaid { text: String, photos: Vec<Photo> },
    /// Photos came that this coach cannot see (Y11).
    PhotosUnseen { count: u8 },
    /// Photos came that could not be looked at (Y11).
    PhotosUnread { count: u8, reason: String },
    /// The photos are gone from the disk; the words stay (Y11).
    PhotosDeleted { count: u8 },
    /// The coach says something, and the word is the person's. By the rules themselves if nobody else did.
    CoachSaid {
        response: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        auto: bool,
    },
    /// What the space is for is asked (Y7).
    FunctionAsked { survey: Survey },
    /// What it is for, and what stays.
    FunctionFound {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        function: Option<String>,
        anchors: Vec<String>,
    },
    /// Things were noted, or more is known of things that were.
    ItemsNoted { items: Vec<Item> },
    /// The thing in hand (Y4).
    ItemTaken {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        item: Option<ItemId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<String>,
    },
    /// What becomes of one thing is put to the person (Y6).
    DispositionProposed { name: String, proposal: Choices },
    /// What is put to them after it, one after the other (Y18).
    ProposalsQueued { proposals: Vec<Next> },
    /// What was half understood is asked back (Y14).
    AskedBack { back: Back },
    /// A thing goes onto a pile (Y5).
    ItemDecided { item: ItemId, name: String, from: Pile, to: Pile, by: Decider },
    /// It is back where it was, and in the person's hand again (Y5).
    DecisionUndone { item: ItemId, name: String, from: Pile, to: Pile, proposal: Option<Choices> },
    /// A thing is called otherwise now.
    ItemRenamed { item: ItemId, from: String, to: String },
    /// What was taken for one thing is several, of which the first keeps its number (Y15).
    ItemSplit { item: ItemId, name: String, into: Vec<Item> },
    /// A thing is dear to the person, by what they said of it (Y19).
    HeldDear { item: ItemId },
    /// What is known of an unclear thing (Y4).
    ItemDescribed { spatial_refs: Vec<String>, traits: Vec<String> },
    /// A question that may help (Y4).
    Reframed {
        stuck_item: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        item: Option<ItemId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
    },
    /// How it went, and what comes first next time (Y4).
    SummaryNoted {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        summary: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next_time: Option<String>,
    },
    /// The person wants to stop, and says so while things wind down.
    StopAgreed {},
    /// The unsure pile could be split (Y9).
    SplitOffered { groups: Vec<Group> },
    /// It is (Y9).
    PileSplit { groups: Vec<Group> },
    /// It is not, for now.
    PileKeptWhole { size: u16 },
    /// A part of it is done.
    GroupDone { kind: String },
    /// A seat could not answer, and the rules went on.
    AnsweredFor { player_id: SeatId, reason: String },
    /// The mode changed too often without a word of the person (Y3).
    TurnSettled {},
    /// The session is over (Y10).
    SessionEnded(Box<Outcome>),
}

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// The person.
    Person,
    /// The coach, as the person said.
    Coach,
    /// Nobody answered in time (Y6).
    Clock,
}

//! The phases and what each declares. A mode's card names its persona, its tools and its exits; what is legal, diagrams, docs and
//! help come from these, and a test holds the session to them.

use serde::{Deserialize, Serialize};

use super::command::CommandName;

/// The phases, by name, with a card each. What may be given in a phase stands in the order in which it is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, engine::Phases)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs, reason = "the cards describe them")]
pub enum PhaseName {
    #[phase(sign("◎", "[SURVEY]"), colour = Blue, exits(Sorting, WindingDown))]
    #[phase(lasts = "until it is known what the space is for")]
    #[phase(persona = "Curious and orienting: what is this space, and what stays?")]
    #[phase(asks(NoteItems, AskSpaceFunction, Survey, BeginSorting, ChooseFunction, Say))]
    #[phase(asks(Undo, Stop, DeletePhotos, EndSession))]
    Surveying,
    #[phase(sign("⇄", "[SORT]"), colour = Green, exits(Clarifying, DecisionSupport, WindingDown))]
    #[phase(lasts = "as long as there is something to sort; a proposal waits five minutes for an answer")]
    #[phase(persona = "Terse and directive: one thing, and the next.")]
    #[phase(asks(NoteItems, ProposeDisposition, Sort, OfferSplit, NeedToClarify, UserSeemsStuck))]
    #[phase(asks(TimeToWrap, Choose, Write, Split, KeepWhole, Yes, No, Say, Skip, WhatsThat, Stuck))]
    #[phase(asks(Undo, Stop, DeletePhotos, EndSession))]
    Sorting,
    #[phase(sign("?", "[CLARIFY]"), colour = Yellow, exits(Sorting, WindingDown))]
    #[phase(lasts = "until the thing is known, or put aside")]
    #[phase(persona = "Patient and descriptive: which thing, and what is it?")]
    #[phase(asks(NoteItems, Describe, ResumeSorting, SkipItem, Say, Skip, Stuck))]
    #[phase(asks(Undo, Stop, DeletePhotos, EndSession))]
    Clarifying,
    #[phase(sign("♡", "[HELP]"), colour = Purple, exits(Sorting, WindingDown))]
    #[phase(lasts = "until it is decided, or put aside")]
    #[phase(persona = "Gentle and reframing: another question, and no pressure.")]
    #[phase(asks(NoteItems, Reframe, ResumeSorting, Say, Yes, No, Skip))]
    #[phase(asks(Undo, Stop, DeletePhotos, EndSession))]
    DecisionSupport,
    #[phase(sign("☾", "[WRAP]"), colour = Slate, exits(Sorting, Ended))]
    #[phase(lasts = "until the person ends it, or goes on")]
    #[phase(persona = "Warm and factual: what is done, what is left, what comes first next time.")]
    #[phase(asks(NoteItems, SumUp, Say, ResumeSorting))]
    #[phase(asks(Undo, DeletePhotos, EndSession))]
    WindingDown,
    #[phase(sign("■", "[END]"), colour = Grey)]
    #[phase(lasts = "for good")]
    #[phase(persona = "Nobody speaks.")]
    Ended,
}

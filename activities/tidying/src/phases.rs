//! The phases and what each declares. A mode's card names its persona, its tools and its exits; diagrams, docs and help
//! are printed from these, and a test holds the session to them.

use crate::view::PhaseName;
use engine::{PhaseCard, Phases as _};

use super::command::CommandName;

/// One card a phase.
#[derive(engine::Phases)]
#[phases(names = PhaseName)]
pub(super) enum Card {
    #[phase(sign("◎", "[SURVEY]"), colour = Blue, exits(Sorting, WindingDown))]
    #[phase(lasts = "until it is known what the space is for")]
    #[phase(persona = "Curious and orienting: what is this space, and what stays?")]
    #[phase(asks(
        NoteItems,
        AskSpaceFunction,
        Survey,
        BeginSorting,
        ChooseFunction,
        Say,
        Undo,
        Stop,
        DeletePhotos,
        EndSession
    ))]
    Surveying,
    #[phase(sign("⇄", "[SORT]"), colour = Green, exits(Clarifying, DecisionSupport, WindingDown))]
    #[phase(lasts = "as long as there is something to sort; a proposal waits five minutes for an answer")]
    #[phase(persona = "Terse and directive: one thing, and the next.")]
    #[phase(asks(
        NoteItems,
        ProposeDisposition,
        Sort,
        OfferSplit,
        NeedToClarify,
        UserSeemsStuck,
        TimeToWrap,
        Choose,
        Write,
        Say,
        Skip,
        WhatsThat,
        Stuck,
        Split,
        KeepWhole,
        Undo,
        Stop,
        DeletePhotos,
        EndSession
    ))]
    Sorting,
    #[phase(sign("?", "[CLARIFY]"), colour = Yellow, exits(Sorting, WindingDown))]
    #[phase(lasts = "until the thing is known, or put aside")]
    #[phase(persona = "Patient and descriptive: which thing, and what is it?")]
    #[phase(asks(
        NoteItems,
        Describe,
        ResumeSorting,
        SkipItem,
        Say,
        Skip,
        Stuck,
        Undo,
        Stop,
        DeletePhotos,
        EndSession
    ))]
    Clarifying,
    #[phase(sign("♡", "[HELP]"), colour = Purple, exits(Sorting, WindingDown))]
    #[phase(lasts = "until it is decided, or put aside")]
    #[phase(persona = "Gentle and reframing: another question, and no pressure.")]
    #[phase(asks(
        NoteItems,
        Reframe,
        ResumeSorting,
        Say,
        Yes,
        No,
        Skip,
        Undo,
        Stop,
        DeletePhotos,
        EndSession
    ))]
    DecisionSupport,
    #[phase(sign("☾", "[WRAP]"), colour = Slate, exits(Sorting, Ended))]
    #[phase(lasts = "until the person ends it, or goes on")]
    #[phase(persona = "Warm and factual: what is done, what is left, what comes first next time.")]
    #[phase(asks(NoteItems, SumUp, ResumeSorting, Say, Undo, DeletePhotos, EndSession))]
    WindingDown,
    #[phase(sign("■", "[END]"), colour = Grey)]
    #[phase(lasts = "for good")]
    #[phase(persona = "Nobody speaks.")]
    Ended,
}

/// The card of a phase.
pub(super) fn card(name: PhaseName) -> &'static PhaseCard {
    Card::from(name).card()
}

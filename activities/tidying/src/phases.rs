//! The phase cards. A mode's card names its persona, its tools and its exits; diagrams, docs and help are printed from
//! these, and a test holds the session to them.

use engine::{Colour, PhaseCard, Phases};
use protocol::tidying::PhaseName;

use super::command::CommandName::{
    self, AskSpaceFunction, BeginSorting, Choose, ChooseFunction, DeletePhotos, Describe, EndSession,
    KeepWhole, NeedToClarify, No, NoteItems, OfferSplit, ProposeDisposition, Reframe, ResumeSorting, Say,
    Skip, SkipItem, Sort, Split, Stop, Stuck, SumUp, Survey, TimeToWrap, Undo, UserSeemsStuck, WhatsThat,
    Write, Yes,
};
use super::state::State;

/// One card a phase.
const PHASES: &[PhaseCard] = &[
    PhaseCard {
        name: "SURVEYING",
        title: "Surveying",
        sign: ("◎", "[SURVEY]"),
        colour: Colour::Blue,
        persona: "Curious and orienting: what is this space, and what stays?",
        tools: &CommandName::words([
            NoteItems,
            AskSpaceFunction,
            Survey,
            BeginSorting,
            ChooseFunction,
            Say,
            Undo,
            Stop,
            DeletePhotos,
            EndSession,
        ]),
        exits: &["SORTING", "WINDING_DOWN"],
        lasts: "until it is known what the space is for",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "SORTING",
        title: "Sorting",
        sign: ("⇄", "[SORT]"),
        colour: Colour::Green,
        persona: "Terse and directive: one thing, and the next.",
        tools: &CommandName::words([
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
            EndSession,
        ]),
        exits: &["CLARIFYING", "DECISION_SUPPORT", "WINDING_DOWN"],
        lasts: "as long as there is something to sort; a proposal waits five minutes for an answer",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "CLARIFYING",
        title: "Clarifying",
        sign: ("?", "[CLARIFY]"),
        colour: Colour::Yellow,
        persona: "Patient and descriptive: which thing, and what is it?",
        tools: &CommandName::words([
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
            EndSession,
        ]),
        exits: &["SORTING", "WINDING_DOWN"],
        lasts: "until the thing is known, or put aside",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "DECISION_SUPPORT",
        title: "Decision support",
        sign: ("♡", "[HELP]"),
        colour: Colour::Purple,
        persona: "Gentle and reframing: another question, and no pressure.",
        tools: &CommandName::words([
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
            EndSession,
        ]),
        exits: &["SORTING", "WINDING_DOWN"],
        lasts: "until it is decided, or put aside",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "WINDING_DOWN",
        title: "Winding down",
        sign: ("☾", "[WRAP]"),
        colour: Colour::Slate,
        persona: "Warm and factual: what is done, what is left, what comes first next time.",
        tools: &CommandName::words([NoteItems, SumUp, ResumeSorting, Say, Undo, DeletePhotos, EndSession]),
        exits: &["SORTING", "ENDED"],
        lasts: "until the person ends it, or goes on",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "ENDED",
        title: "Ended",
        sign: ("■", "[END]"),
        colour: Colour::Grey,
        persona: "Nobody speaks.",
        tools: &[],
        exits: &[],
        lasts: "for good",
        ..PhaseCard::DEFAULT
    },
];

impl Phases for State {
    const CARDS: &'static [PhaseCard] = PHASES;

    fn card(&self) -> &'static PhaseCard {
        card(self.phase_name())
    }
}

/// The card of a phase.
pub(super) const fn card(phase: PhaseName) -> &'static PhaseCard {
    &PHASES[phase as usize]
}

//! The phase cards: the one source for diagrams, tables, help and colours.

use engine::{Colour, PhaseCard};
use protocol::mafia::PhaseName;

use super::command::CommandName::{self, Abstain, CastVote, ChooseTarget, Pass, Say};
use super::state::State;

/// One card a phase, in the order of play.
pub(super) const PHASES: &[PhaseCard] = &[
    PhaseCard {
        name: "SETUP",
        title: "Setup",
        sign: ("◇", "[SETUP]"),
        colour: Colour::Slate,
        persona: "The dealer, who says who sits where and nothing more.",
        tools: &[],
        exits: &["NIGHT_ACTIONS"],
        lasts: "no time",
        prepares: false,
        covered: false,
    },
    PhaseCard {
        name: "NIGHT_ACTIONS",
        title: "Night",
        sign: ("☾", "[NIGHT]"),
        colour: Colour::Red,
        persona: "The night watch: hushed, and the same to every door.",
        tools: &CommandName::words([ChooseTarget]),
        exits: &["MORNING_REVEAL"],
        lasts: "30 s and 5 s a living seat",
        prepares: false,
        covered: true,
    },
    PhaseCard {
        name: "MORNING_REVEAL",
        title: "Morning",
        sign: ("☼", "[DAWN]"),
        colour: Colour::Yellow,
        persona: "The crier, who tells what was found and keeps the rest.",
        tools: &[],
        exits: &["DAY_DISCUSSION", "RESOLUTION"],
        lasts: "3 s",
        prepares: false,
        covered: false,
    },
    PhaseCard {
        name: "DAY_DISCUSSION",
        title: "Discussion",
        sign: ("☀", "[DAY]"),
        colour: Colour::Blue,
        persona: "The chair, who gives everybody one turn.",
        tools: &CommandName::words([Say, Pass]),
        exits: &["DAY_VOTING"],
        lasts: "15 s a turn",
        prepares: false,
        covered: false,
    },
    PhaseCard {
        name: "DAY_VOTING",
        title: "Voting",
        sign: ("⚖", "[VOTE]"),
        colour: Colour::Purple,
        persona: "The teller, who counts aloud.",
        tools: &CommandName::words([CastVote, Abstain]),
        exits: &["RESOLUTION"],
        lasts: "15 s and 2 s a voter",
        prepares: false,
        covered: false,
    },
    PhaseCard {
        name: "RESOLUTION",
        title: "Resolution",
        sign: ("▣", "[COUNT]"),
        colour: Colour::Grey,
        persona: "The teller, who says what the count comes to.",
        tools: &[],
        exits: &["NIGHT_ACTIONS", "END"],
        lasts: "no time",
        prepares: false,
        covered: false,
    },
    PhaseCard {
        name: "END",
        title: "End",
        sign: ("✓", "[END]"),
        colour: Colour::Green,
        persona: "The dealer, who turns every card over.",
        tools: &[],
        exits: &[],
        lasts: "for good",
        prepares: false,
        covered: false,
    },
];

/// The card of a phase.
pub(super) fn card(name: PhaseName) -> &'static PhaseCard {
    &PHASES[match name {
        PhaseName::Setup => 0,
        PhaseName::NightActions => 1,
        PhaseName::MorningReveal => 2,
        PhaseName::DayDiscussion => 3,
        PhaseName::DayVoting => 4,
        PhaseName::Resolution => 5,
        PhaseName::End => 6,
    }]
}

/// A phase with the number of its night or day, where it has one.
pub(super) fn heading(state: &State) -> String {
    let (name, day) = (state.phase.name(), state.day);
    match name {
        PhaseName::Setup | PhaseName::End => card(name).title.to_owned(),
        PhaseName::NightActions
        | PhaseName::MorningReveal
        | PhaseName::DayDiscussion
        | PhaseName::DayVoting
        | PhaseName::Resolution => format!("{} {day}", card(name).title),
    }
}

//! The phase cards. A mood's card names its persona, its tools and its exits; diagrams, docs and help are printed from
//! these, and a test holds the game to them.

use engine::{Colour, PhaseCard, Phases};
use protocol::dm::{Mood, PhaseName};

use super::command::CommandName::{
    self, Accept, Act, AskPlayer, BackToWork, Choose, ChooseDie, Compress, CreateCharacter, DrawCard,
    EndSession, Engage, GiveSpotlight, HouseStory, Introduce, Land, LayLow, MoveTo, Narrate, NewClock,
    NextScene, OfferBargain, OpenScene, OpenStory, PassOut, PassTime, Recover, Resolve, Rest, Retreat,
    RevealClock, Scar, SetSceneStyle, SettleThreat, ShiftAttitude, ShiftDisposition, SpawnThread, SpeakAsNpc,
    SpendDie, SpreadRumor, Strike, Take, TakeWayOut, Think, TickClock, TryAgain, WorkOn,
};
use super::state::State;

/// One card a phase.
const PHASES: &[PhaseCard] = &[
    PhaseCard {
        name: "CREATION",
        title: "Creation",
        sign: ("✎", "[CREATE]"),
        colour: Colour::Slate,
        persona: "The dealer, who lays three cards and asks who you are.",
        tools: &CommandName::words([CreateCharacter]),
        exits: &["OPENING"],
        lasts: "until everybody has a character",
        prepares: true,
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "OPENING",
        title: "Opening",
        sign: ("✉", "[OPEN]"),
        colour: Colour::Slate,
        persona: "The game master, who proposes a story.",
        tools: &CommandName::words([Think, OpenStory, TryAgain, HouseStory]),
        exits: &["SCENE"],
        lasts: "until there is a story",
        prepares: true,
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "SCENE",
        title: "Scene",
        sign: ("☂", "[SCENE]"),
        colour: Colour::Blue,
        persona: "The Weaver, who lays out threads and waits to see which you pull.",
        tools: &CommandName::words([
            Think,
            OpenScene,
            Narrate,
            SpeakAsNpc,
            AskPlayer,
            Choose,
            Engage,
            SetSceneStyle,
            DrawCard,
            Compress,
            SettleThreat,
            SpawnThread,
            SpreadRumor,
            ShiftAttitude,
            ShiftDisposition,
            MoveTo,
            Introduce,
            RevealClock,
            NewClock,
            Act,
            Take,
            GiveSpotlight,
        ]),
        exits: &["ACTION", "BETWEEN_SCENES", "TRAUMA"],
        lasts: "as long as it holds",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "ACTION",
        title: "Action",
        sign: ("⚄", "[DICE]"),
        colour: Colour::Red,
        persona: "The Crucible, who says what each die would cost before you touch one.",
        tools: &CommandName::words([Think, SpeakAsNpc, SpendDie, Resolve, ChooseDie]),
        exits: &["AFTERMATH", "BARGAIN"],
        lasts: "one die",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "AFTERMATH",
        title: "Aftermath",
        sign: ("≈", "[ECHO]"),
        colour: Colour::Yellow,
        persona: "The Echo, who lets it land.",
        tools: &CommandName::words([
            Think,
            Land,
            Choose,
            Accept,
            Compress,
            SettleThreat,
            TickClock,
            SpawnThread,
            SpreadRumor,
            ShiftAttitude,
            ShiftDisposition,
            MoveTo,
            Introduce,
            RevealClock,
            NewClock,
            Act,
            Take,
            GiveSpotlight,
        ]),
        exits: &["SCENE", "BETWEEN_SCENES", "TRAUMA"],
        lasts: "until it has landed",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "DOWNTIME",
        title: "Downtime",
        sign: ("☾", "[REST]"),
        colour: Colour::Green,
        persona: "The Tide, who takes days and brings something back.",
        tools: &CommandName::words([
            Think,
            PassTime,
            Compress,
            TickClock,
            SpawnThread,
            SpreadRumor,
            ShiftAttitude,
            ShiftDisposition,
            MoveTo,
            Introduce,
            RevealClock,
            NewClock,
            LayLow,
            Recover,
            WorkOn,
            BackToWork,
            EndSession,
        ]),
        exits: &["SCENE", "ENDED"],
        lasts: "two things each",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "TRAUMA",
        title: "Trauma",
        sign: ("☇", "[CRACK]"),
        colour: Colour::Purple,
        persona: "The Crack, through which somebody sees who they are now.",
        tools: &CommandName::words([Think, Scar]),
        exits: &["SCENE", "DOWNTIME", "ENDED"],
        lasts: "one breath",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "BARGAIN",
        title: "Bargain",
        sign: ("⚖", "[DEAL]"),
        colour: Colour::Purple,
        persona: "The Hungry City, which always has dice and never gives them.",
        tools: &CommandName::words([Think, OfferBargain, Strike, Retreat, PassOut]),
        exits: &["ACTION", "BETWEEN_SCENES", "TRAUMA"],
        lasts: "one bargain",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "BETWEEN_SCENES",
        title: "Between scenes",
        sign: ("…", "[BETWEEN]"),
        colour: Colour::Grey,
        persona: "Nobody: the rules count, and the law may knock.",
        tools: &CommandName::words([Think, Compress, TakeWayOut, NextScene, Rest, EndSession]),
        exits: &["SCENE", "DOWNTIME", "ENDED"],
        lasts: "until the players go on",
        ..PhaseCard::DEFAULT
    },
    PhaseCard {
        name: "ENDED",
        title: "Ended",
        sign: ("✓", "[END]"),
        colour: Colour::Grey,
        persona: "Nobody: the lamps are out.",
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
pub(super) fn card(name: PhaseName) -> &'static PhaseCard {
    &PHASES[name as usize]
}

/// What stands over a part of the evening: a scene has a number and a title, and nothing before it is opened.
pub(super) fn heading(state: &State) -> Option<String> {
    match state.mood() {
        Some(Mood::Scene { framed: false, .. }) => None,
        Some(Mood::Scene { framed: true, .. }) => {
            Some(format!("Scene {}: {}", state.scene.number, state.scene.title))
        }
        Some(_) | None => Some(card(state.phase_name()).title.to_owned()),
    }
}

//! What happened. Each event has one audience: what the players hear and what only the game master knows are
//! different events.

use std::sync::Arc;

use crate::view::{
    Attitude, Character, Connector, Consequence, Deal, DieOffer, Disposition, EndReason, Entanglement, Fact,
    Floor, Mood, Outcome, Person, PhaseName, Place, Portrait, Price, ProgressClock, Rumor, SceneKind,
    SpentDie, Story, Style, Summary, Thread, Truth, WayOut,
};
use engine::{Audience, Hash, Seat, SeatId};
use serde::{Deserialize, Serialize};

use super::campaign::{Known, Unseen};
use super::state::State;

/// An event, by its name and fields on disk and on the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
#[allow(missing_docs, reason = "the fields carry the names of the rules")]
pub enum Event {
    /// People sit down; nothing is made up yet.
    TableLaid { players: Arc<[Seat]>, gm_id: SeatId, seed_hash: Hash, lines: Vec<String>, veils: Vec<String> },
    /// An evening of a campaign begins, with all that everybody knows (D29).
    EveningBegun { campaign: String, evening: u32, known: Box<Known> },
    /// What only the game master knows then.
    EveningRemembered { unseen: Box<Unseen> },
    /// Something is to be remembered.
    FactNoted { fact: Fact },
    /// It is settled.
    FactSettled { text: String },
    /// A player made a character, and the cards fell (D6).
    CharacterCreated { player_id: SeatId, character: Box<Character> },
    /// What a player wants left out of the story: known to nobody at the table until all have made a character.
    LinesNoted { lines: Vec<String>, veils: Vec<String> },
    /// Somebody at the table wants something left out of the story, or told from afar. Nobody says who.
    LinesDrawn { lines: Vec<String>, veils: Vec<String> },
    /// What was kept out of the table since, which has told it to all.
    KeptOut { lines: Vec<String> },
    /// A story was proposed (D6).
    StoryOpened {
        story: Story,
        places: Vec<Place>,
        factions: Vec<crate::view::Faction>,
        people: Vec<Person>,
        first_scene: String,
    },
    /// What only the game master knows of it.
    SecretsKept { people: Vec<Portrait>, goals: Vec<(String, String)> },
    /// No story came, and the players are told so.
    OpeningFailed { reason: String },
    /// The players want another try, or a story of the house.
    OpeningRetried { by_house: bool },
    /// A scene begins.
    SceneOpened { number: u32, title: String, kind: SceneKind, place: String, card: Option<String> },
    /// What kind of scene it is, with what only the game master knows of it.
    SceneMeant { kind: SceneKind },
    /// The machine goes from one mood to another (D1).
    MoodChanged { from: PhaseName, to: PhaseName, mood: Box<Mood> },
    /// Whose word it is in a scene or an aftermath, and what is put to them.
    FloorGiven { floor: Floor },
    /// The scene is another one now, with the same people in the same place.
    SceneTurned { kind: SceneKind },
    /// A player did or said something: a beat.
    PlayerActed { player_id: SeatId, text: String },
    /// Somebody else is up.
    SpotlightMoved { to: SeatId },
    /// The game master tells what happens: a beat.
    NarrationGiven {
        narration: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        connector: Option<Connector>,
        /// The rules told it, because nobody else did.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        auto: bool,
    },
    /// The game master speaks as somebody: a beat.
    NpcSpoke {
        person: String,
        words: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        manner: Option<String>,
    },
    /// The game master wants to know something.
    PlayerAsked { question: String },
    /// The game master thinks.
    ThoughtNoted { text: String },
    /// Words crossed a line, and the game master is to find others (told to it alone). Only in logs of rules 2: since then
    /// they are refused.
    WordsTurnedBack { line: String },
    /// Words crossed a line again, and were not told. Only in logs of rules 2.
    WordsWithheld {},
    /// The game master could not answer, and the rules went on.
    AnsweredFor { reason: String },
    /// The mood changed too often without a word of the players (D2).
    TurnSettled {},
    /// The player risks it: to the dice (D27).
    RiskTaken { player_id: SeatId },
    /// The player lets it pass, before anything is committed (D27).
    MomentPassed { player_id: SeatId },
    /// One ending for each die stands in the log; its text is sealed (D7).
    OutcomesCommitted {
        player_id: SeatId,
        situation: String,
        dice: Vec<DieOffer>,
        /// Figures out of range were brought into it (D9).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        clamped: bool,
    },
    /// The sealed texts, with what they were sealed with.
    OutcomesSealed { endings: Vec<String>, salts: Vec<String> },
    /// Endings whose figures are out of range were turned back (D9). Only in logs of rules 2: since then they are brought
    /// into it.
    OutcomesRefused { why: String },
    /// A die left the pool.
    DieSpent { player_id: SeatId, die: u8, value: u8, left: u8 },
    /// The die's ending is told.
    DieChosen { player_id: SeatId, spent: SpentDie },
    /// Dice came into the pool, rolled (D12).
    DiceRecovered { player_id: SeatId, dice: Vec<u8>, why: String },
    /// The pool is what it is now, and nothing of what it was: after a retreat (D13).
    PoolRolled { player_id: SeatId, dice: Vec<u8> },
    /// D4.
    StressChanged { player_id: SeatId, from: u8, to: u8, why: String },
    /// D4.
    HeatChanged { player_id: SeatId, from: u8, to: u8, why: String },
    /// D4.
    CoinChanged { player_id: SeatId, from: u8, to: u8, why: String },
    /// D4.
    WantedChanged { player_id: SeatId, from: u8, to: u8, why: String },
    /// D5.
    RecoveringChanged { player_id: SeatId, recovering: bool },
    /// D5.
    HuntedChanged { player_id: SeatId, hunted: bool },
    /// D14.
    TraumaGained { player_id: SeatId, trauma: String },
    /// D14.
    CharacterRetired { player_id: SeatId, why: String },
    /// The city offers dice (D13).
    BargainOffered { player_id: SeatId, deals: Vec<Deal> },
    /// What each bargain would be told as, for the game master.
    BargainsSealed { narratives: Vec<String> },
    /// One was taken.
    BargainStruck { player_id: SeatId, price: Price, dice: u8, narrative: String },
    /// The action was given up.
    Retreated { player_id: SeatId },
    /// The character fell.
    PassedOut { player_id: SeatId },
    /// A clock that players see.
    ClockStarted { clock: ProgressClock, by: String },
    /// A clock that they do not see, or what one leads to.
    ClockWound { clock: ProgressClock, consequence: Consequence },
    /// A clock goes on.
    ClockTicked { clock: String, from: u8, to: u8, why: String },
    /// One that nobody sees goes on.
    HiddenClockTicked { clock: String, from: u8, to: u8, why: String },
    /// Players see a clock from now on.
    ClockRevealed { clock: ProgressClock },
    /// A clock is full, and leaves (D16).
    ClockCompleted { clock: ProgressClock, consequence: Consequence },
    /// A clock went away.
    ClockRemoved { clock: String },
    /// One that nobody sees did.
    HiddenClockRemoved { clock: String },
    /// A clock has another name.
    ClockRenamed { clock: String, name: String },
    /// One that nobody sees has.
    HiddenClockRenamed { clock: String, name: String },
    /// A threat breaks in: the next turn is an action (D17).
    InterruptRaised { clock: String },
    /// It has broken in.
    InterruptMet { clock: String },
    /// A faction did something.
    FactionMoved { faction: String, what: String },
    /// What was hidden is out.
    SecretRevealed { person: String, what: String },
    /// Things get worse.
    Escalated { what: String },
    /// A chance.
    OpportunityOpened { what: String },
    /// Something was gained.
    AssetGained { player_id: SeatId, what: String },
    /// Something was given by the game master, besides what clocks lead to.
    AssetGiven { player_id: SeatId, what: String },
    /// Something is gone.
    AssetLost { player_id: SeatId, what: String },
    /// What a faction thinks of the party.
    FactionAttitudeChanged { faction: String, from: Attitude, to: Attitude, why: String },
    /// What a person thinks of it.
    NpcDispositionChanged { person: String, from: Disposition, to: Disposition, why: String },
    /// A matter begins that will come back.
    ThreadSpawned { thread: Thread },
    /// A thread is in other words, or nearer.
    ThreadChanged { hook: String, thread: Thread },
    /// A matter is over.
    ThreadClosed { hook: String },
    /// People talk.
    RumorSpread { rumor: Rumor },
    /// Whether a rumour is so.
    RumorWeighed { text: String, truth: Truth },
    /// The party goes somewhere.
    LocationChanged { from: String, to: String },
    /// A place is known that was not.
    PlaceFound { place: Place },
    /// Somebody new comes in.
    PersonMet { person: Person },
    /// Somebody who is known came in, or left.
    PresenceChanged { person: String, here: bool },
    /// How to play a person.
    PortraitDrawn { portrait: Portrait },
    /// How the scene feels.
    StyleChanged { style: Style },
    /// A card, for whoever asked.
    CardDrawn { card: String },
    /// What something cost, for later scenes.
    CostNoted { text: String },
    /// What threatens, for later scenes.
    ThreatNoted { text: String },
    /// It threatens no more.
    ThreatAnswered { text: String },
    /// A scene in a few words (D19).
    SceneCompressed { summary: Summary },
    /// What it may lead to.
    SeedsSown { seeds: Vec<String> },
    /// The law is at the door (D18).
    EntanglementFaced { entanglement: Box<Entanglement> },
    /// A way out was taken.
    EntanglementPaid { player_id: SeatId, way: WayOut },
    /// What a player does with a free day.
    DayUsed { player_id: SeatId, left: u8, what: String },
    /// Time passes.
    TimePassed { elapsed: String },
    /// What of a character's own helps (D26).
    EdgeUsed { player_id: SeatId, what: String },
    /// Somebody would end the evening here, or would not (D28).
    EndWished { player_id: SeatId, ends: bool },
    /// Too few would: it goes on.
    EndDropped {},
    /// Play is over: what became of everybody is told next (D28).
    EveningClosed { reason: EndReason },
    /// What became of somebody.
    EpilogueTold {
        player_id: SeatId,
        words: String,
        /// The house told it, because nobody else did.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        auto: bool,
    },
    /// The evening is over.
    SessionEnded(Box<Outcome>),
}

/// Who is told an event.
pub(super) fn audience(state: &State, event: &Event) -> Audience {
    match event {
        Event::ThoughtNoted { .. } => Audience::Thoughts(state.gm),
        Event::LinesNoted { .. } => Audience::Host,
        Event::SecretsKept { .. }
        | Event::WordsTurnedBack { .. }
        | Event::OutcomesSealed { .. }
        | Event::OutcomesRefused { .. }
        | Event::BargainsSealed { .. }
        | Event::ClockWound { .. }
        | Event::HiddenClockTicked { .. }
        | Event::HiddenClockRemoved { .. }
        | Event::HiddenClockRenamed { .. }
        | Event::RumorWeighed { .. }
        | Event::PortraitDrawn { .. }
        | Event::CardDrawn { .. }
        | Event::CostNoted { .. }
        | Event::ThreatNoted { .. }
        | Event::ThreatAnswered { .. }
        | Event::SceneMeant { .. }
        | Event::EveningRemembered { .. }
        | Event::SeedsSown { .. } => Audience::seat(state.gm),
        Event::TableLaid { .. }
        | Event::EveningBegun { .. }
        | Event::FactNoted { .. }
        | Event::FactSettled { .. }
        | Event::CharacterCreated { .. }
        | Event::LinesDrawn { .. }
        | Event::KeptOut { .. }
        | Event::StoryOpened { .. }
        | Event::OpeningFailed { .. }
        | Event::OpeningRetried { .. }
        | Event::SceneOpened { .. }
        | Event::MoodChanged { .. }
        | Event::FloorGiven { .. }
        | Event::SceneTurned { .. }
        | Event::PlayerActed { .. }
        | Event::SpotlightMoved { .. }
        | Event::NarrationGiven { .. }
        | Event::NpcSpoke { .. }
        | Event::PlayerAsked { .. }
        | Event::WordsWithheld {}
        | Event::AnsweredFor { .. }
        | Event::TurnSettled {}
        | Event::RiskTaken { .. }
        | Event::MomentPassed { .. }
        | Event::OutcomesCommitted { .. }
        | Event::DieSpent { .. }
        | Event::DieChosen { .. }
        | Event::DiceRecovered { .. }
        | Event::PoolRolled { .. }
        | Event::StressChanged { .. }
        | Event::HeatChanged { .. }
        | Event::CoinChanged { .. }
        | Event::WantedChanged { .. }
        | Event::RecoveringChanged { .. }
        | Event::HuntedChanged { .. }
        | Event::TraumaGained { .. }
        | Event::CharacterRetired { .. }
        | Event::BargainOffered { .. }
        | Event::BargainStruck { .. }
        | Event::Retreated { .. }
        | Event::PassedOut { .. }
        | Event::ClockStarted { .. }
        | Event::ClockTicked { .. }
        | Event::ClockRevealed { .. }
        | Event::ClockCompleted { .. }
        | Event::ClockRemoved { .. }
        | Event::ClockRenamed { .. }
        | Event::InterruptRaised { .. }
        | Event::InterruptMet { .. }
        | Event::FactionMoved { .. }
        | Event::SecretRevealed { .. }
        | Event::Escalated { .. }
        | Event::OpportunityOpened { .. }
        | Event::AssetGained { .. }
        | Event::AssetGiven { .. }
        | Event::AssetLost { .. }
        | Event::FactionAttitudeChanged { .. }
        | Event::NpcDispositionChanged { .. }
        | Event::ThreadSpawned { .. }
        | Event::ThreadChanged { .. }
        | Event::ThreadClosed { .. }
        | Event::RumorSpread { .. }
        | Event::LocationChanged { .. }
        | Event::PlaceFound { .. }
        | Event::PersonMet { .. }
        | Event::PresenceChanged { .. }
        | Event::StyleChanged { .. }
        | Event::SceneCompressed { .. }
        | Event::EntanglementFaced { .. }
        | Event::EntanglementPaid { .. }
        | Event::DayUsed { .. }
        | Event::TimePassed { .. }
        | Event::EdgeUsed { .. }
        | Event::EndWished { .. }
        | Event::EndDropped {}
        | Event::EveningClosed { .. }
        | Event::EpilogueTold { .. }
        | Event::SessionEnded(_) => Audience::Public,
    }
}

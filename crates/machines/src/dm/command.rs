//! What somebody may want to do: the players' ways, and the game master's tools.
//!
//! Each is small and has its own schema. Things of the world are called by their names.

use engine::SeatId;
use protocol::dm::{
    Attitude, Class, ClockKind, Connector, Disposition, Domain, Effect, Position, Pressure, Spread, Tension,
    Truth, Urgency, Verdict,
};
use serde::{Deserialize, Serialize};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    // The players.
    /// A player, in session zero: who they play (D6), and what the table keeps out of the story.
    CreateCharacter(Box<NewCharacter>),
    /// The player in the spotlight says or does something.
    Act {
        /// In their own words.
        text: String,
    },
    /// The player in the spotlight takes one of the ideas or options.
    Take {
        /// Which, from 1.
        option: u8,
    },
    /// The player in the spotlight lets somebody else go first.
    GiveSpotlight {
        /// Whom.
        to: SeatId,
    },
    /// The acting player spends a die (D7).
    ChooseDie {
        /// Which of the pool, from 1: equal dice are told apart.
        die: u8,
    },
    /// The acting player takes a bargain (D13).
    Strike {
        /// Which, from 1.
        deal: u8,
    },
    /// The acting player gives the action up (D13).
    Retreat,
    /// The acting player falls (D13).
    PassOut,
    /// The player whose heat is up takes a way out (D18).
    TakeWayOut {
        /// Which, from 1.
        way: u8,
    },
    /// Between scenes: on with it.
    NextScene,
    /// Between scenes: rest first.
    Rest,
    /// Between scenes or in downtime: that was the evening.
    EndSession,
    /// In downtime: keep out of sight (D18).
    LayLow,
    /// In downtime: heal, for a coin (D18).
    Recover,
    /// In downtime: work on a goal (D18).
    WorkOn {
        /// The clock.
        clock: String,
    },
    /// In downtime: enough.
    BackToWork,
    /// A player, after the opening failed: try again.
    TryAgain,
    /// A player, after the opening failed: a story of the house.
    HouseStory,

    // The game master.
    /// Proposes a story (D6).
    OpenStory(Box<NewStory>),
    /// Opens a scene.
    OpenScene(Box<NewScene>),
    /// Thinks, to itself.
    Think {
        /// What.
        text: String,
    },
    /// Speaks as a person of the world.
    SpeakAsNpc {
        /// Who.
        person: String,
        /// The words.
        words: String,
        /// How they say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        manner: Option<String>,
    },
    /// Asks the player something, and waits.
    AskPlayer {
        /// What.
        question: String,
    },
    /// Gives the player a choice, and waits.
    Choose {
        /// What led to it.
        narration: String,
        /// Two to four.
        options: Vec<String>,
    },
    /// The player risks something: on to the dice.
    Engage {
        /// How badly it may go.
        position: Position,
        /// How much it may bring.
        effect: Effect,
        /// What kind of thing it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        domain: Option<Domain>,
        /// What helps, what may be won, or how it came to this.
        gain: String,
        /// What may go wrong.
        danger: String,
    },
    /// Commits one ending for each die of the pool (D7, D11).
    SpendDie {
        /// What is at stake.
        situation: String,
        /// In the order of the pool.
        outcomes: Vec<DieOutcome>,
    },
    /// Says what came of the action (D10).
    Resolve(Box<Resolution>),
    /// The aftermath is over: back to the scene.
    Accept,
    /// Tells what happens in a scene, and leaves the word to the player.
    Narrate(Box<Narration>),
    /// Tells how it lands.
    Land(Box<Landed>),
    /// Puts a price on dice (D13).
    OfferBargain {
        /// The city's own words.
        narration: String,
        /// Two to four.
        deals: Vec<NewDeal>,
    },
    /// Names a scar (D14).
    Scar {
        /// How it breaks.
        narration: String,
        /// What is left: one of the list, or a word of its own.
        trauma: String,
        /// What could be done now.
        suggested: Vec<String>,
    },
    /// Time passes (D18).
    PassTime(Box<Elapsed>),
    /// Puts a scene into a few words (D19).
    Compress(Box<Compression>),
    /// Sets how the scene feels.
    SetSceneStyle {
        /// In a few words.
        atmosphere: String,
        /// How tense.
        pressure: Pressure,
        /// Whose world.
        class: Class,
    },
    /// A new thread.
    SpawnThread {
        /// What it is about.
        hook: String,
        /// How near it is.
        tension: Tension,
        /// The clock that runs out for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<String>,
    },
    /// A rumour goes round, or further.
    SpreadRumor {
        /// What is said.
        text: String,
        /// By whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
        /// Whether it is so.
        truth: Truth,
        /// How far it gets.
        spread: Spread,
    },
    /// A faction thinks otherwise of the party.
    ShiftAttitude {
        /// Which.
        faction: String,
        /// What it thinks now.
        attitude: Attitude,
        /// Why.
        why: String,
    },
    /// A person thinks otherwise of the party.
    ShiftDisposition {
        /// Who.
        person: String,
        /// What they think now.
        disposition: Disposition,
        /// Why.
        why: String,
    },
    /// The party goes somewhere.
    MoveTo {
        /// A place that is known, or a new one.
        place: String,
        /// What a new one is like.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
    },
    /// Somebody comes in.
    Introduce(Box<NewPerson>),
    /// Players get to see a clock.
    RevealClock {
        /// Which.
        clock: String,
    },
    /// A new clock.
    NewClock(Box<NewClock>),
    /// A clock goes on (D15).
    TickClock {
        /// Which.
        clock: String,
        /// By how many.
        ticks: u8,
    },
    /// Something that threatened is answered.
    SettleThreat {
        /// What.
        threat: String,
    },
    /// Draws a card, for a scene or a person.
    DrawCard,

    // The host.
    /// Answers for a seat that could not.
    AnswerFor {
        /// The seat.
        seat: SeatId,
        /// Why it could not.
        reason: String,
    },
    /// The clock, which has nothing to say here.
    TimeUp,
}

/// A character, as a player makes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of the sheet")]
pub struct NewCharacter {
    pub name: String,
    pub pronouns: String,
    pub archetype: String,
    pub background: String,
    /// What is never told at this table. It is kept without a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// What is told only from afar.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub veils: Vec<String>,
}

/// A story that is proposed (D6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewStory {
    /// What it is called.
    pub title: String,
    /// What is to be won or lost.
    pub stakes: String,
    /// Two things that go wrong by themselves.
    pub threats: Vec<StoryClock>,
    /// The one thing that the party wants.
    pub goal: Vec<StoryClock>,
    /// What factions are up to, which players do not see: none to two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<StoryClock>,
    /// Two or three.
    pub places: Vec<NewPlace>,
    /// One to four.
    pub factions: Vec<NewFaction>,
    /// Two to four.
    pub people: Vec<NewPerson>,
    /// How it begins.
    pub first_scene: String,
}

/// A place, as it is proposed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of a place")]
pub struct NewPlace {
    pub name: String,
    pub about: String,
}

/// A faction, as it is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of a faction")]
pub struct NewFaction {
    pub name: String,
    pub about: String,
    pub goal: String,
    pub attitude: Attitude,
}

/// A person, as they are proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of a person")]
pub struct NewPerson {
    pub name: String,
    pub role: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    pub voice: String,
    pub secret: String,
    pub want: String,
    pub disposition: Disposition,
}

/// A clock, as it is proposed. Which of `target`, `what` and `amount` are used depends on the consequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewClock {
    /// What it is called.
    pub name: String,
    /// What it counts towards.
    pub kind: ClockKind,
    /// 4, 6 or 8.
    pub segments: u8,
    /// Do the players see it?
    pub visible: bool,
    /// What happens when it is full.
    pub consequence: ConsequenceKind,
    /// The faction, person or clock that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What happens, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// How much of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i8>,
}

/// A clock of a story, as it is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the fields are those of a clock")]
pub struct StoryClock {
    pub name: String,
    pub segments: u8,
    pub consequence: ConsequenceKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i8>,
}

/// The kinds of consequences, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the consequences themselves describe them")]
pub enum ConsequenceKind {
    FactionMoves,
    RevealSecret,
    Escalate,
    SpawnThread,
    GainCoin,
    Reputation,
    RemoveThreat,
    OpenOpportunity,
    GainAsset,
    None,
}

impl ConsequenceKind {
    /// All of them, with their names.
    pub const ALL: [(ConsequenceKind, &'static str); 10] = [
        (ConsequenceKind::FactionMoves, "faction_moves"),
        (ConsequenceKind::RevealSecret, "reveal_secret"),
        (ConsequenceKind::Escalate, "escalate"),
        (ConsequenceKind::SpawnThread, "spawn_thread"),
        (ConsequenceKind::GainCoin, "gain_coin"),
        (ConsequenceKind::Reputation, "reputation"),
        (ConsequenceKind::RemoveThreat, "remove_threat"),
        (ConsequenceKind::OpenOpportunity, "open_opportunity"),
        (ConsequenceKind::GainAsset, "gain_asset"),
        (ConsequenceKind::None, "none"),
    ];
}

/// The kinds of scenes, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the scenes themselves describe them")]
pub enum SceneName {
    Encounter,
    Opportunity,
    Discovery,
    #[default]
    Open,
}

/// A scene, as it is proposed. Which fields are used depends on its kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewScene {
    /// What kind it is.
    pub kind: SceneName,
    /// What it is called.
    pub title: String,
    /// Where.
    pub place: String,
    /// Who stands in the way, what is offered, or what is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// What is wrong with it, or what it may mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catch: Option<String>,
    /// Who is behind it: somebody that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// An encounter: how pressing it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub urgency: Option<Urgency>,
    /// An encounter: can one walk away?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escapable: Option<bool>,
    /// What the players hear.
    pub narration: String,
    /// Two or three things that could be done.
    pub suggested: Vec<String>,
}

/// One die's ending, as it is committed (D7).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieOutcome {
    /// Three to eight words that the player reads before choosing.
    pub hint: String,
    /// What it costs.
    pub stress: i8,
    /// What it costs.
    pub heat: i8,
    /// What it costs or brings.
    #[serde(default)]
    pub coin: i8,
    /// What the player reads after choosing.
    pub narrative: String,
}

/// What came of an action, as it is said (D10). Which fields are used depends on the verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolution {
    /// Which of the four.
    pub verdict: Verdict,
    /// What was achieved, or what happened instead.
    pub what: String,
    /// The price, or what is not as it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<String>,
    /// What is harder now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complications: Vec<String>,
    /// What threatens now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub danger: Option<String>,
    /// The way out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escape: Option<String>,
}

/// What happens in a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Narration {
    /// What the players hear.
    pub narration: String,
    /// How it hangs together with what came before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connector: Option<Connector>,
    /// What it costs the acting character.
    #[serde(default)]
    pub stress: i8,
    /// What it costs or brings them.
    #[serde(default)]
    pub coin: i8,
    /// How much it draws eyes to them.
    #[serde(default)]
    pub heat: i8,
    /// Does the scene go on?
    pub continue_scene: bool,
    /// What it cost, in words that later scenes remember.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// What threatens now and is not answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threat: Option<String>,
    /// Two or three things that could be done.
    pub suggested: Vec<String>,
    /// Whose turn it is now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spotlight: Option<SeatId>,
}

/// How an action lands. What it cost was in the die: there is no stress and no heat here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landed {
    /// What the players hear.
    pub narration: String,
    /// How it hangs together with what came before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connector: Option<Connector>,
    /// What it costs or brings the acting character.
    #[serde(default)]
    pub coin: i8,
    /// Does the scene go on?
    pub continue_scene: bool,
    /// What it cost, in words that later scenes remember.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// What threatens now and is not answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threat: Option<String>,
    /// Two or three things that could be done.
    pub suggested: Vec<String>,
}

/// The kinds of prices, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the prices themselves describe them")]
pub enum PriceName {
    Stress,
    Heat,
    Clock,
    Faction,
    Trauma,
}

/// A bargain, as it is offered (D13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewDeal {
    /// What it is called.
    pub label: String,
    /// A few words.
    pub hint: String,
    /// What it takes.
    pub cost: PriceName,
    /// How much of it: 1 a die; a faction's step and a scar are 1.
    pub amount: u8,
    /// The clock or the faction that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// How many dice it gives.
    pub dice: u8,
    /// What the player reads after taking it.
    pub narrative: String,
}

/// How time passes (D18).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Elapsed {
    /// What the players hear.
    pub narration: String,
    /// How long it was, in words.
    pub time_elapsed: String,
    /// How many dice everybody gets back.
    pub dice_recovered: u8,
    /// What pulls them back.
    pub hook: String,
}

/// A scene in a few words (D19).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compression {
    /// One paragraph.
    pub summary: String,
    /// Three to five.
    pub key_moments: Vec<String>,
    /// What it may lead to.
    pub seeds: Vec<String>,
    /// The party's stress after less before: checked, and not applied again.
    pub net_stress: i16,
    /// The party's coin after less before: checked, and not applied again.
    pub net_coin: i16,
    /// What is being said about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rumors: Vec<String>,
}

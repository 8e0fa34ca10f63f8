//! What one viewer of a game master's session may know, and the words of that game.
//!
//! People, places, factions, clocks and threats are called by their names, which are unique among their kind: a log and
//! a tool call then read as people speak.

mod campaign;
mod made;
mod mood;
mod own;
mod words;
mod world;

use std::sync::Arc;

use engine::{Chance, Hash, Salt, Seat, SeatId, Seed};
use serde::{Deserialize, Serialize};

pub use campaign::{Campaign, Evening, Fact, Played};
pub use words::{
    Attitude, Class, ClockKind, Connector, Disposition, Domain, Effect, EndReason, EntanglementKind,
    FactKind, PhaseName, Position, Precarity, Pressure, Spread, Tension, Tier, Truth, Urgency, Verdict,
};
pub use world::{Character, Faction, Person, Place, Portrait, Rumor, Thread};

pub(crate) use campaign::Naming;
pub(crate) use made::{outcome, view};

/// A clock: it fills, and then something happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgressClock {
    /// What it is called.
    pub name: String,
    /// What it counts towards.
    pub kind: ClockKind,
    /// 4, 6 or 8.
    pub segments: u8,
    /// How many are full.
    pub filled: u8,
    /// Do the players see it?
    pub visible: bool,
}

/// What happens when a clock is full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Consequence {
    /// A faction does something, and thinks worse of the party.
    FactionMoves {
        /// Which.
        faction: String,
        /// What it does.
        what: String,
    },
    /// Something hidden comes out.
    RevealSecret {
        /// Whose secret it is.
        person: String,
        /// What comes out.
        what: String,
    },
    /// Everything gets worse: the fullest other threat goes on by one.
    Escalate {
        /// How.
        what: String,
    },
    /// A new thread.
    SpawnThread {
        /// What it is about.
        what: String,
    },
    /// The acting character gains coin.
    GainCoin {
        /// How much.
        amount: u8,
    },
    /// A faction thinks better or worse of the party.
    Reputation {
        /// Which.
        faction: String,
        /// By how many steps.
        steps: i8,
    },
    /// Another clock goes away.
    RemoveThreat {
        /// Which.
        clock: String,
    },
    /// A chance that the next scenes can take up.
    OpenOpportunity {
        /// Which.
        what: String,
    },
    /// The acting character gains something.
    GainAsset {
        /// What.
        what: String,
    },
    /// It was only a mark.
    None,
}

/// What kind of scene it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SceneKind {
    /// Somebody or something stands in the way.
    Encounter {
        /// Who or what.
        source: String,
        /// How pressing it is.
        urgency: Urgency,
        /// Can one walk away?
        escapable: bool,
    },
    /// Something is offered.
    Opportunity {
        /// By whom, if by anybody.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offered_by: Option<String>,
        /// What.
        nature: String,
        /// And what is wrong with it.
        catch: String,
    },
    /// Something is found.
    Discovery {
        /// What.
        what: String,
        /// What it may mean.
        implications: Vec<String>,
    },
    /// Nothing presses.
    #[default]
    Open,
}

impl SceneKind {
    /// Is there no time, or no way out?
    pub const fn is_pressing(&self) -> bool {
        matches!(
            self,
            SceneKind::Encounter { urgency: Urgency::High, .. }
                | SceneKind::Encounter { escapable: false, .. }
        )
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            SceneKind::Encounter { .. } => "encounter",
            SceneKind::Opportunity { .. } => "opportunity",
            SceneKind::Discovery { .. } => "discovery",
            SceneKind::Open => "open",
        }
    }
}

/// What an action stands on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "position", rename_all = "snake_case")]
pub enum Stand {
    /// On firm ground.
    Controlled {
        /// What may be won.
        advantage: String,
        /// What may go wrong.
        risk: String,
    },
    /// On a slope.
    Risky {
        /// What threatens.
        threat: String,
        /// What may be won.
        opportunity: String,
    },
    /// On an edge.
    Desperate {
        /// What may be won.
        why: String,
        /// What may be lost.
        stakes: String,
    },
}

impl Stand {
    /// The position.
    pub const fn position(&self) -> Position {
        match self {
            Stand::Controlled { .. } => Position::Controlled,
            Stand::Risky { .. } => Position::Risky,
            Stand::Desperate { .. } => Position::Desperate,
        }
    }

    /// What may be won.
    pub fn gain(&self) -> &str {
        match self {
            Stand::Controlled { advantage, .. } => advantage,
            Stand::Risky { opportunity, .. } => opportunity,
            Stand::Desperate { why, .. } => why,
        }
    }

    /// What may go wrong.
    pub fn danger(&self) -> &str {
        match self {
            Stand::Controlled { risk, .. } => risk,
            Stand::Risky { threat, .. } => threat,
            Stand::Desperate { stakes, .. } => stakes,
        }
    }
}

/// An action that somebody takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Engaged {
    /// What it stands on.
    #[serde(flatten)]
    pub stand: Stand,
    /// What it may bring.
    pub effect: Effect,
    /// What kind of thing it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<Domain>,
    /// Does something of the character's own help (D26)?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub helped: bool,
    /// The clock that success moves (D26).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The clock that failure moves (D26).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
}

/// What players see of one die's ending before they choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DieOffer {
    /// The die as it lies.
    pub value: u8,
    /// What it would be worth.
    pub tier: Tier,
    /// A few words.
    pub hint: String,
    /// What it costs.
    pub stress: i8,
    /// What it costs.
    pub heat: i8,
    /// What it costs or brings.
    pub coin: i8,
    /// The hash of its ending: SHA-256 of the salt, as 16 hex digits, and the text.
    pub seal: Hash,
}

/// A die that was spent, with its ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpentDie {
    /// Which of the offered ones, from 1.
    pub die: u8,
    /// As it lay.
    pub value: u8,
    /// What it was worth.
    pub tier: Tier,
    /// Its ending.
    pub ending: String,
    /// What the seal was made with.
    pub salt: String,
}

/// What came of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum Landing {
    /// It was done.
    Clean {
        /// What.
        achieved: String,
    },
    /// It was done, at a price.
    Costly {
        /// What.
        achieved: String,
        /// The price.
        costs: Vec<String>,
        /// What is harder now.
        complications: Vec<String>,
    },
    /// It was not done.
    Setback {
        /// What happened instead.
        what: String,
        /// What threatens now.
        danger: String,
        /// The way out.
        escape: String,
    },
    /// It was not done, and something broke.
    Disaster {
        /// What happened instead.
        what: String,
        /// What is not as it was.
        world_changes: Vec<String>,
    },
}

/// What a downtime is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum Rest {
    /// Somebody has to heal.
    Recovery,
    /// There is time for plans.
    Project,
    /// Somebody is being looked for.
    Entanglement {
        /// Who.
        hunted: String,
    },
}

/// What a bargain takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cost", rename_all = "snake_case")]
pub enum Price {
    /// Stress, one a die.
    Stress {
        /// How much.
        amount: u8,
    },
    /// Heat, one a die.
    Heat {
        /// How much.
        amount: u8,
    },
    /// Ticks of a threat, one a die.
    Clock {
        /// Which.
        clock: String,
        /// How many.
        amount: u8,
    },
    /// One step of a faction's attitude: two dice.
    Faction {
        /// Which.
        faction: String,
    },
    /// A scar: three dice, and no stress any more.
    Trauma,
}

/// One way to get dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deal {
    /// What it is called.
    pub label: String,
    /// A few words.
    pub hint: String,
    /// What it takes.
    #[serde(flatten)]
    pub price: Price,
    /// How many dice it gives.
    pub dice: u8,
}

/// What a way out of an entanglement takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cost", rename_all = "snake_case")]
pub enum Toll {
    /// Coin.
    Coin {
        /// How much.
        amount: u8,
    },
    /// A step of a faction's attitude.
    Attitude,
    /// Ticks of a threat.
    Clock {
        /// How many.
        amount: u8,
    },
    /// Nothing now: somebody is after them.
    Hunted,
}

/// One way out of an entanglement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WayOut {
    /// What it is called.
    pub label: String,
    /// What it looks like.
    pub text: String,
    /// What it takes.
    #[serde(flatten)]
    pub toll: Toll,
    /// Who or what pays it besides the character: a faction or a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
}

/// The law, or somebody like it, is at the door.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entanglement {
    /// How it comes.
    pub kind: EntanglementKind,
    /// For whom.
    pub player_id: SeatId,
    /// What happens.
    pub text: String,
    /// Exactly three.
    pub ways: Vec<WayOut>,
}

/// How a scene looks and feels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Style {
    /// In a few words.
    pub atmosphere: String,
    /// How tense.
    pub pressure: Pressure,
    /// Whose world.
    pub class: Class,
}

impl Default for Style {
    fn default() -> Self {
        Style { atmosphere: "rain and lamplight".to_owned(), pressure: Pressure::Low, class: Class::Low }
    }
}

/// A scene that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// Which scene, from 1.
    pub scene: u32,
    /// What it was called.
    pub title: String,
    /// What happened.
    pub summary: String,
    /// What will be remembered.
    pub key_moments: Vec<String>,
    /// What it cost the party in all.
    pub net_stress: i16,
    /// What it brought the party in all.
    pub net_coin: i16,
    /// The rules wrote it, because nobody else did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub auto: bool,
}

/// A moment of a scene, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// The seat of whoever acted or spoke.
    pub by: SeatId,
    /// What, in a line.
    pub text: String,
}

/// The scene that is being played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoryScene {
    /// Which, from 1.
    pub number: u32,
    /// What it is called.
    pub title: String,
    /// What kind it is.
    pub kind: SceneKind,
    /// Where.
    pub place: String,
    /// The card that it was drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// What happened in it.
    pub beats: Vec<Beat>,
    /// Whose own ways and things have helped in it already (D26).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<SeatId>,
}

/// What is put to a player in a scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "offer", rename_all = "snake_case")]
pub enum Invitation {
    /// Do what you like; here are some ideas.
    Free {
        /// Two or three.
        suggested: Vec<String>,
    },
    /// Answer this.
    Question {
        /// What.
        question: String,
    },
    /// Choose one of these.
    Options {
        /// Two to four.
        options: Vec<String>,
    },
}

/// Who is to speak in a mood that is talked through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "floor", rename_all = "snake_case")]
pub enum Floor {
    /// The game master.
    Gm,
    /// The player in the spotlight.
    Player(Invitation),
}

/// Where a roll stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
pub enum Roll {
    /// The player has not said yet whether they risk it (D27).
    Asked,
    /// The endings are not committed yet.
    Open {
        /// How often they were turned back.
        refused: u8,
    },
    /// One ending for each die.
    Offered {
        /// What is at stake.
        situation: String,
        /// In the order of the pool.
        dice: Vec<DieOffer>,
    },
    /// A die was spent.
    Spent(SpentDie),
}

/// Where the time between two scenes stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "stage", rename_all = "snake_case")]
pub enum Pause {
    /// The scene is being put into a few words.
    Summing,
    /// The law has come.
    Entangled(Entanglement),
    /// The players choose how to go on.
    Choosing,
}

/// The mood of play, with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mood", rename_all = "snake_case")]
pub enum Mood {
    /// The Weaver.
    Scene {
        /// Has it been opened?
        framed: bool,
        /// What brought the party here, for one that has not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hook: Option<String>,
        /// Who is to speak.
        #[serde(flatten)]
        floor: Floor,
    },
    /// The Crucible.
    Action {
        /// What is tried.
        #[serde(flatten)]
        engaged: Engaged,
        /// A clock forced it.
        forced: bool,
        /// The dice.
        roll: Roll,
    },
    /// The Echo.
    Aftermath {
        /// What came of it.
        #[serde(flatten)]
        landing: Landing,
        /// Of what.
        from: Engaged,
        /// Who is to speak.
        floor: Floor,
    },
    /// The Tide.
    Downtime {
        /// What it is about.
        #[serde(flatten)]
        rest: Rest,
        /// How much each seat may still do, in the order of seats.
        left: Vec<u8>,
    },
    /// The Crack.
    Trauma {
        /// Whose seat.
        player: SeatId,
        /// What broke.
        what: String,
        /// What was too much.
        trigger: String,
        /// There is no time to fall.
        adrenaline: bool,
    },
    /// The Hungry City.
    Bargain {
        /// What took the last die.
        drained: String,
        /// Is there a way back?
        can_retreat: bool,
        /// What is on offer; nothing yet while the game master thinks.
        deals: Vec<Deal>,
        /// What is to be gone on with.
        back_to: Engaged,
        /// Did a clock force it?
        forced: bool,
    },
    /// The engine.
    BetweenScenes {
        /// Where it stands.
        #[serde(flatten)]
        pause: Pause,
    },
}

/// What the session is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Story {
    /// What it is called.
    pub title: String,
    /// What is to be won or lost.
    pub stakes: String,
}

/// How an evening ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Why.
    pub reason: EndReason,
    /// How many scenes were played.
    pub scenes: u32,
    /// The characters as they are at the end.
    pub party: Vec<Character>,
    /// The session's seed.
    pub seed: u64,
    /// Its salt, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
}

impl Outcome {
    /// The seed as it is written and typed.
    pub fn chance(&self) -> Chance {
        Chance { seed: Seed(self.seed), salt: self.salt }
    }
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// Who sits where.
    pub seats: Arc<[Seat]>,
    /// The game master's seat.
    pub gm: SeatId,
    /// The phase.
    pub phase: PhaseName,
    /// How many times something was put to the table or said by it.
    pub turn: u32,
    /// The hash of the session's seed.
    pub seed_hash: Hash,
    /// The characters, by seat; nothing for one that is not made yet.
    pub party: Vec<Option<Character>>,
    /// Whose turn it is among the players.
    pub spotlight: SeatId,
    /// What it is about, once it has been opened.
    pub story: Option<Story>,
    /// The scene.
    pub scene: StoryScene,
    /// The mood, in play.
    pub mood: Option<Mood>,
    /// How it looks and feels.
    pub style: Style,
    /// What the player in the spotlight last said or chose.
    pub said: Option<Beat>,
    /// The last narration, whole.
    pub narration: Option<String>,
    /// The clocks that players see.
    pub clocks: Vec<ProgressClock>,
    /// The places.
    pub places: Vec<Place>,
    /// The people.
    pub people: Vec<Person>,
    /// The factions.
    pub factions: Vec<Faction>,
    /// The threads.
    pub threads: Vec<Thread>,
    /// The rumours.
    pub rumors: Vec<Rumor>,
    /// Secrets that came out, and chances that opened.
    pub known: Vec<String>,
    /// The scenes before.
    pub past: Vec<Summary>,
    /// The campaign that the evening is part of, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<Box<Campaign>>,
    /// What is to be remembered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// Who would end the evening, while the others are asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub leaving: Vec<SeatId>,
    /// What is never told at this table.
    pub lines: Vec<String>,
    /// What is told only from afar.
    pub veils: Vec<String>,
    /// What became of everybody, a closing paragraph each, once it is told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub epilogue: Vec<(SeatId, String)>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// What only the game master knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Box<Notes>>,
}

impl View {
    /// What this table keeps out of the story, and what it sees only from afar, if anything.
    pub fn agreed(&self) -> impl Iterator<Item = (&'static str, &[String])> {
        let both = [("Never told at this table", &self.lines), ("Told only from afar", &self.veils)];
        both.into_iter().filter(|(_, words)| !words.is_empty()).map(|(what, words)| (what, words.as_slice()))
    }

    /// A seat's character.
    pub fn character(&self, seat: SeatId) -> Option<&Character> {
        self.party.get(seat.index())?.as_ref()
    }

    /// What somebody is called in the story; the seat's name before there is a character.
    pub fn who(&self, seat: SeatId) -> &str {
        let seated = || self.seats.get(seat.index()).map_or("somebody", |seat| &seat.name);
        self.character(seat).map_or_else(seated, |it| &it.name)
    }
}

/// What only the game master knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Notes {
    /// The clocks that players do not see.
    pub hidden: Vec<ProgressClock>,
    /// What each clock leads to, by its name.
    pub consequences: Vec<(String, Consequence)>,
    /// How to play each person, and what they hide and want.
    pub people: Vec<Portrait>,
    /// What is so about each rumour.
    pub truths: Vec<(String, Truth)>,
    /// What each faction wants.
    pub goals: Vec<(String, String)>,
    /// What things have cost lately.
    pub costs: Vec<String>,
    /// What threatens and was not answered.
    pub threats: Vec<String>,
    /// What earlier scenes may lead to.
    pub seeds: Vec<String>,
    /// A clock that breaks in.
    pub interrupt: Option<String>,
    /// What the player let pass before the dice, until the word is a player's again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passed: Option<Engaged>,
    /// What clocks did since the last narration.
    pub fired: Vec<String>,
    /// The card that was last drawn.
    pub card: Option<String>,
    /// Why the last answer was turned back.
    pub turned_back: Option<String>,
    /// The endings that are sealed, one for each die in the pool's order.
    #[serde(default)]
    pub sealed: Vec<String>,
}

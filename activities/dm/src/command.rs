//! What somebody may want to do: the players' ways, and the game master's tools.
//!
//! Each is small and has its own schema. Things of the world are called by their names. Doc comments are read by whoever is
//! asked: what it does, then when it is the right one; what comes after that is for those who read the code.

mod parts;

use crate::view::{
    Attitude, Class, Disposition, Domain, Effect, FactKind, Position, Pressure, Spread, Tension, Truth,
};
use engine::SeatId;
use serde::{Deserialize, Serialize};

use super::limits::{
    ABOUT, DEALS, ENDING_CHARS_MAX, IDEAS, LINE_CHARS_MAX, NAME_CHARS_MAX, OPTIONS, PROSE_CHARS_MAX, TICKS,
};
use super::scope::{Scope, bonds, counts, is_any, name_of};

pub use parts::{
    Compression, ConsequenceKind, DieOutcome, Elapsed, Landed, Narration, NewCharacter, NewClock, NewDeal,
    NewFaction, NewPerson, NewScene, NewStory, PriceName, SceneName, StoryClock,
};

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giver {
    /// A player.
    Player,
    /// The game master, whose turn it ends.
    Gm,
    /// The game master, who goes on after it.
    Step,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[command(scope = Scope, by = Giver)]
pub enum Command {
    /// Make your character.
    ///
    /// Say who you play.
    ///
    /// In session zero (D6).
    #[by(Player)]
    #[person("deal the cards")]
    CreateCharacter(Box<NewCharacter>),
    /// Say or do something, in your own words.
    ///
    /// Say or do something in your own words.
    #[by(Player)]
    #[person("do it")]
    Act {
        /// What you do or say.
        #[text(PROSE_CHARS_MAX)]
        text: String,
    },
    /// Take one of these.
    ///
    /// Take one of these, by its number.
    #[by(Player)]
    Take {
        /// Which.
        #[kind(scope.numbered())]
        option: u8,
    },
    /// Let somebody else go first.
    ///
    /// Let another player go first, by the name of the seat.
    #[by(Player)]
    GiveSpotlight {
        /// Who.
        #[kind(scope.players())]
        to: SeatId,
    },
    /// Risk it: go on to the dice.
    ///
    /// Risk it, and see what each die would lead to.
    #[by(Player)]
    #[person("risk it")]
    TakeRisk,
    /// Let it pass: nothing is risked, and the moment is gone.
    ///
    /// Risk nothing, and lose the moment.
    ///
    /// Before anything is committed (D27).
    #[by(Player)]
    #[person("let it pass")]
    LetPass,
    /// Spend a die.
    ///
    /// Spend one of these, by its number.
    ///
    /// Equal dice are told apart by their place in the pool (D7).
    #[by(Player)]
    #[person("spend this die")]
    ChooseDie {
        /// Which die.
        #[kind(scope.numbered())]
        die: u8,
    },
    /// Take a bargain.
    ///
    /// Take one of these, by its number.
    ///
    /// Of those that the game master offered (D13).
    #[by(Player)]
    #[person(shown = scope.shown.clone())]
    Strike {
        /// Which.
        #[kind(scope.numbered())]
        deal: u8,
    },
    /// Give it up: three new dice, and the scene ends.
    ///
    /// Give it up: 3 new dice, and the scene ends.
    #[by(Player)]
    Retreat,
    /// Fall: two stress, two dice, a threat goes on, and the scene ends.
    ///
    /// Fall: 2 stress, 2 new dice, a threat grows, and the scene ends.
    #[by(Player)]
    PassOut,
    /// Take a way out.
    ///
    /// Take one of these, by its number.
    ///
    /// For whoever's heat is up (D18).
    #[by(Player)]
    #[person(shown = scope.shown.clone())]
    TakeWayOut {
        /// Which.
        #[kind(scope.numbered())]
        way: u8,
    },
    /// Go on to the next scene.
    ///
    /// Go on with the story.
    #[by(Player)]
    NextScene,
    /// Rest first: downtime.
    ///
    /// Downtime first: heal, lie low, work on a goal.
    #[by(Player)]
    Rest,
    /// End the evening here.
    ///
    /// That was the evening, for the whole table.
    #[by(Player)]
    EndSession,
    /// Play on.
    ///
    /// Somebody would end the evening, and you would not.
    #[by(Player)]
    PlayOn,
    /// Keep out of sight (heat -1).
    ///
    /// Less heat; without any, fewer warrants.
    #[by(Player)]
    LayLow,
    /// Heal (1 coin: stress -1, two dice).
    ///
    /// 1 coin: stress -1, dice, and you are well again.
    #[by(Player)]
    Recover,
    /// Work on a goal (clock +1).
    ///
    /// One of these goals moves by 1.
    #[by(Player)]
    WorkOn {
        /// Which.
        #[kind(name_of(&scope.goals))]
        clock: String,
    },
    /// Enough rest.
    ///
    /// Enough rest: give up the time that is left.
    #[by(Player)]
    BackToWork,
    /// Ask the game master again.
    ///
    /// Ask the game master for another story.
    #[by(Player)]
    TryAgain,
    /// Take a story of the house.
    ///
    /// Take a story of the house.
    #[by(Player)]
    HouseStory,

    /// Think, to yourself.
    ///
    /// A private note first.
    #[by(Step)]
    Think {
        /// What you think (unseen).
        #[text(PROSE_CHARS_MAX, thought)]
        text: String,
    },
    /// Propose the story of this session.
    ///
    /// Propose the whole story.
    #[by(Gm)]
    OpenStory(Box<NewStory>),
    /// Open a scene, and leave the word to the player.
    ///
    /// Begin the scene and give the player the word.
    #[by(Gm)]
    OpenScene(Box<NewScene>),
    /// Speak as somebody of the world.
    ///
    /// Somebody says something.
    #[by(Step)]
    SpeakAsNpc {
        /// Who speaks.
        #[kind(name_of(&scope.people))]
        person: String,
        /// What they say, without quotation marks.
        #[text(PROSE_CHARS_MAX)]
        words: String,
        /// How, in a few words.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        manner: Option<String>,
    },
    /// Ask the player what they mean, and wait.
    ///
    /// You cannot tell what they mean, nor decide it.
    #[by(Gm)]
    AskPlayer {
        /// The question.
        #[text(LINE_CHARS_MAX)]
        question: String,
    },
    /// Give the player a choice, and wait.
    ///
    /// The situation itself has only two to four doors.
    #[by(Gm)]
    Choose {
        /// What leads to the choice.
        #[text(PROSE_CHARS_MAX, voice = scope.voice)]
        narration: String,
        /// Two to four things to choose from.
        #[texts(OPTIONS, each = LINE_CHARS_MAX)]
        options: Vec<String>,
    },
    /// Put something at stake: the player says whether they risk it, and then it goes to the dice.
    ///
    /// It is uncertain and failure would cost: to the dice.
    #[by(Gm)]
    Engage {
        /// How badly it may go.
        position: Position,
        /// How much it may bring.
        effect: Effect,
        /// What kind of thing it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        domain: Option<Domain>,
        /// What of the character's own helps: once a scene, what they are good at raises effect and a thing raises position.
        #[kind(name_of(&scope.edges), only = is_any(&scope.edges))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<String>,
        /// What may be won (unseen).
        #[text(LINE_CHARS_MAX)]
        gain: String,
        /// What may go wrong.
        #[text(LINE_CHARS_MAX)]
        danger: String,
        /// The clock in sight that success moves, by the effect.
        #[kind(name_of(&scope.seen), only = is_any(&scope.seen))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<String>,
        /// The threat in sight that failure moves.
        #[kind(name_of(&scope.seen), only = is_any(&scope.seen))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<String>,
    },
    /// Commit one ending for each die of the pool, in the pool's order. The player sees the hints and costs, chooses a
    /// die, and then reads its narrative.
    ///
    /// Commit one ending for each die above.
    ///
    /// They are sealed before the player chooses (D7, D11).
    #[by(Gm)]
    SpendDie {
        /// What is at stake, in one sentence.
        #[text(LINE_CHARS_MAX)]
        situation: String,
        /// One ending for each die, in the pool's order.
        #[rows(scope.pool())]
        outcomes: Vec<DieOutcome>,
    },
    /// Tell what happens, and leave the word to the player.
    ///
    /// No dice needed: tell it and give the player the word.
    #[by(Gm)]
    Narrate(Box<Narration>),
    /// Tell how it lands, and leave the word to the player.
    ///
    /// Tell how it lands and give the player the word.
    #[by(Gm)]
    Land(Box<Landed>),
    /// Put a price on dice: 1 stress, 1 heat or 1 tick of a threat for each die; one step of a faction's attitude for
    /// two; a scar for three.
    ///
    /// Put prices on dice.
    ///
    /// Prices are checked (D13).
    #[by(Gm)]
    OfferBargain {
        /// The city's own words.
        #[text(PROSE_CHARS_MAX, voice = scope.voice)]
        narration: String,
        /// Two to four bargains.
        #[rows(DEALS)]
        deals: Vec<NewDeal>,
    },
    /// Name what breaks.
    ///
    /// Tell how it breaks and name the scar.
    ///
    /// Four of them end a career (D14).
    #[by(Gm)]
    Scar {
        /// How it breaks.
        #[text(PROSE_CHARS_MAX, voice = scope.voice)]
        narration: String,
        /// Cold, haunted, obsessed, paranoid, reckless, soft, unstable, vicious, or a word of your own.
        #[text(NAME_CHARS_MAX)]
        trauma: String,
        /// With adrenaline, two or three things that the player could do.
        #[texts(IDEAS, each = LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        suggested: Vec<String>,
    },
    /// Let time pass, until something pulls them back.
    ///
    /// Tell the days, give dice back, pull them into the next scene.
    ///
    /// At the end of a downtime (D18).
    #[by(Gm)]
    PassTime(Box<Elapsed>),
    /// Put the scene into a few words. The figures are checked.
    ///
    /// Write the scene into the book.
    ///
    /// It is what later scenes remember (D19).
    #[by(Gm)]
    Compress(Box<Compression>),
    /// Say what became of everybody: the evening is over.
    ///
    /// Tell what became of everybody.
    ///
    /// It closes the evening (D28).
    #[by(Gm)]
    CloseStory {
        /// One closing paragraph for each character, in their order.
        #[texts(scope.party(), each = ENDING_CHARS_MAX)]
        epilogue: Vec<String>,
    },
    /// Set how the scene feels.
    ///
    /// The air changes.
    #[by(Step)]
    SetSceneStyle {
        /// In a few words.
        #[text(LINE_CHARS_MAX)]
        atmosphere: String,
        /// How tense.
        pressure: Pressure,
        /// Whose world it is.
        class: Class,
    },
    /// Begin a new thread of the story.
    ///
    /// A matter begins that will come back.
    #[by(Step)]
    SpawnThread {
        /// What it is about.
        #[text(LINE_CHARS_MAX)]
        hook: String,
        /// How near it is.
        tension: Tension,
        /// A clock in sight that runs out for it.
        #[kind(name_of(&scope.seen), only = is_any(&scope.seen))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<String>,
    },
    /// Put a thread right: in other words, nearer, or closed.
    ///
    /// The story has moved a thread on, or ended it.
    #[by(Step)]
    UpdateThread {
        /// Which.
        #[kind(name_of(&scope.threads))]
        thread: String,
        /// Its new words.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hook: Option<String>,
        /// How near it is now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tension: Option<Tension>,
        /// Is it over?
        closed: bool,
    },
    /// Put a clock right: by another name, or away with it.
    ///
    /// The story has overtaken a clock.
    #[by(Step)]
    UpdateClock {
        /// Which.
        #[kind(name_of(&scope.clocks))]
        clock: String,
        /// Its new name.
        #[text(NAME_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Does it count nothing any more? It goes, and does not do what it was for.
        over: bool,
    },
    /// Somebody of the party gets a thing.
    ///
    /// A thing comes to somebody.
    #[by(Step)]
    GainItem {
        /// Who.
        #[kind(scope.players())]
        owner: SeatId,
        /// What.
        #[text(LINE_CHARS_MAX)]
        item: String,
    },
    /// A thing of the party's is lost, spent or given away.
    ///
    /// A thing is gone from somebody's hands.
    #[by(Step)]
    LoseItem {
        /// Which.
        #[kind(name_of(&scope.things))]
        item: String,
    },
    /// Note a promise, a debt or a name.
    ///
    /// Something binds, or has a name.
    ///
    /// What is lost and what is over is noted by the rules (D29).
    #[by(Step)]
    NoteFact {
        /// What it is.
        #[kind(bonds())]
        kind: FactKind,
        /// Who promised or owes whom what.
        #[text(LINE_CHARS_MAX)]
        what: String,
        /// Whom and where it concerns.
        #[texts(ABOUT, each = NAME_CHARS_MAX)]
        about: Vec<String>,
    },
    /// Strike out what was noted.
    ///
    /// It is kept, paid or past.
    #[by(Step)]
    SettleFact {
        /// Which.
        #[kind(name_of(&scope.facts))]
        fact: String,
    },
    /// Somebody who is known comes in or leaves.
    ///
    /// Somebody comes in or leaves.
    #[by(Step)]
    SetPresence {
        /// Who.
        #[kind(name_of(&scope.people))]
        person: String,
        /// Are they here now?
        here: bool,
    },
    /// The scene is about something else now, in the same place.
    ///
    /// What the scene was about is settled or changed.
    #[by(Step)]
    TurnScene {
        /// What kind it is now.
        kind: SceneName,
        /// Who or what is in the way, what is offered, or what is found.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<String>,
        /// What is wrong with an offer, or what a find may mean (unseen).
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        catch: Option<String>,
    },
    /// Let a rumour go round.
    ///
    /// People talk.
    #[by(Step)]
    SpreadRumor {
        /// What is said.
        #[text(LINE_CHARS_MAX)]
        text: String,
        /// Who says it.
        #[kind(name_of(&scope.people), only = is_any(&scope.people))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
        /// Whether it is so (unseen).
        truth: Truth,
        /// How far it gets.
        spread: Spread,
    },
    /// A faction thinks otherwise of the party.
    ///
    /// A faction thinks otherwise.
    #[by(Step)]
    ShiftAttitude {
        /// Which.
        #[kind(name_of(&scope.factions))]
        faction: String,
        /// What it thinks now.
        attitude: Attitude,
        /// Why.
        #[text(LINE_CHARS_MAX)]
        why: String,
    },
    /// A person thinks otherwise of the party.
    ///
    /// A person thinks otherwise.
    #[by(Step)]
    ShiftDisposition {
        /// Who.
        #[kind(name_of(&scope.people))]
        person: String,
        /// What they think now.
        disposition: Disposition,
        /// Why.
        #[text(LINE_CHARS_MAX)]
        why: String,
    },
    /// The party goes somewhere: to a place that is known, or a new one.
    ///
    /// They go elsewhere in this scene.
    #[by(Step)]
    MoveTo {
        /// Its name.
        #[text(NAME_CHARS_MAX)]
        place: String,
        /// What a new place is like.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
    },
    /// Somebody new comes in.
    ///
    /// Somebody new comes in.
    #[by(Step)]
    Introduce(Box<NewPerson>),
    /// Let the players see a clock.
    ///
    /// The players found out what it counts.
    #[by(Step)]
    RevealClock {
        /// Which.
        #[kind(name_of(&scope.hidden))]
        clock: String,
    },
    /// Start a clock.
    ///
    /// Something builds up by itself, or by patient work.
    #[by(Step)]
    NewClock(Box<NewClock>),
    /// Move a clock on.
    ///
    /// What was done moves a clock.
    ///
    /// In an aftermath or a downtime (D15).
    #[by(Step)]
    TickClock {
        /// Which.
        #[kind(name_of(&scope.clocks))]
        clock: String,
        /// By how many.
        #[kind(counts(TICKS))]
        ticks: u8,
    },
    /// Something that threatened is answered.
    ///
    /// An unanswered threat is dealt with.
    #[by(Step)]
    SettleThreat {
        /// Which.
        #[kind(name_of(&scope.threats))]
        threat: String,
    },
    /// Draw a card, to make up a scene or a person from.
    ///
    /// You need an idea.
    #[by(Step)]
    DrawCard,

    /// The host: this is kept out of the table, too.
    #[unasked]
    KeepOut {
        /// The subjects.
        lines: Vec<String>,
    },
}

impl CommandName {
    /// Does the game master give it?
    pub fn is_of_gm(self) -> bool {
        !self.by().contains(&Giver::Player)
    }

    /// Does it leave the turn with the game master?
    pub fn is_step(self) -> bool {
        self.by().contains(&Giver::Step)
    }
}

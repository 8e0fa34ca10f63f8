//! What somebody may want to do: the players' ways, and the game master's tools.
//!
//! Each is small and has its own schema. Things of the world are called by their names. Doc comments are read by whoever is
//! asked: of a player's way what it does and then when it is the right one, of a tool both in one; what comes after that is for
//! those who read the code.

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

    /// A private note of two or three sentences, seldom.
    #[by(Step)]
    Think {
        /// The thought (unseen).
        #[text(PROSE_CHARS_MAX, thought)]
        text: String,
    },
    /// Propose the story of this session.
    #[by(Gm)]
    OpenStory(Box<NewStory>),
    /// Begin a scene, and give the player the word.
    #[by(Gm)]
    OpenScene(Box<NewScene>),
    /// Somebody says something, instead of a long speech in a narration. From then on they are here.
    #[by(Step)]
    SpeakAsNpc {
        /// The person.
        #[kind(name_of(&scope.people))]
        person: String,
        /// Without quotation marks.
        #[text(PROSE_CHARS_MAX)]
        words: String,
        /// In a few words.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        manner: Option<String>,
    },
    /// Ask what the player means, if you can neither tell nor decide it.
    #[by(Gm)]
    AskPlayer {
        /// The question.
        #[text(LINE_CHARS_MAX)]
        question: String,
    },
    /// Give a choice, if the situation itself has only two to four doors.
    #[by(Gm)]
    Choose {
        /// The narration.
        #[text(PROSE_CHARS_MAX, voice = scope.voice)]
        narration: String,
        /// The options.
        #[texts(OPTIONS, each = LINE_CHARS_MAX)]
        options: Vec<String>,
    },
    /// It is uncertain, and failure would cost: put it at stake.
    #[by(Gm)]
    Engage {
        /// The position.
        position: Position,
        /// The effect.
        effect: Effect,
        /// The domain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        domain: Option<Domain>,
        /// Once a scene: what they are good at raises effect, a thing raises position.
        #[kind(name_of(&scope.edges), only = is_any(&scope.edges))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        edge: Option<String>,
        /// What may be won.
        #[text(LINE_CHARS_MAX)]
        gain: String,
        /// What may go wrong.
        #[text(LINE_CHARS_MAX)]
        danger: String,
        /// A clock in sight, which success moves.
        #[kind(name_of(&scope.seen), only = is_any(&scope.seen))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<String>,
        /// A threat in sight, which failure moves.
        #[kind(name_of(&scope.seen), only = is_any(&scope.seen))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<String>,
    },
    /// Commit an ending for each die of the pool, in its order. The player sees hints and costs, and chooses.
    // They are sealed before that (D7, D11).
    #[by(Gm)]
    SpendDie {
        /// In one sentence.
        #[text(LINE_CHARS_MAX)]
        situation: String,
        /// The outcomes.
        #[rows(scope.pool())]
        outcomes: Vec<DieOutcome>,
    },
    /// Tell what happens without dice, and give the player the word. Figures fall on whoever acts, at once: only for small and certain
    /// things.
    #[by(Gm)]
    Narrate(Box<Narration>),
    /// Tell how it lands, and give the player the word.
    #[by(Gm)]
    Land(Box<Landed>),
    /// Put prices on dice.
    // They are checked (D13).
    #[by(Gm)]
    OfferBargain {
        /// The narration.
        #[text(PROSE_CHARS_MAX, voice = scope.voice)]
        narration: String,
        /// The deals.
        #[rows(DEALS)]
        deals: Vec<NewDeal>,
    },
    /// Tell how somebody breaks, and name the scar.
    // Four of them end a career (D14).
    #[by(Gm)]
    Scar {
        /// The narration.
        #[text(PROSE_CHARS_MAX, voice = scope.voice)]
        narration: String,
        /// Cold, haunted, obsessed, paranoid, reckless, soft, unstable, vicious, or a word of your own.
        #[text(NAME_CHARS_MAX)]
        trauma: String,
        /// Suggested.
        #[texts(IDEAS, each = LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        suggested: Vec<String>,
    },
    /// Tell the days, give dice back, and pull them into the next scene.
    // At the end of a downtime (D18).
    #[by(Gm)]
    PassTime(Box<Elapsed>),
    /// Write the scene into the book.
    // It is what later scenes remember (D19).
    #[by(Gm)]
    Compress(Box<Compression>),
    /// Tell what became of everybody: the evening is over.
    // It closes the evening (D28).
    #[by(Gm)]
    CloseStory {
        /// The epilogue.
        #[texts(scope.party(), each = ENDING_CHARS_MAX)]
        epilogue: Vec<String>,
    },
    /// The air of the scene changes.
    #[by(Step)]
    SetSceneStyle {
        /// The atmosphere.
        #[text(LINE_CHARS_MAX)]
        atmosphere: String,
        /// The pressure.
        pressure: Pressure,
        /// Whose world it is.
        class: Class,
    },
    /// A matter begins that will come back.
    #[by(Step)]
    SpawnThread {
        /// The hook.
        #[text(LINE_CHARS_MAX)]
        hook: String,
        /// The tension.
        tension: Tension,
        /// A clock in sight that runs out for it.
        #[kind(name_of(&scope.seen), only = is_any(&scope.seen))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<String>,
    },
    /// The story has moved a thread on, or ended it.
    #[by(Step)]
    UpdateThread {
        /// The thread.
        #[kind(name_of(&scope.threads))]
        thread: String,
        /// Its new words.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hook: Option<String>,
        /// The tension.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tension: Option<Tension>,
        /// Closed.
        closed: bool,
    },
    /// The story has overtaken a clock.
    #[by(Step)]
    UpdateClock {
        /// The clock.
        #[kind(name_of(&scope.clocks))]
        clock: String,
        /// Its new name.
        #[text(NAME_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// It counts nothing any more, and goes without doing what it was for.
        over: bool,
    },
    /// A thing comes to somebody of the party.
    #[by(Step)]
    GainItem {
        /// The owner.
        #[kind(scope.players())]
        owner: SeatId,
        /// The item.
        #[text(LINE_CHARS_MAX)]
        item: String,
    },
    /// A thing of the party's is lost, spent or given away.
    #[by(Step)]
    LoseItem {
        /// The item.
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
        /// The kind.
        #[kind(bonds())]
        kind: FactKind,
        /// Who owes whom what.
        #[text(LINE_CHARS_MAX)]
        what: String,
        /// Names.
        #[texts(ABOUT, each = NAME_CHARS_MAX)]
        about: Vec<String>,
    },
    /// Strike out what was noted.
    ///
    /// It is kept, paid or past.
    #[by(Step)]
    SettleFact {
        /// The fact.
        #[kind(name_of(&scope.facts))]
        fact: String,
    },
    /// Somebody who is known comes in or leaves.
    #[by(Step)]
    SetPresence {
        /// The person.
        #[kind(name_of(&scope.people))]
        person: String,
        /// Here.
        here: bool,
    },
    /// What the scene was about is settled or changed, in the same place.
    #[by(Step)]
    TurnScene {
        /// The kind.
        kind: SceneName,
        /// As in open_scene.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        what: Option<String>,
        /// As in open_scene (unseen).
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        catch: Option<String>,
    },
    /// People talk.
    #[by(Step)]
    SpreadRumor {
        /// The text.
        #[text(LINE_CHARS_MAX)]
        text: String,
        /// The source.
        #[kind(name_of(&scope.people), only = is_any(&scope.people))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
        /// Is it so (unseen)?
        truth: Truth,
        /// The spread.
        spread: Spread,
    },
    /// A faction thinks otherwise of the party.
    #[by(Step)]
    ShiftAttitude {
        /// The faction.
        #[kind(name_of(&scope.factions))]
        faction: String,
        /// The attitude.
        attitude: Attitude,
        /// Why.
        #[text(LINE_CHARS_MAX)]
        why: String,
    },
    /// A person thinks otherwise of the party.
    #[by(Step)]
    ShiftDisposition {
        /// The person.
        #[kind(name_of(&scope.people))]
        person: String,
        /// The disposition.
        disposition: Disposition,
        /// Why.
        #[text(LINE_CHARS_MAX)]
        why: String,
    },
    /// The party goes elsewhere in this scene. Nobody is there but who speaks or comes in.
    #[by(Step)]
    MoveTo {
        /// Known, or new.
        #[text(NAME_CHARS_MAX)]
        place: String,
        /// What a new place is like.
        #[text(LINE_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<String>,
    },
    /// Somebody new comes in.
    #[by(Step)]
    Introduce(Box<NewPerson>),
    /// The players found out what a hidden clock counts.
    #[by(Step)]
    RevealClock {
        /// The clock.
        #[kind(name_of(&scope.hidden))]
        clock: String,
    },
    /// Something builds up by itself, or by patient work.
    #[by(Step)]
    NewClock(Box<NewClock>),
    /// What was done moves a clock.
    // In an aftermath or a downtime (D15).
    #[by(Step)]
    TickClock {
        /// The clock.
        #[kind(name_of(&scope.clocks))]
        clock: String,
        /// The ticks.
        #[kind(counts(TICKS))]
        ticks: u8,
    },
    /// An unanswered threat is dealt with.
    #[by(Step)]
    SettleThreat {
        /// The threat.
        #[kind(name_of(&scope.threats))]
        threat: String,
    },
    /// Draw a card, to make up a scene or a person from.
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

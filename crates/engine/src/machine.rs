//! The contract that every machine keeps.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::notice::Noting;
use crate::prompt;
use crate::{
    Accounts, Actor, Ask, Audience, CallNote, Card, Command, Dice, DiceBox, Fault, Form, Hash, Moment,
    Notice, Photo, Purpose, Refusal, Salt, Seat, SeatId, SeatSet, Seed, TableTime, Telling, Tool, Viewer,
};

/// The rules of one activity, as pure code: no clock, no I/O, no randomness of its own.
///
/// A machine is a type that is never made: all of it is in its associated types and functions. What happens
/// goes through [`decide`](Machine::decide) into events, and events alone change the state, through
/// [`evolve`](Machine::evolve).
pub trait Machine: Sized + 'static {
    /// Its name on the wire and on the command line.
    const NAME: &'static str;
    /// The version of the rules. It rises when [`decide`](Machine::decide) would decide an old log differently.
    const RULES: u32 = 1;
    /// The version of the events. It rises when an event's meaning changes; [`upcast`](Machine::upcast) then
    /// brings the old ones along.
    const EVENTS: u32 = 1;
    /// One card a phase: the only source of diagrams, tables, help and colours.
    const PHASES: &'static [PhaseCard];
    /// What it says of itself.
    const CARD: Card = Card::DEFAULT;
    /// The texts that a viewer can ask for, by `/name`.
    const REPORTS: &'static [Report] = &[];

    /// What a session is opened with, besides its seats; the default, if nobody says anything.
    type Setup: Default + Serialize + DeserializeOwned;
    /// A sum type over phases; each phase carries its own data. The default is the state before the first event.
    type State: Clone + Default + Serialize + DeserializeOwned + Send + Sync;
    /// What somebody wants to do: imperative.
    type Command: Command + Clone + Serialize + DeserializeOwned;
    /// What happened: past tense; an object with a field `type`.
    type Event: Clone + Serialize + DeserializeOwned;
    /// Why the rules say no.
    type Rejection: Reason;
    /// What a seat is asked, with what is legal now.
    type Question: Clone;
    /// What one viewer may know.
    type View: Serialize;
    /// How a session ends.
    type Outcome: Serialize;

    /// Opens a session, or names everything that is wrong with the setup.
    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, setup: &Self::Setup) -> Result<(), Vec<Fault>>;

    /// Decides a command. Checks first and tells afterwards: a decision that has told an event and then rejects is a bug,
    /// and stops the session.
    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Self::Command) -> Result<(), Self::Rejection>;

    /// Applies an event. Total: it cannot fail, whatever the event.
    fn evolve(state: &mut Self::State, event: &Self::Event);

    /// The name of the phase that the state is in: one of [`PHASES`](Machine::PHASES).
    fn phase(state: &Self::State) -> &'static str;

    /// How the session ended, once it has.
    fn outcome(state: &Self::State) -> Option<Self::Outcome>;

    /// Who is asked what, now.
    fn asks(state: &Self::State) -> Vec<Ask<Self::Question>>;

    /// When the clock itself acts, by [`time_up`](Machine::time_up): never, by default.
    fn deadline(_state: &Self::State) -> Option<TableTime> {
        None
    }

    /// The command of the clock at the deadline: none, where no deadline ever runs.
    fn time_up() -> Option<Self::Command> {
        None
    }

    /// The command by which the host answers for a seat that could not answer: marked as automatic, with the
    /// reason.
    fn fallback(ask: &Ask<Self::Question>, reason: &str) -> Self::Command;

    /// Who is told an event. The state is as it is just after the event.
    fn audience(state: &Self::State, event: &Self::Event) -> Audience;

    /// What a viewer may know, built up from what it has been told.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// The event in words, for whoever was told it. From the event and the seats' names and nothing else. The state is as
    /// it is just after the event.
    fn telling(state: &Self::State, event: &Self::Event) -> Option<Telling>;

    /// What stands over all that is told from now on, such as "Night 2": by default the title of the phase. Nothing, where
    /// phases change too often for headings.
    ///
    /// From what all know and nothing else.
    fn heading(state: &Self::State) -> Option<String> {
        let name = Self::phase(state);
        Self::PHASES.iter().find(|card| card.name == name).map(|card| card.title.to_owned())
    }

    /// The form for an ask, from the view of the seat that is asked and nothing else.
    fn form(view: &Self::View, ask: &Ask<Self::Question>) -> Form;

    /// The house's answer, from the view of the seat that is asked and nothing else. By default it is drawn from the form
    /// without looking.
    ///
    /// # Panics
    /// If the form offers what is no command: a bug in the machine.
    fn house(view: &Self::View, ask: &Ask<Self::Question>, dice: &mut Dice) -> Self::Command {
        let drawn = Self::form(view, ask).draw(dice);
        match serde_json::from_value(drawn) {
            Ok(command) => command,
            Err(error) => panic!("the form of {} offers what is no command: {error}", Self::NAME),
        }
    }

    /// What a model reads before it answers an ask, besides what its seat has been told: from the view of that seat and
    /// nothing else. By default it is the card's rules, the persona of each phase, the view and the question.
    fn prompt(view: &Self::View, ask: &Ask<Self::Question>) -> Prompt {
        prompt::plain::<Self>(view, ask)
    }

    /// Every way to answer that a seat may ever have in this session, with every choice: the same, byte for byte, in
    /// every prompt of that seat, because providers put it before all else. What is legal now is in the form. By default
    /// it is every command that can be asked for without a scope.
    fn tools(_view: &Self::View, seat: SeatId) -> Vec<Tool> {
        Self::Command::every(seat)
    }

    /// The command for words that were cut off while they were being written in a text field of a tool, if the rules
    /// let them stand. No words are no answer.
    fn cut_off(_ask: &Ask<Self::Question>, _tool: &str, _said: &str) -> Option<Self::Command> {
        None
    }

    /// The text of one of [`REPORTS`](Machine::REPORTS), from the view of whoever asks for it and nothing else.
    fn report(_view: &Self::View, _name: &str) -> Option<String> {
        None
    }

    /// The command by which the host hands over a photo of a seat's, if this activity looks at photos.
    fn photo(_seat: SeatId, _photo: Photo) -> Option<Self::Command> {
        None
    }

    /// Whether an event asks for the session's photos to be deleted, for good.
    fn deletes_photos(_event: &Self::Event) -> bool {
        false
    }

    /// Whether the session may be taken back to an earlier record, and by whom: by nobody, by default.
    fn may_rewind(_state: &Self::State, _by: Actor) -> Result<(), Refusal> {
        Err(Refusal::new("no-rewind", "nothing is taken back here in play: fork the session instead"))
    }

    /// Brings an event of an older version up to [`EVENTS`](Machine::EVENTS).
    fn upcast(_version: u32, event: serde_json::Value) -> serde_json::Value {
        event
    }
}

/// The machine that stands round another: the table. Every input for the activity passes it first.
pub trait Outer: Machine {
    /// Does table time run?
    fn live(state: &Self::State) -> bool;

    /// May this input go on to the activity?
    fn gate(state: &Self::State, by: Actor) -> Gate;

    /// Takes a line of talk apart: what is for the table itself, and what goes on to the activity.
    ///
    /// `utc` is now, in milliseconds since 1970.
    fn hear(
        state: &Self::State,
        by: Actor,
        text: &str,
        utc: i64,
    ) -> Result<Heard<Self::Command>, Self::Rejection>;

    /// The command by which somebody's undo, redo or retry is told to all, in that one's name. The host tells by it of
    /// what a stop took back.
    fn took_back(wish: Wish) -> Self::Command;

    /// The command by which the host stops play for somebody who is not named.
    fn stop() -> Self::Command;

    /// The command by which the host pauses a table that nobody attends: so many answers in a row were automatic.
    fn unattended(_answers: u32) -> Option<Self::Command> {
        None
    }

    /// What every model at the table reads before what it is asked: the table's own words, with those of people in
    /// quotation marks.
    fn brief(_state: &Self::State) -> String {
        String::new()
    }

    /// The command by which the host lets play begin once nothing is left to prepare, if this table is in session zero.
    fn prepared(state: &Self::State) -> Option<Self::Command>;

    /// What a model may be asked about the talk now, if this table wants to know what it suggests.
    fn judgement(_state: &Self::State, _utc: i64) -> Option<Judgement> {
        None
    }

    /// The command by which the host tells what a model found in somebody's words; none if it found nothing.
    fn judged(_by: Actor, _words: &str, _found: &str) -> Option<Self::Command> {
        None
    }

    /// The command by which the host notes a model call.
    fn note(call: CallNote) -> Self::Command;

    /// The accounts of all model calls.
    fn accounts(state: &Self::State) -> &Accounts;

    /// The seats of the house or of models in which people have sat down since the opening.
    fn taken(_state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }

    /// The seats whose people said that they are away: the rules answer for them.
    fn away(_state: &Self::State) -> SeatSet {
        SeatSet::EMPTY
    }
}

/// What a model reads, besides what its seat has been told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// What comes before it: the same, byte for byte, in every prompt of that seat in that session.
    pub fixed: String,
    /// What comes after it: how things stand now, and what is asked.
    pub now: String,
    /// The photos to look at, in order. The host finds them; a machine knows their names.
    pub photos: Vec<Hash>,
}

/// A text that a viewer can ask for. It is told to that viewer alone, and is in no log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its name: it is asked for by `/name`.
    pub name: &'static str,
    /// What it says, in a few words.
    pub about: &'static str,
}

/// What a model is asked about the talk at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What it is to look for, and how it answers.
    pub about: String,
    /// What it may answer.
    pub choices: Vec<&'static str>,
}

/// What the table does with an input for the activity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Lets it through.
    Pass,
    /// Keeps it until the table is live again.
    Hold,
    /// Turns it away, and says why.
    Drop(String),
}

/// A line of talk, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard<C> {
    /// Commands for the table, in order.
    pub table: Vec<C>,
    /// What is left for the activity.
    pub activity: Option<String>,
    /// What the host is to do about what was played.
    pub wish: Option<Wish>,
    /// What follows from the words, for the table, once all else is recorded. It is no part of the line: if it is lost,
    /// nobody misses it.
    pub then: Option<C>,
    /// A command for the table that nobody is named for, in the log neither: it is recorded as the host's. Nothing else is
    /// in its line.
    pub unnamed: Option<C>,
}

/// Nothing.
impl<C> Default for Heard<C> {
    fn default() -> Self {
        Heard { table: Vec::new(), activity: None, wish: None, then: None, unnamed: None }
    }
}

/// What somebody at the table may want of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// Take back the last thing that a person did.
    Undo,
    /// Bring back what was taken back last.
    Redo,
    /// Take back what came after the last thing that a person did.
    Retry,
    /// Stop play at once, and let nobody know who wanted it.
    Stop,
}

/// Why the rules say no, in words that the asker can act on.
pub trait Reason: std::fmt::Display {
    /// A short stable name for programs.
    fn code(&self) -> &'static str;
}

/// What one phase declares. Diagrams, tool tables, help and the conformance tests are printed from these.
#[derive(Clone, Copy, Debug)]
pub struct PhaseCard {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// A sign for it, and the same in plain ASCII: colour is never the only mark.
    pub sign: (&'static str, &'static str),
    /// Its colour.
    pub colour: Colour,
    /// In whose voice the host speaks in it.
    pub persona: &'static str,
    /// The commands that seats may be asked for in it.
    pub tools: &'static [&'static str],
    /// The phases that may follow.
    pub exits: &'static [&'static str],
    /// How long it may last, in words.
    pub lasts: &'static str,
    /// Is it a part of session zero? When the last such phase is over, the table begins to play.
    pub prepares: bool,
    /// Would it give a secret away that a seat is told something alone in it, or when? Then no face shows so much as a mark
    /// of it on a screen that others see.
    pub covered: bool,
}

impl PhaseCard {
    /// A phase that says nothing yet: give it a name and a title at least.
    pub const DEFAULT: PhaseCard = PhaseCard {
        name: "",
        title: "",
        sign: ("•", "*"),
        colour: Colour::Slate,
        persona: "Plain and short.",
        tools: &[],
        exits: &[],
        lasts: "as long as it takes",
        prepares: false,
        covered: false,
    };
}

/// The colours of phases. Each has a tone for dark and one for light ground, with a contrast of at least 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "a colour is its name")]
pub enum Colour {
    Slate,
    Red,
    Yellow,
    Blue,
    Purple,
    Grey,
    Green,
}

impl Colour {
    /// Red, green and blue on a dark ground.
    pub const fn on_dark(self) -> [u8; 3] {
        match self {
            Colour::Slate => [0x9a, 0xa4, 0xb2],
            Colour::Red => [0xff, 0x8a, 0x80],
            Colour::Yellow => [0xff, 0xcf, 0x70],
            Colour::Blue => [0x8a, 0xb4, 0xff],
            Colour::Purple => [0xd7, 0xa6, 0xff],
            Colour::Grey => [0xc0, 0xc4, 0xcc],
            Colour::Green => [0x8f, 0xe0, 0x8f],
        }
    }

    /// Red, green and blue on a light ground.
    pub const fn on_light(self) -> [u8; 3] {
        match self {
            Colour::Slate => [0x5b, 0x64, 0x72],
            Colour::Red => [0xb3, 0x26, 0x1e],
            Colour::Yellow => [0x8a, 0x5a, 0x00],
            Colour::Blue => [0x1f, 0x4f, 0xbf],
            Colour::Purple => [0x7a, 0x2f, 0xb5],
            Colour::Grey => [0x56, 0x5c, 0x66],
            Colour::Green => [0x1c, 0x6b, 0x1c],
        }
    }
}

/// A typed event with the audience it was told to.
#[derive(Clone, Debug)]
pub struct Told<E> {
    /// Who was told.
    pub audience: Audience,
    /// What.
    pub event: E,
}

/// A decision in the making: the state, the moment, the dice, and the events told so far.
///
/// [`tell`](Draft::tell) is the only way to change the state it holds, so what a decision does and what its
/// events say cannot differ.
pub struct Draft<M: Machine> {
    state: M::State,
    told: Vec<Told<M::Event>>,
    moment: Moment,
    step: u64,
    dice: DiceBox,
    taken: SeatSet,
    /// In batch play nobody hears, and nothing is noted.
    noting: Option<Noting>,
}

impl<M: Machine> Draft<M> {
    /// A draft that starts from a state. `step` is how many records of this machine came before.
    pub fn new(state: M::State, step: u64, moment: Moment, dice: DiceBox) -> Self {
        Draft { state, told: Vec::new(), moment, step, dice, taken: SeatSet::EMPTY, noting: None }
    }

    /// The same, with a notice made of every event.
    pub(crate) fn noting(self) -> Self {
        Draft { noting: Some(Noting::from::<M>(&self.state)), ..self }
    }

    /// The same, with people in some seats of the house or of models.
    #[must_use]
    pub fn with_taken(self, taken: SeatSet) -> Self {
        Draft { taken, ..self }
    }

    /// The seats of the house or of models in which people have sat down since the opening. A machine's own seats say who
    /// held them then.
    pub fn taken(&self) -> SeatSet {
        self.taken
    }

    /// The state with everything told so far.
    pub fn state(&self) -> &M::State {
        &self.state
    }

    /// Table time: what rules count in.
    pub fn now(&self) -> TableTime {
        self.moment.time
    }

    /// Milliseconds of UTC since 1970: to be told, never to be counted in.
    pub fn utc(&self) -> i64 {
        self.moment.at
    }

    /// The promise of the session's seed: public from the start.
    pub fn seed_hash(&self) -> Hash {
        self.dice.seed().promise(self.dice.salt())
    }

    /// The session's seed. Telling it ends all secrets: only for a session that is over.
    pub fn seed(&self) -> Seed {
        self.dice.seed()
    }

    /// The session's salt, which is told with the seed and not before.
    pub fn salt(&self) -> Option<Salt> {
        self.dice.salt()
    }

    /// The stream of dice for a purpose.
    pub fn dice(&self, purpose: Purpose) -> Dice {
        self.dice.rules(self.step, purpose)
    }

    /// Something happens: it is noted with its audience, and the state moves on.
    pub fn tell(&mut self, event: M::Event) {
        M::evolve(&mut self.state, &event);
        let audience = M::audience(&self.state, &event);
        if let Some(noting) = &mut self.noting {
            noting.note::<M>(&self.state, &event);
        }
        self.told.push(Told { audience, event });
    }

    /// Whether anything was told yet.
    pub(crate) fn has_told(&self) -> bool {
        !self.told.is_empty()
    }

    /// Goes on to the next record in place, and hands over what was told. For batch play, where a decision
    /// that was accepted is never taken back.
    pub(crate) fn next(&mut self) -> std::vec::Drain<'_, Told<M::Event>> {
        self.step += 1;
        self.told.drain(..)
    }

    /// Lets table time pass.
    pub(crate) fn wait_until(&mut self, time: TableTime) {
        self.moment.time = time;
    }

    /// The state after the decision, and what was told.
    pub fn finish(self) -> (M::State, Vec<Told<M::Event>>) {
        (self.state, self.told)
    }

    /// The same, with the notices, if they were made.
    pub(crate) fn finish_noted(self) -> (M::State, Vec<Told<M::Event>>, Vec<Notice>) {
        (self.state, self.told, self.noting.map(Noting::into_notices).unwrap_or_default())
    }
}

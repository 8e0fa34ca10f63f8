//! The contract that every machine keeps.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::notice::Noting;
use crate::prompt;
use crate::{
    Actor, Ask, Audience, Board, Card, Chain, Command, Count, Custom, Dice, DiceBox, Earlier, Erased, Fault,
    Form, Hash, Knob, Moment, Notice, Offers, Pages, PhaseCard, Phases, Photo, Purpose, Refusal, Rules, Salt,
    Seat, SeatId, SeatSet, Seating, Seed, Speed, TableTime, Telling, Tool, Viewer, Wanted,
};

/// The rules of one activity, as pure code: no clock, no I/O, no randomness of its own.
///
/// All of a machine is in its associated types and functions, eight of which it must write; its type is never made, or is that
/// of its state. What happens goes through [`decide`](Machine::decide) into events, and events alone change the state, through
/// [`evolve`](Machine::evolve).
///
/// `#[engine::machine]` over the implementation fills in the types that are left out, and [`erased`](Machine::erased):
/// [`macro@crate::machine`].
pub trait Machine: Sized + 'static {
    /// Its name on the wire and on the command line.
    const NAME: &'static str;
    /// The version of the rules. It rises when [`decide`](Machine::decide) would decide an old log differently.
    const RULES: u32 = 1;
    /// The version of the events. It rises when an event's meaning changes; [`upcast`](Machine::upcast) then
    /// brings the old ones along.
    const EVENTS: u32 = 1;
    /// One card a phase: the only source of diagrams, tables, help and colours. They are those of the state.
    const PHASES: &'static [PhaseCard] = <Self::State as Phases>::CARDS;
    /// What it says of itself.
    const CARD: Card = Card::DEFAULT;
    /// What is usual at its tables.
    const CUSTOM: Custom = Custom::DEFAULT;
    /// The texts that a viewer can ask for, by `/name`.
    const REPORTS: &'static [Report] = &[];

    /// Is what a viewer may know the fold of exactly the events that it was told? Then nothing can leak that no event
    /// carried: views, forms, boards, prompts and answers of the house are made from that fold. It costs a state for each
    /// viewer. A machine that is played by the hundred thousand has a [`view`](Machine::view) of its own instead, made from
    /// the whole state, and the suite holds it to the same.
    const FOLDS: bool = true;

    /// What a session is opened with, besides its seats; the default, if nobody says anything.
    type Setup: Default + Serialize + DeserializeOwned + Send + Sync;
    /// A sum type over phases; each phase carries its own data. The default is the state before the first event.
    type State: Phases + Clone + Default + Serialize + DeserializeOwned + Send + Sync;
    /// What somebody wants to do: imperative.
    type Command: Command + Clone + Serialize + DeserializeOwned;
    /// What happened: past tense; an object with a field `type`.
    type Event: Clone + Serialize + DeserializeOwned;
    /// Why the rules say no.
    type Rejection: Reason;
    /// What a seat is asked, with what is legal now: an [`Offer`](crate::Offer), where nothing else is needed.
    type Question: Offers<Self::Command> + Clone;
    /// What one viewer may know; out of a state, what it knows who was told just that.
    type View: Serialize + From<Self::State>;
    /// How a session ends.
    type Outcome: Serialize;

    /// What of a setup can be chosen: those of its type, where that derives [`Options`](crate::Options). Flags of the command
    /// line, the form for a new table and what each may hold come from it.
    fn options() -> Vec<Knob> {
        Vec::new()
    }

    /// What a session is opened with at this table, as far as nobody said it.
    fn suited(_table: &Seating<'_>) -> Self::Setup {
        Self::Setup::default()
    }

    /// What a table with this setup is called, if not as the card says.
    fn titled(_setup: &Self::Setup) -> Option<String> {
        None
    }

    /// The speed that a setup says, as far as it is the house's, too: at [`Step`](Speed::Step) each phase waits for the host.
    fn speed(_setup: &Self::Setup) -> Option<Speed> {
        None
    }

    /// Lets a new session go on from an earlier one, if that was about the same, and says in a few words what it takes up. Only
    /// where [`CUSTOM`](Machine::CUSTOM) says that this can be. The newest is asked first. One that has not ended yet may only be
    /// known again: it is named to the person, and the setup stays as it was. A setup stands in the log and is told to nobody: what
    /// of it anybody may know, [`open`](Machine::open) tells by events.
    fn take_up(_setup: &mut Self::Setup, _earlier: &Earlier<'_, Self::State>) -> Option<String> {
        None
    }

    /// What a session with this setup goes on with, where sessions follow one another: those with the same name do.
    fn chain(_setup: &Self::Setup) -> Option<Chain> {
        None
    }

    /// The command by which a seat asks for more time, if there is one.
    fn more_time() -> Option<Self::Command> {
        None
    }

    /// Opens a session, or names everything that is wrong with the setup.
    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, setup: &Self::Setup) -> Result<(), Vec<Fault>>;

    /// Decides a command. What a seat gives is what it is asked for now, in range, and its words are clean: the engine has held it to its
    /// form. What no form offers it has not: that is checked here. Checks first and tells afterwards: a decision that has told an event
    /// and then rejects is a bug, and stops the session.
    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Self::Command) -> Result<(), Self::Rejection>;

    /// Applies an event. Total: it cannot fail, whatever the event.
    fn evolve(state: &mut Self::State, event: &Self::Event);

    /// The name of the phase that the state is in: one of [`PHASES`](Machine::PHASES).
    fn phase(state: &Self::State) -> &'static str {
        state.card().name
    }

    /// How the session ended, once it has.
    fn outcome(state: &Self::State) -> Option<Self::Outcome>;

    /// What a session came to, once it has ended, where there is something to count ([`Custom::counted`]).
    fn count(_state: &Self::State) -> Option<Count> {
        None
    }

    /// Who is asked what, now.
    fn asks(state: &Self::State) -> Vec<Ask<Self::Question>>;

    /// The one way out for a seat that is asked and cannot answer: it is away, it failed, or its time is up. It does the least
    /// that can be done, and says so. Taken again and again it must come to an end.
    fn absent(draft: &mut Draft<Self>, seat: SeatId, why: &str) -> Result<(), Self::Rejection>;

    /// When the clock acts, by [`time_up`](Machine::time_up): at the first deadline of an ask that is not answered.
    fn deadline(state: &Self::State) -> Option<TableTime> {
        Self::asks(state).into_iter().filter(|ask| !ask.answered).filter_map(|ask| ask.deadline).min()
    }

    /// What the clock does once the deadline has come: each seat that is late is [`absent`](Machine::absent).
    fn time_up(draft: &mut Draft<Self>) -> Result<(), Self::Rejection> {
        let now = draft.now();
        let late =
            |ask: &Ask<Self::Question>| !ask.answered && ask.deadline.is_some_and(|until| until <= now);
        let all: Vec<_> = Self::asks(draft.state()).into_iter().filter(late).collect();
        for ask in all {
            // What was done for one seat may have closed the question of the next.
            let is_it = |it: &Ask<Self::Question>| (it.seat, it.id) == (ask.seat, ask.id) && late(it);
            if Self::asks(draft.state()).iter().any(is_it) {
                Self::absent(draft, ask.seat, "time is up")?;
            }
        }
        Ok(())
    }

    /// Who is told an event. The state is as it is just after the event.
    fn audience(state: &Self::State, event: &Self::Event) -> Audience;

    /// The command by which the host tells a machine what is kept out of the table, where its own words could tell of it
    /// and it does not know yet. The words of seats are kept from it anyway.
    fn keep_out(_state: &Self::State, _lines: &[String]) -> Option<Self::Command> {
        None
    }

    /// What a viewer may know: by default all that is in a state, which is then the fold of what that viewer was told
    /// ([`FOLDS`](Machine::FOLDS)). One that is made from the whole state is built up from nothing.
    fn view(state: &Self::State, _viewer: Viewer) -> Self::View {
        state.clone().into()
    }

    /// The event in words, for whoever was told it. From the event and the seats' names and nothing else. The state is as
    /// it is just after the event.
    fn telling(state: &Self::State, event: &Self::Event) -> Option<Telling>;

    /// How things stand for a viewer, in shapes that every face draws: from its view and nothing else. None is the engine's
    /// own: the fields of the view, with what not all know under a cover. A board without an ending gets the outcome for one.
    fn board(_view: &Self::View) -> Option<Board> {
        None
    }

    /// What stands before and after what was told, where a session is written down to be read: from the view of whoever reads it and
    /// the time that it has taken, and nothing else.
    fn pages(_view: &Self::View, _time: TableTime) -> Pages {
        Pages::default()
    }

    /// What stands over all that is told from now on, such as "Night 2": by default the title of the phase. Nothing, where
    /// phases change too often for headings.
    ///
    /// From what all know and nothing else.
    fn heading(state: &Self::State) -> Option<String> {
        let name = Self::phase(state);
        Self::PHASES.iter().find(|card| card.name == name).map(|card| card.title.to_owned())
    }

    /// The form for an ask, from the view of the seat that is asked and nothing else: by default what the question offers.
    ///
    /// # Panics
    /// If the question offers nothing of itself: a bug in the machine.
    fn form(_view: &Self::View, ask: &Ask<Self::Question>) -> Form {
        let Some(form) = ask.question.form(ask.seat) else {
            panic!("{} makes no form of a question", Self::NAME)
        };
        form
    }

    /// Of that form the tool that an answer uses, with those of its fields that must be given or are wanted: what the answer is held to.
    /// A machine whose forms have much in them makes it alone.
    fn tool(view: &Self::View, ask: &Ask<Self::Question>, name: &str, _wanted: Wanted<'_>) -> Option<Tool> {
        Self::form(view, ask).tools.into_iter().find(|tool| tool.name == name)
    }

    /// The house's answer, from the view of the seat that is asked and nothing else. By default it is drawn from the form
    /// without looking.
    ///
    /// # Panics
    /// If the form offers what is no command: a bug in the machine.
    fn house(view: &Self::View, ask: &Ask<Self::Question>, dice: &mut Dice) -> Self::Command {
        drawn::<Self>(&Self::form(view, ask), dice)
    }

    /// An answer that is drawn without looking: what any player has to be better than. By default it is drawn from the form; a
    /// machine that is played by the hundred thousand may draw it without the view.
    ///
    /// # Panics
    /// If the form offers what is no command: a bug in the machine.
    fn lot(view: impl FnOnce() -> Self::View, ask: &Ask<Self::Question>, dice: &mut Dice) -> Self::Command {
        drawn::<Self>(&Self::form(&view(), ask), dice)
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

    /// It behind the erased face. Made so, the whole machine is compiled again in every crate that asks for it:
    /// `#[engine::machine]` has it compiled where the machine stands.
    fn erased() -> &'static dyn Rules {
        &const { Erased::<Self>::RULES }
    }
}

fn drawn<M: Machine>(form: &Form, dice: &mut Dice) -> M::Command {
    match serde_json::from_value(form.draw(dice)) {
        Ok(command) => command,
        Err(error) => panic!("the form of {} offers what is no command: {error}", M::NAME),
    }
}

/// What a model reads, besides what its seat has been told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    /// What the seat may ever answer, in words: it stands before everything else, as unchanging as what follows it, for a model
    /// that is asked by a schema. One that is asked by tools reads those in its place.
    pub tools: String,
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

/// Why the rules say no, in words that the asker can act on. Derived for an enum: a code is the name of its variant with hyphens, or
/// what `#[code("…")]` says over it.
pub trait Reason: std::fmt::Display {
    /// A short stable name for programs.
    fn code(&self) -> &'static str;
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
    /// How much was told before this decision: in batch play that is kept.
    before: usize,
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
        Draft { state, told: Vec::new(), before: 0, moment, step, dice, taken: SeatSet::EMPTY, noting: None }
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
        self.told.len() > self.before
    }

    /// The same, with room for so many events. For batch play, as what follows.
    pub(crate) fn with_room(self, events: usize) -> Self {
        Draft { told: Vec::with_capacity(events), ..self }
    }

    /// Goes on to the next record in place, where a decision that was accepted is never taken back. What was told is kept; the place
    /// at which that of this record begins.
    pub(crate) fn next(&mut self) -> usize {
        self.step += 1;
        std::mem::replace(&mut self.before, self.told.len())
    }

    /// Keeps nothing of what was told.
    pub(crate) fn forget(&mut self) {
        self.told.clear();
        self.before = 0;
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

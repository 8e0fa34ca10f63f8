//! The erased face: one object-safe trait over every machine, with commands, events and views as JSON.
//!
//! The host runs sessions through this face alone and knows no machine by name.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::notice::Noting;
use crate::record::{ToldEvent, to_json};
use crate::{
    Accounts, Actor, Ask, AskId, CallNote, Card, DiceBox, Draft, Fault, Form, Gate, Heard, Judgement,
    Machine, Moment, Notice, OpenAsk, Outer, PhaseCard, Photo, Prompt, Reason, Report, Seat, SeatId, SeatSet,
    TableTime, Told, Tool, Viewer, Wish,
};

/// The rules say no.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// A short stable name for programs.
    pub code: &'static str,
    /// What is wrong and what would be right.
    pub message: String,
}

impl Refusal {
    /// A refusal of the engine's own.
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }

    /// It is over: nothing can be done any more.
    pub fn over() -> Refusal {
        Refusal::new("over", "it is over")
    }

    /// Somebody wants what is not theirs to do now.
    pub fn not_yours() -> Refusal {
        Refusal::new("not-yours", "this is not yours to do now")
    }

    /// A machine's own.
    pub fn of(reason: &impl Reason) -> Refusal {
        Refusal::new(reason.code(), reason.to_string())
    }
}

/// For machines that have no words of their own for a no.
impl Reason for Refusal {
    fn code(&self) -> &'static str {
        self.code
    }
}

/// A machine's rules, whatever its types.
pub trait Rules: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// The version of its rules.
    fn rules(&self) -> u32;
    /// The version of its events.
    fn events(&self) -> u32;
    /// Its phases.
    fn phases(&self) -> &'static [PhaseCard];
    /// The texts that a viewer can ask for.
    fn reports(&self) -> &'static [Report];
    /// What it says of itself.
    fn card(&self) -> Card;
    /// What a session is opened with if nobody says anything.
    fn setup(&self) -> Box<RawValue>;
    /// A state before the first event.
    fn blank(&self) -> Box<dyn Play>;
    /// A state out of a snapshot.
    fn restore(&self, snapshot: &str) -> Result<Box<dyn Play>, String>;
    /// Opens a session.
    fn open(&self, seats: &[Seat], setup: &RawValue, cast: Cast) -> Result<Step<dyn Play>, Vec<Fault>>;
}

/// The rules of an outer machine.
pub trait OuterRules: Rules {
    /// A state before the first event.
    fn blank_outer(&self) -> Box<dyn OuterPlay>;
    /// A state out of a snapshot.
    fn restore_outer(&self, snapshot: &str) -> Result<Box<dyn OuterPlay>, String>;
}

/// What a decision is made with, besides the state and the command.
#[derive(Clone, Copy)]
pub struct Cast {
    /// How many records of this machine came before.
    pub step: u64,
    /// When it is decided.
    pub moment: Moment,
    /// The session's dice.
    pub dice: DiceBox,
    /// The seats of the house or of models in which people have sat down.
    pub taken: SeatSet,
}

/// An accepted decision that has not happened yet.
pub struct Step<P: ?Sized> {
    /// The state as it will be.
    pub play: Box<P>,
    /// What will have happened.
    pub events: Vec<ToldEvent>,
    /// A notice of each event.
    pub notices: Vec<Notice>,
}

/// One playing of a machine: its state, behind the erased face.
pub trait Play: Send + Sync {
    /// Decides a command, and changes nothing.
    fn decide(&self, by: Actor, command: &RawValue, cast: Cast) -> Result<Step<dyn Play>, Refusal>;
    /// Applies recorded events of a version of the machine.
    fn fold(&mut self, version: u32, events: &[ToldEvent]) -> Result<(), String>;
    /// The same, with a notice of each event.
    fn fold_noting(&mut self, version: u32, events: &[ToldEvent]) -> Result<Vec<Notice>, String>;
    /// The state as JSON, for a snapshot and for comparing.
    fn snapshot(&self) -> String;
    /// The name of its phase.
    fn phase(&self) -> &'static str;
    /// What stands over what is told now, if anything does.
    fn heading(&self) -> Option<String>;
    /// How it ended, once it has.
    fn outcome(&self) -> Option<Value>;
    /// Who is asked what, with the forms.
    fn asks(&self) -> Vec<OpenAsk>;
    /// Who is asked, without the forms.
    fn open_asks(&self) -> Vec<Ask<()>>;
    /// The form of one ask, if that ask is open.
    fn form(&self, seat: SeatId, ask: AskId) -> Option<Form>;
    /// When the clock acts.
    fn deadline(&self) -> Option<TableTime>;
    /// The clock's command, if it ever has one.
    fn time_up(&self) -> Option<Box<RawValue>>;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Value;
    /// The text of a report, made from what a viewer may know.
    fn report(&self, viewer: Viewer, name: &str) -> Option<String>;
    /// The house's answer to an ask of a seat, if that ask is open.
    fn house(&self, seat: SeatId, ask: AskId, dice: DiceBox) -> Option<Box<RawValue>>;
    /// What a model reads before it answers an ask of a seat, if that ask is open.
    fn prompt(&self, seat: SeatId, ask: AskId) -> Option<Prompt>;
    /// Every way to answer that a seat may ever have.
    fn tools(&self, seat: SeatId) -> Vec<Tool>;
    /// The command for words of a seat that were cut off, if that ask is open and the rules let them stand.
    fn cut_off(&self, seat: SeatId, ask: AskId, tool: &str, said: &str) -> Option<Box<RawValue>>;
    /// The host's answer for a seat that failed to answer an ask, if that ask is open.
    fn fallback(&self, seat: SeatId, ask: AskId, reason: &str) -> Option<Box<RawValue>>;
    /// The command by which a seat's photo is handed over, if the activity looks at photos.
    fn photo(&self, seat: SeatId, photo: Photo) -> Option<Box<RawValue>>;
    /// Whether it may be rewound by this actor.
    fn may_rewind(&self, by: Actor) -> Result<(), Refusal>;
    /// A copy.
    fn copy(&self) -> Box<dyn Play>;
}

/// One playing of an outer machine.
pub trait OuterPlay: Play {
    /// Does table time run?
    fn live(&self) -> bool;
    /// May an input go on to the activity?
    fn gate(&self, by: Actor) -> Gate;
    /// Takes a line of talk apart, at a moment of UTC.
    fn hear(&self, by: Actor, text: &str, utc: i64) -> Result<Heard<Box<RawValue>>, Refusal>;
    /// The command by which it is told that something was taken back, or brought back.
    fn took_back(&self, wish: Wish) -> Box<RawValue>;
    /// The command by which the host stops play for somebody who is not named.
    fn stop(&self) -> Box<RawValue>;
    /// The command by which the host pauses a table at which so many answers in a row were automatic.
    fn unattended(&self, answers: u32) -> Option<Box<RawValue>>;
    /// What every model at the table reads before what it is asked.
    fn brief(&self) -> String;
    /// The command by which the host lets play begin after session zero, if the table is in it.
    fn prepared(&self) -> Option<Box<RawValue>>;
    /// What a model may be asked about the talk, at a moment of UTC.
    fn judgement(&self, utc: i64) -> Option<Judgement>;
    /// The command by which the host tells what a model found in somebody's words.
    fn judged(&self, by: Actor, words: &str, found: &str) -> Option<Box<RawValue>>;
    /// The command by which the host notes a model call.
    fn note(&self, call: CallNote) -> Box<RawValue>;
    /// The accounts of all model calls.
    fn accounts(&self) -> &Accounts;
    /// The seats of the house or of models in which people have sat down.
    fn taken(&self) -> SeatSet;
    /// The seats whose people said that they are away.
    fn away(&self) -> SeatSet;
    /// Decides a command, and changes nothing.
    fn decide_outer(&self, by: Actor, command: &RawValue, cast: Cast)
    -> Result<Step<dyn OuterPlay>, Refusal>;
}

/// The erased face of a machine `M`.
pub struct Erased<M>(PhantomData<fn() -> M>);

impl<M: Machine> Erased<M> {
    /// The one value of this type.
    pub const RULES: Erased<M> = Erased(PhantomData);
}

struct Playing<M: Machine>(M::State);
impl<M: Machine> Rules for Erased<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }
    fn rules(&self) -> u32 {
        M::RULES
    }
    fn events(&self) -> u32 {
        M::EVENTS
    }
    fn phases(&self) -> &'static [PhaseCard] {
        M::PHASES
    }
    fn reports(&self) -> &'static [Report] {
        M::REPORTS
    }
    fn card(&self) -> Card {
        M::CARD
    }
    fn setup(&self) -> Box<RawValue> {
        raw(&M::Setup::default())
    }
    fn blank(&self) -> Box<dyn Play> {
        Box::new(Playing::<M>(M::State::default()))
    }
    fn restore(&self, snapshot: &str) -> Result<Box<dyn Play>, String> {
        Ok(Box::new(Playing::<M>::restore(snapshot)?))
    }
    fn open(&self, seats: &[Seat], setup: &RawValue, cast: Cast) -> Result<Step<dyn Play>, Vec<Fault>> {
        let setup: M::Setup = serde_json::from_str(setup.get())
            .map_err(|error| vec![Fault::new("setup", error.to_string())])?;
        let mut draft = Draft::<M>::new(M::State::default(), cast.step, cast.moment, cast.dice).noting();
        M::open(&mut draft, &seats.into(), &setup)?;
        let Step { play, events, notices } = Playing::<M>::finish(draft);
        Ok(Step { play, events, notices })
    }
}

impl<M: Outer> OuterRules for Erased<M> {
    fn blank_outer(&self) -> Box<dyn OuterPlay> {
        Box::new(Playing::<M>(M::State::default()))
    }
    fn restore_outer(&self, snapshot: &str) -> Result<Box<dyn OuterPlay>, String> {
        Ok(Box::new(Playing::<M>::restore(snapshot)?))
    }
}

impl<M: Machine> Playing<M> {
    fn restore(snapshot: &str) -> Result<Self, String> {
        serde_json::from_str(snapshot).map(Playing).map_err(|error| error.to_string())
    }

    fn finish(draft: Draft<M>) -> Step<Self> {
        let (state, told, notices) = draft.finish_noted();
        let json =
            |told: Told<M::Event>| ToldEvent { audience: told.audience, json: event_json(&told.event) };
        Step { play: Box::new(Playing(state)), events: told.into_iter().map(json).collect(), notices }
    }

    /// # Panics
    /// If the machine rejects what it has told already: a bug in it.
    fn step(&self, by: Actor, command: &RawValue, cast: Cast) -> Result<Step<Self>, Refusal> {
        let command: M::Command = parse_command(command)?;
        let draft = Draft::<M>::new(self.0.clone(), cast.step, cast.moment, cast.dice);
        let mut draft = draft.with_taken(cast.taken).noting();
        match M::decide(&mut draft, by, &command) {
            Ok(()) => Ok(Self::finish(draft)),
            Err(reason) => {
                assert!(!draft.has_told(), "{} told something and then rejected it: {reason}", M::NAME);
                Err(Refusal::of(&reason))
            }
        }
    }

    fn ask(&self, seat: SeatId, id: AskId) -> Option<Ask<M::Question>> {
        M::asks(&self.0).into_iter().find(|ask| ask.seat == seat && ask.id == id)
    }

    fn form_of(&self, ask: &Ask<M::Question>) -> Form {
        M::form(&M::view(&self.0, Viewer::Seat(ask.seat)), ask)
    }

    fn event(version: u32, event: &RawValue) -> Result<M::Event, String> {
        if version >= M::EVENTS {
            return serde_json::from_str(event.get()).map_err(|error| error.to_string());
        }
        let old: Value = serde_json::from_str(event.get()).map_err(|error| error.to_string())?;
        serde_json::from_value(M::upcast(version, old)).map_err(|error| error.to_string())
    }
}

impl<M: Machine> Play for Playing<M> {
    fn decide(&self, by: Actor, command: &RawValue, cast: Cast) -> Result<Step<dyn Play>, Refusal> {
        let Step { play, events, notices } = self.step(by, command, cast)?;
        Ok(Step { play, events, notices })
    }
    fn fold(&mut self, version: u32, events: &[ToldEvent]) -> Result<(), String> {
        for told in events {
            M::evolve(&mut self.0, &Self::event(version, &told.json)?);
        }
        Ok(())
    }
    fn fold_noting(&mut self, version: u32, events: &[ToldEvent]) -> Result<Vec<Notice>, String> {
        let mut noting = Noting::from::<M>(&self.0);
        for told in events {
            let event = Self::event(version, &told.json)?;
            M::evolve(&mut self.0, &event);
            noting.note::<M>(&self.0, &event);
        }
        Ok(noting.into_notices())
    }
    fn snapshot(&self) -> String {
        to_json(&self.0)
    }
    fn phase(&self) -> &'static str {
        M::phase(&self.0)
    }
    fn heading(&self) -> Option<String> {
        M::heading(&self.0)
    }
    fn outcome(&self) -> Option<Value> {
        M::outcome(&self.0).map(|outcome| to_value::<M>(&outcome))
    }
    fn asks(&self) -> Vec<OpenAsk> {
        let open = |ask: Ask<M::Question>| {
            let form = self.form_of(&ask);
            OpenAsk { id: ask.id, seat: ask.seat, answered: ask.answered, deadline: ask.deadline, form }
        };
        M::asks(&self.0).into_iter().map(open).collect()
    }
    fn open_asks(&self) -> Vec<Ask<()>> {
        let bare = |ask: Ask<M::Question>| Ask {
            id: ask.id,
            seat: ask.seat,
            answered: ask.answered,
            deadline: ask.deadline,
            question: (),
        };
        M::asks(&self.0).into_iter().map(bare).collect()
    }
    fn form(&self, seat: SeatId, ask: AskId) -> Option<Form> {
        self.ask(seat, ask).map(|ask| self.form_of(&ask))
    }
    fn deadline(&self) -> Option<TableTime> {
        M::deadline(&self.0)
    }
    fn time_up(&self) -> Option<Box<RawValue>> {
        M::time_up().map(|command| raw(&command))
    }
    fn view(&self, viewer: Viewer) -> Value {
        to_value::<M>(&M::view(&self.0, viewer))
    }
    fn report(&self, viewer: Viewer, name: &str) -> Option<String> {
        M::report(&M::view(&self.0, viewer), name)
    }
    fn house(&self, seat: SeatId, ask: AskId, dice: DiceBox) -> Option<Box<RawValue>> {
        let ask = self.ask(seat, ask)?;
        let view = M::view(&self.0, Viewer::Seat(seat));
        Some(raw(&M::house(&view, &ask, &mut dice.seat(seat, ask.id))))
    }
    fn prompt(&self, seat: SeatId, ask: AskId) -> Option<Prompt> {
        let ask = self.ask(seat, ask)?;
        Some(M::prompt(&M::view(&self.0, Viewer::Seat(seat)), &ask))
    }
    fn tools(&self, seat: SeatId) -> Vec<Tool> {
        M::tools(&M::view(&self.0, Viewer::Seat(seat)), seat)
    }
    fn cut_off(&self, seat: SeatId, ask: AskId, tool: &str, said: &str) -> Option<Box<RawValue>> {
        Some(raw(&M::cut_off(&self.ask(seat, ask)?, tool, said)?))
    }
    fn fallback(&self, seat: SeatId, ask: AskId, reason: &str) -> Option<Box<RawValue>> {
        Some(raw(&M::fallback(&self.ask(seat, ask)?, reason)))
    }
    fn photo(&self, seat: SeatId, photo: Photo) -> Option<Box<RawValue>> {
        M::photo(seat, photo).as_ref().map(raw)
    }
    fn may_rewind(&self, by: Actor) -> Result<(), Refusal> {
        M::may_rewind(&self.0, by)
    }
    fn copy(&self) -> Box<dyn Play> {
        Box::new(Playing::<M>(self.0.clone()))
    }
}

impl<M: Outer> OuterPlay for Playing<M> {
    fn live(&self) -> bool {
        M::live(&self.0)
    }
    fn gate(&self, by: Actor) -> Gate {
        M::gate(&self.0, by)
    }
    fn hear(&self, by: Actor, text: &str, utc: i64) -> Result<Heard<Box<RawValue>>, Refusal> {
        let heard = M::hear(&self.0, by, text, utc).map_err(|reason| Refusal::of(&reason))?;
        let table = heard.table.iter().map(raw).collect();
        let then = heard.then.as_ref().map(raw);
        let unnamed = heard.unnamed.as_ref().map(raw);
        Ok(Heard { table, activity: heard.activity, wish: heard.wish, then, unnamed })
    }
    fn took_back(&self, wish: Wish) -> Box<RawValue> {
        raw(&M::took_back(wish))
    }
    fn stop(&self) -> Box<RawValue> {
        raw(&M::stop())
    }
    fn unattended(&self, answers: u32) -> Option<Box<RawValue>> {
        M::unattended(answers).as_ref().map(raw)
    }
    fn brief(&self) -> String {
        M::brief(&self.0)
    }
    fn prepared(&self) -> Option<Box<RawValue>> {
        M::prepared(&self.0).as_ref().map(raw)
    }
    fn judgement(&self, utc: i64) -> Option<Judgement> {
        M::judgement(&self.0, utc)
    }
    fn judged(&self, by: Actor, words: &str, found: &str) -> Option<Box<RawValue>> {
        M::judged(by, words, found).as_ref().map(raw)
    }
    fn note(&self, call: CallNote) -> Box<RawValue> {
        raw(&M::note(call))
    }
    fn accounts(&self) -> &Accounts {
        M::accounts(&self.0)
    }
    fn taken(&self) -> SeatSet {
        M::taken(&self.0)
    }
    fn away(&self) -> SeatSet {
        M::away(&self.0)
    }
    fn decide_outer(
        &self,
        by: Actor,
        command: &RawValue,
        cast: Cast,
    ) -> Result<Step<dyn OuterPlay>, Refusal> {
        let Step { play, events, notices } = self.step(by, command, cast)?;
        Ok(Step { play, events, notices })
    }
}

fn parse_command<C: DeserializeOwned>(command: &RawValue) -> Result<C, Refusal> {
    serde_json::from_str(command.get())
        .map_err(|error| Refusal::new("unreadable", format!("this is no command of the machine: {error}")))
}

fn to_value<M: Machine>(value: &impl serde::Serialize) -> Value {
    match serde_json::to_value(value) {
        Ok(value) => value,
        Err(error) => panic!("a value of {} did not serialise: {error}", M::NAME),
    }
}

/// An event as JSON.
///
/// # Panics
/// If it is no object, which a log could not hold: a bug in the machine.
fn event_json(event: &impl serde::Serialize) -> Box<RawValue> {
    let json = raw(event);
    assert!(json.get().starts_with('{'), "an event is an object with a field `type`, not {json}");
    json
}

/// Any value of our own as JSON text.
pub fn raw<T: serde::Serialize + ?Sized>(value: &T) -> Box<RawValue> {
    match serde_json::value::to_raw_value(value) {
        Ok(raw) => raw,
        Err(error) => panic!("a value of our own did not serialise: {error}"),
    }
}

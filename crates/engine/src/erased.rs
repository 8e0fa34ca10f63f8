//! The erased face: one object-safe trait over every machine, with commands, events and views as JSON.
//!
//! The host runs sessions through this face alone and knows no machine by name.

use std::marker::PhantomData;

use serde::Deserialize as _;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::batch::{self, Counting};
use crate::options::put_over;
use crate::playing::Playing;
use crate::record::ToldEvent;
use crate::{
    Accounts, Actor, After, Ask, AskId, Board, Book, CallNote, Card, Chain, Count, Custom, Dice, DiceBox,
    Draft, Fault, Form, Gate, Heard, Judgement, Knob, Machine, Matter, Moment, Notice, OpenAsk, Outer, Pages,
    PhaseCard, Photo, Prompt, Reason, Report, Seat, SeatId, SeatSet, Seating, Speed, TableTime, Tool, Viewer,
    Wish,
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

    /// Only somebody else may do that.
    pub fn only(who: &str) -> Refusal {
        Refusal::new("not-yours", format!("only {who} may do that"))
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
    /// What people call it.
    fn called(&self) -> &'static str {
        Some(self.custom().called).filter(|called| !called.is_empty()).unwrap_or_else(|| self.name())
    }
    /// The same, as it stands in a list.
    fn label(&self) -> String {
        let mut letters = self.called().chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
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
    /// What is usual at its tables.
    fn custom(&self) -> Custom;
    /// What of a setup can be chosen.
    fn options(&self) -> Vec<Knob>;
    /// What a session is opened with at a table: what suits it, and over that what was said.
    fn setup(&self, table: &Seating<'_>) -> Box<RawValue>;
    /// What a table with this setup is called.
    fn titled(&self, setup: &RawValue) -> String;
    /// The speed that a setup says.
    fn speed(&self, setup: &RawValue) -> Option<Speed>;
    /// What a session with this setup goes on with.
    fn chain(&self, setup: &RawValue) -> Option<Chain>;
    /// The command by which a seat asks for more time.
    fn more_time(&self) -> Option<Value>;
    /// A state before the first event.
    fn blank(&self) -> Box<dyn Play>;
    /// A state out of a snapshot.
    fn restore(&self, snapshot: &str) -> Result<Box<dyn Play>, String>;
    /// Opens a session.
    fn open(&self, seats: &[Seat], setup: &RawValue, cast: Cast) -> Result<Step<dyn Play>, Vec<Fault>>;
    /// What plays whole sessions with this setup in memory and counts them, on the [typed face](batch); none, where views are
    /// folds, which are kept behind this face alone.
    fn counting(&self, setup: &RawValue) -> Option<Box<Counting>>;
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
    /// Does anybody hear of it? Only then is a notice made of each event.
    pub heard: bool,
}

/// An accepted decision that has not happened yet.
pub struct Step<P: ?Sized> {
    /// The state as it will be.
    pub play: Box<P>,
    /// What will have happened.
    pub events: Vec<ToldEvent>,
    /// A notice of each event, if anybody hears of it.
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
    /// What it came to, once it has ended, where there is something to count.
    fn count(&self) -> Option<Count>;
    /// Who is asked what, with the forms.
    fn asks(&self) -> Vec<OpenAsk>;
    /// Who is asked, without the forms.
    fn open_asks(&self) -> Vec<Ask<()>>;
    /// Whether an ask is open.
    fn is_open(&self, seat: SeatId, ask: AskId) -> bool;
    /// The form of one ask, if that ask is open.
    fn form(&self, seat: SeatId, ask: AskId) -> Option<Form>;
    /// When the clock acts.
    fn deadline(&self) -> Option<TableTime>;
    /// The clock's command.
    fn time_up(&self) -> Box<RawValue>;
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Value;
    /// How things stand for a viewer, for a face to draw.
    fn board(&self, viewer: Viewer) -> Board;
    /// What stands before and after what a viewer was told, where it is written down.
    fn pages(&self, viewer: Viewer, time: TableTime) -> Pages;
    /// The text of a report, made from what a viewer may know.
    fn report(&self, viewer: Viewer, name: &str) -> Option<String>;
    /// The house's answer to an ask of a seat, if that ask is open.
    fn house(&self, seat: SeatId, ask: AskId, dice: DiceBox) -> Option<Box<RawValue>>;
    /// An answer to an ask of a seat that is drawn without looking, if that ask is open. The rules may refuse one in which a
    /// value must fit another: then the next is drawn.
    fn lot(&self, seat: SeatId, ask: AskId, dice: &mut Dice) -> Option<Box<RawValue>>;
    /// What a model reads before it answers an ask of a seat, if that ask is open.
    fn prompt(&self, seat: SeatId, ask: AskId) -> Option<Prompt>;
    /// Every way to answer that a seat may ever have.
    fn tools(&self, seat: SeatId) -> Vec<Tool>;
    /// The command for words of a seat that were cut off, if that ask is open and the rules let them stand.
    fn cut_off(&self, seat: SeatId, ask: AskId, tool: &str, said: &str) -> Option<Box<RawValue>>;
    /// The host's answer for a seat that failed to answer an ask, if that ask is open.
    fn fallback(&self, seat: SeatId, ask: AskId, reason: &str) -> Option<Box<RawValue>>;
    /// The command by which it is told what is kept out of the table, if it needs to know more of that than it does.
    fn keep_out(&self, lines: &[String]) -> Option<Box<RawValue>>;
    /// The command by which a seat's photo is handed over, if the activity looks at photos.
    fn photo(&self, seat: SeatId, photo: Photo) -> Option<Box<RawValue>>;
    /// The setup of a new session that goes on from this one, which is that session, with what it takes up, if it is about the same.
    fn take_up(&self, setup: &RawValue, this: After) -> Option<(Box<RawValue>, String)>;
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
    fn hear(&self, by: Actor, text: &str, utc: i64, book: Book<'_>) -> Result<Heard<Box<RawValue>>, Refusal>;
    /// The command by which it is told that something was taken back, or brought back.
    fn took_back(&self, wish: Wish) -> Box<RawValue>;
    /// The command by which the host stops play for somebody who is not named.
    fn stop(&self) -> Box<RawValue>;
    /// The command by which the host pauses a table at which so many answers in a row were automatic.
    fn unattended(&self, answers: u32) -> Option<Box<RawValue>>;
    /// What every model at the table reads before what it is asked.
    fn brief(&self) -> String;
    /// What nobody wants to hear of at the table.
    fn kept_out(&self) -> &[String];
    /// What of that some words would tell of.
    fn crossed(&self, words: &str) -> Option<&str>;
    /// What nobody wants to hear much of at the table.
    fn veiled(&self) -> &[String];
    /// What of that some words would tell too much of.
    fn too_close(&self, words: &str) -> Option<&str>;
    /// What models read while the table plans and its activity has nothing of its own to prepare.
    fn planning(&self) -> Option<String>;
    /// The command by which the host lets play begin after session zero, if the table is in it.
    fn prepared(&self) -> Option<Box<RawValue>>;
    /// What the host does with a table whose activity has ended, after so many milliseconds in which nothing happens.
    fn after_end(&self) -> Option<(u64, Box<RawValue>)>;
    /// The seats whose models may be asked about such a matter now.
    fn askable(&self, matter: Matter) -> SeatSet;
    /// The command by which the host tells somebody what a model answered.
    fn answered(&self, matter: Matter, to: SeatId, by: SeatId, text: String) -> Option<Box<RawValue>>;
    /// What a model may be asked about the talk, at a moment of UTC.
    fn judgement(&self, utc: i64) -> Option<Judgement>;
    /// The command by which the host tells what a model found in somebody's words.
    fn judged(&self, by: Actor, words: &str, found: &str) -> Option<Box<RawValue>>;
    /// Decides the host's note of a model call, and changes nothing; with the command that it is in the log.
    fn note(&self, call: CallNote, cast: Cast) -> Result<(Box<RawValue>, Step<dyn OuterPlay>), Refusal>;
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
    fn custom(&self) -> Custom {
        M::CUSTOM
    }
    fn options(&self) -> Vec<Knob> {
        M::options()
    }
    fn setup(&self, table: &Seating<'_>) -> Box<RawValue> {
        let mut setup = serde_json::to_value(M::suited(table)).unwrap_or_default();
        put_over(&mut setup, table.said.clone());
        // What is no setup is as it was said, for whoever opens a session with it to refuse.
        M::Setup::deserialize(&setup).map_or_else(|_| raw(&setup), |setup| raw(&setup))
    }
    fn titled(&self, setup: &RawValue) -> String {
        let own = serde_json::from_str(setup.get()).ok().and_then(|setup| M::titled(&setup));
        let title = Some(M::CARD.title).filter(|title| !title.is_empty()).unwrap_or(M::NAME);
        own.unwrap_or_else(|| title.to_owned())
    }
    fn speed(&self, setup: &RawValue) -> Option<Speed> {
        serde_json::from_str(setup.get()).ok().and_then(|setup| M::speed(&setup))
    }
    fn chain(&self, setup: &RawValue) -> Option<Chain> {
        serde_json::from_str(setup.get()).ok().and_then(|setup| M::chain(&setup))
    }
    fn more_time(&self) -> Option<Value> {
        M::more_time().and_then(|command| serde_json::to_value(command).ok())
    }
    fn blank(&self) -> Box<dyn Play> {
        Box::new(Playing::<M>::blank())
    }
    fn restore(&self, snapshot: &str) -> Result<Box<dyn Play>, String> {
        Ok(Box::new(Playing::<M>::restore(snapshot)?))
    }
    fn open(&self, seats: &[Seat], setup: &RawValue, cast: Cast) -> Result<Step<dyn Play>, Vec<Fault>> {
        hold_to_card(&M::CARD, &M::options(), seats.len(), setup)?;
        let setup: M::Setup = serde_json::from_str(setup.get())
            .map_err(|error| vec![Fault::new("setup", error.to_string())])?;
        let mut draft = Draft::<M>::new(M::State::default(), cast.step, cast.moment, cast.dice).noting();
        M::open(&mut draft, &seats.into(), &setup)?;
        let Step { play, events, notices } = Playing::<M>::blank().finish(draft);
        Ok(Step { play, events, notices })
    }
    fn counting(&self, setup: &RawValue) -> Option<Box<Counting>> {
        batch::counting::<M>(setup)
    }
}

impl<M: Outer> OuterRules for Erased<M> {
    fn blank_outer(&self) -> Box<dyn OuterPlay> {
        Box::new(Playing::<M>::blank())
    }
    fn restore_outer(&self, snapshot: &str) -> Result<Box<dyn OuterPlay>, String> {
        Ok(Box::new(Playing::<M>::restore(snapshot)?))
    }
}

/// Refuses too few and too many seats, and what of a setup is out of range.
fn hold_to_card(card: &Card, knobs: &[Knob], seats: usize, setup: &RawValue) -> Result<(), Vec<Fault>> {
    if !card.seats.contains(&seats) {
        let (least, most) = (card.seats.start(), card.seats.end());
        let are = if seats == 1 { "there is 1".to_owned() } else { format!("there are {seats}") };
        let wanted = if least == most { most.to_string() } else { format!("{least} to {most}") };
        return Err(vec![Fault::new("seats", format!("{are}, and this is for {wanted}"))]);
    }
    let said = serde_json::from_str(setup.get()).unwrap_or_default();
    // What is wrong begins with where it is.
    let fault = |why: String| match why.split_once(": ") {
        Some((field, problem)) => Fault::new(field, problem),
        None => Fault::new("setup", why),
    };
    let faults: Vec<Fault> =
        knobs.iter().filter_map(|knob| knob.check(knob.of(&said)).err()).map(fault).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Any value of our own as JSON text.
pub fn raw<T: serde::Serialize + ?Sized>(value: &T) -> Box<RawValue> {
    match serde_json::value::to_raw_value(value) {
        Ok(raw) => raw,
        Err(error) => panic!("a value of our own did not serialise: {error}"),
    }
}

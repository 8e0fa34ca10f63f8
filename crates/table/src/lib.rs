//! The table: the outer machine of every session.
//!
//! It says when play goes on and when it rests, and takes every line of talk apart before the activity hears of it.
//! It asks nobody anything and has no deadline: people change its state, and between changes it only listens.

#![warn(clippy::float_arithmetic)]

mod command;
mod decide;
mod event;
mod judge;
mod lines;
mod referee;
mod rejection;
mod report;
mod roll;
mod setup;
mod state;
pub mod suggest;
mod talk;
mod telling;
mod view;
mod words;

pub use command::{Command, Person, Policy, SessionVerb};
pub use decide::DEBRIEF_QUIET_MS;
pub use event::{Earlier, Event, RefereeAnswer};
pub use protocol::table::{Drawn, FeedbackKind, Language};
pub use rejection::{Rejection, Ruling};
pub use roll::{BadRoll, Roll};
pub use setup::{OpenSeats, Setup};
pub use state::{Holding, Phase, PolicyOf, Since, State, Suggested};
pub use words::{message, system_prompt};

use std::sync::Arc;

use engine::{
    Accounts, Actor, Ask, Audience, Book, CallNote, Card, Draft, Erased, Fault, Gate, Heard, Judgement,
    Machine, Matter, Outer, OuterRules, Report, Seat, SeatId, SeatSet, Telling, Unasked, Viewer, Wish,
    limits,
};
use kit::kept_out::{tells_of, too_close};
use protocol::table::{TableState, View};

/// The table.
pub enum Table {}

/// It as what stands round any activity.
///
/// A static, not a constant: of a constant every crate that names it would compile the table once more.
pub static TABLE: &dyn OuterRules = &Erased::<Table>::RULES;

#[engine::machine]
impl Machine for Table {
    const NAME: &'static str = "table";
    const RULES: u32 = 1;
    const EVENTS: u32 = 1;
    const FOLDS: bool = false;
    const CARD: Card = Card { seats: 1..=limits::SEATS_MAX, ..Card::DEFAULT };
    const REPORTS: &'static [Report] = report::REPORTS;

    type Setup = Setup;
    type State = State;
    type Rejection = Rejection;
    type Question = Unasked;
    type View = View;

    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
        setup::open(draft, seats, setup)
    }
    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Command) -> Ruling {
        decide::decide(draft, by, command)
    }
    fn evolve(state: &mut State, event: &Event) {
        state::evolve(state, event);
    }
    /// How the table stands is shown beside the talk, not over it.
    fn heading(_state: &State) -> Option<String> {
        None
    }
    fn outcome(_state: &State) -> Option<String> {
        None
    }
    fn asks(_state: &State) -> Vec<Ask<Unasked>> {
        Vec::new()
    }
    /// Nobody is asked anything, so nobody is missed.
    fn absent(_draft: &mut Draft<Self>, _seat: SeatId, _why: &str) -> Ruling {
        Ok(())
    }
    fn audience(_state: &State, event: &Event) -> Audience {
        view::audience(event)
    }
    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }
    fn telling(state: &State, event: &Event) -> Option<Telling> {
        telling::telling(state, event)
    }
    fn report(view: &View, name: &str) -> Option<String> {
        report::report(view, name)
    }
}

impl Outer for Table {
    fn live(state: &State) -> bool {
        state.table_state().is_narrative_active()
    }
    fn gate(state: &State, by: Actor) -> Gate {
        talk::gate(state, by)
    }
    fn hear(state: &State, by: Actor, text: &str, utc: i64, book: Book<'_>) -> Ruling<Heard<Command>> {
        talk::hear(state, by, text, utc, book)
    }
    fn took_back(what: Wish) -> Command {
        Command::TellTakenBack { what }
    }
    fn stop() -> Command {
        Command::CallStop
    }
    fn unattended(answers: u32) -> Option<Command> {
        Some(Command::PauseUnattended { answers })
    }
    fn brief(state: &State) -> String {
        tongue(state.language) + &lines::brief(&state.lines)
    }
    fn kept_out(state: &State) -> &[String] {
        &state.lines.lines
    }
    fn crossed<'a>(state: &'a State, words: &str) -> Option<&'a str> {
        tells_of(&state.lines.lines, words)
    }
    fn veiled(state: &State) -> &[String] {
        &state.lines.veils
    }
    fn too_close<'a>(state: &'a State, words: &str) -> Option<&'a str> {
        too_close(&state.lines.veils, words)
    }
    fn planning(state: &State) -> Option<String> {
        let voice = system_prompt(TableState::SessionZero);
        let plans = state.table_state() == TableState::SessionZero;
        plans.then(|| {
            format!("The people at the table have stepped out of the story to plan. For as long as they do: {voice}\n\n")
        })
    }
    fn prepared(state: &State) -> Option<Command> {
        let zero = state.table_state() == TableState::SessionZero;
        zero.then_some(Command::SetSession { verb: SessionVerb::Start })
    }
    fn after_end(state: &State) -> Option<(u64, Command)> {
        match state.table_state() {
            TableState::Active | TableState::SessionZero => Some((0, Command::LookBack)),
            TableState::Debrief => Some((DEBRIEF_QUIET_MS, Command::SetSession { verb: SessionVerb::Close })),
            TableState::Idle | TableState::Paused => None,
        }
    }
    fn askable(state: &State, matter: Matter) -> SeatSet {
        decide::askable(state, matter)
    }
    fn answered(matter: Matter, to: SeatId, by: SeatId, text: String) -> Option<Command> {
        Some(Command::TellAnswer { matter, to, by, text })
    }
    fn judgement(state: &State, utc: i64) -> Option<Judgement> {
        judge::judgement(state, utc)
    }
    fn judged(by: Actor, words: &str, found: &str) -> Option<Command> {
        judge::judged(by, words, found)
    }
    fn note(call: CallNote) -> Command {
        match call {
            CallNote::Begun(call) => Command::BeginCall(call),
            CallNote::Settled(call) => Command::SettleCall(call),
        }
    }
    fn accounts(state: &State) -> &Accounts {
        &state.accounts
    }
    fn taken(state: &State) -> SeatSet {
        state.taken
    }
    fn away(state: &State) -> SeatSet {
        state.away
    }
}

/// What every model at a table of another language is told before what it is asked.
fn tongue(language: Language) -> String {
    match language.is_english() {
        true => String::new(),
        false => format!(
            "{name} ({own}) is spoken at this table. Write every word that people read, thoughts as well, in {name}, whatever \
             language these instructions and others use. Names of people, tools, fields and choices stay as they are.\n\n",
            name = language.name(),
            own = language.own_name(),
        ),
    }
}

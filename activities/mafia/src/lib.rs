//! Mafia: a town that talks by day, and a few in it who kill by night.
//!
//! The rules are numbered M1 to M23; a test that holds one has its number in its name.

#![warn(clippy::float_arithmetic)]

mod ask;
mod board;
mod card;
mod command;
mod count;
mod course;
mod decide;
mod discussion;
mod event;
pub mod house;
pub mod limits;
mod prompt;
mod report;
mod setup;
mod state;
mod telling;
pub mod view;

use std::sync::Arc;

use crate::view::{Outcome, View};
use engine::{
    Actor, Ask, Audience, Board, Card, Count, Custom, Dice, Draft, Fault, Form, Knob, Machine, Prompt,
    Refusal, Report, Seat, SeatId, Seating, TableTime, Telling, Tool, Viewer, Wanted,
};

pub use ask::{Question, random};
pub use command::{Beliefs, Command, CommandName, Speech};
pub use discussion::Discussion;
pub use engine::Speed;
pub use event::{Auto, Belief, Created, Event, NightAction, VoteCount};
pub use prompt::persona;
pub use setup::{Ballot, Counts, Pace, Setup, Times, Timing};
pub use state::{Night, Phase, PhaseClock, State, Voting};

/// The machine.
pub enum Mafia {}

#[engine::machine]
impl Machine for Mafia {
    const NAME: &'static str = "mafia";
    const RULES: u32 = 1;
    const EVENTS: u32 = 1;
    const FOLDS: bool = false;
    const CARD: Card = card::CARD;
    const CUSTOM: Custom = card::CUSTOM;
    const REPORTS: &'static [Report] = report::REPORTS;

    type Setup = Setup;
    type State = State;
    type Question = Question;
    type View = View;
    type Outcome = Outcome;

    fn options() -> Vec<Knob> {
        setup::options()
    }
    fn suited(table: &Seating<'_>) -> Setup {
        setup::suited(table)
    }
    fn speed(setup: &Setup) -> Option<Speed> {
        setup.of_house()
    }
    fn more_time() -> Option<Command> {
        Some(Command::Extend)
    }
    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
        decide::open(draft, seats, setup)
    }
    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Command) -> Result<(), Refusal> {
        decide::decide(draft, by, command)
    }
    fn evolve(state: &mut State, event: &Event) {
        state::evolve(state, event);
    }
    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome().cloned()
    }
    fn count(state: &State) -> Option<Count> {
        state.outcome().map(count::count)
    }
    fn asks(state: &State) -> Vec<Ask<Question>> {
        ask::asks(state)
    }
    fn deadline(state: &State) -> Option<TableTime> {
        course::deadline(state)
    }
    fn time_up(draft: &mut Draft<Self>) -> Result<(), Refusal> {
        course::close_phase(draft, &Auto::Deadline);
        Ok(())
    }
    fn absent(draft: &mut Draft<Self>, seat: SeatId, why: &str) -> Result<(), Refusal> {
        decide::absent(draft, seat, why);
        Ok(())
    }
    fn audience(state: &State, event: &Event) -> Audience {
        event::audience(state, event)
    }
    fn view(state: &State, viewer: Viewer) -> View {
        view::view(state, viewer)
    }
    fn telling(state: &State, event: &Event) -> Option<Telling> {
        telling::telling(state, event)
    }
    fn heading(state: &State) -> Option<String> {
        Some(state.heading())
    }
    fn board(view: &View) -> Option<Board> {
        Some(board::board(view))
    }
    fn form(view: &View, ask: &Ask<Question>) -> Form {
        ask::form(view, ask)
    }
    fn tool(view: &View, ask: &Ask<Question>, name: &str, wanted: Wanted<'_>) -> Option<Tool> {
        ask::tool(view, ask, name, wanted)
    }
    fn prompt(view: &View, ask: &Ask<Question>) -> Prompt {
        prompt::prompt(view, ask)
    }
    fn tools(view: &View, seat: SeatId) -> Vec<Tool> {
        ask::tools(view, seat)
    }
    fn cut_off(ask: &Ask<Question>, tool: &str, said: &str) -> Option<Command> {
        ask::cut_off(ask, tool, said)
    }
    fn house(view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
        house::answer(view, ask, dice)
    }
    fn lot(_: impl FnOnce() -> View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
        random(ask, dice)
    }
    fn report(view: &View, name: &str) -> Option<String> {
        report::report(view, name)
    }
}

//! The game master: a story for scoundrels, told by a model or the house, and ruled by this.
//!
//! The rules are numbered D1 to D30; a test that holds one has its number in its name. The game master's seat is the
//! last one; it tells, and asks for what it wants by small tools. The moods, the dice, the clocks and every figure are
//! the machine's own.

#![warn(clippy::float_arithmetic)]

mod ask;
mod board;
mod campaign;
mod card;
mod command;
mod decide;
pub mod dice;
mod event;
mod evolve;
pub mod heard;
pub mod house;
pub mod limits;
mod pages;
mod phases;
pub mod prompt;
mod rejection;
mod report;
mod scope;
pub mod setting;
mod setup;
mod state;
mod telling;
#[allow(
    clippy::disallowed_types,
    reason = "what serde derives for a flattened field reads numbers of every kind, and the fields are none"
)]
pub mod view;
mod words;

use std::sync::Arc;

use crate::view::{Outcome, View};
use engine::{
    Actor, Ask, Audience, Board, Card, Chain, Custom, Dice, Draft, Earlier, Fault, Form, Knob, Machine,
    Options as _, Pages, Prompt, Refusal, Report, Seat, SeatId, TableTime, Telling, Tool, Viewer, Wanted,
};

use kit::back;

pub use ask::{Question, What};
pub use campaign::{Before, Known, Unseen};
pub use command::{
    Command, CommandName, Compression, ConsequenceKind, DieOutcome, Elapsed, Giver, Landed, Narration,
    NewCharacter, NewClock, NewDeal, NewFaction, NewPerson, NewScene, NewStory, PriceName, SceneName,
    StoryClock,
};
pub use event::Event;
pub use rejection::Rejection;
pub use setup::Setup;
pub use state::{Memory, Phase, RunningClock, State, World};

/// The machine.
pub enum Dm {}

#[engine::machine]
impl Machine for Dm {
    const NAME: &'static str = "dm";
    const RULES: u32 = 4;
    const EVENTS: u32 = 1;
    const FOLDS: bool = false;
    const CARD: Card = card::CARD;
    const CUSTOM: Custom = card::CUSTOM;
    const REPORTS: &'static [Report] = report::REPORTS;

    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Rejection = Rejection;
    type Question = Question;
    type View = View;
    type Outcome = Outcome;

    fn options() -> Vec<Knob> {
        Setup::options()
    }
    fn take_up(setup: &mut Setup, earlier: &Earlier<'_, State>) -> Option<String> {
        setup.take_up(earlier)
    }
    fn chain(setup: &Setup) -> Option<Chain> {
        setup.chain()
    }
    fn titled(setup: &Setup) -> Option<String> {
        setup.chain().map(|chain| chain.name)
    }
    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
        decide::open(draft, seats, setup)
    }
    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Command) -> Result<(), Rejection> {
        decide::decide(draft, by, command)
    }
    fn evolve(state: &mut State, event: &Event) {
        evolve::evolve(state, event);
    }
    fn heading(state: &State) -> Option<String> {
        phases::heading(state)
    }
    fn outcome(state: &State) -> Option<Outcome> {
        view::outcome(state)
    }
    fn asks(state: &State) -> Vec<Ask<Question>> {
        ask::asks(state)
    }
    fn absent(draft: &mut Draft<Self>, seat: SeatId, why: &str) -> Result<(), Rejection> {
        decide::fallback::absent(draft, seat, why)
    }
    fn keep_out(state: &State, lines: &[String]) -> Option<Command> {
        let lines = decide::to_keep_out(state, lines);
        (!lines.is_empty()).then_some(Command::KeepOut { lines })
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
    fn board(view: &View) -> Option<Board> {
        Some(board::board(view))
    }
    fn pages(view: &View, _: TableTime) -> Pages {
        pages::pages(view)
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
    fn cut_off(_: &Ask<Question>, tool: &str, said: &str) -> Option<Command> {
        ask::cut_off(tool, said)
    }
    fn house(view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
        house::answer(view, ask, dice)
    }
    fn report(view: &View, name: &str) -> Option<String> {
        report::report(view, name)
    }
    fn may_rewind(state: &State, by: Actor) -> Result<(), Refusal> {
        back::may_take_back(&state.seats, by)
    }
}

//! The tidying coach: a person, a space, and a coach that helps to sort it, one thing after the other.
//!
//! The rules are numbered Y1 to Y20; a test that holds one has its number in its name. The coach's seat is the last one.
//! It proposes; the person decides. The modes, the piles and the count are the machine's own, so nothing is lost and
//! nothing is counted twice, whatever a model says.

#![warn(clippy::float_arithmetic)]

mod ask;
mod board;
mod card;
mod command;
mod decide;
mod event;
mod evolve;
pub mod heard;
pub mod house;
pub mod limits;
mod mode;
mod outcome;
mod pages;
mod phases;
mod piles;
pub mod prompt;
mod rejection;
mod report;
mod scope;
mod setup;
mod state;
mod telling;

use std::sync::Arc;

use engine::{
    Actor, Ask, Audience, Board, Card, Chain, Custom, Dice, Draft, Earlier, Fault, Form, Knob, Machine,
    Options as _, Pages, Photo, Prompt, Refusal, Report, Seat, SeatId, Seating, TableTime, Telling, Tool,
    Viewer, Wanted,
};

use kit::back;

pub use ask::{Question, Turn, What};
pub use command::{
    Command, CommandName, Giver, NewBeginning, NewBranch, NewChoice, NewGroup, NewItem, NewNext, NewProposal,
    NewSurvey,
};
pub use event::{Decider, Event};
pub use mode::{Back, Branch, Choices, Floor, Group, Mode, Next, Said, Suggestion, Survey};
pub use outcome::{Left, Outcome};
pub use phases::PhaseName;
pub use piles::{Disposition, Item, ItemId, Pile, Verb, Way};
pub use rejection::Rejection;
pub use setup::{Setup, Thing};
pub use state::{Decision, Phase, State};

/// The machine.
pub enum Tidying {}

#[engine::machine]
impl Machine for Tidying {
    const NAME: &'static str = "tidying";
    const RULES: u32 = 2;
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
    type View = State;
    type Outcome = Outcome;

    fn options() -> Vec<Knob> {
        Setup::options()
    }
    fn suited(table: &Seating<'_>) -> Setup {
        setup::suited(table)
    }
    fn titled(setup: &Setup) -> Option<String> {
        Some(format!("Tidying {}", setup.space.trim()))
    }
    fn take_up(setup: &mut Setup, earlier: &Earlier<'_, State>) -> Option<String> {
        setup.take_up(earlier)
    }
    fn chain(setup: &Setup) -> Option<Chain> {
        Some(setup.chain())
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
    /// The modes change with nearly every answer: what begins is told in the talk.
    fn heading(_: &State) -> Option<String> {
        None
    }
    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome().cloned()
    }
    fn asks(state: &State) -> Vec<Ask<Question>> {
        ask::asks(state)
    }
    fn deadline(state: &State) -> Option<TableTime> {
        state.deadline()
    }
    fn time_up(draft: &mut Draft<Self>) -> Result<(), Rejection> {
        decide::fallback::time_up(draft);
        Ok(())
    }
    fn absent(draft: &mut Draft<Self>, seat: SeatId, why: &str) -> Result<(), Rejection> {
        decide::fallback::absent(draft, seat, why);
        Ok(())
    }
    fn audience(_: &State, _: &Event) -> Audience {
        Audience::Public
    }
    /// The state, but for what was decided before the last: that can be taken back, and is nobody's to read.
    fn view(state: &State, _: Viewer) -> State {
        State { history: state.history.last().cloned().into_iter().collect(), ..state.clone() }
    }
    fn telling(state: &State, event: &Event) -> Option<Telling> {
        telling::telling(state, event)
    }
    fn board(view: &State) -> Option<Board> {
        Some(board::board(view))
    }
    fn pages(view: &State, time: TableTime) -> Pages {
        pages::pages(view, time)
    }
    fn form(view: &State, ask: &Ask<Question>) -> Form {
        ask::form(view, ask)
    }
    fn tool(view: &State, ask: &Ask<Question>, name: &str, wanted: Wanted<'_>) -> Option<Tool> {
        ask::tool(view, ask, name, wanted)
    }
    fn prompt(view: &State, ask: &Ask<Question>) -> Prompt {
        prompt::prompt(view, ask)
    }
    fn tools(view: &State, seat: SeatId) -> Vec<Tool> {
        ask::tools(view, seat)
    }
    fn cut_off(_: &Ask<Question>, tool: &str, said: &str) -> Option<Command> {
        ask::cut_off(tool, said)
    }
    fn house(view: &State, ask: &Ask<Question>, dice: &mut Dice) -> Command {
        house::answer(view, ask, dice)
    }
    fn report(view: &State, name: &str) -> Option<String> {
        report::report(view, name)
    }
    fn photo(seat: SeatId, photo: Photo) -> Option<Command> {
        Some(Command::AddPhoto { seat, photo })
    }
    fn deletes_photos(event: &Event) -> bool {
        matches!(event, Event::PhotosDeleted { .. })
    }
    fn may_rewind(state: &State, by: Actor) -> Result<(), Refusal> {
        back::may_take_back(&state.seats, by)
    }
}

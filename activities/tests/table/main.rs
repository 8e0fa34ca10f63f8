//! The rules of the table, T1 to T15; each test is named after the rule that it holds.
#![allow(clippy::expect_used, reason = "a test that cannot go on stops where it stands")]

mod away;
mod back;
mod calls;
mod forms;
mod hints;
mod judged;
mod kept_out;
mod knock;
mod language;
mod lines;
mod look_back;
mod rights;
mod roll;
mod rolls;
mod seats;
mod states;
mod suggestions;
mod talk;
mod time;

use engine::{
    Actor, DiceBox, Draft, Fault, Heard, Holder, Machine, Moment, Outer, Seat, SeatId, Seed, TableTime, Told,
};
use protocol::table::TableState;
use table::{Command, Event, OpenSeats, Person, Rejection, SessionVerb, Setup, State, Table};

/// 2024-01-01T12:00:00Z.
const NOON: i64 = 1_704_110_400_000;

const ADA: Actor = Actor::Seat(SeatId::at(0));
const BEN: Actor = Actor::Seat(SeatId::at(1));
const HOUSE: Actor = Actor::Seat(SeatId::at(2));
const MODEL: Actor = Actor::Seat(SeatId::at(3));
const NOBODY: Actor = Actor::Seat(SeatId::at(4));

/// Two people, the house and a model.
fn seats() -> Vec<Seat> {
    let seat = |id: &str, name: &str, holder| Seat { id: id.to_owned(), name: name.to_owned(), holder };
    vec![
        seat("ada", "Ada", Holder::Person),
        seat("ben", "Ben", Holder::Person),
        seat("cleo", "Cleo", Holder::House("calm".to_owned())),
        seat("dot", "Dot", Holder::Model("local:small".to_owned())),
    ]
}

fn setup() -> Setup {
    Setup {
        title: "Friday".to_owned(),
        stewards: None,
        open_seats: OpenSeats::default(),
        language: protocol::table::Language::default(),
        budget: engine::Budget::default(),
    }
}

fn draft(state: State, at: i64) -> Draft<Table> {
    Draft::new(state, 0, Moment { time: TableTime(0), at }, DiceBox::new(Seed(7), Table::NAME))
}

fn open(seats: &[Seat], setup: &Setup) -> Result<(State, Vec<Told<Event>>), Vec<Fault>> {
    let mut draft = draft(State::default(), NOON);
    Table::open(&mut draft, &seats.into(), setup)?;
    Ok(draft.finish())
}

/// A table of [`seats`] in a state, as the host set it at noon.
fn table_in(state: TableState) -> State {
    let (mut table, _) = open(&seats(), &setup()).expect("a sound setup");
    if state != TableState::Idle {
        act(&mut table, Actor::Host, set(verb_to(state)), NOON).expect("the host may");
    }
    table
}

/// What the table makes of a line at noon.
fn hear(state: &State, by: Actor, line: &str) -> Result<Heard<Command>, Rejection> {
    Table::hear(state, by, line, NOON, &Vec::new)
}

/// Decides a command and, if it is accepted, makes it so.
fn act(state: &mut State, by: Actor, command: Command, at: i64) -> Result<Vec<Told<Event>>, Rejection> {
    let mut draft = draft(state.clone(), at);
    Table::decide(&mut draft, by, &command)?;
    let (next, told) = draft.finish();
    *state = next;
    Ok(told)
}

fn set(verb: SessionVerb) -> Command {
    Command::SetSession { verb }
}

fn verb_to(state: TableState) -> SessionVerb {
    SessionVerb::ALL.into_iter().find(|verb| verb.target() == state).expect("every state has a word")
}

/// What a decision said, in words.
fn words(state: &State, told: &[Told<Event>]) -> Vec<String> {
    told.iter().filter_map(|told| Table::telling(state, &told.event)).map(|telling| telling.text).collect()
}

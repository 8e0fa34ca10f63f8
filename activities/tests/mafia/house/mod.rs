//! The house at Mafia: how often it wins, how its characters differ, that it plays by the rules, and how it
//! speaks.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "rates and their intervals are for the reader of the test, not for a log"
)]

mod habits;
mod rates;
mod shared;
mod speech;

use std::sync::Arc;

use engine::batch::{self, Game};
use engine::{Ask, DiceBox, Holder, Machine, Seat, Seed, Viewer};
use mafia::house::Character;
use mafia::view::Side;
use mafia::{Command, Mafia, Phase, Question, Setup, Speed, State};

/// No name is part of another, and none is a word.
pub(crate) const NAMES: [&str; 20] = [
    "Ana", "Ben", "Cole", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivy", "Jon", "Kit", "Lena", "Max", "Nora",
    "Omar", "Pia", "Quin", "Rosa", "Sam", "Tess",
];

/// The characters of the default table, in turn.
pub(crate) const FOUR: [Character; 4] =
    [Character::Cautious, Character::Aggressive, Character::Analytical, Character::Social];

pub(crate) fn table(size: usize, characters: &[Character]) -> Arc<[Seat]> {
    (0..size)
        .map(|at| Seat {
            id: format!("seat{at}"),
            name: NAMES[at].to_owned(),
            holder: Holder::House(characters[at % characters.len()].name().to_owned()),
        })
        .collect()
}

pub(crate) fn instant() -> Setup {
    Setup { speed: Some(Speed::Instant), ..Setup::default() }
}

pub(crate) fn house(state: &State, ask: &Ask<Question>, dice: &DiceBox) -> Command {
    let view = Mafia::view(state, Viewer::Seat(ask.seat));
    Mafia::house(&view, ask, &mut dice.seat(ask.seat, ask.id))
}

pub(crate) fn play(seats: &Arc<[Seat]>, seed: u64) -> Game<Mafia> {
    batch::play(seats, &instant(), Seed(seed), house).unwrap()
}

pub(crate) fn winner(game: &Game<Mafia>) -> Side {
    match &game.state.phase {
        Phase::End(outcome) => outcome.winner,
        phase => panic!("ended in {phase:?}"),
    }
}

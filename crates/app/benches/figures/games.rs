//! Whole games in memory: the default table, every event kept.

use std::hint::black_box;
use std::sync::Arc;

use engine::batch::{self, Game};
use engine::{Ask, DiceBox, Machine, Seat, Seed, Viewer};
use mafia::{Command, Mafia, Question, State};

use crate::figure::{Figure, Goal, Quoted};
use crate::sitting::{seats, setup};
use crate::stats::Spread;
use crate::{Length, clock};

/// Games in a second of work with players that think nothing, as measured on a machine of ours at the time: with
/// their own rules for about ten seats, through their own interface.
pub(crate) const PEERS: &[Quoted] = &[
    Quoted { name: "forty lines of plain Python, no log", games: 12_900.0 },
    Quoted { name: "OpenSpiel social_deduction(10,3), Python", games: 2_648.0 },
    Quoted { name: "TextArena SecretMafia, raw", games: 881.0 },
    Quoted { name: "TextArena SecretMafia, with wrappers", games: 398.0 },
    Quoted { name: "boardgame.io, 10-seat Mafia", games: 110.0 },
    Quoted { name: "Kaggle Werewolf", games: 1.1 },
];

/// Games between two looks at the clock.
const TURN: u64 = 50;

pub(crate) fn measure(length: Length) -> Vec<Figure> {
    vec![
        figure(length, "games, random seats", random_game, Goal::AtLeast(100_000.0)),
        figure(length, "the same rules with no log at all, as the limit", unlogged_game, Goal::Information),
        figure(length, "games, analytical house seats that speak", house_game, Goal::AtLeast(20_000.0)),
    ]
}

fn figure<T>(length: Length, name: &str, play: fn(u64) -> T, goal: Goal) -> Figure {
    let mut seed = 0;
    let spread = Spread::over(length.rounds(), || {
        clock::rate(length.stretch(), || {
            for _ in 0..TURN {
                seed += 1;
                black_box(play(seed));
            }
            TURN
        })
    });
    Figure::new(name, "games/CPU-s", spread, goal)
}

thread_local!(static SEATS: Arc<[Seat]> = seats("analytical"));

/// A game of seats that answer without looking.
pub(crate) fn random_game(seed: u64) -> Game<Mafia> {
    let game = SEATS.with(|seats| batch::play::<Mafia>(seats, &setup(), Seed(seed), without_looking()));
    game.unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"))
}

/// The same game, of which nothing is kept.
fn unlogged_game(seed: u64) -> State {
    let end =
        SEATS.with(|seats| batch::play_unlogged::<Mafia>(seats, &setup(), Seed(seed), without_looking()));
    end.unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"))
}

/// One stream of dice does for all seats.
fn without_looking() -> impl FnMut(&State, &Ask<Question>, &DiceBox) -> Command {
    let mut own = None;
    move |_, ask, dice| mafia::random(ask, own.get_or_insert_with(|| dice.seat(ask.seat, ask.id)))
}

/// A game of house seats, as they play at a table.
pub(crate) fn house_game(seed: u64) -> Game<Mafia> {
    let game = SEATS.with(|seats| {
        batch::play::<Mafia>(seats, &setup(), Seed(seed), |state, ask, dice| {
            let view = Mafia::view(state, Viewer::Seat(ask.seat));
            Mafia::house(&view, ask, &mut dice.seat(ask.seat, ask.id))
        })
    });
    game.unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"))
}

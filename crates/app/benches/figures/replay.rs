//! Reading again what happened: typed events in memory, and stored lines with everything that is checked about them.

use std::hint::black_box;

use activities::ALL;
use engine::{Actor, Machine, Part, Seed, replay};
use mafia::{Mafia, State};

use crate::figure::{Figure, Goal};
use crate::games::house_game;
use crate::sitting::{opening, propose, started};
use crate::stats::Spread;
use crate::{Length, clock};

const GAMES: u64 = 100;

pub(crate) fn measure(length: Length) -> Vec<Figure> {
    vec![
        Figure::new(
            "replay, typed events in memory",
            "events/CPU-s",
            typed(length),
            Goal::AtLeast(2_000_000.0),
        ),
        Figure::new(
            "replay, stored lines: hash, JSON, fold",
            "events/CPU-s",
            stored(length),
            Goal::Information,
        ),
    ]
}

fn typed(length: Length) -> Spread {
    let games: Vec<_> = (0..GAMES).map(house_game).collect();
    let events: usize = games.iter().map(|game| game.events.len()).sum();
    Spread::over(length.rounds(), || {
        clock::rate(length.stretch(), || {
            for game in &games {
                let mut state = State::default();
                for told in &game.events {
                    Mafia::evolve(&mut state, black_box(&told.event));
                }
                assert_eq!(state.phase, game.state.phase, "a replay came to something else");
            }
            events as u64
        })
    })
}

fn stored(length: Length) -> Spread {
    let games: Vec<Vec<String>> = (0..GAMES / 5).map(played_through).collect();
    let rules = ALL.activities[0];
    Spread::over(length.rounds(), || {
        clock::rate(length.stretch(), || {
            let mut events = 0;
            for lines in &games {
                let log = replay::read(lines.iter().map(String::as_str)).expect("a chain that is whole");
                let session = replay::fold(*ALL, rules, Seed(0), &log).expect("a log that folds");
                assert!(session.activity.outcome().is_some(), "a replay came to no end");
                events += log.iter().map(|(record, _)| record.events.len()).sum::<usize>();
            }
            events as u64
        })
    })
}

/// The lines of a whole house game, as a host would have stored them.
pub(crate) fn played_through(seed: u64) -> Vec<String> {
    let (mut session, log) = started(&opening(Seed(seed)));
    let mut lines: Vec<String> = log.into_iter().map(|(_, line)| line.text).collect();
    while session.activity.outcome().is_none() {
        let asked = session.activity.asks().into_iter().find(|ask| !ask.answered).expect("somebody is asked");
        let answer = session.activity.house(asked.seat, asked.id, session.dice()).expect("the ask is open");
        let proposal = propose(&session, Part::Activity, Actor::Seat(asked.seat), Some(asked.id), &answer);
        lines.push(proposal.line.text.clone());
        session.commit(proposal);
    }
    lines
}

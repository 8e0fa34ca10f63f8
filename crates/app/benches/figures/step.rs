//! One step, without a disk: on the typed face, and through the erased one with JSON and hash.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use activities::ALL;
use engine::{Actor, DiceBox, Draft, Machine, Moment, Put, Record, Seed, Session, replay};
use mafia::{Command, Mafia, State};

use crate::figure::{Figure, Goal};
use crate::games::house_game;
use crate::replay::played_through;
use crate::sitting::EndlessNight;
use crate::stats::Spread;
use crate::{Length, clock};

pub(crate) fn measure(length: Length) -> Vec<Figure> {
    let steps = typed_steps();
    let (typed, copied) = typed(length, &steps);
    vec![
        Figure::new("step, typed: decide and evolve", "µs CPU", typed, Goal::AtMost(2.0)),
        Figure::new("step, typed, on a copy of the state", "µs CPU", copied, Goal::Information),
        Figure::new(
            "step, erased: propose and commit, whole games",
            "µs CPU",
            erased(length),
            Goal::Information,
        ),
        Figure::new("the same for a form that is answered", "µs CPU", with_form(length), Goal::Information),
    ]
}

/// A decision as it stood, to be made again.
struct Made {
    state: State,
    by: Actor,
    command: Put<Command>,
    record: u64,
    dice: DiceBox,
}

/// Every decision of some games.
fn typed_steps() -> Vec<Made> {
    let mut steps = Vec::new();
    for seed in 0..20 {
        let dice = DiceBox::new(Seed(seed), "mafia");
        let game = house_game(seed);
        let mut state = State::default();
        for (index, record) in game.records.iter().enumerate() {
            if let Some(command) = &record.command {
                let number = index as u64 + 2;
                steps.push(Made {
                    state: state.clone(),
                    by: record.by,
                    command: command.clone(),
                    record: number,
                    dice,
                });
            }
            let end = game.records.get(index + 1).map_or(game.events.len(), |next| next.first_event);
            for told in &game.events[record.first_event..end] {
                Mafia::evolve(&mut state, &told.event);
            }
        }
    }
    steps
}

/// The time of a step that has its state to itself, and of one that has to copy it first.
fn typed(length: Length, steps: &[Made]) -> (Spread, Spread) {
    let decide = |state: State, made: &Made| {
        let mut draft = Draft::<Mafia>::new(state, made.record, Moment::default(), made.dice);
        if draft.put(made.by, &made.command).is_err() {
            panic!("a decision that was accepted is not any more");
        }
        draft.finish()
    };
    let copied = Spread::over(length.rounds(), || {
        1e6 / clock::rate(length.stretch(), || {
            for made in steps {
                black_box(decide(made.state.clone(), made));
            }
            steps.len() as u64
        })
    });
    let owned = Spread::over(length.rounds(), || {
        let (mut worked, mut done) = (Duration::ZERO, 0);
        while worked < length.stretch() {
            // Nothing else holds a day of theirs, so that a step changes it in place, as batch play does.
            let copies: Vec<Vec<State>> =
                (0..20).map(|_| steps.iter().map(|made| own(&made.state)).collect()).collect();
            let mut kept = Vec::with_capacity(steps.len() * copies.len());
            let start = clock::thread_cpu();
            for states in copies {
                for (state, made) in states.into_iter().zip(steps) {
                    kept.push(decide(state, made));
                }
            }
            worked += clock::thread_cpu() - start;
            done += black_box(kept).len();
        }
        worked.as_secs_f64() * 1e6 / done as f64
    });
    (owned, copied)
}

fn own(state: &State) -> State {
    let mut state = state.clone();
    state.days = Arc::new(state.days.iter().map(|day| Arc::new(day.as_ref().clone())).collect());
    state
}

/// Whole house games decided again, as `parlor verify` does.
fn erased(length: Length) -> Spread {
    let games: Vec<Vec<Record>> = (0..10)
        .map(|seed| {
            let lines = played_through(seed);
            let log = replay::read(lines.iter().map(String::as_str)).expect("a chain that is whole");
            log.into_iter().map(|(record, _)| record).collect()
        })
        .collect();
    Spread::over(length.rounds(), || {
        1e6 / clock::rate(length.stretch(), || {
            (0..).zip(&games).map(|(seed, records)| again(seed, records)).sum()
        })
    })
}

fn again(seed: u64, records: &[Record]) -> u64 {
    let (mut session, opened) =
        Session::open(*ALL, &crate::sitting::opening(Seed(seed)), records[0].at).expect("it was");
    for record in &records[opened.len()..] {
        match session.propose_again(record) {
            Ok(proposal) => drop(session.commit(proposal)),
            Err(stopped) => panic!("record {} was stopped: {stopped:?}", record.number),
        }
    }
    (records.len() - opened.len()) as u64
}

/// A seat's answer to its ask, which is held against the form.
fn with_form(length: Length) -> Spread {
    Spread::over(length.rounds(), || {
        // One log would be full before the last round.
        let (mut night, _) = EndlessNight::open(1);
        1e6 / clock::rate(length.stretch(), || {
            night.go(200);
            200
        })
    })
}

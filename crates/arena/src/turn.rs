//! When a game turned: between which of its moments the side that won became much likelier to win.
//!
//! How likely a side was to win is tried out: from each moment the house plays the game on, in every seat, many times, each time
//! with other chance. That says how the game stood between players like these, and no more.

use engine::batch::By;
use engine::{Catalog, DiceBox, LogEntry, Play, Rules, Seed, Step, TableTime, replay};

use crate::spread::game_seed;
use crate::{Tally, erased};

/// Games from each moment below which nothing is said.
const GAMES_MIN: u64 = 24;

/// A game between two of its phases.
struct Moment {
    /// The record after which it stood so.
    record: u64,
    /// What stands over what is told then.
    title: String,
    play: Box<dyn Play>,
    /// How many decisions there were, and the table time.
    at: (u64, TableTime),
}

/// When a game turned.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The record after which it had.
    pub record: u64,
    /// What was played meanwhile, such as "Vote 2".
    pub title: String,
    /// The side that won.
    pub side: &'static str,
    /// How often it won when the game was played on from before.
    pub before: Tally,
    /// And from after it.
    pub after: Tally,
}

/// Finds it in a log, playing at most so many games from each moment, for as long as it may go on. Nothing, if the game is not over,
/// if no side wins in it, or if no moment stands out.
pub fn turn(catalog: Catalog, log: &[LogEntry], games: u64, goes_on: impl FnMut() -> bool) -> Option<Turn> {
    let rules = replay::rules_of(catalog, log).ok()?;
    rules.custom().counted?;
    let head = u64::try_from(log.len()).ok()?.checked_sub(1)?;
    let stands = replay::live_records(log, head);
    let mut moments: Vec<Moment> = Vec::new();
    let mut decisions = 0;
    let session = replay::fold_each(catalog, rules, replay::NO_SEED, log, |session, record, _| {
        let is_played = record.machine == rules.name() && record.number > 0;
        let holds = usize::try_from(record.number).is_ok_and(|at| stands.get(at) == Some(&true));
        if !is_played || !holds {
            return;
        }
        decisions += 1;
        note(&mut moments, rules, record.number, &*session.activity, (decisions, record.time));
    });
    let winner = session.ok()?.activity.count()?.winner;
    of(rules, &moments, winner, games, goes_on)
}

/// Notes how a game stands, where another phase has begun.
fn note(moments: &mut Vec<Moment>, rules: &dyn Rules, record: u64, play: &dyn Play, at: (u64, TableTime)) {
    let card = rules.phases().iter().find(|card| card.name == play.phase());
    let title = play.heading().unwrap_or_else(|| card.map_or("", |card| card.title).to_owned());
    if play.outcome().is_none() && moments.last().is_none_or(|last| last.title != title) {
        moments.push(Moment { record, title, play: play.copy(), at });
    }
}

/// The two moments, one after the other, between which it rose most.
fn of(
    rules: &dyn Rules,
    moments: &[Moment],
    winner: &'static str,
    games: u64,
    mut goes_on: impl FnMut() -> bool,
) -> Option<Turn> {
    let (mut won, mut played) = (vec![0; moments.len()], 0);
    // All moments are played on equally often, however soon it has to stop.
    'all: while played < games {
        let mut round = Vec::with_capacity(moments.len());
        for moment in moments {
            if !goes_on() {
                break 'all;
            }
            let dice = DiceBox::new(game_seed(Seed(moment.record), played), rules.name());
            let begun = Step { play: moment.play.copy(), events: Vec::new(), notices: Vec::new() };
            let (end, _) = erased::play_on(begun, moment.at, dice, By::House, |_| ()).ok()?;
            round.push(u64::from(end.count()?.winner == winner));
        }
        won.iter_mut().zip(round).for_each(|(won, one)| *won += one);
        played += 1;
    }
    if played < GAMES_MIN {
        return None;
    }
    let tallies: Vec<Tally> = won.into_iter().map(|won| Tally::of_games(won, played)).collect();
    let pairs = moments.iter().zip(&tallies).zip(moments.iter().zip(&tallies).skip(1));
    let turns = pairs.map(|((from, before), (to, after))| Turn {
        record: to.record,
        title: from.title.clone(),
        side: winner,
        before: *before,
        after: *after,
    });
    // A rise that chance alone could have made is none.
    turns
        .filter(|turn| turn.before.interval().1 < turn.after.interval().0)
        .max_by_key(|turn| turn.after.won - turn.before.won)
}

#[cfg(test)]
mod tests {
    use engine::{Holder, Machine as _, Seat, raw};
    use mafia::Mafia;
    use serde_json::json;

    use super::*;

    /// A game of the house, with every moment at which another phase began, and who won.
    fn game(seed: u64) -> (Vec<Moment>, &'static str) {
        let rules = Mafia::erased();
        let seat = |at: usize| Seat {
            id: format!("s{at}"),
            name: format!("P{at}"),
            holder: Holder::House("social".to_owned()),
        };
        let seats: Vec<Seat> = (1..=8).map(seat).collect();
        let setup = raw(
            &json!({"speed": "INSTANT", "roles": {"mafia": 2, "doctor": 1, "sheriff": 1, "villager": 4}}),
        );
        let (mut moments, mut number) = (Vec::new(), 0);
        let seen = |step: &Step<dyn Play>| {
            number += 1;
            note(&mut moments, rules, number, &*step.play, (number, TableTime::default()));
        };
        let (end, _) = erased::play(rules, &seats, &setup, Seed(seed), By::House, seen).expect("it ends");
        (moments, end.count().expect("a side wins").winner)
    }

    #[test]
    fn a_game_turned_where_the_chance_of_the_side_that_won_rose_most() {
        let turns: Vec<Turn> = (1..=6)
            .filter_map(|seed| {
                let (moments, winner) = game(seed);
                let found = of(Mafia::erased(), &moments, winner, 40, || true);
                assert_eq!(found, of(Mafia::erased(), &moments, winner, 40, || true), "the same again");
                found
            })
            .collect();
        assert!(turns.len() >= 3, "most games turn somewhere: {turns:?}");
        for turn in turns {
            assert!(turn.before.interval().1 < turn.after.interval().0, "{turn:?}");
            assert!(!turn.title.is_empty(), "{turn:?}");
        }
    }

    #[test]
    fn nothing_is_said_of_too_few_games() {
        let (moments, winner) = game(1);
        let mut left = GAMES_MIN * moments.len() as u64 - 1;
        let goes_on = || {
            left = left.saturating_sub(1);
            left > 0
        };
        assert_eq!(of(Mafia::erased(), &moments, winner, 1_000, goes_on), None);
    }
}

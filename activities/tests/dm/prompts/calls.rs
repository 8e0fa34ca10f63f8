//! How often a game master is asked before the players have the word again: each time is a call of a model, and they wait.

use dm::{Dm, What};
use engine::{Audience, Machine};

use crate::figures::{Goal, figure};
use crate::prompts::evening::play_house;

#[test]
fn d21_few_calls_lie_between_a_word_of_the_players_and_theirs_again() {
    let (mut counts, mut calls, mut last) = (Vec::new(), 0, None);
    for seed in 1..=12 {
        play_house(seed, 400, |asked| {
            if !asked.is_gm() {
                counts.extend((calls > 0).then_some(calls));
                (calls, last) = (0, None);
            } else if !matches!(asked.ask.question.what, What::Sum { .. } | What::Story) {
                // A tool that leaves the question open stands in the same answer as what closes it.
                calls += u32::from(last != Some(asked.ask.id));
                last = Some(asked.ask.id);
            }
        });
        (calls, last) = (0, None);
    }
    let (sum, most) = (counts.iter().sum::<u32>(), counts.iter().copied().max().unwrap_or(0));
    let mean = f64::from(sum) / counts.len() as f64;
    assert!(counts.len() > 500, "{}", counts.len());
    figure("calls for a message or a die, in evenings of the house", "calls", mean, Goal::AtMost(2.0));
    figure(
        "calls for a message or a die, in evenings of the house, at most",
        "calls",
        f64::from(most),
        Goal::AtMost(3.0),
    );
}

/// A call is for nothing if no player reads anything that came of it.
#[test]
fn d21_hardly_a_call_shows_nothing() {
    let (mut calls, mut idle) = (0, 0);
    for seed in 1..=12 {
        // What was told of the call that is under way, by its question.
        let (mut last, mut shown, mut seen) = (None, false, 0);
        let game = play_house(seed, 400, |asked| {
            shown |= asked.events[seen..].iter().any(|told| {
                told.audience == Audience::Public && Dm::telling(asked.state, &told.event).is_some()
            });
            seen = asked.events.len();
            let now = asked.is_gm().then_some(asked.ask.id);
            if last != now {
                calls += u32::from(last.is_some());
                idle += u32::from(last.is_some() && !shown);
                (last, shown) = (now, false);
            }
        });
        assert!(game.told.len() > 400);
    }
    assert!(calls > 500, "{calls}");
    figure(
        "calls that show nothing, in evenings of the house",
        "%",
        100.0 * f64::from(idle) / f64::from(calls),
        Goal::AtMost(10.0),
    );
}

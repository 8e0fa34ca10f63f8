//! How often a game master is asked before the players have the word again: each time is a call of a model, and they wait.

use dm::What;

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
    eprintln!("{} times: {mean:.2} calls on average, {most} at most", counts.len());
    assert!(counts.len() > 500 && mean <= 2.0 && most <= 3, "{mean:.2}, {most}");
}

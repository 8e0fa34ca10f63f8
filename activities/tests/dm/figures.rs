//! The figures of the story at a model's seat: each is taken by the test that holds it, and `cargo xtask story` keeps them.
#![allow(clippy::disallowed_methods, reason = "the figures are kept in a file")]

use std::io::Write;

use serde_json::{Value, json};

/// What a figure has to be.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    AtMost(f64),
    AtLeast(f64),
}

/// Holds a figure to its goal, and writes it where `PARLOR_FIGURES` says, if it says anything.
pub(crate) fn figure(name: &str, unit: &str, value: f64, goal: Goal) {
    let (key, limit, met) = match goal {
        Goal::AtMost(most) => ("at_most", most, value <= most),
        Goal::AtLeast(least) => ("at_least", least, value >= least),
    };
    let mut figure = json!({ "name": name, "unit": unit, "median": value, "met": met });
    figure[key] = limit.into();
    keep(&figure);
    assert!(met, "{figure}");
}

fn keep(figure: &Value) {
    let Some(path) = std::env::var_os("PARLOR_FIGURES") else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(format!("{figure}\n").as_bytes()))
        .expect("the file of the figures");
}

/// The evenings that a capable mind has led, and what was counted in them: `calls 60, tools 117, refused 5, heard 20, dice 11`.
const STORY: &str = include_str!("../../../docs/evenings/story.md");
const OTHERS: [&str; 2] =
    [include_str!("../../../docs/evenings/mafia.md"), include_str!("../../../docs/evenings/tidying.md")];

/// How many of something were counted in an evening.
fn counted(evening: &str, what: &str) -> f64 {
    let counts = evening.lines().find_map(|line| line.strip_prefix("<!-- kept: ")?.strip_suffix(" -->"));
    let count = counts.and_then(|counts| counts.split(", ").find_map(|count| count.strip_prefix(what)));
    count.and_then(|count| count.trim().parse().ok()).unwrap_or_else(|| panic!("no count of {what:?}"))
}

#[test]
fn figures_of_the_kept_evenings() {
    let sum = |what: &str| [STORY].iter().chain(&OTHERS).map(|evening| counted(evening, what)).sum::<f64>();
    assert!(counted(STORY, "calls") >= 30.0, "an evening has thirty turns of the game master");
    let refused = 100.0 * sum("refused") / sum("tools");
    figure("refusals a hundred tool calls, in the kept evenings", "", refused, Goal::AtMost(5.0));
    let inputs = counted(STORY, "heard") + counted(STORY, "dice");
    let calls = counted(STORY, "calls") / inputs;
    figure("calls of a mind for a message or a die, in the kept evening", "calls", calls, Goal::AtMost(2.0));
}

//! The whole prompt for every phase that asks and every role, compared with the text in `snapshots/`.
//! `PARLOR_UPDATE=1` writes them anew.

use std::collections::BTreeMap;
use std::path::Path;

use engine::{FieldKind, Machine};
use mafia::view::Role;
use mafia::{Mafia, Question};

use crate::prompts::evening::{Asked, NAMES, open, play, play_house, scripted};

const PHASES: [&str; 3] = ["night", "discussion", "voting"];

const fn phase(question: Question) -> &'static str {
    match question {
        Question::Night { .. } => PHASES[0],
        Question::Turn => PHASES[1],
        Question::Vote { .. } => PHASES[2],
    }
}

/// Compares a prompt with its file.
fn check(name: &str, is: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("mafia/prompts/snapshots/{name}.txt"));
    if std::env::var_os("PARLOR_UPDATE").is_some() {
        std::fs::write(&path, is).expect("the file can be written");
    }
    let should = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(is == should, "{name} is now\n{is}\nand was\n{should}");
}

/// The last prompt of each phase and role in the second round of a game: somebody is dead, and something is known.
fn second_round(seed: u64) -> BTreeMap<String, String> {
    let mut seen = BTreeMap::new();
    play(open(&NAMES, seed), scripted, |asked: &Asked<'_>| {
        if asked.view.day == 2 {
            let name = format!("{}.{}", phase(asked.ask.question), asked.state.role(asked.ask.seat));
            seen.insert(name, asked.text());
        }
    });
    seen
}

#[test]
fn every_phase_that_asks_in_every_role() {
    let all = PHASES.len() * Role::ALL.len();
    let whole = (0..100).map(second_round).find(|seen| seen.len() == all);
    for (name, text) in whole.expect("a game in which every role lives to the second vote") {
        check(&name, &text);
    }
}

/// The strings in quotation marks in a text.
fn quoted(text: &str) -> Vec<String> {
    crate::prompts::names::taken_apart(text).1
}

#[test]
fn the_names_that_a_prompt_offers_are_the_labels_of_the_form() {
    for seed in 0..20 {
        play_house(seed, |asked| {
            let form = Mafia::form(&asked.view, asked.ask);
            let labels = |name: &str| -> Vec<String> {
                let fields = form.tools.iter().flat_map(|tool| &tool.fields);
                let field = fields.into_iter().find(|field| field.name == name).expect("the field");
                let FieldKind::Choice(choices) = &field.kind else { panic!("{field:?}") };
                choices.iter().map(|choice| choice.label.clone()).collect()
            };
            let now = &asked.prompt.now;
            assert!(now.contains(&form.title), "{now}");
            assert!(form.tools.iter().all(|tool| now.contains(&tool.name)), "{now}");
            match asked.ask.question {
                Question::Night { .. } | Question::Vote { .. } => {
                    let last = now.lines().last().expect("a line");
                    assert_eq!(quoted(last), labels("target"), "{now}");
                }
                Question::Turn => {
                    let mut named = quoted(now);
                    let mut labels = labels("accuse");
                    named.sort_unstable();
                    named.dedup();
                    labels.sort_unstable();
                    assert_eq!(named, labels, "{now}");
                }
            }
        });
    }
}

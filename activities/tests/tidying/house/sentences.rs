//! Y14, Y15: sentences of people who tidy, each with what was meant by it, and what became of them with the house as coach.
//!
//! What stands in `kept.txt` the reader was made with. What stands in `blind.txt` was written before it, and what stands in
//! `fresh.txt` after it: no example and no word was put into its lists for these.

use std::collections::BTreeMap;

use tidying::{Command, CommandName, Mode, Pile, Way};

use crate::house::stage::Table;

/// What a sentence came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Came {
    /// To what was meant.
    Understood,
    /// To a question that one tap answers: nothing has happened that was not meant.
    AskedBack,
    /// To something that nobody wanted.
    Wrong,
}

/// Where a sentence is said.
#[derive(Clone, Copy, Debug)]
enum Scene {
    Sorting,
    Stuck,
}

const THINGS: &str = "a blender, three mugs, a lamp, old magazines, a yoga mat, a winter coat, a phone charger, a picture frame";

fn table(scene: Scene) -> Table {
    let mut table = Table::sorting(1, &format!("a stapler, {THINGS}"));
    assert_eq!(table.proposed().unwrap().0, "stapler");
    table.say("donate it");
    assert_eq!(table.proposed().unwrap().0, "blender");
    if let Scene::Stuck = scene {
        table.person(&Command::Stuck);
    }
    table
}

/// What is on which pile, by the names that the sentences use.
fn piles(table: &Table) -> BTreeMap<String, Pile> {
    let of = |name: &str| match name {
        "blender" => "it".to_owned(),
        "three mugs" => "mugs".to_owned(),
        "old magazines" => "magazines".to_owned(),
        "winter coat" => "coat".to_owned(),
        "phone charger" => "charger".to_owned(),
        other => other.to_owned(),
    };
    table.view().items.iter().map(|item| (of(&item.name), item.pile.clone())).collect()
}

/// Does a pile come up to what was meant: `trash`, `keep`, `keep @ top shelf`?
fn is_meant(pile: &Pile, meant: &str) -> bool {
    let (way, place) = meant.split_once(" @ ").unwrap_or((meant, ""));
    match pile {
        Pile::Out { way: Way::Trash } => way == "trash",
        Pile::Out { way: Way::Donate } => way == "donate",
        Pile::Out { way: Way::Recycle } => way == "recycle",
        Pile::Unsure => way == "later",
        Pile::Belongs { at } => way == "keep" && at.to_lowercase().contains(place),
        Pile::HandIn { .. } | Pile::ToDo { .. } | Pile::Waiting => false,
    }
}

/// A thing and what is meant to become of it.
fn parts(meant: &str) -> Vec<(&str, &str)> {
    let names = ["it", "mugs", "lamp", "magazines", "yoga mat", "coat", "charger", "picture frame"];
    let part = |part| {
        let name = names.iter().find(|name| str::starts_with(part, &format!("{name} ")))?;
        Some((*name, &part[name.len() + 1..]))
    };
    meant.split(", ").filter_map(part).collect()
}

fn came(scene: Scene, words: &str, meant: &str) -> Came {
    let mut table = table(scene);
    let before = piles(&table);
    let _ = table.say(words);
    let after = piles(&table);
    let moved: Vec<&String> = before.keys().filter(|name| before.get(*name) != after.get(*name)).collect();
    let winds_down = matches!(table.mode(), Some(Mode::WindingDown { .. }));
    let helps = matches!(table.mode(), Some(Mode::DecisionSupport { .. }));
    let decided = parts(meant);
    let can = |tool| table.ask().is_some_and(|ask| ask.question.tools.contains(&tool));
    let asked = can(CommandName::Yes) || can(CommandName::Choose);
    if !decided.is_empty() {
        let right = |name: &&String| {
            decided.iter().any(|(meant, way)| *meant == name.as_str() && is_meant(&after[*name], way))
        };
        return match moved.iter().all(right) && !winds_down {
            true if moved.len() == decided.len() => Came::Understood,
            true if asked => Came::AskedBack,
            true | false => Came::Wrong,
        };
    }
    if let Some(thing) = meant.strip_prefix("undo ") {
        let undone = moved.iter().all(|name| *name == thing) && moved.len() <= 1;
        return match (undone, moved.len()) {
            (true, 1) => Came::Understood,
            (true, _) => Came::AskedBack,
            (false, _) => Came::Wrong,
        };
    }
    if !moved.is_empty() {
        return Came::Wrong;
    }
    match meant {
        "stop" if winds_down => Came::Understood,
        "too much" if helps && !winds_down => Came::Understood,
        "stop" | "too much" => Came::AskedBack,
        _ if winds_down => Came::Wrong,
        "question" | "undecided" | "talk" => Came::Understood,
        other => {
            let thing = other.strip_prefix("other ").unwrap_or_else(|| panic!("{words}: what is {other:?}?"));
            let turned = table.proposed().is_some_and(|(name, _)| name.ends_with(thing));
            if turned { Came::Understood } else { Came::AskedBack }
        }
    }
}

/// How the sentences of a list come out; each that was not understood is said.
fn count(list: &str) -> BTreeMap<Came, usize> {
    let (mut counts, mut scene) = (BTreeMap::new(), Scene::Sorting);
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line {
            "[sorting]" => scene = Scene::Sorting,
            "[stuck]" => scene = Scene::Stuck,
            line => {
                let (words, meant) = line.split_once(" => ").unwrap_or_else(|| panic!("{line}: no `=>`"));
                let came = came(scene, words, meant);
                if came != Came::Understood {
                    eprintln!("{came:?}: {words} ({meant})");
                }
                *counts.entry(came).or_default() += 1;
            }
        }
    }
    counts
}

fn check(list: &str, least: usize) {
    let counts = count(list);
    let of = |came: Came| counts.get(&came).copied().unwrap_or_default();
    let all: usize = counts.values().sum();
    eprintln!("{counts:?} of {all}");
    assert!(all >= least, "{all} sentences");
    assert_eq!(of(Came::Wrong), 0, "moved, or stopped, against what was meant");
    assert!(of(Came::Understood) * 100 >= all * 80, "{} of {all} understood", of(Came::Understood));
}

#[test]
fn y14_no_kept_sentence_is_taken_wrongly_and_four_of_five_are_understood() {
    check(include_str!("sentences/kept.txt"), 300);
}

#[test]
fn y14_no_sentence_that_nobody_fitted_to_is_taken_wrongly_and_four_of_five_are_understood() {
    check(include_str!("sentences/blind.txt"), 100);
}

#[test]
fn y14_no_sentence_that_was_written_afterwards_is_taken_wrongly_and_four_of_five_are_understood() {
    check(include_str!("sentences/fresh.txt"), 100);
}

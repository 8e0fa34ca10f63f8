//! Where a wrong guess would hurt: what is dear, what does harm, words that only sound like a decision, and people in need.

use kit::lines::Line;
use tidying::house::lines::Pool;
use tidying::house::things::{all, is_disposal, is_hazard, is_weapon, lookup};
use tidying::{Command, CommandName, Verb};
use tidying::{Mode, Pile};

use crate::house::stage::{Table, words};

fn pile(table: &Table, name: &str) -> Pile {
    table.driver.state.named(name).unwrap().pile.clone()
}

fn question(table: &Table) -> Option<String> {
    match table.mode() {
        Some(Mode::DecisionSupport { reframe, .. }) => reframe,
        _ => None,
    }
}

#[test]
fn y12_what_is_dear_or_does_harm_does_not_go_out_by_a_yes_or_a_no() {
    for name in ["grandma's vase", "photo album", "old paint", "heart pills 20 mg", "my late mother's ashes"]
    {
        for seed in 0..12 {
            for answer in [Command::Yes, Command::No] {
                let mut table = Table::sorting(seed, name);
                (0..seed % 5).for_each(|_| drop(table.say("also a mug")));
                table.person(&Command::Stuck);
                for _ in 0..4 {
                    if table.ask().is_some_and(|ask| ask.question.tools.contains(&CommandName::Yes)) {
                        table.person(&answer);
                    }
                }
                let item = &table.view().items[0];
                assert!(!matches!(item.pile, Pile::Out { .. }), "{seed}: {name}: {:?}", item.pile);
            }
        }
    }
}

#[test]
fn y12_what_is_dear_goes_out_when_the_person_says_how() {
    let mut table = Table::sorting(1, "grandma's vase");
    table.person(&Command::Stuck);
    table.say("I never use it");
    assert!(!matches!(pile(&table, "grandma's vase"), Pile::Out { .. }));
    let mut table = Table::sorting(1, "grandma's vase");
    table.person(&Command::Stuck);
    table.say("I'll donate it then");
    assert!(matches!(pile(&table, "grandma's vase"), Pile::Out { .. }));
}

#[test]
fn y12_what_is_dear_is_not_weighed_against_what_the_space_is_for() {
    for seed in 0..20 {
        let mut table = Table::sorting(seed, "my late mother's ashes");
        table.person(&Command::Stuck);
        for _ in 0..3 {
            let function = table.view().function.unwrap();
            assert!(!question(&table).unwrap_or_default().contains(&function), "{:?}", question(&table));
            table.say("I could go either way");
        }
    }
}

#[test]
fn y12_words_about_another_thing_do_not_decide_the_one_in_hand() {
    for words in ["trash the stapler", "throw the stapler out", "no, keep the stapler"] {
        let mut table = Table::sorting(1, "a vase, a stapler");
        table.person(&Command::Stuck);
        let did = table.say(words);
        assert!(matches!(&did[0], Command::ResumeSorting { decision: None, .. }), "{words}: {did:?}");
        assert_eq!(pile(&table, "vase"), Pile::Waiting, "{words}");
    }
}

#[test]
fn y12_words_that_only_sound_like_a_decision_decide_nothing() {
    for words in [
        "I need more time",
        "it stresses me out",
        "my back hurts",
        "I want to cry",
        "I need a break",
        "I'm worn out",
        "I want the day to end, my back hurts",
        "I can go on like this",
        "I keep thinking of it",
        "I still need more time",
        "I'm not sure I want to keep it",
        "absolutely not my day",
        "good question",
        "I do not know",
        "never mind",
    ] {
        let mut table = Table::sorting(1, "a mug, a stapler");
        table.person(&Command::Stuck);
        let did = table.say(words);
        let decides = did.iter().any(|it| matches!(it, Command::ResumeSorting { decision: Some(_), .. }));
        assert!(!decides, "{words}: {did:?}");
        assert_eq!(pile(&table, "mug"), Pile::Waiting, "{words}");
    }
    for (words, expected) in [
        ("I need it", Verb::Place),
        ("I want to keep it", Verb::Place),
        ("I need the mug every day", Verb::Place),
        ("throw it out", Verb::Trash),
        ("it can go", Verb::Trash),
        ("it goes", Verb::Trash),
        ("it goes in the drawer", Verb::Place),
        ("put the mug back", Verb::Place),
    ] {
        let mut table = Table::sorting(1, "a mug, a stapler");
        table.person(&Command::Stuck);
        let said = table.say(words);
        // What leaves no doubt is decided, and the rest is asked back (Y14): then a yes decides.
        let asked = matches!(table.mode(), Some(Mode::DecisionSupport { .. }));
        let did = if asked { table.person(&Command::Yes) } else { said };
        let decided =
            matches!(&did[0], Command::ResumeSorting { decision: Some(verb), .. } if *verb == expected);
        assert!(decided, "{words}: {did:?}");
    }
}

/// Answers to a question where yes keeps the thing, and no lets it go.
#[test]
fn y12_a_yes_with_a_negation_is_no_yes() {
    let asked = || {
        (0..40).find_map(|seed| {
            let mut table = Table::sorting(seed, "a mug, a stapler");
            table.person(&Command::Stuck);
            table.say("three, I think");
            let keeps = question(&table).is_some_and(|asked| {
                let ours = |line: &Line<'_>| asked.ends_with(line.text().rsplit('}').next().unwrap());
                Pool::SupportFunction.deck().lines.iter().any(ours)
                    && !Pool::SupportFunctionGo.deck().lines.iter().any(ours)
            });
            keeps.then_some(table)
        })
    };
    for words in [
        "absolutely not",
        "of course not",
        "probably not",
        "I would not",
        "please don't",
        "good question",
        "I do not know",
        "never mind",
        "no doubt",
    ] {
        let mut table = asked().unwrap();
        table.say(words);
        assert!(!matches!(pile(&table, "mug"), Pile::Belongs { .. }), "{words}");
        if ["never mind", "no doubt", "good question", "I do not know"].contains(&words) {
            assert!(!matches!(pile(&table, "mug"), Pile::Out { .. }), "{words}");
        }
    }
}

const COMFORT: &str =
    "That matters more than any of this. Please talk to somebody you trust, or call your local helpline now.";

#[test]
fn y12_somebody_in_danger_is_answered_in_every_mode_and_nothing_is_decided() {
    assert_eq!(words(COMFORT), 19);
    let scenes: [fn() -> Table; 6] = [
        || Table::study(1),
        || Table::sorting(1, "a mug, a stapler"),
        || {
            let mut table = Table::sorting(1, "a mug, a stapler");
            table.person(&Command::Stuck);
            table
        },
        || {
            let mut table = Table::sorting(1, "a mug, a stapler");
            table.person(&Command::WhatsThat);
            table
        },
        || {
            let mut table = Table::sorting(1, "a mug, a stapler");
            table.person(&Command::Stop);
            table
        },
        || {
            let mut table = Table::sorting(1, "a mug, a stapler, a plate, a screwdriver, a bowl, a hammer");
            (0..5).for_each(|_| drop(table.person(&Command::Skip)));
            table
        },
    ];
    for scene in scenes {
        for words in ["I want to die", "I just want to kill myself, throw it all out", "I feel suicidal, yes"]
        {
            let mut table = scene();
            let before: Vec<Pile> = table.view().items.iter().map(|item| item.pile.clone()).collect();
            let did = table.say(words);
            assert_eq!((did.len(), table.said().as_str()), (1, COMFORT), "{words}: {did:?}");
            let after: Vec<Pile> = table.view().items.iter().map(|item| item.pile.clone()).collect();
            assert_eq!(before, after, "{words}");
        }
    }
}

#[test]
fn y12_a_bin_for_rubbish_is_no_home_and_a_bread_bin_is_one() {
    for home in ["in the bin", "with the paper recycling", "in the food waste", "in the bin, cut up"] {
        assert!(is_disposal(home), "{home}");
    }
    for home in
        ["in the bread bin", "in the feed bin", "in the toy bin", "where rubbish is made", "on the shelf"]
    {
        assert!(!is_disposal(home), "{home}");
    }
    let newspaper = all().iter().find(|thing| is_disposal(&thing.home) && thing.kind == "paper").unwrap();
    let mut table = Table::sorting(1, &newspaper.name);
    table.person(&Command::Stuck);
    table.say("I think I'll keep it");
    assert_eq!(pile(&table, &newspaper.name), Pile::Belongs { at: "here".to_owned() });
}

#[test]
fn y12_a_things_own_question_is_one_for_yes_and_no() {
    for seed in 0..4 {
        for thing in all().iter().step_by(7) {
            let mut table = Table::sorting(seed, &thing.name);
            if table.proposed().is_none() {
                continue;
            }
            table.person(&Command::Stuck);
            let asked = question(&table).unwrap_or_default();
            let own = thing.ask.contains(&asked);
            let open = ["how", "what", "which", "when", "who", "where", "why"];
            let first = asked.split(' ').next().unwrap_or_default().to_lowercase();
            assert!(!own || (!open.contains(&first.as_str()) && !asked.contains(" or ")), "{asked}");
        }
    }
}

#[test]
fn y12_a_weapon_is_kept_or_put_aside() {
    assert!(is_weapon("dad's old rifle") && is_hazard("a gun") && !is_weapon("glue gun"));
    for seed in 0..8 {
        for name in ["a rifle", "an old pistol", "box of ammunition"] {
            let mut table = Table::sorting(seed, name);
            for words in ["no", "donate it to somebody, I guess"] {
                if let Some((_, choices)) = table.proposed() {
                    let fine = |choice: &String| choice.starts_with("keep it") || !choice.ends_with(" it");
                    assert!(choices.len() == 2 && fine(&choices[0]), "{name}: {choices:?}");
                    table.say(words);
                }
            }
        }
    }
}

#[test]
fn y12_a_no_to_a_question_about_something_unknown_is_an_answer() {
    let (mut kept, mut gone) = (0, 0);
    for seed in 0..20 {
        let mut table = Table::sorting(seed, "a mug");
        (0..seed % 4).for_each(|_| drop(table.say("where does it go?")));
        table.person(&Command::Choose { choice: 1 });
        table.say("a green contraption");
        let Some((_, before)) = table.proposed() else { panic!("{seed}") };
        table.say("no");
        let (name, after) = table.proposed().unwrap();
        assert_eq!(name, "green contraption");
        if before[0] == "donate it" {
            assert!(after[0].starts_with("keep it"), "{after:?}");
            kept += 1;
        } else {
            assert_eq!(after[0], "donate it");
            gone += 1;
        }
    }
    assert!(kept > 0 && gone > 0, "{kept} {gone}");
}

/// What is said after a thing of somebody who died is no cheer: nothing at all goes before the next thing (Y19).
#[test]
fn y19_nobody_who_mourns_is_cheered_on() {
    for words in ["it was my late husband's, I'll donate it", "she died, keep it"] {
        for seed in 0..20 {
            let mut table = Table::sorting(seed, "a winter coat, a stapler, a mug");
            assert_eq!(table.proposed().unwrap().0, "winter coat");
            table.say(words);
            assert_ne!(pile(&table, "winter coat"), Pile::Waiting, "{words}");
            let said = table.said();
            let cheers = [Pool::SortingDone, Pool::SortingOut];
            let mut cheers = cheers.iter().flat_map(|pool| &pool.deck().lines).map(Line::text);
            let cheered = cheers.find(|cheer| said.starts_with(&format!("{cheer} ")));
            assert_eq!(cheered, None, "{seed}: {said}");
        }
    }
}

/// Nor are they asked whether it fits.
#[test]
fn y19_nobody_who_mourns_is_asked_what_a_thing_is_good_for() {
    for seed in 0..20 {
        let mut table = Table::sorting(seed, "a winter coat, a stapler");
        table.say("it was my mother's, she died");
        let own = &lookup(&[], "winter coat").unwrap().ask;
        let asked = question(&table).unwrap_or_default();
        assert!(!own.contains(&asked) && !asked.contains(&table.view().function.unwrap()), "{seed}: {asked}");
    }
}

/// What does harm is proposed to where it is taken, and the words say where.
#[test]
fn y19_the_house_says_where_what_does_harm_is_taken() {
    for (name, place) in [("old batteries", "the battery box of a shop"), ("expired pills", "the pharmacy")] {
        for seed in 0..8 {
            let mut table = Table::sorting(seed, name);
            let (_, choices) = table.proposed().unwrap();
            let own = format!("hand it in: {place}");
            assert!(
                choices.contains(&own) && !choices.contains(&"trash it".to_owned()),
                "{seed}: {choices:?}"
            );
            if choices[0] == own {
                assert!(table.said().contains(place), "{seed}: {}", table.said());
            }
            table.person(&Command::Choose {
                choice: choices.iter().position(|it| *it == own).unwrap() as u8 + 1,
            });
            assert_eq!(pile(&table, name), Pile::HandIn { at: place.to_owned() });
        }
    }
    assert!(tidying::house::things::read_hazards().unwrap().len() >= 7);
}

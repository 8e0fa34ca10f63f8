//! The lists and the lines are what their files promise.

use std::collections::BTreeSet;

use tidying::house::lines::{Pool, fill};
use tidying::house::{spaces, things};
use tidying::limits::{BRANCHES, CHOICES, NAME_CHARS_MAX};

use crate::house::stage::words;

const KINDS: &[&str] = &[
    "kitchen",
    "clothes",
    "paper",
    "books and media",
    "electronics",
    "tools",
    "toys and games",
    "keepsakes",
    "bathroom",
    "bedding and towels",
    "furniture and decor",
    "hobby and craft",
    "sport and outdoor",
    "food",
    "medicine",
    "bags and luggage",
    "office",
    "cleaning",
    "pets",
    "children",
    "rubbish",
];

#[test]
fn y12_the_list_of_things_is_well_formed() {
    let list = things::read().unwrap();
    assert!(list.len() >= 400, "{}", list.len());
    let mut names = BTreeSet::new();
    for thing in &list {
        for name in std::iter::once(&thing.name).chain(&thing.also) {
            assert!(names.insert(name), "{name} is there twice");
            assert!(!name.trim().is_empty() && name.chars().count() <= NAME_CHARS_MAX, "{name}");
        }
        let name = &thing.name;
        assert!(KINDS.contains(&thing.kind.as_str()), "{name}: {}", thing.kind);
        assert!(CHOICES.contains(&thing.usually.len()), "{name}: {:?}", thing.usually);
        let verbs: BTreeSet<&String> = thing.usually.iter().collect();
        assert_eq!(verbs.len(), thing.usually.len(), "{name}");
        for verb in &thing.usually {
            assert!(
                ["place", "donate", "recycle", "trash", "skip"].contains(&verb.as_str()),
                "{name}: {verb}"
            );
        }
        assert!((1..=6).contains(&words(&thing.home)), "{name}: {}", thing.home);
        assert!((1..=3).contains(&thing.ask.len()), "{name}");
        for ask in &thing.ask {
            assert!(ask.ends_with('?') && words(ask) <= 12, "{name}: {ask}");
        }
        if ["medicine", "electronics", "keepsakes"].contains(&thing.kind.as_str()) {
            assert!(!thing.usually.contains(&"trash".to_owned()), "{name} must not go into the bin");
        }
        if thing.kind == "keepsakes" {
            assert!(["place", "skip"].contains(&thing.usually[0].as_str()), "{name}");
        }
    }
    let kinds: BTreeSet<&str> = list.iter().map(|thing| thing.kind.as_str()).collect();
    assert_eq!(kinds.len(), KINDS.len());
}

#[test]
fn every_name_of_the_list_is_found_and_leads_to_its_thing() {
    for thing in things::all() {
        for name in std::iter::once(&thing.name).chain(&thing.also) {
            let found = things::lookup(&[], name).map(|found| &found.name);
            assert_eq!(found, Some(&thing.name), "{name}");
        }
    }
}

#[test]
fn y7_the_list_of_spaces_is_well_formed() {
    let list = spaces::read().unwrap();
    let mut all = BTreeSet::new();
    for space in &list {
        assert!(words(&space.question) <= 12 && space.question.ends_with('?'), "{}", space.question);
        assert!(BRANCHES.contains(&space.branch.len()), "{}", space.question);
        for word in &space.words {
            assert!(all.insert(word), "{word} names two spaces");
            assert_eq!(spaces::of(word).map(|found| &found.question), Some(&space.question), "{word}");
        }
        for branch in &space.branch {
            assert!(branch.function.chars().count() <= NAME_CHARS_MAX, "{}", branch.function);
            assert!(branch.follow_up.ends_with('?'), "{}", branch.follow_up);
            assert!((1..=5).contains(&branch.anchors.len()), "{}", branch.function);
        }
    }
    assert!(list.last().is_some_and(|space| space.words.is_empty()), "the last space stands for all others");
    assert_eq!(
        spaces::of("Tim's corner of the home office").map(|space| space.words[0].as_str()),
        Some("study")
    );
    assert_eq!(spaces::of("the oubliette"), list.last());
}

/// What a pool's lines may hold, and the most words when each slot has so many.
fn promise(pool: Pool) -> (&'static [&'static str], usize) {
    match pool {
        Pool::SurveyingFirst => (&["space"], 30),
        Pool::SurveyingAgain => (&["space", "next"], 30),
        Pool::SurveyingMore | Pool::FollowUp => (&["function"], 30),
        Pool::SortingAsk | Pool::SortingPhoto | Pool::SortingWrap => (&[], 17),
        Pool::SortingPropose | Pool::SortingKeepsake | Pool::SortingOnceMore => (&["item", "choice"], 17),
        Pool::SortingProposePlace => (&["item", "place", "choice"], 17),
        Pool::SortingUnknown | Pool::SortingUnknownGo => (&["item"], 17),
        Pool::SortingDone | Pool::SortingOut | Pool::SortingChanged => (&[], 4),
        Pool::SortingBack | Pool::ClarifyingKnown => (&[], 8),
        Pool::SortingGroup => (&["kind"], 8),
        Pool::SortingLocked => (&["item", "kind"], 20),
        Pool::SortingSplit => (&["count", "kinds"], 17),
        Pool::SortingSkipped => (&["item"], 9),
        Pool::Clarifying | Pool::ClarifyingNamed | Pool::Support | Pool::SupportGo | Pool::SupportAgain => {
            (&["item"], 30)
        }
        Pool::ClarifyingPlace => (&["item", "place"], 30),
        Pool::SupportGentle => (&[], 15),
        Pool::SupportFunction | Pool::SupportFunctionGo => (&["item", "function"], 30),
        Pool::SupportStart | Pool::SurveyingThings => (&[], 30),
        Pool::Winding => (&["done"], 22),
        Pool::WindingLeft => (&["done", "next"], 22),
        Pool::WindingNothing | Pool::WindingClose => (&[], 22),
        Pool::PersonItems => (&["a", "b", "c"], 30),
        Pool::PersonContradict | Pool::PersonQuestion => (&["item"], 30),
        Pool::PersonPlace => (&[], 6),
        Pool::PersonSpace
        | Pool::PersonMore
        | Pool::PersonNothing
        | Pool::PersonHesitate
        | Pool::PersonOverwhelmed
        | Pool::PersonStop
        | Pool::PersonBye
        | Pool::PersonAnswer => (&[], 30),
    }
}

#[test]
fn y12_every_line_keeps_to_its_slots_and_its_length() {
    for pool in Pool::ALL {
        let (slots, most) = promise(*pool);
        let lines: BTreeSet<&str> = pool.lines().iter().copied().collect();
        assert_eq!(lines.len(), pool.lines().len(), "{} has a line twice", pool.name());
        assert!(lines.len() >= 6, "{} has {} lines", pool.name(), lines.len());
        let values: Vec<(&str, &str)> = slots.iter().map(|slot| (*slot, "one two three")).collect();
        for line in lines {
            let filled = fill(line, &values).unwrap_or_else(|| panic!("{}: {line}", pool.name()));
            assert!(!filled.contains(['{', '}']), "{}: {filled}", pool.name());
            assert!(words(&filled) <= most, "{}: {} words: {filled}", pool.name(), words(&filled));
            assert_eq!(line, line.trim(), "{}", pool.name());
        }
    }
}

/// What the coach says is about what it was told.
#[test]
fn y11_no_line_of_the_coach_claims_to_see() {
    let claims = ["i see ", "i can see ", "i saw ", "i notice", "looks like", "in the photo i", "i spot"];
    for pool in Pool::ALL.iter().filter(|pool| !pool.name().starts_with("person")) {
        for line in pool.lines() {
            let line = format!("{} ", line.to_lowercase());
            assert!(!claims.iter().any(|claim| line.contains(claim)), "{}: {line}", pool.name());
        }
    }
}

/// A yes is taken for the first choice, so no line may ask for the contrary.
#[test]
fn y6_a_yes_to_a_proposal_never_means_no() {
    for pool in
        [Pool::SortingPropose, Pool::SortingProposePlace, Pool::SortingKeepsake, Pool::SortingOnceMore]
    {
        for line in pool.lines() {
            let asks = ["? Objections", ". Objections", "Doubts?", "Or not?", "Wrong?", "against?"];
            assert!(!asks.iter().any(|ask| line.contains(ask)), "{line}");
        }
    }
}

//! The lists and the lines are what their files promise.

#![allow(clippy::disallowed_methods, reason = "the lists are files")]

use std::collections::BTreeSet;
use std::path::Path;

use kit::deck::Decks;
use kit::lines::Line;
use kit::plain::Plain;
use tidying::house::lines::{FILES, Pool};
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

/// Every list of words and phrases of the activity: its file and heading, and its lines.
fn lists() -> Vec<(String, Vec<String>)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../tidying/src")];
    let mut lists: Vec<(String, Vec<String>)> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a text");
            // What the house says stands under headers of another sort.
            if path.extension().is_none_or(|it| it != "txt") || text.contains("\n[") {
                continue;
            }
            for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
                match line.strip_suffix(':') {
                    Some(name) => lists.push((format!("{}: {name}", path.display()), Vec::new())),
                    None => lists.last_mut().expect("a heading").1.push(line.to_owned()),
                }
            }
        }
    }
    lists
}

/// What is wrong with the lines of a list: a phrase that goes on in the next line is read as two, and what is not written as people's
/// words are read never matches any.
fn faults(lines: &[impl AsRef<str>]) -> Vec<String> {
    let (mut faults, mut seen) = (Vec::new(), BTreeSet::new());
    for (at, line) in lines.iter().map(AsRef::as_ref).enumerate() {
        if line.ends_with(',') == (at + 1 == lines.len()) {
            faults.push(format!("a comma ends each line but the last: {line}"));
        }
        for words in line.trim_end_matches(',').split(',').map(str::trim) {
            let read = [Plain::of(words), Plain::with_apostrophes(words)];
            if words.is_empty() || !read.iter().any(|plain| plain.text() == words.replace('-', " ")) {
                faults.push(format!("no words are ever read so: {words:?}"));
            }
            if !seen.insert(words) {
                faults.push(format!("twice: {words}"));
            }
        }
    }
    faults
}

#[test]
fn y12_no_phrase_of_a_list_is_broken_by_the_end_of_a_line() {
    let all = lists();
    assert!(all.len() >= 70, "{}", all.len());
    let wrong: Vec<String> = all
        .iter()
        .flat_map(|(name, lines)| faults(lines).into_iter().map(move |fault| format!("{name}: {fault}")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for broken in [
        &["i found, i", "also found, there is"][..],
        &["one, ", "Two"],
        &["i'm done, don’t"],
        &["a, b,"],
        &["a, a"],
    ] {
        assert!(!faults(broken).is_empty(), "{broken:?}");
    }
}

/// What the coach says is about what it was told.
#[test]
fn y11_no_line_of_the_coach_claims_to_see() {
    let claims = ["i see ", "i can see ", "i saw ", "i notice", "looks like", "in the photo i", "i spot"];
    let (decks, _) = Decks::<Pool>::read(&FILES);
    for deck in decks.into_iter().filter(|deck| !deck.name.starts_with("Person")) {
        for line in deck.lines.iter().map(Line::text) {
            let line = format!("{} ", line.to_lowercase());
            assert!(!claims.iter().any(|claim| line.contains(claim)), "{}: {line}", deck.name);
        }
    }
}

/// A yes is taken for the first choice, so no line may ask for the contrary.
#[test]
fn y6_a_yes_to_a_proposal_never_means_no() {
    for pool in
        [Pool::SortingPropose, Pool::SortingProposePlace, Pool::SortingKeepsake, Pool::SortingOnceMore]
    {
        for line in pool.deck().lines.iter().map(Line::text) {
            let asks = ["? Objections", ". Objections", "Doubts?", "Or not?", "Wrong?", "against?"];
            assert!(!asks.iter().any(|ask| line.contains(ask)), "{line}");
        }
    }
}

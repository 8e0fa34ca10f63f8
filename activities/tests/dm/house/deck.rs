//! What the lines of the city must hold to, besides what all lines do.

use std::collections::BTreeSet;

use dm::house::lines::{FILES, Pool};
use kit::deck::{Deck, Decks};
use kit::lines::{Line, Values};

/// A value for every slot and every gate, but for those that are left out.
struct Without(&'static [&'static str]);

impl Values for Without {
    fn value(&self, slot: &str) -> Option<&str> {
        (!self.0.contains(&slot)).then_some("something")
    }
}

/// The decks of the city: all but those that join its texts, which have slots of their own.
fn decks() -> impl Iterator<Item = Deck> {
    let (decks, _) = Decks::<Pool>::read(&FILES);
    decks.into_iter().filter(|deck| deck.least > 0)
}

/// All lines that a rule finds fault with, each with its pool, so that one run shows everything there is to mend.
#[track_caller]
fn none(what: &str, wrong: impl Fn(&str) -> bool) {
    let found: Vec<String> = decks()
        .flat_map(|deck| {
            let lines = deck.lines.iter().map(Line::text).filter(|line| wrong(line));
            lines.map(|line| format!("{}: {line}", deck.name)).collect::<Vec<_>>()
        })
        .collect();
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn names_bring_their_articles_and_the_players_words_stand_in_quotation_marks() {
    none("a name brings its own article", |line| {
        let small = line.to_lowercase();
        ["the {", "a {", "an {"]
            .iter()
            .any(|article| small.starts_with(article) || small.contains(&format!(" {article}")))
    });
    none("the player's words stand in quotation marks", |line| {
        line.matches("{doing}").count() != line.matches("\"{doing}").count()
    });
}

#[test]
fn without_slots_there_is_still_something_to_say() {
    assert!(decks().count() > 100);
    for deck in decks() {
        assert!(!deck.lines[0].text().contains('{'), "{}: the first line wants nothing", deck.name);
        assert!(deck.deal(1, 5, &[]).next().is_some(), "{}", deck.name);
    }
}

#[test]
fn every_way_of_doing_things_has_endings_enough() {
    const OTHERS: [&[&str]; 7] = [
        &["sneak", "force", "look", "craft", "travel", "occult"],
        &["talk", "force", "look", "craft", "travel", "occult"],
        &["talk", "sneak", "look", "craft", "travel", "occult"],
        &["talk", "sneak", "force", "craft", "travel", "occult"],
        &["talk", "sneak", "force", "look", "travel", "occult"],
        &["talk", "sneak", "force", "look", "craft", "occult"],
        &["talk", "sneak", "force", "look", "craft", "travel"],
    ];
    let endings = decks().filter(|deck| deck.name.starts_with("Outcome"));
    let mut seen = 0;
    for deck in endings {
        for others in OTHERS {
            let fitting = deck.lines.iter().filter(|line| line.fits(&Without(others))).count();
            assert!(fitting >= 32, "{} without {others:?}: {fitting}", deck.name);
        }
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn picks_are_different_cards() {
    for deck in decks() {
        for turn in 0..40 {
            let picks = deck.deal(9, turn, &Without(&[])).take(3).map(Line::text);
            assert_eq!(picks.collect::<BTreeSet<_>>().len(), 3.min(deck.lines.len()), "{}", deck.name);
        }
    }
}

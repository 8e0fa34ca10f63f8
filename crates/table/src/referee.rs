//! What the referee answers to words that were spoken to it: what the book of the game says of them, or how the table
//! stands. Everybody hears it, and so it is found in what everybody may know.

use std::collections::BTreeSet;

use engine::Book;

use super::talk::{brief, words};
use super::{RefereeAnswer, State};

/// Names that the referee answers to, with or without an `@`.
pub(super) const REFEREE: [&str; 2] = ["parlor", "referee"];

/// Sentences of one answer, if not the whole rules are asked for.
const SENTENCES_MAX: usize = 2;

/// Characters of one answer.
const ANSWER_CHARS_MAX: usize = 1_500;

/// Words that are about a break, which is the table's and no matter of the game.
const PAUSE: [&str; 5] = ["pause", "paused", "break", "resume", "continue"];

/// Words that stand in any question, and name nothing.
const SMALL: &str = include_str!("referee.txt");

/// What the book says about these words, if it says anything: the sentences that have most of them.
pub(super) fn found(text: &str, book: Book<'_>) -> Option<String> {
    if names(text, &PAUSE) {
        return None;
    }
    let wanted: BTreeSet<String> = words(text).map(root).filter(|word| !is_small(word)).collect();
    if wanted.is_empty() {
        return None;
    }
    let book = book();
    let found = match wanted.len() {
        // Whoever asks for the rules and nothing else is told all of them.
        1 if wanted.contains("rule") => book,
        _ => best(&wanted, book),
    };
    Some(found.join(" ")).filter(|found| !found.is_empty()).map(|found| brief(&found, ANSWER_CHARS_MAX))
}

/// The sentences that have most of these words, in their order.
fn best(wanted: &BTreeSet<String>, book: Vec<String>) -> Vec<String> {
    let hits = |sentence: &str| {
        let known: BTreeSet<String> = words(sentence).map(root).collect();
        wanted.intersection(&known).count()
    };
    let counted: Vec<(usize, String)> = book.into_iter().map(|it| (hits(&it), it)).collect();
    let most = counted.iter().map(|(hits, _)| *hits).max().filter(|most| *most > 0);
    counted
        .into_iter()
        .filter(|(hits, _)| Some(*hits) == most)
        .map(|(_, it)| it)
        .take(SENTENCES_MAX)
        .collect()
}

/// What the referee says by itself: the first subject of the table that the words name.
pub(super) fn answer(state: &State, text: &str) -> RefereeAnswer {
    if names(text, &["who"]) {
        RefereeAnswer::Who { stewards: state.stewards_now() }
    } else if names(text, &PAUSE) {
        RefereeAnswer::Pause
    } else if names(text, &["rule", "rules"]) {
        RefereeAnswer::Rules
    } else if names(text, &["help", "how", "command", "commands"]) {
        RefereeAnswer::Help
    } else {
        RefereeAnswer::Status
    }
}

fn names(text: &str, subject: &[&str]) -> bool {
    words(text).any(|word| subject.iter().any(|it| word.eq_ignore_ascii_case(it)))
}

/// A word by which others of its kind are known: small, and without the ending of a plural.
fn root(word: &str) -> String {
    let word = word.to_lowercase();
    match word.strip_suffix('s') {
        Some(one) if one.len() > 2 && !one.ends_with('s') => one.to_owned(),
        _ => word,
    }
}

fn is_small(word: &str) -> bool {
    SMALL.split_whitespace().any(|small| small == word) || REFEREE.contains(&word)
}

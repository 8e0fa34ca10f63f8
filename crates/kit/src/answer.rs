//! Yes and no, and what is said with them: "ok sure", "yes, end it please". Every question that can be answered so is answered by this
//! one reader, and which words mean what stands in lists that can be edited.

use crate::plain::{Plain, lists};
use crate::reading::{back, front, is_one};

lists! { "answer.txt":
    BEFORE YES NO REFUSED NEITHER NO_YES AFTER
}

/// So many words after a yes may turn it into none.
const BESIDE_A_YES: usize = 5;

/// A yes or a no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Which.
    pub yes: bool,
    /// What is said besides, without what is only polite: an order, most of the time, and nothing where there is none.
    pub rest: String,
}

impl Answer {
    /// Is nothing else said?
    pub fn is_plain(&self) -> bool {
        self.rest.is_empty()
    }
}

/// Does one of the first words beside a yes turn it into none?
pub fn is_denied<'w>(words: impl Iterator<Item = &'w str>) -> bool {
    words.take(BESIDE_A_YES).any(|word| NO_YES.contains(&word))
}

/// The yes or no with which some words begin, if they do. A question is neither, and a yes beside a denial is none.
pub fn answer(text: &str) -> Option<Answer> {
    if text.contains('?') {
        return None;
    }
    let plain = Plain::of(text);
    let all: Vec<&str> = plain.words().collect();
    let mut words = all.as_slice();
    while front(words, &BEFORE) > 0 {
        words = &words[front(words, &BEFORE)..];
    }
    if is_one(words, &REFUSED) {
        return Some(Answer { yes: false, rest: String::new() });
    }
    if front(words, &NEITHER) > 0 {
        return None;
    }
    let (agrees, denies) = (front(words, &YES), front(words, &NO));
    if agrees.max(denies) == 0 {
        return None;
    }
    let yes = agrees > denies;
    let mut rest = &words[agrees.max(denies)..];
    if yes && is_denied(rest.iter().copied()) {
        return None;
    }
    loop {
        let again = front(rest, if yes { &YES } else { &NO });
        let polite = front(rest, &AFTER).max(again);
        let last = back(rest, &AFTER);
        match (polite, last) {
            (0, 0) => return Some(Answer { yes, rest: rest.join(" ") }),
            (0, last) => rest = &rest[..rest.len() - last],
            (polite, _) => rest = &rest[polite..],
        }
    }
}

/// Yes or no, where nothing else is said.
pub fn plain_answer(text: &str) -> Option<bool> {
    answer(text).filter(Answer::is_plain).map(|answer| answer.yes)
}

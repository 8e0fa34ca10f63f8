//! What a player says to a question that two buttons would answer. Nothing is guessed: what is neither a plain yes nor a plain no
//! is the game master's to hear (D22).

use kit::answer::plain_answer;
use kit::clauses::{Clause, clauses};
use kit::plain::lists;

lists! { "heard.txt":
    RISKS
    BESIDE
    PASSES
}

/// What somebody says to whether they risk it (D27).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They do, and say nothing else.
    Risks,
    /// They do, and how.
    RisksAnd,
    /// They do not, and say nothing else.
    Passes,
    /// Something else: a question, another deed, a condition.
    Else,
}

/// What they say.
pub fn answer(text: &str) -> Answer {
    let is_one = |clause: &Clause, phrases: &[&str]| phrases.contains(&clause.words.text());
    let risks = |it: &Clause| is_one(it, &RISKS) || plain_answer(it.words.text()) == Some(true);
    let passes = |it: &Clause| is_one(it, &PASSES) || plain_answer(it.words.text()) == Some(false);
    let clauses: Vec<Clause> = clauses(text).into_iter().filter(|it| !is_one(it, &BESIDE)).collect();
    let Some(first) = clauses.first().filter(|_| !clauses.iter().any(|it| it.asks || it.doubts)) else {
        return Answer::Else;
    };
    if clauses.iter().all(passes) {
        Answer::Passes
    } else if clauses.iter().all(risks) {
        Answer::Risks
    } else if risks(first) && !clauses.iter().any(|it| it.denies) {
        Answer::RisksAnd
    } else {
        Answer::Else
    }
}

//! What kinds of spaces there are, and what each may be for (Y7).

use std::sync::LazyLock;

use kit::plural::singulars;
use serde::Deserialize;

use crate::command::NewBranch;
use crate::heard::key;

/// A kind of space.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    /// What it is called; the last kind has no name and stands for all others.
    pub words: Vec<String>,
    /// What is asked about it.
    pub question: String,
    /// The answers.
    pub branch: Vec<NewBranch>,
}

/// Reads the list. That it can be read is held by a test; if it could not, the house would ask without answers.
///
/// # Errors
/// What is wrong with the file.
pub fn read() -> Result<Vec<Space>, String> {
    kit::data::list("space", include_str!("spaces.toml"))
}

/// Every kind of space.
pub fn all() -> &'static [Space] {
    static SPACES: LazyLock<Vec<Space>> = LazyLock::new(|| read().unwrap_or_default());
    &SPACES
}

/// What kind of space something is, by its name: the longest word that is in it.
pub fn of(name: &str) -> Option<&'static Space> {
    let said = format!(" {} ", key(name));
    let known = all().iter().flat_map(|space| space.words.iter().map(move |word| (space, key(word))));
    let named = known.filter(|(_, word)| said.contains(&format!(" {word} ")));
    named.max_by_key(|(_, word)| word.len()).map(|(space, _)| space).or_else(|| all().last())
}

/// What a space is for by what somebody says of it, if that is one of the answers there are: the one that shares most words.
pub fn function<'a>(space: &'a Space, said: &str) -> Option<&'a str> {
    let said = key(said);
    let stems: Vec<String> = said.split(' ').map(stem).filter(|word| word.len() > 2).collect();
    let shared = |branch: &&NewBranch| {
        let words = key(&branch.function);
        words.split(' ').map(stem).filter(|word| stems.contains(word)).count()
    };
    let best = space.branch.iter().max_by_key(shared).filter(|branch| shared(branch) > 0);
    best.map(|branch| branch.function.as_str())
}

/// Words that stand in every sentence.
const COMMON: &[&str] =
    &["the", "and", "for", "with", "what", "that", "this", "thing", "from", "out", "work"];

/// A word without its ending: cooking, cooks and cook are one.
fn stem(word: &str) -> String {
    let word = singulars(word).into_iter().next().unwrap_or_else(|| word.to_owned());
    if COMMON.contains(&word.as_str()) {
        return String::new();
    }
    let stem = word.strip_suffix("ing").filter(|stem| stem.len() > 2).unwrap_or(&word);
    stem.trim_end_matches('e').to_owned()
}

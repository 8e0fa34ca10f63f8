//! What a space is for, out of the person's words: a noun phrase that fits "Does it help with …?".

use kit::plain::{List, lists};

use super::spaces;
use super::words::named;
use crate::setup::Thing;

lists! { "purpose.txt":
    /// Beginnings after which a purpose is told, as what is done.
    BEFORE_A_VERB
    /// And as a thing.
    BEFORE_A_NOUN
    /// Words in the middle that end a purpose.
    ENDS
    /// Words at the end that say nothing.
    LAST
    /// Words that no purpose of a noun has: these are sentences of another sort.
    SENTENCE
    /// Words for how a space is, which is not what it is for.
    MESS
    /// Beginnings of words of somebody who does not answer yet.
    TALK
    /// Verbs whose last letter is doubled.
    DOUBLED
}

/// The longest purpose, in words.
const WORDS_MAX: usize = 7;

/// What the space is for, if the words say so. A list of things does not.
pub fn purpose(own: &[Thing], space: &str, said: &str) -> Option<String> {
    let things = named(own, said);
    let known = things.iter().filter(|thing| thing.kind.is_some()).count();
    let parts =
        said.split([',', ';', '\n']).flat_map(|part| part.split(" and ")).filter(|it| !it.trim().is_empty());
    let lists = things.len() >= parts.count() && known * 2 > things.len();
    let text = said.replace('’', "'").to_lowercase();
    let begins = |talk: &str| text.starts_with(talk) || text.contains(&format!(" {talk}"));
    let talks = TALK.iter().copied().chain(["hi ", "hi!", "hi,"]).any(begins);
    if talks || said.contains('?') || (lists && !starts_like_a_purpose(said)) {
        return None;
    }
    let is_mess = |text: &str| text.split(' ').any(|word| MESS.contains(&word));
    if text.split_once(':').is_some_and(|(label, _)| is_mess(label)) {
        return None;
    }
    if let Some(function) = spaces::of(space).and_then(|space| spaces::function(space, said)) {
        return Some(function.to_owned());
    }
    let text = text.split(['.', ',', ';', '!', ':', '\n']).next().unwrap_or_default().trim().to_owned();
    let (verb, noun) = (after(&text, &BEFORE_A_VERB), after(&text, &BEFORE_A_NOUN));
    // The longest beginning leaves least: "it's for " is not "it's ".
    let is_verb = verb.is_some_and(|verb| noun.is_none_or(|noun| verb.len() < noun.len()));
    let rest = if is_verb { verb } else { noun }.unwrap_or(&text);
    let before = |rest: &str, end: &str| rest.split_once(&format!(" {end} ")).map(|(before, _)| before.len());
    let rest = ENDS.iter().fold(rest, |rest, end| &rest[..before(rest, end).unwrap_or(rest.len())]);
    let mut words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    while words.last().is_some_and(|word| LAST.contains(&word.as_str())) {
        words.pop();
    }
    if is_verb && let Some(verb) = words.first_mut() {
        *verb = gerund(verb);
    }
    let is_sentence = words.iter().any(|word| SENTENCE.contains(&word.as_str()));
    let letters = words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 2);
    let plain = words.iter().all(|word| word.chars().all(|c| c.is_alphanumeric() || c == '\'' || c == '-'));
    (letters && plain && !is_sentence && !is_mess(&words.join(" ")) && words.len() <= WORDS_MAX)
        .then(|| words.join(" "))
}

fn starts_like_a_purpose(said: &str) -> bool {
    let said = said.replace('’', "'").to_lowercase();
    after(&said, &BEFORE_A_VERB).or_else(|| after(&said, &BEFORE_A_NOUN)).is_some()
}

/// What follows the longest of some beginnings.
fn after<'a>(text: &'a str, beginnings: &List) -> Option<&'a str> {
    beginnings
        .iter()
        .filter_map(|start| text.strip_prefix(start)?.strip_prefix(' '))
        .min_by_key(|rest| rest.len())
}

/// Doing what the verb says.
fn gerund(verb: &str) -> String {
    if verb.ends_with("ing") {
        verb.to_owned()
    } else if DOUBLED.contains(&verb) {
        format!("{verb}{}ing", verb.chars().last().unwrap_or_default())
    } else if verb.ends_with('e') && !verb.ends_with("ee") && verb.len() > 2 {
        format!("{}ing", verb.trim_end_matches('e'))
    } else {
        format!("{verb}ing")
    }
}

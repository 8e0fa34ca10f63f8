//! What a space is for, out of the person's words: a noun phrase that fits "Does it help with …?".

use protocol::tidying::Thing;

use super::spaces;
use super::words::named;

/// The longest purpose, in words.
const WORDS_MAX: usize = 7;

/// Beginnings after which a purpose is told, with what kind of word comes next.
const BEGINNINGS: &[(&str, Next)] = &[
    ("i mostly want to ", Next::Verb),
    ("i just want to ", Next::Verb),
    ("i want to ", Next::Verb),
    ("i would like to ", Next::Verb),
    ("i'd like to ", Next::Verb),
    ("we want to ", Next::Verb),
    ("it should be a place to ", Next::Verb),
    ("it's a place to ", Next::Verb),
    ("it's supposed to be ", Next::Noun),
    ("it is supposed to be ", Next::Noun),
    ("it should be ", Next::Noun),
    ("it is for ", Next::Noun),
    ("it's for ", Next::Noun),
    ("it's mostly for ", Next::Noun),
    ("mostly for ", Next::Noun),
    ("mainly for ", Next::Noun),
    ("somewhere quiet to ", Next::Verb),
    ("somewhere to ", Next::Verb),
    ("a place to ", Next::Verb),
    ("a place for ", Next::Noun),
    ("for ", Next::Noun),
    ("to ", Next::Verb),
    ("just ", Next::Noun),
    ("we ", Next::Verb),
    ("i ", Next::Verb),
    ("it's ", Next::Noun),
    ("it is ", Next::Noun),
    ("mostly ", Next::Noun),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Verb,
    Noun,
}

/// Words in the middle that end a purpose.
const ENDS: &[&str] =
    &[" without ", " but ", " if ", " or ", " because ", " so that ", " where ", " and i ", " and the "];

/// Words at the end that say nothing.
const LAST: &[&str] =
    &["here", "there", "again", "really", "only", "mostly", "now", "in", "it", "please", "i", "suppose"];

/// Words that no purpose of a noun has: these are sentences of another sort.
const SENTENCE: &[&str] = &[
    "i", "we", "you", "he", "she", "they", "is", "are", "was", "my", "have", "has", "don't", "not", "what",
    "hello", "hi", "hey", "ok", "okay", "yes", "no", "hm", "hmm", "idk", "know", "thanks", "nothing",
    "maybe", "it's", "lets", "let's", "start", "go",
];

/// Words for how a space is, which is not what it is for.
const MESS: &[&str] = &["mess", "messy", "chaos", "chaotic", "disaster", "nightmare", "dump", "wreck"];

/// Words of somebody who does not answer yet.
const TALK: &[&str] = &[
    "hi ",
    "hi!",
    "hi,",
    "hello",
    "hey",
    "not sure",
    "don't know",
    "no idea",
    "how this",
    "how does",
    "help",
];

/// What the space is for, if the words say so. A list of things does not.
pub fn purpose(own: &[Thing], space: &str, said: &str) -> Option<String> {
    let things = named(own, said);
    let known = things.iter().filter(|thing| thing.kind.is_some()).count();
    let parts =
        said.split([',', ';', '\n']).flat_map(|part| part.split(" and ")).filter(|it| !it.trim().is_empty());
    let lists = things.len() >= parts.count() && known * 2 > things.len();
    let text = said.replace('’', "'").to_lowercase();
    let talks = TALK.iter().any(|talk| text.starts_with(talk) || text.contains(&format!(" {talk}")));
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
    let begun = BEGINNINGS.iter().find_map(|(start, next)| Some((text.strip_prefix(start)?, *next)));
    let (rest, next) = begun.unwrap_or((&text, Next::Noun));
    let rest = ENDS.iter().fold(rest, |rest, end| rest.split_once(end).map_or(rest, |(before, _)| before));
    let mut words: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    while words.last().is_some_and(|word| LAST.contains(&word.as_str())) {
        words.pop();
    }
    if next == Next::Verb
        && let Some(verb) = words.first_mut()
    {
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
    BEGINNINGS.iter().any(|(start, _)| said.starts_with(start))
}

/// Doing what the verb says.
fn gerund(verb: &str) -> String {
    const DOUBLED: &[&str] =
        &["sit", "run", "get", "put", "cut", "knit", "swim", "set", "chat", "nap", "shop", "jog"];
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

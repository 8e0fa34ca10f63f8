//! What the person's plain words mean, as far as the rules themselves must know: that they want to stop, that it is too
//! much, or what becomes of a thing. Everything else is for the coach.

mod lists;

use protocol::tidying::Disposition;

use lists::{DECISIONS, DETERMINERS, HEAD, OVERWHELMED, PLACES, STOP, TAIL, TALK, Verdict, WHERE};

/// What some words mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// They want to stop (Y8).
    Stop,
    /// It is too much (Y8).
    Overwhelmed,
    /// What was proposed first is right.
    Agreed,
    /// The last decision was a mistake (Y5).
    Undo,
    /// What becomes of the thing in hand.
    Decision(Disposition),
    /// They do not know what it is.
    Unclear,
    /// They cannot decide.
    Stuck,
    /// None of these.
    Other,
}

/// Where a thing belongs that simply stays.
pub const HERE: &str = "here";

/// What the words mean.
pub fn meaning(text: &str) -> Meaning {
    let said = plain(text);
    let bare = without_tail(&said);
    if STOP.contains(&bare) || STOP.contains(&without_head(bare)) {
        return Meaning::Stop;
    }
    let padded = format!(" {said} ");
    if OVERWHELMED.iter().any(|words| padded.contains(&format!(" {words} "))) {
        return Meaning::Overwhelmed;
    }
    // "Not now" ends like "bin it now", and means something else.
    let is_said = |words: &&[&str]| words.contains(&said.as_str()) || words.contains(&without_tail(&said));
    let decision = DECISIONS.iter().find(|(words, _)| is_said(words));
    match decision.map(|(_, verdict)| *verdict) {
        Some(Verdict::Trash) => Meaning::Decision(Disposition::Trash),
        Some(Verdict::Donate) => Meaning::Decision(Disposition::Donate),
        Some(Verdict::Recycle) => Meaning::Decision(Disposition::Recycle),
        Some(Verdict::Skip) => Meaning::Decision(Disposition::Skip),
        Some(Verdict::Here) => Meaning::Decision(Disposition::Place { at: HERE.to_owned() }),
        Some(Verdict::Agreed) => Meaning::Agreed,
        Some(Verdict::Undo) => Meaning::Undo,
        Some(Verdict::Stuck) => Meaning::Stuck,
        Some(Verdict::Unclear) => Meaning::Unclear,
        None => Meaning::Other,
    }
}

/// The words in lower case with one space between them, without signs: `I'm done!` is `im done`.
fn plain(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut between = false;
    for c in text.to_lowercase().chars().filter(|c| !['\'', '’'].contains(c)) {
        if !c.is_alphanumeric() {
            between = true;
            continue;
        }
        if between && !said.is_empty() {
            said.push(' ');
        }
        between = false;
        said.push(c);
    }
    said
}

fn without_head(said: &str) -> &str {
    let head = HEAD.iter().find_map(|head| said.strip_prefix(head)?.strip_prefix(' '));
    match head {
        Some(rest) => without_head(rest),
        None => said,
    }
}

fn without_tail(said: &str) -> &str {
    let tail = TAIL.iter().find_map(|tail| said.strip_suffix(tail)?.strip_suffix(' '));
    match tail {
        Some(rest) => without_tail(rest),
        None => said,
    }
}

/// The longest place that is one: what is longer is talk.
const PLACE_WORDS_MAX: usize = 8;

/// The place that the words name, if they may be one (Y6): a few words that ask nothing, tell nothing and list nothing, and
/// that begin like a place or name one. What is not sure to be one goes to the coach: a thing is soon asked about again,
/// and hard to find where nobody put it.
pub fn place(text: &str, chars_max: usize) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', '!']).trim_end();
    let said = plain(text);
    let words: Vec<&str> = said.split(' ').collect();
    let begins_like_one = words.len() > 1
        && words.first().is_some_and(|first| WHERE.contains(first) || DETERMINERS.contains(first));
    let names_one = words
        .iter()
        .any(|word| PLACES.contains(word) || word.strip_suffix('s').is_some_and(|one| PLACES.contains(&one)));
    let is_place = !text.contains(['?', '\n', ',', ';', '&'])
        && text.chars().count() <= chars_max
        && words.len() <= PLACE_WORDS_MAX
        && !words.iter().any(|word| TALK.contains(word))
        && (begins_like_one || names_one);
    is_place.then(|| text.to_owned())
}

/// Do the words name this thing, and not a place beside it?
pub fn names(text: &str, name: &str) -> bool {
    let text = plain(text);
    let is_place = text.split(' ').next().is_some_and(|first| WHERE.contains(&first));
    !is_place && format!(" {text} ").contains(&format!(" {} ", key(name)))
}

/// What a name is known by: without its article and without regard to case and signs.
pub fn key(name: &str) -> String {
    let said = plain(name);
    let mut rest = said.as_str();
    while let Some((first, more)) = rest.split_once(' ') {
        let articles = [
            "the", "a", "an", "my", "your", "our", "his", "her", "their", "this", "that", "these", "those",
            "some",
        ];
        if !articles.contains(&first) {
            break;
        }
        rest = more;
    }
    if rest.is_empty() { name.trim().to_lowercase() } else { rest.to_owned() }
}

//! What the person's plain words mean, as far as the rules themselves must know: that they want to stop, that it is too
//! much, or what becomes of a thing. Everything else is for the coach.

use kit::plain::{List, Plain, lists};

use super::piles::Verb;

lists! { "heard.txt":
    /// Whole messages that mean stop. One that goes on after such words means something else: "I'm done with the shelf".
    STOP
    /// What may follow them and change nothing.
    TAIL
    /// What may stand before them and change nothing.
    HEAD
    /// Words that say it is too much, wherever they stand.
    OVERWHELMED
    /// Whole messages by which a thing goes into the bin.
    TRASH
    /// By which it is given away.
    DONATE
    /// By which it is recycled.
    RECYCLE
    /// By which it is put aside.
    SKIP
    /// By which it stays where it is.
    STAYS
    /// By which what was proposed first is right.
    AGREED
    /// By which the last decision was a mistake.
    UNDO
    /// By which they cannot decide.
    STUCK
    /// By which they do not know what it is.
    UNCLEAR
    /// Words that no place has in its name: whoever uses one is talking.
    TALK
    /// Words that a place begins with.
    WHERE
    /// Words that a thing in its place may begin with.
    DETERMINERS
    /// Places that are named in one word.
    PLACES
    /// Words before a name that are not of it.
    ARTICLES
}

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
    Decision(Verb),
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
    let plain = Plain::of(text);
    let said = plain.text();
    let bare = without_tail(said);
    if STOP.contains(&bare) || STOP.contains(&without_head(bare)) {
        return Meaning::Stop;
    }
    if plain.has(&OVERWHELMED) {
        return Meaning::Overwhelmed;
    }
    // "Not now" ends like "bin it now", and means something else.
    let is_said = |words: &List| words.contains(&said) || words.contains(&bare);
    let meanings = [
        (&TRASH, Meaning::Decision(Verb::Trash)),
        (&DONATE, Meaning::Decision(Verb::Donate)),
        (&RECYCLE, Meaning::Decision(Verb::Recycle)),
        (&SKIP, Meaning::Decision(Verb::Skip)),
        (&STAYS, Meaning::Decision(Verb::Place)),
        (&AGREED, Meaning::Agreed),
        (&UNDO, Meaning::Undo),
        (&STUCK, Meaning::Stuck),
        (&UNCLEAR, Meaning::Unclear),
    ];
    let meant = meanings.into_iter().find(|(words, _)| is_said(words));
    meant.map_or(Meaning::Other, |(_, meaning)| meaning)
}

/// What becomes of a thing, if the words say so and nothing else.
pub(super) fn decision(text: &str) -> Option<Verb> {
    let Meaning::Decision(verb) = meaning(text) else { return None };
    Some(verb)
}

fn without_head(said: &str) -> &str {
    let rest = HEAD.iter().find_map(|head| said.strip_prefix(head)?.strip_prefix(' '));
    rest.map_or(said, without_head)
}

fn without_tail(said: &str) -> &str {
    let rest = TAIL.iter().find_map(|tail| said.strip_suffix(tail)?.strip_suffix(' '));
    rest.map_or(said, without_tail)
}

/// The longest place that is one: what is longer is talk.
const PLACE_WORDS_MAX: usize = 8;

/// The place that the words name, if they may be one (Y6): a few words that ask nothing, tell nothing and list nothing, and
/// that begin like a place or name one. What is not sure to be one goes to the coach: a thing is soon asked about again,
/// and hard to find where nobody put it.
pub fn place(text: &str, chars_max: usize) -> Option<String> {
    let text = text.trim().trim_end_matches(['.', '!']).trim_end();
    let plain = Plain::of(text);
    let words: Vec<&str> = plain.words().collect();
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
    let plain = Plain::of(text);
    let is_place = plain.words().next().is_some_and(|first| WHERE.contains(&first));
    !is_place && plain.has(&[key(name)])
}

/// What a name is known by: without its article and without regard to case and signs.
pub fn key(name: &str) -> String {
    let plain = Plain::of(name);
    let mut rest = plain.text();
    while let Some((first, more)) = rest.split_once(' ') {
        if !ARTICLES.contains(&first) {
            break;
        }
        rest = more;
    }
    if rest.is_empty() { name.trim().to_lowercase() } else { rest.to_owned() }
}

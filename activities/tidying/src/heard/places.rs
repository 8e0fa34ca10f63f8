//! Where something goes, by the words for it: a way out, a place, somebody, or somewhere that something is done with it.

use kit::plain::lists;
use kit::reading::{front, is_one, words_of, written};

use super::{PLACES, TALK};
use crate::limits::NAME_CHARS_MAX;
use crate::piles::Way;

lists! { "places.txt":
    BIN CHARITY COLLECTED ERRANDS PEOPLE WHOSE TO BESIDE OF_A_PLACE WHICH_PLACE GOES_ON NO_PLACE
}

/// The place that the words name, if they are one and nothing else (Y6).
pub fn place(text: &str) -> Option<String> {
    let text = text.trim();
    if text.contains(['?', '\n', ',', ';', '&']) {
        return None;
    }
    let words = words_of(text);
    let read: Vec<&str> = words.iter().map(|word| word.read.as_str()).collect();
    if is_one(&read, &NO_PLACE) || !is_place(&read) {
        return None;
    }
    let place = written(&words);
    (place.chars().count() <= NAME_CHARS_MAX).then_some(place)
}

/// Where something goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    Out(Way),
    Here,
    /// The words from one to another.
    Place(usize, usize),
    /// The same of where something is done with it.
    Errand(usize, usize),
}

/// Do the words name somebody that one gives things to?
pub(super) fn is_somebody(words: &[&str]) -> bool {
    is_one(words, &PEOPLE) || is_one(&words[front(words, &WHOSE)..], &PEOPLE)
}

/// Where the words lead, if they are a way out or a place; the first of them stands at this number.
pub(super) fn goal(words: &[&str], at: usize) -> Option<Goal> {
    let rest = &words[front(words, &TO)..];
    let rest = &rest[front(rest, &OF_A_PLACE)..];
    let outs = [(&BIN, Way::Trash), (&CHARITY, Way::Donate), (&COLLECTED, Way::Recycle)];
    if let Some((_, way)) = outs.into_iter().find(|(list, _)| is_one(rest, list)) {
        return Some(Goal::Out(way));
    }
    if is_one(rest, &ERRANDS) {
        return Some(Goal::Errand(at, at + words.len()));
    }
    match rest {
        ["here" | "there"] => Some(Goal::Here),
        _ => is_place(words).then_some(Goal::Place(at, at + words.len())),
    }
}

/// The most words of a place, and of what is not known of one between its article and its name.
const PLACE_WORDS_MAX: usize = 10;

const UNKNOWN_WORDS_MAX: usize = 2;

/// Are all of the words a place?
fn is_place(words: &[&str]) -> bool {
    let joins = |word: &&str| *word == "and" || TALK.contains(word);
    if words.len() > PLACE_WORDS_MAX || words.iter().any(joins) {
        return false;
    }
    let is_noun = |word: &&str| {
        PLACES.contains(word) || word.strip_suffix('s').is_some_and(|one| PLACES.contains(&one))
    };
    let beside = front(words, &BESIDE);
    let led = beside.max(front(words, &TO));
    let rest = &words[led..];
    let article = front(rest, &OF_A_PLACE);
    let rest = &rest[article..];
    // The place itself ends where another preposition begins.
    let end = rest.iter().skip(1).position(|word| GOES_ON.contains(word)).map_or(rest.len(), |at| at + 1);
    let core = &rest[..end];
    let tells = |word: &&&str| is_noun(word) || WHICH_PLACE.contains(*word) || word.parse::<u32>().is_ok();
    let unknown = core.iter().filter(|word| !tells(word)).count();
    let nested = core.iter().any(|word| OF_A_PLACE.contains(word));
    let named = !nested && core.iter().any(is_noun) && core.last().is_some_and(|last| tells(&last));
    let known = named && (unknown == 0 || (led + article > 0 && unknown <= UNKNOWN_WORDS_MAX));
    let near_something =
        beside > 0 && article > 0 && !nested && !core.is_empty() && unknown <= UNKNOWN_WORDS_MAX + 1;
    let goes_on = rest.len() == end || rest.len() > end + 1;
    (known || near_something || beside > 0 && named) && goes_on
}

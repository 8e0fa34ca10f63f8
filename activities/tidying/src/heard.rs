//! What the person's plain words mean, as far as the rules themselves must know: that they want to stop, that it is too
//! much, or what becomes of a thing. Everything else is for the coach.

mod deciding;
mod message;
mod places;
mod said;

use kit::answer::{answer, plain_answer};
use kit::clauses::clauses;
use kit::plain::{List, Plain, lists};

use super::piles::Verb;

pub use deciding::{Decided, Heard, decisions};
pub use kit::reading::key;
pub use places::place;
pub use said::{confirms, fuller, has_said};

lists! { "heard.txt":
    /// Whole messages that mean stop. One that goes on after such words means something else: "I'm done with the shelf".
    STOP
    /// What may follow them and change nothing.
    TAIL
    /// What may stand before them and change nothing.
    HEAD
    /// Whole messages by which a session that winds down is to end.
    CLOSES
    /// Words by which somebody has had enough or has to go, wherever they stand.
    LEAVES
    /// Words beside these by which they have not.
    GOES_ON
    /// Words that say it is too much, wherever they stand.
    OVERWHELMED
    /// The same words denied.
    CALM
    /// Words that say it is too much at the end of what is said, or before one of those words.
    TOO_MUCH
    /// What there may be too much of.
    MUCH_OF
    /// Words by which it is a price, or not too much after all.
    NOT_TOO_MUCH
    /// Words of somebody in danger: nothing else that is said with them matters.
    CRISIS
    /// Words by which somebody mourns, or holds a thing dear.
    DEAR
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
    /// By which the last decision was a mistake.
    UNDO
    /// By which they cannot decide.
    STUCK
    /// By which they do not know what it is.
    UNCLEAR
    /// Words that no place has in its name: whoever uses one is talking.
    TALK
    /// Places that are named in one word.
    PLACES
}

/// What some words mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// They want to stop (Y8).
    Stop,
    /// They have had enough or have to go, in words of any kind (Y16).
    Leaving,
    /// It is too much (Y8).
    Overwhelmed,
    /// What was proposed first is right.
    Agreed,
    /// It is not.
    Refused,
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
    if plain.has(&LEAVES) && !plain.has(&GOES_ON) {
        return Meaning::Leaving;
    }
    if is_overwhelmed(text, &plain) {
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
        (&UNDO, Meaning::Undo),
        (&STUCK, Meaning::Stuck),
        (&UNCLEAR, Meaning::Unclear),
    ];
    let meant = meanings.into_iter().find(|(words, _)| is_said(words));
    let answered = || plain_answer(text).map(|yes| if yes { Meaning::Agreed } else { Meaning::Refused });
    let meant = meant.map(|(_, meaning)| meaning).or_else(answered).unwrap_or(Meaning::Other);
    // "Trash?" asks, and decides nothing (Y14).
    if matches!(meant, Meaning::Decision(_)) && text.contains('?') { Meaning::Other } else { meant }
}

/// Do the words agree to an end that was brought up, by a yes or an order, whatever they say besides (Y16)?
pub fn agrees_to_end(text: &str) -> bool {
    let ends = |words: &str| {
        let plain = Plain::of(words);
        let bare = without_tail(plain.text());
        CLOSES.contains(&bare) || matches!(meaning(words), Meaning::Stop | Meaning::Leaving | Meaning::Agreed)
    };
    sentences(text)
        .any(|part| ends(part) || answer(part).is_some_and(|answer| answer.yes && ends(&answer.rest)))
}

/// What is said besides that it is enough, if both are said.
pub(super) fn besides_stopping(text: &str) -> Option<String> {
    let stops = |part: &&str| matches!(meaning(part), Meaning::Stop | Meaning::Leaving);
    let (stop, rest): (Vec<&str>, Vec<&str>) = sentences(text).partition(stops);
    (!stop.is_empty() && !rest.is_empty()).then(|| rest.join(". "))
}

/// What stands between the signs at which a sentence ends.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split(['.', '!', ';', '\n', '…']).map(str::trim).filter(|part| !part.is_empty())
}

/// Does somebody mourn, or hold what they speak of dear, by their words? Not what they deny or ask (Y19).
pub fn is_dear(text: &str) -> bool {
    clauses(text).iter().any(|clause| !clause.asks && !clause.denies && clause.words.has(&DEAR))
}

/// What becomes of a thing, if the words say so and nothing else.
pub(super) fn decision(text: &str) -> Option<Verb> {
    let Meaning::Decision(verb) = meaning(text) else { return None };
    Some(verb)
}

/// Is it all too much for them? A price that was, and noise that is, are no such thing.
fn is_overwhelmed(text: &str, plain: &Plain) -> bool {
    if plain.has(&OVERWHELMED) {
        return !plain.has(&CALM);
    }
    text.split(['.', ',', ';', '!', '\n']).map(Plain::of).any(|part| {
        let words: Vec<&str> = part.words().collect();
        let ends = |much: &&&str| {
            let size = much.split(' ').count();
            let at = |at: &usize| words.get(*at..at + size).is_some_and(|some| some.join(" ") == ***much);
            let after = (0..words.len()).find(at).map(|at| words.get(at + size));
            after.is_some_and(|next| next.is_none_or(|next| MUCH_OF.contains(next)))
        };
        !part.has(&NOT_TOO_MUCH) && TOO_MUCH.iter().any(|much| ends(&much))
    })
}

fn without_head(said: &str) -> &str {
    let rest = HEAD.iter().find_map(|head| said.strip_prefix(head)?.strip_prefix(' '));
    rest.map_or(said, without_head)
}

fn without_tail(said: &str) -> &str {
    let rest = TAIL.iter().find_map(|tail| said.strip_suffix(tail)?.strip_suffix(' '));
    rest.map_or(said, without_tail)
}

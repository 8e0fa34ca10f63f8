//! What a player means, as far as a table of words can tell: a manner of doing it, and how much is risked.

use std::sync::LazyLock;

use crate::view::{Domain, View};
use kit::clauses::{Clause, clauses};
use kit::plain::{List, Plain, lists};
use kit::reading::Names;

use super::lines::Pool;

/// What was said, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Intent {
    /// What they do with their words.
    pub(super) reading: Reading,
    /// The manner, if the words name a deed.
    pub(super) domain: Option<Domain>,
    /// Words that put something at stake.
    pub(super) bold: bool,
    /// Kind words count up, harsh ones down.
    pub(super) warmth: i32,
    /// They want to be gone.
    pub(super) leaves: bool,
    /// They pay for something.
    pub(super) pays: bool,
    /// The place that they name.
    pub(super) place: Option<String>,
    /// The person that they name.
    pub(super) person: Option<String>,
    /// The clock that they name.
    pub(super) clock: Option<String>,
    /// The words, shortened, for a narrator to give back.
    pub(super) doing: Option<String>,
    /// What they said besides, which is still to be taken up.
    pub(super) left: Vec<Part>,
}

/// What somebody does with their words (D30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// They do something, in this manner.
    Deed(Domain),
    /// They want to know something.
    Question,
    /// They say that they do not do something.
    Refusal,
    /// They want to be gone.
    Leaving,
    /// They do what anybody may do anywhere.
    Quiet,
    /// Nobody can tell.
    #[default]
    Unclear,
}

/// What somebody does with their words, clause by clause. A deed goes before what is asked beside it, and violence before any
/// other; talk goes after.
pub fn reading(text: &str) -> Reading {
    let lower = text.to_lowercase();
    if let Some(domain) = own(&lower) {
        return Reading::Deed(domain);
    }
    let clauses = clauses(&lower);
    let said = || clauses.iter().filter(|clause| !clause.asks && !clause.denies);
    let deeds: Vec<Domain> = said().filter_map(|clause| deed(&clause.words)).collect();
    let is = |wanted: &[Domain]| deeds.iter().copied().find(|domain| wanted.contains(domain));
    if let Some(force) = is(&[Domain::Force]) {
        return Reading::Deed(force);
    }
    if leaves(&lower) && said().next().is_some() {
        return Reading::Leaving;
    }
    if let Some(act) = is(&[Domain::Sneak, Domain::Craft, Domain::Travel, Domain::Occult]) {
        return Reading::Deed(act);
    }
    if clauses.iter().any(|clause| clause.asks) {
        return Reading::Question;
    }
    if let Some(domain) = deeds.first() {
        return Reading::Deed(*domain);
    }
    let quiet = |clause: &Clause| head(&clause.words).is_some_and(|head| has(head, &QUIET));
    if said().any(quiet) || said().any(|clause| clause.words.has(&QUIET)) {
        return Reading::Quiet;
    }
    if clauses.iter().any(|clause| clause.denies) { Reading::Refusal } else { Reading::Unclear }
}

/// A thing of several that somebody says in one breath.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub reading: Reading,
    /// In the words in which it was said.
    pub written: String,
}

/// What somebody says in one breath: each question, and each deed of another manner. What is denied, wished or feared is not among
/// them, and the house's own ideas are one thing each.
pub fn parts(text: &str) -> Vec<Part> {
    let lower = text.to_lowercase();
    if own(&lower).is_some() {
        return Vec::new();
    }
    let mut parts: Vec<Part> = Vec::new();
    for clause in clauses(text).into_iter().filter(|clause| !clause.denies && !clause.doubts) {
        let reading = match deed(&clause.words) {
            _ if clause.asks => Reading::Question,
            _ if leaves(clause.words.text()) => Reading::Leaving,
            Some(domain) => Reading::Deed(domain),
            None => continue,
        };
        if reading == Reading::Question || !parts.iter().any(|part| part.reading == reading) {
            parts.push(Part { reading, written: clause.written });
        }
    }
    parts
}

/// What is left of some words once that is answered by which they are read: all questions are answered at once.
fn left(text: &str, read: Reading) -> Vec<Part> {
    let mut parts = parts(text);
    if read == Reading::Question {
        parts.retain(|part| part.reading != read);
    } else if let Some(taken) = parts.iter().position(|part| part.reading == read) {
        parts.remove(taken);
    }
    parts
}

/// The word for what one does, which what stands before it does not say.
fn head(words: &Plain) -> Option<&str> {
    words.words().find(|word| !BEFORE.contains(word))
}

fn has(word: &str, stems: &[&str]) -> bool {
    Plain::of(word).stems(stems).next().is_some()
}

/// The manner of what a clause does, if it names a deed.
fn deed(words: &Plain) -> Option<Domain> {
    let phrase = PHRASES.iter().find(|(_, phrases)| words.has(phrases));
    if let Some((domain, _)) = phrase {
        return Some(*domain);
    }
    let head = head(words)?;
    if has(head, &QUIET) {
        return None;
    }
    let by_head = MANNERS.iter().find(|(_, stems, _)| has(head, stems)).map(|(domain, ..)| *domain);
    by_head.or_else(|| words.stems(&UNCANNY).next().map(|_| Domain::Occult))
}

lists! { "intent.txt":
    TALK SNEAK FORCE LOOK CRAFT TRAVEL OCCULT
    SNEAK_PHRASES FORCE_PHRASES LOOK_PHRASES CRAFT_PHRASES OCCULT_PHRASES
    /// Of which nobody speaks in passing.
    UNCANNY
    /// By which something is put at stake.
    BOLD
    /// Kind ones.
    KIND
    /// Harsh ones.
    HARSH
    /// By which something is paid for.
    PAYING
    /// Phrases of somebody who wants to be gone.
    LEAVING
    /// Beginnings of the same, and clauses that are nothing else.
    LEAVES
    /// Phrases by which they do not go after all.
    STAYS
    /// What nothing is at stake by.
    QUIET
    /// What stands before the word for what one does.
    BEFORE
}

/// What the house has for a manner: ideas for players, what players of its own do, and what the world answers.
pub(super) struct Pools {
    pub(super) suggest: Pool,
    pub(super) act: Pool,
    pub(super) react: Pool,
}

const fn pools(suggest: Pool, act: Pool, react: Pool) -> Pools {
    Pools { suggest, act, react }
}

/// The manners in the order in which they are tried, each with the words by which it is heard.
static MANNERS: [(Domain, &List, Pools); 7] = [
    (Domain::Talk, &TALK, pools(Pool::SuggestTalk, Pool::ActTalk, Pool::ReactTalk)),
    (Domain::Sneak, &SNEAK, pools(Pool::SuggestSneak, Pool::ActSneak, Pool::ReactSneak)),
    (Domain::Force, &FORCE, pools(Pool::SuggestForce, Pool::ActForce, Pool::ReactForce)),
    (Domain::Look, &LOOK, pools(Pool::SuggestLook, Pool::ActLook, Pool::ReactLook)),
    (Domain::Craft, &CRAFT, pools(Pool::SuggestCraft, Pool::ActCraft, Pool::ReactCraft)),
    (Domain::Travel, &TRAVEL, pools(Pool::SuggestTravel, Pool::ActTravel, Pool::ReactTravel)),
    (Domain::Occult, &OCCULT, pools(Pool::SuggestOccult, Pool::ActOccult, Pool::ReactOccult)),
];

/// What the house has for a manner.
pub(super) fn of(domain: Domain) -> &'static Pools {
    &MANNERS[domain as usize].2
}

/// Manners that a few words together show better than each of them.
static PHRASES: [(Domain, &List); 5] = [
    (Domain::Look, &LOOK_PHRASES),
    (Domain::Craft, &CRAFT_PHRASES),
    (Domain::Occult, &OCCULT_PHRASES),
    (Domain::Sneak, &SNEAK_PHRASES),
    (Domain::Force, &FORCE_PHRASES),
];

/// A line of the house's own, cut at its slots.
struct OwnLine {
    domain: Domain,
    front: &'static str,
    /// What stands after each slot, in small letters.
    rest: Vec<String>,
}

/// The house's own ideas, in the order in which they are looked through.
static OWN_LINES: LazyLock<Vec<OwnLine>> = LazyLock::new(|| {
    let lines = MANNERS.iter().flat_map(|(domain, _, Pools { suggest, act, .. })| {
        suggest.deck().lines.iter().chain(&act.deck().lines).map(|line| (*domain, line.text()))
    });
    lines.map(|(domain, line)| OwnLine::new(domain, line)).collect()
});

/// The manner of one of the house's own ideas, which players take more often than not.
fn own(lower: &str) -> Option<Domain> {
    OWN_LINES.iter().find(|line| line.is(lower)).map(|line| line.domain)
}

impl OwnLine {
    fn new(domain: Domain, line: &'static str) -> OwnLine {
        let mut pieces = line.split('{');
        let front = pieces.next().unwrap_or_default();
        let after = |piece: &str| piece.split_once('}').map_or(piece, |(_, after)| after).to_lowercase();
        OwnLine { domain, front, rest: pieces.map(after).collect() }
    }

    /// Is this the line, whatever stands in its slots?
    fn is(&self, lower: &str) -> bool {
        let Some(mut rest) = strip(lower, self.front) else { return false };
        for piece in &self.rest {
            if piece.is_empty() {
                return true;
            }
            let Some(at) = rest.find(piece) else { return false };
            rest = &rest[at + piece.len()..];
        }
        rest.is_empty()
    }
}

/// What comes after some words, in whatever letters they are written.
fn strip<'a>(text: &'a str, front: &str) -> Option<&'a str> {
    let head = text.get(..front.len())?;
    head.eq_ignore_ascii_case(front).then(|| &text[front.len()..])
}

/// The manner of some words in small letters, if they name a deed.
pub fn manner(lower: &str) -> Option<Domain> {
    match reading(lower) {
        Reading::Deed(domain) => Some(domain),
        Reading::Question | Reading::Refusal | Reading::Leaving | Reading::Quiet | Reading::Unclear => None,
    }
}

/// The letters of a part of a name that is no other word.
const NAME_LETTERS: usize = 5;

/// Names that somebody may speak of.
fn names<'n>(all: impl Iterator<Item = &'n String>) -> Names<&'n String> {
    Names::new(all.map(|name| (name, name.as_str())))
}

/// Reads some words.
fn read(view: &View, text: &str) -> Intent {
    let said = Plain::of(text);
    let place = names(view.places.iter().map(|place| &place.name)).spoken_of(&said).next();
    let people = names(view.people.iter().map(|person| &person.name));
    // A first or last name will do, if it is long enough to be no other word.
    let hinted = || people.hinted_at(&said, NAME_LETTERS);
    let person = people.spoken_of(&said).next().or_else(hinted);
    let clock = names(view.clocks.iter().map(|clock| &clock.name)).spoken_of(&said).next();
    // Names say nothing about the manner.
    let mut bare = text.to_lowercase();
    for name in clock.into_iter().chain(place).chain(person) {
        let name = name.to_lowercase();
        bare = bare.replace(name.strip_prefix("the ").unwrap_or(&name), "");
    }
    let reading = reading(&bare);
    let mut domain = manner(&bare);
    if clock.is_some() && domain != Some(Domain::Look) {
        domain = None;
    }
    let words = Plain::split(&bare);
    let count = |stems: &[&str]| words.stems(stems).count() as i32;
    Intent {
        reading,
        domain,
        bold: count(&BOLD) > 0,
        warmth: count(&KIND) - 2 * count(&HARSH),
        leaves: reading == Reading::Leaving,
        pays: count(&PAYING) > 0,
        place: place.cloned(),
        person: person.cloned(),
        clock: clock.cloned(),
        doing: doing(text),
        left: left(text, reading),
    }
}

/// Reads what a player said; whoever does something before they go has not gone yet.
pub(super) fn heard(view: &View, text: &str) -> Intent {
    let whole = read(view, text);
    if !whole.leaves || whole.left.is_empty() {
        return whole;
    }
    let mut parts = parts(text);
    let first = parts.remove(0);
    Intent { left: parts, ..read(view, &first.written) }
}

/// Do they want to be gone, and not to come back by the other door?
pub fn leaves(lower: &str) -> bool {
    // Whoever does nothing but leave is gone, whatever they did before.
    let bare = |clause: &Clause| !clause.denies && LEAVES.contains(&clause.words.text());
    let goes = Plain::of(lower).begins(&LEAVES) || clauses(lower).iter().any(bare);
    let stays = STAYS.iter().any(|phrase| lower.contains(phrase));
    !stays && (goes || LEAVING.iter().any(|phrase| lower.contains(phrase)))
}

/// The player's own words as a narrator would give them back: one clause, without the "I" in front.
fn doing(text: &str) -> Option<String> {
    const CHARS: std::ops::RangeInclusive<usize> = 8..=60;
    let text = text.trim();
    let text = text.strip_prefix("I ").unwrap_or(text);
    let ends = [", ", "; ", ". ", " and ", " until ", " so that ", ": "];
    let mut clause = text.trim_end_matches(['.', '!', '?']);
    for end in ends {
        if clause.chars().count() <= *CHARS.end() {
            break;
        }
        if let Some((first, _)) = clause.split_once(end) {
            clause = first;
        }
    }
    let fits = CHARS.contains(&clause.chars().count());
    let plain = clause.chars().all(|c| !c.is_control() && !"\"“”{}".contains(c));
    (fits && plain).then(|| clause.to_owned())
}

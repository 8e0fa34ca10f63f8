//! What somebody says is to become of things: "the lamp and the mugs go to charity, bin the rest of it" (Y14, Y15).
//!
//! Nothing is guessed. A part of a message decides where all of its words are those of an example in `deciding.txt`, and the
//! message decides where every other part of it is idle or a reason. A question, a condition, a wish or a fear anywhere leaves
//! all of it to the coach, and whatever else is not understood is asked back.

use kit::plain::{List, Plain, lists};

use super::{CRISIS, DOUBTS, HERE, PLACES, TALK, key};
use crate::limits::NAME_CHARS_MAX;
use crate::piles::{Disposition, ItemId, Pile, Way};
use crate::state::State;

lists! { "deciding.txt":
    TRASH DONATE RECYCLE KEEP LATER GOES LISTED THERE BEFORE AFTER IT THEM BOTH ALSO BEFORE_NAMES BIN CHARITY COLLECTED PEOPLE WHOSE
    TO BESIDE OF_A_PLACE WHICH_PLACE GOES_ON NO_PLACE NOTHING UNSETTLED REASONS
}

/// What somebody's words decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// This, for each of these things, and everything that was said is understood.
    Decided(Vec<(ItemId, Disposition)>),
    /// This for this thing, if the rest of what was said does not change it: it is asked back.
    Half(ItemId, Disposition),
}

/// What the words decide of the things of a session, if they decide something.
pub fn decisions(state: &State, text: &str) -> Option<Heard> {
    let plain = Plain::of(text);
    if text.contains('?') || plain.has(&DOUBTS) || plain.has(&CRISIS) {
        return None;
    }
    Reader::new(state).read(text)
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

/// A word, as it was written and as it is read.
#[derive(Clone, Debug)]
struct Word {
    written: String,
    read: String,
}

fn words_of(text: &str) -> Vec<Word> {
    let parts = text.split(|c: char| c.is_whitespace() || ['-', '/', '–', '—'].contains(&c));
    let word = |part: &str| {
        let written = part.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let read = Plain::of(part).text().replace(' ', "");
        (!read.is_empty()).then_some(Word { written, read })
    };
    parts.filter_map(word).collect()
}

fn written(words: &[Word]) -> String {
    words.iter().map(|word| word.written.as_str()).collect::<Vec<_>>().join(" ")
}

/// Are the words one of these phrases?
fn is_one(words: &[&str], phrases: &List) -> bool {
    let joined = words.join(" ");
    phrases.contains(&joined.as_str())
}

/// How many words at the front are the longest of these phrases.
fn front(words: &[&str], phrases: &List) -> usize {
    let stands = |phrase: &&&str| {
        let mut wanted = phrase.split(' ');
        let mut words = words.iter();
        wanted.all(|word| words.next() == Some(&word))
    };
    phrases.iter().filter(stands).map(|phrase| phrase.split(' ').count()).max().unwrap_or(0)
}

/// How many words at the back are the longest of these phrases.
fn back(words: &[&str], phrases: &List) -> usize {
    let sizes = (1..=words.len().min(3)).rev();
    sizes.into_iter().find(|size| is_one(&words[words.len() - size..], phrases)).unwrap_or(0)
}

/// Which things some words speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    /// The one that was spoken of last, or is in hand.
    It,
    /// Those that were spoken of last.
    Them,
    /// The two that were.
    Both,
    /// Things by their names.
    Named(Vec<ItemId>),
}

/// Where something goes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Goal {
    Out(Way),
    Here,
    /// The words from one to another.
    Place(usize, usize),
}

/// What was bound to the slots of an example.
#[derive(Clone, Debug, Default)]
struct Bound {
    which: Option<Which>,
    goal: Option<Goal>,
}

/// What an example says of the things in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Trash,
    Donate,
    Recycle,
    Keep,
    Later,
    /// What the place says.
    Goes,
    /// The same, where others went before or the place is a way out.
    Listed,
    /// The same with no thing named.
    There,
}

static EXAMPLES: [(&List, Says); 8] = [
    (&LATER, Says::Later),
    (&TRASH, Says::Trash),
    (&DONATE, Says::Donate),
    (&RECYCLE, Says::Recycle),
    (&KEEP, Says::Keep),
    (&GOES, Says::Goes),
    (&LISTED, Says::Listed),
    (&THERE, Says::There),
];

/// A part of a message.
enum Part {
    /// Says nothing.
    Idle,
    /// Names things, and nothing else; perhaps as going the same way as others: "the lamp, too".
    Names { which: Which, also: bool },
    /// Decides.
    Decides { which: Option<Which>, becomes: Disposition, bare: bool },
    /// Something else, which settles nothing; with the things that it is about, or that it only names.
    Reason { about: Vec<ItemId>, names: Vec<ItemId> },
    /// Something that may change what is decided beside it.
    Unsettled,
}

/// The longest name, with what stands before it, and the most words of a part that is looked at: what is longer is a story.
const NAME_WORDS_MAX: usize = 10;
const PART_WORDS_MAX: usize = 24;

struct Reader<'a> {
    state: &'a State,
    /// What the things that can be decided are known by, word by word.
    names: Vec<(ItemId, Vec<String>)>,
}

impl<'a> Reader<'a> {
    fn new(state: &'a State) -> Reader<'a> {
        let group = state.groups.first();
        // What was decided is not turned round in passing, and of an unsure pile in parts only the part at hand is taken (Y9).
        let open = state.items.iter().filter(|item| match item.pile {
            Pile::Waiting | Pile::Unsure => group.is_none_or(|group| group.items.contains(&item.id)),
            Pile::Belongs { .. } | Pile::Out { .. } => false,
        });
        let words = |name: &str| key(name).split(' ').map(str::to_owned).collect();
        Reader { state, names: open.map(|item| (item.id, words(&item.name))).collect() }
    }

    fn read(&self, text: &str) -> Option<Heard> {
        let mut message = Message {
            state: self.state,
            decided: Vec::new(),
            spoken: None,
            settled: true,
            reasons: 0,
            bare: false,
            also: false,
            named: Vec::new(),
        };
        for sentence in text.split(['.', ',', ';', '!', ':', '\n', '…', '(', ')', '"', '“', '”']) {
            let words = words_of(sentence);
            self.parts(&words, &mut message)?;
        }
        message.heard()
    }

    /// What stands between two signs: one part, or several that are joined.
    fn parts(&self, words: &[Word], message: &mut Message<'_>) -> Option<()> {
        if let Some(part) = self.whole(words, message) {
            return message.take(part);
        }
        let joins = |word: &Word| {
            ["and", "but", "so", "then", "because", "since", "cause"].contains(&word.read.as_str())
        };
        let pieces: Vec<&[Word]> = words.split(joins).filter(|piece| !piece.is_empty()).collect();
        let last = pieces.len().saturating_sub(1);
        for (at, piece) in pieces.iter().enumerate() {
            let part = self.whole(piece, message).unwrap_or_else(|| self.beside(piece));
            // "bin it and the lamp and the mugs stay": nobody knows where the lamp belongs.
            if matches!(part, Part::Names { .. }) && at > 0 && at < last && message.has_decided() {
                return None;
            }
            message.take(part)?;
        }
        Some(())
    }

    /// What some words say, if an example has all of them.
    fn whole(&self, words: &[Word], message: &Message<'_>) -> Option<Part> {
        let read: Vec<&str> = words.iter().map(|word| word.read.as_str()).collect();
        if read.is_empty() || is_one(&read, &NOTHING) {
            return Some(Part::Idle);
        }
        if read.len() > PART_WORDS_MAX {
            return None;
        }
        // What stands before and after may belong to the example itself: "right" in "right to the attic".
        let (mut from, mut to) = (0, read.len());
        loop {
            let inner = &read[from..to];
            if inner.is_empty() {
                return Some(Part::Idle);
            }
            if let Some(part) = self.example(&words[from..to], inner, message) {
                return Some(part);
            }
            if let Some(which) = self.which(inner) {
                let also = |word: &&str| ALSO.contains(word);
                return Some(Part::Names { which, also: read.iter().any(also) });
            }
            match (front(inner, &BEFORE), back(inner, &AFTER)) {
                (0, 0) => return None,
                (0, after) => to -= after,
                (before, _) => from += before,
            }
        }
    }

    fn example(&self, words: &[Word], read: &[&str], message: &Message<'_>) -> Option<Part> {
        EXAMPLES.iter().find_map(|(examples, says)| {
            examples.iter().find_map(|example| {
                let example: Vec<&str> = example.split(' ').collect();
                let bound = self.fits(&example, read, 0)?;
                let becomes = match (says, bound.goal) {
                    (Says::Trash, _) => Disposition::Trash,
                    (Says::Donate, _) => Disposition::Donate,
                    (Says::Recycle, _) => Disposition::Recycle,
                    (Says::Keep, _) => Disposition::Place { at: HERE.to_owned() },
                    (Says::Later, _) => Disposition::Skip,
                    (Says::Listed, Some(Goal::Place(..))) if !message.has_decided() => return None,
                    (Says::Listed | Says::There, Some(Goal::Here)) => return None,
                    (Says::Goes | Says::Listed | Says::There, goal) => match goal? {
                        Goal::Out(Way::Trash) => Disposition::Trash,
                        Goal::Out(Way::Donate) => Disposition::Donate,
                        Goal::Out(Way::Recycle) => Disposition::Recycle,
                        Goal::Here => Disposition::Place { at: HERE.to_owned() },
                        Goal::Place(from, to) => {
                            let alone = *says == Says::There && from == 0 && is_one(read, &NO_PLACE);
                            let at = written(&words[from..to]);
                            if alone || at.chars().count() > NAME_CHARS_MAX {
                                return None;
                            }
                            Disposition::Place { at }
                        }
                    },
                };
                let bare = *says == Says::There && matches!(becomes, Disposition::Place { .. });
                Some(Part::Decides { which: bound.which, becomes, bare })
            })
        })
    }

    /// Do all of the words, from the one at the number, fit what is left of an example?
    fn fits(&self, example: &[&str], words: &[&str], at: usize) -> Option<Bound> {
        let Some((slot, rest)) = example.split_first() else {
            return words.get(at..)?.is_empty().then(Bound::default);
        };
        let left = words.get(at..)?;
        let ends = || (1..=left.len().min(NAME_WORDS_MAX)).rev();
        match *slot {
            "it" => ends().find_map(|size| {
                let which = self.which(&left[..size])?;
                Some(Bound { which: Some(which), ..self.fits(rest, words, at + size)? })
            }),
            "there" => ends().find_map(|size| {
                let goal = goal(&left[..size], at)?;
                Some(Bound { goal: Some(goal), ..self.fits(rest, words, at + size)? })
            }),
            "somebody" => ends().find_map(|size| {
                is_somebody(&left[..size]).then(|| self.fits(rest, words, at + size)).flatten()
            }),
            word => (left.first() == Some(&word)).then(|| self.fits(rest, words, at + 1)).flatten(),
        }
    }

    /// The things that some words name, and nothing else.
    fn which(&self, words: &[&str]) -> Option<Which> {
        for (list, which) in [(&IT, Which::It), (&THEM, Which::Them), (&BOTH, Which::Both)] {
            if is_one(words, list) {
                return Some(which);
            }
        }
        let mut named = Vec::new();
        for name in words.split(|word| *word == "and") {
            match (is_one(name, &IT), self.state.in_hand()) {
                (true, Some(in_hand)) => named.push(in_hand),
                (true, None) => return None,
                (false, _) => named.push(self.named(name)?),
            }
        }
        Some(Which::Named(named))
    }

    /// The one thing that is called so, by its whole name or by the end of it.
    fn named(&self, words: &[&str]) -> Option<ItemId> {
        // "the old blender" is the blender, and "old magazines" are called so.
        let before = front(words, &BEFORE_NAMES);
        self.called(words).or_else(|| self.named(words.get(before..).filter(|_| before > 0)?))
    }

    fn called(&self, words: &[&str]) -> Option<ItemId> {
        let whole = |(_, name): &&(ItemId, Vec<String>)| name.iter().eq(words.iter());
        if let Some((id, _)) = self.names.iter().find(whole) {
            return Some(*id);
        }
        let ends = |name: &[String]| {
            let (Some(last), Some(wanted)) = (name.last(), words.last()) else { return false };
            let is_last = one_of_many(last) == one_of_many(wanted);
            let before = name.len().checked_sub(words.len()).and_then(|from| name.get(from..name.len() - 1));
            is_last && before.is_some_and(|before| before.iter().eq(&words[..words.len() - 1]))
        };
        let mut called = self.names.iter().filter(|(_, name)| ends(name));
        match (called.next(), called.next()) {
            (Some((id, _)), None) => Some(*id),
            _ => None,
        }
    }

    /// Words that are no example: a reason, or something that may change what is said beside it.
    fn beside(&self, words: &[Word]) -> Part {
        let read: Vec<&str> = words.iter().map(|word| word.read.as_str()).collect();
        let plain = Plain::of(&read.join(" "));
        if plain.has(&UNSETTLED) && !plain.has(&REASONS) {
            return Part::Unsettled;
        }
        let sizes = || (1..=read.len().min(NAME_WORDS_MAX)).rev();
        let things = |words: &[&str]| match self.which(words)? {
            Which::Named(things) => Some(things),
            Which::It | Which::Them | Which::Both => None,
        };
        let about = sizes().find_map(|size| things(&read[..size])).unwrap_or_default();
        let at = |from: usize| sizes().find_map(|size| things(read.get(from..from + size)?));
        let names = (0..read.len()).filter(|_| about.is_empty()).find_map(at).unwrap_or_default();
        Part::Reason { about, names }
    }
}

/// Do the words name somebody that one gives things to?
fn is_somebody(words: &[&str]) -> bool {
    is_one(words, &PEOPLE) || is_one(&words[front(words, &WHOSE)..], &PEOPLE)
}

/// Where the words lead, if they are a way out or a place; the first of them stands at this number.
fn goal(words: &[&str], at: usize) -> Option<Goal> {
    let rest = &words[front(words, &TO)..];
    let rest = &rest[front(rest, &OF_A_PLACE)..];
    let outs = [(&BIN, Way::Trash), (&CHARITY, Way::Donate), (&COLLECTED, Way::Recycle)];
    if let Some((_, way)) = outs.into_iter().find(|(list, _)| is_one(rest, list)) {
        return Some(Goal::Out(way));
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

/// A word without what makes it several, so that one and many are the same.
fn one_of_many(word: &str) -> &str {
    let many = word.strip_suffix("es").filter(|one| one.ends_with(['x', 's', 'h']));
    many.or_else(|| word.strip_suffix('s').filter(|one| !one.ends_with('s'))).unwrap_or(word)
}

/// What is said twice of a thing: the same, or that it stays and where. Nothing, if one denies the other.
fn together(before: Disposition, then: &Disposition) -> Option<Disposition> {
    let here = Disposition::Place { at: HERE.to_owned() };
    let stays = |it: &Disposition| matches!(it, Disposition::Place { .. });
    if before == *then || stays(&before) && *then == here {
        return Some(before);
    }
    (before == here && stays(then)).then(|| then.clone())
}

/// What was understood of a message so far.
struct Message<'a> {
    state: &'a State,
    /// What is decided.
    decided: Vec<(ItemId, Disposition)>,
    /// Things that were named, and of which nothing is said yet.
    spoken: Option<Spoken>,
    /// Is everything else idle, or a reason?
    settled: bool,
    /// How many reasons there are, and whether a place stands alone: it is none beside a story.
    reasons: usize,
    bare: bool,
    /// Do the things that were named last go the way of those before?
    also: bool,
    /// Things that were named in passing.
    named: Vec<ItemId>,
}

/// Things that were named.
struct Spoken {
    things: Vec<ItemId>,
    /// By themselves, so that something has to be said of them yet.
    waits: bool,
}

impl Message<'_> {
    fn has_decided(&self) -> bool {
        !self.decided.is_empty()
    }

    /// Takes the next part in. Nothing, where it cannot be known what is meant.
    fn take(&mut self, part: Part) -> Option<()> {
        match part {
            Part::Idle => {}
            Part::Unsettled => self.settled = false,
            Part::Reason { about, names } => {
                self.reasons += 1;
                // "the vase and the mugs are broken, bin them"
                if !about.is_empty() {
                    let mut things = about;
                    let before = self.spoken.take().filter(|before| before.waits);
                    things.splice(0..0, before.into_iter().flat_map(|before| before.things));
                    self.spoken = Some(Spoken { things, waits: false });
                }
                self.named = names;
            }
            Part::Names { which, also } => {
                let named = matches!(which, Which::Named(_));
                let mut things = self.things(Some(which))?;
                let before = self.spoken.take().filter(|before| named && before.waits);
                things.splice(0..0, before.into_iter().flat_map(|before| before.things));
                self.spoken = Some(Spoken { things, waits: true });
                self.also = also;
            }
            Part::Decides { which, becomes, bare } => {
                self.bare |= bare;
                let named = matches!(which, Some(Which::Named(_)));
                let mut things = self.things(which)?;
                // "the mugs, the lamp and the coat go to charity"
                let before = self.spoken.take().filter(|before| named && before.waits);
                things.splice(0..0, before.into_iter().flat_map(|before| before.things));
                things.dedup();
                self.spoken = Some(Spoken { things: things.clone(), waits: false });
                for thing in things {
                    let known = self.decided.iter().position(|(decided, _)| *decided == thing);
                    let before = known.map(|at| self.decided.remove(at).1);
                    let both = before.map_or_else(|| Some(becomes.clone()), |it| together(it, &becomes))?;
                    self.decided.push((thing, both));
                }
            }
        }
        Some(())
    }

    /// The things that are meant: those that are named, those that were spoken of, or the one in hand.
    fn things(&self, which: Option<Which>) -> Option<Vec<ItemId>> {
        let spoken = || self.spoken.as_ref().map(|spoken| spoken.things.clone());
        let in_hand = || self.state.in_hand().map(|item| vec![item]);
        // "I'm done with the lamp, bin it": nobody knows which.
        if !self.named.is_empty() && !matches!(which, Some(Which::Named(_))) {
            return None;
        }
        match which {
            Some(Which::Named(things)) => Some(things),
            None | Some(Which::Them) => spoken().or_else(in_hand),
            Some(Which::It) => match spoken() {
                Some(things) => Some(things).filter(|things| things.len() == 1),
                None => in_hand(),
            },
            Some(Which::Both) => {
                let mut things = spoken()?;
                if things.len() == 1 {
                    things.extend(self.state.in_hand());
                }
                Some(things).filter(|things| things.len() == 2)
            }
        }
    }

    fn heard(mut self) -> Option<Heard> {
        // "recycle it, and the magazines too"
        if let Some(Spoken { things, .. }) = self.spoken.take().filter(|spoken| spoken.waits) {
            let (_, becomes) = self.decided.last().cloned()?;
            // "bin it, the lamp": the same, or the next?
            self.settled &= self.also;
            for thing in things.into_iter().filter(|_| self.also) {
                if self.decided.iter().any(|(decided, _)| *decided == thing) {
                    return None;
                }
                self.decided.push((thing, becomes.clone()));
            }
        }
        let settled = self.settled && !(self.bare && self.reasons > 0);
        match self.decided.as_slice() {
            [] => None,
            _ if settled => Some(Heard::Decided(self.decided)),
            [(thing, becomes)] => Some(Heard::Half(*thing, becomes.clone())),
            [_, _, ..] => None,
        }
    }
}

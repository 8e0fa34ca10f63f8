//! What somebody says is to become of things: "the lamp and the mugs go to charity, bin the rest of it" (Y14, Y15).
//!
//! Nothing is guessed. A part of a message decides where all of its words are those of an example in `deciding.txt`, and the
//! message decides where every other part of it is idle or a reason. A question, a condition, a wish or a fear anywhere leaves
//! all of it to the coach, and whatever else is not understood is asked back.

use kit::clauses::clauses;
use kit::plain::{List, Plain, lists};
use kit::reading::{Names, Several, Share, Word, back, front, is_one, words_of, written};

use super::message::Message;
use super::places::{Goal, NO_PLACE, goal, is_somebody};
use super::{CRISIS, HERE, TALK};
use crate::house::things::lookup;
use crate::limits::NAME_CHARS_MAX;
use crate::piles::{Disposition, ItemId, Pile, Way};
use crate::state::State;

lists! { "deciding.txt":
    TRASH DONATE RECYCLE KEEP LATER TO_DO GOES LISTED THERE DOING TO_DO_AS NOT_A CALLED IS_A UNNAMED
    BEFORE AFTER IT THEM BOTH ALSO BEFORE_NAMES JOINS NOTHING UNSETTLED REASONS
}

/// What somebody's words decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// All of it, and everything that was said is understood.
    Decided(Decided),
    /// This for this thing, if the rest of what was said does not change it: it is asked back, and the rest is answered then.
    Half(ItemId, Disposition, Option<String>),
}

/// What is decided by words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decided {
    /// A thing that is called otherwise, or is several: the first name is its own, and the others are of new things in order (Y15).
    pub named: Option<(ItemId, Vec<String>)>,
    /// What becomes of each thing.
    pub things: Vec<(ItemId, Disposition)>,
}

/// What the words decide of the things of a session, if they decide something.
pub fn decisions(state: &State, text: &str) -> Option<Heard> {
    let doubtful = text.contains('?') || clauses(text).iter().any(|clause| clause.doubts);
    if doubtful || Plain::of(text).has(&CRISIS) {
        return None;
    }
    let in_hand = || state.in_hand().filter(|_| !text.contains('\n'));
    if let Some((item, what)) = in_hand().zip(to_do(text)) {
        let things = vec![(item, Disposition::ToDo { what })];
        return Some(Heard::Decided(Decided { things, named: None }));
    }
    Reader::new(state).read(text)
}

/// What is to be done, in whatever words: "to do: ask Anna for it".
fn to_do(text: &str) -> Option<String> {
    let (head, what) = text.split_once(':')?;
    let what = what.trim();
    let fits = !what.is_empty() && what.chars().count() <= NAME_CHARS_MAX;
    (fits && TO_DO_AS.contains(&Plain::of(head).text())).then(|| what.to_owned())
}

/// Which things some words speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The one that was spoken of last, or is in hand.
    It,
    /// Those that were spoken of last.
    Them,
    /// The two that were.
    Both,
    /// Things by their names.
    Named(Vec<ItemId>),
    /// Some of those in hand.
    Share(Share),
}

/// What was bound to the slots of an example.
#[derive(Clone, Debug, Default)]
struct Bound {
    which: Option<Which>,
    goal: Option<Goal>,
    /// What is to be done.
    what: Option<&'static str>,
    /// What something is called, by the words from one to another.
    name: Option<(usize, usize)>,
}

/// What an example says of the things in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Trash,
    Donate,
    Recycle,
    Keep,
    Later,
    ToDo,
    /// What the place says.
    Goes,
    /// The same, where others went before or the place is a way out.
    Listed,
    /// The same with no thing named.
    There,
}

static EXAMPLES: [(&List, Says); 9] = [
    (&LATER, Says::Later),
    (&TO_DO, Says::ToDo),
    (&TRASH, Says::Trash),
    (&DONATE, Says::Donate),
    (&RECYCLE, Says::Recycle),
    (&KEEP, Says::Keep),
    (&GOES, Says::Goes),
    (&LISTED, Says::Listed),
    (&THERE, Says::There),
];

/// A part of a message.
pub(super) enum Part {
    /// Says nothing.
    Idle,
    /// Names things, and nothing else; perhaps as going the same way as others: "the lamp, too".
    Names { which: Which, also: bool },
    /// Decides.
    Decides { which: Option<Which>, becomes: Disposition, bare: bool },
    /// Something else, which settles nothing; with the things that it is about, or that it only names.
    Reason { about: Option<Which>, names: Vec<ItemId> },
    /// The one in hand is not what it was taken for.
    Denies,
    /// It is called otherwise.
    Renames(String),
    /// Something that may change what is decided beside it.
    Unsettled,
}

/// The longest name that is given to a thing.
const NEW_NAME_WORDS_MAX: usize = 5;
/// The longest name, with what stands before it, and the most words of a part that is looked at: what is longer is a story.
const NAME_WORDS_MAX: usize = 10;
const PART_WORDS_MAX: usize = 24;

struct Reader<'a> {
    state: &'a State,
    /// What the things that can be decided are called.
    names: Names<ItemId>,
    /// What is in hand, if it is several.
    several: Option<Several>,
}

impl<'a> Reader<'a> {
    fn new(state: &'a State) -> Reader<'a> {
        let group = state.groups.first();
        // What was decided is not turned round in passing, and of an unsure pile in parts only the part at hand is taken (Y9).
        let open = state.items.iter().filter(|item| match item.pile {
            Pile::Waiting | Pile::Unsure => group.is_none_or(|group| group.items.contains(&item.id)),
            // What was to be done is done, and then it goes somewhere (Y17).
            Pile::ToDo { .. } => group.is_none(),
            Pile::Belongs { .. } | Pile::Out { .. } | Pile::HandIn { .. } => false,
        });
        let several = state.in_hand().and_then(|id| state.item(id)).and_then(|item| Several::of(&item.name));
        Reader { state, names: Names::new(open.map(|item| (item.id, item.name.as_str()))), several }
    }

    fn read(&self, text: &str) -> Option<Heard> {
        let mut message = Message::new(self.state, self.several.as_ref());
        for sentence in text.split(['.', ',', ';', '!', ':', '\n', '…', '(', ')', '"', '“', '”']) {
            let words = words_of(sentence);
            self.parts(sentence, &words, &mut message)?;
        }
        message.heard()
    }

    /// What stands between two signs: one part, or several that are joined.
    fn parts(&self, text: &str, words: &[Word], message: &mut Message<'_>) -> Option<()> {
        if let Some(part) = self.whole(words, message) {
            if !matches!(part, Part::Idle | Part::Decides { .. }) {
                message.rest.push(text.trim().to_owned());
            }
            return message.take(part);
        }
        let decided = message.has_decided();
        let joins = |word: &Word| JOINS.contains(&word.read.as_str());
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
        if decided == message.has_decided() {
            message.rest.push(text.trim().to_owned());
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
        if let Some(part) = self.naming(words, &read, message.denied) {
            return Some(part);
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

    /// That something is not what it was taken for, or what it is called. A name alone is one after a denial, and a thing that was noted
    /// without one may be given one.
    fn naming(&self, words: &[Word], read: &[&str], denied: bool) -> Option<Part> {
        let item = self.state.item(self.state.in_hand()?)?;
        let fits = |examples: &'static List| {
            let mut examples = examples.iter().map(|example| example.split(' ').collect::<Vec<_>>());
            examples.find_map(|example| self.fits(&example, read, 0))
        };
        if let Some(Bound { which: Some(Which::Named(things)), .. }) = fits(&NOT_A) {
            return (things == [item.id]).then_some(Part::Denies);
        }
        let unnamed = || words_of(&item.name).iter().any(|word| UNNAMED.contains(&word.read.as_str()));
        let is_a = || fits(&IS_A).filter(|_| denied || unnamed());
        let called = fits(&CALLED);
        let (from, to) = called.clone().or_else(is_a)?.name?;
        let name = written(&words[from..to]);
        let known = denied || called.is_some() || lookup(&self.state.things, &name).is_some();
        (known && name.chars().count() <= NAME_CHARS_MAX).then_some(Part::Renames(name))
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
                    (Says::ToDo, _) => Disposition::ToDo { what: bound.what?.to_owned() },
                    // "the mugs the shelf" says something after others alone, "the blue one by the door" does by itself.
                    (Says::Listed, Some(Goal::Place(..)))
                        if !message.has_decided() && !matches!(bound.which, Some(Which::Share(_))) =>
                    {
                        return None;
                    }
                    (Says::Listed | Says::There, Some(Goal::Here)) => return None,
                    (Says::Goes | Says::Listed | Says::There, goal) => match goal? {
                        Goal::Out(Way::Trash) => Disposition::Trash,
                        Goal::Out(Way::Donate) => Disposition::Donate,
                        Goal::Out(Way::Recycle) => Disposition::Recycle,
                        Goal::Here => Disposition::Place { at: HERE.to_owned() },
                        Goal::Errand(from, to) => Disposition::ToDo { what: written(&words[from..to]) },
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
            "name" => ends().find_map(|size| {
                let name = &left[..size];
                let from = front(name, &BEFORE_NAMES);
                let is_name = from < size && size - from <= NEW_NAME_WORDS_MAX && self.which(name).is_none();
                let is_name = is_name && !name[from..].iter().any(|word| TALK.contains(word));
                let rest = is_name.then(|| self.fits(rest, words, at + size)).flatten()?;
                Some(Bound { name: Some((at + from, at + size)), ..rest })
            }),
            // What is done with it, as it is told to somebody, as it is done, and as one does it.
            "do" | "done" | "doing" => {
                let form = ["do", "done", "doing"].iter().position(|form| form == slot)?;
                let is_said = |verb: &&&str| verb.split(' ').nth(form) == left.first().copied();
                let what = DOING.iter().find(is_said)?.split(' ').next();
                Some(Bound { what, ..self.fits(rest, words, at + 1)? })
            }
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
        let talks = |share: &Share| share.look.split(' ').any(|word| TALK.contains(&word));
        let share = self.several.as_ref().and_then(|several| several.share(words));
        if let Some(share) = share.filter(|share| !talks(share)) {
            return Some(Which::Share(share));
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
        self.names.called(words).or_else(|| self.named(words.get(before..).filter(|_| before > 0)?))
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
            Which::It | Which::Them | Which::Both | Which::Share(_) => None,
        };
        let named = |which: &Which| matches!(which, Which::Named(_) | Which::Share(_));
        let about = sizes().find_map(|size| self.which(&read[..size]).filter(named));
        let at = |from: usize| sizes().find_map(|size| things(read.get(from..from + size)?));
        let names = (0..read.len()).filter(|_| about.is_none()).find_map(at).unwrap_or_default();
        Part::Reason { about, names }
    }
}

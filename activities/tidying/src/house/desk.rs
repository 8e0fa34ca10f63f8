//! What the house coach has before it: the view, its question, and what was said; and how it finds its words.

use engine::Ask;
use kit::deck::session;
use kit::words::{capital, sentence};

use super::hearing::Message;
use super::lines::Pool;
use super::naming::the;
use super::things::lookup;
use super::words::{Named, named};
use crate::ask::{Question, Turn, What};
use crate::command::{Command, CommandName, NewItem};
use crate::heard::key;
use crate::limits::{LINE_CHARS_MAX, NOTED_MAX};
use crate::piles::{Item, Pile};
use crate::report;
use crate::setup::Thing;
use crate::state::State;

/// The coach's desk.
pub(super) struct Desk<'a> {
    pub(super) view: &'a State,
    pub(super) turn: Turn,
    tools: &'a [CommandName],
    /// What the person said, if that is what is to be answered.
    pub(super) said: Option<&'a str>,
    pub(super) message: Message,
    /// What the things are known by, in their order, where something was said that may name one.
    keys: Vec<String>,
}

/// Things that are named in answer to a question.
const FACTS_MAX: usize = 4;

/// The longest that anything is said where no rule gives a limit.
pub(super) const WORDS_MAX: usize = 30;

impl<'a> Desk<'a> {
    pub(super) fn new(view: &'a State, ask: &'a Ask<Question>) -> Desk<'a> {
        let turn = match &ask.question.what {
            What::Turn(turn) => turn.clone(),
            _ => Turn::default(),
        };
        let said = view.said.as_ref().map(|said| said.text.as_str());
        let named = view.items.iter().filter(|_| said.is_some());
        let keys = named.map(|item| key(&item.name)).collect();
        let message = Message::new(said.unwrap_or_default());
        Desk { view, turn, tools: &ask.question.tools, said, message, keys }
    }

    pub(super) fn may(&self, tool: CommandName) -> bool {
        self.tools.contains(&tool)
    }

    /// Photos came that this coach cannot see.
    pub(super) fn has_photos(&self) -> bool {
        self.view.said.as_ref().is_some_and(|said| !said.photos.is_empty())
    }

    /// The pool's line for this turn. Some pool of ours has lines without slots, so there is always something to say.
    pub(super) fn line(&self, pool: Pool, slots: &[(&str, &str)], words_max: usize) -> Option<String> {
        let (session, turn) = (session(&self.view.seed_hash), u64::from(self.view.turn / 2));
        let fits = |text: &String| count(text) <= words_max;
        let is_new = |text: &String| fits(text) && self.view.coach_said.as_ref() != Some(text);
        let fresh = pool.deck().choose(session, turn, slots, is_new);
        fresh.or_else(|| pool.deck().choose(session, turn, slots, fits))
    }

    /// Was a line of one of these pools what the coach said last?
    pub(super) fn came_from(&self, pools: &[Pool]) -> bool {
        let Some(text) = &self.view.coach_said else { return false };
        pools.iter().any(|pool| pool.deck().lines.iter().any(|line| line.ends(text)))
    }

    /// The things that the message names and that are not noted yet, or of which it says where they lie.
    pub(super) fn new_things(&self) -> Vec<NewItem> {
        let Some(text) = self.said else { return Vec::new() };
        let all = named(&self.view.things, text).into_iter();
        let new = all.filter(|it| match self.known(&it.name) {
            Some(known) => known.place.is_none() && it.place.is_some(),
            None => !self.is_anchor(&it.name),
        });
        let item = |Named { name, look, place, kind }: Named| {
            let place = place.map(|place| cut(&place, LINE_CHARS_MAX));
            NewItem { name, look, place, kind, was: None }
        };
        new.map(item).collect()
    }

    /// Notes things, if there are any and it may.
    pub(super) fn note(&self, mut items: Vec<NewItem>) -> Option<Command> {
        items.truncate(NOTED_MAX);
        (self.may(CommandName::NoteItems) && !items.is_empty()).then_some(Command::NoteItems { items })
    }

    /// A thing on the list that the person may have named, by its name.
    pub(super) fn known(&self, name: &str) -> Option<&'a Item> {
        let wanted = key(name);
        self.keys.iter().position(|key| *key == wanted).and_then(|at| self.view.items.get(at))
    }

    /// The thing on the list that the person's words name.
    pub(super) fn meant(&self) -> Option<&'a Item> {
        self.message.thing(self.view, &self.keys)
    }

    /// Do the person's words name this thing?
    pub(super) fn is_named(&self, item: &Item) -> bool {
        self.message.count_of(&[key(&item.name)]) > 0
    }

    /// Do the person's words name several things that are on the list?
    pub(super) fn names_several(&self) -> bool {
        self.message.count_of(&self.keys) > 1
    }

    /// The answer to a question about how things stand, if that is what was asked: a fact and nothing else (Y17).
    pub(super) fn fact(&self) -> Option<String> {
        if self.message.asks_what_is_left() {
            let left: Vec<&str> = self.view.waiting().map(|item| item.name.as_str()).collect();
            return Some(match left.as_slice() {
                [] => "Nothing is left.".to_owned(),
                [first @ .., last] if left.len() <= FACTS_MAX => {
                    let first: String = first.iter().map(|name| format!("{name}, ")).collect();
                    format!("Left: {first}{last}.")
                }
                [..] => {
                    let some = left[..FACTS_MAX - 1].join(", ");
                    format!("{} left: {some} and more.", left.len())
                }
            });
        }
        if self.message.asks_what_to_do() {
            let to_do: Vec<String> =
                self.view.to_do().map(|(item, what)| format!("{} ({what})", item.name)).collect();
            return Some(match to_do.get(FACTS_MAX..) {
                _ if to_do.is_empty() => "Nothing is to be done.".to_owned(),
                None | Some([]) => format!("To do: {}.", to_do.join(", ")),
                Some(_) => format!("To do: {} and more.", to_do[..FACTS_MAX - 1].join(", ")),
            });
        }
        if self.message.asks_how_many() {
            return Some(sentence(&report::done_so_far(self.view)));
        }
        let item = self.meant().filter(|_| self.message.asks_what_became())?;
        let name = capital(&the(&item.name));
        match &item.pile {
            Pile::Belongs { at } => Some(format!("{name}: kept, {at}.")),
            Pile::Out { way } => Some(format!("{name}: out ({}).", way.word())),
            Pile::HandIn { at } => Some(format!("{name}: out (hand in: {at}).")),
            Pile::ToDo { what } => Some(format!("{name}: to do ({what}).")),
            Pile::Unsure => Some(format!("{name}: put aside.")),
            Pile::Waiting => None,
        }
    }

    /// What is known about a thing.
    pub(super) fn about(&self, item: &Item) -> Option<&'a Thing> {
        lookup(&self.view.things, &item.name)
    }

    /// What kind of thing it is, if that is known: by the list before anything else.
    pub(super) fn kind<'i>(&'i self, item: &'i Item) -> Option<&'i str> {
        self.about(item).map(|thing| thing.kind.as_str()).or(item.kind.as_deref())
    }

    /// Is it one of those that stay, whatever is sorted?
    pub(super) fn is_anchor(&self, name: &str) -> bool {
        let wanted = key(name);
        self.view.anchors.iter().any(|anchor| key(anchor) == wanted)
    }

    /// The thing that was decided last.
    pub(super) fn last(&self) -> Option<&'a Item> {
        self.view.last_decided()
    }

    /// The thing in hand.
    pub(super) fn in_hand(&self) -> Option<&'a Item> {
        self.view.item(self.view.in_hand()?)
    }

    /// May the coach name this thing now? Not one of another part, while the unsure pile is sorted in parts (Y9).
    pub(super) fn may_take(&self, item: &Item) -> bool {
        self.turn.things.as_ref().is_none_or(|things| things.contains(&item.name))
    }

    /// The thing that the coach spoke of last, if its words name one.
    pub(super) fn spoken_of(&self) -> Option<&'a Item> {
        let said = self.view.coach_said.as_ref()?.to_lowercase();
        let named = self.view.items.iter().filter(|item| said.contains(&the(&item.name).to_lowercase()));
        named.max_by_key(|item| item.name.len())
    }
}

/// How many words a text has.
pub(super) fn count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// A text that is not longer than it may be: its first words, and a sign that there were more.
pub(super) fn cut(text: &str, chars_max: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= chars_max {
        return line;
    }
    line.chars().take(chars_max.saturating_sub(1)).chain(['…']).collect()
}

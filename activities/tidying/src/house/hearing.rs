//! What the person means, as far as the house coach goes beyond the rules: yes and no, enough and more, a change of mind, a
//! question, and which thing it is about.

use kit::answer::{answer, is_denied};
use kit::clauses::clauses;
use kit::plain::{Plain, lists};

use crate::heard::{CRISIS, key};
use crate::piles::{Item, Pile, Verb};
use crate::state::State;

// What each is for stands over it in the file.
lists! { "hearing.txt":
    YES PLEASE NO NO_NO DONT_KNOW NOTHING_MORE NOTHING MORE BYE THANKS WHAT OF_IT
    OF_ELSE NO_CLUE WHERE WAIT CHANGE ASKS_BACK ALSO FOUND GIVES RECYCLES THROWS HOLDS PEOPLE OBJECTS
    STAYS WANTS_BACK NOT_BACK KEEPS STILL GOES NEGATIONS ASKS_LEFT ASKS_TO_DO ASKS_COUNT ASKS_WHERE UNSURE TWO_MINDS NEEDS STOPS UNUSED
}

/// Words of a message, in lower case and without signs.
pub(super) struct Message {
    words: Plain,
    /// A plain yes or no with which it begins.
    answers: Option<bool>,
    question: bool,
    doubtful: bool,
}

impl Message {
    pub(super) fn new(text: &str) -> Message {
        let words = text.lines().map(key).collect::<Vec<_>>().join(" ");
        let question = text.contains('?');
        let doubtful = question || clauses(text).iter().any(|clause| clause.doubts);
        Message { words: Plain::of(&words), answers: answer(text).map(|it| it.yes), question, doubtful }
    }

    fn has(&self, phrases: &[&str]) -> bool {
        self.words.has(phrases)
    }

    fn begins(&self, phrases: &[&str]) -> bool {
        self.words.begins(phrases)
    }

    fn count(&self) -> usize {
        self.words.words().count()
    }

    /// Is somebody in danger, by their own words? Then nothing else matters.
    pub(super) fn is_crisis(&self) -> bool {
        self.has(&CRISIS)
    }

    /// Agrees. A yes with a negation or a question beside it is none.
    pub(super) fn is_yes(&self) -> bool {
        let likely = || self.begins(&YES) && !self.begins(&PLEASE) && !is_denied(self.words.words());
        self.answers == Some(true) || self.answers.is_none() && !self.question && likely()
    }

    /// Does not.
    pub(super) fn is_no(&self) -> bool {
        let likely = || self.begins(&NO) && !self.begins(&NO_NO);
        !self.has(&DONT_KNOW) && (self.answers == Some(false) || self.answers.is_none() && likely())
    }

    /// There is nothing more to sort.
    pub(super) fn is_nothing_more(&self) -> bool {
        self.count() <= 10 && (self.begins(&NOTHING) || self.has(&NOTHING_MORE))
    }

    /// Wants to go on.
    pub(super) fn is_more(&self) -> bool {
        !self.has(&["next time"]) && self.has(&MORE)
    }

    /// Says goodbye, or agrees to the end.
    pub(super) fn is_bye(&self) -> bool {
        self.is_yes() || self.begins(&THANKS) || self.has(&BYE)
    }

    /// Asks what something is.
    pub(super) fn is_what(&self) -> bool {
        let asks = self.question && self.has(&WHAT);
        asks && self.has(&OF_IT) && !self.has(&OF_ELSE) && !self.is_where() || self.has(&NO_CLUE)
    }

    /// Asks where something goes, or what to do.
    pub(super) fn is_where(&self) -> bool {
        self.has(&WHERE)
    }

    /// Asks what is left to do (Y17).
    pub(super) fn asks_what_is_left(&self) -> bool {
        self.has(&ASKS_LEFT)
    }

    /// Asks what is to be done yet.
    pub(super) fn asks_what_to_do(&self) -> bool {
        self.has(&ASKS_TO_DO)
    }

    /// Asks how much was done.
    pub(super) fn asks_how_many(&self) -> bool {
        self.has(&ASKS_COUNT)
    }

    /// Asks what became of something.
    pub(super) fn asks_what_became(&self) -> bool {
        self.has(&ASKS_WHERE)
    }

    /// Takes something back.
    pub(super) fn is_change(&self) -> bool {
        self.begins(&WAIT) || self.has(&CHANGE) || (self.begins(&ASKS_BACK) && !self.question)
    }

    /// Adds something to the list, while something else is in hand.
    pub(super) fn adds(&self) -> bool {
        self.begins(&ALSO) || self.has(&FOUND)
    }

    /// Do the words name a way out, and not only that nobody needs it?
    pub(super) fn says_how(&self) -> bool {
        self.has(&GIVES) || self.has(&RECYCLES) || self.throws()
    }

    /// Throws something away: it takes a thing to be thrown, for people are worn out and go on.
    fn throws(&self) -> bool {
        let bins = self.has(&["bin"]) && !self.words.joins(&HOLDS, &["bin"]);
        let leaves = self.has(&["can go"])
            && !self.words.joins(&PEOPLE, &["can go"])
            && !self.words.joins(&["can go"], &STAYS);
        let goes = self.words.joins(&OBJECTS, &["goes", "go out"]) && !self.words.joins(&["goes"], &STAYS);
        self.has(&THROWS) || bins || leaves || goes
    }

    /// Wants a thing back: "put the lamp back", and not "my back hurts".
    fn takes_back(&self) -> bool {
        let takes = self.words.joins(&WANTS_BACK, &OBJECTS);
        takes && self.has(&["back"]) && !self.words.joins(&NOT_BACK, &["back"])
    }

    /// Keeps something.
    fn keeps(&self) -> bool {
        let going = self.words.words().skip_while(|word| *word != "keep").nth(1);
        let keep = self.has(&["keep"]) && !going.is_some_and(|next| next.ends_with("ing") || next == "on");
        keep || self.has(&KEEPS)
            || self.takes_back()
            || self.words.joins(&STILL, &OBJECTS)
            || self.words.joins(&GOES, &STAYS)
    }

    /// Is it a question, or said with a condition, a fear or a wish? Then nothing in it is decided (Y14).
    pub(super) fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    /// What is to become of a thing, said in passing.
    pub(super) fn verdict(&self) -> Option<Verb> {
        // "Don't throw it out" keeps it, and "I don't want to keep it" does not; "throw it out, I never use it" is meant so.
        let unused = self.has(&UNUSED) && !self.has(&["dont want to", "dont need to"]);
        let negations = self.words.words().filter(|word| NEGATIONS.contains(word)).count();
        let negated = if unused { negations > 1 } else { self.has(&NEGATIONS) };
        let (keeps, gives, recycles, throws) =
            (self.keeps(), self.has(&GIVES), self.has(&RECYCLES), self.throws());
        if self.has(&UNSURE) || self.is_crisis() {
            return None;
        }
        // What somebody needs stays, and what nobody uses can go; but not if they are in two minds.
        if !(keeps || gives || recycles || throws || self.has(&TWO_MINDS)) {
            return if unused {
                Some(Verb::Donate)
            } else {
                (self.words.joins(&NEEDS, &OBJECTS) && !self.has(&STOPS) && !negated).then_some(Verb::Place)
            };
        }
        match (keeps, gives, recycles, throws) {
            (true, ..) if !negated || self.has(&["mistake"]) || self.takes_back() => Some(Verb::Place),
            (false, false, false, false) => None,
            (false, ..) if negated => Some(Verb::Place),
            (_, true, ..) => Some(Verb::Donate),
            (_, _, true, _) => Some(Verb::Recycle),
            (.., true) => Some(Verb::Trash),
            // "I don't want to keep it", and nothing else is said of it.
            _ => self.has(&["keep", "keeping"]).then_some(Verb::Trash),
        }
    }

    /// How many of these names are in the words.
    pub(super) fn count_of(&self, keys: &[String]) -> usize {
        keys.iter().filter(|key| self.has(&[key])).count()
    }

    /// The thing on the list that the words name: the longest name wins, then the one that was decided last. The things are
    /// known by their keys, in the same order.
    pub(super) fn thing<'a>(&self, view: &'a State, keys: &[String]) -> Option<&'a Item> {
        let last = view.last_decided().map(|item| item.id);
        let rank = |(item, key): &(&Item, &String)| {
            if self.has(&[key]) {
                return 2 * key.len() + usize::from(Some(item.id) == last);
            }
            // "the lamp" is the old lamp, if nothing else is called so.
            let end = key.rsplit(' ').next().unwrap_or_default();
            usize::from(end.len() > 2 && item.pile != Pile::Waiting && self.has(&[end]))
        };
        let ranked = view.items.iter().zip(keys).map(|named| (rank(&named), named.0));
        ranked.filter(|(rank, _)| *rank > 0).max_by_key(|(rank, _)| *rank).map(|(_, item)| item)
    }

    /// Is it about what was just spoken of, by its words?
    pub(super) fn is_about_the_last(&self) -> bool {
        self.count() <= 7 && !self.has(&["the", "my", "our"])
    }

    /// Is it a whole message of a few words?
    pub(super) fn is_short(&self) -> bool {
        self.count() <= 4
    }
}

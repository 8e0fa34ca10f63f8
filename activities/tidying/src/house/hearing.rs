//! What the person means, as far as the house coach goes beyond the rules: yes and no, enough and more, a change of mind, a
//! question, and which thing it is about.

use crate::view::{Disposition, Item, Pile, View};
use kit::plain::Plain;

use crate::command::Verb;
use crate::heard::{self, Meaning, key};

/// Words for the thing that is spoken of.
const OBJECTS: &[&str] =
    &["it", "this", "that", "them", "these", "those", "the", "my", "our", "both", "they", "one"];

/// Words after "goes" by which it stays, or by which nothing goes at all.
const STAYS: &[&str] =
    &["in", "on", "into", "under", "with", "back", "here", "next", "by", "at", "behind", "ahead", "either"];

/// Words of a message, in lower case and without signs.
pub(super) struct Heard {
    words: Plain,
    question: bool,
}

impl Heard {
    pub(super) fn new(text: &str) -> Heard {
        let words = text.lines().map(key).collect::<Vec<_>>().join(" ");
        Heard { words: Plain::of(&words), question: text.contains('?') }
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
        self.has(&[
            "kill myself",
            "killing myself",
            "suicide",
            "suicidal",
            "want to die",
            "wanna die",
            "end my life",
            "ending my life",
            "hurt myself",
            "hurting myself",
        ])
    }

    /// Agrees. A yes with a negation or a question beside it is none.
    pub(super) fn is_yes(&self) -> bool {
        const NEGATIONS: &[&str] = &[
            "not", "no", "nope", "never", "dont", "cant", "cannot", "wont", "wouldnt", "doesnt", "isnt",
            "didnt", "nothing",
        ];
        let first = self.words.words().take(5);
        let negated = first.into_iter().any(|word| NEGATIONS.contains(&word));
        let idle = self.begins(&[
            "good question",
            "good point",
            "good grief",
            "good god",
            "good lord",
            "good luck",
            "good morning",
            "good evening",
            "good night",
            "right now",
            "please help",
            "please stop",
            "please wait",
        ]);
        !negated
            && !idle
            && !self.question
            && self.begins(&[
                "yes",
                "yeah",
                "yep",
                "yup",
                "ok",
                "okay",
                "sure",
                "definitely",
                "absolutely",
                "of course",
                "i do",
                "i would",
                "it does",
                "it would",
                "right",
                "fine",
                "agreed",
                "please",
                "alright",
                "i think so",
                "probably",
                "good",
                "true",
                "correct",
            ])
    }

    /// Does not.
    pub(super) fn is_no(&self) -> bool {
        let none = self.has(&["dont know", "do not know", "not sure", "no idea"])
            || self.begins(&[
                "never mind",
                "no doubt",
                "no problem",
                "no worries",
                "not a problem",
                "i dont mind",
                "i dont care",
            ]);
        let plainly = self.begins(&[
            "no",
            "nope",
            "nah",
            "not",
            "never",
            "i dont think so",
            "i dont",
            "i do not",
            "i would not",
            "i wouldnt",
            "absolutely not",
            "of course not",
            "definitely not",
            "probably not",
            "hardly",
            "neither",
        ]);
        plainly && !none
    }

    /// There is nothing more to sort.
    pub(super) fn is_nothing_more(&self) -> bool {
        self.count() <= 10
            && (self.begins(&["nothing", "none", "no more", "no thats", "no that", "all clear", "all done"])
                || self.has(&[
                    "nothing else",
                    "nothing left",
                    "nothing more",
                    "thats everything",
                    "that was everything",
                    "that is everything",
                    "thats all",
                    "that was all",
                    "that was it",
                    "thats about it",
                    "the last one",
                    "its empty",
                    "all gone",
                    "no more",
                ]))
    }

    /// Wants to go on.
    pub(super) fn is_more(&self) -> bool {
        !self.has(&["next time"])
            && self.has(&[
                "go on",
                "goes on",
                "more",
                "next",
                "continue",
                "carry on",
                "keep going",
                "lets go",
                "ready",
                "start",
                "begin",
                "resume",
                "not yet",
                "go ahead",
                "keep them coming",
                "another",
                "a little longer",
                "im back",
                "yes lets",
                "lets keep",
                "wait",
            ])
    }

    /// Says goodbye, or agrees to the end.
    pub(super) fn is_bye(&self) -> bool {
        self.is_yes()
            || self.begins(&["bye", "goodbye", "thanks", "thank you", "cheers", "great", "perfect"])
            || self.has(&[
                "bye",
                "goodbye",
                "good night",
                "see you",
                "end it",
                "end here",
                "close it",
                "finish",
                "the end",
                "that was good",
                "until next time",
            ])
    }

    /// Asks what something is.
    pub(super) fn is_what(&self) -> bool {
        let asks = self.question && self.has(&["what", "whats", "which"]);
        let of_it = self.has(&["is", "are", "was", "whats", "mean", "which", "from"]);
        let of_else = self.has(&["else", "now", "next", "if", "about", "time", "left", "should", "would"]);
        asks && of_it && !of_else && !self.is_where()
            || self.has(&["no clue what", "dont know what", "no idea what", "what is that", "what even is"])
    }

    /// Asks where something goes, or what to do.
    pub(super) fn is_where(&self) -> bool {
        self.has(&["where", "what should", "what would you", "what do i do", "what do you think", "what now"])
    }

    /// Takes something back.
    pub(super) fn is_change(&self) -> bool {
        self.begins(&[
            "wait", "actually", "oh no", "no wait", "hang on", "hold on", "sorry", "not the", "not my",
        ]) || self.has(&[
            "undo",
            "changed my mind",
            "change my mind",
            "second thoughts",
            "second thought",
            "take it back",
            "scratch that",
            "after all",
            "mistake",
            "too quick",
            "put it back",
            "i meant",
            "still need",
            "rather keep",
            "want to keep",
            "let me keep",
            "isnt mine",
            "take back",
            "back out",
        ]) || (self.begins(&["please put", "you know what"]) && !self.question)
    }

    /// Adds something to the list, while something else is in hand.
    pub(super) fn adds(&self) -> bool {
        self.begins(&["also", "and", "plus", "oh and", "another"])
            || self.has(&["there is also", "theres also", "i found", "i also", "i forgot", "there are also"])
    }

    /// Do the words name a way out, and not only that nobody needs it?
    pub(super) fn says_how(&self) -> bool {
        self.gives() || self.recycles() || self.throws()
    }

    fn gives(&self) -> bool {
        self.has(&["donate", "donated", "donating", "give away", "give it away", "charity", "pass it on"])
    }

    fn recycles(&self) -> bool {
        self.has(&["recycle", "recycled", "recycling"])
    }

    /// Throws something away: it takes a thing to be thrown, for people are worn out and go on.
    fn throws(&self) -> bool {
        let away = self.has(&[
            "throw",
            "trash",
            "toss",
            "get rid of",
            "let it go",
            "let them go",
            "rubbish",
            "out it goes",
            "out with it",
            "out they go",
            "it gone",
            "them gone",
        ]);
        let bins = self.has(&["bin"]) && !self.words.joins(&["bread", "feed", "toy", "storage"], &["bin"]);
        let leaves = self.has(&["can go"])
            && !self.words.joins(&["i", "we", "you"], &["can go"])
            && !self.words.joins(&["can go"], STAYS);
        let goes = self.words.joins(OBJECTS, &["goes", "go out"]) && !self.words.joins(&["goes"], STAYS);
        away || bins || leaves || goes
    }

    /// Wants a thing back: "put the lamp back", and not "my back hurts".
    fn takes_back(&self) -> bool {
        let takes = self.words.joins(&["put", "take", "get", "bring", "want", "have"], OBJECTS);
        takes && self.has(&["back"]) && !self.words.joins(&["my", "go", "going", "come", "lie"], &["back"])
    }

    /// Keeps something.
    fn keeps(&self) -> bool {
        let going = self.words.words().skip_while(|word| *word != "keep").nth(1);
        let keep = self.has(&["keep"]) && !going.is_some_and(|next| next.ends_with("ing") || next == "on");
        let stays = self.has(&[
            "keeping",
            "stays",
            "can stay",
            "should stay",
            "must stay",
            "it stay",
            "isnt mine",
            "mistake",
            "too quick",
            "leave it",
            "put it",
            "put them",
            "put back",
            "take back",
            "take that back",
            "back out of",
        ]);
        keep || stays
            || self.takes_back()
            || self.words.joins(&["still need", "still want", "still use"], OBJECTS)
            || self.words.joins(&["it goes", "they go", "this goes", "that goes"], STAYS)
    }

    /// What is to become of a thing, said in passing.
    pub(super) fn verdict(&self) -> Option<Verb> {
        // "Don't throw it out" keeps it, and "I don't want to keep it" does not.
        let negated =
            self.has(&["dont", "not", "never", "cant", "cannot", "wont", "no longer", "shouldnt", "wouldnt"]);
        let unsure =
            self.has(&["not sure", "dont know", "do not know", "no idea", "cant decide", "either way"]);
        let (keeps, gives, recycles, throws) = (self.keeps(), self.gives(), self.recycles(), self.throws());
        if unsure || self.is_crisis() {
            return None;
        }
        // What somebody needs stays, and what nobody uses can go; but not if they are in two minds.
        let in_two_minds =
            self.has(&["might", "may", "maybe", "if", "but", "though", "still", "one day", "someday"]);
        if !(keeps || gives || recycles || throws || in_two_minds) {
            let needs = &["i need", "we need", "i use", "we use", "i love", "we love", "i want", "i wear"];
            let ends = self.has(&["to stop", "to end", "to be over", "over with"]);
            let unused = self.has(&[
                "never use",
                "never used",
                "dont use",
                "dont need",
                "dont want",
                "never wear",
                "dont wear",
                "havent used",
            ]);
            return if unused {
                Some(Verb::Donate)
            } else {
                (self.words.joins(needs, OBJECTS) && !ends && !negated).then_some(Verb::Place)
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
    pub(super) fn thing<'a>(&self, view: &'a View, keys: &[String]) -> Option<&'a Item> {
        let rank = |(item, key): &(&Item, &String)| {
            if self.has(&[key]) {
                return 2 * key.len() + usize::from(view.last_decided == Some(item.id));
            }
            // "the lamp" is the old lamp, if nothing else is called so.
            let last = key.rsplit(' ').next().unwrap_or_default();
            usize::from(last.len() > 2 && item.pile != Pile::Waiting && self.has(&[last]))
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

/// What becomes of a thing, if the person says so in so many words; with the place, if it stays.
pub(super) fn decision(text: &str) -> Option<(Verb, Option<String>)> {
    match heard::meaning(text) {
        Meaning::Decision(Disposition::Place { .. }) => Some((Verb::Place, None)),
        Meaning::Decision(Disposition::Trash) => Some((Verb::Trash, None)),
        Meaning::Decision(Disposition::Donate) => Some((Verb::Donate, None)),
        Meaning::Decision(Disposition::Recycle) => Some((Verb::Recycle, None)),
        Meaning::Decision(Disposition::Skip) => Some((Verb::Skip, None)),
        _ => None,
    }
}

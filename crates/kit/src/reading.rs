//! What words speak of, word by word: phrases at the front and at the back, things by their names, and some of several. With
//! [`clauses`](crate::clauses), which knows what is asked, denied and doubted, it is all that is heard in plain words; what an
//! activity adds are lists of its own, and what it does with them.

use crate::plain::{List, Plain, lists};
use crate::plural::singulars;

lists! { "reading.txt":
    /// Words before a name that are not of it.
    ARTICLES
    /// In their order.
    NUMBERS
    /// After a number of several.
    OF_THEM
    /// What is left of several.
    REST
}

/// The most words for what some of several look like.
const LOOK_WORDS_MAX: usize = 2;

/// What a name is known by: without its article and without regard to case and signs.
pub fn key(name: &str) -> String {
    let plain = Plain::of(name);
    let words: Vec<&str> = plain.words().collect();
    let article = words.iter().take_while(|word| ARTICLES.contains(word)).count();
    match words.get(article.min(words.len().saturating_sub(1))..) {
        Some(words) if !words.is_empty() => words.join(" "),
        Some(_) | None => name.trim().to_lowercase(),
    }
}

/// What words may speak of, by its names.
pub struct Names<T> {
    all: Vec<(T, Vec<String>)>,
}

impl<T: Copy> Names<T> {
    /// Things, each with what it is called.
    pub fn new<'n>(all: impl IntoIterator<Item = (T, &'n str)>) -> Names<T> {
        let words = |name: &str| key(name).split(' ').map(str::to_owned).collect();
        Names { all: all.into_iter().map(|(thing, name)| (thing, words(name))).collect() }
    }

    /// The one thing that is called exactly so, or else the only one whose name ends so.
    pub fn called(&self, words: &[&str]) -> Option<T> {
        let whole = |(_, name): &&(T, Vec<String>)| name.iter().eq(words.iter());
        if let Some((thing, _)) = self.all.iter().find(whole) {
            return Some(*thing);
        }
        let ends = |name: &[String]| {
            let (Some(last), Some(wanted)) = (name.last(), words.last()) else { return false };
            let is_last = one_of_many(last) == one_of_many(wanted);
            let before = name.len().checked_sub(words.len()).and_then(|from| name.get(from..name.len() - 1));
            is_last && before.is_some_and(|before| before.iter().eq(&words[..words.len() - 1]))
        };
        let mut called = self.all.iter().filter(|(_, name)| ends(name));
        match (called.next(), called.next()) {
            (Some((thing, _)), None) => Some(*thing),
            _ => None,
        }
    }

    /// Those whose whole names stand in some words.
    pub fn spoken_of(&self, words: &Plain) -> impl Iterator<Item = T> {
        self.all.iter().filter(|(_, name)| words.has(&[name.join(" ")])).map(|(thing, _)| *thing)
    }

    /// The first of which a word of so many letters or more stands in some words.
    pub fn hinted_at(&self, words: &Plain, letters: usize) -> Option<T> {
        let hints = |part: &String| part.chars().count() >= letters && words.has(&[part]);
        self.all.iter().find(|(_, name)| name.iter().any(hints)).map(|(thing, _)| *thing)
    }
}

/// A word, as it was written and as it is read.
#[derive(Clone, Debug)]
pub struct Word {
    /// As it was written.
    pub written: String,
    /// As it is read: in lower case and without signs.
    pub read: String,
}

/// The words of a text, with those apart that a sign joins.
pub fn words_of(text: &str) -> Vec<Word> {
    let parts = text.split(|c: char| c.is_whitespace() || ['-', '/', '–', '—'].contains(&c));
    let word = |part: &str| {
        let written = part.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let read = Plain::of(part).text().replace(' ', "");
        (!read.is_empty()).then_some(Word { written, read })
    };
    parts.filter_map(word).collect()
}

/// Words as they were written.
pub fn written(words: &[Word]) -> String {
    words.iter().map(|word| word.written.as_str()).collect::<Vec<_>>().join(" ")
}

/// Are the words one of these phrases?
pub fn is_one(words: &[&str], phrases: &List) -> bool {
    let joined = words.join(" ");
    phrases.contains(&joined.as_str())
}

/// How many words at the front are the longest of these phrases.
pub fn front(words: &[&str], phrases: &List) -> usize {
    let stands = |phrase: &&&str| {
        let mut wanted = phrase.split(' ');
        let mut words = words.iter();
        wanted.all(|word| words.next() == Some(&word))
    };
    phrases.iter().filter(stands).map(|phrase| phrase.split(' ').count()).max().unwrap_or(0)
}

/// How many words at the back are the longest of these phrases.
pub fn back(words: &[&str], phrases: &List) -> usize {
    let sizes = (1..=words.len().min(3)).rev();
    sizes.into_iter().find(|size| is_one(&words[words.len() - size..], phrases)).unwrap_or(0)
}

/// Some of several: "the blue one", "the other two".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// What they look like.
    pub look: String,
    /// How many they are.
    pub count: Option<usize>,
    /// Is it what is left of them?
    pub rest: bool,
}

/// Several that have one name: "three umbrellas".
pub struct Several {
    /// How many they are.
    pub count: Option<usize>,
    /// What they are called, as it was written.
    noun: Vec<String>,
}

impl Several {
    /// Several by their name; nothing, if it is one thing's.
    pub fn of(name: &str) -> Option<Several> {
        let words = words_of(name);
        let read: Vec<&str> = words.iter().map(|word| word.read.as_str()).collect();
        let from = front(&read, &ARTICLES);
        let count = read.get(from).and_then(|word| number(word)).filter(|count| *count > 1);
        let noun = words.get(from + usize::from(count.is_some())..)?;
        let is_many = !singulars(&noun.last()?.read).is_empty();
        let noun = || noun.iter().map(|word| word.written.clone()).collect();
        (count.is_some() || is_many).then(|| Several { count, noun: noun() })
    }

    /// The share of them that the words name, and nothing else.
    pub fn share(&self, words: &[&str]) -> Option<Share> {
        let words = &words[..words.len() - back(words, &OF_THEM)];
        let words = &words[front(words, &ARTICLES)..];
        if is_one(words, &REST) {
            return Some(Share { look: String::new(), count: None, rest: true });
        }
        let (rest, words) = match words {
            ["other" | "remaining", more @ ..] => (true, more),
            words => (false, words),
        };
        let count = words.first().and_then(|word| number(word));
        let words = &words[usize::from(count.is_some())..];
        let is_noun = |word: &str| {
            let own = self.noun.last().map(|noun| noun.to_lowercase()).unwrap_or_default();
            ["one", "ones"].contains(&word) || one_of_many(word) == one_of_many(&own)
        };
        let (look, count) = match words.split_last() {
            None if rest => ([].as_slice(), count.or(Some(1))),
            None => ([].as_slice(), Some(count?)),
            Some((last, look)) if is_noun(last) => {
                let one = !last.ends_with('s');
                (look, count.or(one.then_some(1)))
            }
            Some(_) => return None,
        };
        let numbered = look.iter().any(|word| number(word).is_some());
        let tells = rest || count.is_some() || !look.is_empty();
        (tells && !numbered && look.len() <= LOOK_WORDS_MAX).then(|| Share {
            look: look.join(" "),
            count,
            rest,
        })
    }

    /// What some of them are called.
    pub fn called(&self, Share { look, count, rest }: &Share) -> String {
        let mut noun = self.noun.clone();
        if let (Some(1), Some(last)) = (count, noun.last_mut())
            && let Some(one) = singulars(&last.to_lowercase()).into_iter().next()
        {
            *last = one;
        }
        let before = match count {
            Some(1) if !look.is_empty() => "",
            Some(1) | None if *rest => "other",
            Some(count) => NUMBERS.get(count - 1).copied().unwrap_or_default(),
            None => "",
        };
        let words = [before, look.as_str()].into_iter().chain(noun.iter().map(String::as_str));
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// A number in a word or in figures.
fn number(word: &str) -> Option<usize> {
    let named = || NUMBERS.iter().position(|number| *number == word).map(|at| at + 1);
    named().or_else(|| word.parse().ok().filter(|count| (1..=NUMBERS.len()).contains(count)))
}

/// A word without what makes it several, so that one and many are the same.
pub fn one_of_many(word: &str) -> &str {
    let many = word.strip_suffix("es").filter(|one| one.ends_with(['x', 's', 'h']));
    many.or_else(|| word.strip_suffix('s').filter(|one| !one.ends_with('s'))).unwrap_or(word)
}

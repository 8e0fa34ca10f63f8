//! Decks: pools of lines that are dealt so that none comes again before all the others had their turn.
//!
//! A pool is a deck in an order of its own in every session. The n-th turn takes the n-th card; a card whose slots have
//! no value sits out. The same session deals the same again, so a replay says the same.
//!
//! A file holds pools, each under a header that names it and says what its lines look like:
//!
//! ```text
//! # A comment.
//!
//! [Greet | prose | 200 characters | least 16 | slots: person place]
//! Evening, says {person}.
//! ```
//!
//! To add a line, write it into its file; the test of all lines says what is wrong with it.

use std::marker::PhantomData;

use engine::Hash;

use crate::lines::{Line, Values, is_given};

/// The names of pools: an enum made by [`pools!`](crate::pools).
pub trait Pool: Copy + 'static {
    /// All of them, in the order of the enum.
    const ALL: &'static [Self];

    /// The names, in the order of the enum.
    const NAMES: &'static [&'static str];

    /// Where it stands among them.
    fn index(self) -> usize;
}

/// An enum of pools by their names. Their lines stand in files: [`Decks::read`](crate::deck::Decks::read).
#[macro_export]
macro_rules! pools {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($pool:ident)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        $vis enum $name { $(#[doc = concat!("The pool `", stringify!($pool), "`.")] $pool,)* }

        impl $crate::deck::Pool for $name {
            const ALL: &'static [$name] = &[$($name::$pool),*];
            const NAMES: &'static [&'static str] = &[$(stringify!($pool)),*];
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub use pools;

/// What the lines of a pool look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Whole sentences.
    Prose,
    /// A few words that stand alone: a capital in front, and no full stop.
    Label,
    /// A piece of a sentence: a small letter in front, and no full stop.
    Phrase,
    /// As somebody types it, or what leads in to something else.
    #[default]
    Free,
}

/// How long a line may be when it is filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// As long as it likes.
    #[default]
    None,
    /// At most so many characters.
    Characters(usize),
    /// From so many words to so many.
    Words(usize, usize),
}

impl Limit {
    /// Is a filled line short enough? A long name may carry one over.
    pub fn has_room(self, text: &str) -> bool {
        match self {
            Limit::None => true,
            Limit::Characters(most) => text.chars().count() <= most,
            Limit::Words(least, most) => (least..=most).contains(&text.split_whitespace().count()),
        }
    }
}

/// The lines of one pool.
#[derive(Debug, Default)]
pub struct Deck {
    /// Its pool, by name.
    pub name: &'static str,
    /// What its lines look like.
    pub form: Form,
    /// How long they may be.
    pub limit: Limit,
    /// How many there are at the least: with fewer, somebody would hear them twice.
    pub least: usize,
    /// The slots that they may use.
    pub slots: Vec<&'static str>,
    /// The lines.
    pub lines: Vec<Line<'static>>,
    salt: u64,
    is_gated: bool,
}

impl Deck {
    /// The cards that do not sit out, from the nth on and round to the one before it.
    pub fn deal<'d, V: Values + ?Sized>(
        &'d self,
        session: u64,
        nth: u64,
        values: &'d V,
    ) -> impl Iterator<Item = &'d Line<'static>> {
        let order = Order::of(mix(session ^ self.salt), self.lines.len());
        let size = order.size;
        let card = move |nth: u64| self.lines.get(order.card(nth));
        let all = !self.is_gated && self.slots.iter().all(|slot| is_given(values, slot));
        let sits = move |line: &&Line<'_>| all || line.fits(values);
        let from = if all {
            nth
        } else {
            let cards = || (0..size).filter(|nth| card(*nth).is_some_and(|line| sits(&line)));
            let count = cards().count().max(1) as u64;
            cards().nth((nth % count) as usize).unwrap_or_default()
        };
        (from..from + size).filter_map(card).filter(sits)
    }

    /// The nth card, filled, if it is taken; instead of one that is not, one that is not due soon.
    pub fn choose(
        &self,
        session: u64,
        nth: u64,
        values: &(impl Values + ?Sized),
        taken: impl FnMut(&String) -> bool,
    ) -> Option<String> {
        let due = self.deal(session, nth, values).take(1);
        let later = self.deal(session, nth + self.lines.len() as u64 / 2, values);
        due.chain(later).filter_map(|line| line.fill(values)).find(taken)
    }
}

/// The decks of all pools.
#[derive(Debug)]
pub struct Decks<P>(Vec<Deck>, PhantomData<P>);

impl<P: Pool> Decks<P> {
    /// The decks of these files. That nothing is wrong with them is held by tests.
    pub fn new(files: &[&'static str]) -> Decks<P> {
        let (decks, faults) = Decks::read(files);
        debug_assert!(faults.is_empty(), "{}", faults.join("\n"));
        decks
    }

    /// The decks of these files, and what is wrong with those: headers that say something unknown, braces, pools that
    /// are missing, are there twice, or are none.
    pub fn read(files: &[&'static str]) -> (Decks<P>, Vec<String>) {
        let mut decks: Vec<Deck> = P::NAMES.iter().map(|_| Deck::default()).collect();
        let (mut spare, mut faults) = (Deck::default(), Vec::new());
        for file in files {
            let mut at = None;
            for text in file.lines().filter(|text| !text.is_empty() && !text.starts_with('#')) {
                let deck = match at {
                    Some(at) => decks.get_mut(at),
                    None => None,
                };
                if let Some(header) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
                    let name = header.split(" | ").next().unwrap_or_default();
                    at = P::NAMES.iter().position(|known| *known == name);
                    match at.and_then(|at| decks.get_mut(at)) {
                        Some(deck) if deck.name.is_empty() => faults.extend(deck.head(header).err()),
                        Some(_) => faults.push(format!("twice: {text}")),
                        None => faults.push(format!("no such pool: {text}")),
                    }
                    continue;
                }
                let deck = deck.unwrap_or(&mut spare);
                match Line::parse(text, matches!(deck.form, Form::Prose | Form::Label)) {
                    Ok(line) => deck.add(line),
                    Err(fault) => faults.push(fault),
                }
            }
        }
        faults.extend(spare.lines.iter().map(|line| format!("a line of no pool: {}", line.text())));
        let missing = P::NAMES.iter().zip(&decks).filter(|(_, deck)| deck.lines.is_empty());
        faults.extend(missing.map(|(name, _)| format!("no lines: {name}")));
        (Decks(decks, PhantomData), faults)
    }

    /// The deck of a pool.
    pub fn of(&self, pool: P) -> &Deck {
        &self.0[pool.index()]
    }
}

impl<P> IntoIterator for Decks<P> {
    type Item = Deck;
    type IntoIter = std::vec::IntoIter<Deck>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Deck {
    /// Reads a header.
    fn head(&mut self, header: &'static str) -> Result<(), String> {
        let mut parts = header.split(" | ");
        self.name = parts.next().unwrap_or_default();
        self.salt = lot(0, self.name, 0);
        for part in parts {
            let words: Vec<&'static str> = part.split(' ').collect();
            let number = |word: &str| word.parse().map_err(|_| format!("no number in {part:?}: {header}"));
            match words.as_slice() {
                ["slots:", slots @ ..] => self.slots = slots.to_vec(),
                ["least", least] => self.least = number(least)?,
                [most, "characters"] => self.limit = Limit::Characters(number(most)?),
                [most, "words"] => self.limit = Limit::Words(1, number(most)?),
                [least, "to", most, "words"] => self.limit = Limit::Words(number(least)?, number(most)?),
                ["prose"] => self.form = Form::Prose,
                ["label"] => self.form = Form::Label,
                ["phrase"] => self.form = Form::Phrase,
                _ => return Err(format!("what is {part:?}? {header}")),
            }
        }
        Ok(())
    }

    fn add(&mut self, line: Line<'static>) {
        self.is_gated |= line.gates().next().is_some();
        self.lines.push(line);
    }
}

/// The order of a deck: it goes round from some card on, by steps that meet every card before one comes again.
#[derive(Clone, Copy)]
struct Order {
    first: u64,
    step: u64,
    size: u64,
}

impl Order {
    fn of(lot: u64, size: usize) -> Order {
        const PRIMES: [u64; 8] = [7, 11, 13, 17, 19, 23, 29, 31];
        let size = size.max(1) as u64;
        let prime = PRIMES[(lot >> 61) as usize];
        let step = if size.is_multiple_of(prime) { 1 } else { prime };
        Order { first: lot % size, step, size }
    }

    /// The nth card, where n counts turns.
    fn card(self, nth: u64) -> usize {
        ((self.first + nth * self.step) % self.size) as usize
    }
}

/// The nth card of a deck of so many, which is known by a word.
pub fn card(session: u64, deck: &str, nth: u64, size: usize) -> usize {
    let order = Order::of(lot(session, deck, 0), size);
    order.card(nth % order.size)
}

/// The number by which a session shuffles.
pub fn session(seed: &Hash) -> u64 {
    seed.0.iter().take(8).rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A number of a session's own for the nth time that something wants one.
pub fn lot(session: u64, what: &str, nth: u64) -> u64 {
    let start = session ^ nth.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mix(what.bytes().fold(start, |state, byte| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)))
}

/// Spreads neighbouring numbers over all others: the end of SplitMix64.
fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

//! What an activity says of itself, for whoever lays a table of it: its card, and what is usual at its tables.

use std::ops::RangeInclusive;

use crate::{Counted, Holder, Seat, SeatId};

/// What an activity says of itself, besides its rules. Help, lists, tables and the first words of a prompt come from it.
///
/// ```
/// use parlor_engine::Card;
///
/// const CARD: Card = Card { title: "One word", about: "one word each", seats: 2..=8, ..Card::DEFAULT };
/// assert_eq!(CARD.house, [("random", "answers without looking")]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What a table of it is called.
    pub title: &'static str,
    /// What it is, in a line, with a small letter first.
    pub about: &'static str,
    /// The rules in a paragraph: for people, for models and for agents who sit down. Left out, `about` has to do.
    pub rules: &'static str,
    /// The fewest and the most seats of a table.
    pub seats: RangeInclusive<usize>,
    /// The characters of the house, with how each plays. The first sits down if nobody says which.
    pub house: &'static [(&'static str, &'static str)],
}

impl Card {
    /// A card with a title, what it is in a line, which is also what models read of its rules, and so many seats.
    pub const fn new(title: &'static str, about: &'static str, seats: RangeInclusive<usize>) -> Card {
        Card { title, about, seats, ..Card::DEFAULT }
    }

    /// A card that says nothing yet: one to eight seats, and a house that answers without looking.
    pub const DEFAULT: Card = Card {
        title: "",
        about: "",
        rules: "",
        seats: 1..=8,
        house: &[("random", "answers without looking")],
    };
}

/// What is usual at the tables of an activity, besides what stands on its card. Most have nothing to say here.
///
/// ```
/// use parlor_engine::{Custom, Leader};
///
/// const GUIDE: Leader = Leader { title: "the guide", house: "The Guide", model: "The Guide", plays: "guide", others: "" };
/// const CUSTOM: Custom = Custom { leader: Some(GUIDE), open: true, ..Custom::DEFAULT };
/// assert_eq!(CUSTOM.usual, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Custom {
    /// What people call it, if not by its name: `story`, where logs say `dm`.
    pub called: &'static str,
    /// How many seats a table has if nobody says, as far as the card lets there be.
    pub usual: usize,
    /// How many characters of the house, from the first of the card and without the leader's, sit down by turns.
    pub by_turns: usize,
    /// Does the seed draw which seat is the person's? If not, it is the first.
    pub draws_seat: bool,
    /// The last seat, if it leads the others.
    pub leader: Option<Leader>,
    /// May everybody know who is asked what? Then questions are put in the open, and no screen covers anything by itself.
    pub open: bool,
    /// How fast the house plays, in percent of a comfortable pace for reading, relaxed and as usual, where there is much to
    /// follow even for somebody who plays alone. Where there is not, whoever plays alone waits for nothing.
    pub follow: Option<[u32; 2]>,
    /// Does a session go on without its person once the input of a script has ended? If not, it is left where it is.
    pub goes_on: bool,
    /// Can a new session go on from an earlier one, by [`take_up`](crate::Machine::take_up)?
    pub continues: bool,
    /// How many bytes of what was told its models read again each time, at most: where what is older is remembered in other ways. As
    /// many as the host allows, if nothing is said.
    pub told_max: Option<usize>,
    /// Is it shown when time is up? Not where nobody is to be hurried.
    pub clock: bool,
    /// How many photos may come with one message: none, where they are not looked at.
    pub photos: usize,
    /// How a session is written down to be read.
    pub written: Written,
    /// What is counted over many sessions by [`count`](crate::Machine::count), where one of several sides wins.
    pub counted: Option<Counted>,
    /// What can be done once a session has ended, with a few words for each; the last is how to begin another.
    pub after: &'static [(Next, &'static str)],
    /// Examples for the help of the command line: what stands behind `play NAME`, and what comes of it.
    pub examples: &'static [(&'static str, &'static str)],
}

impl Custom {
    /// Two seats, if nobody says; no seat leads; what is asked of whom is a secret; nothing is left for another session.
    pub const DEFAULT: Custom = Custom {
        called: "",
        usual: 2,
        by_turns: 1,
        draws_seat: false,
        leader: None,
        open: false,
        follow: None,
        goes_on: false,
        continues: false,
        told_max: None,
        clock: true,
        photos: 0,
        written: Written::Transcript,
        counted: None,
        after: &[(Next::Read, "what happened, to read"), (Next::Again, "again")],
        examples: &[],
    };

    /// How many of so many seats, from the first, are for people, agents and whoever else plays.
    pub fn chairs(&self, seats: usize) -> usize {
        seats.saturating_sub(usize::from(self.leader.is_some()))
    }

    /// The seat that leads the others, if one does.
    pub fn leads(&self, seats: &[Seat]) -> Option<SeatId> {
        self.leader.and(seats.len().checked_sub(1)).map(SeatId::at)
    }
}

/// The last seat of a table, which leads the others: a game master, a coach. A model or the house has it unless a person
/// asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leader {
    /// What it is, such as `the coach`.
    pub title: &'static str,
    /// Its name with the house in it.
    pub house: &'static str,
    /// Its name with a model in it.
    pub model: &'static str,
    /// The character of the house that plays it: one of the card's.
    pub plays: &'static str,
    /// What all others are together, such as `party`, if their number can be said; nothing, if it cannot.
    pub others: &'static str,
}

/// How a session is written down to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// All that was told, line by line.
    Transcript,
    /// As a story: headings and paragraphs, without what was taken back.
    Story,
    /// As lists to tick off.
    List,
}

/// What can be done once a session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Read it as it was [written](Written) down.
    Read,
    /// Read it again, with every secret.
    Secrets,
    /// Read in short what the host knew.
    Recap,
    /// Begin another.
    Again,
}

impl Card {
    /// Who of the house has a seat that nobody else has: the leader's own character in its seat, and in the others those that
    /// sit down by turns. `nth` counts them, whoever holds them, from 0.
    pub fn character(&self, custom: &Custom, leads: bool, nth: usize) -> Holder {
        let plays = custom.leader.map(|leader| leader.plays);
        let mut others = self.house.iter().map(|(name, _)| *name).filter(|name| Some(*name) != plays);
        let turns = custom.by_turns.clamp(1, others.clone().count().max(1));
        let own = plays.filter(|_| leads);
        Holder::House(own.or_else(|| others.nth(nth % turns)).unwrap_or("house").to_owned())
    }
}

//! Commands as the only declaration of what can be asked.
//!
//! From the type of a command the derives make everything that is shown, checked and drawn of it: its name on the wire, the
//! form, the tool that a model reads, its JSON Schema, the check on an answer and an answer drawn without looking. Doc
//! comments are read by whoever is asked: the first paragraph says what a command does, the second when it is the right
//! one; that of a field says what to write there.
//!
//! ```
//! use engine::{Command as _, OneOf, SeatId};
//! use parlor_engine as engine; // The derives call it so.
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Clone, Serialize, Deserialize, engine::Command)]
//! #[serde(tag = "type", rename_all = "snake_case")]
//! enum Command {
//!     /// Say a word.
//!     Say {
//!         /// The word, which all hear.
//!         #[text(40, heard)]
//!         word: String,
//!         /// How loud.
//!         volume: Volume,
//!     },
//!     /// Let this one go by.
//!     Pass,
//! }
//!
//! #[derive(Clone, Serialize, Deserialize, OneOf)]
//! #[serde(rename_all = "snake_case")]
//! enum Volume {
//!     Low,
//!     VeryLoud,
//! }
//!
//! let say = Command::tool(CommandName::Say, SeatId::at(0), &());
//! assert_eq!((say.name.as_str(), say.about.as_str()), ("say", "Say a word."));
//! assert_eq!(say.fields[0].label, "the word, which all hear");
//! assert!(say.fields[1].check(&"very_loud".into()).is_ok());
//! assert!(say.fields[1].check(&"deafening".into()).is_err());
//! ```
//!
//! Attributes of fields: `#[text(MAX)]`, `#[texts(0..=3, each = MAX)]`, `#[number(1..=6)]`, `#[rows(1..=4)]` for a list of a
//! struct that derives [`Fields`], and `#[kind(expression)]` for any other [`FieldKind`]. A field without one is an enum
//! that derives [`OneOf`], or a `bool`. After the first part may stand `heard` or `thought` or `voice = expression` (who
//! hears a text while it is written), `label = expression`, `required`, and `only = expression` (whether it is offered). What is an `Option`, or has a default for serde,
//! may be left out. Expressions may use `seat`, who is asked, and `scope`, of the type that `#[command(scope = Type)]`
//! names: what is legal now. `#[unasked]` stands over what no form offers: further commands of the host, marks of the rules. `#[command(unasked)]` stands over
//! commands of which none is ever asked for: of these only the names are made, for cards of phases. `#[person("Do it", key = 'd', for_good = "…", given = expression, barred = expression, even = true, open = true, wordless = expression, shown = expression)]` says how a command is
//! put to a person: a [`Manner`](crate::Manner). That time is up, and that a seat cannot answer, are no commands of a machine's: see
//! [`Put`](crate::Put).

use std::ops::RangeInclusive;

use crate::{Choice, Field, FieldKind, Seat, SeatId, SeatSet, Tool};

/// What can be asked of a seat: derived, and not written by hand.
pub trait Command {
    /// The names of the commands that can answer a question.
    type Name: Copy + Eq + std::fmt::Display;
    /// What is legal now, as far as fields depend on it.
    type Scope: ?Sized;
    /// How the clock's word, which is the engine's, is written among these commands.
    const TIME_UP: &'static str;
    /// How the host's answer for a seat, which is the engine's, is written among them.
    const ANSWER_FOR: &'static str;

    /// The name of this command; none, if no form offers it.
    fn name(&self) -> Option<Self::Name>;

    /// The tool of that name for a seat, as far as the scope allows.
    fn tool(name: Self::Name, seat: SeatId, scope: &Self::Scope) -> Tool {
        Self::tool_with(name, seat, scope, &|_| true)
    }

    /// The same, with those of its fields that must be given or are wanted.
    fn tool_with(name: Self::Name, seat: SeatId, scope: &Self::Scope, wanted: Wanted<'_>) -> Tool;

    /// Several of them.
    fn tools(names: &[Self::Name], seat: SeatId, scope: &Self::Scope) -> Vec<Tool> {
        names.iter().map(|name| Self::tool(*name, seat, scope)).collect()
    }

    /// All of them in their whole width, where nothing depends on a scope; none, where something does.
    fn every(seat: SeatId) -> Vec<Tool>;

    /// Their words in a row.
    fn listed(names: &[Self::Name]) -> String {
        names.iter().map(ToString::to_string).collect::<Vec<String>>().join(", ")
    }
}

/// The name of a command where none answers a question, and a question where none is asked: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {}

impl std::fmt::Display for Unasked {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

/// The fields of a part of a command: derived.
pub trait Fields<S: ?Sized> {
    /// The fields for a seat that must be given or are wanted, as far as the scope allows.
    fn fields(seat: SeatId, scope: &S, wanted: Wanted<'_>) -> Vec<Field>;
}

/// Is a field wanted, by its name? To hold an answer to its tool, no more of that need be made than what the answer has.
pub type Wanted<'a> = &'a dyn Fn(&str) -> bool;

/// A type with a handful of values, each of which may be chosen: derived for enums.
pub trait OneOf: Sized + 'static {
    /// All values.
    const ALL: &'static [Self];

    /// The same, each with what people read.
    fn choices() -> Vec<Choice>;
}

impl OneOf for bool {
    const ALL: &'static [bool] = &[true, false];

    fn choices() -> Vec<Choice> {
        vec![Choice::new(true, "yes"), Choice::new(false, "no")]
    }
}

impl Choice {
    /// A value and what people read.
    pub fn new(value: impl Into<serde_json::Value>, label: impl Into<String>) -> Choice {
        Choice { value: value.into(), label: label.into() }
    }

    /// Some seats, each by its number and its name.
    pub fn seats(seats: &[Seat], of: SeatSet) -> Vec<Choice> {
        let named = of.iter().filter_map(|seat| seats.get(seat.index()).map(|it| (seat, it)));
        named.map(|(seat, it)| Choice::new(seat.number(), &it.name)).collect()
    }

    /// A word that is what people read, too.
    pub fn word(word: &str) -> Choice {
        Choice::new(word, word)
    }
}

impl FieldKind {
    /// A whole number in a range.
    pub fn number<N: Copy + Into<i64>>(range: RangeInclusive<N>) -> FieldKind {
        FieldKind::Number { min: (*range.start()).into(), max: (*range.end()).into() }
    }

    /// So many texts, each of at most so many characters.
    pub fn texts(count: RangeInclusive<usize>, max_chars: usize) -> FieldKind {
        FieldKind::Texts { min: *count.start(), max: *count.end(), max_chars }
    }

    /// So many rows of these fields.
    pub fn rows(count: RangeInclusive<usize>, fields: Vec<Field>) -> FieldKind {
        FieldKind::Rows { fields, min: *count.start(), max: *count.end() }
    }

    /// Words that are heard by nobody while they are written.
    pub const fn text(max_chars: usize) -> FieldKind {
        FieldKind::Text { max_chars, voice: None }
    }

    /// One of these words, by number from 1.
    pub fn numbered(options: &[String]) -> FieldKind {
        FieldKind::Choice((1..).zip(options).map(|(number, words)| Choice::new(number, words)).collect())
    }
}

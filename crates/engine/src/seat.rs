//! Seats, sets of seats, who holds them, and who acts.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::limits;

/// A place at the table, numbered from 1 as people count chairs; the first, if nothing is said. On disk and on the wire it is that
/// number; and since none is 0, a seat that may be none takes no more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct SeatId(NonZeroU8);

impl SeatId {
    /// The seat with this number, if there can be one.
    pub const fn new(number: u8) -> Option<SeatId> {
        match NonZeroU8::new(number) {
            Some(number) if number.get() as usize <= limits::SEATS_MAX => Some(SeatId(number)),
            Some(_) | None => None,
        }
    }

    /// The seat at this position of a list of seats.
    ///
    /// # Panics
    /// If no table has that many seats.
    #[inline]
    pub const fn at(index: usize) -> SeatId {
        assert!(index < limits::SEATS_MAX, "a seat beyond the largest table");
        SeatId(NonZeroU8::MIN.saturating_add(index as u8))
    }

    /// Its position in a list of seats.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// Its number, from 1.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0.get()
    }
}

impl Default for SeatId {
    fn default() -> SeatId {
        SeatId::at(0)
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl TryFrom<u8> for SeatId {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        SeatId::new(number)
            .ok_or_else(|| format!("there is no seat {number}: seats are 1 to {}", limits::SEATS_MAX))
    }
}

impl From<SeatId> for u8 {
    fn from(seat: SeatId) -> u8 {
        seat.number()
    }
}

/// A set of seats in one machine word; iterates in seat order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u32);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// The first `count` seats, or as many as there can be.
    pub const fn first(count: usize) -> SeatSet {
        if count >= limits::SEATS_MAX { SeatSet(u32::MAX) } else { SeatSet((1 << count) - 1) }
    }

    /// Just this seat.
    pub const fn only(seat: SeatId) -> SeatSet {
        SeatSet(1 << seat.index())
    }

    /// Is the seat in it?
    #[inline]
    pub const fn contains(self, seat: SeatId) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// How many seats it has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Has it none?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With one more seat.
    #[must_use]
    pub const fn with(self, seat: SeatId) -> SeatSet {
        SeatSet(self.0 | 1 << seat.index())
    }

    /// Without a seat.
    #[must_use]
    pub const fn without(self, seat: SeatId) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.index()))
    }

    /// The seats in both.
    #[must_use]
    pub const fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }

    /// The seats in either.
    #[must_use]
    pub const fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// The seats in this one and not in the other.
    #[must_use]
    pub const fn minus(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    /// The seat that `n` others of the set come before.
    #[inline]
    pub fn nth(self, n: usize) -> Option<SeatId> {
        self.iter().nth(n)
    }

    /// The seats in order.
    #[inline]
    pub const fn iter(self) -> SeatIter {
        SeatIter(self.0)
    }
}

/// The seats of a set, in order.
#[derive(Clone, Debug)]
pub struct SeatIter(u32);

impl Iterator for SeatIter {
    type Item = SeatId;

    #[inline]
    fn next(&mut self) -> Option<SeatId> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(SeatId::at(index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SeatIter {}

/// Just this seat, if there is one.
impl From<Option<SeatId>> for SeatSet {
    #[inline]
    fn from(seat: Option<SeatId>) -> SeatSet {
        // Without a branch: where there is none, the bit falls off.
        SeatSet((1u64 << seat.map_or(0, SeatId::number) >> 1) as u32)
    }
}

impl FromIterator<SeatId> for SeatSet {
    fn from_iter<I: IntoIterator<Item = SeatId>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl Serialize for SeatSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<SeatId>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A person.
    Person,
    /// The house, playing in one of its characters.
    House(String),
    /// A language model, by its `provider:model` name.
    Model(String),
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Holder::Person => f.write_str("person"),
            Holder::House(character) => write!(f, "house:{character}"),
            Holder::Model(name) => write!(f, "model:{name}"),
        }
    }
}

impl FromStr for Holder {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "person" => Ok(Holder::Person),
            Some(("house", character)) if !character.is_empty() => Ok(Holder::House(character.to_owned())),
            Some(("model", name)) if !name.is_empty() => Ok(Holder::Model(name.to_owned())),
            _ => Err(format!("{text:?} holds no seat: say person, house:CHARACTER or model:PROVIDER:NAME")),
        }
    }
}

impl Serialize for Holder {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Holder {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// One place at the table and who sits there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// A handle that is unique at the table.
    pub id: String,
    /// The name that all see.
    pub name: String,
    /// Who plays it.
    pub holder: Holder,
}

/// One thing that is wrong with a setup, named by its field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Where: `seats[2].name`, `roles`, …
    pub field: String,
    /// What is wrong there, and what would be right.
    pub problem: String,
}

impl Fault {
    /// A fault of a field.
    pub fn new(field: impl Into<String>, problem: impl Into<String>) -> Fault {
        Fault { field: field.into(), problem: problem.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.problem)
    }
}

/// Everything that is wrong with a list of seats, whatever the machine: ids and names must be unique (without
/// regard to case and outer space), short, and free of control characters.
pub fn seat_faults(seats: &[Seat]) -> Vec<Fault> {
    let mut faults = Vec::new();
    if seats.is_empty() || seats.len() > limits::SEATS_MAX {
        faults.push(Fault::new(
            "seats",
            format!("{} seats: a table has 1 to {}", seats.len(), limits::SEATS_MAX),
        ));
    }
    type Field = (&'static str, fn(&Seat) -> &str);
    let fields: [Field; 2] = [("id", |seat| &seat.id), ("name", |seat| &seat.name)];
    for (what, get) in fields {
        let names: Vec<&str> = seats.iter().map(|seat| get(seat).trim()).collect();
        let ascii = names.iter().all(|name| name.is_ascii());
        for (index, name) in names.iter().enumerate() {
            let mut fault =
                |problem: String| faults.push(Fault::new(format!("seats[{index}].{what}"), problem));
            let chars = name.chars().count();
            if chars == 0 || chars > limits::NAME_CHARS_MAX {
                fault(format!("{chars} characters: give 1 to {}", limits::NAME_CHARS_MAX));
            }
            if get(&seats[index]).chars().any(char::is_control) {
                fault("holds a control character: use letters, digits and signs".to_owned());
            }
            let same = |other: &&str| {
                if ascii {
                    other.eq_ignore_ascii_case(name)
                } else {
                    other.to_lowercase() == name.to_lowercase()
                }
            };
            if let Some(first) = names[..index].iter().position(same) {
                fault(format!("{name:?} is taken by seats[{first}]: choose another"));
            }
        }
    }
    faults
}

/// Who asks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The one who runs the table.
    Host,
    /// A seat.
    Seat(SeatId),
    /// Table time itself: a deadline has come.
    Clock,
}

impl Actor {
    /// The seat that acts, if it is one.
    pub fn seat(self) -> Option<SeatId> {
        match self {
            Actor::Seat(seat) => Some(seat),
            Actor::Host | Actor::Clock => None,
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Host => f.write_str("host"),
            Actor::Seat(seat) => write!(f, "seat:{seat}"),
            Actor::Clock => f.write_str("clock"),
        }
    }
}

impl FromStr for Actor {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "host" => Ok(Actor::Host),
            "clock" => Ok(Actor::Clock),
            _ => Ok(Actor::Seat(parse_seat(text)?)),
        }
    }
}

/// Reads `seat:3`.
pub(crate) fn parse_seat(text: &str) -> Result<SeatId, String> {
    text.strip_prefix("seat:")
        .and_then(|number| number.parse().ok())
        .and_then(SeatId::new)
        .ok_or_else(|| format!("{text:?} names no seat: write seat:1, seat:2, …"))
}

impl Serialize for Actor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Actor {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

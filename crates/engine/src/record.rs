//! Records: the atomic unit of the log, and the line of bytes that a record is stored as.
//!
//! A line is one JSON object whose **last** field is `hash`, the SHA-256 of every byte before `,"hash":"`. Its
//! field `prev` is the hash of the line before it. So anybody can check a log with a few lines of any
//! language, on the bytes as they are, with no canonical form to agree on:
//!
//! ```text
//! {"number":12,"at":…,"time":…,"machine":"mafia","v":1,"by":"seat:3","command":{…},"events":[…],"prev":"…","hash":"…"}
//! └────────────────────────────── hashed, byte for byte ─────────────────────────────────────┘
//! ```
//!
//! A line does not name its session. A fork therefore shares its parent's lines, and their hashes, up to the
//! record where it leaves.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::{Actor, Audience, TableTime, limits};

/// A SHA-256 hash, shown as 64 hex digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first record of a log names as the one before it.
    pub const ZERO: Hash = Hash([0; 32]);

    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }

    /// Reads 64 hex digits.
    pub fn parse(hex: &str) -> Option<Hash> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let digits: &[u8; 64] = hex.as_bytes().try_into().ok()?;
        let mut out = [0; 32];
        for (byte, pair) in out.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Hash(out))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0u8; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair[0] = b"0123456789abcdef"[usize::from(byte >> 4)];
            pair[1] = b"0123456789abcdef"[usize::from(byte & 15)];
        }
        f.write_str(std::str::from_utf8(&digits).unwrap_or_default())
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Hash {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Hash::parse(&text).ok_or_else(|| serde::de::Error::custom("a hash is 64 lower-case hex digits"))
    }
}

/// One event of a record as JSON, with the audience that it was told to.
#[derive(Clone, Debug)]
pub struct ToldEvent {
    /// Who was told.
    pub audience: Audience,
    /// The event: an object whose field `type` names it.
    pub json: Box<RawValue>,
}

/// What a record holds: the part of it that the engine decides.
#[derive(Clone, Debug)]
pub struct Record {
    /// Dense from 0 within a session.
    pub number: u64,
    /// When it was accepted: milliseconds of UTC since 1970.
    pub at: i64,
    /// When it was accepted, in table time.
    pub time: TableTime,
    /// The machine that decided it.
    pub machine: String,
    /// The version of that machine's events.
    pub version: u32,
    /// Who asked for it.
    pub by: Actor,
    /// The asker's own id for the request, so that a repeated one is answered and not done twice.
    pub request: Option<String>,
    /// What was asked: the setup (`Open`), a command of the machine, or a rewind.
    pub command: Box<RawValue>,
    /// Everything that it caused.
    pub events: Vec<ToldEvent>,
    /// The hash of the line before it.
    pub prev: Hash,
}

/// A record as stored and exported: the exact bytes and their hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The record's number.
    pub number: u64,
    /// The asker's request id, if it gave one.
    pub request: Option<String>,
    /// The hash at the end of the text.
    pub hash: Hash,
    /// One JSON object, with no line break.
    pub text: String,
}

/// A record and the line that it is stored as.
pub type LogEntry = (Record, Line);

/// The command of a record that takes the activity back to where it was after an earlier record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum RewindCommand {
    /// Go back to the state as it was after this record.
    Rewind {
        /// The record to go back to.
        to: u64,
        /// Does chance go back, too, so that the same decision meets the same dice? Since it was not always so, the log says it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        chance: bool,
    },
}

impl RewindCommand {
    const NAME: &str = "Rewind";

    /// Back to this record, with its chance.
    pub(crate) const fn to(to: u64) -> RewindCommand {
        RewindCommand::Rewind { to, chance: true }
    }
}

/// Is the field `type` of a command this name? Most are told apart by their bytes: one in which the name does not stand, and
/// no letter by its number, needs no reading.
pub(crate) fn is_named(command: &RawValue, name: &str) -> bool {
    #[derive(Deserialize)]
    struct Tag<'a> {
        #[serde(rename = "type", borrow)]
        name: Cow<'a, str>,
    }
    let text = command.get();
    (text.contains(name) || text.contains("\\u"))
        && serde_json::from_str::<Tag<'_>>(text).is_ok_and(|tag| tag.name == name)
}

/// Why a line of a log cannot be trusted or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Not a record at all.
    #[error("record {number}: not a readable record: {why}")]
    Unreadable {
        /// The record that was expected here.
        number: u64,
        /// What the reader stumbled over.
        why: String,
    },
    /// The bytes are not the bytes that were hashed.
    #[error(
        "record {number}: its hash does not match its bytes: the record was changed after it was written"
    )]
    Changed {
        /// The damaged record.
        number: u64,
    },
    /// The chain is broken: this line was not written after the one before it.
    #[error("record {number}: it does not follow the record before it: one was changed, removed or put in")]
    Unchained {
        /// The first record that does not follow.
        number: u64,
    },
    /// A number is missing, doubled or out of order.
    #[error("record {expected} was expected, but the line says {found}")]
    Misnumbered {
        /// What should stand here.
        expected: u64,
        /// What stands here.
        found: u64,
    },
    /// Written by a later version of a machine than this one knows.
    #[error(
        "record {number}: written by a newer parlor ({machine} events v{found}; this one knows v{known}): update parlor"
    )]
    Newer {
        /// The record.
        number: u64,
        /// The machine of the record.
        machine: String,
        /// The version of the record's events.
        found: u32,
        /// The newest version known here.
        known: u32,
    },
}

const HASH_FIELD: &str = ",\"hash\":\"";
const HASH_TAIL_BYTES: usize = HASH_FIELD.len() + 64 + 2;

impl Record {
    /// Writes the record as its line.
    pub fn seal(&self) -> Line {
        let mut text = format!(
            "{{\"number\":{},\"at\":{},\"time\":{},\"machine\":{},\"v\":{},\"by\":\"{}\"",
            self.number,
            self.at,
            self.time.0,
            to_json(&self.machine),
            self.version,
            self.by
        );
        if let Some(request) = &self.request {
            text.push_str(",\"request\":");
            text.push_str(&to_json(request));
        }
        text.push_str(",\"command\":");
        text.push_str(self.command.get());
        text.push_str(",\"events\":[");
        for (index, told) in self.events.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { "," });
            told.write(&mut text, &self.machine);
        }
        text.push_str("],\"prev\":\"");
        text.push_str(&self.prev.to_string());
        text.push('"');
        let hash = Hash::of(text.as_bytes());
        text.push_str(HASH_FIELD);
        text.push_str(&hash.to_string());
        text.push_str("\"}");
        Line { number: self.number, request: self.request.clone(), hash, text }
    }

    /// Reads a line that must be record `number` and follow `prev`, and checks its hash.
    pub fn read(text: &str, number: u64, prev: Hash) -> Result<LogEntry, Damage> {
        let unreadable = |why: &str| Damage::Unreadable { number, why: why.to_owned() };
        if text.len() > limits::LINE_BYTES_MAX {
            return Err(unreadable("the line is longer than a record may be"));
        }
        let cut =
            text.len().checked_sub(HASH_TAIL_BYTES).ok_or_else(|| unreadable("the line is cut short"))?;
        let tail = text.get(cut..).ok_or_else(|| unreadable("the line does not end in a hash"))?;
        let hash = tail
            .strip_prefix(HASH_FIELD)
            .and_then(|rest| rest.strip_suffix("\"}"))
            .and_then(Hash::parse)
            .ok_or_else(|| unreadable("the line does not end in a hash: it is cut short, or no record"))?;
        if Hash::of(&text.as_bytes()[..cut]) != hash {
            return Err(Damage::Changed { number });
        }
        let wire: Wire<'_> = serde_json::from_str(text).map_err(|error| unreadable(&error.to_string()))?;
        if wire.number != number {
            return Err(Damage::Misnumbered { expected: number, found: wire.number });
        }
        if wire.prev != prev {
            return Err(Damage::Unchained { number });
        }
        let record = Record {
            number,
            at: wire.at,
            time: wire.time,
            machine: wire.machine,
            version: wire.v,
            by: wire.by,
            request: wire.request,
            command: wire.command.to_owned(),
            events: wire.events,
            prev,
        };
        let line = Line { number, request: record.request.clone(), hash, text: text.to_owned() };
        Ok((record, line))
    }

    /// The record to go back to, if this record is a rewind.
    pub fn rewinds_to(&self) -> Option<u64> {
        self.rewind().map(|RewindCommand::Rewind { to, .. }| to)
    }

    /// Its command, if this record is a rewind.
    pub(crate) fn rewind(&self) -> Option<RewindCommand> {
        is_named(&self.command, RewindCommand::NAME)
            .then(|| serde_json::from_str(self.command.get()).ok())
            .flatten()
    }
}

/// Serialises a value of our own types.
///
/// # Panics
/// Never for our types: they have string keys and no failing serialisers.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    match serde_json::to_string(value) {
        Ok(text) => text,
        Err(error) => panic!("a value of our own did not serialise: {error}"),
    }
}

#[derive(Deserialize)]
struct Wire<'a> {
    number: u64,
    at: i64,
    time: TableTime,
    machine: String,
    v: u32,
    by: Actor,
    #[serde(default)]
    request: Option<String>,
    #[serde(borrow)]
    command: &'a RawValue,
    events: Vec<ToldEvent>,
    prev: Hash,
}

impl ToldEvent {
    /// `{"type":"VOTE_CAST","voterId":1}` told to all is written as
    /// `{"audience":"public","type":"VOTE_CAST","voterId":1}`.
    fn write(&self, text: &mut String, machine: &str) {
        let Some(fields) = self.json.get().strip_prefix('{') else {
            panic!("an event of {machine} is an object with a field `type`, not {}", self.json);
        };
        text.push_str(&format!("{{\"audience\":\"{}\"", self.audience));
        text.push_str(if fields == "}" { "" } else { "," });
        text.push_str(fields);
    }
}

impl<'de> Deserialize<'de> for ToldEvent {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let raw: Box<RawValue> = Deserialize::deserialize(deserializer)?;
        let cut = raw
            .get()
            .strip_prefix("{\"audience\":\"")
            .and_then(|rest| rest.split_once('"'))
            .ok_or_else(|| D::Error::custom("an event begins with its audience"))?;
        let (audience, fields) = cut;
        let audience = audience.parse().map_err(D::Error::custom)?;
        let json = match fields.strip_prefix(',') {
            Some(fields) => format!("{{{fields}"),
            None if fields == "}" => "{}".to_owned(),
            None => {
                return Err(D::Error::custom(
                    "an event has nothing between its audience and a comma or its end",
                ));
            }
        };
        let json = RawValue::from_string(json).map_err(D::Error::custom)?;
        Ok(ToldEvent { audience, json })
    }
}

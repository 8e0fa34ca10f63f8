//! The append: what is asked, what is answered, and what a line must be like to be stored.

use std::collections::BTreeSet;

use engine::{Damage, Hash, Line, SessionId, limits};
use serde::Deserialize;

use crate::StoreError;

/// One record to be written as the next of its session.
#[derive(Clone, Debug)]
pub struct Append {
    /// The session.
    pub session: SessionId,
    /// The line; its number is the one that it expects to get.
    pub line: Line,
    /// The hash of the line that it follows.
    pub prev: Hash,
    /// Has the activity ended with this record?
    pub ended: bool,
    /// When it was accepted: milliseconds of UTC since 1970.
    pub at: i64,
}

/// What became of an append.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum LogAnswer {
    /// It is on disk.
    Committed {
        /// The number that it has.
        number: u64,
        /// Its hash, now the head of the session.
        head: Hash,
    },
    /// This request id is in the log already: nothing was written, and this is the line that it led to.
    Duplicate {
        /// The first line of this request.
        line: Line,
    },
    /// The session has moved on: nothing was written. Read what is new, decide again.
    Conflict {
        /// How many records the session has; 0 if there is no such session.
        records: u64,
        /// The hash of the last one.
        head: Hash,
    },
    /// Nothing was written, and nothing is wrong: another program holds the file up, or too much is asked for at once.
    /// The same may be asked again.
    Busy {
        /// What it is.
        why: String,
    },
    /// What is stored of this session is not what was written, so nothing is written behind it. Other sessions go on.
    Damaged {
        /// What is damaged.
        why: String,
    },
    /// This store may not write any more: nothing was written. Open the store again.
    Fenced {
        /// Why.
        why: String,
    },
    /// The commit failed half way, and whether it is on disk cannot be told from here. The store has stopped
    /// writing. Open it again and look for the request id: never just send it again.
    InDoubt {
        /// What failed.
        why: String,
    },
}

/// The fields of a line that the store has columns and checks for.
#[derive(Deserialize)]
pub(crate) struct Stamp {
    number: u64,
    pub(crate) at: i64,
    #[serde(default)]
    pub(crate) request: Option<String>,
    prev: Hash,
}

const TAIL_BYTES: usize = ",\"hash\":\"".len() + 64 + 2;

/// The hash at the end of a line's text.
pub(crate) fn hash_of_text(text: &str) -> Option<Hash> {
    let tail = text.get(text.len().checked_sub(TAIL_BYTES)?..)?;
    Hash::parse(tail.strip_prefix(",\"hash\":\"")?.strip_suffix("\"}")?)
}

/// Checks that a text is record `number` after `prev`.
pub(crate) fn check_text(text: &str, number: u64, prev: Hash) -> Result<(Stamp, Hash), Damage> {
    let (stamp, hash) = check_bytes(text, number)?;
    if stamp.prev == prev { Ok((stamp, hash)) } else { Err(Damage::Unchained { number }) }
}

/// Checks that a text is record `number`, whatever it follows. The command and the events are not looked at: their
/// bytes are under the hash.
pub(crate) fn check_bytes(text: &str, number: u64) -> Result<(Stamp, Hash), Damage> {
    let unreadable = |why: String| Damage::Unreadable { number, why };
    if text.len() > limits::LINE_BYTES_MAX {
        return Err(unreadable(format!(
            "{} bytes, and a line has at most {}",
            text.len(),
            limits::LINE_BYTES_MAX
        )));
    }
    let hash = hash_of_text(text).ok_or_else(|| unreadable("it does not end in a hash".to_owned()))?;
    if Hash::of(&text.as_bytes()[..text.len() - TAIL_BYTES]) != hash {
        return Err(Damage::Changed { number });
    }
    let stamp: Stamp = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
    if stamp.number != number {
        return Err(Damage::Misnumbered { expected: number, found: stamp.number });
    }
    Ok((stamp, hash))
}

/// Checks a line before it is written, so that nothing gets into the log that would not read back.
pub(crate) fn check_line(line: &Line, prev: Hash) -> Result<Stamp, StoreError> {
    let bad = |why: String| StoreError::BadLine { number: line.number, why };
    if line.number >= limits::RECORDS_MAX {
        return Err(bad(format!("a session has at most {} records", limits::RECORDS_MAX)));
    }
    if line.request.as_ref().is_some_and(|request| request.chars().count() > limits::REQUEST_CHARS_MAX) {
        return Err(bad(format!("a request id has at most {} characters", limits::REQUEST_CHARS_MAX)));
    }
    let (stamp, hash) =
        check_text(&line.text, line.number, prev).map_err(|damage| bad(damage.to_string()))?;
    if hash != line.hash || stamp.request != line.request || line.text.contains('\n') {
        return Err(bad("what is said about the line is not what the line says".to_owned()));
    }
    Ok(stamp)
}

/// Checks the lines of a whole new session: dense from 0, chained, no request twice. Says when the last was accepted.
pub(crate) fn check_lines(lines: &[Line]) -> Result<i64, StoreError> {
    let mut prev = Hash::ZERO;
    let mut at = None;
    let mut requests = BTreeSet::new();
    for (number, line) in (0..).zip(lines) {
        let bad = |why: &str| StoreError::BadLine { number: line.number, why: why.to_owned() };
        if line.number != number {
            return Err(bad("the records of a session are numbered from 0, without a gap"));
        }
        at = Some(check_line(line, prev)?.at);
        if line.request.as_ref().is_some_and(|request| !requests.insert(request)) {
            return Err(bad("its request id stands in an earlier record too"));
        }
        prev = line.hash;
    }
    at.ok_or_else(|| StoreError::BadLine { number: 0, why: "a session begins with its record 0".to_owned() })
}

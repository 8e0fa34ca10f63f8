//! What a session is known by: its id, and what it was created with.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Seed;

/// The name of a session: 1 to 32 of `a-z`, `0-9` and `-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SessionId(String);

impl SessionId {
    /// The most characters that an id may have.
    pub const CHARS_MAX: usize = 32;

    /// The id as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SessionId {
    type Err = BadSessionId;
    fn from_str(text: &str) -> Result<Self, BadSessionId> {
        SessionId::try_from(text.to_owned())
    }
}

impl TryFrom<String> for SessionId {
    type Error = BadSessionId;
    fn try_from(text: String) -> Result<Self, BadSessionId> {
        let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=Self::CHARS_MAX).contains(&text.len()) && text.bytes().all(good) {
            Ok(SessionId(text))
        } else {
            Err(BadSessionId { text })
        }
    }
}

impl From<SessionId> for String {
    fn from(id: SessionId) -> String {
        id.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Not an id of a session.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no session id: 1 to {max} of a-z, 0-9 and '-'", max = SessionId::CHARS_MAX)]
pub struct BadSessionId {
    /// What was given.
    pub text: String,
}

/// What a session is created with. It never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionMeta {
    /// Its name.
    pub id: SessionId,
    /// The activity that is played.
    pub machine: String,
    /// What people call it.
    pub title: String,
    /// When it was created: milliseconds of UTC since 1970.
    pub created_at: i64,
    /// Where its chance comes from; unknown if it was imported without.
    pub seed: Option<Seed>,
    /// The session that it was forked from, and the last record that the two share.
    pub parent: Option<(SessionId, u64)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_short_and_plain() {
        for good in ["a", "0f3c9a1b", "mafia-2024", &"x".repeat(32)] {
            assert_eq!(good.parse::<SessionId>().unwrap().as_str(), good);
        }
        for bad in ["", "A", "a b", "é", "a/b", &"x".repeat(33)] {
            assert_eq!(bad.parse::<SessionId>(), Err(BadSessionId { text: bad.to_owned() }));
        }
    }
}

//! Sessions that follow one another: each takes up what the one before it left.

use serde::{Deserialize, Serialize};

use crate::{Hash, SessionId};

/// What a session goes on with, such as a space or a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// What it is called: sessions of the same name follow one another.
    pub name: String,
    /// The session that it goes on from; nothing for the first.
    pub after: Option<After>,
}

impl Chain {
    /// Is it called so? Large and small letters are the same.
    pub fn is_called(&self, name: &str) -> bool {
        self.name.trim().to_lowercase() == name.trim().to_lowercase()
    }
}

/// The session that another one goes on from, as it was then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct After {
    /// Which.
    pub session: SessionId,
    /// The hash of its last line.
    pub head: Hash,
}

/// An earlier session, for one that may go on from it.
#[derive(Clone, Debug)]
pub struct Earlier<'a, S> {
    /// Which it was.
    pub after: After,
    /// How it stands.
    pub state: &'a S,
}

//! What can be wrong with a saved session, or with what is asked of it: what happened, and what to do.

use std::io;

use engine::Damage;
use engine::replay::Mismatch;

/// What to do with a session that is not as it was written.
pub(crate) const COPY_AGAIN: &str = "export or copy it again, or restore it from a backup";

/// What to do about a bug.
pub const REPORT: &str = "this is a mistake in parlor itself: please report it, with this line";

/// Why a saved session could not be read, or what was asked of it not done.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The session, the file or the wish is not as it should be.
    #[error("{what}")]
    Unfit {
        /// What kind of failure that is.
        kind: Kind,
        /// What happened.
        what: String,
        /// What to do about it.
        todo: String,
    },

    /// What was to be written could not be.
    #[error("could not write: {0}")]
    Write(#[from] io::Error),
}

/// The kinds of failure. Who runs this tells them apart by exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It cannot be done.
    Failed,
    /// It was asked for what is not there.
    Usage,
    /// What was checked is not what it should be.
    Mismatch,
}

impl ArchiveError {
    /// The session is of a machine that is not in this program.
    pub fn unknown_machine(name: &str) -> ArchiveError {
        ArchiveError::failed(
            format!("it plays {name:?}, which this version of parlor does not know"),
            "update parlor",
        )
    }

    fn new(kind: Kind, what: impl Into<String>, todo: impl Into<String>) -> ArchiveError {
        ArchiveError::Unfit { kind, what: what.into(), todo: todo.into() }
    }

    pub(crate) fn failed(what: impl Into<String>, todo: impl Into<String>) -> ArchiveError {
        ArchiveError::new(Kind::Failed, what, todo)
    }

    pub(crate) fn usage(what: impl Into<String>, todo: impl Into<String>) -> ArchiveError {
        ArchiveError::new(Kind::Usage, what, todo)
    }

    pub(crate) fn mismatch(what: impl Into<String>, todo: impl Into<String>) -> ArchiveError {
        ArchiveError::new(Kind::Mismatch, what, todo)
    }

    /// What cannot happen has happened.
    pub(crate) fn bug(what: impl Into<String>) -> ArchiveError {
        ArchiveError::new(Kind::Failed, what, REPORT)
    }

    /// The same of something with this name.
    #[must_use]
    pub(crate) fn of(self, name: &str) -> ArchiveError {
        match self {
            ArchiveError::Unfit { kind, what, todo } => {
                ArchiveError::Unfit { kind, what: format!("{name}: {what}"), todo }
            }
            error @ ArchiveError::Write(_) => error,
        }
    }
}

impl From<Damage> for ArchiveError {
    fn from(damage: Damage) -> ArchiveError {
        match damage {
            Damage::Newer { .. } => ArchiveError::failed(damage.to_string(), "update parlor"),
            Damage::Unreadable { .. }
            | Damage::Changed { .. }
            | Damage::Unchained { .. }
            | Damage::Misnumbered { .. } => ArchiveError::mismatch(damage.to_string(), COPY_AGAIN),
        }
    }
}

impl From<Mismatch> for ArchiveError {
    fn from(mismatch: Mismatch) -> ArchiveError {
        match mismatch {
            Mismatch::Damaged(damage) => damage.into(),
            Mismatch::NoOpening { .. } | Mismatch::Differs { .. } => ArchiveError::mismatch(
                mismatch.to_string(),
                "it was not played by these rules, or was changed since: use a copy for which parlor verify succeeds",
            ),
        }
    }
}

//! What can be wrong with a saved session, or with what is asked of it: what happened, and what to do.

use std::io;

use engine::Damage;
use engine::replay::Mismatch;

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
        /// What to do about it, if anything can be done.
        todo: Option<String>,
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
        ArchiveError::failed(format!("it plays {name:?}, which this parlor does not know"))
            .todo("update parlor")
    }

    pub(crate) fn failed(what: impl Into<String>) -> ArchiveError {
        ArchiveError::Unfit { kind: Kind::Failed, what: what.into(), todo: None }
    }

    pub(crate) fn usage(what: impl Into<String>) -> ArchiveError {
        ArchiveError::Unfit { kind: Kind::Usage, what: what.into(), todo: None }
    }

    pub(crate) fn mismatch(what: impl Into<String>) -> ArchiveError {
        ArchiveError::Unfit { kind: Kind::Mismatch, what: what.into(), todo: None }
    }

    /// And this is what to do. Whoever could not write knows that better.
    #[must_use]
    pub(crate) fn todo(self, todo: impl Into<String>) -> ArchiveError {
        match self {
            ArchiveError::Unfit { kind, what, .. } => {
                ArchiveError::Unfit { kind, what, todo: Some(todo.into()) }
            }
            error @ ArchiveError::Write(_) => error,
        }
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
            Damage::Newer { .. } => ArchiveError::failed(damage.to_string()),
            Damage::Unreadable { .. }
            | Damage::Changed { .. }
            | Damage::Unchained { .. }
            | Damage::Misnumbered { .. } => {
                ArchiveError::mismatch(damage.to_string()).todo("restore it from a backup or an export")
            }
        }
    }
}

impl From<Mismatch> for ArchiveError {
    fn from(mismatch: Mismatch) -> ArchiveError {
        match mismatch {
            Mismatch::Damaged(damage) => damage.into(),
            Mismatch::NoOpening { .. } | Mismatch::Differs { .. } => {
                ArchiveError::mismatch(mismatch.to_string())
                    .todo("it was not decided by these rules, or changed since: trust a copy that verifies")
            }
        }
    }
}

//! What can go wrong with a store. Each message says what happened, where, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use engine::{BadSessionId, Damage, Hash, SessionId};

/// Why the store could not do what was asked of it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process, or another handle in this one, has the store open.
    #[error(
        "the store in {} is in use by {}: stop that parlor first, or point PARLOR_HOME at another directory",
        .dir.display(), holder(*.pid)
    )]
    Locked {
        /// The store's directory.
        dir: PathBuf,
        /// The process that holds it, if it could be read.
        pid: Option<u32>,
    },

    /// There is nothing to read from.
    #[error(
        "there is no store in {}: `parlor demo` makes one; or point PARLOR_HOME at the directory that has it",
        .dir.display()
    )]
    NoStore {
        /// The directory that was looked in.
        dir: PathBuf,
    },

    /// There is a store where one was to be put.
    #[error(
        "there is a store in {} already, and nothing was done: say --replace to have it moved into {} there, or point \
         PARLOR_HOME at another directory", .dir.display(), .aside
    )]
    Occupied {
        /// The directory.
        dir: PathBuf,
        /// Where what is there would be moved to.
        aside: &'static str,
    },

    /// The file is something else; it was not touched.
    #[error(
        "{} is not a parlor store (or its first page is damaged); it was left as it is: move it away, restore a \
         backup, or point PARLOR_HOME at another directory", .path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },

    /// The database has a layout that this program does not know yet.
    #[error(
        "{} was written by a newer parlor (layout {found}; this one knows up to {known}): update parlor",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The layout found.
        found: i64,
        /// The newest layout known here.
        known: i64,
    },

    /// The database lacks records that had been acknowledged.
    #[error(
        "{} has lost records that were acknowledged: {missing}. Its write-ahead file (parlor.db-wal) was damaged or \
         removed, or an older copy was put in its place. Bring back the newest copy of parlor.db together with \
         parlor.db-wal; or, if the older state is what you want, delete parlor.head and open the store again",
        .path.display()
    )]
    Behind {
        /// The database.
        path: PathBuf,
        /// What is missing, in words.
        missing: String,
    },

    /// Not a session id.
    #[error(transparent)]
    BadId(#[from] BadSessionId),

    /// No session with this id.
    #[error("there is no session {id}: list the sessions to see which there are")]
    NoSession {
        /// The id that was asked for.
        id: SessionId,
    },

    /// No session whose id begins like this.
    #[error("no session begins with {prefix:?}: list the sessions to see which there are")]
    NoMatch {
        /// The beginning that was asked for.
        prefix: String,
    },

    /// Several sessions begin like this.
    #[error("{prefix:?} could be any of {}: give more of the id", .among.iter().map(SessionId::as_str).collect::<Vec<_>>().join(", "))]
    Ambiguous {
        /// The beginning that was asked for.
        prefix: String,
        /// Some of the sessions that begin so.
        among: Vec<SessionId>,
    },

    /// A session cannot be created under an id that is taken.
    #[error("session {id} exists already: nothing was written")]
    Exists {
        /// The id.
        id: SessionId,
    },

    /// A line that must not be written: it would never read back.
    #[error("record {number} cannot be stored: {why}; nothing was written")]
    BadLine {
        /// The number of the record.
        number: u64,
        /// What is wrong with it.
        why: String,
    },

    /// Larger than the store keeps.
    #[error("{what} has {found}, and may have {max} at most: nothing was written")]
    TooLong {
        /// What is too long, and in which unit it is counted.
        what: &'static str,
        /// How much it has.
        found: usize,
        /// How much it may have.
        max: usize,
    },

    /// What is stored is not what was written.
    #[error(
        "session {id} is damaged: {damage}. Run `parlor store check`, and restore the session from a backup or an export"
    )]
    Damaged {
        /// The session.
        id: SessionId,
        /// Where, and how.
        damage: Damage,
    },

    /// The row that a session is listed by is not what was written.
    #[error(
        "the entry of session {id} is damaged: {why}. Run `parlor store check`, and restore it from a backup or an export"
    )]
    DamagedEntry {
        /// The session, as far as it can be read.
        id: String,
        /// What does not fit.
        why: String,
    },

    /// A photo is not what was kept.
    #[error("photo {hash} is damaged: {why}. Run `parlor store check`, and add the photo again")]
    DamagedPhoto {
        /// Its name.
        hash: Hash,
        /// What is wrong with it.
        why: String,
    },

    /// Nothing is wrong, and nothing of this was written.
    #[error("the store is busy, and nothing of this was written: {why}. Try again in a moment")]
    Busy {
        /// What holds it up.
        why: String,
    },

    /// The writer has stopped for good; nothing of this was written.
    #[error("the store does not write any more, and nothing of this was written: {why}")]
    Stopped {
        /// Why it stopped.
        why: String,
    },

    /// Whether it was written can only be told after the store has been opened again.
    #[error("it is not known whether this was written: {why}. Restart parlor and look")]
    InDoubt {
        /// What failed.
        why: String,
    },

    /// The file system said no.
    #[error("could not {doing} {}: {source}", .path.display())]
    File {
        /// What was tried.
        doing: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },

    /// The database said no.
    #[error("the database failed while {doing}: {source}. If this persists, run `parlor store check`")]
    Database {
        /// What was being done.
        doing: &'static str,
        /// What it said.
        source: rusqlite::Error,
    },
}

fn holder(pid: Option<u32>) -> String {
    match pid {
        Some(pid) if pid == std::process::id() => format!("this very process ({pid})"),
        Some(pid) => format!("process {pid}"),
        None => "another process".to_owned(),
    }
}

/// Names what was being done when the database failed.
pub(crate) trait Doing<T> {
    fn doing(self, doing: &'static str) -> Result<T, StoreError>;
}

impl<T> Doing<T> for rusqlite::Result<T> {
    fn doing(self, doing: &'static str) -> Result<T, StoreError> {
        self.map_err(|source| StoreError::Database { doing, source })
    }
}

/// Names what was being done, and with which file, when the file system failed.
pub(crate) trait DoingTo<T> {
    fn doing_to(self, doing: &'static str, path: &Path) -> Result<T, StoreError>;
}

impl<T> DoingTo<T> for io::Result<T> {
    fn doing_to(self, doing: &'static str, path: &Path) -> Result<T, StoreError> {
        self.map_err(|source| StoreError::File { doing, path: path.to_owned(), source })
    }
}

//! What can go wrong, by whom it concerns: the asker, the listener, or the one who runs the host.

use engine::{Damage, Fault, Refusal, SessionId};
use store::StoreError;

/// Why a session could not be run.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The setup is wrong.
    #[error("this cannot be opened: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Setup(Vec<Fault>),
    /// As many sessions are awake as may be.
    #[error(
        "{limit} sessions are awake, and that is the limit: one that nobody watches and whose clock does not run falls \
         asleep after {} s and makes room; try again then",
        crate::limits::SLEEP_AFTER_MS / 1_000
    )]
    TooManySessions {
        /// The limit.
        limit: usize,
    },
    /// The session plays something that this program does not know.
    #[error("session {session} plays {machine:?}, which this parlor does not know: update parlor")]
    UnknownMachine {
        /// The session.
        session: SessionId,
        /// What it plays.
        machine: String,
    },
    /// The session was imported without its seed: it can be read, not played on.
    #[error("session {session} has no seed: it can be watched and exported, but not played on")]
    NoSeed {
        /// The session.
        session: SessionId,
    },
    /// The log cannot be read as it was written.
    #[error("session {session} is damaged: {damage}")]
    Damaged {
        /// The session.
        session: SessionId,
        /// Which record, and how.
        damage: Damage,
    },
    /// It could not be looked at as was wanted.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The store said no.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store has stopped writing, so nothing can be run until it is opened again.
    #[error("the store has stopped writing: {why}. Restart parlor; whatever was acknowledged is there")]
    StorageFailed {
        /// What failed.
        why: String,
    },
    /// A bug showed while the session was being loaded.
    #[error("a bug showed while session {session} was being loaded: {why}")]
    Bug {
        /// The session.
        session: SessionId,
        /// What showed.
        why: String,
    },
}

/// Why a request was not done. Goes to the one who asked and to nobody else.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The rules say no.
    #[error(transparent)]
    Rules(#[from] Refusal),
    /// Too much is waiting for this session already.
    #[error("the table is busy: nothing was done; try again in a moment")]
    Busy,
    /// As many listen to this session as may.
    #[error("{limit} listen to this table already, and that is the limit")]
    Full {
        /// The limit.
        limit: usize,
    },
    /// This request id was used for something else.
    #[error("this request id was used for another request already: nothing was done; use a new id")]
    RequestReused,
    /// The session does not run any more; if this was done, its request id will say so after a resume.
    #[error("the session does not run any more: {0}")]
    Stopped(Closed),
    /// What was sent is no photo that can be kept.
    #[error(transparent)]
    Photo(#[from] photos::Unfit),
    /// The photo could not be kept, and is in no record.
    #[error(
        "the photo was not kept, because the disk failed: {why}. Make room or mend it, and send the photo again"
    )]
    PhotoNotKept {
        /// What failed.
        why: String,
    },
    /// Photos were to be deleted and are still on the disk.
    #[error(
        "the photos are still on the disk: {why}. It is tried again with whatever happens next at this table, and when \
         the session is resumed"
    )]
    PhotosNotDeleted {
        /// What failed.
        why: String,
    },
    /// The log could not be read or written. Nothing was acknowledged.
    #[error("this was not acknowledged, because the log failed: {why}")]
    StorageFailed {
        /// What failed.
        why: String,
    },
}

/// Why a session or a subscription is over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Closed {
    /// It was stopped; it can be resumed.
    #[error("it was stopped")]
    Stopped,
    /// This listener did not keep up: it may subscribe again from the last number that it has.
    #[error("too far behind: subscribe again after the last number received")]
    Slow,
    /// This listener has more than there is: the log came back behind what had been told.
    #[error("number {after} was asked for, and only {have} were ever told: this log is behind its listener")]
    Ahead {
        /// The number that the listener says it has.
        after: u64,
        /// How many there are.
        have: u64,
    },
    /// The log failed: what was acknowledged is safe, and nothing else will be.
    #[error("the log failed, and the session stopped: {why}")]
    Storage {
        /// What failed.
        why: String,
    },
    /// A bug in the rules or in the host. What it is, is for the one who runs the host: a message of a bug may hold
    /// what a listener must not know.
    #[error("a bug stopped this session; its log is safe")]
    Bug,
}

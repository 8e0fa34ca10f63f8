//! What the server needs of the program around it: what differs by activity, and what is done with logs that rest.

use engine::{Fault, SessionId, Viewer};
use host::NewSession;

use crate::wire::{Activity, NewTable, Provider};

/// The program around the server. Every call may take its time.
pub trait Desk: Send + Sync + 'static {
    /// What can be played, and how a table of it is laid if nothing else is said.
    fn activities(&self) -> Vec<Activity>;

    /// Where models are that a seat could be given to.
    fn providers(&self) -> Vec<Provider>;

    /// A table as somebody wants it.
    fn lay(&self, wanted: NewTable) -> Result<NewSession, NotDone>;

    /// A session written down; as a viewer saw it, or whole.
    fn export(&self, id: &SessionId, format: Format, viewer: Option<Viewer>) -> Result<Exported, NotDone>;

    /// A new session that shares the records of another up to one of them.
    fn fork(&self, id: &SessionId, at: u64) -> Result<SessionId, NotDone>;
}

/// How a session is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line.
    Jsonl,
    /// To read.
    Markdown,
    /// To play again in a browser.
    Html,
}

/// A session that was written down.
#[derive(Clone, Debug)]
pub struct Exported {
    /// What it is.
    pub media_type: &'static str,
    /// What a file of it may be called.
    pub file_name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Why something was not done.
#[derive(Debug)]
pub enum NotDone {
    /// What was wanted is wrong in these places.
    Faults(Vec<Fault>),
    /// It cannot be done, in words that the asker can act on.
    Refused(String),
    /// There is no such session.
    NotThere,
    /// Something broke, which the program has told the one who runs it.
    Broken,
}

//! What the server needs of the program around it: what differs by activity, and what is done with logs that rest.

use std::io::Write;

use engine::{Fault, SessionId, Viewer};
use host::NewSession;

use crate::wire::{Activity, Campaign, NewTable, Provider};

/// The program around the server. Every call may take its time.
pub trait Desk: Send + Sync + 'static {
    /// What can be played, and how a table of it is laid if nothing else is said.
    fn activities(&self) -> Vec<Activity>;

    /// Where models are that a seat could be given to, and what they cost. Those on this machine are asked which they have;
    /// those elsewhere only if somebody wants it. No key is in it.
    fn providers(&self, elsewhere: bool) -> Vec<Provider>;

    /// A table as somebody wants it.
    fn lay(&self, wanted: NewTable) -> Result<NewSession, NotDone>;

    /// Writes a session down; as a viewer saw it, or whole.
    fn export(
        &self,
        id: &SessionId,
        format: Format,
        viewer: Option<Viewer>,
        out: &mut dyn Write,
    ) -> Result<(), NotDone>;

    /// What goes on from one session to the next, the one that was last played first. Of many sessions the last are looked at.
    fn campaigns(&self) -> Vec<Campaign>;

    /// Writes down a session and those that it goes on from as one text, as all were told it. Those that may not be seen are left out.
    fn book(
        &self,
        id: &SessionId,
        format: Format,
        may_see: &dyn Fn(&SessionId) -> bool,
        out: &mut dyn Write,
    ) -> Result<(), NotDone>;

    /// When the game of a session that is over turned, as far as that can be told in a few seconds of trying it out; nothing of an
    /// activity in which no side wins. It takes its time, and is asked for once.
    fn turning(&self, id: &SessionId) -> Option<Turning>;

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

impl Format {
    /// What it is, and how the name of a file of it ends.
    pub(crate) fn is(self) -> (&'static str, &'static str) {
        match self {
            Format::Jsonl => ("application/jsonl", "jsonl"),
            Format::Markdown => ("text/markdown; charset=utf-8", "md"),
            Format::Html => ("text/html; charset=utf-8", "html"),
        }
    }
}

/// When a game turned: between which of its phases the side that won became much likelier to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turning {
    /// The record after which it had.
    pub record: u64,
    /// What was played meanwhile, such as "Vote 2".
    pub title: String,
    /// The side that won.
    pub side: String,
    /// How many of the games it won that the house played on from before.
    pub before: u64,
    /// And from after it.
    pub after: u64,
    /// How many those were, each time.
    pub games: u64,
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

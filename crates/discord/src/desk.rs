//! What the bot needs of the program around it: what can be played, and how a table of it is laid.

use engine::{Salt, SessionId, Viewer};
use futures_util::future::BoxFuture;
use host::NewSession;
use protocol::table::Language;

/// The program around the bot. Every call may take its time.
pub trait Desk: Send + Sync + 'static {
    /// What can be played.
    fn activities(&self) -> Vec<Activity>;

    /// The models that take the seats that are left, by their names; none, and the house takes them.
    fn models(&self) -> &[String];

    /// How many tables with models one person, and one server, may lay in a day.
    fn tables_a_day(&self) -> usize;

    /// A table as people want it; models or the house take the seats that are left. The error is for whoever asked.
    fn lay(&self, wanted: &Wanted) -> Result<NewSession, String>;

    /// Where the page of a table is, if there is one that others can open. It gives nobody a right.
    fn page(&self, id: &SessionId) -> Option<String>;

    /// What a viewer was told at a table, to keep: the name of a file, and what is in it. The error is for whoever asked.
    fn export(&self, id: &SessionId, viewer: Viewer) -> Result<(String, Vec<u8>), String>;

    /// A file at an address, if it is no longer than so many bytes. The error is for whoever asked.
    fn fetch(&self, url: &str, bytes_max: usize) -> BoxFuture<'static, Result<Vec<u8>, String>>;
}

/// A table as people want it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What is played.
    pub activity: String,
    /// What it is called.
    pub title: String,
    /// Who sits down, in the order of the seats.
    pub people: Vec<String>,
    /// What the dice are seeded with, if somebody said it.
    pub seed: Option<u64>,
    /// Its salt, if somebody said it, too: whoever knows both can know what the dice show.
    pub salt: Option<Salt>,
    /// What is spoken there.
    pub language: Language,
    /// What is gone on with from one table to the next, if somebody said it.
    pub campaign: Option<String>,
    /// The session in the same channel, with whoever wants this one at its table, that it may go on from.
    pub after: Option<SessionId>,
}

/// Something that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    /// Its name, as commands have it.
    pub name: String,
    /// What a table of it is called.
    pub title: String,
    /// What it is, in a line.
    pub about: String,
    /// How many people can sit down.
    pub people_max: usize,
}

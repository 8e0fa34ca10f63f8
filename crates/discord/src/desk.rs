//! What the bot needs of the program around it: what can be played, and how a table of it is laid.

use futures_util::future::BoxFuture;
use host::NewSession;
use store::SessionId;

/// The program around the bot. Every call may take its time.
pub trait Desk: Send + Sync + 'static {
    /// What can be played.
    fn activities(&self) -> Vec<Activity>;

    /// A table with these people at it; the house takes what is left. The error is for whoever asked.
    fn lay(&self, activity: &str, title: &str, people: &[String]) -> Result<NewSession, String>;

    /// A file at an address, if it is no longer than so many bytes. The error is for whoever asked.
    fn fetch(&self, url: &str, bytes_max: usize) -> BoxFuture<'static, Result<Vec<u8>, String>>;

    /// Where a table can be watched in a browser, if anywhere.
    fn link(&self, id: &SessionId) -> Option<String>;
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

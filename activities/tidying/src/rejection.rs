//! Why the rules say no, where no form can say it.

use engine::Reason;

/// A refusal, in words that the asker can act on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The session has ended.
    #[error("the session is over: read it with `parlor export`, or begin a new one in the same space")]
    Over,
    /// A command for somebody else.
    #[error("only {0} can do this")]
    NotYours(&'static str),
    /// Words that want something undone, where there is nothing.
    #[error("nothing was decided yet that could be undone")]
    NothingToUndo,
    /// Words that are a number, and no choice has it.
    #[error("there is no choice {given}: choose 1 to {max}")]
    NoSuchChoice {
        /// The number.
        given: u8,
        /// The highest.
        max: usize,
    },
    /// The session has as many things as it can hold.
    #[error("{0:?} is new, and the list is full: sort what is on it first")]
    Full(String),
    /// A name that another thing has.
    #[error("another thing is called {0:?}: choose another name, or leave it out")]
    Taken(String),
    /// Too many photos.
    #[error("{count} photos are the most {of}: {remedy}")]
    TooManyPhotos {
        /// How many.
        count: usize,
        /// Of what.
        of: &'static str,
        /// What to do.
        remedy: &'static str,
    },
}

impl Reason for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Rejection::Over => "over",
            Rejection::NotYours(_) => "not-yours",
            Rejection::NothingToUndo => "nothing-to-undo",
            Rejection::NoSuchChoice { .. } => "no-such-number",
            Rejection::Full(_) => "full",
            Rejection::Taken(_) => "taken",
            Rejection::TooManyPhotos { .. } => "too-many-photos",
        }
    }
}

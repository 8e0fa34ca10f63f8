//! Why the rules say no to what a form can say: what is out of range there, the engine refuses.

use engine::Reason;

/// A refusal, in words that the asker can act on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// A name that nobody has.
    #[error("there is no {kind} called {name:?}; known: {known}")]
    Unknown {
        /// Of what kind.
        kind: &'static str,
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A name that somebody has.
    #[error("there is a {kind} called {name:?} already: choose another name")]
    Taken {
        /// Of what kind.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A consequence that would change nothing.
    #[error("amount: 0 steps of attitude change nothing")]
    NoSteps,
    /// Words that this table does not tell.
    #[error("this table does not tell of “{0}”: find other words")]
    Line(String),
    /// Words that this table tells from afar alone.
    #[error("this table tells of “{0}” from afar: in one sentence at most")]
    Veil(String),
    /// D13.
    #[error("{0}")]
    Price(String),
    /// Only somebody else may do that.
    #[error("only {who} may do that")]
    NotYours {
        /// Who may.
        who: &'static str,
    },
}

impl Reason for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Rejection::Unknown { .. } => "unknown",
            Rejection::Taken { .. } => "taken",
            Rejection::NoSteps => "no-steps",
            Rejection::Line(_) => "line",
            Rejection::Veil(_) => "veil",
            Rejection::Price(_) => "price",
            Rejection::NotYours { .. } => "not-yours",
        }
    }
}

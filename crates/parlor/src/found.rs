//! What a doctor found: each thing in words, with a sign, and what to do about it.

use protocol::clean_line;
use serde::Serialize;
use tui::Theme;

use crate::exit::Failure;
use crate::text::short;

/// Characters of what is said about one thing.
const WORDS_MAX: usize = 200;

/// How something was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// It can be used.
    Good,
    /// It cannot.
    Bad,
    /// It is not there, or nobody looked, and that is no fault.
    Plain,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Found {
    /// How.
    pub(crate) state: State,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    todo: Option<String>,
}

impl Found {
    /// So, in these words.
    pub(crate) fn new(state: State, words: impl AsRef<str>) -> Found {
        Found { state, words: short(&clean_line(words.as_ref()), WORDS_MAX), todo: None }
    }

    /// It cannot be used, for this reason.
    pub(crate) fn failed(failure: &Failure) -> Found {
        Found::new(State::Bad, failure.what()).todo(failure.what_to_do())
    }

    /// And this is what to do.
    #[must_use]
    pub(crate) fn todo(mut self, todo: impl Into<String>) -> Found {
        self.todo = Some(todo.into());
        self
    }

    /// With a sign before the words: the sign alone is never all there is.
    pub(crate) fn said(&self, theme: Theme) -> String {
        let sign = match (self.state, theme.ascii) {
            (State::Good, false) => "✓",
            (State::Bad, false) => "✗",
            (State::Plain, false) => "–",
            (State::Good, true) => "+",
            (State::Bad, true) => "x",
            (State::Plain, true) => "-",
        };
        format!("{sign} {}", self.words)
    }
}

/// What to do about all that, after an empty line.
pub(crate) fn todos<'a>(theme: Theme, found: impl Iterator<Item = (&'a str, &'a Found)>) -> String {
    let arrow = if theme.ascii { "->" } else { "→" };
    let mut out = String::new();
    for (name, todo) in found.filter_map(|(name, found)| Some((name, found.todo.as_ref()?))) {
        let space = if out.is_empty() { "\n" } else { "" };
        out.push_str(&format!("{space}  {arrow} {}: {todo}\n", clean_line(name)));
    }
    out
}

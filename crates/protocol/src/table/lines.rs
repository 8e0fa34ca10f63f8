//! Lines and veils: what the people at a table keep out of it.

use serde::{Deserialize, Serialize};

/// Which of the two was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawn {
    /// A line: the subject does not come up.
    Line,
    /// A veil: it may, out of sight.
    Veil,
}

/// The subjects that are kept out, in the order in which they were named.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lines {
    /// Those that do not come up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// Those that may, out of sight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub veils: Vec<String>,
}

impl Lines {
    /// Is nothing kept out?
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.veils.is_empty()
    }

    /// The subjects of one kind.
    pub fn of(&self, kind: Drawn) -> &[String] {
        match kind {
            Drawn::Line => &self.lines,
            Drawn::Veil => &self.veils,
        }
    }
}

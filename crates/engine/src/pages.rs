//! What stands before and after what is told, where a session is written down to be read: panels, as of a board.

use crate::board::Panel;

/// The first and the last pages of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pages {
    /// What it is called, where that is not the title of its table.
    pub title: Option<String>,
    /// What stands before it.
    pub first: Vec<Panel>,
    /// What it came to, in a few words: "3 scenes", "12 things sorted in 14 minutes".
    pub sum: String,
    /// What stands after it.
    pub last: Vec<Panel>,
}

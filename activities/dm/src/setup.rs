//! What a session is opened with, besides its seats.
//!
//! The last seat is the game master's; every other one plays a character.

use engine::{Fault, Seat, seat_faults};
use serde::{Deserialize, Serialize};

use super::limits::{LINE_CHARS_MAX, LINES_MAX};

/// The options of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, engine::Options)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Lines.
    ///
    /// What is never told at this table, one a line.
    // Players may add to it in session zero.
    #[texts(0..=LINES_MAX, each = LINE_CHARS_MAX)]
    pub lines: Vec<String>,
    /// Veils.
    ///
    /// What is told only from afar, one a line.
    #[texts(0..=LINES_MAX, each = LINE_CHARS_MAX)]
    pub veils: Vec<String>,
}

impl Setup {
    /// What is wrong with it that its options do not say.
    pub(super) fn faults(&self, seats: &[Seat]) -> Vec<Fault> {
        let mut faults = seat_faults(seats);
        for (field, words) in [("lines", &self.lines), ("veils", &self.veils)] {
            let unclean = (0..).zip(words).filter(|(_, word)| word.chars().any(char::is_control));
            let fault = |at| Fault::new(format!("{field}[{at}]"), "give a few plain words, on one line");
            faults.extend(unclean.map(|(at, _): (usize, _)| fault(at)));
        }
        faults
    }
}

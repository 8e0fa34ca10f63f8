//! What a session is opened with, besides its seats.
//!
//! The last seat is the game master's; every other one plays a character.

use engine::{Fault, Seat, seat_faults};
use serde::{Deserialize, Serialize};

use super::limits::{LINE_CHARS_MAX, LINES_MAX, PARTY_MAX};

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
    /// Everything that is wrong with it.
    pub(super) fn faults(&self, seats: &[Seat]) -> Vec<Fault> {
        let mut faults = seat_faults(seats);
        if seats.len() < 2 || seats.len() > PARTY_MAX + 1 {
            let problem = format!(
                "{} seats: a party is 1 to {PARTY_MAX}, and the last seat is the game master's",
                seats.len()
            );
            faults.push(Fault::new("seats", problem));
        }
        for (field, words) in [("lines", &self.lines), ("veils", &self.veils)] {
            if words.len() > LINES_MAX {
                faults.push(Fault::new(field, format!("{}: at most {LINES_MAX}", words.len())));
            }
            for (at, word) in words.iter().enumerate() {
                let chars = word.trim().chars().count();
                if chars == 0 || chars > LINE_CHARS_MAX || word.chars().any(char::is_control) {
                    let problem = format!("give a few plain words, at most {LINE_CHARS_MAX} characters");
                    faults.push(Fault::new(format!("{field}[{at}]"), problem));
                }
            }
        }
        faults
    }
}

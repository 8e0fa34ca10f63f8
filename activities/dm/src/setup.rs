//! What a session is opened with, besides its seats.
//!
//! The last seat is the game master's; every other one plays a character.

use engine::{After, Fault, Seat, raw, seat_faults};
use serde::{Deserialize, Serialize};

use super::campaign::Before;
use super::limits::{BEFORE_BYTES_MAX, LINE_CHARS_MAX, LINES_MAX, NAME_CHARS_MAX};

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
    /// Campaign.
    ///
    /// What evenings that follow one another are called: the next one of that name goes on from this.
    #[text(NAME_CHARS_MAX)]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub campaign: String,
    /// How the evening before left it (D29).
    #[unasked]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Before>>,
    /// Which that was.
    #[unasked]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<After>,
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
        if self.campaign.chars().any(char::is_control) {
            faults.push(Fault::new("campaign", "give a few plain words, on one line"));
        }
        let bytes = self.before.as_ref().map_or(0, |before| raw(before).get().len());
        if bytes > BEFORE_BYTES_MAX {
            let problem =
                format!("{bytes} bytes: what goes on from an evening has at most {BEFORE_BYTES_MAX}");
            faults.push(Fault::new("before", problem));
        }
        if self.before.is_some() && self.campaign.trim().is_empty() {
            faults
                .push(Fault::new("campaign", "an evening that goes on from another has its campaign's name"));
        }
        faults
    }
}

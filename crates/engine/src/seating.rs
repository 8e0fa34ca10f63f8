//! Who sits down to what, and how fast: what a setup is suited to.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Holder, Seat, SeatId, SeatSet};

/// A table that is being laid: what [`suited`](crate::Machine::suited) makes a setup for.
#[derive(Clone, Copy, Debug)]
pub struct Seating<'a> {
    /// Who sits where.
    pub seats: &'a [Seat],
    /// The seats whose models can look at photos.
    pub sees: SeatSet,
    /// How fast it shall go, if somebody said it.
    pub speed: Option<Speed>,
    /// What the table is called, if somebody thought of that before the setup.
    pub title: Option<&'a str>,
    /// What was said of the setup: an object. It comes over whatever is suited, and is here for what follows from it.
    pub said: &'a Value,
}

impl Seating<'_> {
    /// Does a person have a seat?
    pub fn has_person(&self) -> bool {
        self.seats.iter().any(|seat| seat.holder == Holder::Person)
    }

    /// Does nobody but the house have one?
    pub fn is_house(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat.holder, Holder::House(_)))
    }

    /// Can whoever has the last seat look at photos?
    pub fn last_sees(&self) -> bool {
        self.seats.len().checked_sub(1).is_some_and(|last| self.sees.contains(SeatId::at(last)))
    }
}

/// How fast a table goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Speed {
    /// For models: seconds a turn.
    Normal,
    /// Half of normal.
    Fast,
    /// Very short, and nothing added per seat.
    Debug,
    /// For people: a minute and more, and more on request.
    Relaxed,
    /// No deadlines: the host moves the session on.
    Step,
    /// No delays and no deadlines.
    Instant,
}

impl Speed {
    /// Every speed.
    pub const ALL: [Speed; 6] =
        [Speed::Normal, Speed::Fast, Speed::Debug, Speed::Relaxed, Speed::Step, Speed::Instant];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::Debug => "debug",
            Speed::Relaxed => "relaxed",
            Speed::Step => "step",
            Speed::Instant => "instant",
        }
    }
}

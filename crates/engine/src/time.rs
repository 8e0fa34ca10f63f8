//! Table time: the activity's own clock, which runs only while the table is live.

use std::ops::Add;

use serde::{Deserialize, Serialize};

/// A moment in table time: milliseconds that the table has been live since the session was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableTime(pub u64);

impl Add<u64> for TableTime {
    type Output = TableTime;
    /// So many milliseconds later.
    fn add(self, ms: u64) -> TableTime {
        TableTime(self.0.saturating_add(ms))
    }
}

impl TableTime {
    /// Milliseconds since an earlier moment.
    pub fn since(self, earlier: TableTime) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// When something happens: in table time, for the rules, and in UTC, for the people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Table time.
    pub time: TableTime,
    /// Milliseconds of UTC since 1970.
    pub at: i64,
}

impl Moment {
    /// The moment that UTC `at` is, seen from this one. While the table is not live no table time passes; a
    /// wall clock that was set back does not take table time back with it.
    pub fn later(self, at: i64, live: bool) -> Moment {
        let passed = if live { u64::try_from(at.saturating_sub(self.at)).unwrap_or(0) } else { 0 };
        Moment { time: self.time + passed, at }
    }
}

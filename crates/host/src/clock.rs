//! The clock: UTC that runs on with the process's own monotonic time.
//!
//! The wall clock is looked at once. From then on time passes as [`Instant`] does, so a wall clock that is set while
//! the process runs moves no deadline, and a test on made-up time moves all of them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use engine::TableTime;
use tokio::time::Instant;

/// Milliseconds of UTC since 1970, from a start and the time that passed since.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UtcClock {
    start: Instant,
    start_utc: i64,
}

impl UtcClock {
    /// A clock that stands at this UTC now; at the wall clock's if none is given.
    pub(crate) fn new(utc: Option<i64>) -> UtcClock {
        UtcClock { start: Instant::now(), start_utc: utc.unwrap_or_else(wall_utc) }
    }

    /// What it shows.
    pub(crate) fn now(&self) -> i64 {
        let passed = i64::try_from(self.start.elapsed().as_millis()).unwrap_or(i64::MAX);
        self.start_utc.saturating_add(passed)
    }

    /// The clock, set forward if it shows less than `utc`. For a log whose last record is in the future because the
    /// wall clock was set back: table time must run on from there, not stand still until the wall clock has caught up.
    pub(crate) fn not_before(self, utc: i64) -> UtcClock {
        let missing = utc.saturating_sub(self.now()).max(0);
        UtcClock { start_utc: self.start_utc.saturating_add(missing), ..self }
    }
}

fn wall_utc() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// How long to wait from one moment of table time to another.
pub(crate) fn wait(from: TableTime, to: TableTime) -> Duration {
    // Never nothing: the timer counts in milliseconds and could wake up a little before the clock shows the next.
    Duration::from_millis(to.since(from).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_runs_with_the_made_up_time() {
        let clock = UtcClock::new(Some(1_000));
        tokio::time::advance(Duration::from_secs(3_600)).await;
        assert_eq!(clock.now(), 3_601_000);
    }

    #[tokio::test(start_paused = true)]
    async fn a_wall_clock_that_was_set_back_is_set_forward_to_the_log() {
        let clock = UtcClock::new(Some(1_000));
        assert_eq!(clock.not_before(5_000).now(), 5_000);
        assert_eq!(clock.not_before(500).now(), 1_000);
        let ahead = clock.not_before(5_000);
        tokio::time::advance(Duration::from_millis(7)).await;
        assert_eq!(ahead.now(), 5_007);
    }
}

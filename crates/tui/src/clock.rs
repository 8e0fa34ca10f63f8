//! The clock that all see, counted on between two updates.

use crate::says;
use protocol::{Clock, TableTime};

/// Below this the clock warns: with a sign and in bold, or in words.
pub(crate) const SOON_MS: u64 = 20_000;

/// The clock as last told, and when that was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Countdown {
    clock: Clock,
    now: TableTime,
    told_ms: u64,
}

impl Default for Countdown {
    fn default() -> Self {
        Countdown {
            clock: Clock { closes: None, running: false, by_hand: false },
            now: TableTime(0),
            told_ms: 0,
        }
    }
}

impl Countdown {
    /// Table time was told at `told_ms` of the face's own clock.
    pub(crate) fn tell(&mut self, clock: Option<Clock>, now: TableTime, told_ms: u64) {
        self.clock = clock.unwrap_or(self.clock);
        self.now = now;
        self.told_ms = told_ms;
    }

    /// Milliseconds until the phase closes.
    pub(crate) fn left_ms(&self, now_ms: u64) -> Option<u64> {
        let passed = if self.clock.running { now_ms.saturating_sub(self.told_ms) } else { 0 };
        self.clock.closes.map(|closes| closes.since(self.now + passed))
    }

    pub(crate) fn running(&self) -> bool {
        self.clock.running
    }

    /// Is it time to hurry?
    pub(crate) fn soon(&self, now_ms: u64) -> bool {
        self.clock.running && self.left_ms(now_ms).is_some_and(|left| left <= SOON_MS)
    }

    /// Milliseconds until the clock shows something else.
    pub(crate) fn changes_in_ms(&self, now_ms: u64) -> Option<u64> {
        let left = self.left_ms(now_ms).filter(|left| *left > 0 && self.clock.running)?;
        Some(match left % 1000 {
            0 => 1000,
            part => part,
        })
    }
}

/// Minutes and seconds; a second that has begun counts.
pub(crate) fn minutes(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}

/// The same as one says it.
pub(crate) fn spoken(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    let minutes = match seconds / 60 {
        0 => None,
        1 => Some(says::ONE_MINUTE.to_owned()),
        many => Some(says::minutes(many)),
    };
    let seconds = match seconds % 60 {
        0 => None,
        1 => Some(says::ONE_SECOND.to_owned()),
        many => Some(says::seconds(many)),
    };
    let parts: Vec<String> = [minutes, seconds].into_iter().flatten().collect();
    if parts.is_empty() { says::NO_TIME.to_owned() } else { parts.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(running: bool) -> Countdown {
        let mut clock = Countdown::default();
        clock.tell(
            Some(Clock { closes: Some(TableTime(60_000)), running, by_hand: false }),
            TableTime(18_000),
            5_000,
        );
        clock
    }

    #[test]
    fn a_running_clock_counts_down_and_stops_at_nothing() {
        assert_eq!(clock(true).left_ms(5_000), Some(42_000));
        assert_eq!(clock(true).left_ms(6_500), Some(40_500));
        assert_eq!(clock(true).changes_in_ms(6_500), Some(500));
        assert_eq!(clock(true).left_ms(500_000), Some(0));
        assert_eq!(clock(true).changes_in_ms(500_000), None);
    }

    #[test]
    fn a_stopped_clock_stands_still() {
        assert_eq!(clock(false).left_ms(65_000), Some(42_000));
        assert_eq!(clock(false).changes_in_ms(65_000), None);
        assert!(!clock(false).soon(65_000));
    }

    #[test]
    fn a_second_that_has_begun_counts() {
        assert_eq!(minutes(42_000), "00:42");
        assert_eq!(minutes(41_001), "00:42");
        assert_eq!(minutes(0), "00:00");
        assert_eq!(minutes(754_000), "12:34");
        for (ms, words) in [
            (0, "no time"),
            (1, "1 second"),
            (60_000, "1 minute"),
            (90_000, "1 minute 30 seconds"),
            (119_001, "2 minutes"),
        ] {
            assert_eq!(spoken(ms), words);
        }
    }
}

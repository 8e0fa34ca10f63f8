//! What becomes of a table by itself once its activity has ended (T10): it looks back, and closes when nothing more is said.
//!
//! Both are records of the host's. A table at which no person sits is left as it is. It looks back in the run in which the end came:
//! whoever opens an evening of last year does not find that it has just changed.

use std::time::Duration;

use engine::{Holder, SeatId};
use serde_json::value::RawValue;

use crate::back::by_host;
use crate::task::SessionTask;

/// What is known of an end.
pub(crate) struct AfterEnd {
    /// Has the activity just ended, and the table not heard of it?
    pub(crate) is_new: bool,
    /// When the session began to run here: time in which it did not is nobody's. Milliseconds of UTC.
    pub(crate) began: i64,
}

impl SessionTask {
    /// Does what is due at a table whose activity has ended.
    pub(crate) fn after_end(&mut self) {
        let Some((_, command)) = self.due_after_end().filter(|(left, _)| left.is_zero()) else { return };
        if let Some(end) = &mut self.end {
            end.is_new = false;
        }
        // One that is refused, because the log is full, is no reason to stop.
        if self.write_behind(&by_host(command)).is_err() {
            self.end = None;
        }
    }

    /// How long until that is.
    pub(crate) fn end_in(&self) -> Option<Duration> {
        self.due_after_end().map(|(left, _)| left)
    }

    fn due_after_end(&self) -> Option<(Duration, Box<RawValue>)> {
        let end = self.end.as_ref()?;
        let mut seats = (0..self.session.seats.len()).map(SeatId::at);
        if self.session.activity.outcome().is_none()
            || !seats.any(|seat| *self.session.holder(seat) == Holder::Person)
        {
            return None;
        }
        let (quiet_ms, command) =
            self.session.table.after_end().filter(|(quiet_ms, _)| *quiet_ms > 0 || end.is_new)?;
        let quiet = self.clock.now().saturating_sub(self.session.last_at().max(end.began));
        let left = quiet_ms.saturating_sub(u64::try_from(quiet).unwrap_or(0));
        Some((Duration::from_millis(left), command))
    }
}

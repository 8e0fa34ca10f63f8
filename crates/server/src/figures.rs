//! What a monitor is told: how much was done, how long it took, and what was refused.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Upper bounds of the times that commands are counted by: milliseconds.
const BOUNDS_MS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 250, 1_000, 5_000];

/// Reasons that are counted apart. There are some dozens; what comes beyond that is counted together.
const REASONS_MAX: usize = 128;

/// Counters since the start.
#[derive(Debug, Default)]
pub(crate) struct Figures {
    /// Commands by how long they took; the last is for whatever took longer than all bounds.
    took: [AtomicU64; BOUNDS_MS.len() + 1],
    took_us: AtomicU64,
    refused: Mutex<BTreeMap<String, u64>>,
}

impl Figures {
    /// A command was done and is on disk.
    pub(crate) fn command_done(&self, took: Duration) {
        let at = BOUNDS_MS.iter().position(|bound| took <= Duration::from_millis(*bound));
        self.took[at.unwrap_or(BOUNDS_MS.len())].fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.took_us.fetch_add(micros, Ordering::Relaxed);
    }

    /// Something was not done, for this reason.
    pub(crate) fn refused(&self, code: &str) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = refused.get_mut(code) {
            *count += 1;
            return;
        }
        let code = if refused.len() < REASONS_MAX { code } else { "other" };
        *refused.entry(code.to_owned()).or_default() += 1;
    }

    /// As a monitor reads it.
    pub(crate) fn write(&self, out: &mut String) {
        let count = |at: usize| self.took[at].load(Ordering::Relaxed);
        let bounds = BOUNDS_MS.iter().map(|bound| format!("{}", *bound as f64 / 1_000.0));
        let mut below = 0;
        out.push_str(
            "# HELP parlor_command_seconds From a command to its answer, which comes once it is on disk.\n",
        );
        out.push_str("# TYPE parlor_command_seconds histogram\n");
        for (at, bound) in bounds.chain(["+Inf".to_owned()]).enumerate() {
            below += count(at);
            let _ = writeln!(out, "parlor_command_seconds_bucket{{le=\"{bound}\"}} {below}");
        }
        let seconds = self.took_us.load(Ordering::Relaxed) as f64 / 1_000_000.0;
        let _ = writeln!(out, "parlor_command_seconds_sum {seconds}\nparlor_command_seconds_count {below}");
        out.push_str(
            "# HELP parlor_refused_total Requests that were not done, by the code that their answer has.\n",
        );
        out.push_str("# TYPE parlor_refused_total counter\n");
        for (code, count) in self.refused.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let _ = writeln!(out, "parlor_refused_total{{code=\"{code}\"}} {count}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_below_their_bounds_and_refusals_by_their_codes() {
        let figures = Figures::default();
        for millis in [1, 3, 3, 9_000] {
            figures.command_done(Duration::from_millis(millis));
        }
        figures.refused("not-found");
        figures.refused("not-found");
        let mut out = String::new();
        figures.write(&mut out);
        for line in [
            "parlor_command_seconds_bucket{le=\"0.001\"} 1",
            "parlor_command_seconds_bucket{le=\"0.005\"} 3",
            "parlor_command_seconds_bucket{le=\"5\"} 3",
            "parlor_command_seconds_bucket{le=\"+Inf\"} 4",
            "parlor_command_seconds_count 4",
            "parlor_refused_total{code=\"not-found\"} 2",
        ] {
            assert!(out.lines().any(|it| it == line), "{line}\n{out}");
        }
    }

    #[test]
    fn reasons_without_end_are_counted_together() {
        let figures = Figures::default();
        for number in 0..REASONS_MAX * 2 {
            figures.refused(&format!("reason-{number}"));
        }
        let refused = figures.refused.lock().expect("not poisoned");
        assert_eq!(refused.len(), REASONS_MAX + 1);
        assert_eq!(refused["other"], REASONS_MAX as u64);
    }
}

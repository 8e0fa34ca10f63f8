//! What is known of the writer while it works: how much waits for it, how long that takes, and whether it has stopped.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Tasks that wait for the writer. More are turned away at once: whoever asks must not be held up by a disk that stalls.
const WAITING_MAX: usize = 16_384;

/// Bytes of them.
const WAITING_BYTES_MAX: usize = 64 * 1024 * 1024;

/// How the writer of a store does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writing {
    /// Why it has stopped, if it has. Nothing is written any more then.
    pub stopped: Option<String>,
    /// Tasks that wait for it.
    pub waiting: usize,
    /// How long the last ones took, or those that it is at have taken so far, if that is longer.
    pub delay: Duration,
}

#[derive(Debug)]
pub(crate) struct Gauge {
    began: Instant,
    waiting: AtomicUsize,
    bytes: AtomicUsize,
    commits: AtomicU64,
    /// How long the last batch took: microseconds.
    took: AtomicU64,
    /// When the batch that is under way was begun, in microseconds since `began`; 0 if none is.
    since: AtomicU64,
    stopped: OnceLock<String>,
}

impl Gauge {
    pub(crate) fn new() -> Gauge {
        Gauge {
            began: Instant::now(),
            waiting: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
            commits: AtomicU64::new(0),
            took: AtomicU64::new(0),
            since: AtomicU64::new(0),
            stopped: OnceLock::new(),
        }
    }

    /// Takes a place for a task of so many bytes, if there is one.
    pub(crate) fn enter(&self, bytes: usize) -> bool {
        let (waiting, before) =
            (self.waiting.fetch_add(1, Ordering::Relaxed), self.bytes.fetch_add(bytes, Ordering::Relaxed));
        // One that is larger than all of them may be has to get through, too.
        let fits = waiting < WAITING_MAX && (before == 0 || before + bytes <= WAITING_BYTES_MAX);
        if !fits {
            self.leave(bytes);
        }
        fits
    }

    /// Gives the place back.
    pub(crate) fn leave(&self, bytes: usize) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// A batch is begun.
    pub(crate) fn begin(&self) {
        self.since.store(self.now().max(1), Ordering::Relaxed);
    }

    /// Everybody of the batch has been answered.
    pub(crate) fn end(&self) {
        let since = self.since.swap(0, Ordering::Relaxed);
        self.took.store(self.now().saturating_sub(since), Ordering::Relaxed);
    }

    pub(crate) fn committed(&self) {
        self.commits.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Relaxed)
    }

    /// The writer stops for good; the first reason is the one that counts.
    pub(crate) fn stop(&self, why: String) {
        let _ = self.stopped.set(why);
    }

    /// Why it has stopped, if it has.
    pub(crate) fn stopped(&self) -> Option<&str> {
        self.stopped.get().map(String::as_str)
    }

    pub(crate) fn writing(&self) -> Writing {
        let since = self.since.load(Ordering::Relaxed);
        let so_far = if since == 0 { 0 } else { self.now().saturating_sub(since) };
        Writing {
            stopped: self.stopped.get().cloned(),
            waiting: self.waiting.load(Ordering::Relaxed),
            delay: Duration::from_micros(self.took.load(Ordering::Relaxed).max(so_far)),
        }
    }
}

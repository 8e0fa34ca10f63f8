//! Time that was worked, as against time that passed: on a shared machine only the first says something about code.

use std::time::{Duration, Instant};

/// The time that this thread has had a core. The scheduler books it at each of its ticks, so ask for stretches of
/// a tenth of a second and more. Where the system does not say, the time that has passed.
pub(crate) fn thread_cpu() -> Duration {
    booked("/proc/thread-self/schedstat").unwrap_or_else(passed)
}

/// The same for all threads of this process.
pub(crate) fn process_cpu() -> Duration {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return passed() };
    threads.flatten().filter_map(|thread| booked(&format!("{}/schedstat", thread.path().display()))).sum()
}

/// The same for the threads of this process that have this name.
pub(crate) fn cpu_of(name: &str) -> Duration {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return Duration::ZERO };
    let path = |thread: &std::fs::DirEntry, file: &str| format!("{}/{file}", thread.path().display());
    let is_named = |thread: &std::fs::DirEntry| {
        std::fs::read_to_string(path(thread, "comm")).is_ok_and(|comm| comm.trim_end() == name)
    };
    threads.flatten().filter(is_named).filter_map(|thread| booked(&path(&thread, "schedstat"))).sum()
}

/// How many things are done in a second of work. `work` does some and says how many.
pub(crate) fn rate(at_least: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let start = thread_cpu();
    let mut done = 0;
    loop {
        done += work();
        let worked = thread_cpu().saturating_sub(start);
        if worked >= at_least {
            return done as f64 / worked.as_secs_f64();
        }
    }
}

fn booked(path: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(path).ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn passed() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

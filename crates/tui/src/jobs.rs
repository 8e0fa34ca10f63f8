//! The program as a job of a shell: it is stopped, and goes on.

#[cfg(unix)]
pub(crate) use unix::Jobs;

/// Elsewhere no program is stopped.
#[cfg(not(unix))]
pub(crate) struct Jobs;

#[cfg(not(unix))]
impl Jobs {
    pub(crate) fn new() -> std::io::Result<Jobs> {
        Ok(Jobs)
    }

    pub(crate) fn is_to_stop(&self) -> bool {
        false
    }

    pub(crate) fn went_on(&self) -> bool {
        false
    }

    pub(crate) fn stop() {}
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use signal_hook::consts::{SIGCONT, SIGTSTP};
    use signal_hook::{flag, low_level};

    /// What a shell has wished since it was last asked.
    pub(crate) struct Jobs {
        stop: Arc<AtomicBool>,
        go_on: Arc<AtomicBool>,
    }

    impl Jobs {
        /// Listens from now on.
        pub(crate) fn new() -> io::Result<Jobs> {
            let jobs = Jobs { stop: Arc::default(), go_on: Arc::default() };
            flag::register(SIGTSTP, Arc::clone(&jobs.stop))?;
            flag::register(SIGCONT, Arc::clone(&jobs.go_on))?;
            Ok(jobs)
        }

        /// Is it to stop?
        pub(crate) fn is_to_stop(&self) -> bool {
            self.stop.swap(false, Ordering::SeqCst)
        }

        /// Was it stopped, and goes on?
        pub(crate) fn went_on(&self) -> bool {
            self.go_on.swap(false, Ordering::SeqCst)
        }

        /// Stops until the shell lets it go on.
        pub(crate) fn stop() {
            // Where it cannot be stopped it goes on.
            let _ = low_level::emulate_default_handler(SIGTSTP);
        }
    }
}

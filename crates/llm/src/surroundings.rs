//! What comes from outside of the process: variables and the time of day. Both are arguments, so that a test has its
//! own.

use std::fmt;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

type Get = dyn Fn(&str) -> Option<String> + Send + Sync;

/// Variables, by their name.
#[derive(Clone)]
pub struct Env(Arc<Get>);

impl Env {
    /// Those that this function knows.
    pub fn new(get: impl Fn(&str) -> Option<String> + Send + Sync + 'static) -> Env {
        Env(Arc::new(get))
    }

    /// The variables of this process.
    pub fn process() -> Env {
        Env::new(|name| std::env::var(name).ok())
    }

    /// None at all.
    pub fn none() -> Env {
        Env::new(|_| None)
    }

    /// These and no others.
    pub fn of(variables: &[(&str, &str)]) -> Env {
        let variables: Vec<(String, String)> =
            variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Env::new(move |name| variables.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()))
    }

    /// The value of a variable. An empty one counts as not set.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        (self.0)(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
    }
}

/// Values may be keys: they are not shown.
impl fmt::Debug for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Env")
    }
}

/// UTC, in milliseconds since 1970.
#[derive(Clone)]
pub struct WallClock(Arc<dyn Fn() -> i64 + Send + Sync>);

impl WallClock {
    /// What this function shows.
    pub fn new(now: impl Fn() -> i64 + Send + Sync + 'static) -> WallClock {
        WallClock(Arc::new(now))
    }

    /// The clock on the wall.
    pub fn wall() -> WallClock {
        WallClock::new(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
        })
    }

    /// Which day it is in UTC, counted from 1970.
    pub(crate) fn day(&self) -> i64 {
        (self.0)().div_euclid(86_400_000)
    }
}

impl fmt::Debug for WallClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

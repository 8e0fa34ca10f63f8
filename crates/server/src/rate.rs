//! How much one token or address may ask for: buckets that fill again with time.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use engine::Hash;

use crate::limits::{BUCKETS_MAX, Bucket};

/// Whose bucket it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    /// Whoever has this token.
    Token([u8; 32]),
    /// Whoever is at this address.
    Address(IpAddr),
}

impl Key {
    pub(crate) fn of(token: Hash) -> Key {
        Key::Token(token.0)
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// To read something.
    Read,
    /// To do something at a table.
    Command,
    /// To make a table or a right.
    Make,
}

impl Kind {
    fn bucket(self) -> Bucket {
        match self {
            Kind::Read => crate::limits::READS,
            Kind::Command => crate::limits::COMMANDS,
            Kind::Make => crate::limits::MAKING,
        }
    }
}

/// All buckets.
#[derive(Debug)]
pub(crate) struct Rates {
    /// How many times the usual size every bucket has.
    times: u32,
    buckets: Mutex<BTreeMap<(Key, Kind), Level>>,
}

/// How full a bucket was, in thousandths of a request, and when.
#[derive(Clone, Copy, Debug)]
struct Level {
    milli: u64,
    at: Instant,
}

impl Level {
    fn at(self, now: Instant, bucket: Bucket) -> u64 {
        let passed = now.saturating_duration_since(self.at).as_millis();
        let gained = u64::try_from(passed).unwrap_or(u64::MAX).saturating_mul(u64::from(bucket.per_second));
        self.milli.saturating_add(gained).min(u64::from(bucket.burst) * 1_000)
    }
}

impl Rates {
    pub(crate) fn new(times: u32) -> Rates {
        Rates { times: times.max(1), buckets: Mutex::default() }
    }

    fn bucket(&self, kind: Kind) -> Bucket {
        let Bucket { burst, per_second } = kind.bucket();
        let times = |number: u32| number.saturating_mul(self.times);
        Bucket { burst: times(burst), per_second: times(per_second) }
    }

    /// Takes one out of a bucket, or says after how many seconds there is one.
    pub(crate) fn take(&self, key: Key, kind: Kind, now: Instant) -> Result<(), u64> {
        let bucket = self.bucket(kind);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= BUCKETS_MAX && !buckets.contains_key(&(key, kind)) {
            // One that is full again would be made anew as it is.
            buckets.retain(|(_, kind), level| {
                let bucket = self.bucket(*kind);
                level.at(now, bucket) < u64::from(bucket.burst) * 1_000
            });
            if buckets.len() >= BUCKETS_MAX {
                return Err(1);
            }
        }
        let full = Level { milli: u64::from(bucket.burst) * 1_000, at: now };
        let level = buckets.entry((key, kind)).or_insert(full);
        let have = level.at(now, bucket);
        let Some(left) = have.checked_sub(1_000) else {
            let missing = 1_000 - have;
            return Err(missing.div_ceil(u64::from(bucket.per_second) * 1_000).max(1));
        };
        *level = Level { milli: left, at: now };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_runs_dry_for_one_and_fills_again() {
        let rates = Rates::new(1);
        let (now, key) = (Instant::now(), Key::Address([127, 0, 0, 1].into()));
        let burst = Kind::Make.bucket().burst;
        for _ in 0..burst {
            assert_eq!(rates.take(key, Kind::Make, now), Ok(()));
        }
        assert_eq!(rates.take(key, Kind::Make, now), Err(1));
        assert_eq!(rates.take(Key::Address([127, 0, 0, 2].into()), Kind::Make, now), Ok(()), "another's");
        assert_eq!(rates.take(key, Kind::Read, now), Ok(()), "of another kind");
        assert_eq!(rates.take(key, Kind::Make, now + Duration::from_secs(1)), Ok(()));
        assert_eq!(rates.take(key, Kind::Make, now + Duration::from_secs(1)), Err(1), "one a second");
    }
}

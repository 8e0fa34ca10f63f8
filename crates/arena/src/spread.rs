//! Many games on some threads: the same sum, however many play at a time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use engine::{Hash, Seed};

/// Games that a worker takes at a time.
const CHUNK: u64 = 64;

/// A game did not come to its end: a bug in the rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, seed {}, did not come to its end: {why}", seed.0)]
pub struct Stuck {
    /// The game's number.
    pub game: u64,
    /// Its seed.
    pub seed: Seed,
    /// What stopped it.
    pub why: String,
}

/// What games come to. Adding is all that is ever done to it, so the order does not matter.
pub(crate) trait Sum: Clone + Send + Sync {
    fn add(&mut self, other: &Self);
}

/// The seed of one game of a series: unlike its neighbours, and the same whoever plays it.
pub(crate) fn game_seed(Seed(seed): Seed, index: u64) -> Seed {
    let Hash(bytes) = Hash::of(format!("parlor.sim.v1:{seed}:{index}").as_bytes());
    let mut own = [0; 8];
    own.copy_from_slice(&bytes[..8]);
    Seed(u64::from_le_bytes(own) >> 11)
}

/// Plays all games, `jobs` at a time, each added to a sum that begins with `nothing`. `played` hears how many more are done. The
/// first failure, by number, is the one that is told.
pub(crate) fn spread<T: Sum>(
    games: u64,
    jobs: usize,
    played: &(impl Fn(u64) + Sync),
    nothing: &T,
    one: impl Fn(u64, &mut T) -> Result<(), Stuck> + Sync,
) -> Result<T, Stuck> {
    let next = AtomicU64::new(0);
    let total = Mutex::new(nothing.clone());
    let failed: Mutex<Option<Stuck>> = Mutex::default();
    let keep = |stuck: Stuck| {
        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.as_ref().is_none_or(|first| stuck.game < first.game) {
            *failed = Some(stuck);
        }
        next.store(games, Ordering::Relaxed);
    };
    let work = || {
        let mut own = nothing.clone();
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= games {
                break;
            }
            let chunk = first..games.min(first + CHUNK);
            let count = chunk.end - chunk.start;
            for index in chunk {
                if let Err(stuck) = one(index, &mut own) {
                    return keep(stuck);
                }
            }
            played(count);
        }
        total.lock().unwrap_or_else(PoisonError::into_inner).add(&own);
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(games.div_ceil(CHUNK) as usize) {
            scope.spawn(work);
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(stuck) => Err(stuck),
        None => Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

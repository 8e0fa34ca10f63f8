//! Dice: a named, versioned generator with reproducible streams.
//!
//! A draw depends on the session's seed, the machine, how many records of that machine came before, and a purpose,
//! and on nothing else. So no decision depends on how many numbers an earlier one drew; what is said at the table, or a
//! pause, changes no roll of the activity; a fork keeps the chance of its parent; and a log can be decided again
//! anywhere.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Hash;

/// The name and version of the generator; it stands in every export.
pub const DICE: &str = "chacha8.v1";

/// The secret that all chance of a session comes from. It is in no view until the session has ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// The hash that is public from the start, so that anyone can check afterwards that the seed was not changed.
    pub fn hash(self) -> Hash {
        Hash::of(format!("parlor.seed.v1:{}", self.0).as_bytes())
    }
}

/// Not shown by accident: a seed tells every role and roll.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// What a stream of numbers is drawn for. The codes of one machine differ; the name is for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// Unique within the machine.
    pub code: u16,
    /// In words.
    pub name: &'static str,
}

/// The box that streams come out of: one for each machine of a session, cheap to copy.
#[derive(Clone, Copy)]
pub struct DiceBox {
    seed: Seed,
    key: [u8; 32],
    /// How often the session was taken back.
    rewinds: u32,
}

impl DiceBox {
    /// The box of a machine in a session.
    pub fn new(seed: Seed, machine: &str) -> DiceBox {
        let mut hasher = Sha256::new();
        hasher.update(b"parlor.dice.v1:");
        hasher.update(machine);
        hasher.update(b":");
        hasher.update(seed.0.to_le_bytes());
        DiceBox { seed, key: hasher.finalize().into(), rewinds: 0 }
    }

    /// The same box after so many rewinds: house players draw anew, so that one who is asked again may answer
    /// differently. The streams of the rules are what they were.
    #[must_use]
    pub fn after_rewinds(self, rewinds: u32) -> DiceBox {
        DiceBox { rewinds, ..self }
    }

    /// The seed it was made from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The stream of the rules: what the machine draws while it decides its own record number `step`.
    pub fn rules(&self, step: u64, purpose: Purpose) -> Dice {
        self.stream(step << 16 | u64::from(purpose.code))
    }

    /// The stream of a house player: what seat `seat` draws for its ask `ask`. It does not depend on record
    /// numbers, because these count what the seat was never told.
    pub fn seat(&self, seat: crate::SeatId, ask: crate::AskId) -> Dice {
        let rewinds = u64::from(self.rewinds) << 40;
        self.stream(1 << 63 | rewinds | u64::from(ask.0) << 8 | u64::from(seat.number()))
    }

    fn stream(&self, stream: u64) -> Dice {
        let mut generator = ChaCha8Rng::from_seed(self.key);
        generator.set_stream(stream);
        Dice { generator }
    }
}

/// One stream of numbers.
pub struct Dice {
    generator: ChaCha8Rng,
}

impl Dice {
    /// A number below `bound`, each equally likely.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "a die with no sides");
        // Lemire's method: multiply, keep the high half, and draw again in the few cases that would be biased.
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(bound);
            if (product as u32) >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// True in `chances` of `of` cases.
    pub fn chance(&mut self, chances: u32, of: u32) -> bool {
        self.below(of) < chances
    }

    /// One of the items, or nothing if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = u32::try_from(items.len()).ok().filter(|&count| count > 0)?;
        items.get(self.below(count) as usize)
    }

    /// One of the seats, or nothing if there are none.
    pub fn pick_seat(&mut self, seats: crate::SeatSet) -> Option<crate::SeatId> {
        if seats.is_empty() { None } else { seats.nth(self.below(seats.len() as u32) as usize) }
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

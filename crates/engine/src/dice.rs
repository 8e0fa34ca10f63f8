//! Dice: a named, versioned generator with reproducible streams.
//!
//! A draw depends on the session's seed, the machine, how many records of that machine came before, and a purpose,
//! and on nothing else. So no decision depends on how many numbers an earlier one drew; what is said at the table, or a
//! pause, changes no roll of the activity; a fork keeps the chance of its parent; and a log can be decided again
//! anywhere.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Hash;
use crate::limits::REWINDS_MAX;

/// The name and version of the generator of a session without salt; it stands in every export.
pub const DICE: &str = "chacha8.v1";

/// The same, of a session with salt.
pub const SALTED_DICE: &str = "chacha8.v2";

/// The secret that all chance of a session comes from. It is in no view until the session has ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// The promise (a commitment): the hash that is public from the start, so that anyone can check afterwards that the
    /// seed was not changed. With salt it cannot be found by trying seeds; without, whoever sees it can.
    pub fn promise(self, salt: Option<Salt>) -> Hash {
        match salt {
            None => Hash::of(format!("parlor.seed.v1:{}", self.0).as_bytes()),
            Some(salt) => Hash::of(format!("parlor.seed.v2:{}:{salt}", self.0).as_bytes()),
        }
    }
}

/// 128 random bits beside a seed. A seed that somebody thought of is small, and whatever follows from it alone, a hash, a
/// roll or who sits where, would tell it to whoever tries them all. Written as 32 hex digits; as secret as the seed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub [u8; 16]);

impl std::fmt::Display for Salt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Not shown by accident.
impl std::fmt::Debug for Salt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Salt(…)")
    }
}

impl std::str::FromStr for Salt {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Salt, Self::Err> {
        const WRONG: &str = "a salt is 32 of 0-9 and a-f";
        let good = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if text.len() != 32 || !text.bytes().all(good) {
            return Err(WRONG);
        }
        u128::from_str_radix(text, 16).map(|bits| Salt(bits.to_be_bytes())).map_err(|_| WRONG)
    }
}

impl Serialize for Salt {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Salt {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Salt, D::Error> {
        let text: std::borrow::Cow<'de, str> = Deserialize::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Not shown by accident: a seed tells every role and roll.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// A seed with its salt, if it has one: `7`, or `7-` and the 32 hex digits. Whoever lays the same table with the same has
/// the same evening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// The seed.
    pub seed: Seed,
    /// The salt.
    pub salt: Option<Salt>,
}

impl Chance {
    /// A seed for what is settled before a session begins and all see, such as who sits where.
    pub fn laying(self) -> Seed {
        let Some(salt) = self.salt else { return self.seed };
        let Hash(bytes) = Hash::of(format!("parlor.laying.v2:{}:{salt}", self.seed.0).as_bytes());
        let mut own = [0; 8];
        own.copy_from_slice(&bytes[..8]);
        Seed(u64::from_le_bytes(own))
    }
}

impl std::fmt::Display for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.salt {
            None => write!(f, "{}", self.seed.0),
            Some(salt) => write!(f, "{}-{salt}", self.seed.0),
        }
    }
}

impl std::str::FromStr for Chance {
    type Err = String;
    fn from_str(text: &str) -> Result<Chance, String> {
        let (seed, salt) = match text.split_once('-') {
            Some((seed, salt)) if !seed.is_empty() => (seed, Some(salt)),
            _ => (text, None),
        };
        let seed = seed.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))?;
        Ok(Chance { seed: Seed(seed), salt: salt.map(str::parse).transpose()? })
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
    salt: Option<Salt>,
    key: [u8; 32],
    /// How often the session was taken back.
    rewinds: u32,
}

impl DiceBox {
    /// The box of a machine in a session without salt.
    pub fn new(seed: Seed, machine: &str) -> DiceBox {
        let mut hasher = Sha256::new();
        hasher.update(b"parlor.dice.v1:");
        hasher.update(machine);
        hasher.update(b":");
        hasher.update(seed.0.to_le_bytes());
        DiceBox { seed, salt: None, key: hasher.finalize().into(), rewinds: 0 }
    }

    /// The box of the same machine in a session with this salt. A box is salted once: again with the same changes nothing.
    #[must_use]
    pub fn salted(self, salt: Option<Salt>) -> DiceBox {
        match salt {
            Some(grains) if self.salt != salt => {
                let mut hasher = Sha256::new();
                hasher.update(b"parlor.dice.v2:");
                hasher.update(self.key);
                hasher.update(grains.0);
                DiceBox { salt, key: hasher.finalize().into(), ..self }
            }
            Some(_) | None => self,
        }
    }

    /// The same box after so many rewinds: house players draw anew, so that one who is asked again may answer
    /// differently. The streams of the rules are what they were.
    #[must_use]
    pub fn after_rewinds(self, rewinds: u32) -> DiceBox {
        DiceBox { rewinds, ..self }
    }

    /// The same box for another try: what a house player drew at first is not to be said.
    #[must_use]
    pub fn another(self, time: u32) -> DiceBox {
        DiceBox { rewinds: self.rewinds + time * (REWINDS_MAX + 1), ..self }
    }

    /// The seed it was made from.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The salt it was made with.
    pub fn salt(&self) -> Option<Salt> {
        self.salt
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
        // Lemire's method: multiply, keep the high half, and draw again in the few cases that would be biased. Mostly the low
        // half is so large that it need not be known which these are.
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(bound);
            let low = product as u32;
            if low >= bound || low >= bound.wrapping_neg() % bound {
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

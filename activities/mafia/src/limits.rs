//! Every limit of the game, with the reason for its size.

use std::ops::RangeInclusive;

/// Seats at a table (M1).
pub const SEATS: RangeInclusive<usize> = 5..=20;

/// Turns in one discussion: everybody at the largest table can speak once.
pub const TURNS: RangeInclusive<u8> = 1..=20;

/// The longest time that a phase may be given: a day. Play by post is a table that pauses.
pub const TIMING_MS_MAX: u64 = 24 * 60 * 60 * 1_000;

/// How often one night, turn or vote may be extended (M17).
pub const EXTENSIONS_MAX: u8 = 10;

/// What one extension adds.
pub const EXTENSION_MS: u64 = 60_000;

//! Every limit of the game, with the reason for its size.

use std::ops::RangeInclusive;

/// Seats at a table (M1).
pub const SEATS: RangeInclusive<usize> = 5..=20;

/// Turns in one discussion: everybody at the largest table can speak once.
pub const TURNS: RangeInclusive<u8> = 1..=20;

/// What a prompt tells of the days so far (M22).
pub const STANDING_BYTES_MAX: usize = 2_000;

/// Rounds of talk a day (M20): the first in the order of the seats, the last by who wants to speak.
pub const ROUNDS: RangeInclusive<u8> = 1..=3;

/// How much a seat may want to speak again (M20).
pub const BIDS: RangeInclusive<u8> = 0..=4;

/// What having been named since one's last statement adds to that.
pub const NAMED_ADDS: u8 = 2;

/// A word to the team at night (M18).
pub const TEAM_WORD_CHARS_MAX: usize = 200;

/// How often in a night a team is asked again, because it differs or a person of it has changed (M18): each time is a call of a
/// model.
pub const TEAM_ASKED_AGAIN_MAX: u8 = 3;

/// The longest time that a phase may be given: a day. Play by post is a table that pauses.
pub const TIMING_MS_MAX: u64 = 24 * 60 * 60 * 1_000;

/// How often one night, turn or vote may be extended (M17).
pub const EXTENSIONS_MAX: u8 = 10;

/// What one extension adds.
pub const EXTENSION_MS: u64 = 60_000;

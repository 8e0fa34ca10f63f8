//! What is played.

use std::sync::Arc;

use engine::{Rules, Seat, Seed};
use serde_json::value::RawValue;

/// What every game of a series has in common.
pub struct Series<'a> {
    /// What is played.
    pub rules: &'static dyn Rules,
    /// Who sits where, the house in every seat: each game is at the next of these tables, so that nobody is favoured by a seat.
    pub tables: &'a [Arc<[Seat]>],
    /// What each is opened with.
    pub setup: &'a RawValue,
    /// How many games.
    pub games: u64,
    /// Where all chance comes from.
    pub seed: Seed,
}

impl Series<'_> {
    /// Which table a game is at.
    pub(crate) fn table(&self, index: u64) -> usize {
        (index % self.tables.len() as u64) as usize
    }
}

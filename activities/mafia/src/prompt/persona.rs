//! Temperaments for models: how a player carries itself, whatever it was dealt.

use engine::{Hash, SeatId};

/// One a line, and as many as the largest table has seats, so that no two at a table are alike.
const PERSONAS: &str = include_str!("personas.txt");

/// The temperament of a seat. It comes from what all know, the hash of the seed and the number of the seat, so it
/// tells nothing of the role.
pub fn persona(seed_hash: Hash, seat: SeatId) -> &'static str {
    let mut order: Vec<&str> = PERSONAS.lines().collect();
    for (last, byte) in (1..order.len()).rev().zip(seed_hash.0) {
        order.swap(last, usize::from(byte) % (last + 1));
    }
    order[seat.index() % order.len()]
}

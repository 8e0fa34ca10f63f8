//! What a die is worth, and what it may cost (D8 to D10).

use crate::view::{Effect, Position, Tier, Verdict};

/// What spending one die of a pool is worth (D8).
pub fn tier(pool: &[u8], die: usize, position: Position) -> Tier {
    let value = pool.get(die).copied().unwrap_or(1);
    let sixes = pool.iter().filter(|value| **value == 6).count();
    match value {
        6 if sixes > 1 => Tier::Critical,
        6 => Tier::Success,
        4 | 5 => Tier::Partial,
        _ if position == Position::Desperate => Tier::Disaster,
        _ => Tier::Bad,
    }
}

/// What a die may cost: stress and heat, each from and to (D9).
pub const fn costs(tier: Tier, position: Position) -> [(i8, i8); 2] {
    match (tier, position) {
        (Tier::Critical, _) => [(-2, 0), (0, 0)],
        (Tier::Success, _) => [(0, 0), (0, 1)],
        (Tier::Partial, _) => [(0, 2), (0, 2)],
        (Tier::Bad, Position::Controlled) => [(0, 1), (0, 1)],
        (Tier::Bad, Position::Risky | Position::Desperate) => [(1, 3), (0, 3)],
        (Tier::Disaster, _) => [(2, 4), (1, 4)],
    }
}

/// What a die may bring or take in coin. A controlled failure does no other harm (D9).
pub const fn coin(tier: Tier, position: Position) -> (i8, i8) {
    match (tier, position) {
        (Tier::Critical | Tier::Success, _) => (0, 3),
        (Tier::Partial, _) => (-1, 2),
        (Tier::Bad, Position::Controlled) => (0, 0),
        (Tier::Bad | Tier::Disaster, _) => (-2, 0),
    }
}

/// The most that any die of a pool may cost in a position: stress, heat and coin (D27).
pub fn at_worst(pool: &[u8], position: Position) -> [i8; 3] {
    let of_die = |die| {
        let tier = tier(pool, die, position);
        let [(_, stress), (_, heat)] = costs(tier, position);
        [stress, heat, coin(tier, position).0]
    };
    let worse =
        |one: [i8; 3], other: [i8; 3]| [one[0].max(other[0]), one[1].max(other[1]), one[2].min(other[2])];
    (0..pool.len()).map(of_die).fold([0; 3], worse)
}

/// A range of figures in words.
pub fn range((from, to): (i8, i8)) -> String {
    if from == to { from.to_string() } else { format!("{from} to {to}") }
}

/// The word that an action with this die resolves to (D10).
pub const fn verdict(tier: Tier) -> Verdict {
    match tier {
        Tier::Critical | Tier::Success => Verdict::Clean,
        Tier::Partial => Verdict::Costly,
        Tier::Bad => Verdict::Setback,
        Tier::Disaster => Verdict::Disaster,
    }
}

/// By how much a spent die moves the clock that success moves, or the one that failure moves (D26).
pub const fn moves(tier: Tier, position: Position, effect: Effect) -> u8 {
    let by_effect = match effect {
        Effect::Limited => 1,
        Effect::Standard => 2,
        Effect::Great => 3,
    };
    match (tier, position) {
        (Tier::Critical | Tier::Success | Tier::Disaster, _) => by_effect,
        // What has its price, and what fails, does one step less.
        (Tier::Partial, _) | (Tier::Bad, Position::Risky | Position::Desperate) => {
            if by_effect > 1 {
                by_effect - 1
            } else {
                1
            }
        }
        // Under control a failure does no other harm (D9).
        (Tier::Bad, Position::Controlled) => 0,
    }
}

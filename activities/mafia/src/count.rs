//! What is counted of many games: which side wins, who was on it, and how many days it took.

use crate::view::{Outcome, Role, Side};
use engine::{Count, Counted};

pub(super) const COUNTED: Counted = Counted {
    sides: &[Side::Town.word(), Side::Mafia.word()],
    roles: &[Role::Mafia.word(), Role::Doctor.word(), Role::Sheriff.word(), Role::Villager.word()],
    measures: &["days"],
};

pub(super) fn count(outcome: &Outcome) -> Count {
    Count {
        winner: outcome.winner.word(),
        seats: outcome.roles.iter().map(|role| (role.side().word(), role.word())).collect(),
        measures: vec![u64::from(outcome.day_number)],
    }
}

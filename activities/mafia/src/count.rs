//! What is counted of many games: which side wins, who was on it, and how many days it took.

use crate::view::{Outcome, Role, Side};
use engine::{Count, Counted};

pub(super) const COUNTED: Counted = Counted {
    sides: &[Side::Town.name(), Side::Mafia.name()],
    roles: &[Role::Mafia.name(), Role::Doctor.name(), Role::Sheriff.name(), Role::Villager.name()],
    measures: &["days"],
};

pub(super) fn count(outcome: &Outcome) -> Count {
    Count {
        winner: outcome.winner.name(),
        seats: outcome.roles.iter().map(|role| (role.side().name(), role.name())).collect(),
        measures: vec![u64::from(outcome.day_number)],
    }
}

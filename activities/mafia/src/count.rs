//! What is counted of many games: which side wins, who was on it, and how many days it took.

use crate::view::{Outcome, Role, Side};
use engine::{Count, Counted};

pub(super) const COUNTED: Counted = Counted {
    sides: &[name(Side::Town), name(Side::Mafia)],
    roles: &[Role::Mafia.name(), Role::Doctor.name(), Role::Sheriff.name(), Role::Villager.name()],
    measures: &["days"],
};

const fn name(side: Side) -> &'static str {
    match side {
        Side::Town => "town",
        Side::Mafia => "mafia",
    }
}

pub(super) fn count(outcome: &Outcome) -> Count {
    Count {
        winner: name(outcome.winner),
        seats: outcome.roles.iter().map(|role| (name(role.side()), role.name())).collect(),
        measures: vec![u64::from(outcome.day_number)],
    }
}

//! Taking back, where the table decides: whoever runs it may, and every person at it.

use engine::{Actor, Holder, Seat};

/// Is it a person of the table who wants to take something back, or whoever runs it?
pub fn is_by_people(seats: &[Seat], by: Actor) -> bool {
    match by {
        Actor::Host => true,
        Actor::Seat(seat) => seats.get(seat.index()).is_some_and(|seat| seat.holder == Holder::Person),
        Actor::Clock => false,
    }
}

//! Taking back, where the table decides: whoever runs it may, and every person at it.

use engine::{Actor, Holder, Refusal, Seat};

/// May somebody take something back? A person of the table, and whoever runs it.
pub fn may_take_back(seats: &[Seat], by: Actor) -> Result<(), Refusal> {
    let may = match by {
        Actor::Host => true,
        Actor::Seat(seat) => seats.get(seat.index()).is_some_and(|seat| seat.holder == Holder::Person),
        Actor::Clock => false,
    };
    if may { Ok(()) } else { Err(Refusal::only("a person at the table")) }
}

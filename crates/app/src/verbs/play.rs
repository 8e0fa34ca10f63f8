//! `parlor play`: a seat for a person in this terminal, and the house in the others.

use std::io::{self, IsTerminal};

use engine::{Holder, Seat, SeatId, Seed};

use crate::cli::Play;
use crate::context::Context;
use crate::evening::{self, Face, Sitting, Start};
use crate::exit::Outcome;
use crate::names;

/// Lays a table and plays at it.
pub(crate) fn run(cx: &Context, args: &Play) -> Outcome {
    let seed = args.seed.seed.map_or_else(names::fresh_seed, |seed| Ok(Seed(seed)))?;
    let laid = evening::lay_person(seed, args.name.as_deref(), args.seats.as_deref(), args.speed.speed)?;
    let seat = persons_seat(&laid.seats);
    let store = cx.store()?;
    let id = names::fresh_id("")?;
    if let Some(seat) = seat.and_then(|seat| laid.seats.get(seat.index())) {
        cx.note(format_args!("you are {}, session {id}", tui::clean_line(&seat.name)));
    }
    let sitting =
        Sitting { seat, pace: evening::pace(args.speed.speed), face: face(cx), no_secrets: args.no_secrets };
    let start = Start::New(Box::new(evening::opening(id.clone(), seed, laid)));
    let ran = evening::run(cx, store, start, sitting)?;
    evening::close(cx, &id, seat, ran)
}

/// The first seat that a person holds.
pub(crate) fn persons_seat(seats: &[Seat]) -> Option<SeatId> {
    seats.iter().position(|seat| seat.holder == Holder::Person).map(SeatId::at)
}

/// The whole screen where there is one, else lines.
pub(crate) fn face(cx: &Context) -> Face {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    if cx.on_terminal && io::stdin().is_terminal() && !dumb { Face::Screen } else { Face::Lines }
}

//! `parlor mcp`: a seat for an agent, over the Model Context Protocol.
//!
//! The seat is a person's as far as the table is concerned: whoever sits in it answers by forms, and nobody answers for
//! it. Standard output is the protocol's; everything else is said on standard error.

use engine::{Seat, SeatId, Seed, SessionId, Speed};

use crate::activity::{self, Activity};
use crate::cli::Mcp;
use crate::context::Context;
use crate::evening::{self, End, Face, Sitting, Start};
use crate::exit::{Code, Failure, Outcome};
use crate::names;
use crate::options::Said;
use crate::saved;
use crate::seating::{Laid, Manner, Wanted, persons_seat, seat_of_person};

/// Seats an agent at a new table, or at one that was left.
pub(crate) fn run(cx: &Context, args: &Mcp) -> Outcome {
    // An agent thinks as long as it needs, and reads faster than any pace.
    let speed = args.speed.or(Some(Speed::Instant));
    let (store, id, seat, name, pace, start) = match &args.session {
        Some(session) => {
            evening::check_speed(args.speed)?;
            let store = cx.store()?;
            let saved = saved::in_store(store.reader(), session)?;
            let id = saved.meta.id.clone();
            if saved.ended() {
                return Err(Failure::failed(
                    format!("session {id} has ended"),
                    "leave --session out to open a new table; parlor replay reads this one again",
                ));
            }
            let seat = seat_of_person(&saved.session.seats, args.seat.as_deref())?;
            let name = name_of(&saved.session.seats, seat);
            let pace = activity::of_saved(&saved)?.pace(&saved.session.seats, speed);
            drop(saved);
            (store, id.clone(), seat, name, pace, Start::Resume(id))
        }
        None => {
            let chance = names::chance(args.seed.seed)?;
            let activity = args.machine.as_deref().map_or_else(activity::first, activity::of)?;
            let said = Said::read(activity, &[], &args.sets)?;
            let manner = Manner { speed, said: &said.setup, ..Manner::default() };
            let laid = lay(activity, chance.laying(), args.seat.as_deref(), args.seats.as_deref(), manner)?;
            let pace = activity.pace(&laid.seats, speed);
            let seat = seat_of_person(&laid.seats, None)?;
            let name = name_of(&laid.seats, seat);
            let id = names::fresh_id("")?;
            let mut new =
                evening::opening(activity, id.clone(), chance, laid).map_err(|faults| said.placed(faults))?;
            let store = cx.store()?;
            activity.take_up(cx, &store, &mut new)?;
            (store, id, seat, name, pace, Start::New(Box::new(new)))
        }
    };
    cx.note(format_args!("seat {seat}, {name}, session {id}: an agent may speak on standard input"));
    let sitting = Sitting { seat: Some(seat), pace, face: Face::Mcp, no_secrets: false };
    let ran = evening::run(cx, store, start, sitting)?;
    Ok(close(cx, &id, &ran.end))
}

/// A table with the agent's seat at it. A number moves the seat there; a name names it.
fn lay(
    activity: Activity,
    seed: Seed,
    seat: Option<&str>,
    seats: Option<&str>,
    manner: Manner<'_>,
) -> Result<Laid, Failure> {
    let number = seat.and_then(|seat| seat.parse::<usize>().ok());
    let entry = |number: usize| seats?.split(',').nth(number.checked_sub(1)?)?.split_once('=');
    let name = match number {
        None => seat,
        // In a list the seat with this number has a name already.
        Some(number) => entry(number).map(|(name, _)| name),
    };
    let laid = activity.seats(seed, Wanted { name, seats, ..Wanted::default() })?;
    let mut laid = activity.laid_so(laid, manner)?;
    let Some(number) = number else { return Ok(laid) };
    let count = activity.chairs(&laid.seats);
    let to = number.checked_sub(1).filter(|to| *to < count).ok_or_else(|| {
        Failure::usage(
            format!("there is no seat {number} for an agent at this table"),
            format!("say --seat 1 to --seat {count}"),
        )
    })?;
    if let Some(from) = persons_seat(&laid.seats).map(SeatId::index).filter(|from| *from != to) {
        laid.seats.swap(from, to);
        // The ids belong to the chairs.
        let id = std::mem::take(&mut laid.seats[from].id);
        laid.seats[from].id = std::mem::replace(&mut laid.seats[to].id, id);
    }
    Ok(laid)
}

fn name_of(seats: &[Seat], seat: SeatId) -> String {
    seats.get(seat.index()).map_or_else(String::new, |seat| protocol::clean_line(&seat.name))
}

/// Says what became of the session, on standard error.
fn close(cx: &Context, id: &SessionId, end: &End) -> Code {
    match end {
        End::Ended(_) => {
            cx.note(format_args!("session {id} has ended\n  → parlor replay {id} --as host --thoughts"));
            Code::Fine
        }
        End::Left | End::Interrupted => {
            cx.note(format_args!(
                "session {id} is paused: no clock runs\n  → parlor mcp --session {id} goes on with it"
            ));
            if *end == End::Interrupted { Code::Interrupted } else { Code::Fine }
        }
    }
}

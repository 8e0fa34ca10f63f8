//! `parlor resume`: goes on with a session that has not ended, in the seat that a person has there.

use archive::Saved;
use engine::{Holder, Seat, SeatId};
use protocol::clean_line;
use store::{SessionRow, Store};

use crate::activity;
use crate::cli::Resume;
use crate::context::Context;
use crate::evening::{self, Sitting, Start};
use crate::exit::{Failure, Outcome};
use crate::models::Ready;
use crate::seating::{persons_seat, seat_of_person};
use crate::{face, reach, saved};

/// Goes on with a session.
pub(crate) fn run(cx: &Context, args: &Resume) -> Outcome {
    evening::check_speed(args.speed.speed)?;
    let store = cx.store()?;
    let saved = match &args.id {
        Some(id) => saved::in_store(store.reader(), id)?,
        None => left(cx, &store)?,
    };
    let id = saved.meta.id.clone();
    if saved.ended() {
        return Err(Failure::failed(
            format!("session {id} has ended"),
            format!("parlor replay {id} reads it again, parlor fork {id} --at N plays it differently"),
        ));
    }
    let seats = &saved.session.seats;
    let seat = match &args.seat {
        Some(named) => Some(seat_of_person(seats, Some(named))?),
        None => persons_seat(seats),
    };
    let face = face::wanted(cx, args.face, seat.is_some())?;
    let ready = Ready::of(cx, &saved)?;
    if !args.check.no_check {
        reach::check(ready.models(), seats)?;
    }
    let activity = activity::of_saved(&saved)?;
    let pace = activity.pace(seats, args.speed.speed);
    cx.note(format_args!("going on with {id}{}\n", who(seats, seat)));
    let sitting = Sitting { seat, pace, face, no_secrets: args.no_secrets };
    drop(saved);
    let ran = evening::run_with(cx, store, &ready, Start::Resume(id.clone()), sitting)?;
    evening::close(cx, activity, &id, ran, args.face)
}

/// Who somebody is there, and what becomes of the other people's seats.
fn who(seats: &[Seat], own: Option<SeatId>) -> String {
    let name = |seat: SeatId| seats.get(seat.index()).map_or_else(String::new, |seat| clean_line(&seat.name));
    let Some(own) = own else { return String::new() };
    let is_other = |seat: &SeatId| {
        *seat != own && seats.get(seat.index()).is_some_and(|seat| seat.holder == Holder::Person)
    };
    let others: Vec<String> = (0..seats.len()).map(SeatId::at).filter(is_other).map(name).collect();
    let others = match others.as_slice() {
        [] => String::new(),
        [one] => format!(
            "; {one}'s seat is left to the clock, and where none runs {one} is waited for (--seat takes it)"
        ),
        many => format!(
            "; the seats of {} are left to the clock, and where none runs they are waited for (--seat takes one)",
            many.join(", ")
        ),
    };
    format!(": you are {} (seat {own}){others}", name(own))
}

/// The session that was last played, has not ended and can be played on: one in which a person has a seat, if there is any.
fn left(cx: &Context, store: &Store) -> Result<Saved, Failure> {
    let is_left = |row: &SessionRow| !row.ended && row.meta.seed.is_some();
    let rows: Vec<SessionRow> = saved::played(store.reader())?.into_iter().filter(is_left).collect();
    let mut first = None;
    for row in &rows {
        let saved = saved::in_store(store.reader(), row.meta.id.as_str());
        if saved.as_ref().is_ok_and(|saved| persons_seat(&saved.session.seats).is_some()) {
            first = Some(saved);
            break;
        }
        first.get_or_insert(saved);
    }
    if let [_, others @ ..] = rows.as_slice()
        && !others.is_empty()
    {
        cx.note(format_args!("{} more could be gone on with: parlor sessions lists them", others.len()));
    }
    first.unwrap_or_else(|| {
        Err(Failure::failed(
            "there is no unfinished session to go on with",
            "parlor play begins one; parlor sessions lists those that ended",
        ))
    })
}

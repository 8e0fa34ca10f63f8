//! `parlor resume`: goes on with a session that has not ended, in the seat that a person has there.

use engine::SessionId;
use store::Store;

use crate::activity;
use crate::cli::Resume;
use crate::context::Context;
use crate::evening::{self, Face, Sitting, Start};
use crate::exit::{Failure, Outcome};
use crate::models::Ready;
use crate::saved;
use crate::verbs::play::{face, persons_seat};

/// Goes on with a session.
pub(crate) fn run(cx: &Context, args: &Resume) -> Outcome {
    evening::check_speed(args.speed.speed)?;
    let store = cx.store()?;
    let id = match &args.id {
        Some(id) => saved::find_id(store.reader(), id)?,
        None => newest(&store)?,
    };
    let saved = saved::in_store(store.reader(), id.as_str())?;
    if saved.ended() {
        return Err(Failure::failed(
            format!("session {id} has ended"),
            format!("parlor replay {id} reads it again, parlor fork {id} --at N plays it differently"),
        ));
    }
    let ready = Ready::of(cx, &saved)?;
    let activity = activity::of_saved(&saved)?;
    let pace = activity.pace(&saved.session.seats, args.speed.speed);
    let seat = persons_seat(&saved.session.seats);
    let face = if seat.is_some() { face(cx) } else { Face::Lines };
    cx.note(format_args!("going on with {id}\n"));
    let sitting = Sitting { seat, pace, face, no_secrets: args.no_secrets };
    drop(saved);
    let ran = evening::run_with(cx, store, &ready, Start::Resume(id.clone()), sitting)?;
    evening::close(cx, activity, &id, ran)
}

/// The newest session that has not ended and can be played on.
fn newest(store: &Store) -> Result<SessionId, Failure> {
    let left = store.sessions()?.into_iter().find(|row| !row.ended && row.meta.seed.is_some());
    left.map(|row| row.meta.id).ok_or_else(|| {
        Failure::failed(
            "there is no unfinished session to go on with",
            "parlor play begins one; parlor sessions lists those that ended",
        )
    })
}

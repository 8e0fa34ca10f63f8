//! `parlor demo`: an evening between house players. No key, no network, no question.

use engine::Speed;
use store::Store;

use crate::cli::Demo;
use crate::context::Context;
use crate::evening::{self, Sitting, Start};
use crate::exit::{Failure, Outcome};
use crate::seating::Manner;
use crate::{activity, face, names, saved};

/// Plays an evening, or goes on with the one that was left.
pub(crate) fn run(cx: &Context, args: &Demo) -> Outcome {
    let activity = args.machine.as_deref().map_or_else(activity::first, activity::of)?;
    let face = face::wanted(cx, args.face, false)?;
    let chance = names::chance(args.seed.seed)?;
    let manner = Manner { speed: args.speed.speed, ..Manner::default() };
    let laid = activity.laid_so(activity.seats_of_house(chance.laying()), manner)?;
    let pace = activity.pace(&laid.seats, args.speed.speed);
    let store = cx.store()?;
    let steps = args.speed.speed == Some(Speed::Step);
    let left = if args.new || steps || args.seed.seed.is_some() {
        None
    } else {
        unfinished(&store, activity.name())?
    };
    let (id, start) = match left {
        Some(id) => {
            cx.note(format_args!("going on with {id}, which was left unfinished (--new begins another)\n"));
            (id.clone(), Start::Resume(id))
        }
        None => {
            let id = names::fresh_id(names::DEMO)?;
            let new = evening::opening(activity, id.clone(), chance, laid)?;
            (id, Start::New(Box::new(new)))
        }
    };
    let sitting = Sitting { seat: None, pace, face, no_secrets: false };
    let ran = evening::run(cx, store, start, sitting)?;
    evening::close(cx, activity, &id, ran, args.face)
}

/// The last demo of this machine that has not ended and can be played on.
fn unfinished(store: &Store, machine: &str) -> Result<Option<engine::SessionId>, Failure> {
    let is_left = |row: &store::SessionRow| {
        let is_demo = row.meta.id.as_str().starts_with(names::DEMO);
        !row.ended && row.meta.seed.is_some() && is_demo && row.meta.machine == machine
    };
    Ok(saved::played(store.reader())?.into_iter().find(is_left).map(|row| row.meta.id))
}

//! `parlor demo`: an evening of Mafia between house players. No key, no network, no question.

use engine::Seed;
use store::Store;

use crate::cli::{Demo, Speed};
use crate::context::Context;
use crate::evening::{self, Sitting, Start};
use crate::exit::{Failure, Outcome};
use crate::{names, seating, verbs::watch};

/// Plays an evening, or goes on with the one that was left.
pub(crate) fn run(cx: &Context, args: &Demo) -> Outcome {
    let face = watch::face(cx, args.screen)?;
    let store = cx.store()?;
    let steps = args.speed.speed == Some(Speed::Step);
    let left = if args.new || steps || args.seed.seed.is_some() { None } else { unfinished(&store)? };
    let (id, start) = match left {
        Some(id) => {
            cx.note(format_args!("going on with {id}, which was left unfinished (--new begins another)\n"));
            (id.clone(), Start::Resume(id))
        }
        None => {
            let seed = args.seed.seed.map_or_else(names::fresh_seed, |seed| Ok(Seed(seed)))?;
            let id = names::fresh_id(names::DEMO)?;
            let new = evening::opening(id.clone(), seed, seating::lay_house(seed, args.speed.speed));
            (id, Start::New(Box::new(new)))
        }
    };
    let sitting = Sitting { seat: None, pace: evening::pace(args.speed.speed), face, no_secrets: false };
    let ran = evening::run(cx, store, start, sitting)?;
    evening::close(cx, &id, None, ran)
}

/// The newest demo that has not ended and can be played on.
fn unfinished(store: &Store) -> Result<Option<store::SessionId>, Failure> {
    let is_left = |row: &store::SessionRow| {
        !row.ended && row.meta.seed.is_some() && row.meta.id.as_str().starts_with(names::DEMO)
    };
    Ok(store.sessions()?.into_iter().find(is_left).map(|row| row.meta.id))
}

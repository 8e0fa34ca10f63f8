//! `parlor play`: a seat for a person in this terminal, and models or the house in the others.

use engine::Budget;

use crate::activity::Activity;
use crate::cli::Play;
use crate::context::Context;
use crate::evening::{self, Sitting, Start};
use crate::exit::{Failure, Outcome};
use crate::models::Ready;
use crate::options::{Said, no_meaning};
use crate::seating::{Manner, Wanted, persons_seat};
use crate::{activity, budget, face, names, reach};

/// Lays a table and plays at it; where models hold every seat, it is watched.
pub(crate) fn run(cx: &Context, args: &Play) -> Outcome {
    // Everything that can be wrong is found before anything is made.
    let machine = args.machine.as_deref().ok_or_else(|| activity::nothing_said("play"))?;
    let activity = activity::of(machine)?;
    let chance = names::chance(args.seed.seed)?;
    let said = Said::read(activity, &args.options, &args.sets)?;
    let wanted = Wanted {
        name: args.name.as_deref(),
        seats: args.seats.as_deref(),
        others: others(activity, args)?,
        models: &args.models,
    };
    let seats = activity.seats(chance.laying(), wanted)?;
    let manner = Manner { speed: args.speed.speed, title: None, language: args.language, said: &said.setup };
    let mut laid = activity.laid_so(seats, manner)?;
    laid.budget = args.budget.as_deref().map_or(Ok(Budget::default()), budget::read)?;
    let mut ready = Ready::new(cx, &laid.seats, laid.budget)?;
    if ready.is_empty() && (args.budget.is_some() || args.record.is_some()) {
        let flag = if args.budget.is_some() { "--budget" } else { "--record" };
        return Err(Failure::usage(
            format!("{flag} is about models, and none has a seat"),
            "give a seat to one, such as --model 2=ollama:llama3.2",
        ));
    }
    if let Some(path) = &args.record {
        ready.record_to(path)?;
    }
    let seat = persons_seat(&laid.seats);
    let face = face::wanted(cx, args.face, seat.is_some())?;
    if !args.check.no_check {
        reach::check(ready.models(), &laid.seats)?;
    }
    let pace = activity.pace(&laid.seats, args.speed.speed);
    let id = names::fresh_id("")?;
    let mut new =
        evening::opening(activity, id.clone(), chance, laid).map_err(|faults| said.placed(faults))?;
    let store = cx.store()?;
    activity.take_up(cx, &store, &mut new)?;
    match seat.and_then(|seat| new.opening.seats.get(seat.index())) {
        Some(seat) => cx.note(format_args!("you are {}, session {id}", protocol::clean_line(&seat.name))),
        None => cx.note(format_args!("nobody but models and the house plays: you watch session {id}\n")),
    }
    if let Some(seat) = seat.filter(|_| args.no_secrets) {
        cx.note(format_args!(
            "what only you may know is not shown here: parlor replay {id} --as seat:{seat} shows it elsewhere"
        ));
    }
    let sitting = Sitting { seat, pace, face, no_secrets: args.no_secrets };
    let ran = evening::run_with(cx, store, &ready, Start::New(Box::new(new)), sitting)?;
    evening::close(cx, activity, &id, ran, args.face)
}

/// How many play beside whoever leads them, if it was said.
fn others(activity: Activity, args: &Play) -> Result<Option<usize>, Failure> {
    let Some((flag, count)) = &args.others else { return Ok(None) };
    if activity.custom().leader.is_none_or(|leader| leader.others != *flag) {
        return Err(no_meaning(flag, activity));
    }
    let count = count.as_ref().map_err(|_| {
        Failure::usage(format!("--{flag} takes a whole number"), format!("say one, such as --{flag} 2"))
    })?;
    Ok(Some(*count))
}

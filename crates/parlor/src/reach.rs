//! Which models can be asked from here, for those who lay a table.

use std::time::Duration;

use engine::{Fault, Seat};
use llm::{CallFault, Checked, Models, NotReady, SCRIPTS};
use server::wire::Provider;

use crate::context::Context;
use crate::exit::{Failure, no_threads};
use crate::models::{all, not_ready, spec};

/// How long a provider is waited for.
const WAIT: Duration = Duration::from_secs(3);

/// Models of a provider that are named.
const NAMED_MAX: usize = 40;

/// Models of a provider that are named where the wanted one is not among them.
const NAMED_FEW: usize = 6;

/// Every provider that somebody could use without setting anything up first, and whether it answers. Those elsewhere are
/// not asked: that may cost something.
pub(crate) fn providers(cx: &Context) -> Result<Vec<Provider>, Failure> {
    let models = all(cx)?;
    let mut providers = Vec::new();
    for standing in models.standings().into_iter().flatten() {
        let name = standing.provider.clone();
        let Some(address) = standing.address.clone() else { continue };
        let is_here = ["http://127.0.0.1", "http://localhost", "http://[::1]"].iter();
        let (ready, words, named) = match is_here.into_iter().any(|here| address.starts_with(here)) {
            true => match look(&models, &[format!("{name}:any")])?.pop() {
                Some(Ok(Checked { models: Ok(named), .. })) => (true, "answers".to_owned(), named),
                _ => (false, format!("nothing answers; start it, or leave {name} out"), Vec::new()),
            },
            false if standing.is_configured() => (true, "a key is set; not asked".to_owned(), Vec::new()),
            // Nobody wants to read about keys that they do not have.
            false => continue,
        };
        let models = named.into_iter().take(NAMED_MAX).collect();
        providers.push(Provider { name, address: Some(address), ready, words, models });
    }
    let models = SCRIPTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let words = "plays from a script, for tests".to_owned();
    providers.push(Provider { name: "scripted".to_owned(), address: None, ready: true, words, models });
    Ok(providers)
}

/// What is wrong with the models of these seats, each by its seat, with what to do about it.
pub(crate) fn faults(cx: &Context, seats: &[Seat]) -> Result<Vec<Fault>, Failure> {
    if !seats.iter().any(|seat| spec(seat).is_some()) {
        return Ok(Vec::new());
    }
    let mut faults = Vec::new();
    for (wrong, failure) in problems(&all(cx)?, seats)? {
        let problem = format!("{}; {}", failure.what(), failure.what_to_do());
        for (at, _) in seats.iter().enumerate().filter(|(_, seat)| spec(seat) == Some(&wrong)) {
            faults.push(Fault::new(format!("seats[{at}].holder"), problem.clone()));
        }
    }
    Ok(faults)
}

/// Refuses models that cannot be asked, before anybody waits for them.
pub(crate) fn check(models: &Models, seats: &[Seat]) -> Result<(), Failure> {
    problems(models, seats)?.into_iter().next().map_or(Ok(()), |(_, failure)| Err(failure))
}

/// The models of these seats that cannot be asked, each with why, and what to do about it.
fn problems(models: &Models, seats: &[Seat]) -> Result<Vec<(String, Failure)>, Failure> {
    let mut specs: Vec<String> = seats.iter().filter_map(spec).map(str::to_owned).collect();
    specs.sort_unstable();
    specs.dedup();
    let found = look(models, &specs)?;
    let wrong = specs.into_iter().zip(found);
    Ok(wrong.filter_map(|(spec, found)| problem(&spec, found).map(|failure| (spec, failure))).collect())
}

fn problem(spec: &str, found: Result<Checked, Option<NotReady>>) -> Option<Failure> {
    let checked = match found {
        Ok(checked) => checked,
        Err(Some(why)) => return Some(not_ready(why)),
        Err(None) => {
            return Some(Failure::unreachable(
                format!("{spec} gave no answer within {} s", WAIT.as_secs()),
                "try again, or give its seats to the house",
            ));
        }
    };
    let provider = &checked.standing.provider;
    let at = checked.standing.address.as_deref().map_or(String::new(), |address| format!(" at {address}"));
    match checked.models {
        Ok(_) if checked.has_model() => None,
        Ok(models) => {
            let has: Vec<&str> = models.iter().take(NAMED_FEW).map(String::as_str).collect();
            let has = if has.is_empty() { "none".to_owned() } else { has.join(", ") };
            Some(Failure::configuration(
                format!("{provider}{at} has no {}", checked.model),
                format!("choose one that it has ({has})"),
            ))
        }
        Err(CallFault::Denied { why }) => Some(Failure::configuration(
            format!("{provider}{at} does not let us in: {why}"),
            "put its key right: parlor doctor says where it comes from; or give its seats to the house",
        )),
        Err(fault) => Some(Failure::unreachable(
            format!("{provider}{at} cannot be asked: {fault}"),
            "start it or put its address right, or give its seats to the house",
        )),
    }
}

/// Asks the providers of all these models at once which models they have. Nothing, if one takes too long.
fn look(models: &Models, specs: &[String]) -> Result<Vec<Result<Checked, Option<NotReady>>>, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| no_threads(&error))?;
    runtime.block_on(async {
        let ask = |spec: &String| {
            let (models, spec) = (models.clone(), spec.clone());
            tokio::spawn(async move { tokio::time::timeout(WAIT, models.check(&spec)).await })
        };
        let tasks: Vec<_> = specs.iter().map(ask).collect();
        let mut found = Vec::new();
        for task in tasks {
            found.push(match task.await {
                Ok(Ok(checked)) => checked.map_err(Some),
                Ok(Err(_)) | Err(_) => Err(None),
            });
        }
        Ok(found)
    })
}

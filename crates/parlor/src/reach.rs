//! Which models can be asked from here, for those who lay a table.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use engine::{Budget, CallEnd, Fault, Nanos, Seat, Usage, replay};
use llm::{Budgets, CallFault, Checked, Models, NotReady, ProviderStanding, SCRIPTS, dollars};
use server::wire::{Offered, Provider};
use store::Store;

use crate::accounts::calls;
use crate::context::Context;
use crate::exit::{Failure, no_threads};
use crate::models::{all, check_price, load, not_ready, spec};

/// How long a provider is waited for.
const WAIT: Duration = Duration::from_secs(3);

/// Models of a provider that are named.
const NAMED_MAX: usize = 40;

/// Models of a provider that are named where the wanted one is not among them.
const NAMED_FEW: usize = 6;

/// Logs that are read, at most, for how fast models were, and how long each may be: a few evenings say enough.
const LOGS_MAX: usize = 8;
const RECORDS_MAX: u64 = 3_000;

/// Tokens for which a price is told.
const A_MILLION: u64 = 1_000_000;

/// Every provider that somebody could use without setting anything up first, its models, and whether it answers. Those on this
/// machine are asked, all at once; those elsewhere only if it is wanted, because it tells them that somebody is here.
pub(crate) fn providers(cx: &Context, store: &Store, elsewhere: bool) -> Result<Vec<Provider>, Failure> {
    let models = all(cx)?;
    let mut providers: Vec<Provider> = Vec::new();
    // Nobody wants to read about keys that they do not have.
    for standing in models.standings().into_iter().flatten().filter(ProviderStanding::is_configured) {
        let Some(address) = standing.address else { continue };
        let words = if standing.needs_key { "a key is set; not asked yet" } else { "not asked yet" };
        providers.push(Provider {
            name: standing.provider,
            asked: elsewhere || is_here(&address),
            address: Some(address),
            ready: true,
            words: words.to_owned(),
            models: Vec::new(),
        });
    }
    let specs: Vec<String> =
        providers.iter().filter(|it| it.asked).map(|it| format!("{}:any", it.name)).collect();
    let mut found = look(&models, &specs)?.into_iter();
    let speeds = speeds(store);
    for provider in &mut providers {
        let answer = if provider.asked { found.next() } else { None };
        let named = match answer {
            None => models.priced(&provider.name),
            Some(Ok(Checked { models: Ok(named), .. })) => {
                provider.words = "answers now".to_owned();
                named
            }
            Some(answer) => {
                provider.ready = false;
                provider.words = match answer {
                    Ok(Checked { models: Err(fault), .. })
                        if !provider.address.as_deref().is_some_and(is_here) =>
                    {
                        fault.to_string()
                    }
                    _ => format!("nothing answers; start it, or leave {} out", provider.name),
                };
                Vec::new()
            }
        };
        provider.models = offered(&models, &provider.name, named, &speeds);
    }
    let scripts = SCRIPTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    providers.push(Provider {
        name: "scripted".to_owned(),
        address: None,
        ready: true,
        asked: true,
        words: "plays from a script, for tests".to_owned(),
        models: offered(&models, "scripted", scripts, &speeds),
    });
    Ok(providers)
}

/// Is this address one of this machine?
fn is_here(address: &str) -> bool {
    ["http://127.0.0.1", "http://localhost", "http://[::1]"].iter().any(|here| address.starts_with(here))
}

/// Models of a provider with what they cost and how fast they were: first those of which that is known.
fn offered(
    models: &Models,
    provider: &str,
    named: Vec<String>,
    speeds: &BTreeMap<String, u64>,
) -> Vec<Offered> {
    let one = |name: String| {
        let spec = format!("{provider}:{name}");
        let speed =
            speeds.get(&spec).map(|ms| format!("about {}.{} s an answer", ms / 1_000, ms % 1_000 / 100));
        Offered { price: price(models, &spec), speed, name }
    };
    let mut offered: Vec<Offered> = named.into_iter().map(one).collect();
    offered.sort_by_key(|it| (it.price.is_none(), it.speed.is_none()));
    offered.truncate(NAMED_MAX);
    offered
}

/// What a model costs, in words, if that is known.
fn price(models: &Models, spec: &str) -> Option<String> {
    let spec = models.spec(spec).ok()?;
    let read = models.cost(&spec, Usage { input: A_MILLION, ..Usage::default() })?;
    let written = models.cost(&spec, Usage { output: A_MILLION, ..Usage::default() })?;
    Some(match (read, written) {
        (Nanos(0), Nanos(0)) => "free".to_owned(),
        (read, written) => format!("{} read, {} written, a million tokens", dollars(read), dollars(written)),
    })
}

/// How long an answer of each model took in the newest evenings here, in milliseconds: half of them took longer.
fn speeds(store: &Store) -> BTreeMap<String, u64> {
    let mut rows = store.listed().map(|listed| listed.rows).unwrap_or_default();
    rows.sort_by_key(|row| Reverse(row.updated_at));
    let mut took: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for row in rows.into_iter().filter(|row| row.records <= RECORDS_MAX).take(LOGS_MAX) {
        // One that cannot be read says nothing of models.
        let Ok(lines) = store.read(&row.meta.id, 0) else { continue };
        let Ok(log) = replay::read(lines.iter().map(|line| line.text.as_str())) else { continue };
        for call in calls(&log) {
            let answered = call.settled.filter(|settled| settled.end == CallEnd::Answered);
            let name = call.begun.model.split('@').next().unwrap_or_default().to_owned();
            took.entry(name).or_default().extend(answered.map(|settled| settled.took_ms));
        }
    }
    let middle = |mut all: Vec<u64>| {
        all.sort_unstable();
        all.get(all.len() / 2).copied()
    };
    took.into_iter().filter_map(|(name, all)| Some((name, middle(all)?))).collect()
}

/// What is wrong with the models of these seats, each by its seat, with what to do about it. Whoever runs this has named them, or
/// they name nothing of this machine.
pub(crate) fn faults(cx: &Context, seats: &[Seat]) -> Result<Vec<Fault>, Failure> {
    if !seats.iter().any(|seat| spec(seat).is_some()) {
        return Ok(Vec::new());
    }
    let (models, budgets) = load(cx)?;
    seats.iter().filter_map(spec).for_each(|spec| models.allow(spec));
    let mut faults = Vec::new();
    let mut wrong = problems(&models, seats)?;
    wrong.extend(unpriced(&models, budgets, seats));
    for (wrong, failure) in wrong {
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

/// The models of these seats without a price, where a budget of money is configured.
fn unpriced(models: &Models, budgets: Budgets, seats: &[Seat]) -> Vec<(String, Failure)> {
    let mut specs: Vec<&str> = seats.iter().filter_map(spec).collect();
    specs.sort_unstable();
    specs.dedup();
    let check = |text: &str| {
        let spec = models.spec(text).ok()?;
        let failure = check_price(models, budgets, Budget::default(), &spec).err()?;
        Some((text.to_owned(), failure))
    };
    specs.into_iter().filter_map(check).collect()
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

#[cfg(test)]
mod tests {
    use engine::Holder;
    use llm::{Config, Env, WallClock};

    use super::*;

    #[test]
    fn a_table_with_a_model_without_a_price_is_refused_where_a_budget_in_dollars_is_configured() {
        let seat = |spec: &str| Seat {
            id: "s1".to_owned(),
            name: "Ada".to_owned(),
            holder: Holder::Model(spec.to_owned()),
        };
        let seats = ["openai:gpt-5-mini", "openai:nobody-knows", "ollama:llama3.2"].map(seat);
        let wrong = |config: &str| {
            let config = Config::parse(config).expect("a configuration");
            let budgets = config.budgets;
            unpriced(&Models::new(config, Env::none(), WallClock::wall()), budgets, &seats)
        };
        assert_eq!(wrong("[budget.day]\ntokens = 1000").len(), 0, "tokens need no price");
        let [(spec, failure)] = &wrong("[budget.day]\ndollars = 1")[..] else { panic!("one has no price") };
        assert_eq!(spec, "openai:nobody-knows");
        assert!(
            failure.what_to_do().contains("[prices.\"openai:nobody-knows\"]"),
            "{}",
            failure.what_to_do()
        );
    }
}

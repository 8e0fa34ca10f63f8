//! What a call of a model is told, how it is made again, and what is noted of one that nobody waits for.

use std::sync::{Arc, Mutex};

use activities::ALL;
use engine::{Actor, CallEnd, Holder, SeatSet};
use host::{Host, HostOptions};
use llm::{CallFault, Calling, Delta, Failed, Hear, ModelRequest, Models, Provider, Script, Scripted, Style};
use serde_json::Value;

use crate::disk::Disk;
use crate::mafia::{new_game, session};
use crate::models::{Spy, count, open_with};
use crate::seats::TIMED;
use crate::stage::*;
use crate::toy::Setup;

/// A day that begins at once and lasts as long as it likes.
fn long_day() -> Setup {
    Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1, day_ms: 36_000_000, ..Setup::default() }
}

/// A model whose first call says a little, and never ends.
struct Stalls {
    plays: Scripted,
    calls: Mutex<usize>,
}

impl Provider for Stalls {
    fn style(&self) -> Style {
        Style::Tools
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        *self.calls.lock().expect("no panic") += 1;
        if *self.calls.lock().expect("no panic") > 1 {
            return self.plays.call(request, hear);
        }
        hear(Delta::Thought("thirty bytes of a long thought".to_owned()));
        Box::pin(std::future::pending())
    }
}

fn stalls(disk: &Disk) -> Host {
    let plays = Scripted::new(Script::Legal, Style::Tools, None);
    let models = Models::default().with("own", Arc::new(Stalls { plays, calls: Mutex::default() }));
    Host::new(disk.clone(), CATALOG, HostOptions { models, ..options() })
}

/// What was noted of calls that are over, in order.
fn settled(disk: &Disk) -> Vec<Value> {
    let log = log(disk, "game");
    let events = log.iter().flat_map(|(record, _)| &record.events);
    let events = events.filter(|event| kind(event.json.get()) == "Answered");
    events.map(|event| serde_json::from_str(event.json.get()).expect("an event")).collect()
}

fn ends(disk: &Disk) -> Vec<CallEnd> {
    settled(disk).iter().map(|it| serde_json::from_value(it["end"].clone()).expect("an end")).collect()
}

#[tokio::test(start_paused = true)]
async fn a_call_that_ran_out_of_time_while_the_table_rested_is_made_again() {
    let disk = Disk::default();
    let host = stalls(&disk);
    let table = open_with(&host, "mh", "own:x@time=12", &long_day()).await;
    pass(5_000).await;
    set(&table, "PAUSED").await.expect("it is live");
    pass(60_000).await;
    assert!(ends(&disk).is_empty(), "while it rests nothing is done about it");
    set(&table, "ACTIVE").await.expect("it rests");
    table.ended().await.expect("it ends");
    assert_eq!(ends(&disk), [CallEnd::TimedOut, CallEnd::Answered]);
    assert_eq!((count(&disk, "Said"), count(&disk, "Skipped")), (2, 0), "the seat has spoken for itself");
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_ran_out_of_its_own_time_is_not_made_again() {
    let disk = Disk::default();
    let host = stalls(&disk);
    let table = open_with(&host, "mh", "own:x@time=12", &long_day()).await;
    table.ended().await.expect("it ends");
    assert_eq!(ends(&disk), [CallEnd::TimedOut]);
    assert_eq!((count(&disk, "Said"), count(&disk, "Skipped")), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_given_up_is_noted_with_what_was_heard_of_it_as_an_estimate() {
    let disk = Disk::default();
    let host = stalls(&disk);
    let table = open_with(&host, "mh", "own:x", &long_day()).await;
    pass(5_000).await;
    table.stop().await;
    let noted = settled(&disk).remove(0);
    assert_eq!((&noted["end"], &noted["estimated"]), (&"cancelled".into(), &true.into()), "{noted}");
    assert_eq!(noted["usage"]["output"], 10, "thirty bytes");
    let took = noted["tookMs"].as_u64().expect("a time");
    assert!((4_000..6_000).contains(&took), "{took} ms");
}

#[tokio::test(start_paused = true)]
async fn what_a_provider_has_counted_is_no_estimate_in_the_log() {
    let disk = Disk::default();
    let host = host(&disk);
    open_with(&host, "mh", "scripted:legal", &long_day()).await.ended().await.expect("it ends");
    let noted = settled(&disk).remove(0);
    assert_eq!(noted.get("estimated"), None, "{noted}");
}

/// A model that thinks until its limit, each time.
struct Ponders(Arc<Mutex<Vec<ModelRequest>>>);

impl Provider for Ponders {
    fn style(&self) -> Style {
        Style::Tools
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, _: &'a mut Hear<'_>) -> Calling<'a> {
        self.0.lock().expect("no panic").push(request.clone());
        Box::pin(async { Err(Failed::new(CallFault::ThoughtOut { limit: 2_048 })) })
    }
}

#[tokio::test(start_paused = true)]
async fn a_model_that_thinks_until_its_limit_is_told_so_once_and_everybody_after() {
    let (disk, requests) = (Disk::default(), Arc::<Mutex<Vec<ModelRequest>>>::default());
    let models = Models::default().with("own", Arc::new(Ponders(Arc::clone(&requests))));
    let host = Host::new(disk.clone(), CATALOG, HostOptions { models, ..options() });
    open_with(&host, "mh", "own:x", &long_day()).await.ended().await.expect("it ends");
    assert_eq!(ends(&disk), [CallEnd::ThoughtOut; 2]);
    let note = requests.lock().expect("no panic")[1].exchanges[0].note.clone().expect("a note");
    assert!(note.contains("You thought until your limit was reached"), "{note}");
    let log = log(&disk, "game");
    let said = log.iter().any(|(_, line)| line.text.contains("its model thought too long to answer"));
    assert!(said, "the reason stands in the log");
}

#[tokio::test(start_paused = true)]
async fn a_further_try_reads_what_was_told_since_the_first() {
    let disk = Disk::default();
    let requests = Arc::<Mutex<Vec<ModelRequest>>>::default();
    let slow = Some(std::time::Duration::from_secs(1));
    let spy =
        Spy { inner: Scripted::new(Script::Recovers, Style::Tools, slow), requests: Arc::clone(&requests) };
    let models = Models::default().with("spy", Arc::new(spy));
    let options =
        HostOptions { pace: TIMED.into(), models, start_utc: Some(START_UTC), ..HostOptions::default() };
    let host = Host::new(disk.clone(), *ALL, options);
    let mut new = new_game("ppmmmmm", "RELAXED");
    for seat in new.opening.seats.iter_mut().filter(|seat| matches!(seat.holder, Holder::Model(_))) {
        seat.holder = Holder::Model("spy:one".to_owned());
    }
    let table = host.create(new).await.expect("a good setup");
    session(&table, "start").await;
    pass(500).await;
    let spoken = table.request(Actor::Seat(seat(1)), None, line("((the soup is ready))")).await;
    spoken.expect("anybody may say so");
    pass(1_500).await;
    let requests = requests.lock().expect("no panic");
    let asked = |tries: usize| requests.iter().find(|it| it.seat == seat(3) && it.exchanges.len() == tries);
    let (first, second) = (asked(0).expect("a call"), asked(1).expect("a second one"));
    assert!(!first.prompt.told.concat().contains("the soup is ready"), "it was not said yet");
    assert!(second.prompt.told.concat().contains("the soup is ready"), "{:?}", second.prompt);
    assert!(second.prompt.told.starts_with(&first.prompt.told), "what was sent stays as it was");
    assert_eq!(first.prompt.fixed, second.prompt.fixed);
}

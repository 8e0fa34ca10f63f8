//! Lines and veils in the host: no log knows who drew one, and every model reads them.

use std::sync::{Arc, Mutex};

use activities::ALL;
use engine::{Actor, Holder, Seed, replay};
use host::{Host, HostOptions};
use llm::{ModelRequest, Models, Script, Scripted, Style};

use crate::disk::Disk;
use crate::mafia::{new_game, session};
use crate::models::Spy;
use crate::requests::code;
use crate::seats::{SEED, TIMED, host};
use crate::stage::{START_UTC, line, log, pass, seat};

#[tokio::test(start_paused = true)]
async fn the_log_is_the_same_whoever_draws_a_line() {
    let mut logs = Vec::new();
    for (by, request, words) in [
        (Actor::Seat(seat(1)), Some("a"), "/line spiders"),
        (Actor::Seat(seat(2)), None, "/LINE spiders"),
        (Actor::Host, Some("b"), "  /Line  spiders "),
    ] {
        let disk = Disk::default();
        let host = host(&disk, TIMED);
        let table = host.create(new_game("pphhhhh", "NORMAL")).await.expect("a good setup");
        let ack = table.request(by, request.map(str::to_owned), line(words)).await.expect("always");
        let again = table.request(by, request.map(str::to_owned), line(words)).await.expect_err("once");
        assert_eq!(code(&again), "drawn-already");
        let log = log(&disk, "game");
        let (record, _) = log.last().expect("a record");
        assert_eq!((record.by, &record.request), (Actor::Host, &None));
        replay::verify(*ALL, SEED, &log).expect("the log can be decided again");
        let listed = table.request(by, None, line("/lines")).await.expect("always");
        assert_eq!(listed.report.as_deref(), Some("Kept out: “spiders”."));
        logs.push((ack, log.into_iter().map(|(_, line)| line.text).collect::<Vec<_>>()));
    }
    assert_eq!(logs[0], logs[1]);
    assert_eq!(logs[0], logs[2]);
}

#[tokio::test(start_paused = true)]
async fn every_model_reads_what_is_kept_out_from_then_on() {
    let disk = Disk::default();
    let requests = Arc::<Mutex<Vec<ModelRequest>>>::default();
    let spy =
        Spy { inner: Scripted::new(Script::Legal, Style::Tools, None), requests: Arc::clone(&requests) };
    let models = Models::default().with("spy", Arc::new(spy));
    let options =
        HostOptions { pace: TIMED.into(), models, start_utc: Some(START_UTC), ..HostOptions::default() };
    let host = Host::new(disk.clone(), *ALL, options);
    let mut new = new_game("pmmmmmm", "NORMAL");
    new.opening.seed = Seed(3);
    for seat in new.opening.seats.iter_mut().skip(1) {
        seat.holder = Holder::Model("spy:one".to_owned());
    }
    let table = host.create(new).await.expect("a good setup");
    session(&table, "start").await;
    pass(1_000).await;
    let taken = std::mem::take(&mut *requests.lock().expect("no panic"));
    assert!(!taken.is_empty() && taken.iter().all(|request| !request.prompt.now.contains("spiders")));
    table.request(Actor::Seat(seat(1)), None, line("/line spiders")).await.expect("always");
    pass(600_000).await;
    let asked = requests.lock().expect("no panic");
    assert!(asked.len() > 6, "{}", asked.len());
    for request in asked.iter() {
        assert!(request.prompt.now.starts_with("The people at this table keep some subjects out."));
        assert!(request.prompt.now.contains("Never said, shown or hinted at: “spiders”."));
        let before = taken.iter().find(|before| before.seat == request.seat).expect("it was asked before");
        assert_eq!(request.prompt.fixed, before.prompt.fixed, "what never changes does not change by it");
    }
}

//! Whole games, played by the house.

use host::{Closed, Pace};
use serde_json::json;

use crate::disk::{Calm, Disk};
use crate::stage::*;
use crate::toy::Setup;

#[tokio::test(start_paused = true)]
async fn a_house_game_plays_itself_to_its_end() {
    let (disk, _host, table) = played(Pace::Instant, &Setup::default()).await;
    assert_eq!(table.ended().await, Ok(json!({"said": 8})));
    assert!(disk.row(&id("game")).ended);
    verify(&disk, "game");
    // One record an answer, in the order of the seats.
    let spoke: Vec<String> = log(&disk, "game")
        .iter()
        .filter(|(record, _)| record.command.get().contains("Speak"))
        .map(|(record, _)| record.by.to_string())
        .collect();
    assert_eq!(spoke, ["seat:1", "seat:2", "seat:3", "seat:4"].repeat(2));
}

#[tokio::test(start_paused = true)]
async fn a_game_on_the_real_store() {
    let dir = tempfile::tempdir().expect("a directory");
    let log = Calm(store::Store::open(dir.path()).expect("a store"));
    let host = host_at(&log, TIMED);
    let table = open(&host, "game", "hhhh", &Setup::default()).await;
    table.ended().await.expect("it ends");
    assert_eq!(table.stop().await, Closed::Stopped);
    verify(&log, "game");
    assert!(log.0.session(&id("game")).expect("a session").ended);
}

#[tokio::test(start_paused = true)]
async fn all_seats_of_a_night_think_at_the_same_time() {
    let (disk, _host, _table) = played(TIMED, &Setup::default()).await;
    let mut chosen = Vec::new();
    for (record, _) in log(&disk, "game") {
        if record.events.iter().any(|event| kind(event.json.get()) == "Chosen") {
            chosen.push(record.time);
        }
    }
    assert_eq!(chosen.len(), 4, "two seats, two nights");
    // Each within its own time to think from nightfall; one after the other would take up to twice as long.
    let first = [chosen[0].0, chosen[1].0];
    assert!(first.iter().all(|time| (1_000..=3_000).contains(time)), "{first:?}");
}

#[tokio::test(start_paused = true)]
async fn the_house_waits_until_what_was_said_can_have_been_read() {
    let (disk, _host, _table) = played(TIMED, &Setup::default()).await;
    let mut last: Option<(u64, u64)> = None;
    let mut gaps = 0;
    for (record, _) in log(&disk, "game") {
        if !record.command.get().contains("Speak") {
            last = None;
            continue;
        }
        if let Some((time, words)) = last {
            assert!(
                record.time.0 >= time + words * 100,
                "spoke {} ms after {words} words",
                record.time.0 - time
            );
            assert!(record.time.0 >= time + 1_000, "thought too little");
            gaps += 1;
        }
        last = Some((record.time.0, record.command.get().split_whitespace().count() as u64));
    }
    assert!(gaps >= 6);
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn instant_answers_all_come_at_once() {
    let disk = Disk::default();
    let host = host(&disk);
    let _table = open(&host, "game", "hhhh", &Setup::default()).await;
    settle().await;
    let log = log(&disk, "game");
    let chosen: Vec<_> = log.iter().filter(|(record, _)| record.command.get().contains("Choose")).collect();
    assert_eq!(chosen.len(), 2);
    assert!(chosen.iter().all(|(record, _)| record.time.0 == 0));
}

#[tokio::test(start_paused = true)]
async fn an_answer_of_the_house_that_is_refused_becomes_the_way_out() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "hhhh", &Setup { broken_house: true, ..Setup::default() }).await;
    table.ended().await.expect("it ends all the same");
    let log = log(&disk, "game");
    let skipped =
        log.iter().filter(|(record, _)| record.command.get().contains("the house had no legal answer"));
    assert_eq!(skipped.count(), 12, "four seats a day, two a night, two rounds");
}

#[tokio::test(start_paused = true)]
async fn two_sessions_run_beside_each_other() {
    let disk = Disk::default();
    let host = host_at(&disk, TIMED);
    let one = open(&host, "one", "hhhh", &Setup::default()).await;
    let two = open(&host, "two", "hh", &Setup { rounds: 3, ..Setup::default() }).await;
    let names =
        |tables: Vec<host::Table>| tables.iter().map(|table| table.id().to_string()).collect::<Vec<_>>();
    assert_eq!(names(host.running()), ["one", "two"]);
    assert_eq!(one.ended().await, Ok(json!({"said": 8})));
    assert_eq!(two.ended().await, Ok(json!({"said": 6})));
    one.stop().await;
    assert_eq!(names(host.running()), ["two"]);
    host.stop().await;
    assert!(host.running().is_empty());
}

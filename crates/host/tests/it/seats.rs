//! People who sit down in seats of the house and of models, and give them back.

use activities::ALL;
use engine::{Actor, FieldKind, Holder, Input, LogEntry, Opening, Part, SeatSet, Seed, Viewer, raw, replay};
use host::{Ack, Host, HostOptions, NewSession, Pace, Refused, Table, Tempo};
use protocol::Request;
use serde_json::{Value, json};

use crate::disk::Disk;
use crate::mafia::{new_game, session};
use crate::stage::{START_UTC, id, kind, line, log, pass, seat, seats};

pub(crate) const SEED: Seed = Seed(20_240_101);
pub(crate) const TIMED: Pace =
    Pace::Timed(Tempo { think_ms: 900, jitter_ms: 1_400, word_ms: 0, percent: 100 });

/// Longer than the house thinks, and shorter than a night.
const A_WHILE_MS: u64 = 20_000;

pub(crate) fn host(disk: &Disk, pace: Pace) -> Host {
    Host::new(
        disk.clone(),
        *ALL,
        HostOptions { pace: pace.into(), start_utc: Some(START_UTC), ..HostOptions::default() },
    )
}

async fn to_table(table: &Table, by: Actor, command: Value) -> Result<Ack, Refused> {
    let command = raw(&command);
    table.command(Input { part: Part::Table, by, request: None, ask: None, command }).await
}

async fn sit(table: &Table, number: u8) {
    to_table(table, Actor::Host, json!({"type": "TakeSeat", "seat": number})).await.expect("it is free");
}

async fn leave(table: &Table, number: u8) {
    let by = Actor::Seat(seat(number));
    to_table(table, by, json!({"type": "LeaveSeat", "seat": number})).await.expect("somebody sits there");
}

/// What a seat did in the activity.
fn deeds(disk: &Disk, number: u8) -> Vec<String> {
    let by = Actor::Seat(seat(number));
    let log = log(disk, "game");
    let deeds = log.iter().filter(|(record, _)| record.by == by && record.machine != "table");
    deeds.map(|(record, _)| kind(record.command.get())).collect()
}

async fn phase(table: &Table) -> String {
    table.scene(Viewer::Public).await.expect("a scene").phase
}

/// Answers a seat's question by the first that is offered.
async fn choose(table: &Table, number: u8) {
    let ask = table.scene(Viewer::Seat(seat(number))).await.expect("a scene").asks.remove(0);
    let FieldKind::Choice(choices) = &ask.form.tools[0].fields[0].kind else { panic!("a choice") };
    let command = raw(&json!({"type": "ChooseTarget", "target": choices[0].value}));
    let by = Actor::Seat(seat(number));
    table.request(by, None, Request::Answer { ask: ask.id, command }).await.expect("it is offered");
}

fn verified(log: &[LogEntry]) -> SeatSet {
    let session = replay::verify(*ALL, SEED, log).expect("the log can be decided again");
    let folded = replay::fold(*ALL, session.rules, SEED, log).expect("a good log");
    assert_eq!(folded.snapshot(), session.snapshot());
    session.table.taken()
}

#[tokio::test(start_paused = true)]
async fn a_taken_seat_waits_for_its_person_and_the_house_plays_on_when_it_is_left() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("hhhhhhh", "NORMAL")).await.expect("a good setup");
    session(&table, "start").await;
    pass(100).await;
    // The house thinks about its answer already.
    sit(&table, 3).await;
    pass(A_WHILE_MS).await;
    assert!(deeds(&disk, 3).is_empty(), "it steps back at once");
    assert!((1..=7).filter(|number| *number != 3).all(|number| deeds(&disk, number).len() == 1));
    assert_eq!(phase(&table).await, "NIGHT_ACTIONS", "the night waits for the person");
    leave(&table, 3).await;
    pass(A_WHILE_MS).await;
    assert_eq!(deeds(&disk, 3)[0], "ChooseTarget", "the house is asked what is open");
    assert_ne!(phase(&table).await, "NIGHT_ACTIONS");
    table.ended().await.expect("it ends");
    assert_eq!(verified(&log(&disk, "game")), SeatSet::EMPTY);
}

#[tokio::test(start_paused = true)]
async fn a_person_who_sits_down_answers_speaks_and_asks_for_more_time_like_any_other() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("hhhhhhh", "NORMAL")).await.expect("a good setup");
    session(&table, "start").await;
    let three = Actor::Seat(seat(3));
    let extend = Request::Do { command: raw(&json!({"type": "Extend"})) };
    table.request(three, None, extend.clone()).await.expect_err("the house needs no more time");
    sit(&table, 3).await;
    table.request(three, None, extend).await.expect("a person may");
    table.request(three, None, line("((hello))")).await.expect("a person is heard");
    choose(&table, 3).await;
    pass(A_WHILE_MS).await;
    assert_eq!(deeds(&disk, 3), ["Extend", "ChooseTarget"]);
    assert_ne!(phase(&table).await, "NIGHT_ACTIONS", "all have chosen");
    assert_eq!(table.scene(Viewer::Public).await.expect("a scene").table.taken, SeatSet::only(seat(3)));
    table.stop().await;
    assert_eq!(verified(&log(&disk, "game")), SeatSet::only(seat(3)));
}

#[tokio::test(start_paused = true)]
async fn the_deadline_is_for_a_taken_seat_too() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("hhhhhhh", "NORMAL")).await.expect("a good setup");
    sit(&table, 3).await;
    session(&table, "start").await;
    table.ended().await.expect("it goes on without the person");
    assert!(deeds(&disk, 3).is_empty());
    verified(&log(&disk, "game"));
}

/// M8: two people could learn from the length of a night what the other is.
#[tokio::test(start_paused = true)]
async fn the_length_of_a_night_is_hidden_where_two_people_have_sat_down() {
    for (people, hidden) in [(1, false), (2, true)] {
        let disk = Disk::default();
        let host = host(&disk, Pace::Instant);
        let table = host.create(new_game("hhhhhhh", "NORMAL")).await.expect("a setup");
        for number in 1..=people {
            sit(&table, number).await;
        }
        session(&table, "start").await;
        for number in 1..=people {
            choose(&table, number).await;
        }
        pass(100).await;
        assert_eq!(phase(&table).await == "NIGHT_ACTIONS", hidden, "{people}");
        if hidden {
            pass(65_000).await;
            assert_eq!(phase(&table).await, "MORNING_REVEAL", "it ends when it must");
        }
        table.stop().await;
        verified(&log(&disk, "game"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_restart_knows_who_sits_where() {
    let disk = Disk::default();
    let first = host(&disk, TIMED);
    let table = first.create(new_game("hhhhhhh", "NORMAL")).await.expect("a good setup");
    session(&table, "start").await;
    sit(&table, 3).await;
    pass(A_WHILE_MS).await;
    drop(first);
    table.stopped().await;
    let second = host(&disk, TIMED);
    let table = second.resume(&id("game")).await.expect("it goes on");
    pass(A_WHILE_MS).await;
    assert!(deeds(&disk, 3).is_empty());
    choose(&table, 3).await;
    pass(A_WHILE_MS).await;
    assert_eq!(deeds(&disk, 3), ["ChooseTarget"]);
    leave(&table, 3).await;
    table.ended().await.expect("it ends");
    verified(&log(&disk, "game"));
}

#[tokio::test(start_paused = true)]
async fn a_call_for_a_seat_in_which_somebody_sits_down_is_given_up_and_made_anew_when_it_is_left() {
    let disk = Disk::default();
    let mut new = new_game("hhmhhhh", "RELAXED");
    new.opening.seats[2].holder = Holder::Model("scripted:legal@delay=5000".to_owned());
    let host = host(&disk, Pace::Instant);
    let table = host.create(new).await.expect("a good setup");
    session(&table, "start").await;
    pass(1_000).await;
    let noted = |what: &str| {
        let log = log(&disk, "game");
        log.iter().filter(|(record, _)| kind(record.command.get()) == what).count()
    };
    assert_eq!((noted("BeginCall"), noted("SettleCall")), (1, 0), "it is under way");
    sit(&table, 3).await;
    pass(A_WHILE_MS).await;
    assert_eq!((noted("BeginCall"), noted("SettleCall")), (1, 1));
    let settled = log(&disk, "game").iter().any(|(record, _)| record.command.get().contains("cancelled"));
    assert!(settled, "what it used is noted");
    assert!(deeds(&disk, 3).is_empty(), "a late answer is dropped");
    leave(&table, 3).await;
    pass(A_WHILE_MS).await;
    assert_eq!(deeds(&disk, 3).first().map(String::as_str), Some("ChooseTarget"));
    table.stop().await;
    verified(&log(&disk, "game"));
}

#[tokio::test(start_paused = true)]
async fn what_is_taken_back_changes_no_seat_and_one_who_sat_down_may_take_back() {
    let disk = Disk::default();
    let mut seats = seats("hh");
    seats[0].holder = Holder::House("keen".to_owned());
    seats[1].holder = Holder::House("coach".to_owned());
    let opening = Opening {
        activity: "tidying".to_owned(),
        seats,
        table: raw(&json!({"title": "Sunday"})),
        setup: raw(&json!({"space": "the study"})),
        seed: SEED,
        salt: None,
    };
    let new = NewSession { id: id("game"), title: "Sunday".to_owned(), opening };
    let host = host(&disk, Pace::Instant);
    let table = host.create(new).await.expect("a good setup");
    sit(&table, 1).await;
    session(&table, "start").await;
    pass(10).await;
    let one = Actor::Seat(seat(1));
    table.request(one, None, line("papers, a lamp and a box of cables")).await.expect("it is asked");
    pass(10).await;
    let view = |table: &Table| {
        let table = table.clone();
        async move { table.scene(Viewer::Seat(seat(1))).await.expect("a scene") }
    };
    table.request(one, None, line("/undo")).await.expect("a person may");
    pass(10).await;
    assert_eq!(view(&table).await.table.taken, SeatSet::only(seat(1)));
    assert!(view(&table).await.asks.iter().any(|ask| !ask.answered), "the person is asked again");
    assert_eq!(deeds(&disk, 1).len(), 2, "the words, and that they were taken back; nothing of the house's");
    leave(&table, 1).await;
    table.request(one, None, line("/undo")).await.expect_err("it is the house's again");
    table.stop().await;
    assert_eq!(verified(&log(&disk, "game")), SeatSet::EMPTY);
}

//! The real machines, run by the host.

use std::collections::BTreeSet;

use activities::ALL;
use engine::{Actor, FieldKind, Input, Opening, Part, Seed, Viewer, raw, replay};
use host::{Host, HostOptions, Log, NewSession, Pace, Table, Tempo};
use protocol::table::TableState;
use protocol::{Request, Update, frames};
use serde_json::{Value, json};
use store::Store;

use crate::disk::{Calm, Disk};
use crate::stage::{START_UTC, drain, drain_all, frames_of, id, kind, log, pass, seat, seats, settle, text};

const SEED: Seed = Seed(20_240_101);

pub(crate) fn new_game(holders: &str, speed: &str) -> NewSession {
    let roles = json!({"mafia": 2, "doctor": 1, "sheriff": 1, "villager": holders.len() - 4});
    let opening = Opening {
        activity: "mafia".to_owned(),
        seats: seats(holders),
        table: raw(&json!({"title": "Friday"})),
        setup: raw(&json!({"roles": roles, "speed": speed})),
        seed: SEED,
        salt: None,
    };
    NewSession { id: id("game"), title: "Friday".to_owned(), opening }
}

fn host(log: impl Log, pace: Pace) -> Host {
    Host::new(
        log,
        *ALL,
        HostOptions { pace: pace.into(), start_utc: Some(START_UTC), ..HostOptions::default() },
    )
}

pub(crate) async fn session(table: &Table, verb: &str) {
    let command = raw(&json!({"type": "SetSession", "verb": verb}));
    let input = Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command };
    table.command(input).await.expect("the host may");
}

fn verify(log: &impl Log) -> Value {
    let entries = crate::stage::log(log, "game");
    let session = replay::verify(*ALL, SEED, &entries).expect("the log can be decided again");
    session.activity.outcome().expect("it has ended")
}

/// Everybody who can look at a table of seven.
fn viewers() -> Vec<Viewer> {
    let seats = (1..=7).map(|number| Viewer::Seat(seat(number)));
    [Viewer::Public, Viewer::Observer, Viewer::Host].into_iter().chain(seats).collect()
}

#[tokio::test(start_paused = true)]
async fn a_house_game_instant_and_timed() {
    for pace in [Pace::Instant, Pace::Timed(Tempo::default())] {
        let disk = Disk::default();
        let host = host(disk.clone(), pace);
        let table = host.create(new_game("hhhhhhh", "NORMAL")).await.expect("a good setup");
        session(&table, "start").await;
        let outcome = table.ended().await.expect("it ends");
        assert_eq!(verify(&disk), outcome);
        let answered_for = log(&disk, "game");
        let answered_for =
            answered_for.iter().filter(|(record, _)| record.command.get().contains("AnswerFor"));
        assert_eq!(answered_for.count(), 0, "the house answers for itself, in time");
    }
}

/// A story whose models never answer would go on by itself for five hundred scenes, and ask them every time.
#[tokio::test(start_paused = true)]
async fn a_table_at_which_every_answer_is_automatic_pauses_and_says_so() {
    let disk = Disk::default();
    let host = host(disk.clone(), Pace::Instant);
    let opening = Opening {
        activity: "dm".to_owned(),
        seats: seats("mmm"),
        table: raw(&json!({"title": "Friday"})),
        setup: raw(&json!({})),
        seed: SEED,
        salt: None,
    };
    let new = NewSession { id: id("game"), title: "Friday".to_owned(), opening };
    let table = host.create(new).await.expect("a good setup");
    session(&table, "start").await;
    for again in 1..=2 {
        while table.scene(Viewer::Public).await.expect("it is there").table.state != TableState::Paused {
            pass(10).await;
        }
        let told = frames::of_log(*ALL, &log(&disk, "game"), Viewer::Public).expect("a good log");
        let said = "The last 200 answers were automatic, and nobody else did anything: play pauses.";
        let is_said = |words: &str| words.starts_with(said);
        let said = told.iter().filter_map(|frame| frame.telling.as_ref()).filter(|it| is_said(&it.text));
        assert_eq!(said.count(), again);
        session(&table, "resume").await;
    }
    host.stop().await;
}

#[tokio::test(start_paused = true)]
async fn every_viewer_is_told_live_what_the_log_tells_later() {
    let disk = Disk::default();
    let host = host(disk.clone(), Pace::Timed(Tempo::default()));
    let table = host.create(new_game("hhhhhhh", "NORMAL")).await.expect("a good setup");
    let mut listening = Vec::new();
    for viewer in viewers() {
        let subscription = table.subscribe(viewer, None).await.expect("a listener");
        listening.push((viewer, tokio::spawn(drain_all(subscription))));
    }
    session(&table, "start").await;
    table.ended().await.expect("it ends");
    session(&table, "end").await;
    table.stop().await;
    let log = log(&disk, "game");
    for (viewer, listening) in listening {
        let (updates, _) = listening.await.expect("no panic");
        let told = frames_of(&updates);
        assert_eq!(text(&told), text(&frames::of_log(*ALL, &log, viewer).expect("a good log")), "{viewer}");
        assert!(told.iter().map(|frame| frame.number).eq(0..told.len() as u64), "{viewer}");
        assert!(updates.iter().all(|update| !update.frames.is_empty() || update.scene.is_some()), "{viewer}");
        let last = updates.iter().rev().find_map(|update| update.scene.clone()).expect("a scene");
        let number = log.len() as u64 - 1;
        assert_eq!(*last, frames::scene_at(*ALL, &log, number, viewer).expect("a good log"), "{viewer}");
    }
}

/// M8: when everybody has chosen, the night goes on for its least length, and nothing that anybody sees says so.
#[tokio::test(start_paused = true)]
async fn nobody_is_shown_when_the_last_seat_has_chosen() {
    let disk = Disk::default();
    let host = host(disk.clone(), Pace::Instant);
    let table = host.create(new_game("pphhhhh", "RELAXED")).await.expect("a good setup");
    session(&table, "start").await;
    settle().await;
    let mut public = table.subscribe(Viewer::Public, None).await.expect("a listener");
    let before = table.scene(Viewer::Public).await.expect("a scene");
    drain(&mut public).await;
    for number in [1, 2] {
        let ask = table.scene(Viewer::Seat(seat(number))).await.expect("a scene").asks.remove(0);
        let FieldKind::Choice(choices) = &ask.form.tools[0].fields[0].kind else { panic!("a choice") };
        let command = raw(&json!({"type": "ChooseTarget", "target": choices[0].value}));
        let answer = Request::Answer { ask: ask.id, command };
        table.request(Actor::Seat(seat(number)), None, answer).await.expect("offered");
    }
    settle().await;
    assert_eq!(table.scene(Viewer::Public).await.expect("a scene"), before);
    assert_eq!(drain(&mut public).await.len(), 0, "and nothing was sent");
}

#[tokio::test(start_paused = true)]
async fn a_crashed_game_goes_on() {
    let disk = Disk::default();
    let mut moments = 0;
    let mut table = None;
    loop {
        let host = host(disk.clone(), Pace::Timed(Tempo::default()));
        let going = match table {
            None => {
                let table = host.create(new_game("hhhhhhh", "NORMAL")).await.expect("a good setup");
                session(&table, "start").await;
                table
            }
            Some(_) => host.resume(&id("game")).await.expect("resumed"),
        };
        pass(4_000).await;
        moments += 1;
        if disk.row(&id("game")).ended {
            break;
        }
        drop(host);
        going.stopped().await;
        table = Some(going);
    }
    assert!(moments >= 3, "it crashed often enough: {moments}");
    verify(&disk);
}

#[tokio::test(start_paused = true)]
async fn a_person_plays_by_the_forms_that_it_is_shown() {
    let disk = Disk::default();
    let host = host(disk.clone(), Pace::Timed(Tempo::default()));
    let table = host.create(new_game("phhhhhh", "RELAXED")).await.expect("a good setup");
    let mut mine = table.subscribe(Viewer::Seat(seat(1)), None).await.expect("a listener");
    session(&table, "start").await;
    let mut answered = BTreeSet::new();
    loop {
        let update = mine.next().await.expect("more to come");
        let Some(scene) = update.scene else { continue };
        if scene.outcome.is_some() {
            break;
        }
        for ask in &scene.asks {
            // Updates that were on their way before the answer still show the question open.
            if ask.answered || !answered.insert(ask.id) {
                continue;
            }
            let tool = &ask.form.tools[0];
            let request = if tool.words().is_some() {
                Request::Line { text: "It was not me.".to_owned() }
            } else {
                let protocol::FieldKind::Choice(choices) = &tool.fields[0].kind else { panic!("a choice") };
                let field = tool.fields[0].name.as_str();
                let command = json!({"type": tool.name, field: choices[0].value});
                Request::Answer { ask: ask.id, command: raw(&command) }
            };
            table
                .request(Actor::Seat(seat(1)), Some(format!("r{}", ask.id.0)), request)
                .await
                .expect("it was offered");
        }
    }
    assert!(!answered.is_empty());
    verify(&disk);
}

#[tokio::test(start_paused = true)]
async fn a_person_who_never_answers_and_a_model_without_a_connection_stop_nobody() {
    let disk = Disk::default();
    let host = host(disk.clone(), Pace::Timed(Tempo::default()));
    let table = host.create(new_game("phhmhhh", "FAST")).await.expect("a good setup");
    session(&table, "start").await;
    table.ended().await.expect("it ends");
    verify(&disk);
    let log = log(&disk, "game");
    assert!(log.iter().any(|(record, _)| record.command.get().contains("its model is not ready")));
}

#[tokio::test(start_paused = true)]
async fn a_break_is_heard_by_all_and_freezes_the_night() {
    let disk = Disk::default();
    let host = host(disk.clone(), Pace::Timed(Tempo::default()));
    let table = host.create(new_game("ppppppp", "NORMAL")).await.expect("a good setup");
    let mut public = table.subscribe(Viewer::Public, None).await.expect("a listener");
    session(&table, "start").await;
    pass(1_000).await;
    table
        .request(Actor::Seat(seat(3)), None, Request::Line { text: "/session pause".to_owned() })
        .await
        .expect("paused");
    let updates: Vec<Update> = drain(&mut public).await;
    assert!(!updates.last().and_then(|update| update.scene.clone()).expect("a scene").clock.running);
    let records = disk.lines(&id("game")).len();
    pass(3_600_000).await;
    assert_eq!(disk.lines(&id("game")).len(), records);
    let refused =
        table.request(Actor::Seat(seat(3)), None, Request::Line { text: "Who is it?".to_owned() }).await;
    assert!(refused.is_err());
    session(&table, "resume").await;
    pass(120_000).await;
    assert_ne!(table.scene(Viewer::Public).await.expect("a scene").phase, "NIGHT_ACTIONS");
}

#[tokio::test(start_paused = true)]
async fn mafia_is_not_taken_back_and_says_so_and_a_stop_stops_it_all_the_same() {
    let mut logs = Vec::new();
    for number in [2, 5] {
        let disk = Disk::default();
        let host = host(disk.clone(), Pace::Timed(Tempo::default()));
        let table = host.create(new_game("ppppphh", "NORMAL")).await.expect("a good setup");
        let mut public = table.subscribe(Viewer::Public, None).await.expect("a listener");
        let say = async |text: &str| {
            table.request(Actor::Seat(seat(number)), None, Request::Line { text: text.to_owned() }).await
        };
        assert!(say("/x").await.is_err(), "nobody plays yet");
        session(&table, "start").await;
        pass(1_000).await;
        let records = disk.lines(&id("game")).len();
        for wish in ["/undo", "/redo", "/retry"] {
            let refused = say(wish).await.expect_err("never in play");
            assert_eq!(refused.to_string(), "nothing is taken back here in play: fork the session instead");
        }
        assert_eq!(disk.lines(&id("game")).len(), records);
        drain(&mut public).await;
        say("/x he knows too much of me").await.expect("always");
        say("/x").await.expect("once is enough");
        let frames = frames_of(&drain(&mut public).await);
        let told: Vec<String> = frames.iter().map(|frame| kind(frame.event.get())).collect();
        assert_eq!(told, ["X_CALLED", "STATE_CHANGED"]);
        assert_eq!(disk.lines(&id("game")).len(), records + 1);
        session(&table, "resume").await;
        let entries = log(&disk, "game");
        replay::verify(*ALL, SEED, &entries).expect("the log can be decided again");
        logs.push(disk.lines(&id("game")));
    }
    assert_eq!(logs[0], logs[1], "the log does not know who called");
}

#[tokio::test(start_paused = true)]
async fn a_game_crashes_and_ends_on_the_real_store() {
    let dir = tempfile::tempdir().expect("a directory");
    let log = Calm(Store::open(dir.path()).expect("a store"));
    let first = host(log.clone(), Pace::Timed(Tempo::default()));
    let table = first.create(new_game("hhhhhhh", "NORMAL")).await.expect("a good setup");
    session(&table, "start").await;
    pass(61_000).await;
    drop(first);
    table.stopped().await;
    settle().await;
    drop(log);
    let log = Calm(Store::open(dir.path()).expect("nobody holds it any more"));
    let second = host(log.clone(), Pace::Timed(Tempo::default()));
    let recovered = second.recover().await.expect("a list");
    recovered[0].1.as_ref().expect("recovered").ended().await.expect("it ends");
    verify(&log);
}

/// On real threads and in real time: nothing waits, so nothing sleeps.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_games_at_once_on_the_real_store() {
    let dir = tempfile::tempdir().expect("a directory");
    let log = Store::open(dir.path()).expect("a store");
    let host = host(log.clone(), Pace::Instant);
    let mut tables = Vec::new();
    for number in 0..16 {
        let new = NewSession { id: id(&format!("game-{number}")), ..new_game("hhhhhhh", "INSTANT") };
        tables.push(host.create(new).await.expect("a good setup"));
    }
    for table in &tables {
        session(table, "start").await;
    }
    for table in &tables {
        let listening = table.subscribe(Viewer::Public, None).await.expect("a listener");
        table.ended().await.expect("it ends");
        table.stop().await;
        let (updates, _) = drain_all(listening).await;
        let entries = crate::stage::log(&log, table.id().as_str());
        replay::verify(*ALL, SEED, &entries).expect("the log can be decided again");
        let told = frames::of_log(*ALL, &entries, Viewer::Public).expect("a good log");
        // It may have been stopped before the log had been read for this listener.
        if !updates.is_empty() {
            assert_eq!(text(&frames_of(&updates)), text(&told));
        }
    }
}

//! After a crash: what is in the log goes on, and nothing is done twice.

use engine::{Actor, Damage, Viewer};
use host::limits::SNAPSHOT_RECORDS;
use host::{Closed, Host, HostError, HostOptions};
use serde_json::json;
use store::{Store, StoreError};

use crate::disk::{Calm, Disk};
use crate::stage::*;
use crate::toy::Setup;

#[tokio::test(start_paused = true)]
async fn a_crashed_game_goes_on_at_every_record() {
    let (whole, _host, _table) = played(TIMED, &Setup::default()).await;
    let records = whole.lines(&id("game")).len();
    for crash_at in 3..records {
        let disk = Disk::default();
        let first = host_at(&disk, TIMED);
        let table = open(&first, "game", "hhhh", &Setup::default()).await;
        while disk.lines(&id("game")).len() < crash_at {
            pass(10).await;
        }
        drop(first);
        table.stopped().await;
        let stood = disk.lines(&id("game"));
        let second = host_at(&disk, TIMED);
        let recovered = second.recover().await.expect("a list");
        let [(found, Ok(table))] = &recovered[..] else { panic!("one session is recovered") };
        assert_eq!(*found, id("game"));
        assert_eq!(table.ended().await, Ok(json!({"said": 8})), "crashed at {crash_at}");
        assert_eq!(disk.lines(&id("game"))[..stood.len()], stood[..], "what was written stays");
        verify(&disk, "game");
    }
}

#[tokio::test(start_paused = true)]
async fn a_crash_on_the_real_store() {
    let dir = tempfile::tempdir().expect("a directory");
    let log = Calm(Store::open(dir.path()).expect("a store"));
    let first = host_at(&log, TIMED);
    let table = open(&first, "game", "hhhh", &Setup::default()).await;
    pass(12_345).await;
    drop(first);
    table.stopped().await;
    settle().await;
    drop(log);
    let log = Calm(Store::open(dir.path()).expect("nobody holds it any more"));
    let second = host_at(&log, TIMED);
    let recovered = second.recover().await.expect("a list");
    let table = recovered[0].1.as_ref().expect("recovered");
    table.ended().await.expect("it goes on to its end");
    verify(&log, "game");
}

#[tokio::test(start_paused = true)]
async fn a_deadline_that_passed_meanwhile_fires_once_and_the_next_runs_from_now() {
    let disk = Disk::default();
    let first = host(&disk);
    let table = open(&first, "game", "pppp", &Setup::default()).await;
    pass(2_000).await;
    drop(first);
    table.stopped().await;
    // A day later.
    let later = HostOptions { start_utc: Some(START_UTC + 86_400_000), ..options() };
    let second = Host::new(disk.clone(), CATALOG, later);
    let table = second.resume(&id("game")).await.expect("resumed");
    settle().await;
    assert_eq!(&events(&disk, "game")[5..], ["StateSet", "DayBroke"]);
    let scene = table.scene(Viewer::Public).await.expect("a scene");
    let (record, _) = log(&disk, "game").pop().expect("a record");
    assert_eq!(record.by, Actor::Clock);
    assert_eq!(scene.clock.closes, Some(record.time + 60_000));
    pass(59_900).await;
    assert_eq!(events(&disk, "game").len(), 7);
    pass(200).await;
    assert_eq!(table.scene(Viewer::Public).await.expect("a scene").phase, "NIGHT");
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn a_wall_clock_that_was_set_back_stops_no_timer() {
    let disk = Disk::default();
    let first = host(&disk);
    let table = open(&first, "game", "pppp", &Setup::default()).await;
    pass(2_000).await;
    table.request(Actor::Seat(seat(1)), None, line("((tea?")).await.expect("said");
    drop(first);
    table.stopped().await;
    let earlier = HostOptions { start_utc: Some(START_UTC - 3_600_000), ..options() };
    let second = Host::new(disk.clone(), CATALOG, earlier);
    second.resume(&id("game")).await.expect("resumed");
    pass(8_010).await;
    assert_eq!(events(&disk, "game").last().map(String::as_str), Some("DayBroke"));
    let at: Vec<i64> = log(&disk, "game").iter().map(|(record, _)| record.at).collect();
    assert!(at.is_sorted(), "{at:?}");
}

#[tokio::test(start_paused = true)]
async fn a_resumed_session_is_the_same_whatever_became_of_its_snapshot() {
    let (disk, host, table) = played(TIMED, &Setup { rounds: 40, ..Setup::default() }).await;
    let name = id("game");
    let scenes = async |table: &host::Table| {
        let mut scenes = Vec::new();
        for viewer in VIEWERS {
            scenes.push(table.scene(viewer).await.expect("a scene"));
        }
        scenes
    };
    let before = scenes(&table).await;
    let mut kept = None;
    disk.change_snapshot(&name, |snapshot| kept.clone_from(snapshot));
    let kept = kept.expect("a long game keeps one");
    type Change = fn(&mut store::Snapshot);
    let changes: [(&str, Option<Change>); 6] = [
        ("as it is", Some(|_| {})),
        ("deleted", None),
        ("of another version", Some(|snapshot| snapshot.engine.push('1'))),
        ("of another record", Some(|snapshot| snapshot.number -= 1)),
        ("of another log", Some(|snapshot| snapshot.head.0[0] ^= 1)),
        ("no state at all", Some(|snapshot| snapshot.body.truncate(20))),
    ];
    for (what, change) in changes {
        for table in host.running() {
            table.stop().await;
        }
        disk.change_snapshot(&name, |snapshot| {
            *snapshot = change.map(|change| {
                let mut changed = kept.clone();
                change(&mut changed);
                changed
            });
        });
        let read = disk.lines_read();
        let table = host.resume(&name).await.expect("resumed");
        let read = disk.lines_read() - read;
        assert_eq!(scenes(&table).await, before, "{what}");
        assert_eq!(read < disk.lines(&name).len() as u64, what == "as it is", "{what}: read {read} lines");
    }
}

#[tokio::test(start_paused = true)]
async fn a_snapshot_is_kept_every_so_many_records() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let name = id("game");
    while (disk.lines(&name).len() as u64) < SNAPSHOT_RECORDS {
        disk.change_snapshot(&name, |snapshot| assert!(snapshot.is_none(), "it is too early"));
        table.request(Actor::Seat(seat(1)), None, line("((tea?")).await.expect("said");
    }
    settle().await;
    disk.change_snapshot(&name, |snapshot| {
        assert_eq!(snapshot.as_ref().map(|snapshot| snapshot.number), Some(SNAPSHOT_RECORDS - 1));
    });
}

#[tokio::test(start_paused = true)]
async fn a_damaged_log_is_told_to_a_listener_without_a_number() {
    let (disk, _host, table) = played(TIMED, &Setup::default()).await;
    disk.change_line(&id("game"), 5, |line| line.text = line.text.replacen("\"at\":1", "\"at\":2", 1));
    let mut listening = table.subscribe(Viewer::Public, None).await.expect("taken in");
    let closed = listening.next().await.expect_err("it cannot be read");
    assert_eq!(closed, Closed::Storage { why: "the log cannot be read: have the store checked".to_owned() });
    assert!(table.is_running(), "those who listen already go on");
}

#[tokio::test(start_paused = true)]
async fn a_damaged_log_is_named_by_its_record_and_not_run() {
    let (disk, host, table) = played(TIMED, &Setup::default()).await;
    table.stop().await;
    disk.change_snapshot(&id("game"), |snapshot| *snapshot = None);
    disk.change_line(&id("game"), 5, |line| line.text = line.text.replacen("\"at\":1", "\"at\":2", 1));
    let error = host.resume(&id("game")).await.expect_err("damaged");
    assert!(matches!(error, HostError::Damaged { damage: Damage::Changed { number: 5 }, .. }), "{error}");
    assert!(host.running().is_empty());
}

#[tokio::test(start_paused = true)]
async fn only_sessions_that_have_not_ended_are_recovered() {
    let disk = Disk::default();
    let first = host(&disk);
    let done = open(&first, "done", "hh", &Setup::default()).await;
    let going = open(&first, "going", "pp", &Setup::default()).await;
    done.ended().await.expect("it ends");
    first.stop().await;
    drop(going);
    let second = host(&disk);
    let recovered = second.recover().await.expect("a list");
    assert_eq!(recovered.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), ["going"]);
    // One that has ended can still be resumed, to talk about it.
    let done = second.resume(&id("done")).await.expect("resumed");
    assert!(done.ended().await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_session_is_started_once_however_many_want_it() {
    let disk = Disk::default();
    let first = host(&disk);
    open(&first, "game", "pppp", &Setup::default()).await.stop().await;
    let name = id("game");
    let (one, two, three) = tokio::join!(first.resume(&name), first.resume(&name), first.resume(&name));
    assert_eq!(first.running().len(), 1);
    for table in [one, two, three] {
        table.expect("resumed").request(Actor::Seat(seat(1)), None, line("((me")).await.expect("said");
    }
    verify(&disk, "game");
    let again = first.create(new_session("game", "pppp", &Setup::default())).await;
    assert!(matches!(again, Err(HostError::Store(StoreError::Exists { .. }))));
    first.stop().await;
    let again = first.create(new_session("game", "pppp", &Setup::default())).await;
    assert!(matches!(again, Err(HostError::Store(StoreError::Exists { .. }))));
    assert!(matches!(first.resume(&id("none")).await, Err(HostError::Store(StoreError::NoSession { .. }))));
    assert!(first.running().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_setup_that_is_wrong_is_refused_with_all_that_is_wrong() {
    let disk = Disk::default();
    let mut new = new_session("game", "pp", &Setup::default());
    new.opening.seats[1].name = "Seat1".to_owned();
    new.opening.seats[0].id = String::new();
    let error = host(&disk).create(new).await.expect_err("wrong");
    assert!(matches!(&error, HostError::Setup(faults) if faults.len() == 2), "{error}");
}

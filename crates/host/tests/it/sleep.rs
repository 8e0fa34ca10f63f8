//! Sessions that sleep: one in which nothing happens by itself leaves memory, and is there when somebody wants something.

use std::time::Duration;

use engine::{Actor, Viewer};
use host::limits::SLEEP_AFTER_MS;
use host::{Host, HostError, HostOptions, Log};
use serde_json::json;

use crate::disk::Disk;
use crate::stage::*;
use crate::toy::Setup;

async fn idle(host: &Host, name: &str) -> host::Table {
    host.create(new_session(name, "pp", &Setup::default())).await.expect("a place")
}

async fn night() {
    pass(SLEEP_AFTER_MS + 10).await;
}

fn running(host: &Host) -> Vec<String> {
    host.running().iter().map(|table| table.id().to_string()).collect()
}

#[tokio::test(start_paused = true)]
async fn a_table_that_nobody_watches_and_whose_clock_does_not_run_sleeps_until_somebody_looks() {
    let disk = Disk::default();
    let host = host(&disk);
    let (idle, paused) = (idle(&host, "idle").await, open(&host, "paused", "pp", &Setup::default()).await);
    set(&paused, "PAUSED").await.expect("live");
    let before = paused.scene(Viewer::Public).await.expect("a scene");
    night().await;
    assert!(running(&host).is_empty(), "{:?}", running(&host));
    assert!(!idle.is_running() && !paused.is_running());
    assert_eq!(paused.scene(Viewer::Public).await.expect("it wakes"), before);
    idle.request(Actor::Seat(seat(1)), None, line("((tea?")).await.expect("it wakes");
    assert_eq!(running(&host), ["idle", "paused"]);
    let mut listening = idle.subscribe(Viewer::Public, None).await.expect("awake again");
    assert_eq!(frames_of(&drain(&mut listening).await).len(), 4, "the whole of it");
    verify(&disk, "idle");
}

#[tokio::test(start_paused = true)]
async fn what_is_listened_to_waited_for_or_due_stays_awake() {
    let disk = Disk::default();
    let host = host(&disk);
    let watched = idle(&host, "watched").await;
    let listening = watched.subscribe(Viewer::Public, None).await.expect("a listener");
    let waited_for = idle(&host, "waited-for").await;
    let waiting = tokio::spawn({
        let table = waited_for.clone();
        async move { table.ended().await }
    });
    // Its deadlines come, one after the other.
    open(&host, "due", "pp", &Setup { rounds: 1_000, ..Setup::default() }).await;
    night().await;
    assert_eq!(running(&host), ["due", "waited-for", "watched"]);
    drop(listening);
    waiting.abort();
    night().await;
    assert_eq!(running(&host), ["due"]);
}

#[tokio::test(start_paused = true)]
async fn ended_and_closed_tables_hold_no_place() {
    let disk = Disk::default();
    let host = Host::new(disk.clone(), CATALOG, HostOptions { sessions_max: 2, ..options() });
    let ended = open(&host, "ended", "hh", &Setup::default()).await;
    ended.ended().await.expect("it ends");
    let closed = open(&host, "closed", "pp", &Setup::default()).await;
    set(&closed, "IDLE").await.expect("live");
    let full = host.create(new_session("one", "pp", &Setup::default())).await.expect_err("no place");
    assert!(matches!(full, HostError::TooManySessions { limit: 2 }), "{full}");
    assert!(full.to_string().contains("falls asleep after 120 s"), "{full}");
    night().await;
    idle(&host, "one").await;
    idle(&host, "two").await;
    assert_eq!(ended.ended().await, Ok(json!({"said": 4})), "how it ended is known still");
    let full = host.resume(&id("closed")).await.expect_err("no place");
    assert!(matches!(full, HostError::TooManySessions { .. }), "{full}");
}

#[tokio::test(start_paused = true)]
async fn a_restart_wakes_only_what_is_live() {
    for stopped in [true, false] {
        let disk = Disk::default();
        let first = host(&disk);
        for number in 0..20 {
            idle(&first, &format!("idle-{number}")).await;
        }
        for name in ["live-1", "live-2"] {
            open(&first, name, "pp", &Setup::default()).await;
        }
        if stopped {
            first.stop().await;
            assert_eq!(disk.awake().expect("a list"), [id("live-1"), id("live-2")]);
        }
        drop(first);
        settle().await;
        let second = Host::new(disk.clone(), CATALOG, HostOptions { sessions_max: 2, ..options() });
        let recovered = second.recover().await.expect("a list");
        assert!(recovered.iter().all(|(_, table)| table.is_ok()), "stopped: {stopped}");
        assert_eq!(running(&second), ["live-1", "live-2"], "stopped: {stopped}");
        assert_eq!(
            disk.awake().expect("a list"),
            [id("live-1"), id("live-2")],
            "the next start looks at no more"
        );
        let live = second.table(&id("live-1")).expect("it runs");
        live.stop().await;
        let idle = second.resume(&id("idle-7")).await.expect("there is a place, and it wakes");
        set(&idle, "ACTIVE").await.expect("it is idle");
        assert_eq!(disk.awake().expect("a list").len(), 3, "what plays is gone on with");
    }
}

#[tokio::test(start_paused = true)]
async fn what_comes_as_it_falls_asleep_is_done_once() {
    let disk = Disk::default();
    let sleep_after = Duration::from_millis(20);
    let host = Host::new(disk.clone(), CATALOG, HostOptions { sleep_after, ..options() });
    let table = idle(&host, "game").await;
    let records = disk.lines(&id("game")).len();
    let mut said = Vec::new();
    for number in 0..60 {
        // Just before, just then, and just after it: some of them while it is being noted.
        pass(18 + number % 5).await;
        let table = table.clone();
        said.push(tokio::spawn(async move {
            let request = Some(format!("line-{number}"));
            table.request(Actor::Seat(seat(1)), request, line(&format!("(({number}"))).await
        }));
        tokio::task::yield_now().await;
    }
    for said in said {
        said.await.expect("no panic").expect("done");
    }
    assert_eq!(disk.lines(&id("game")).len(), records + 60);
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn what_sleeps_can_be_looked_at_without_waking_it() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pp", &Setup::default()).await;
    set(&table, "PAUSED").await.expect("live");
    let awake = host.scene(&id("game"), Viewer::Seat(seat(1))).await.expect("a scene");
    night().await;
    assert_eq!(host.scene(&id("game"), Viewer::Seat(seat(1))).await.expect("a scene"), awake);
    assert!(running(&host).is_empty());
    assert!(host.scene(&id("none"), Viewer::Public).await.is_err());
    assert!(host.scene(&id("game"), Viewer::Seat(seat(9))).await.is_err(), "there is no such seat");
}

//! When the world fails: nothing is told that is not on disk, and one session's bug is its own.

use engine::{Actor, Viewer};
use host::limits::BUSY_TRIES;
use host::{Closed, HostError, Refused};
use protocol::{Request, frames};
use serde_json::json;

use crate::disk::{Disk, Trouble};
use crate::stage::*;
use crate::toy::Setup;

const TROUBLES: [Trouble; 5] =
    [Trouble::Fenced, Trouble::InDoubt, Trouble::InDoubtButStored, Trouble::NoAnswer, Trouble::Conflict];

#[tokio::test(start_paused = true)]
async fn nobody_sees_a_record_before_it_is_on_disk() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let mut listening = table.subscribe(Viewer::Public, None).await.expect("a listener");
    drain(&mut listening).await;
    disk.hold();
    let (said, before) = tokio::join!(table.request(Actor::Seat(seat(1)), None, line("((tea?")), async {
        let before = drain(&mut listening).await;
        disk.release();
        before
    });
    assert!(before.is_empty(), "the record was not on disk");
    said.expect("acknowledged once it was");
    assert_eq!(frames_of(&drain(&mut listening).await).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_log_that_fails_stops_the_session_and_nothing_of_it_is_told_or_acknowledged() {
    for trouble in TROUBLES {
        let disk = Disk::default();
        let host = host(&disk);
        let table = open(&host, "game", "pppp", &Setup::default()).await;
        let listening = table.subscribe(Viewer::Public, None).await.expect("a listener");
        settle().await;
        let good = table.request(Actor::Seat(seat(1)), None, line("((one")).await.expect("said");
        disk.trouble_at(good.number + 1, trouble);
        let known = log(&disk, "game");
        let failed = table.request(Actor::Seat(seat(1)), Some("two".to_owned()), line("((two")).await;
        assert!(matches!(failed, Err(Refused::StorageFailed { .. })), "{trouble:?}: {failed:?}");
        let (updates, closed) = drain_all(listening).await;
        assert!(matches!(closed, Closed::Storage { .. }), "{trouble:?}: {closed}");
        let told = frames::of_log(CATALOG, &known, Viewer::Public).expect("a good log");
        assert_eq!(text(&frames_of(&updates)), text(&told), "{trouble:?}");
        let after = table.request(Actor::Seat(seat(1)), None, line("((three")).await;
        assert!(matches!(after, Err(Refused::Stopped(Closed::Storage { .. }))), "{trouble:?}: {after:?}");
        assert!(host.running().is_empty());
        // While the log may show what is not on disk, nothing is run on it; a conflict is only this session's.
        let resumed = host.resume(&id("game")).await;
        assert_eq!(matches!(resumed, Err(HostError::StorageFailed { .. })), trouble != Trouble::Conflict);
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_in_doubt_is_settled_by_its_request_id_once_the_log_is_opened_again() {
    for (trouble, more) in [(Trouble::InDoubt, 1), (Trouble::InDoubtButStored, 0)] {
        let disk = Disk::default();
        let first = host(&disk);
        let table = open(&first, "game", "pppp", &Setup::default()).await;
        disk.trouble_at(3, trouble);
        let by = Actor::Seat(seat(1));
        let said = || table.request(by, Some("one".to_owned()), line("((one"));
        assert!(said().await.is_err());
        disk.trouble_at(99_999, trouble);
        let records = disk.lines(&id("game")).len();
        let second = host(&disk);
        let again = second.resume(&id("game")).await.expect("the log is opened again");
        let ack = again.request(by, Some("one".to_owned()), line("((one")).await.expect("done once");
        assert_eq!(ack.number, 3);
        assert_eq!(disk.lines(&id("game")).len(), records + more);
    }
}

#[tokio::test(start_paused = true)]
async fn a_log_that_fails_under_the_house_or_the_clock_stops_the_session_too() {
    for (holders, fails_at) in [("hhhh", 4), ("pppp", 3)] {
        let disk = Disk::default();
        let host = host(&disk);
        disk.trouble_at(fails_at, Trouble::Fenced);
        let table = open(&host, "game", holders, &Setup::default()).await;
        let closed = table.ended().await.expect_err("it stops");
        assert_eq!(closed, Closed::Storage { why: "the disk is full".to_owned() });
    }
}

#[tokio::test(start_paused = true)]
async fn a_busy_log_is_waited_for_and_only_one_that_stays_busy_stops_its_session() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    disk.trouble_at(3, Trouble::Busy(BUSY_TRIES - 1));
    table.request(Actor::Seat(seat(1)), None, line("((one")).await.expect("done in the end");
    disk.trouble_at(4, Trouble::Busy(BUSY_TRIES));
    let failed = table.request(Actor::Seat(seat(1)), None, line("((two")).await;
    assert!(matches!(failed, Err(Refused::StorageFailed { .. })), "{failed:?}");
    let again = host.resume(&id("game")).await.expect("the log writes still");
    again.request(Actor::Seat(seat(1)), None, line("((two")).await.expect("done");
    assert_eq!(disk.lines(&id("game")).len(), 5, "each of them once");
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn one_damaged_session_stops_alone() {
    let disk = Disk::default();
    let host = host(&disk);
    let well = open(&host, "well", "hhhh", &Setup { rounds: 1, ..Setup::default() }).await;
    well.ended().await.expect("it ends");
    let broken = open(&host, "broken", "pppp", &Setup::default()).await;
    disk.trouble_at(3, Trouble::Damaged);
    let failed = broken.request(Actor::Seat(seat(1)), None, line("((one")).await;
    assert!(matches!(failed, Err(Refused::StorageFailed { .. })), "{failed:?}");
    assert!(!broken.is_running() && well.is_running());
    disk.trouble_at(99_999, Trouble::Damaged);
    well.request(Actor::Seat(seat(1)), None, line("((well")).await.expect("the other goes on");
    open(&host, "new", "pppp", &Setup::default()).await;
}

#[tokio::test(start_paused = true)]
async fn a_bug_in_the_rules_stops_its_session_alone_and_tells_no_secret() {
    let disk = Disk::default();
    let host = host(&disk);
    let broken = open(&host, "broken", "pppp", &Setup::default()).await;
    let well = open(&host, "well", "hhhh", &Setup::default()).await;
    let listening = broken.subscribe(Viewer::Public, None).await.expect("a listener");
    let panic = Request::Do { command: engine::raw(&json!({"type": "Panic"})) };
    let refused = broken.request(Actor::Seat(seat(1)), None, panic).await;
    assert_eq!(refused, Err(Refused::Stopped(Closed::Bug)));
    let (_, closed) = drain_all(listening).await;
    assert_eq!(closed, Closed::Bug);
    assert!(!closed.to_string().contains("42"));
    assert_eq!(broken.bug().as_deref(), Some("the toy was told to panic; the secret is 42"));
    assert!(!broken.is_running() && well.is_running());
    well.ended().await.expect("the other plays on");
    // What it had is safe, and it can be run again.
    let again = host.resume(&id("broken")).await.expect("resumed");
    again.request(Actor::Seat(seat(1)), None, line("((what was that?")).await.expect("said");
    verify(&disk, "broken");
}

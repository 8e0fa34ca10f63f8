//! Listening: what comes, in which numbers, and what becomes of those who do not keep up.

use engine::{Actor, Viewer};
use host::limits::SNAPSHOT_RECORDS;
use host::{Closed, Pace};
use protocol::frames;

use crate::disk::Disk;
use crate::stage::*;
use crate::toy::Setup;

#[tokio::test(start_paused = true)]
async fn what_is_told_live_and_what_the_log_tells_later_are_the_same_bytes() {
    for viewer in VIEWERS {
        let disk = Disk::default();
        let host = host_at(&disk, TIMED);
        let table = host.create(new_session("game", "hhhh", &Setup::default())).await.expect("created");
        let listening = table.subscribe(viewer, None).await.expect("a listener");
        set(&table, "ACTIVE").await.expect("live");
        table.ended().await.expect("it ends");
        let stopping = tokio::spawn(async move { table.stop().await });
        let (updates, closed) = drain_all(listening).await;
        assert_eq!(closed, Closed::Stopped);
        assert_eq!(stopping.await.expect("stopped"), Closed::Stopped);
        let log = log(&disk, "game");
        let told = frames_of(&updates);
        assert_eq!(
            text(&told),
            text(&frames::of_log(CATALOG, &log, viewer).expect("a good log")),
            "{viewer}"
        );
        assert!(told.iter().map(|frame| frame.number).eq(0..told.len() as u64), "numbers are dense");
        let last = updates.iter().rev().find_map(|update| update.scene.clone()).expect("a scene");
        let number = log.len() as u64 - 1;
        assert_eq!(*last, frames::scene_at(CATALOG, &log, number, viewer).expect("a good log"), "{viewer}");
        assert!(last.outcome.is_some());
    }
}

#[tokio::test(start_paused = true)]
async fn one_who_comes_late_is_told_everything_in_one_update() {
    let (disk, _host, table) = played(Pace::Instant, &Setup::default()).await;
    let mut listening = table.subscribe(Viewer::Public, None).await.expect("a listener");
    let updates = drain(&mut listening).await;
    assert_eq!(updates.len(), 1);
    assert_eq!(
        text(&updates[0].frames),
        text(&frames::of_log(CATALOG, &log(&disk, "game"), Viewer::Public).expect("read"))
    );
    assert_eq!(
        **updates[0].scene.as_ref().expect("a scene"),
        table.scene(Viewer::Public).await.expect("a scene")
    );
}

#[tokio::test(start_paused = true)]
async fn cut_after_every_frame_nothing_is_missed() {
    for viewer in VIEWERS {
        let disk = Disk::default();
        let host = host_at(&disk, TIMED);
        let table = host.create(new_session("game", "hhhh", &Setup::default())).await.expect("created");
        let mut whole = table.subscribe(viewer, None).await.expect("a listener");
        let mut pieces = Vec::new();
        let mut listening = table.subscribe(viewer, None).await.expect("a listener");
        set(&table, "ACTIVE").await.expect("live");
        let mut ended = false;
        while !ended {
            let update = listening.next().await.expect("more to come");
            ended = update.scene.is_some_and(|scene| scene.outcome.is_some());
            // Of what came only the first frame got through before the line was cut.
            if let Some(frame) = update.frames.into_iter().next() {
                ended = ended && kind(frame.event.get()) == "Ended";
                let after = frame.number;
                pieces.push(frame);
                listening = table.subscribe(viewer, Some(after)).await.expect("back again");
            }
        }
        let whole = frames_of(&drain(&mut whole).await);
        assert_eq!(text(&pieces), text(&whole), "{viewer}");
    }
}

#[tokio::test(start_paused = true)]
async fn two_listeners_of_one_seat_are_told_the_same() {
    let disk = Disk::default();
    let host = host_at(&disk, TIMED);
    let table = host.create(new_session("game", "hhhh", &Setup::default())).await.expect("created");
    let mut one = table.subscribe(Viewer::Seat(seat(2)), None).await.expect("a listener");
    let mut two = table.subscribe(Viewer::Seat(seat(2)), None).await.expect("a listener");
    // Both have what was before they came; from here on they hear the same at the same time.
    let before = (one.next().await.expect("the past"), two.next().await.expect("the past"));
    assert_eq!(text(&before.0), text(&before.1));
    set(&table, "ACTIVE").await.expect("live");
    table.ended().await.expect("it ends");
    assert_eq!(text(&drain(&mut one).await), text(&drain(&mut two).await));
}

#[tokio::test(start_paused = true)]
async fn what_happens_while_the_log_is_read_for_a_listener_is_not_missed() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    // All of these are in the mailbox before the log has been read.
    let (listening, _, _, _) = tokio::join!(
        table.subscribe(Viewer::Public, None),
        table.request(Actor::Seat(seat(1)), None, line("((one")),
        table.request(Actor::Seat(seat(1)), None, line("((two")),
        table.request(Actor::Seat(seat(1)), None, line("((three")),
    );
    let updates = drain(&mut listening.expect("a listener")).await;
    assert_eq!(
        text(&frames_of(&updates)),
        text(&frames::of_log(CATALOG, &log(&disk, "game"), Viewer::Public).expect("read"))
    );
    assert_eq!(updates[0].frames[0].number, 0);
}

#[tokio::test(start_paused = true)]
async fn a_listener_that_has_more_than_the_log_is_told_so() {
    let (_disk, _host, table) = played(Pace::Instant, &Setup::default()).await;
    let (updates, closed) =
        drain_all(table.subscribe(Viewer::Public, Some(9_999)).await.expect("taken in")).await;
    assert!(updates.is_empty());
    assert!(matches!(closed, Closed::Ahead { after: 9_999, .. }), "{closed}");
    let most = drain_all(table.subscribe(Viewer::Public, Some(u64::MAX)).await.expect("taken in")).await;
    assert!(matches!(most.1, Closed::Ahead { after: u64::MAX, .. }), "{}", most.1);
    // The last number that there is, is not too much.
    let have =
        frames_of(&drain(&mut table.subscribe(Viewer::Public, None).await.expect("taken in")).await).len();
    let mut last = table.subscribe(Viewer::Public, Some(have as u64 - 1)).await.expect("taken in");
    let updates = drain(&mut last).await;
    assert_eq!(updates.len(), 1);
    assert!(updates[0].frames.is_empty() && updates[0].scene.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_is_not_there_cannot_be_looked_through() {
    let (_disk, _host, table) = played(Pace::Instant, &Setup::default()).await;
    let refused = table.subscribe(Viewer::Seat(seat(9)), None).await.expect_err("no such seat");
    assert!(refused.to_string().contains("seats are 1 to 4"), "{refused}");
    assert!(table.scene(Viewer::Seat(seat(9))).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn asks_are_shown_to_their_seat_and_to_the_host_alone() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let asks = async |viewer| table.scene(viewer).await.expect("a scene").asks.len();
    assert_eq!(asks(Viewer::Seat(seat(2))).await, 1);
    assert_eq!(asks(Viewer::Seat(seat(1))).await, 0);
    assert_eq!(asks(Viewer::Public).await, 0);
    assert_eq!(asks(Viewer::Observer).await, 0);
    assert_eq!(asks(Viewer::Host).await, 2);
}

#[tokio::test(start_paused = true)]
async fn one_who_comes_back_is_told_what_is_new_without_the_whole_log_being_read() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let name = id("game");
    for snapshots in 1..=2 {
        for number in 0..SNAPSHOT_RECORDS {
            table.request(Actor::Seat(seat(1)), None, line(&format!("(({number}"))).await.expect("said");
        }
        disk.snapshots(&name, snapshots).await;
    }
    settle().await;
    let all = frames::of_log(CATALOG, &log(&disk, "game"), Viewer::Seat(seat(2))).expect("read");
    let (records, have) = (disk.lines(&name).len() as u64, all.len() as u64);
    for (missed, most) in [(0, 0), (1, SNAPSHOT_RECORDS), (have / 2 + 50, records + SNAPSHOT_RECORDS)] {
        let read = disk.lines_read();
        let after = have - 1 - missed;
        let mut back = table.subscribe(Viewer::Seat(seat(2)), Some(after)).await.expect("taken in");
        let updates = drain(&mut back).await;
        let read = disk.lines_read() - read;
        assert_eq!(
            text(&frames_of(&updates)),
            text(&all[(after + 1) as usize..].to_vec()),
            "missed {missed}"
        );
        assert!(
            updates[0].scene.is_some() && read <= most,
            "missed {missed}: {read} of {records} lines were read"
        );
    }
    // After a restart it is known still how many each was told.
    table.stop().await;
    let table = host.resume(&name).await.expect("resumed");
    let read = disk.lines_read();
    let mut back = table.subscribe(Viewer::Seat(seat(2)), Some(have - 1)).await.expect("taken in");
    assert_eq!(frames_of(&drain(&mut back).await).len(), 0);
    assert_eq!(disk.lines_read(), read);
    table.request(Actor::Seat(seat(1)), None, line("((one more")).await.expect("said");
    assert_eq!(frames_of(&drain(&mut back).await)[0].number, have, "in the same numbers");
}

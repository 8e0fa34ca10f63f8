//! A part of what a viewer was told, out of a log of any length: the same as in the whole, and read without it.

use engine::{Actor, Viewer, replay};
use host::limits::SNAPSHOT_RECORDS;
use host::{Host, Table};
use protocol::{Frame, frames};
use store::Snapshot;

use crate::back::{say, talk};
use crate::disk::Disk;
use crate::stage::*;

/// Lines that are read for a part: those of the snapshot on, and those of the part.
const READ_MAX: u64 = Snapshot::APART + 2 * SNAPSHOT_RECORDS;

/// A table at which so much is said that it has some snapshots, and something is taken back now and then.
async fn long(disk: &Disk, records: u64) -> (Host, Table) {
    let host = host(disk);
    let table = open(&host, "game", "phph", &talk()).await;
    pass(10).await;
    for round in 0.. {
        let now = disk.lines(&id("game")).len() as u64;
        if now >= records {
            break;
        }
        for text in 0..60 {
            let line = line(&format!("((word {round}.{text}"));
            table.request(Actor::Seat(seat(1)), None, line).await.expect("said");
        }
        say(&table, 1, "it was me").await;
        say(&table, 3, "/undo").await;
        if round % 2 == 0 {
            say(&table, 3, "/redo").await;
            say(&table, 3, "/undo").await;
        }
    }
    (host, table)
}

/// All that a viewer was told, and of which events it does not hold any more.
fn whole(disk: &Disk, viewer: Viewer) -> (Vec<Frame>, Vec<u64>) {
    let log = log(disk, "game");
    let live = replay::live_records(&log, log.len() as u64 - 1);
    let updates = frames::updates_by_record(CATALOG, &log, viewer).expect("a good log");
    let undone = updates.iter().filter(|(record, _)| !live[*record as usize]);
    let undone = undone.flat_map(|(_, update)| &update.frames).map(|frame| frame.number).collect();
    (updates.into_iter().flat_map(|(_, update)| update.frames).collect(), undone)
}

#[tokio::test(start_paused = true)]
async fn a_part_of_what_was_told_is_that_of_the_whole_and_is_read_alone() {
    let disk = Disk::default();
    let (host, table) = long(&disk, 3 * Snapshot::APART).await;
    settle().await;
    for viewer in [Viewer::Public, Viewer::Seat(seat(1)), Viewer::Host] {
        let (frames, undone) = whole(&disk, viewer);
        let all = frames.len() as u64;
        assert!(!undone.is_empty() && all > 2 * Snapshot::APART);
        for before in [None, Some(all), Some(all - 100), Some(all / 2), Some(70), Some(0), Some(all + 9)] {
            let read = disk.lines_read();
            let told = host.told(&id("game"), viewer, before, 90).expect("it can be read");
            let read = disk.lines_read() - read;
            let end = before.unwrap_or(all).min(all);
            let wanted = end.saturating_sub(90)..end;
            let part = frames_of(&told.updates);
            let wanted_frames = &frames[wanted.start as usize..wanted.end as usize];
            assert_eq!(text(&part), text(&wanted_frames), "{viewer:?} {before:?}");
            let taken: Vec<u64> = undone.iter().copied().filter(|it| wanted.contains(it)).collect();
            assert_eq!(told.undone.into_iter().collect::<Vec<_>>(), taken, "{viewer:?} {before:?}");
            assert!(read <= READ_MAX, "{viewer:?} {before:?}: {read} lines were read");
        }
        let last = host.told(&id("game"), viewer, None, 1).expect("it can be read").updates;
        let stands = last.last().and_then(|update| update.scene.clone()).expect("a scene");
        assert_eq!(*stands, table.scene(viewer).await.expect("a scene"));
    }
}

#[tokio::test(start_paused = true)]
async fn one_who_comes_back_is_told_what_is_new_without_the_whole_log() {
    let disk = Disk::default();
    let (_host, table) = long(&disk, 2 * Snapshot::APART).await;
    let (frames, _) = whole(&disk, Viewer::Public);
    for missed in [1, 40, 300] {
        let after = frames.len() - 1 - missed;
        let read = disk.lines_read();
        let mut back = table.subscribe(Viewer::Public, Some(after as u64)).await.expect("a listener");
        assert_eq!(text(&frames_of(&drain(&mut back).await)), text(&&frames[after + 1..]));
        let read = disk.lines_read() - read;
        assert!(read <= READ_MAX, "{missed} missed: {read} lines were read");
    }
}

#[tokio::test(start_paused = true)]
async fn a_log_without_snapshots_is_read_whole_once() {
    let disk = Disk::default();
    let (host, table) = long(&disk, 2 * Snapshot::APART).await;
    table.stop().await;
    disk.change_snapshot(&id("game"), |snapshot| *snapshot = None);
    let (frames, _) = whole(&disk, Viewer::Public);
    let records = disk.lines(&id("game")).len() as u64;
    for is_first in [true, false] {
        let read = disk.lines_read();
        let told = host.told(&id("game"), Viewer::Public, None, 90).expect("it can be read");
        let read = disk.lines_read() - read;
        assert_eq!(text(&frames_of(&told.updates)), text(&&frames[frames.len() - 90..]));
        assert_eq!(read >= records, is_first, "{read} of {records} lines were read");
    }
}

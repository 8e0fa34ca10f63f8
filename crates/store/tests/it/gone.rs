//! Sessions that are deleted: what goes, what stays, and what a crash leaves of it.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::ledger::{append, commit, id, line, lines, meta, store_with};
use engine::{Hash, Line, SessionMeta};
use parlor_store::{Reader, Store, StoreError, check, vacuum};

/// A session in every record of which a word stands.
fn saying(word: &str, count: u64) -> Vec<Line> {
    let mut prev = Hash::ZERO;
    let said = |number: u64| {
        let line = line(number, prev, Some(&format!("{word}-{number}")), &format!("{word} {number}"));
        prev = line.hash;
        line
    };
    (0..count).map(said).collect()
}

/// Every file below a directory that has these bytes in it.
fn having(dir: &Path, bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(having(&path, bytes));
        } else if fs::read(&path).unwrap().windows(bytes.len()).any(|window| window == bytes) {
            found.push(path.display().to_string());
        }
    }
    found
}

fn whole(dir: &Path) {
    let report = check(dir, |_, _| {}).unwrap();
    assert!(report.is_whole(), "{report:#?}");
}

#[test]
fn a_session_that_is_deleted_is_in_no_file_of_the_store_and_all_others_are_as_they_were() {
    let dir = tempfile::tempdir().unwrap();
    let (store, kept) = store_with(dir.path(), "a1", 40);
    let title = "Nobody but us knows this".to_owned();
    store.create(SessionMeta { title, ..meta("b2") }, saying("xylophone", 700), true).unwrap();
    let mut head = (40, kept[39].hash);
    for _ in 0..10 {
        head = commit(&store, append("a1", head, None, "and on it goes"));
    }
    for number in 0..700 {
        let body = format!("snapshot of a xylophone {number}").repeat(40);
        if number % 100 == 99 {
            store.save_snapshot(&id("b2"), number, "1", Hash::of(b"x"), body.as_bytes()).unwrap();
        }
    }
    let shared = store.photos().keep(&id("b2"), b"a picture of both").unwrap();
    store.photos().share(&id("b2"), &id("a1")).unwrap();
    store.photos().keep(&id("b2"), b"a picture of a xylophone").unwrap();
    assert!(!having(dir.path(), b"xylophone").is_empty(), "the search finds what is there");

    store.delete(&id("b2")).unwrap();
    assert!(matches!(store.session(&id("b2")), Err(StoreError::NoSession { .. })), "at once");
    assert!(matches!(store.delete(&id("b2")), Err(StoreError::NoSession { .. })), "once");
    whole(dir.path());
    head = commit(&store, append("a1", head, None, "the last"));
    drop(store);

    for words in [&b"xylophone"[..], b"Nobody but us", b"\"b2\""] {
        assert_eq!(having(dir.path(), words), Vec::<String>::new());
    }
    let report = check(dir.path(), |_, _| {}).unwrap();
    assert!(report.is_whole() && report.every_byte, "{report:#?}");
    assert_eq!((report.sessions, report.records), (1, 51));
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.read(&id("a1"), 0).unwrap()[..40], kept);
    let both = store.photos().read(&id("a1"), shared).unwrap();
    assert_eq!(both.as_deref(), Some(&b"a picture of both"[..]), "a fork keeps what it shares");
    // The id is free again, and what is laid under it has nothing to do with what was there.
    store.create(meta("b2"), lines(3), false).unwrap();
    assert_eq!(store.read(&id("b2"), 0).unwrap().len(), 3);
    commit(&store, append("a1", head, None, "it goes on"));
    drop(store);
    whole(dir.path());
}

/// Copies the files of a store as a crash would leave them.
fn crash(from: &Path, to: &Path) {
    for file in ["parlor.db", "parlor.db-wal", "parlor.head"] {
        if from.join(file).exists() {
            fs::copy(from.join(file), to.join(file)).unwrap();
        }
    }
}

#[test]
fn what_a_crash_leaves_of_a_deletion_is_whole_and_is_cleared_away_at_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _) = store_with(dir.path(), "a1", 5);
    store.create(meta("b2"), saying("xylophone", 5_000), true).unwrap();
    store.delete(&id("b2")).unwrap();
    let crashed = tempfile::tempdir().unwrap();
    crash(dir.path(), crashed.path());
    assert!(!having(crashed.path(), b"xylophone").is_empty(), "it was not over");
    whole(crashed.path());
    let store = Store::open(crashed.path()).unwrap();
    assert_eq!(store.sessions().unwrap().len(), 1);
    // While lines of it go, others are laid and are not touched.
    store.create(meta("c3"), lines(300), false).unwrap();
    drop(store);
    assert_eq!(having(crashed.path(), b"xylophone"), Vec::<String>::new());
    whole(crashed.path());
    assert_eq!(Store::open(crashed.path()).unwrap().read(&id("c3"), 0).unwrap().len(), 300);
}

#[test]
fn an_anchor_that_names_a_record_that_was_deleted_since_is_held_by_its_stone_and_a_lost_record_is_not() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _) = store_with(dir.path(), "a1", 3);
    store.create(meta("b2"), lines(4), true).unwrap();
    // As if the process had died between the commit of the deletion and its anchor.
    let anchor = fs::read(dir.path().join("parlor.head")).unwrap();
    store.delete(&id("b2")).unwrap();
    drop(store);
    fs::write(dir.path().join("parlor.head"), &anchor).unwrap();
    whole(dir.path());
    drop(Store::open(dir.path()).unwrap());
    let damaged = rusqlite::Connection::open(dir.path().join("parlor.db")).unwrap();
    damaged.execute("DELETE FROM log WHERE number < 0", []).unwrap();
    drop(damaged);
    fs::write(dir.path().join("parlor.head"), &anchor).unwrap();
    assert!(matches!(Store::open(dir.path()), Err(StoreError::Behind { .. })));
}

#[test]
fn the_check_tells_what_was_deleted_from_what_is_missing() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _) = store_with(dir.path(), "a1", 5);
    store.create(meta("b2"), lines(4), true).unwrap();
    store.create(meta("c3"), lines(4), true).unwrap();
    store.delete(&id("b2")).unwrap();
    drop(store);
    whole(dir.path());
    for (sql, words) in [
        (
            "DELETE FROM log WHERE session = 3 AND number = 2",
            "5 rows of its log are missing, and 4 were deleted",
        ),
        ("UPDATE log SET body = replace(body, ':4,', ':5,') WHERE number < 0", "names a session at position"),
        ("UPDATE log SET session = 1 WHERE number < 0", "session a1"),
        ("UPDATE log SET session = 9 WHERE number < 0", "names a session at position"),
        ("UPDATE log SET number = -3 WHERE number < 0", "names a session at position"),
        ("DELETE FROM log WHERE number < 0", "rows are missing"),
        ("DELETE FROM session WHERE key = 3", "names a session at position"),
    ] {
        let changed = tempfile::tempdir().unwrap();
        fs::copy(dir.path().join("parlor.db"), changed.path().join("parlor.db")).unwrap();
        let database = rusqlite::Connection::open(changed.path().join("parlor.db")).unwrap();
        assert_eq!(database.execute(sql, []).unwrap(), 1, "{sql}");
        drop(database);
        let report = check(changed.path(), |_, _| {}).unwrap();
        assert!(report.findings.iter().any(|it| it.to_string().contains(words)), "{sql}: {report:#?}");
    }
}

#[test]
fn a_long_session_is_deleted_while_others_write_and_a_reader_holds_nothing_up() {
    let dir = tempfile::tempdir().unwrap();
    let (store, written) = store_with(dir.path(), "a1", 1);
    store.create(meta("b2"), saying("xylophone", 20_000), true).unwrap();
    let over = AtomicBool::new(false);
    let slowest = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let (mut head, mut slowest) = ((1, written[0].hash), Duration::ZERO);
            while !over.load(Ordering::SeqCst) {
                let began = Instant::now();
                head = commit(&store, append("a1", head, None, "and on it goes"));
                slowest = slowest.max(began.elapsed());
            }
            slowest
        });
        store.delete(&id("b2")).unwrap();
        let copies = tempfile::tempdir().unwrap();
        for number in 0..3 {
            let copy = copies.path().join(format!("copy-{number}"));
            Reader::open(dir.path()).unwrap().back_up(&copy).unwrap();
            whole(&copy);
            drop(Store::open(&copy).unwrap());
            assert_eq!(
                having(&copy, b"xylophone"),
                Vec::<String>::new(),
                "a copy has nothing of it once it was opened"
            );
        }
        over.store(true, Ordering::SeqCst);
        writer.join().unwrap()
    });
    assert!(slowest < Duration::from_secs(3), "one line waited {slowest:?}");
    drop(store);
    assert_eq!(having(dir.path(), b"xylophone"), Vec::<String>::new());
    whole(dir.path());
}

#[test]
fn room_that_is_not_used_goes_back_to_the_disk_and_nothing_else_changes() {
    let dir = tempfile::tempdir().unwrap();
    let (store, kept) = store_with(dir.path(), "a1", 20);
    store.create(meta("b2"), saying("xylophone", 4_000), true).unwrap();
    store.delete(&id("b2")).unwrap();
    assert!(matches!(vacuum(dir.path()), Err(StoreError::Locked { .. })), "not while somebody has it open");
    drop(store);
    let (before, after) = vacuum(dir.path()).unwrap();
    assert!(before > 1_000_000 && after < 100_000, "{before} {after}");
    let report = check(dir.path(), |_, _| {}).unwrap();
    assert!(report.is_whole() && report.every_byte, "{report:#?}");
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.read(&id("a1"), 0).unwrap(), kept);
    commit(&store, append("a1", (20, kept[19].hash), None, "and on it goes"));
    drop(store);
    whole(dir.path());
}

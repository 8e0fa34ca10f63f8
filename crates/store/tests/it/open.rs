//! Opening, creating, finding, and what is refused.

use std::fs;

use crate::ledger::{AT, append, commit, id, line, lines, meta, store_with};
use engine::{Hash, Seed, SessionMeta};
use parlor_store::{Snapshot, Store, StoreError, check};

#[test]
fn what_was_written_is_there_after_reopening() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("deep/inside");
    let (store, lines) = store_with(&home, "a1", 5);
    let row = store.session(&id("a1")).unwrap();
    drop(store);
    assert!(!home.join("parlor.db-wal").exists(), "a clean close leaves one file");
    let store = Store::open(&home).unwrap();
    assert_eq!(store.sessions().unwrap(), [row]);
    assert_eq!(store.read(&id("a1"), 0).unwrap(), lines);
    commit(&store, append("a1", (5, lines[4].hash), Some("next"), "and on it goes"));
}

#[test]
fn a_clone_keeps_the_store_open() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 1);
    let clone = store.clone();
    drop(store);
    commit(&clone, append("a1", (1, lines[0].hash), None, "still open"));
}

#[test]
fn a_second_handle_is_refused_and_told_who_has_the_first() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let error = Store::open(dir.path()).err().unwrap();
    assert!(matches!(error, StoreError::Locked { pid: Some(pid), .. } if pid == std::process::id()));
    let words = error.to_string();
    assert!(words.contains(&std::process::id().to_string()), "{words}");
    assert!(words.contains("stop that parlor first") && words.contains("PARLOR_HOME"), "{words}");
    drop(store);
    Store::open(dir.path()).unwrap();
}

#[test]
fn a_foreign_file_is_refused_and_untouched() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("parlor.db");
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')").unwrap();
    drop(other);
    let foreign = [fs::read(&path).unwrap(), b"Dear diary, ".repeat(100), vec![b'x'; 3]];
    for bytes in foreign {
        fs::write(&path, &bytes).unwrap();
        let error = Store::open(dir.path()).err().unwrap();
        assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert!(!check(dir.path(), |_, _| {}).unwrap().is_whole());
    }
}

#[test]
fn a_newer_layout_is_refused_and_untouched() {
    let dir = tempfile::tempdir().unwrap();
    drop(store_with(dir.path(), "a1", 1));
    let path = dir.path().join("parlor.db");
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let before = fs::read(&path).unwrap();
    let error = Store::open(dir.path()).err().unwrap();
    assert!(matches!(error, StoreError::Newer { found: 99, .. }), "{error}");
    assert!(error.to_string().contains("update parlor"), "{error}");
    assert!(matches!(check(dir.path(), |_, _| {}), Err(StoreError::Newer { .. })));
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_store_whose_creation_was_cut_short_is_created_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("parlor.db");
    fs::write(&path, b"").unwrap();
    drop(Store::open(dir.path()).unwrap());
    for file in ["parlor.db", "parlor.head", "parlor.sums"] {
        fs::remove_file(dir.path().join(file)).unwrap();
    }
    // The switch to the write-ahead file comes before the tables.
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "journal_mode", "WAL").unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 2);
    assert_eq!(store.read(&id("a1"), 0).unwrap(), lines);
}

#[test]
fn a_session_is_created_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let (store, first) = store_with(dir.path(), "a1", 2);
    let error = store.create(meta("a1"), lines(5), true).unwrap_err();
    assert!(matches!(error, StoreError::Exists { .. }), "{error}");
    assert_eq!(store.read(&id("a1"), 0).unwrap(), first);

    let gap = vec![first[0].clone(), line(2, first[0].hash, None, "two")];
    let unchained = vec![first[0].clone(), line(1, Hash::of(b"?"), None, "one")];
    let asked_twice = vec![first[0].clone(), line(1, first[0].hash, Some("request-0"), "again")];
    let mut changed = first.clone();
    changed[1].text = changed[1].text.replace("asleep", "awake!");
    for bad in [vec![], gap, unchained, asked_twice, changed] {
        let error = store.create(meta("b2"), bad, false).unwrap_err();
        assert!(matches!(error, StoreError::BadLine { .. }), "{error}");
    }
    assert!(matches!(store.session(&id("b2")), Err(StoreError::NoSession { .. })));

    // An import that has ended, of a fork that knows its parent, without a seed.
    let meta = SessionMeta { seed: None, parent: Some((id("a1"), 1)), ..meta("b2") };
    store.create(meta.clone(), lines(5), true).unwrap();
    let row = store.session(&id("b2")).unwrap();
    assert_eq!((row.meta, row.records, row.ended), (meta, 5, true));
    assert_eq!(row.updated_at, AT + 4);
}

#[test]
fn what_is_too_long_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (store, first) = store_with(dir.path(), "a1", 1);
    let titled = |title: String| SessionMeta { title, ..meta("b2") };
    let error = store.create(titled("é".repeat(201)), lines(1), false).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the title, in characters, has 201, and may have 200 at most: nothing was written"
    );
    store.create(titled("é".repeat(200)), lines(1), false).unwrap();
    let state = vec![0; Snapshot::BODY_BYTES_MAX + 1];
    let error = store.save_snapshot(&id("a1"), 0, "v1", first[0].hash, &state).unwrap_err();
    assert!(matches!(error, StoreError::TooLong { .. }), "{error}");
}

#[test]
fn sessions_are_listed_newest_first() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    for (name, created_at) in [("old", 1), ("new", 3), ("mid", 2), ("mid-too", 2)] {
        let meta = SessionMeta { created_at, seed: Some(Seed(u64::MAX)), ..meta(name) };
        store.create(meta, lines(1), false).unwrap();
    }
    let names: Vec<String> = store.sessions().unwrap().iter().map(|row| row.meta.id.to_string()).collect();
    assert_eq!(names, ["new", "mid-too", "mid", "old"]);
}

#[test]
fn a_session_is_found_by_the_beginning_of_its_id() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    for name in ["4f1c", "4f1c99", "4f2a", "b0", "z-z"] {
        store.create(meta(name), lines(1), false).unwrap();
    }
    assert_eq!(store.find("b").unwrap(), id("b0"));
    assert_eq!(store.find("z").unwrap(), id("z-z"));
    assert_eq!(store.find("4f2").unwrap(), id("4f2a"));
    assert_eq!(store.find("4f1c").unwrap(), id("4f1c"), "the whole id is meant itself");
    let several = store.find("4f").unwrap_err().to_string();
    assert!(several.contains("4f1c, 4f1c99, 4f2a") && several.contains("give more"), "{several}");
    for nothing in ["c", "", "B", "%", "4f1c~"] {
        assert!(matches!(store.find(nothing), Err(StoreError::NoMatch { .. })), "{nothing:?}");
    }
}

#[test]
fn a_snapshot_is_a_cache() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    assert_eq!(store.snapshot(&id("a1"), u64::MAX).unwrap(), None);
    store.save_snapshot(&id("a1"), 1, "v1", lines[1].hash, b"older").unwrap();
    store.save_snapshot(&id("a1"), 2, "v1", lines[2].hash, b"the state").unwrap();
    let kept = store.snapshot(&id("a1"), u64::MAX).unwrap().unwrap();
    assert_eq!((kept.number, kept.engine.as_str(), kept.head), (2, "v1", lines[2].hash));
    assert_eq!(kept.body, b"the state");
    assert_eq!(
        store.snapshot(&id("a1"), 1).unwrap().unwrap().body,
        b"older",
        "what is before is kept beside it"
    );
    assert_eq!(store.snapshot(&id("a1"), 0).unwrap(), None);
    assert!(matches!(
        store.save_snapshot(&id("none"), 0, "v1", lines[0].hash, b""),
        Err(StoreError::NoSession { .. })
    ));
    assert!(check(dir.path(), |_, _| {}).unwrap().is_whole());

    let database = rusqlite::Connection::open(dir.path().join("parlor.db")).unwrap();
    for damage in ["body = x'00'", "number = 1", "engine = 'v2'", "head = zeroblob(32)", "seal = x'00'"] {
        database.execute("DELETE FROM snapshot", []).unwrap();
        store.save_snapshot(&id("a1"), 2, "v1", lines[2].hash, b"the state").unwrap();
        database.execute(&format!("UPDATE snapshot SET {damage}"), []).unwrap();
        assert_eq!(store.snapshot(&id("a1"), u64::MAX).unwrap(), None, "{damage}");
        let report = check(dir.path(), |_, _| {}).unwrap();
        assert!(report.findings[0].to_string().contains("session a1: its snapshot is damaged"), "{report:?}");
    }
    assert_eq!(store.read(&id("a1"), 0).unwrap(), lines);
}

#[test]
fn the_log_takes_little_more_room_than_its_lines() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 5_000);
    drop(store);
    let text: u64 = lines.iter().map(|line| line.text.len() as u64 + 1).sum();
    let files = fs::read_dir(dir.path()).unwrap().map(|file| file.unwrap().metadata().unwrap().len());
    let stored: u64 = files.sum();
    assert!(stored < text * 3 / 2, "{stored} bytes for {text} bytes of lines");
}

#[test]
fn of_many_snapshots_one_is_kept_of_every_so_many_records() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    let numbers: Vec<u64> = (1..=16).map(|at| at * 256 - 1).collect();
    for number in &numbers {
        store.save_snapshot(&id("a1"), *number, "v1", lines[2].hash, b"the state").unwrap();
    }
    let mut kept = Vec::new();
    let mut upto = u64::MAX;
    while let Some(snapshot) = store.snapshot(&id("a1"), upto).unwrap() {
        kept.push(snapshot.number);
        upto = snapshot.number - 1;
    }
    assert_eq!(
        kept,
        [4095, 3839, 3583, 3327, 3071, 2047, 1023],
        "all of the newest, and the last of the others"
    );
}

#[test]
fn a_part_of_a_log_is_read_and_checked_alone() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 6);
    assert_eq!(store.read_some(&id("a1"), 2, 3).unwrap(), lines[2..5]);
    assert_eq!(store.read_some(&id("a1"), 4, 9).unwrap(), lines[4..]);
    assert_eq!(store.read_some(&id("a1"), 9, 1).unwrap(), []);
    let database = rusqlite::Connection::open(dir.path().join("parlor.db")).unwrap();
    database
        .execute("UPDATE log SET body = replace(body, '\"at\":', '\"at\":1') WHERE number = 3", [])
        .unwrap();
    assert!(matches!(store.read_some(&id("a1"), 2, 3), Err(StoreError::Damaged { .. })));
    assert!(store.read_some(&id("a1"), 0, 3).is_ok(), "what is before it can be read");
}

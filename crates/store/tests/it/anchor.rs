//! The anchor and the check: what was acknowledged cannot vanish without a word.

use std::fs;
use std::path::Path;

use crate::ledger::{append, commit, id, store_with};
use parlor_store::{CheckReport, Store, StoreError, check};

fn look(dir: &Path) -> CheckReport {
    check(dir, |_, _| {}).unwrap()
}

/// Copies the files of a store as a crash would leave them.
fn copy(from: &Path, to: &Path) {
    for file in ["parlor.db", "parlor.db-wal", "parlor.head", "parlor.sums"] {
        if from.join(file).exists() {
            fs::copy(from.join(file), to.join(file)).unwrap();
        }
    }
}

#[test]
fn a_whole_store_is_found_whole_open_crashed_and_closed() {
    let dir = tempfile::tempdir().unwrap();
    let crashed = tempfile::tempdir().unwrap();
    let (store, _) = store_with(dir.path(), "a1", 2_500);
    let mut told = Vec::new();
    let report = check(dir.path(), |done, total| told.push((done, total))).unwrap();
    assert_eq!((report.sessions, report.records, report.every_byte), (1, 2_500, false));
    assert_eq!(report.findings, []);
    assert_eq!(told, [(1_000, 2_500), (2_000, 2_500), (2_500, 2_500)]);

    copy(dir.path(), crashed.path());
    let wal = crashed.path().join("parlor.db-wal");
    let before = (fs::read(crashed.path().join("parlor.db")).unwrap(), fs::read(&wal).unwrap());
    assert!(look(crashed.path()).is_whole());
    let after = (fs::read(crashed.path().join("parlor.db")).unwrap(), fs::read(&wal).unwrap());
    assert_eq!(before, after, "a check changes nothing");

    drop(store);
    let report = look(dir.path());
    assert!(report.is_whole() && report.every_byte, "{report:?}");
}

#[test]
fn a_write_ahead_file_that_was_lost_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let crashed = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    commit(&store, append("a1", (3, lines[2].hash), None, "acknowledged"));
    copy(dir.path(), crashed.path());
    fs::remove_file(crashed.path().join("parlor.db-wal")).unwrap();
    assert!(!look(crashed.path()).is_whole());
    // The database file itself may hold nothing at all yet, or too little: either is refused in words.
    let error = Store::open(crashed.path()).err().unwrap();
    assert!(matches!(error, StoreError::Behind { .. }), "{error}");
}

#[test]
fn an_older_copy_is_noticed_and_can_be_accepted_on_purpose() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    drop(store);
    let backup = fs::read(dir.path().join("parlor.db")).unwrap();
    let store = Store::open(dir.path()).unwrap();
    commit(&store, append("a1", (3, lines[2].hash), None, "acknowledged"));
    drop(store);

    fs::write(dir.path().join("parlor.db"), &backup).unwrap();
    let error = Store::open(dir.path()).err().unwrap();
    let words = error.to_string();
    assert!(words.contains("4 records in all its sessions were acknowledged, and it ends at 3"), "{words}");
    assert!(words.contains("delete parlor.head"), "{words}");
    let report = look(dir.path());
    assert!(report.findings.iter().any(|finding| finding.what.contains("lost records")), "{report:?}");
    assert_eq!(fs::read(dir.path().join("parlor.db")).unwrap(), backup, "nothing was written to it");

    fs::remove_file(dir.path().join("parlor.head")).unwrap();
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.read(&id("a1"), 0).unwrap(), lines);
    // It goes on differently from there; the anchor follows.
    commit(&store, append("a1", (3, lines[2].hash), None, "another evening"));
    drop(store);
    assert!(look(dir.path()).is_whole());
}

#[test]
fn an_older_copy_that_lacks_nothing_is_taken() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    drop(store);
    let backup = fs::read(dir.path().join("parlor.db")).unwrap();
    drop(Store::open(dir.path()).unwrap());
    fs::write(dir.path().join("parlor.db"), &backup).unwrap();
    assert!(look(dir.path()).is_whole());
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.read(&id("a1"), 0).unwrap(), lines);
}

#[test]
fn another_history_of_the_same_length_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    drop(store);
    let backup = fs::read(dir.path().join("parlor.db")).unwrap();
    let store = Store::open(dir.path()).unwrap();
    commit(&store, append("a1", (3, lines[2].hash), None, "acknowledged"));
    drop(store);
    let anchor = fs::read(dir.path().join("parlor.head")).unwrap();
    fs::write(dir.path().join("parlor.db"), &backup).unwrap();
    fs::remove_file(dir.path().join("parlor.head")).unwrap();
    let store = Store::open(dir.path()).unwrap();
    commit(&store, append("a1", (3, lines[2].hash), None, "another evening"));
    drop(store);
    fs::write(dir.path().join("parlor.head"), anchor).unwrap();
    let error = Store::open(dir.path()).err().unwrap();
    assert!(error.to_string().contains("is another than the one that was acknowledged"), "{error}");
}

#[test]
fn a_database_that_is_gone_is_not_begun_anew() {
    let dir = tempfile::tempdir().unwrap();
    drop(store_with(dir.path(), "a1", 3));
    fs::remove_file(dir.path().join("parlor.db")).unwrap();
    let error = Store::open(dir.path()).err().unwrap();
    assert!(matches!(error, StoreError::Behind { .. }), "{error}");
    assert!(!dir.path().join("parlor.db").exists());
    assert!(matches!(check(dir.path(), |_, _| {}), Err(StoreError::File { .. })));
}

#[test]
fn an_anchor_that_is_older_or_torn_or_missing_is_no_obstacle() {
    let dir = tempfile::tempdir().unwrap();
    let (store, lines) = store_with(dir.path(), "a1", 3);
    let path = dir.path().join("parlor.head");
    let older = fs::read(&path).unwrap();
    let head = commit(&store, append("a1", (3, lines[2].hash), None, "more"));
    drop(store);
    fs::write(&path, &older).unwrap();
    assert!(look(dir.path()).is_whole());
    let store = Store::open(dir.path()).unwrap();
    commit(&store, append("a1", head, None, "and more"));
    drop(store);
    for torn in [older[..older.len() / 2].to_vec(), vec![0; older.len()], Vec::new()] {
        fs::write(&path, torn).unwrap();
        let report = look(dir.path());
        assert!(report.findings[0].to_string().starts_with("parlor.head: its sum"), "{report:?}");
        drop(Store::open(dir.path()).unwrap());
        assert!(look(dir.path()).is_whole(), "opening mends it");
    }
    fs::remove_file(&path).unwrap();
    assert!(look(dir.path()).is_whole());
    drop(Store::open(dir.path()).unwrap());
    assert!(path.exists());
}

#[test]
fn what_was_tampered_with_is_named_with_its_place_and_never_served() {
    let tamperings = [
        (
            "UPDATE log SET body = replace(body, 'asleep', 'awake') WHERE number = 4",
            "session a1: record 4: its hash",
        ),
        (
            "UPDATE log SET request = 'x' WHERE number = 5",
            "session a1: record 5: it is stored under another request",
        ),
        (
            "UPDATE log SET number = 70 WHERE number = 6",
            "session a1: record 6: it is stored under the number 70",
        ),
        ("DELETE FROM log WHERE number = 3", "its log has position 5 where 4 should be: rows are missing"),
        ("DELETE FROM log WHERE number = 9", "session a1: its entry says 10 records, and its log has 9"),
        ("UPDATE log SET session = 9 WHERE number = 9", "names a session at position 10 that is not there"),
        ("UPDATE session SET title = 'x'", "session a1: its entry is damaged: its seal does not match"),
        ("UPDATE session SET seed = NULL", "session a1: its entry is damaged: its seal does not match"),
        ("UPDATE session SET ended = 1", "session a1: its entry is damaged: its seal does not match"),
        ("UPDATE session SET records = 9", "session a1: its entry is damaged: its seal does not match"),
        ("UPDATE store SET epoch = 5", "its epoch was changed after it was written"),
        ("DROP INDEX log_request", "its tables or indexes are not laid out"),
    ];
    for (sql, words) in tamperings {
        let dir = tempfile::tempdir().unwrap();
        let (store, lines) = store_with(dir.path(), "a1", 10);
        let database = rusqlite::Connection::open(dir.path().join("parlor.db")).unwrap();
        database.execute_batch(sql).unwrap();
        let report = look(dir.path());
        let found = report.findings.iter().any(|finding| finding.to_string().contains(words));
        assert!(found, "{sql}: {report:?}");
        match store.read(&id("a1"), 0) {
            Ok(served) => assert_eq!(served, lines, "{sql}"),
            Err(error) => assert!(
                matches!(error, StoreError::Damaged { .. } | StoreError::DamagedEntry { .. }),
                "{sql}: {error}"
            ),
        }
    }
}

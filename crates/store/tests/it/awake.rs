//! Which sessions a start has to go on with, and which sleep.

use crate::ledger::{append, commit, id, lines, meta, store_with};
use parlor_store::{Store, check};

fn awake(store: &Store) -> Vec<String> {
    store.awake().unwrap().iter().map(ToString::to_string).collect()
}

#[test]
fn a_session_sleeps_until_its_next_record_and_does_so_over_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let (store, written) = store_with(dir.path(), "a1", 3);
    store.create(meta("b2"), lines(2), false).unwrap();
    store.create(meta("c3"), lines(2), true).unwrap();
    assert_eq!(awake(&store), ["b2", "a1"], "the newest first; one that has ended is not among them");
    store.sleep(&id("a1"), 2).unwrap();
    assert_eq!(awake(&store), ["b2", "a1"], "it went on meanwhile");
    let before = store.session(&id("a1")).unwrap();
    store.sleep(&id("a1"), 3).unwrap();
    store.sleep(&id("c3"), 2).unwrap();
    assert_eq!(awake(&store), ["b2"]);
    assert_eq!(store.session(&id("a1")).unwrap(), before, "nothing else is changed");
    assert!(store.session(&id("c3")).unwrap().ended, "what has ended does not sleep");
    assert!(store.sleep(&id("nobody"), 1).is_err());
    drop(store);
    assert!(check(dir.path(), |_, _| {}).unwrap().is_whole());
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(awake(&store), ["b2"]);
    let head = commit(&store, append("a1", (3, written[2].hash), None, "I am awake"));
    assert_eq!(awake(&store), ["b2", "a1"]);
    let mut last = append("a1", head, None, "and that is the end");
    last.ended = true;
    commit(&store, last);
    assert_eq!(awake(&store), ["b2"]);
}

#[test]
fn a_store_of_the_first_layout_is_taken_over_with_all_that_it_has_awake() {
    let dir = tempfile::tempdir().unwrap();
    let (store, written) = store_with(dir.path(), "a1", 3);
    store.create(meta("b2"), lines(2), true).unwrap();
    let rows = store.sessions().unwrap();
    drop(store);
    let path = dir.path().join("parlor.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(
        "DROP INDEX session_awake; DROP INDEX log_gone; DROP TABLE snapshot;
    CREATE TABLE snapshot (
        session INTEGER PRIMARY KEY,
        number INTEGER NOT NULL,
        engine TEXT NOT NULL,
        head BLOB NOT NULL,
        seal BLOB NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    PRAGMA user_version = 1",
    )
    .unwrap();
    drop(old);
    std::fs::remove_file(dir.path().join("parlor.sums")).unwrap();
    assert!(check(dir.path(), |_, _| {}).unwrap().is_whole(), "before it is opened, too");
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.sessions().unwrap(), rows);
    assert_eq!(awake(&store), ["a1"]);
    commit(&store, append("a1", (3, written[2].hash), None, "on it goes"));
    drop(store);
    assert!(check(dir.path(), |_, _| {}).unwrap().is_whole());
}

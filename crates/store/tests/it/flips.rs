//! Flipped bits: each is found by the check, or proven to change nothing that is read; none is ever served.

use std::fs;
use std::path::Path;

use crate::ledger::{Random, append, commit, id, lines, meta, store_with};
use engine::Line;
use parlor_store::{SessionRow, Snapshot, Store, StoreError, check};

/// Bits flipped in each file of each state.
const FLIPS: u64 = 300;

/// Everything that can be read from a store.
#[derive(PartialEq)]
struct Contents {
    sessions: Vec<SessionRow>,
    logs: Vec<Vec<Line>>,
    snapshot: Option<Snapshot>,
}

fn contents(store: &Store) -> Result<Contents, StoreError> {
    let sessions = store.sessions()?;
    let logs = sessions.iter().map(|row| store.read(&row.meta.id, 0)).collect::<Result<_, _>>()?;
    Ok(Contents { sessions, logs, snapshot: store.snapshot(&id("a1"), u64::MAX)? })
}

/// A store with a bit of everything: short lines and long ones, forks, request ids, a snapshot, free pages.
fn furnish(dir: &Path) -> Store {
    let (store, first) = store_with(dir, "a1", 40);
    store.save_snapshot(&id("a1"), 39, "v1", first[39].hash, &[7; 30_000]).unwrap();
    store.save_snapshot(&id("a1"), 39, "v1", first[39].hash, &[7; 3_000]).unwrap();
    let mut fork = meta("b2");
    fork.parent = Some((id("a1"), 9));
    store.create(fork, lines(10), true).unwrap();
    store.create(meta("c3"), lines(1), false).unwrap();
    let long = append("c3", (1, lines(1)[0].hash), None, &"many words ".repeat(2_000));
    commit(&store, long);
    store
}

/// Flips bits of one file of a store, one at a time.
fn flip(files: &[(&str, Vec<u8>)], file: &str, whole: &Contents, every_flip_is_found: bool) {
    let bytes = &files.iter().find(|(name, _)| *name == file).unwrap().1;
    let mut random = Random(0x5eed);
    let mut found = 0;
    for _ in 0..FLIPS {
        let bit = random.below(bytes.len() as u64 * 8);
        let dir = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            fs::write(dir.path().join(name), bytes).unwrap();
        }
        let mut flipped = bytes.clone();
        flipped[(bit / 8) as usize] ^= 1 << (bit % 8);
        fs::write(dir.path().join(file), flipped).unwrap();

        let place = format!("bit {} of byte {} of {file}", bit % 8, bit / 8);
        let report = match check(dir.path(), |_, _| {}) {
            Ok(report) => report.findings.iter().map(ToString::to_string).collect(),
            Err(error) => vec![error.to_string()],
        };
        found += u64::from(!report.is_empty());
        assert!(!every_flip_is_found || !report.is_empty(), "{place} was not found");
        match Store::open(dir.path()).and_then(|store| contents(&store)) {
            // A damaged snapshot is passed over; the truth is in the log.
            Ok(read) if report.is_empty() || read.snapshot.is_some() => {
                assert!(read == *whole, "{place} was served, with these findings: {report:#?}");
            }
            Ok(read) => {
                assert!(read.sessions == whole.sessions && read.logs == whole.logs, "{place} was served")
            }
            Err(error) => assert!(!report.is_empty(), "{place} is not found, but reading says {error}"),
        }
    }
    println!("{file}: {found} of {FLIPS} found, the others proven to be read by nobody");
}

fn files(dir: &Path, names: &[&'static str]) -> Vec<(&'static str, Vec<u8>)> {
    names.iter().map(|name| (*name, fs::read(dir.join(name)).unwrap())).collect()
}

#[test]
fn after_a_clean_close_every_flip_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let store = furnish(dir.path());
    let whole = contents(&store).unwrap();
    drop(store);
    let files = files(dir.path(), &["parlor.db", "parlor.head", "parlor.sums"]);
    for file in ["parlor.db", "parlor.head", "parlor.sums"] {
        flip(&files, file, &whole, true);
    }
}

#[test]
fn after_a_crash_every_flip_that_could_be_read_is_found() {
    let dir = tempfile::tempdir().unwrap();
    drop(furnish(dir.path()));
    let store = Store::open(dir.path()).unwrap();
    let mut head = (40, lines(40)[39].hash);
    for number in 0..12 {
        head = commit(&store, append("a1", head, Some(&format!("later-{number}")), "I saw you at the well."));
    }
    store.create(meta("d4"), lines(3), false).unwrap();
    let whole = contents(&store).unwrap();
    let files = files(dir.path(), &["parlor.db", "parlor.db-wal", "parlor.head"]);
    for file in ["parlor.db", "parlor.db-wal", "parlor.head"] {
        flip(&files, file, &whole, file == "parlor.head");
    }
}

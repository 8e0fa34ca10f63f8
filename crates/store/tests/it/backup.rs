//! Copies of a store that are made while it is written to.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::ledger::{append, commit, id, lines, meta, store_with};
use engine::Hash;
use parlor_store::{Notes, Reader, Right, Rights, Scope, Store, StoreError, check};

#[test]
fn a_copy_that_is_made_under_load_is_whole_and_has_all_that_was_acknowledged_before() {
    let (dir, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (store, written) = store_with(dir.path(), "a1", 200);
    store.create(meta("b2"), lines(5), true).unwrap();
    let photo = store.photos().keep(&id("a1"), b"a picture").unwrap();
    let (over, acked) = (AtomicBool::new(false), AtomicU64::new(200));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut head = (200, written[199].hash);
            while !over.load(Ordering::SeqCst) {
                head = commit(&store, append("a1", head, None, "and on it goes"));
                acked.store(head.0, Ordering::SeqCst);
            }
        });
        for number in 0..5 {
            let before = acked.load(Ordering::SeqCst);
            let copy = copies.path().join(format!("copy-{number}"));
            Reader::open(dir.path()).unwrap().back_up(&copy).unwrap();
            let report = check(&copy, |_, _| {}).unwrap();
            assert!(report.is_whole(), "{report:#?}");
            let there = Reader::open(&copy).unwrap().session(&id("a1")).unwrap();
            assert!(there.records >= before, "{} of {before}", there.records);
            // More comes in between, so that no copy is of a store that stands still.
            while acked.load(Ordering::SeqCst) == before {
                std::thread::yield_now();
            }
            let opened = Store::open(&copy).unwrap();
            let mine = opened.read(&id("a1"), 0).unwrap();
            assert_eq!(
                mine[..],
                store.read(&id("a1"), 0).unwrap()[..mine.len()],
                "the same, as far as it goes"
            );
            assert_eq!(opened.photos().read(&id("a1"), photo).unwrap().as_deref(), Some(&b"a picture"[..]));
            commit(
                &opened,
                append("a1", (there.records, there.head), None, "the copy has a life of its own"),
            );
        }
        over.store(true, Ordering::SeqCst);
    });
}

#[test]
fn a_copy_has_rights_and_notes_and_goes_into_no_directory_that_has_something_in_it() {
    let (dir, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (store, _) = store_with(dir.path(), "a1", 3);
    let right = Right { session: Some(id("a1")), scope: Scope::Observe, expires_at: 10, invitation: false };
    let token = Hash::of(b"token");
    let rights = Rights::open(dir.path()).unwrap();
    rights.grant(token, right.clone(), 0).unwrap();
    let notes = Notes::open(dir.path(), "discord").unwrap();
    notes.write("place", "here").unwrap();
    let copy = copies.path().join("copy");
    // By the process that holds it, and while everything is open.
    store.reader().back_up(&copy).unwrap();
    assert_eq!(Rights::open(&copy).unwrap().of(token, 1), Some(right));
    assert_eq!(
        Notes::open(&copy, "discord").unwrap().all().unwrap(),
        [("place".to_owned(), "here".to_owned())]
    );
    let error = store.reader().back_up(&copy).unwrap_err();
    assert!(matches!(error, StoreError::File { .. }), "{error}");
    assert!(error.to_string().contains("something in it"), "{error}");
    assert_eq!(Store::open(&copy).unwrap().sessions().unwrap(), store.sessions().unwrap());
}

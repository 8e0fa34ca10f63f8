//! Backups that are put in the place of a store.

use std::fs;
use std::path::Path;

use crate::ledger::{append, commit, id, lines, meta, store_with};
use engine::Hash;
use parlor_store::{Notes, Right, Rights, Scope, Store, StoreError, check, restore};

/// A backup of a store with a session, a photo, a right and a note.
fn backed_up(dir: &Path, to: &Path) -> Hash {
    let (store, _) = store_with(dir, "a1", 3);
    let photo = store.photos().keep(&id("a1"), b"a picture").unwrap();
    let right = Right { session: Some(id("a1")), scope: Scope::Observe, expires_at: 10, invitation: false };
    Rights::open(dir).unwrap().grant(Hash::of(b"token"), right, 0).unwrap();
    Notes::open(dir, "discord").unwrap().write("place", "here").unwrap();
    store.reader().back_up(to).unwrap();
    photo
}

fn is_as_it_was(dir: &Path, photo: Hash) {
    let report = check(dir, |_, _| {}).unwrap();
    assert!(report.is_whole(), "{report:#?}");
    let store = Store::open(dir).unwrap();
    assert_eq!(store.read(&id("a1"), 0).unwrap(), lines(3));
    assert_eq!(store.sessions().unwrap().len(), 1, "what came later is not there");
    assert_eq!(store.photos().read(&id("a1"), photo).unwrap().as_deref(), Some(&b"a picture"[..]));
    assert!(Rights::open(dir).unwrap().of(Hash::of(b"token"), 1).is_some());
    assert_eq!(Notes::open(dir, "discord").unwrap().all().unwrap().len(), 1);
}

#[test]
fn a_backup_is_put_in_the_place_of_a_store_and_what_was_there_is_moved_aside_whole() {
    let (dir, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copy = copies.path().join("copy");
    let photo = backed_up(dir.path(), &copy);
    let store = Store::open(dir.path()).unwrap();
    store.create(meta("b2"), lines(4), true).unwrap();
    let held = restore(&copy, dir.path(), true).unwrap_err();
    assert!(matches!(held, StoreError::Locked { .. }), "{held}");
    drop(store);
    let there = restore(&copy, dir.path(), false).unwrap_err();
    assert!(matches!(there, StoreError::Occupied { .. }), "{there}");
    assert!(Store::open(dir.path()).unwrap().session(&id("b2")).is_ok(), "nothing was done");

    let aside = restore(&copy, dir.path(), true).unwrap().unwrap();
    is_as_it_was(dir.path(), photo);
    assert!(Store::open(&aside).unwrap().session(&id("b2")).is_ok());
    // Again, from the same backup: what was moved aside before is not touched.
    let store = Store::open(dir.path()).unwrap();
    commit(&store, append("a1", (3, lines(3)[2].hash), None, "later"));
    drop(store);
    let second = restore(&copy, dir.path(), true).unwrap().unwrap();
    assert_ne!(aside, second);
    is_as_it_was(dir.path(), photo);
    assert!(Store::open(&aside).unwrap().session(&id("b2")).is_ok());
}

#[test]
fn a_backup_makes_a_store_where_there_is_none_and_what_is_none_is_refused() {
    let (dir, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copy = copies.path().join("copy");
    let photo = backed_up(dir.path(), &copy);
    let new = copies.path().join("new");
    fs::create_dir(copies.path().join("nothing")).unwrap();
    let none = restore(&copies.path().join("nothing"), &new, false).unwrap_err();
    assert!(matches!(none, StoreError::NoStore { .. }), "{none}");
    assert_eq!(restore(&copy, &new, false).unwrap(), None);
    is_as_it_was(&new, photo);
}

#[test]
fn a_restore_that_is_interrupted_leaves_nothing_that_is_taken_for_whole() {
    let (dir, copies) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copy = copies.path().join("copy");
    let photo = backed_up(dir.path(), &copy);
    let store = Store::open(dir.path()).unwrap();
    commit(&store, append("a1", (3, lines(3)[2].hash), None, "later"));
    drop(store);
    // As far as it comes before the first of the new files has its name.
    let aside = dir.path().join("before-restore");
    fs::create_dir(&aside).unwrap();
    for name in ["parlor.db", "rights.db", "photos"] {
        fs::rename(dir.path().join(name), aside.join(name)).unwrap();
    }
    let error = Store::open(dir.path()).err().unwrap();
    assert!(matches!(error, StoreError::Behind { .. }), "{error}");
    // Or before the old anchor has gone.
    fs::copy(copy.join("parlor.db"), dir.path().join("parlor.db")).unwrap();
    let error = Store::open(dir.path()).err().unwrap();
    assert!(matches!(error, StoreError::Behind { .. }), "{error}");
    restore(&copy, dir.path(), true).unwrap().unwrap();
    is_as_it_was(dir.path(), photo);
}

//! Photos beside the log: kept once, counted by their references, gone when they are deleted.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ledger::{id, lines, meta, store_with};
use engine::Hash;
use parlor_store::{Photos, Store, StoreError, check};

/// Bytes like those of a photo: nothing in them can be found anywhere else by chance.
fn photo(seed: u8) -> Vec<u8> {
    let mut bytes = b"\xff\xd8\xff\xe0".to_vec();
    let mut state = u32::from(seed) + 1;
    bytes.extend((0..5_000).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    }));
    bytes
}

/// Two sessions, `a` and `b`.
fn two_sessions(dir: &Path) -> Store {
    let (store, _) = store_with(dir, "a", 2);
    store.create(meta("b"), lines(2), false).unwrap();
    store
}

fn files_under(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_under(&path)) } else { files.push(path) }
    }
    files
}

/// Is any part of a photo anywhere under a directory?
fn is_anywhere(dir: &Path, photo: &[u8]) -> bool {
    files_under(dir).iter().any(|file| {
        let bytes = fs::read(file).unwrap();
        photo.chunks(500).any(|part| bytes.windows(part.len()).any(|window| window == part))
    })
}

fn dir_of(store: &Path, hash: Hash) -> PathBuf {
    store.join("photos").join(hash.to_string())
}

fn findings(dir: &Path) -> Vec<String> {
    check(dir, |_, _| {}).unwrap().findings.iter().map(ToString::to_string).collect()
}

#[test]
fn a_photo_is_kept_read_and_listed_even_after_reopening() {
    let dir = tempfile::tempdir().unwrap();
    let store = two_sessions(dir.path());
    let hash = store.photos().keep(&id("a"), &photo(1)).unwrap();
    assert_eq!(hash, Hash::of(&photo(1)));
    assert_eq!(store.photos().keep(&id("a"), &photo(1)).unwrap(), hash, "once is as good as twice");
    drop(store);
    let store = Store::open(dir.path()).unwrap();
    let photos = store.photos();
    assert_eq!(photos.read(&id("a"), hash).unwrap().unwrap(), photo(1));
    assert_eq!(photos.of(&id("a")).unwrap(), [hash]);
    assert!(photos.refers(&id("a"), hash) && !photos.refers(&id("b"), hash));
    let report = check(dir.path(), |_, _| {}).unwrap();
    assert!(report.is_whole() && report.photos == 1, "{:?}", report.findings);
}

#[test]
fn a_session_reads_only_what_it_refers_to() {
    let dir = tempfile::tempdir().unwrap();
    let store = two_sessions(dir.path());
    let hash = store.photos().keep(&id("a"), &photo(1)).unwrap();
    assert_eq!(store.photos().read(&id("b"), hash).unwrap(), None);
    assert_eq!(store.photos().read(&id("a"), Hash::of(b"another")).unwrap(), None);
    assert!(store.photos().of(&id("b")).unwrap().is_empty());
}

#[test]
fn a_photo_goes_with_its_last_reference_and_leaves_no_byte() {
    let dir = tempfile::tempdir().unwrap();
    let store = two_sessions(dir.path());
    let photos = store.photos();
    let shared = photos.keep(&id("a"), &photo(1)).unwrap();
    let own = photos.keep(&id("a"), &photo(2)).unwrap();
    photos.keep(&id("b"), &photo(1)).unwrap();
    assert!(is_anywhere(dir.path(), &photo(2)), "the search would find nothing");
    assert_eq!(photos.delete(&id("a")).unwrap(), 2);
    assert!(!is_anywhere(dir.path(), &photo(2)));
    assert!(!dir_of(dir.path(), own).exists());
    assert_eq!(photos.read(&id("a"), shared).unwrap(), None, "it is no longer this session's");
    assert_eq!(photos.read(&id("b"), shared).unwrap().unwrap(), photo(1));
    assert_eq!(photos.delete(&id("b")).unwrap(), 1);
    assert!(!is_anywhere(dir.path(), &photo(1)));
    assert_eq!(photos.delete(&id("b")).unwrap(), 0);
    assert_eq!(fs::read_dir(dir.path().join("photos")).unwrap().count(), 0);
}

#[test]
fn one_reference_can_be_dropped_by_itself() {
    let dir = tempfile::tempdir().unwrap();
    let photos = two_sessions(dir.path()).photos();
    let (one, other) = (photos.keep(&id("a"), &photo(1)).unwrap(), photos.keep(&id("a"), &photo(2)).unwrap());
    photos.forget(&id("a"), one).unwrap();
    photos.forget(&id("a"), one).unwrap();
    photos.forget(&id("b"), other).unwrap();
    assert_eq!(photos.of(&id("a")).unwrap(), [other]);
    assert!(!is_anywhere(dir.path(), &photo(1)));
}

#[test]
fn a_fork_shares_the_photos_and_outlives_those_of_its_parent() {
    let dir = tempfile::tempdir().unwrap();
    let photos = two_sessions(dir.path()).photos();
    let hash = photos.keep(&id("a"), &photo(1)).unwrap();
    photos.share(&id("a"), &id("b")).unwrap();
    photos.share(&id("a"), &id("b")).unwrap();
    photos.delete(&id("a")).unwrap();
    assert_eq!(photos.read(&id("b"), hash).unwrap().unwrap(), photo(1));
}

#[test]
fn what_a_crash_leaves_behind_is_cleared_away_at_the_next_opening() {
    let dir = tempfile::tempdir().unwrap();
    let store = two_sessions(dir.path());
    let kept = store.photos().keep(&id("a"), &photo(1)).unwrap();
    drop(store);
    // Each point at which keeping or deleting may be cut short.
    let points: [&[&str]; 4] = [&[], &["photo.tmp"], &["photo.jpg"], &["photo.jpg", "photo.tmp"]];
    for (seed, files) in (10..).zip(points) {
        let orphan = dir_of(dir.path(), Hash::of(&photo(seed)));
        fs::create_dir(&orphan).unwrap();
        files.iter().for_each(|file| fs::write(orphan.join(file), photo(seed)).unwrap());
    }
    fs::write(dir_of(dir.path(), kept).join("photo.tmp"), photo(20)).unwrap();
    assert!(findings(dir.path()).is_empty(), "nothing of it is damage: {:?}", findings(dir.path()));
    let store = Store::open(dir.path()).unwrap();
    let left: Vec<String> = files_under(&dir.path().join("photos"))
        .iter()
        .map(|path| path.strip_prefix(dir.path()).unwrap().display().to_string())
        .collect();
    assert_eq!(left.len(), 2, "the photo and its reference: {left:?}");
    assert_eq!(store.photos().read(&id("a"), kept).unwrap().unwrap(), photo(1));
    // A photo that was half there can be kept as if it never had been.
    let again = store.photos().keep(&id("b"), &photo(12)).unwrap();
    assert_eq!(store.photos().read(&id("b"), again).unwrap().unwrap(), photo(12));
}

#[test]
fn damage_is_told_and_never_served() {
    let dir = tempfile::tempdir().unwrap();
    let store = two_sessions(dir.path());
    let photos = store.photos();
    let hash = photos.keep(&id("a"), &photo(1)).unwrap();
    let file = dir_of(dir.path(), hash).join("photo.jpg");
    let whole = photo(1);
    let mut flipped = whole.clone();
    flipped[700] ^= 4;
    for damaged in [&flipped[..], &whole[..100], b"", &[&whole[..], b"more"].concat()] {
        fs::write(&file, damaged).unwrap();
        let error = photos.read(&id("a"), hash).unwrap_err();
        assert!(matches!(error, StoreError::DamagedPhoto { .. }), "{error}");
        let found = findings(dir.path());
        assert!(found.len() == 1 && found[0].contains(&hash.to_string()), "{found:?}");
    }
    fs::remove_file(&file).unwrap();
    assert!(photos.read(&id("a"), hash).unwrap_err().to_string().contains("missing"));
    assert!(findings(dir.path())[0].contains("missing"));
    // Adding the same photo again mends it, as the words say.
    photos.keep(&id("a"), &whole).unwrap();
    assert_eq!(photos.read(&id("a"), hash).unwrap().unwrap(), whole);
    assert!(findings(dir.path()).is_empty());
}

#[test]
fn what_does_not_belong_there_is_reported_and_left() {
    let dir = tempfile::tempdir().unwrap();
    let store = two_sessions(dir.path());
    let photos = store.photos();
    let hash = photos.keep(&id("a"), &photo(1)).unwrap();
    fs::write(dir.path().join("photos/holiday.png"), b"not ours").unwrap();
    fs::write(dir_of(dir.path(), hash).join("Notes.txt"), b"not ours").unwrap();
    fs::write(dir_of(dir.path(), hash).join("nobody"), b"").unwrap();
    let found = findings(dir.path()).join("\n");
    for words in ["holiday.png", "Notes.txt", "session nobody refers to it"] {
        assert!(found.contains(words), "{found}");
    }
    drop((store, photos));
    let store = Store::open(dir.path()).unwrap();
    store.photos().delete(&id("a")).unwrap();
    store.photos().delete(&id("nobody")).unwrap();
    assert!(dir.path().join("photos/holiday.png").exists());
    assert!(dir_of(dir.path(), hash).join("Notes.txt").exists());
    assert!(!is_anywhere(dir.path(), &photo(1)));
}

#[test]
fn a_deletion_that_failed_halfway_is_finished_when_it_is_tried_again() {
    let dir = tempfile::tempdir().unwrap();
    let photos = two_sessions(dir.path()).photos();
    let hash = photos.keep(&id("a"), &photo(1)).unwrap();
    // What cannot be removed as a file stands in the place of the photo.
    let file = dir_of(dir.path(), hash).join("photo.jpg");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    for _ in 0..2 {
        assert!(matches!(photos.delete(&id("a")), Err(StoreError::File { doing: "remove", .. })));
    }
    fs::remove_dir(&file).unwrap();
    fs::write(&file, photo(1)).unwrap();
    photos.delete(&id("a")).unwrap();
    assert!(!is_anywhere(dir.path(), &photo(1)));
}

#[test]
fn too_much_is_refused_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let photos = two_sessions(dir.path()).photos();
    let error = photos.keep(&id("a"), &vec![0; Photos::BYTES_MAX + 1]).unwrap_err();
    assert!(matches!(error, StoreError::TooLong { .. }));
    assert!(!dir.path().join("photos").exists());
}

#[test]
fn a_handle_keeps_the_store_open() {
    let dir = tempfile::tempdir().unwrap();
    let photos = two_sessions(dir.path()).photos();
    assert!(matches!(Store::open(dir.path()), Err(StoreError::Locked { .. })));
    drop(photos);
    Store::open(dir.path()).unwrap();
}

#[test]
fn many_at_once_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = two_sessions(dir.path());
    // One keeps what another deletes, again and again: at the end it is there, or it is not, and nothing between.
    std::thread::scope(|scope| {
        for session in ["a", "b"] {
            let photos = store.photos();
            scope.spawn(move || {
                for _ in 0..20 {
                    let hash = photos.keep(&id(session), &photo(1)).unwrap();
                    assert_eq!(photos.read(&id(session), hash).unwrap().unwrap(), photo(1));
                    photos.delete(&id(session)).unwrap();
                }
            });
        }
    });
    assert!(!is_anywhere(dir.path(), &photo(1)));
    assert!(findings(dir.path()).is_empty());
}

#[cfg(unix)]
#[test]
fn photos_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempfile::tempdir().unwrap();
    let photos = two_sessions(dir.path()).photos();
    let hash = photos.keep(&id("a"), &photo(1)).unwrap();
    let mode = |path: PathBuf| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(dir.path().join("photos")), 0o700);
    assert_eq!(mode(dir_of(dir.path(), hash)), 0o700);
    assert_eq!(mode(dir_of(dir.path(), hash).join("photo.jpg")), 0o600);
    assert_eq!(mode(dir_of(dir.path(), hash).join("a")), 0o600);
}

//! Reading beside a process that writes: whole records, nothing that was lost, and not a byte changed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Lines, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::SystemTime;

use crate::ledger::{append, commit, id, lines, meta, store_with};
use engine::{Hash, Line};
use parlor_store::{LogAnswer, Reader, Store, StoreError, check};

const CHILD: &str = "PARLOR_STORE_READER_CHILD";
const SESSIONS: [&str; 3] = ["a1", "b2", "c3"];

/// Writers that come, write and are killed, one after the other, while the store is read.
const WRITERS: u64 = 3;

/// Records that each of them writes, at least.
const RECORDS: u64 = 2_000;

/// How often the store is opened and closed while it is read.
const OPENINGS: u64 = 20;

/// Every file and directory of a store: what is in it, and when it was last changed.
type Files = BTreeMap<PathBuf, (Option<Vec<u8>>, SystemTime)>;

fn files(dir: &Path) -> Files {
    let file = |path: PathBuf| {
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        let bytes = path.is_file().then(|| fs::read(&path).unwrap());
        (path, (bytes, modified))
    };
    paths(dir).into_iter().map(file).collect()
}

/// A directory and everything in it.
fn paths(dir: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let inside = inside.flat_map(|path| if path.is_dir() { paths(&path) } else { vec![path] });
    std::iter::once(dir.to_owned()).chain(inside).collect()
}

/// Asks everything that can be asked of a reader.
fn ask_all(reader: &Reader) -> Vec<Vec<Line>> {
    let rows = reader.sessions().unwrap();
    let ask = |row: &parlor_store::SessionRow| {
        let id = &row.meta.id;
        assert_eq!(reader.find(id.as_str()).unwrap(), *id);
        assert_eq!(reader.session(id).unwrap().meta, row.meta);
        let (sound, damage) = reader.read_sound(id).unwrap();
        assert!(damage.is_none(), "{damage:?}");
        let lines = reader.read(id, 0).unwrap();
        assert_eq!(lines[..sound.len()], sound);
        let request = lines[0].request.clone().unwrap();
        assert_eq!(reader.find_request(id, &request).unwrap().as_ref(), lines.first());
        reader.snapshot(id, u64::MAX).unwrap();
        for photo in reader.photos_of(id).unwrap() {
            assert_eq!(Hash::of(&reader.photo(id, photo).unwrap().unwrap()), photo);
        }
        lines
    };
    rows.iter().map(ask).collect()
}

/// A store with some sessions, a snapshot and a photo.
fn furnish(dir: &Path) -> (Store, Hash) {
    let store = Store::open(dir).unwrap();
    for name in SESSIONS {
        store.create(meta(name), lines(5), false).unwrap();
    }
    store.save_snapshot(&id("a1"), 4, "v1", lines(5)[4].hash, b"the state").unwrap();
    let photo = store.photos().keep(&id("a1"), b"a photo").unwrap();
    (store, photo)
}

/// This very program as another process, that runs one test of it. It ends, by itself, when its input does.
fn spawn(test: &str, dir: &Path) -> (Child, Lines<BufReader<ChildStdout>>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(CHILD, dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, said)
}

/// Not a test of its own: appends to all sessions until it is killed, and says what was acknowledged.
#[test]
fn child_that_appends() {
    let Some(dir) = std::env::var_os(CHILD) else { return };
    let store = Store::open(Path::new(&dir)).unwrap();
    let mut heads = SESSIONS.map(|name| {
        let row = store.session(&id(name)).unwrap();
        (row.records, row.head)
    });
    let (done, answered) = std::sync::mpsc::sync_channel(64);
    for turn in 0.. {
        let which = turn % SESSIONS.len();
        let request = format!("{}-{turn}", std::process::id());
        let next = append(SESSIONS[which], heads[which], Some(&request), "word of honour");
        heads[which] = (next.line.number + 1, next.line.hash);
        let done = done.clone();
        let tell = move |answer| {
            let LogAnswer::Committed { number, .. } = answer else { panic!("{answer:?}") };
            println!("\nack {} {number}", SESSIONS[which]);
            done.send(()).unwrap();
        };
        store.append(next, tell).unwrap();
        if turn >= 16 {
            answered.recv().unwrap();
        }
    }
}

/// Not a test of its own: opens the store, writes, and closes it, many times.
#[test]
fn child_that_opens_and_closes() {
    let Some(dir) = std::env::var_os(CHILD) else { return };
    for _ in 0..OPENINGS {
        let store = Store::open(Path::new(&dir)).unwrap();
        for name in SESSIONS {
            let row = store.session(&id(name)).unwrap();
            let mut head = (row.records, row.head);
            for _ in 0..5 {
                head = commit(&store, append(name, head, None, &"many words ".repeat(100)));
            }
        }
    }
    println!("\nended");
}

/// Not a test of its own: holds the store until its input ends, and writes nothing meanwhile.
#[test]
fn child_that_holds() {
    let Some(dir) = std::env::var_os(CHILD) else { return };
    let store = Store::open(Path::new(&dir)).unwrap();
    let row = store.session(&id("a1")).unwrap();
    commit(&store, append("a1", (row.records, row.head), None, "I was awake."));
    println!("\nheld");
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
    drop(store);
    println!("\nended");
}

/// Not a test of its own: reads in directories that it may not write to.
#[test]
fn child_that_may_not_write() {
    let Some(dirs) = std::env::var_os(CHILD) else { return };
    for dir in std::env::split_paths(&dirs) {
        assert!(fs::write(dir.join("mine"), b"").is_err(), "{} can be written to", dir.display());
        assert_eq!(ask_all(&Reader::open(&dir).unwrap()).len(), SESSIONS.len(), "{}", dir.display());
    }
    println!("\nended");
}

fn wait_for(said: &mut Lines<BufReader<ChildStdout>>, word: &str) {
    assert!(said.any(|line| line.unwrap() == word), "the child ended without a word");
}

/// What a reader has seen so far: from call to call it only grows.
#[derive(Default)]
struct Seen {
    lines: BTreeMap<&'static str, Vec<Hash>>,
}

impl Seen {
    /// Reads every session once. `from_start` reads all of it again, not only what is new.
    fn look(&mut self, reader: &Reader, from_start: bool) {
        let rows = reader.sessions().unwrap();
        for name in SESSIONS {
            let seen = self.lines.entry(name).or_default();
            let row = rows.iter().find(|row| row.meta.id == id(name)).unwrap();
            assert!(row.records >= seen.len() as u64, "{name} has {} records", row.records);
            let from = if from_start { 0 } else { seen.len().saturating_sub(2) };
            let read: Vec<Hash> =
                reader.read(&id(name), from as u64).unwrap().iter().map(|line| line.hash).collect();
            assert!((from + read.len()) as u64 >= row.records);
            assert_eq!(read[row.records as usize - from - 1], row.head);
            assert_eq!(read[..seen.len() - from], seen[from..], "{name} has another past");
            seen.truncate(from);
            seen.extend(read);
        }
    }

    /// Everything that was acknowledged is there.
    fn has(&self, acked: &BTreeMap<String, u64>) {
        for (name, number) in acked {
            assert!(self.records(name) > *number, "{name}: record {number} was acknowledged");
        }
    }

    fn records(&self, name: &str) -> u64 {
        self.lines[name].len() as u64
    }
}

/// The last acknowledged record of each session.
type Acked = Arc<Mutex<BTreeMap<String, u64>>>;

/// Notes what a child says was acknowledged, until it is dead.
fn listen(said: Lines<BufReader<ChildStdout>>, acked: &Acked) -> JoinHandle<()> {
    let acked = Arc::clone(acked);
    std::thread::spawn(move || {
        for line in said.map_while(Result::ok) {
            // The last word of the killed may be half a line.
            let ack = line.strip_prefix("ack ").and_then(|ack| ack.split_once(' '));
            if let Some((name, number)) = ack.and_then(|(name, number)| Some((name, number.parse().ok()?))) {
                acked.lock().unwrap().insert(name.to_owned(), number);
            }
        }
    })
}

#[test]
fn every_acknowledged_record_is_read_while_other_processes_write_and_are_killed() {
    let dir = tempfile::tempdir().unwrap();
    drop(furnish(dir.path()));
    let reader = Reader::open(dir.path()).unwrap();
    let (acked, mut seen) = (Acked::default(), Seen::default());
    for writer in 1..=WRITERS {
        let (mut child, said) = spawn("reader::child_that_appends", dir.path());
        let listener = listen(said, &acked);
        let (mut looks, mut written) = (0, 0);
        while written < RECORDS * writer || looks < 50 {
            assert!(child.try_wait().unwrap().is_none(), "the child ended by itself");
            let before = acked.lock().unwrap().clone();
            seen.look(&reader, looks % 16 == 0);
            seen.has(&before);
            written = SESSIONS.map(|name| seen.records(name)).iter().sum();
            looks += 1;
        }
        let refused = Store::open(dir.path()).err().unwrap();
        assert!(matches!(refused, StoreError::Locked { .. }), "the child still holds it: {refused}");
        child.kill().unwrap();
        child.wait().unwrap();
        listener.join().unwrap();

        // What it left is read as well, and left as it is.
        let left = files(dir.path());
        assert!(left.contains_key(&dir.path().join("parlor.db-shm")));
        ask_all(&reader);
        seen.look(&reader, true);
        assert!(files(dir.path()) == left, "reading changed what was left");
        seen.has(&acked.lock().unwrap());
    }
    let mut reopened = Seen::default();
    reopened.look(Store::open(dir.path()).unwrap().reader(), true);
    assert!(reopened.lines == seen.lines, "the reader saw all that there is");
}

#[test]
fn a_store_that_is_opened_and_closed_all_the_time_is_read_whole() {
    let dir = tempfile::tempdir().unwrap();
    drop(furnish(dir.path()));
    let reader = Reader::open(dir.path()).unwrap();
    let mut seen = Seen::default();
    let (mut child, mut said) = spawn("reader::child_that_opens_and_closes", dir.path());
    while child.try_wait().unwrap().is_none() {
        seen.look(&reader, true);
    }
    wait_for(&mut said, "ended");
    seen.look(&reader, true);
    assert_eq!(SESSIONS.map(|name| seen.records(name)), [5 + OPENINGS * 5; 3]);
    let report = check(dir.path(), |_, _| {}).unwrap();
    assert!(report.is_whole(), "{report:?}");
}

#[test]
fn a_store_at_rest_is_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    // What means something in an address of SQLite's means nothing in the name of a directory.
    let home = dir.path().join("a b%20?mode=rw&é#1");
    let (store, photo) = furnish(&home);
    drop(store);
    let left = files(&home);
    let reader = Reader::open(&home).unwrap();
    assert_eq!(ask_all(&reader), [lines(5), lines(5), lines(5)]);
    assert_eq!(reader.snapshot(&id("a1"), u64::MAX).unwrap().unwrap().body, b"the state");
    assert_eq!(reader.photos_of(&id("a1")).unwrap(), [photo]);
    assert_eq!(reader.photos_of(&id("b2")).unwrap(), []);
    assert_eq!(reader.photo(&id("b2"), photo).unwrap(), None);
    assert!(check(&home, |_, _| {}).unwrap().every_byte);
    assert!(files(&home) == left, "reading changed a store at rest");
}

#[test]
fn a_store_that_is_held_is_left_as_it_is_and_can_be_closed() {
    let dir = tempfile::tempdir().unwrap();
    drop(furnish(dir.path()));
    let (mut child, mut said) = spawn("reader::child_that_holds", dir.path());
    wait_for(&mut said, "held");
    let held = files(dir.path());
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(ask_all(&reader)[2].len(), 6);
    assert!(files(dir.path()) == held, "reading changed a store that is held");
    // The reader is still there, and in nobody's way.
    drop(child.stdin.take());
    wait_for(&mut said, "ended");
    child.wait().unwrap();
    assert!(!dir.path().join("parlor.db-wal").exists(), "a clean close leaves one file");
    assert_eq!(ask_all(&reader)[2].len(), 6);
}

/// Copies files of a store to where it is nobody's. Called while this process has the store open, it is the last that is
/// done with that one: copying a file gives up the locks on it.
fn copy(from: &Path, names: &[&str]) -> tempfile::TempDir {
    let to = tempfile::tempdir().unwrap();
    for name in names {
        fs::copy(from.join(name), to.path().join(name)).unwrap();
    }
    to
}

#[test]
fn a_copy_without_an_index_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _) = furnish(dir.path());
    let copy = copy(dir.path(), &["parlor.db", "parlor.db-wal", "parlor.head"]);
    let left = files(copy.path());
    assert_eq!(ask_all(&Reader::open(copy.path()).unwrap()), [lines(5), lines(5), lines(5)]);
    let after = files(copy.path());
    assert!(left.iter().filter(|(path, _)| *path != copy.path()).all(|(path, file)| after[path] == *file));
    drop(store);
}

#[test]
fn a_process_reads_beside_itself() {
    let dir = tempfile::tempdir().unwrap();
    let (store, first) = store_with(dir.path(), "a1", 3);
    let reader = Reader::open(dir.path()).unwrap();
    let head = commit(&store, append("a1", (3, first[2].hash), None, "and on it goes"));
    assert_eq!(reader.session(&id("a1")).unwrap().records, head.0);
    assert_eq!(reader.read(&id("a1"), 0).unwrap(), store.reader().read(&id("a1"), 0).unwrap());
    drop(store);
    assert_eq!(reader.session(&id("a1")).unwrap().records, head.0);
    let store = Store::open(dir.path()).unwrap();
    commit(&store, append("a1", head, None, "and on"));
    assert_eq!(reader.session(&id("a1")).unwrap().records, head.0 + 1);
}

#[test]
fn a_process_opens_what_another_left_while_it_reads_it() {
    let dir = tempfile::tempdir().unwrap();
    let (store, first) = store_with(dir.path(), "a1", 1_000);
    for _ in 0..10 {
        let copy = copy(dir.path(), &["parlor.db", "parlor.db-wal", "parlor.db-shm", "parlor.head"]);
        let (looked, looking) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let reader = Reader::open(copy.path()).unwrap();
                // Until nobody listens any more.
                while looked.send(()).is_ok() {
                    assert_eq!(reader.read(&id("a1"), 0).unwrap()[..1_000], first);
                }
            });
            looking.recv().unwrap();
            let opened = Store::open(copy.path()).unwrap();
            commit(&opened, append("a1", (1_000, first[999].hash), None, "and on it goes"));
            drop(looking);
        });
    }
    drop(store);
}

#[cfg(unix)]
#[test]
fn a_directory_that_may_not_be_written_to_is_read() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    let dir = tempfile::tempdir().unwrap();
    let mode = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(dir.path(), 0o755);
    let [at_rest, held] = ["at-rest", "held"].map(|name| dir.path().join(name));
    drop(furnish(&at_rest));
    let (store, _) = furnish(&held);
    let program = dir.path().join("program");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let homes: Vec<PathBuf> = [&at_rest, &held].into_iter().flat_map(|home| paths(home)).collect();
    homes.iter().for_each(|path| mode(path, if path.is_dir() { 0o555 } else { 0o444 }));
    let mut child = Command::new(&program);
    child.args(["--exact", "reader::child_that_may_not_write", "--nocapture"]);
    child.env(CHILD, std::env::join_paths([&at_rest, &held]).unwrap());
    // To the one who may do everything, permissions mean nothing: the child is somebody else then.
    if fs::write(at_rest.join("mine"), b"").is_ok() {
        fs::remove_file(at_rest.join("mine")).unwrap();
        child.uid(65_534).gid(65_534);
    }
    let output = child.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("\nended\n"), "{said}{}", String::from_utf8_lossy(&output.stderr));
    homes.iter().for_each(|path| mode(path, 0o755));
    drop(store);
}

#[test]
fn where_no_store_is_nothing_is_made() {
    let dir = tempfile::tempdir().unwrap();
    let missing = dir.path().join("nowhere");
    let refused = |dir: &Path| Reader::open(dir).err().unwrap();
    for dir in [dir.path(), &missing] {
        let error = refused(dir);
        assert!(matches!(error, StoreError::NoStore { .. }), "{error}");
        assert!(error.to_string().contains("there is no store in"), "{error}");
    }
    assert!(!missing.exists());
    assert_eq!(files(dir.path()).len(), 1);
    // Its creation was cut short.
    fs::write(dir.path().join("parlor.db"), b"").unwrap();
    assert!(matches!(refused(dir.path()), StoreError::NoStore { .. }));
    fs::remove_file(dir.path().join("parlor.db")).unwrap();
    rusqlite::Connection::open(dir.path().join("parlor.db"))
        .unwrap()
        .pragma_update(None, "journal_mode", "WAL")
        .unwrap();
    assert!(matches!(refused(dir.path()), StoreError::NoStore { .. }));
}

#[test]
fn what_a_store_refuses_a_reader_refuses() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("parlor.db");
    let refused = |reader: Option<&Reader>| {
        let left = files(dir.path());
        let error = match reader {
            Some(reader) => reader.sessions().unwrap_err(),
            None => Reader::open(dir.path()).err().unwrap(),
        };
        assert!(files(dir.path()) == left, "reading changed what it refused: {error}");
        error
    };
    let (store, first) = store_with(dir.path(), "a1", 3);
    drop(store);
    let backup = fs::read(&path).unwrap();
    let store = Store::open(dir.path()).unwrap();
    commit(&store, append("a1", (3, first[2].hash), None, "acknowledged"));
    drop(store);
    let whole = fs::read(&path).unwrap();
    let reader = Reader::open(dir.path()).unwrap();

    // An older copy, under an open reader and under a new one.
    fs::write(&path, backup).unwrap();
    for reader in [Some(&reader), None] {
        let error = refused(reader);
        assert!(matches!(error, StoreError::Behind { .. }), "{error}");
        assert!(error.to_string().contains("4 records in all its sessions were acknowledged"), "{error}");
    }
    fs::remove_file(&path).unwrap();
    assert!(matches!(refused(Some(&reader)), StoreError::Behind { .. }));
    fs::write(&path, &whole).unwrap();
    assert_eq!(reader.read(&id("a1"), 0).unwrap().len(), 4);

    for foreign in [&b"Dear diary, ".repeat(100)[..], b"xxx"] {
        fs::write(&path, foreign).unwrap();
        assert!(matches!(refused(None), StoreError::Foreign { .. }));
    }
    fs::write(&path, &whole).unwrap();
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(refused(None), StoreError::Newer { found: 99, .. }));
}

//! Steps that are on disk before they are taken, beside a bare append and sync of the same bytes in the same minute.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::mpsc;
use std::time::Instant;

use activities::ALL;
use engine::{Proposal, Seed, SessionId, replay};
use store::{LogAnswer, Store};

use crate::Length;
use crate::figure::{Figure, Goal};
use crate::sitting::{EndlessNight, append, id, keep, store};
use crate::stats::{Spread, median, quantile, sorted};

/// Appends between two looks at the clock. Bare and stored ones take turns, because a shared disk has moods.
const TURN: u64 = 100;

/// Sessions in flight.
const MANY: u64 = 64;

/// Turns of the one session before each of the many: the two are compared within seconds.
const TURNS_BESIDE: usize = 4;

pub(crate) fn measure(length: Length) -> Vec<Figure> {
    let mut beside = Beside::new();
    let (mut bare, mut single, mut shares, mut times, mut groups) = (vec![], vec![], vec![], vec![], vec![]);
    for _ in 0..length.pick(9, 3) {
        let turns: Vec<(f64, f64)> = (0..TURNS_BESIDE).map(|_| beside.turn()).collect();
        bare.extend(turns.iter().map(|turn| turn.0));
        single.extend(turns.iter().map(|turn| turn.1));
        shares.extend(turns.iter().map(|turn| turn.1 / turn.0 * 100.0));
        let group = group(length.pick(300, 60));
        times.push(group.rate / median(&single[single.len() - TURNS_BESIDE..]));
        groups.push(group);
    }
    let of_groups = |value: fn(&Group) -> f64| groups.iter().map(value).collect::<Vec<_>>();
    let figure = |name: &str, unit, rounds: &[f64], goal| Figure::new(name, unit, Spread::of(rounds), goal);
    vec![
        figure("bare append + fdatasync", "a second", &bare, Goal::Information),
        figure("durable step, one session", "a second", &single, Goal::Information),
        figure("durable step, one session, of bare", "%", &shares, Goal::AtLeast(60.0)),
        figure("durable steps, 64 sessions", "a second", &of_groups(|group| group.rate), Goal::Information),
        figure("durable steps, 64 sessions, of one", "×", &times, Goal::AtLeast(10.0)),
        figure(
            "64 sessions: appends a commit",
            "",
            &of_groups(|group| group.appends_per_commit),
            Goal::Information,
        ),
        figure(
            "64 sessions: half are answered within",
            "ms",
            &of_groups(|group| group.p50_ms),
            Goal::Information,
        ),
        figure(
            "64 sessions: 99 % within that",
            "×",
            &of_groups(|group| group.p99_ms / group.p50_ms),
            Goal::AtMost(10.0),
        ),
    ]
}

/// One session, and beside it a plain file on the same disk.
struct Beside {
    night: EndlessNight,
    store: Store,
    file: File,
    _dir: tempfile::TempDir,
}

impl Beside {
    fn new() -> Beside {
        let (dir, store) = store();
        let path = dir.path().join("bare");
        let file = OpenOptions::new().create(true).append(true).open(path).expect("a file beside the store");
        let (night, log) = EndlessNight::open(1);
        keep(&store, &id(1), &log);
        Beside { night, store, file, _dir: dir }
    }

    /// How many a second: bare, and stored. The bytes are the same.
    fn turn(&mut self) -> (f64, f64) {
        let start = Instant::now();
        let texts: Vec<String> = (0..TURN).map(|_| self.night.go_durably(&self.store, &id(1))).collect();
        let single = TURN as f64 / start.elapsed().as_secs_f64();
        let start = Instant::now();
        for text in texts {
            let written =
                self.file.write_all(format!("{text}\n").as_bytes()).and_then(|()| self.file.sync_data());
            written.expect("a disk with room");
        }
        (TURN as f64 / start.elapsed().as_secs_f64(), single)
    }
}

struct Group {
    rate: f64,
    appends_per_commit: f64,
    p50_ms: f64,
    p99_ms: f64,
}

/// One session of many, and the step that it waits for.
struct Waiting {
    id: SessionId,
    night: EndlessNight,
    left: u64,
    asked: Option<(Proposal, Instant)>,
}

/// So many sessions at once, each of which waits for one answer before it asks again; all on one thread.
fn group(each: u64) -> Group {
    let (_dir, store) = store();
    let (done, answered) = mpsc::channel();
    let mut sessions: Vec<Waiting> = (0..MANY)
        .map(|number| {
            let (night, log) = EndlessNight::open(number);
            keep(&store, &id(number), &log);
            Waiting { id: id(number), night, left: each, asked: None }
        })
        .collect();
    let before = store.commits();
    let start = Instant::now();
    for (index, session) in sessions.iter_mut().enumerate() {
        session.ask(index, &store, &done);
    }
    let mut waited_ms = Vec::new();
    while waited_ms.len() < (MANY * each) as usize {
        let index: usize = answered.recv().expect("the writer answers");
        let session = &mut sessions[index];
        let (proposal, asked) = session.asked.take().expect("it was asked");
        waited_ms.push(asked.elapsed().as_secs_f64() * 1e3);
        session.night.session.commit(proposal);
        session.left -= 1;
        if session.left > 0 {
            session.ask(index, &store, &done);
        }
    }
    let rate = waited_ms.len() as f64 / start.elapsed().as_secs_f64();
    let appends_per_commit = waited_ms.len() as f64 / (store.commits() - before) as f64;
    let waited_ms = sorted(&waited_ms);
    Group { rate, appends_per_commit, p50_ms: quantile(&waited_ms, 0.5), p99_ms: quantile(&waited_ms, 0.99) }
}

impl Waiting {
    fn ask(&mut self, index: usize, store: &Store, done: &mpsc::Sender<usize>) {
        let proposal = self.night.propose();
        let done = done.clone();
        let asked = store.append(append(&self.id, &self.night.session, &proposal), move |answer| {
            assert!(matches!(answer, LogAnswer::Committed { .. }), "the append came to {answer:?}");
            let _ = done.send(index);
        });
        asked.expect("a line that can be stored");
        self.asked = Some((proposal, Instant::now()));
    }
}

/// What a session of so many steps takes on disk, against the same as JSON lines.
pub(crate) fn size() -> Vec<Figure> {
    const STEPS: u64 = 5_000;
    let empty = {
        let (dir, store) = store();
        drop(store);
        database_bytes(dir.path())
    };
    let (dir, store) = store();
    let (mut night, mut log) = EndlessNight::open(1);
    keep(&store, &id(1), &log);
    let mut waiting = 0;
    let (done, answered) = mpsc::channel();
    while night.session.records < STEPS {
        let proposal = night.propose();
        let done = done.clone();
        let asked =
            store.append(append(&id(1), &night.session, &proposal), move |answer| drop(done.send(answer)));
        asked.expect("a line that can be stored");
        log.push((proposal.record.clone(), proposal.line.clone()));
        night.session.commit(proposal);
        waiting += 1;
    }
    for _ in 0..waiting {
        let answer = answered.recv().expect("the writer answers");
        assert!(matches!(answer, LogAnswer::Committed { .. }), "the append came to {answer:?}");
    }
    drop(store);
    let jsonl: usize = log.iter().map(|(_, line)| line.text.len() + 1).sum();
    let whole = database_bytes(dir.path());
    let times = |bytes: u64| Spread::of(&[bytes as f64 / jsonl as f64]);
    vec![
        Figure::new("5,000 steps on disk, of their JSONL", "×", times(whole - empty), Goal::AtMost(2.0)),
        Figure::new("the same with an empty store's pages", "×", times(whole), Goal::Information),
        Figure::new("5,000 steps as JSONL", "bytes", Spread::of(&[jsonl as f64]), Goal::Information),
    ]
}

/// After a clean close there is one file that matters, and nothing is left in the write-ahead file.
fn database_bytes(dir: &std::path::Path) -> u64 {
    let bytes = |file: &str| std::fs::metadata(dir.join(file)).map_or(0, |file| file.len());
    bytes("parlor.db") + bytes("parlor.db-wal")
}

/// A long log off the disk: read, checked and folded, and everything that `parlor store check` looks at.
pub(crate) fn cold(length: Length) -> Vec<Figure> {
    const RECORDS: u64 = 51_200;
    let (dir, store) = store();
    let (mut night, mut log) = EndlessNight::open(1);
    night.go_to(RECORDS, &mut log);
    keep(&store, &id(1), &log);
    drop(log);
    let read = Spread::over(length.rounds(), || {
        let start = Instant::now();
        let lines = store.read(&id(1), 0).expect("a log that reads");
        let log = replay::read(lines.iter().map(|line| line.text.as_str())).expect("a chain that is whole");
        let session = replay::fold(*ALL, ALL.activities[0], Seed(1), &log).expect("a log that folds");
        assert_eq!(session.snapshot(), night.session.snapshot(), "the log comes to another state");
        start.elapsed().as_secs_f64()
    });
    drop(store);
    let checked = Spread::over(length.rounds(), || {
        let start = Instant::now();
        let report = store::check(dir.path(), |_, _| {}).expect("a store that can be looked at");
        assert!(report.is_whole(), "a store of our own is damaged");
        start.elapsed().as_secs_f64()
    });
    vec![
        Figure::new("51,200 records off the disk, checked and folded", "s", read, Goal::AtMost(1.0)),
        Figure::new("the whole check of a store that holds them", "s", checked, Goal::Information),
    ]
}

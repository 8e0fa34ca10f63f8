//! How fast records become durable, against a bare append and sync of the same bytes in the same minute.
//!
//! Prints one line a measurement; the ratios are what counts. `cargo bench -p parlor-store`.
#![allow(clippy::unwrap_used, missing_docs, reason = "a measurement that fails may say so by stopping")]

#[path = "../tests/ledger/mod.rs"]
mod ledger;

use std::fs::OpenOptions;
use std::io::Write;
use std::time::{Duration, Instant};

use ledger::{append, commit, id, lines, meta};
use parlor_store::{Answer, Append, Store};

/// Appends between two looks at the clock. Bare and stored ones take turns, because a shared disk has moods.
const TURN: usize = 250;
const TURNS: usize = 12;
const GROUPS: usize = 5;
const TEXT: &str = "I was at the well all night, and so was she: ask anybody who lives by the mill.";

fn main() {
    let (bare, single) = singles();
    let group = median((0..GROUPS).map(|_| group(64)).collect());
    println!("bare append + fdatasync     {bare:>9.0} a second");
    println!("one session                 {single:>9.0} a second  {:.2} of bare", single / bare);
    println!("64 sessions                 {group:>9.0} a second  {:.1} of one session", group / single);
    replay();
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

fn rate(count: u64, took: Duration) -> f64 {
    count as f64 / took.as_secs_f64()
}

/// The lines of a session, prepared, so that only the writing is measured.
fn prepared(session: &str, count: u64) -> Vec<Append> {
    let mut head = (1, lines(1)[0].hash);
    let next = |number| {
        let next = append(session, head, Some(&format!("request-{number:028}")), TEXT);
        head = (next.line.number + 1, next.line.hash);
        next
    };
    (0..count).map(next).collect()
}

fn singles() -> (f64, f64) {
    let dir = tempfile::tempdir().unwrap();
    let mut file = OpenOptions::new().create(true).append(true).open(dir.path().join("log")).unwrap();
    let store = Store::open(&dir.path().join("store")).unwrap();
    store.create(meta("a1"), lines(1), false).unwrap();
    let mut rates = (Vec::new(), Vec::new());
    for turn in prepared("a1", (TURN * TURNS) as u64).chunks(TURN) {
        let start = Instant::now();
        for next in turn {
            file.write_all(next.line.text.as_bytes()).unwrap();
            file.write_all(b"\n").unwrap();
            file.sync_data().unwrap();
        }
        rates.0.push(rate(TURN as u64, start.elapsed()));
        let turn = turn.to_vec();
        let start = Instant::now();
        for next in turn {
            commit(&store, next);
        }
        rates.1.push(rate(TURN as u64, start.elapsed()));
    }
    (median(rates.0), median(rates.1))
}

/// So many sessions at once, each of which waits for one answer before it asks again.
fn group(sessions: u64) -> f64 {
    const EACH: u64 = 500;
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    let (done, answered) = std::sync::mpsc::channel();
    let mut queues: Vec<_> = (0..sessions)
        .map(|session| {
            let name = format!("s{session}");
            store.create(meta(&name), lines(1), false).unwrap();
            prepared(&name, EACH).into_iter()
        })
        .collect();
    let ask = |session: usize, next: Append| {
        let done = done.clone();
        store
            .append(next, move |answer| {
                assert!(matches!(answer, Answer::Committed { .. }));
                done.send(session).unwrap();
            })
            .unwrap();
    };
    let start = Instant::now();
    let mut under_way = 0;
    for (session, queue) in queues.iter_mut().enumerate() {
        ask(session, queue.next().unwrap());
        under_way += 1;
    }
    while under_way > 0 {
        let session = answered.recv().unwrap();
        under_way -= 1;
        if let Some(next) = queues[session].next() {
            ask(session, next);
            under_way += 1;
        }
    }
    let took = start.elapsed();
    let each = sessions * EACH;
    println!("  {each} appends shared {} commits", store.commits() - sessions);
    rate(each, took)
}

fn replay() {
    const RECORDS: u64 = 51_200;
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    store.create(meta("a1"), lines(RECORDS), false).unwrap();
    let start = Instant::now();
    assert_eq!(store.read(&id("a1"), 0).unwrap().len() as u64, RECORDS);
    println!("reading and checking {RECORDS} records took {:?}", start.elapsed());
    let start = Instant::now();
    assert!(parlor_store::check(dir.path(), |_, _| {}).unwrap().is_whole());
    println!("the whole check of them took {:?}", start.elapsed());
    let start = Instant::now();
    drop(store);
    println!("closing took {:?}", start.elapsed());
}

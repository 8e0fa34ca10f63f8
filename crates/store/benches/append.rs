//! How fast records become durable, against a bare append and sync of the same bytes in the same minute.
//!
//! Prints one line a measurement; the ratios are what counts. `cargo bench -p parlor-store`.
#![allow(clippy::unwrap_used, missing_docs, reason = "a measurement that fails may say so by stopping")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::fs::OpenOptions;
use std::io::Write;
use std::time::{Duration, Instant};

use common::{append, commit, id, lines, meta};
use parlor_store::{Answer, Append, Store};

const SINGLES: u64 = 2_000;
const ROUNDS: usize = 5;
const TEXT: &str = "I was at the well all night, and so was she: ask anybody who lives by the mill.";

fn main() {
    let mut bare_rates = Vec::new();
    let mut single_rates = Vec::new();
    let mut group_rates = Vec::new();
    for _ in 0..ROUNDS {
        bare_rates.push(bare());
        single_rates.push(single());
        group_rates.push(group(64));
    }
    let (bare, single, group) = (median(bare_rates), median(single_rates), median(group_rates));
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

fn bare() -> f64 {
    let dir = tempfile::tempdir().unwrap();
    let mut file = OpenOptions::new().create(true).append(true).open(dir.path().join("log")).unwrap();
    let lines: Vec<String> = prepared("a1", SINGLES).into_iter().map(|next| next.line.text + "\n").collect();
    let start = Instant::now();
    for line in &lines {
        file.write_all(line.as_bytes()).unwrap();
        file.sync_data().unwrap();
    }
    rate(SINGLES, start.elapsed())
}

fn single() -> f64 {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    store.create(meta("a1"), lines(1), false).unwrap();
    let appends = prepared("a1", SINGLES);
    let start = Instant::now();
    for next in appends {
        commit(&store, next);
    }
    rate(SINGLES, start.elapsed())
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
    rate(sessions * EACH, start.elapsed())
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

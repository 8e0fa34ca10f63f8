//! The pairs of worlds of the Mafia machine, through the path that ships: records in a log, frames and scenes as the
//! host makes them, in bytes. An export as one viewer is these frames, one a line.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]
#![allow(dead_code, reason = "the worlds are shared with the tests of the machine, which use all of them")]

#[path = "../../../activities/tests/every/secrecy/observe.rs"]
mod observe;
#[path = "../../../activities/tests/every/secrecy/worlds.rs"]
mod worlds;

use activities::ALL;
use engine::{Actor, Hash, Line, LogEntry, Record, ToldEvent, raw};
use protocol::frames;
use serde_json::json;
use worlds::{Pair, Pairs, people, records};

const PAIRS: usize = 2_000;

/// One world as the log of a session: the table is opened and started, then the world's own records.
fn log(pair: &Pair, which: usize) -> Vec<LogEntry> {
    let opening = engine::Opening {
        activity: "mafia".to_owned(),
        seats: people(),
        table: raw(&json!({"title": "Two worlds"})),
        setup: raw(&json!({"speed": "NORMAL"})),
        seed: engine::Seed(1),
        salt: None,
    };
    let (mut session, opened) = engine::Session::open(*ALL, &opening, 0).expect("a legal setup");
    let start = engine::Input {
        part: engine::Part::Table,
        by: Actor::Host,
        request: None,
        ask: None,
        command: raw(&json!({"type": "SetSession", "verb": "start"})),
    };
    let started = session.propose(&start, 0).unwrap_or_else(|_| panic!("the host may start"));
    let table = (started.record.clone(), started.line.clone());
    session.commit(started);
    let mut log: Vec<LogEntry> = Vec::new();
    let mut push = |record: Record| {
        let prev = log.last().map_or(Hash::ZERO, |(_, line): &(Record, Line)| line.hash);
        let record = Record { number: log.len() as u64, prev, ..record };
        let line = record.seal();
        log.push((record, line));
    };
    push(opened[0].0.clone());
    for (index, (by, time, told)) in records(pair, which).into_iter().enumerate() {
        let events =
            told.iter().map(|told| ToldEvent { audience: told.audience, json: raw(&told.event) }).collect();
        push(Record { by, time, at: time.0 as i64, events, ..opened[1].0.clone() });
        if index == 0 {
            push(table.0.clone());
        }
    }
    log
}

#[test]
fn what_the_host_shows_of_two_worlds_is_the_same_bytes() {
    let mut pairs = Pairs::new(9);
    let mut bytes = 0;
    for _ in 0..PAIRS {
        let pair = pairs.next_pair();
        let [a, b] = [0, 1].map(|which| log(&pair, which));
        let exported = |log: &[LogEntry]| -> Vec<String> {
            let frames = frames::of_log(*ALL, log, pair.viewer).expect("a log that folds");
            frames.iter().map(|frame| serde_json::to_string(frame).expect("JSON")).collect()
        };
        let [shown_a, shown_b] = [&a, &b].map(|log| exported(log));
        assert_eq!(shown_a, shown_b, "{}", pair.viewer);
        bytes += shown_a.iter().map(String::len).sum::<usize>();
        for part in [1, 2, 3] {
            // The worlds have as many records, though not as many events.
            let number = (a.len() * part / 3).saturating_sub(1).max(2) as u64;
            let scene = |log: &[LogEntry]| {
                let scene = frames::scene_at(*ALL, log, number, pair.viewer).expect("a log that folds");
                serde_json::to_string(&scene).expect("JSON")
            };
            assert_eq!(scene(&a), scene(&b), "{} at record {number}", pair.viewer);
        }
    }
    assert!(bytes > PAIRS * 1_000, "there was something to compare: {bytes} bytes");
}

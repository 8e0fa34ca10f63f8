//! What the tests of the store share: sessions made of real lines.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each test file uses its own part of this"
)]

use std::path::Path;

use engine::{Actor, Audience, Hash, Line, Record, Seed, SessionId, SessionMeta, TableTime, ToldEvent};
use parlor_store::{Append, LogAnswer, Store};
use serde_json::value::RawValue;

/// A moment of 2024, so that times look like times.
pub const AT: i64 = 1_700_000_000_000;

pub fn id(text: &str) -> SessionId {
    text.parse().unwrap()
}

pub fn meta(text: &str) -> SessionMeta {
    SessionMeta {
        id: id(text),
        machine: "mafia".to_owned(),
        title: "An evening at the village".to_owned(),
        created_at: AT,
        seed: Some(Seed(0xfeed_5eed_0000_0001)),
        parent: None,
    }
}

/// A record with one event that says `text`.
pub fn record(number: u64, prev: Hash, request: Option<&str>, text: &str) -> Record {
    let raw = |value: serde_json::Value| RawValue::from_string(value.to_string()).unwrap();
    Record {
        number,
        at: AT + number as i64,
        time: TableTime(number),
        machine: "mafia".to_owned(),
        version: 1,
        by: Actor::Host,
        request: request.map(str::to_owned),
        command: raw(serde_json::json!({"type": "Say", "text": text})),
        events: vec![ToldEvent {
            audience: Audience::Public,
            json: raw(serde_json::json!({"type": "SAID", "text": text})),
        }],
        prev,
    }
}

pub fn line(number: u64, prev: Hash, request: Option<&str>, text: &str) -> Line {
    record(number, prev, request, text).seal()
}

/// The first `count` lines of a session, each with its own request id.
pub fn lines(count: u64) -> Vec<Line> {
    let mut prev = Hash::ZERO;
    let mut lines = Vec::new();
    for number in 0..count {
        let next = line(number, prev, Some(&format!("request-{number}")), "I was asleep all night, I swear.");
        prev = next.hash;
        lines.push(next);
    }
    lines
}

/// An append that is next after `head`.
pub fn append(session: &str, head: (u64, Hash), request: Option<&str>, text: &str) -> Append {
    let line = line(head.0, head.1, request, text);
    Append { session: id(session), line, prev: head.1, ended: false, at: AT + head.0 as i64 }
}

/// A store with one session of `count` records.
pub fn store_with(dir: &Path, session: &str, count: u64) -> (Store, Vec<Line>) {
    let store = Store::open(dir).unwrap();
    let lines = lines(count);
    store.create(meta(session), lines.clone(), false).unwrap();
    (store, lines)
}

/// Appends and expects it to be committed; returns the new head.
pub fn commit(store: &Store, append: Append) -> (u64, Hash) {
    let expected = (append.line.number, append.line.hash);
    match store.append_wait(append).unwrap() {
        LogAnswer::Committed { number, head } => {
            assert_eq!((number, head), expected);
            (number + 1, head)
        }
        other => panic!("expected a commit, got {other:?}"),
    }
}

/// Numbers for tests that must be the same every time.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

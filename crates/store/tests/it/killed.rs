//! `kill -9` of a process that writes: everything that it acknowledged is there afterwards, once.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::ledger::{Random, append, id, lines, meta};
use parlor_store::{LogAnswer, Store, check};

const KILLS: u64 = 30;
const CHILD: &str = "PARLOR_STORE_KILLED_CHILD";
const SESSIONS: [&str; 3] = ["a1", "b2", "c3"];

/// Not a test of its own: the process that is killed. It appends for ever and says what was acknowledged.
#[test]
fn child_that_appends_until_it_is_killed() {
    let Some(dir) = std::env::var_os(CHILD) else { return };
    let store = Store::open(Path::new(&dir)).unwrap();
    let mut heads: Vec<_> = SESSIONS
        .iter()
        .map(|name| {
            let row = store.session(&id(name)).unwrap();
            (row.records, row.head)
        })
        .collect();
    // All sessions are kept busy, and never more than a few appends are under way.
    let (done, answered) = std::sync::mpsc::sync_channel(64);
    for turn in 0.. {
        let which = turn % SESSIONS.len();
        let request = format!("{}-{turn}", std::process::id());
        let next = append(SESSIONS[which], heads[which], Some(&request), "word of honour");
        heads[which] = (next.line.number + 1, next.line.hash);
        let done = done.clone();
        store
            .append(next, move |answer| {
                let LogAnswer::Committed { number, head } = answer else { panic!("{answer:?}") };
                println!("\nack {} {number} {head}", SESSIONS[which]);
                done.send(()).unwrap();
            })
            .unwrap();
        if turn >= 8 {
            answered.recv().unwrap();
        }
    }
}

fn spawn(dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::child_that_appends_until_it_is_killed", "--nocapture"])
        .env(CHILD, dir)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    for name in SESSIONS {
        store.create(meta(name), lines(1), false).unwrap();
    }
    drop(store);
    let mut random = Random(9);
    let mut acked = BTreeSet::new();
    for kill in 0..KILLS {
        let acks = 1 + random.below(120);
        let mut child = spawn(dir.path());
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut heard = 0;
        while heard < acks {
            let line = said.next().expect("the child ended by itself").unwrap();
            if let Some(ack) = line.strip_prefix("ack ") {
                acked.insert(ack.to_owned());
                heard += 1;
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // What was said and not yet heard counts as well.
        acked.extend(said.map_while(Result::ok).filter_map(|line| {
            let ack = line.strip_prefix("ack ")?;
            (ack.len() > 64 && ack.rsplit(' ').next()?.len() == 64).then(|| ack.to_owned())
        }));

        assert!(check(dir.path(), |_, _| {}).unwrap().is_whole(), "kill {kill}");
        let store = Store::open(dir.path()).unwrap();
        let mut there = BTreeSet::new();
        for name in SESSIONS {
            for line in store.read(&id(name), 0).unwrap() {
                there.insert(format!("{name} {} {}", line.number, line.hash));
            }
        }
        let lost: Vec<_> = acked.difference(&there).collect();
        assert!(lost.is_empty(), "kill {kill}: {lost:?}");
    }
    assert!(acked.len() as u64 > KILLS * 20);
}

#[test]
fn another_process_is_refused_while_one_writes() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    for name in SESSIONS {
        store.create(meta(name), lines(1), false).unwrap();
    }
    drop(store);
    let mut child = spawn(dir.path());
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(said.any(|line| line.unwrap().starts_with("ack ")));
    let error = Store::open(dir.path()).err().unwrap().to_string();
    assert!(error.contains(&format!("in use by process {}", child.id())), "{error}");
    // A check may run beside it.
    let report = check(dir.path(), |_, _| {}).unwrap();
    assert!(report.is_whole(), "{report:?}");
    child.kill().unwrap();
    child.wait().unwrap();
    Store::open(dir.path()).unwrap();
}

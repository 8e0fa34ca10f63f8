//! A start among many sessions: it costs as much as those that are live, however many sleep.

use std::time::{Duration, Instant};

use engine::Session;
use engine::SessionMeta;
use host::Host;
use store::Store;

use crate::stage::*;
use crate::toy::Setup;

/// Bytes of memory that this process has, where the system says so.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or_default() * 1024
}

/// The whole of it, as a figure: PARLOR_SLEEPERS=99000 PARLOR_LIVE=1000.
#[tokio::test]
async fn a_start_costs_as_much_as_the_sessions_that_are_live() {
    let count =
        |name: &str, usual: usize| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(usual);
    let (sleepers, live) = (count("PARLOR_SLEEPERS", 500), count("PARLOR_LIVE", 10));
    let dir = tempfile::tempdir().expect("a directory");
    let log = Store::open(dir.path()).expect("a store");
    for number in 0..sleepers {
        let new = new_session(&format!("sleeps-{number}"), "pp", &Setup::default());
        let (_, entries) = Session::open(CATALOG, &new.opening, START_UTC).expect("a good setup");
        let (machine, seed) = (new.opening.activity, Some(new.opening.seed));
        let meta = SessionMeta {
            id: new.id.clone(),
            machine,
            title: new.title,
            created_at: START_UTC,
            seed,
            parent: None,
        };
        log.create(meta, entries.into_iter().map(|(_, line)| line).collect(), false).expect("written");
        log.sleep(&new.id, 2).expect("noted");
    }
    let first = host(&log);
    for number in 0..live {
        let setup = Setup { night_ms: 86_400_000, ..Setup::default() };
        open(&first, &format!("live-{number}"), "pp", &setup).await;
    }
    first.stop().await;
    drop((first, log));
    let before = memory();
    let began = Instant::now();
    let log = Store::open(dir.path()).expect("nobody holds it any more");
    let second: Host = host(&log);
    let recovered = second.recover().await.expect("a list");
    let took = began.elapsed();
    assert_eq!((recovered.len(), second.running().len()), (live, live));
    let more = memory().saturating_sub(before) / 1_000;
    println!("{live} live among {sleepers} that sleep: started in {took:?}, {more} kB more");
    assert!(took < Duration::from_secs(20), "{took:?}");
    let began = Instant::now();
    let table = second.resume(&id("sleeps-7")).await.expect("it wakes");
    table.scene(engine::Viewer::Public).await.expect("a scene");
    println!("one woken in {:?}", began.elapsed());
}

//! What a session takes that waits: a host with a thousand of them, each in its first night, where the house has
//! chosen and one person has not.

use activities::ALL;
use engine::{Actor, Holder, Input, Opening, Part, Seed, raw};
use host::{Host, HostOptions, NewSession};
use mafia::{Setup, Speed};

use crate::Length;
use crate::figure::{Figure, Goal};
use crate::sitting::{id, opening, start, store};
use crate::stats::Spread;

/// Sessions that are there before anything is counted: what the first ones cost is the host's, not theirs.
const BEFORE: u64 = 24;

pub(crate) fn measure(length: Length) -> Vec<Figure> {
    let sessions = length.pick(1_000, 200);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build();
    let grown = runtime.expect("a runtime").block_on(grown(sessions));
    let each = grown.map_or(f64::NAN, |bytes| bytes / 1024.0 / sessions as f64);
    vec![Figure::new("an idle session in a host", "KiB", Spread::of(&[each]), Goal::AtMost(64.0))]
}

/// Bytes that the process has grown by.
async fn grown(sessions: u64) -> Option<f64> {
    let (_dir, store) = store();
    let host = Host::new(store, *ALL, HostOptions::default());
    for number in 0..BEFORE {
        lay(&host, number).await;
    }
    let before = resident()?;
    for number in 0..sessions {
        lay(&host, BEFORE + number).await;
    }
    let grown = resident()?.saturating_sub(before);
    host.stop().await;
    Some(grown as f64)
}

/// Lays a table, begins, and waits until only the person is waited for.
async fn lay(host: &Host, number: u64) {
    let Opening { mut seats, .. } = opening(Seed(number));
    seats[0].holder = Holder::Person;
    let setup = raw(&Setup { speed: Some(Speed::Relaxed), ..Setup::default() });
    let opening = Opening { seats, setup, ..opening(Seed(number)) };
    let new = NewSession { id: id(number), title: "Figures".to_owned(), opening };
    let table = host.create(new).await.expect("a table can be laid");
    let begin = Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command: start() };
    table.command(begin).await.expect("the host may begin");
    loop {
        let scene = table.scene(engine::Viewer::Host).await.expect("it runs");
        let open = scene.asks.iter().filter(|ask| !ask.answered).count();
        if open <= 1 {
            return;
        }
        tokio::task::yield_now().await;
    }
}

/// Bytes of this process that are in memory, as Linux counts them.
fn resident() -> Option<u64> {
    const PAGE_BYTES: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split(' ').nth(1)?.parse::<u64>().ok().map(|pages| pages * PAGE_BYTES)
}

//! Models in seats: what a turn costs besides the model itself, and whether many of them at once keep the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use activities::ALL;
use engine::{Actor, Holder, Input, LogEntry, Opening, Part, Seed, Session, Viewer, raw, replay};
use host::{Host, HostOptions, NewSession, Table};
use llm::{Calling, Hear, ModelRequest, Models, Provider, Script, Scripted, Style};
use mafia::{Setup, Speed};
use store::Store;

use crate::Length;
use crate::clock::{cpu_of, process_cpu, rate};
use crate::figure::{Figure, Goal};
use crate::sitting::{id, opening, start, store};
use crate::stats::Spread;

/// Sessions of ten streaming seats each.
const STREAMING_SESSIONS: u64 = 20;

/// Characters of one text of an answer, as the host asks for them by default.
const TEXT_MAX: usize = 1_024;

pub(crate) fn measure(length: Length) -> Vec<Figure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build();
    let runtime = runtime.expect("a runtime");
    let turns: Vec<(f64, f64)> =
        (0..length.rounds()).map(|_| runtime.block_on(turn_cost(length.pick(20, 4)))).collect();
    let part = |part: fn(&(f64, f64)) -> f64| Spread::of(&turns.iter().map(part).collect::<Vec<_>>());
    let streaming = runtime.block_on(streaming());
    let one = |value: f64| Spread::of(&[value]);
    vec![
        Figure::new("a model's turn, engine and host", "CPU-µs", part(|turn| turn.0), Goal::AtMost(120.0)),
        Figure::new("… and its records, on disk", "CPU-µs", part(|turn| turn.1), Goal::Information),
        Figure::new("a prompt, rendered", "CPU-µs", rendered(length), Goal::AtMost(100.0)),
        Figure::new("seats that stream at once", "seats", one(streaming.most), Goal::AtLeast(200.0)),
        Figure::new(
            "the clock's latest act meanwhile",
            "ms late",
            one(streaming.latest),
            Goal::AtMost(100.0),
        ),
        Figure::new("seats that came too late meanwhile", "seats", one(streaming.missed), Goal::AtMost(0.0)),
    ]
}

/// The work of one turn with a scripted model that answers at once: prompt, call, stream, two notes and the answer; and
/// the work of the thread that writes the three records, game after game and so with little to write at a time.
async fn turn_cost(games: u64) -> (f64, f64) {
    let (_dir, store) = store();
    let host = Host::new(store.clone(), *ALL, HostOptions::default());
    let before = (process_cpu(), cpu_of("store-writer"));
    for game in 0..games {
        let table = lay(&host, game, "scripted:legal", Speed::Instant).await;
        table.ended().await.expect("it comes to an end");
    }
    let written = cpu_of("store-writer").saturating_sub(before.1);
    let worked = process_cpu().saturating_sub(before.0).saturating_sub(written);
    host.stop().await;
    let turns: u64 = (0..games).map(|game| ended(&store, game).table.accounts().total().calls).sum();
    let each = |work: Duration| work.as_secs_f64() * 1e6 / turns as f64;
    (each(worked), each(written))
}

/// What is made for a model from the state of a game that has gone on for a while.
fn rendered(length: Length) -> Spread {
    let (_dir, store) = store();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    let log = runtime.block_on(async {
        let host = Host::new(store.clone(), *ALL, HostOptions::default());
        let table = lay(&host, 1, "scripted:legal", Speed::Instant).await;
        table.ended().await.expect("it comes to an end");
        host.stop().await;
        log(&store, 1)
    });
    let cut = (1..=log.len()).rev().find(|cut| {
        let session = fold(&log[..*cut]);
        session.activity.phase() == "DAY_DISCUSSION"
    });
    let session = fold(&log[..cut.expect("they talked")]);
    let ask = session.activity.asks().into_iter().next().expect("somebody has the floor");
    let play = &*session.activity;
    Spread::over(length.rounds(), || {
        1e6 / rate(length.stretch(), || {
            for _ in 0..100 {
                let prompt = play.prompt(ask.seat, ask.id).expect("it is open");
                let schemas: Vec<_> =
                    play.tools(ask.seat).iter().map(|tool| tool.brief_schema(TEXT_MAX)).collect();
                std::hint::black_box((prompt, schemas, ask.form.schema(TEXT_MAX)));
            }
            100
        })
    })
}

struct Streaming {
    most: f64,
    latest: f64,
    missed: f64,
}

/// The first nights of many tables at once, in which every seat streams its answer.
async fn streaming() -> Streaming {
    let (_dir, store) = store();
    let counted = Arc::new(Counted {
        inner: Scripted::new(Script::Slow, Style::Tools, Some(Duration::from_millis(50))),
        now: AtomicUsize::new(0),
        most: AtomicUsize::new(0),
    });
    let models = Models::default().with("counted", Arc::clone(&counted) as Arc<dyn Provider>);
    let host = Host::new(store.clone(), *ALL, HostOptions { models, ..HostOptions::default() });
    let mut tables = Vec::new();
    for number in 0..STREAMING_SESSIONS {
        tables.push(lay(&host, number, "counted:slow", Speed::Debug).await);
    }
    for table in &tables {
        let mut listening = table.subscribe(Viewer::Public, None).await.expect("room");
        // Until the first of them has spoken in the day: the night is over, and a turn.
        while !listening
            .next()
            .await
            .expect("it goes on")
            .frames
            .iter()
            .any(|frame| frame.event.get().contains("STATEMENT_MADE"))
        {}
    }
    host.stop().await;
    let (mut latest, mut missed) = (0, 0);
    for number in 0..STREAMING_SESSIONS {
        let log = log(&store, number);
        let rules = ALL.activity("mafia").expect("it is there");
        let mut due = None;
        replay::fold_each(*ALL, rules, Seed(number), &log, |session, record, _| {
            if record.by == Actor::Clock {
                latest = latest.max(due.map_or(0, |due| record.time.since(due)));
            }
            missed += record.events.iter().filter(|event| event.json.get().contains("\"auto\"")).count();
            due = (record.number > 0).then(|| session.deadline()).flatten();
        })
        .expect("a good log");
    }
    let most = counted.most.load(Ordering::Relaxed);
    Streaming { most: most as f64, latest: latest as f64, missed: missed as f64 }
}

/// Counts how many calls are under way.
struct Counted {
    inner: Scripted,
    now: AtomicUsize,
    most: AtomicUsize,
}

impl Provider for Counted {
    fn style(&self) -> Style {
        self.inner.style()
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(async move {
            let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
            self.most.fetch_max(now, Ordering::Relaxed);
            let replied = self.inner.call(request, hear).await;
            self.now.fetch_sub(1, Ordering::Relaxed);
            replied
        })
    }
}

/// Begins a game in which this model holds every seat.
async fn lay(host: &Host, number: u64, spec: &str, speed: Speed) -> Table {
    let Opening { mut seats, .. } = opening(Seed(number));
    for seat in &mut seats {
        seat.holder = Holder::Model(spec.to_owned());
    }
    let setup = raw(&Setup { speed: Some(speed), ..Setup::default() });
    let opening = Opening { seats, setup, ..opening(Seed(number)) };
    let new = NewSession { id: id(number), title: "Figures".to_owned(), opening };
    let table = host.create(new).await.expect("a table can be laid");
    let begin = Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command: start() };
    table.command(begin).await.expect("the host may begin");
    table
}

fn log(store: &Store, number: u64) -> Vec<LogEntry> {
    let lines = store.read(&id(number), 0).expect("it was written");
    replay::read(lines.iter().map(|line| line.text.as_str())).expect("a chain that is whole")
}

fn fold(log: &[LogEntry]) -> Session {
    replay::fold(*ALL, ALL.activity("mafia").expect("it is there"), Seed(0), log).expect("a good log")
}

fn ended(store: &Store, number: u64) -> Session {
    fold(&log(store, number))
}

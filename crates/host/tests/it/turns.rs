//! What goes wrong in and round a model's turn, and leaves nothing behind.

use std::sync::Arc;

use engine::{Actor, SeatSet, Viewer};
use host::{Host, HostOptions};
use llm::{Calling, Hear, ModelRequest, Models, Provider, Style};

use crate::disk::Disk;
use crate::models::{accounts, count, open_with};
use crate::stage::*;
use crate::toy::Setup;

/// A day that begins at once and lasts as long as it likes.
fn long_day() -> Setup {
    Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1, day_ms: 36_000_000, ..Setup::default() }
}

#[tokio::test(start_paused = true)]
async fn a_rewind_to_the_same_question_settles_its_call_and_asks_anew() {
    let disk = Disk::default();
    let host = host(&disk);
    let setup = Setup { rewind: true, ..long_day() };
    let table = open_with(&host, "mp", "scripted:never@time=3000", &setup).await;
    pass(10).await;
    let last = log(&disk, "game").len() as u64 - 1;
    table.rewind(Actor::Host, last).await.expect("the toy may be rewound");
    pass(10).await;
    assert_eq!(accounts(&disk).open.len(), 1, "the first is settled, the second under way");
    table.stop().await;
    assert!(accounts(&disk).open.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_nobody_reads_is_settled_with_what_it_used() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open_with(&host, "mh", "scripted:legal@delay=1000", &long_day()).await;
    pass(10).await;
    set(&table, "PAUSED").await.expect("it is live");
    pass(60_000).await;
    table.stop().await;
    let log = log(&disk, "game");
    let settled = log.last().expect("records").0.events[0].json.get();
    assert!(settled.contains("\"end\":\"answered\""), "{settled}");
    assert!(accounts(&disk).total().usage.output > 0);
}

/// A provider with a bug.
struct Panics;

impl Provider for Panics {
    fn style(&self) -> Style {
        Style::Tools
    }
    fn call<'a>(&'a self, _: &'a ModelRequest, _: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(async { panic!("a bug in a provider") })
    }
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_panics_is_a_provider_that_cannot_be_reached() {
    let disk = Disk::default();
    let models = Models::default().with("own", Arc::new(Panics));
    let host = Host::new(disk.clone(), CATALOG, HostOptions { models, ..options() });
    let table = open_with(&host, "mh", "own:x", &long_day()).await;
    table.ended().await.expect("the others play on");
    assert_eq!((count(&disk, "Skipped"), count(&disk, "Said")), (1, 1));
    assert!(accounts(&disk).open.is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_opened_a_turn_is_told_before_what_is_said_in_it() {
    for _ in 0..20 {
        let disk = Disk::default();
        let host = host(&disk);
        let setup = Setup { night_ms: 1_000, ..long_day() };
        let table = open_with(&host, "mmmm", "scripted:legal", &setup).await;
        let ears = table.subscribe(Viewer::Public, None).await.expect("room");
        table.ended().await.expect("it ends");
        table.stop().await;
        let (updates, _) = drain_all(ears).await;
        let mut said = 0;
        for update in updates {
            for chunk in &update.chunks {
                let turn = chunk.ask.0 % 100 - 1;
                assert!(turn <= said, "words of turn {turn} when {said} statements were told");
            }
            said += update.frames.iter().filter(|frame| kind(frame.event.get()) == "Said").count() as u32;
        }
        assert_eq!(said, 4);
    }
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_nothing_answers_for_is_left_alone_whatever_others_call() {
    let disk = Disk::default();
    let host = host(&disk);
    let setup = Setup { night_ms: 3_600_000, no_way_out: true, ..Setup::default() };
    let table = open_with(&host, "hmhm", "scripted:denied@delay=10", &setup).await;
    pass(1_000).await;
    assert_eq!(count(&disk, "Called"), 2, "one call for each of the two that are asked");
    table.stop().await;
}

#[tokio::test(start_paused = true)]
async fn cut_off_words_that_are_no_answer_leave_the_way_out() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open_with(&host, "mh", "scripted:cutoff", &Setup { dawdles: true, ..long_day() }).await;
    table.ended().await.expect("it ends");
    assert_eq!(count(&disk, "Skipped"), 1);
}

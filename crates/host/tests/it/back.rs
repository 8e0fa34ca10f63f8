//! Taking back: undo, redo and retry, by lines.

use engine::{Actor, SeatSet, Viewer, replay};
use host::{Refused, Table};
use llm::Style;
use protocol::Request;
use serde_json::{Value, json};

use crate::disk::{Disk, Trouble};
use crate::models::{accounts, open_with, spied};
use crate::requests::{code, some};
use crate::stage::*;
use crate::toy::Setup;

/// Days in which the seats speak in turn, with nights that are over at once; whoever is there may take back.
pub(crate) fn talk() -> Setup {
    Setup {
        secret: SeatSet::EMPTY,
        night_ms: 1,
        day_ms: 36_000_000,
        rewind: true,
        take_back: true,
        ..Setup::default()
    }
}

/// The activity as its log leaves it, to the last byte.
pub(crate) fn snapshot(disk: &Disk) -> String {
    let rules = CATALOG.activity("toy").expect("the toy");
    let session = replay::fold(CATALOG, rules, SEED, &log(disk, "game")).expect("a good log");
    session.activity.snapshot()
}

/// Somebody types a line, and everything happens that comes of it.
pub(crate) async fn say(table: &Table, number: u8, text: &str) {
    table.request(Actor::Seat(seat(number)), None, line(text)).await.expect(text);
    pass(10).await;
}

async fn refusal(table: &Table, by: Actor, text: &str) -> &'static str {
    code(&table.request(by, None, line(text)).await.expect_err(text))
}

fn last_events(disk: &Disk, count: usize) -> Vec<Value> {
    let log = log(disk, "game");
    let events = log.iter().flat_map(|(record, _)| &record.events);
    let all: Vec<Value> =
        events.map(|event| serde_json::from_str(event.json.get()).expect("an event")).collect();
    all[all.len() - count..].to_vec()
}

#[tokio::test(start_paused = true)]
async fn undo_and_redo_restore_what_was_to_the_last_byte() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "phph", &talk()).await;
    pass(10).await;
    let mut listening = table.subscribe(Viewer::Seat(seat(1)), None).await.expect("a listener");
    assert_eq!(refusal(&table, Actor::Seat(seat(1)), "/undo").await, "nothing-to-undo");
    assert_eq!(refusal(&table, Actor::Seat(seat(1)), "/redo").await, "nothing-to-redo");
    let (before, stood) = (snapshot(&disk), table.scene(Viewer::Host).await.expect("a scene"));
    say(&table, 1, "it was me").await;
    let (after, then_stood) = (snapshot(&disk), table.scene(Viewer::Host).await.expect("a scene"));
    drain(&mut listening).await;

    say(&table, 3, "/undo").await;
    assert_eq!(snapshot(&disk), before, "the house's answer is taken back with it");
    assert_eq!(table.scene(Viewer::Host).await.expect("a scene"), stood, "the first seat is asked again");
    assert_eq!(last_events(&disk, 1), [json!({"type": "TakenBack", "by": "seat:3", "what": "undo"})]);
    let updates = drain(&mut listening).await;
    let told: Vec<String> =
        frames_of(&updates).iter().filter_map(|frame| Some(frame.telling.as_ref()?.text.clone())).collect();
    assert_eq!(told, ["It is taken back (Undo)."], "everybody is told");
    let log = log(&disk, "game");
    let [.., (rewind, _), (notice, _)] = &log[..] else { panic!("two records") };
    assert_eq!(
        (rewind.rewinds_to().is_some(), rewind.by, notice.by),
        (true, notice.by, Actor::Seat(seat(3)))
    );

    table.request(Actor::Host, None, line("/redo")).await.expect("the host may too");
    assert_eq!(snapshot(&disk), after);
    assert_eq!(table.scene(Viewer::Host).await.expect("a scene"), then_stood);
    assert_eq!(refusal(&table, Actor::Host, "/redo").await, "nothing-to-redo");
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn several_are_taken_back_and_brought_back_one_by_one_and_after_a_crash() {
    let disk = Disk::default();
    let first = host(&disk);
    let table = open(&first, "game", "phph", &talk()).await;
    pass(10).await;
    let mut stood = vec![snapshot(&disk)];
    for (number, text) in [(1, "one"), (3, "two"), (1, "three")] {
        say(&table, number, text).await;
        stood.push(snapshot(&disk));
    }
    for back in (0..3).rev() {
        say(&table, 3, "/undo").await;
        assert_eq!(snapshot(&disk), stood[back], "back to {back}");
    }
    assert_eq!(refusal(&table, Actor::Seat(seat(3)), "/undo").await, "nothing-to-undo");
    drop(first);
    table.stopped().await;
    disk.change_snapshot(&id("game"), |snapshot| *snapshot = None);
    let second = host(&disk);
    let table = second.resume(&id("game")).await.expect("resumed");
    for (again, stood) in stood.iter().enumerate().skip(1) {
        say(&table, 1, "/redo").await;
        assert_eq!(snapshot(&disk), *stood, "again to {again}");
    }
    assert_eq!(refusal(&table, Actor::Seat(seat(1)), "/redo").await, "nothing-to-redo");
    // One way and another: what was brought back can be taken back again.
    say(&table, 1, "/undo").await;
    assert_eq!(snapshot(&disk), stood[2]);
    say(&table, 1, "/undo").await;
    say(&table, 1, "/redo").await;
    assert_eq!(snapshot(&disk), stood[2]);
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn what_was_taken_back_is_gone_when_play_has_gone_on() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pp", &talk()).await;
    pass(10).await;
    say(&table, 1, "it was me").await;
    say(&table, 1, "/undo").await;
    // Talk is no play.
    say(&table, 2, "((really?").await;
    say(&table, 1, "/redo").await;
    say(&table, 1, "/undo").await;
    say(&table, 1, "it was you").await;
    let refused = table.request(Actor::Seat(seat(1)), None, line("/redo")).await.expect_err("gone");
    assert_eq!(code(&refused), "nothing-to-redo");
    assert!(refused.to_string().contains("play has gone on since"), "{refused}");
}

#[tokio::test(start_paused = true)]
async fn a_retry_lets_whoever_answered_answer_anew() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "php", &talk()).await;
    pass(10).await;
    say(&table, 1, "it was me").await;
    let mut answers = vec![last_events(&disk, 1)[0]["text"].clone()];
    for _ in 0..4 {
        say(&table, 3, "/retry").await;
        let [taken_back, _, said] = &last_events(&disk, 3)[..] else { panic!("three events") };
        assert_eq!(*taken_back, json!({"type": "TakenBack", "by": "seat:3", "what": "retry"}));
        assert_eq!(said["seat"], 2, "the house has answered again");
        answers.push(said["text"].clone());
    }
    assert!(answers.iter().any(|answer| *answer != answers[0]), "with other dice: {answers:?}");
    assert_eq!(refusal(&table, Actor::Seat(seat(1)), "/redo").await, "nothing-to-redo");
    verify(&disk, "game");
    // A person is asked, and nothing has come of the last move.
    say(&table, 1, "/undo").await;
    say(&table, 3, "/redo").await;
    let stood = snapshot(&disk);
    say(&table, 3, "and I agree").await;
    say(&table, 3, "/undo").await;
    assert_eq!(snapshot(&disk), stood);
    let alone = Disk::default();
    let host = crate::stage::host(&alone);
    let table = open(&host, "game", "pp", &talk()).await;
    pass(10).await;
    say(&table, 1, "it was me").await;
    assert_eq!(refusal(&table, Actor::Seat(seat(2)), "/retry").await, "nothing-to-retry");
}

#[tokio::test(start_paused = true)]
async fn a_retry_before_anybody_did_anything_begins_anew() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = host.create(new_session("game", "hp", &talk())).await.expect("a good setup");
    assert_eq!(refusal(&table, Actor::Seat(seat(2)), "/retry").await, "nothing-to-retry");
    set(&table, "ACTIVE").await.expect("live");
    pass(10).await;
    let said = log(&disk, "game").len();
    say(&table, 2, "/retry").await;
    assert_eq!(log(&disk, "game")[said].0.rewinds_to(), Some(1));
    assert_eq!(events(&disk, "game").iter().filter(|kind| *kind == "Said").count(), 2);
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn who_may_not_take_back_hears_it_in_the_words_of_the_machine() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pp", &Setup { take_back: false, ..talk() }).await;
    pass(10).await;
    say(&table, 1, "it was me").await;
    let records = disk.lines(&id("game")).len();
    for wish in ["/undo", "/redo", "/retry", "((sorry)) /undo"] {
        let refused = table.request(Actor::Seat(seat(1)), None, line(wish)).await.expect_err(wish);
        assert_eq!(refused.to_string(), "this is not rewound");
    }
    assert_eq!(disk.lines(&id("game")).len(), records, "and nothing of it is recorded");
    table.request(Actor::Host, None, line("/undo")).await.expect("the host may");
}

#[tokio::test(start_paused = true)]
async fn a_wish_is_granted_once_however_often_it_is_sent() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pp", &talk()).await;
    pass(10).await;
    let by = Actor::Seat(seat(1));
    for (number, text) in [(1, "one"), (2, "two"), (1, "three")] {
        say(&table, number, text).await;
    }
    let first = table.request(by, some("u"), line("((sorry)) /undo")).await.expect("taken back");
    let stood = snapshot(&disk);
    assert_eq!(last_events(&disk, 2)[0]["type"], "TakenBack", "told before anything else");
    assert_eq!(table.request(by, some("u"), line("((sorry)) /undo")).await, Ok(first));
    assert_eq!(table.request(by, some("u"), line("/redo")).await, Err(Refused::RequestReused));
    let plain = table.request(by, some("v"), line("/undo")).await.expect("one more");
    assert_ne!(snapshot(&disk), stood);
    let stood = snapshot(&disk);
    assert_eq!(table.request(by, some("v"), line("/undo")).await, Ok(plain));
    assert_eq!(snapshot(&disk), stood);
}

#[tokio::test(start_paused = true)]
async fn a_crash_between_the_rewind_and_its_notice_loses_neither() {
    let disk = Disk::default();
    let first = host(&disk);
    let table = open(&first, "game", "pp", &talk()).await;
    pass(10).await;
    let mut stood = vec![snapshot(&disk)];
    for (number, text) in [(1, "one"), (2, "two")] {
        say(&table, number, text).await;
        stood.push(snapshot(&disk));
    }
    let records = disk.lines(&id("game")).len() as u64;
    disk.trouble_at(records + 1, Trouble::Fenced);
    let by = Actor::Seat(seat(2));
    assert!(table.request(by, some("u"), line("/undo")).await.is_err(), "the disk failed on the way");
    disk.trouble_at(99_999, Trouble::Fenced);
    assert_eq!(disk.lines(&id("game")).len() as u64, records + 1, "the rewind alone");
    assert_eq!(snapshot(&disk), stood[1]);
    verify(&disk, "game");
    let second = host(&disk);
    let table = second.resume(&id("game")).await.expect("resumed");
    assert_eq!(table.scene(Viewer::Host).await.expect("a scene").view["said"], 1);
    let ack = table.request(by, some("u"), line("/undo")).await.expect("done once");
    assert_eq!((ack.number, snapshot(&disk)), (records + 1, stood[1].clone()), "only the notice was missing");
    // One that is not sent again is a rewind that nobody was told of, and no more: it can be brought back.
    table.request(by, None, line("/redo")).await.expect("brought back");
    assert_eq!(snapshot(&disk), stood[2]);
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn what_a_model_is_saying_is_given_up_and_it_forgets_what_was_taken_back() {
    let disk = Disk::default();
    let (host, requests) = spied(&disk, llm::Script::Legal, Style::Tools);
    let table = open_with(&host, "pmp", "spy:one", &talk()).await;
    pass(10).await;
    say(&table, 1, "the butler did it").await;
    say(&table, 3, "/undo").await;
    say(&table, 1, "nobody did it").await;
    let told = |number: usize| requests.lock().expect("no panic")[number].prompt.told.concat();
    assert!(told(0).contains("butler"));
    assert!(told(1).contains("nobody did it") && !told(1).contains("butler"), "{}", told(1));
    // A resumed session has not heard it either.
    table.stop().await;
    let table = host.resume(&id("game")).await.expect("resumed");
    say(&table, 3, "/retry").await;
    assert!(told(2).contains("nobody did it") && !told(2).contains("butler"), "{}", told(2));
    // Brought back, it was said again.
    say(&table, 3, "/undo").await;
    say(&table, 1, "the cook did it").await;
    assert!(told(3).contains("the cook") && !told(3).contains("nobody did it"), "{}", told(3));
    verify(&disk, "game");

    let slow = Disk::default();
    let host = crate::stage::host(&slow);
    let table = open_with(&host, "pm", "scripted:never@time=3000", &talk()).await;
    pass(10).await;
    say(&table, 1, "well?").await;
    assert_eq!(accounts(&slow).open.len(), 1, "the model is asked");
    say(&table, 1, "/undo").await;
    assert!(accounts(&slow).open.is_empty(), "and its call is settled");
    say(&table, 1, "/redo").await;
    assert_eq!(accounts(&slow).open.len(), 1, "it is asked anew");
    table.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_seat_at_which_nobody_is_is_answered_for_by_the_machines_own_way_out() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pp", &talk()).await;
    pass(10).await;
    let ask = table.scene(Viewer::Host).await.expect("a scene").asks[0].clone();
    let late = table.answer_for(seat(2), ask.id, "nobody is there").await.expect_err("it is not asked");
    assert_eq!(code(&late), "late");
    set(&table, "PAUSED").await.expect("live");
    let held = table.answer_for(ask.seat, ask.id, "nobody is there").await.expect_err("a break");
    assert_eq!(code(&held), "table-not-live");
    set(&table, "ACTIVE").await.expect("paused");
    table.answer_for(ask.seat, ask.id, "nobody is there").await.expect("passed over");
    let skipped = json!({"type": "Skipped", "seat": 1, "reason": "nobody is there"});
    assert_eq!(last_events(&disk, 1), [skipped]);
    assert_eq!(code(&table.answer_for(ask.seat, ask.id, "again").await.expect_err("closed")), "late");
    // What the host did for a seat is no move of a person.
    assert_eq!(refusal(&table, Actor::Host, "/undo").await, "nothing-to-undo");
    let speak = Request::Do { command: engine::raw(&json!({"type": "Speak", "text": "hm"})) };
    table.request(Actor::Seat(seat(2)), None, speak).await.expect("its turn");
    table.request(Actor::Host, None, line("/undo")).await.expect("something a person did");
}

//! Requests: answers, lines, ids, and what is said to those who ask in vain.

use engine::{Actor, Part, Viewer};
use host::Refused;
use protocol::Request;
use serde_json::json;

use crate::disk::Disk;
use crate::stage::*;
use crate::toy::Setup;

pub(crate) fn code(refused: &Refused) -> &'static str {
    match refused {
        Refused::Rules(refusal) => refusal.code,
        other => panic!("not by the rules: {other}"),
    }
}

pub(crate) fn some(id: &str) -> Option<String> {
    Some(id.to_owned())
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_recorded_and_acknowledged_with_its_head() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let choose = answer(100, json!({"type": "Choose", "number": 7}));
    let ack = table.request(Actor::Seat(seat(2)), None, choose).await.expect("accepted");
    let line = disk.lines(&id("game")).pop().expect("a record");
    assert_eq!((ack.number, ack.head), (line.number, line.hash));
    assert_eq!(table.scene(Viewer::Seat(seat(2))).await.expect("a scene").view["chosen"], json!([[2, 7]]));
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn the_same_request_again_gets_the_first_answer() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let choose = |number: u32| answer(100, json!({"type": "Choose", "number": number}));
    let by = Actor::Seat(seat(2));
    let first = table.request(by, some("a"), choose(7)).await.expect("accepted");
    let records = disk.lines(&id("game")).len();
    assert_eq!(table.request(by, some("a"), choose(7)).await, Ok(first.clone()));
    assert_eq!(table.request(by, some("a"), choose(8)).await, Err(Refused::RequestReused));
    assert_eq!(disk.lines(&id("game")).len(), records);
    // The ids of one seat are not those of another.
    table.request(Actor::Seat(seat(4)), some("a"), choose(8)).await.expect("accepted");
    // Also after the question is closed, and by a new host.
    pass(10_001).await;
    let late = table.request(by, some("b"), choose(7)).await.expect_err("the night is over");
    assert_eq!(code(&late), "late");
    assert_eq!(table.request(by, some("a"), choose(7)).await, Ok(first.clone()));
    drop(host);
    let second = crate::stage::host(&disk);
    let again = second.resume(&id("game")).await.expect("resumed");
    assert_eq!(again.request(by, some("a"), choose(7)).await, Ok(first));
    assert_eq!(again.request(by, some("a"), line("hello")).await, Err(Refused::RequestReused));
}

#[tokio::test(start_paused = true)]
async fn an_answer_to_a_closed_question_is_late_and_costs_nothing() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    pass(10_001).await;
    let records = disk.lines(&id("game")).len();
    let late =
        table.request(Actor::Seat(seat(2)), None, answer(100, json!({"type": "Choose", "number": 7}))).await;
    assert_eq!(code(&late.expect_err("late")), "late");
    let wrong = table.request(Actor::Seat(seat(1)), None, answer(101, json!({"type": "Shout"}))).await;
    assert_eq!(code(&wrong.expect_err("not offered")), "not-offered");
    assert_eq!(disk.lines(&id("game")).len(), records);
}

#[tokio::test(start_paused = true)]
async fn words_go_to_the_question_of_their_seat() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let by = |number| Actor::Seat(seat(number));
    let refused = table.request(by(2), None, line("it was me")).await.expect_err("it is night");
    assert_eq!(
        refused.to_string(),
        "it is not your turn to speak: you are asked “Choose a number”; start a line with (( to speak out of character"
    );
    let refused = table.request(by(1), None, line("it was me")).await.expect_err("nothing was asked");
    assert!(refused.to_string().contains("you are asked nothing just now"), "{refused}");
    table.request(by(1), None, line("((what a night")).await.expect("always heard");
    pass(10_001).await;
    table.request(by(1), None, line("it was me")).await.expect("its turn");
    assert_eq!(
        &events(&disk, "game")[6..],
        ["Said", "DayBroke", "Thought", "Said"],
        "the aside, the day, the thought and the words"
    );
    let refused = table.request(by(1), None, line("/dance")).await.expect_err("no such command");
    assert_eq!(refused.to_string(), "there is no /dance");
    let refused = table.request(Actor::Host, None, line("hello")).await.expect_err("no seat");
    assert_eq!(code(&refused), "no-seat");
}

#[tokio::test(start_paused = true)]
async fn a_line_of_two_parts_is_done_once_however_often_it_is_sent() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    pass(10_001).await;
    let by = Actor::Seat(seat(1));
    let both = "((well)) it was me";
    let first = table.request(by, some("x"), line(both)).await.expect("both parts");
    let records = disk.lines(&id("game")).len() as u64;
    assert_eq!(first.number, records - 1);
    assert_eq!(table.request(by, some("x"), line(both)).await, Ok(first));
    assert_eq!(table.request(by, some("x"), line("((well)) it was you")).await, Err(Refused::RequestReused));
    assert_eq!(disk.lines(&id("game")).len() as u64, records);
    // Only the first part got into the log before a crash: the second is done when the line comes again.
    let by = Actor::Seat(seat(2));
    let half = engine::Input {
        part: Part::Table,
        by,
        request: some("seat:2/y/1"),
        ask: None,
        command: engine::raw(&json!({"type": "Say", "text": "well"})),
    };
    table.command(half).await.expect("the first part");
    let second = table.request(by, some("y"), line("((well)) me too")).await.expect("the second part");
    assert_eq!(second.number, records + 1);
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn a_line_whose_words_are_refused_is_refused_as_a_whole() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let records = disk.lines(&id("game")).len();
    let night = table.request(Actor::Seat(seat(1)), None, line("((well)) it was me")).await;
    assert_eq!(code(&night.expect_err("it is night")), "not-your-turn");
    pass(10_001).await;
    let long = format!("((well)) {}", "x".repeat(501));
    let long = table.request(Actor::Seat(seat(1)), None, line(&long)).await;
    assert_eq!(code(&long.expect_err("too long")), "not-offered");
    assert_eq!(disk.lines(&id("game")).len(), records + 1, "the day broke, and nothing else");
}

#[tokio::test(start_paused = true)]
async fn a_command_line_sent_again_is_known_even_though_it_changed_the_table() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let by = Actor::Seat(seat(1));
    let first = table.request(by, some("p"), line("/pause")).await.expect("paused");
    assert_eq!(table.request(by, some("p"), line("/pause")).await, Ok(first));
    assert_eq!(table.request(by, some("p"), line("/go")).await, Err(Refused::RequestReused));
    assert_eq!(
        table.request(by, some("q"), line("/pause")).await.expect_err("already").to_string(),
        "it is PAUSED already"
    );
}

#[tokio::test(start_paused = true)]
async fn nobody_speaks_for_the_clock_or_with_a_strange_id() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let do_it = || Request::Do { command: engine::raw(&json!({"type": "Close"})) };
    assert_eq!(code(&table.request(Actor::Clock, None, do_it()).await.expect_err("no")), "not-allowed");
    let long = "x".repeat(host::limits::REQUEST_CHARS_MAX);
    for bad in ["", "a/b", "a\u{7}", &format!("{long}x")] {
        let refused = table.request(Actor::Seat(seat(1)), some(bad), line("((hi")).await;
        assert_eq!(code(&refused.expect_err("no")), "bad-request-id", "{bad:?}");
    }
    table.request(Actor::Seat(seat(1)), Some(long), line("((hi")).await.expect("just short enough");
}

#[tokio::test(start_paused = true)]
async fn while_the_table_is_not_live_an_answer_is_refused_in_the_words_of_the_table() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    set(&table, "PAUSED").await.expect("paused");
    let choose = answer(100, json!({"type": "Choose", "number": 7}));
    let refused = table.request(Actor::Seat(seat(2)), None, choose).await.expect_err("a break");
    assert_eq!(refused.to_string(), "the table is PAUSED: wait");
    let refused = table.request(Actor::Seat(seat(2)), None, line("hello")).await.expect_err("a break");
    assert_eq!(refused.to_string(), "the table is PAUSED: wait");
    let refused = do_as_host(&table, json!({"type": "Close"})).await.expect_err("held");
    assert!(refused.to_string().contains("say it again when play goes on"), "{refused}");
}

//! T11: the referee knows the rules of what is played, and tells of it what everybody may know.

use engine::Actor;
use host::Table;
use llm::Models;
use serde_json::Value;

use crate::disk::Disk;
use crate::kept_out::laid;
use crate::mafia::{new_game, session};
use crate::seats::{TIMED, host};
use crate::stage::{line, log, pass, seat};

/// What the referee says to somebody at a table, as it stands in the log.
async fn answer(disk: &Disk, table: &Table, by: u8, words: &str) -> Value {
    table.request(Actor::Seat(seat(by)), None, line(words)).await.expect("an aside is heard in every state");
    let log = log(disk, "game");
    let asked =
        log.iter().rev().find(|(record, _)| record.command.get().contains(words.trim_matches(['(', ')'])));
    let event = asked.and_then(|(record, _)| record.events.last()).expect("an event");
    let event: Value = serde_json::from_str(event.json.get()).expect("JSON");
    assert_eq!(event["type"], "REFEREE_ANSWERED", "{words}: {event}");
    event["answer"].clone()
}

async fn found(disk: &Disk, table: &Table, words: &str) -> String {
    let answer = answer(disk, table, 1, words).await;
    answer["text"].as_str().unwrap_or_else(|| panic!("{words}: nothing was found: {answer}")).to_owned()
}

#[tokio::test(start_paused = true)]
async fn t11_the_referee_answers_from_the_rules_of_the_game() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("pphhhhh", "NORMAL")).await.expect("a good setup");
    for (asked, told) in [
        ("((parlor, what does the doctor do?))", "the doctor for somebody to protect"),
        ("((referee: can doctors protect the same one twice?))", "never the same one twice running"),
        ("((parlor, when does the town win?))", "The town wins when no mafia is alive"),
        ("((Parlor, how do we vote?))", "all vote: whoever has the most votes is out"),
    ] {
        let answer = found(&disk, &table, asked).await;
        assert!(answer.contains(told) && answer.len() < 700, "{asked}: {answer}");
    }
    let rules = found(&disk, &table, "((parlor, what are the rules?))").await;
    assert!(
        rules.contains("Each player was dealt one role") && rules.ends_with("with their side."),
        "{rules}"
    );
    // What is the table's own is answered as before, and so is what no book knows.
    assert_eq!(answer(&disk, &table, 1, "((parlor, can we take a break?))").await["topic"], "pause");
    assert_eq!(answer(&disk, &table, 1, "((parlor, are there biscuits?))").await["topic"], "status");
}

#[tokio::test(start_paused = true)]
async fn t11_every_activity_has_a_book() {
    for (activity, house, asked, told) in [
        ("dm", "narrator", "((parlor, what is stress?))", "Stress that reaches 9 leaves a scar"),
        ("tidying", "coach", "((parlor, where do the piles go?))", "one of the piles"),
    ] {
        let disk = Disk::default();
        let (_host, table) = laid(&disk, activity, &["person", house], Models::default()).await;
        let answer = found(&disk, &table, asked).await;
        assert!(answer.contains(told), "{asked}: {answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn t11_the_referee_says_whose_turn_it_is_and_tells_nobody_a_secret() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("ppppppp", "NORMAL")).await.expect("a good setup");
    session(&table, "start").await;
    let asked =
        ["((parlor, who is the mafia?))", "((parlor, what is my role?))", "((parlor, is Ada the doctor?))"];
    for words in asked {
        let mut answers = Vec::new();
        for by in 1..=7 {
            answers.push(answer(&disk, &table, by, words).await);
        }
        assert!(answers.iter().all(|it| *it == answers[0]), "the same to everybody: {answers:?}");
    }
    // The night goes by, and somebody is up.
    let mut answer = String::new();
    for _ in 0..40 {
        pass(5_000).await;
        answer = found(&disk, &table, "((parlor, whose turn is it?))").await;
        if answer.starts_with("It is ") {
            break;
        }
    }
    assert!(answer.starts_with("It is ") && answer.contains("'s turn."), "{answer}");
}

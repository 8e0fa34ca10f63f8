//! The real table in the host: what words suggest, who is away, what can be read.

use activities::ALL;
use engine::{Actor, Viewer, replay};
use host::Table;
use protocol::table::TableState;
use serde_json::Value;

use crate::disk::Disk;
use crate::mafia::{new_game, session};
use crate::requests::{code, some};
use crate::seats::{SEED, TIMED, host};
use crate::stage::{kind, line, log, pass, seat};

async fn state(table: &Table) -> TableState {
    table.scene(Viewer::Public).await.expect("a scene").table.state
}

#[tokio::test(start_paused = true)]
async fn t6_what_words_suggest_is_recorded_behind_them_and_done_when_somebody_agrees() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("pphhhhh", "NORMAL")).await.expect("a good setup");
    session(&table, "start").await;
    let (ada, ben) = (Actor::Seat(seat(1)), Actor::Seat(seat(2)));
    let first = table.request(ada, some("r1"), line("((pizza's here!))")).await.expect("an aside");
    let kinds: Vec<String> = log(&disk, "game")
        .iter()
        .filter(|(record, _)| record.machine == "table")
        .map(|(record, _)| kind(record.command.get()))
        .collect();
    assert_eq!(kinds[kinds.len() - 2..], ["SayAside", "Suggest"]);
    let again =
        table.request(ada, some("r1"), line("((pizza's here!))")).await.expect("the first answer again");
    assert_eq!(again.head, first.head, "sent twice, done once");
    assert_eq!(state(&table).await, TableState::Active);
    table.request(ben, None, line("/agree")).await.expect("within a minute");
    assert_eq!(state(&table).await, TableState::Paused);
    // In a break talk goes nowhere, but for what it suggests; and that is done once, too.
    let back = table.request(ada, some("r2"), line("We’re back!")).await.expect("a suggestion");
    table.request(ben, None, line("/agree")).await.expect("within a minute");
    assert_eq!(state(&table).await, TableState::Active);
    let again = table.request(ada, some("r2"), line("We’re back!")).await.expect("the first answer again");
    assert_eq!(again.head, back.head);
    replay::verify(*ALL, SEED, &log(&disk, "game")).expect("the log can be decided again");
}

#[tokio::test(start_paused = true)]
async fn t6_a_suggestion_lapses_while_nobody_agrees() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("pphhhhh", "NORMAL")).await.expect("a good setup");
    session(&table, "start").await;
    session(&table, "pause").await;
    let ada = Actor::Seat(seat(1));
    table.request(ada, None, line("where were we?")).await.expect("a suggestion");
    pass(61_000).await;
    let late = table.request(ada, None, line("/agree")).await.expect_err("too late");
    assert_eq!(code(&late), "lapsed");
    assert_eq!(state(&table).await, TableState::Paused);
}

#[tokio::test(start_paused = true)]
async fn the_rules_answer_for_one_who_is_away_and_wait_again_for_one_who_is_back() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("pphhhhh", "RELAXED")).await.expect("a good setup");
    session(&table, "start").await;
    let (ada, ben) = (Actor::Seat(seat(1)), Actor::Seat(seat(2)));
    let own = |scene: &protocol::Scene| scene.asks.iter().any(|ask| !ask.answered);
    pass(1_000).await;
    assert!(own(&table.scene(Viewer::Seat(seat(1))).await.expect("a scene")), "she is asked, and waited for");
    table.request(ada, None, line("/away")).await.expect("she goes");
    pass(100).await;
    assert!(!own(&table.scene(Viewer::Seat(seat(1))).await.expect("a scene")), "the rules have answered");
    assert!(log(&disk, "game").iter().all(|(record, _)| record.by != ada || record.machine == "table"));
    table.request(ben, None, line("/away")).await.expect("he goes, too");
    pass(100).await;
    assert!(
        own(&table.scene(Viewer::Seat(seat(2))).await.expect("a scene")),
        "nobody plays for an empty room"
    );
    table.request(ada, None, line("/back")).await.expect("she is back");
    pass(100).await;
    assert!(!own(&table.scene(Viewer::Seat(seat(2))).await.expect("a scene")), "now he is answered for");
    let view = table.scene(Viewer::Public).await.expect("a scene").table;
    assert_eq!(view.away.len(), 1);
    replay::verify(*ALL, SEED, &log(&disk, "game")).expect("the log can be decided again");
}

#[tokio::test(start_paused = true)]
async fn help_names_every_command_and_the_texts_of_the_activity() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("pphhhhh", "NORMAL")).await.expect("a good setup");
    let help = table.request(Actor::Seat(seat(1)), None, line("/help")).await.expect("always");
    let help = help.report.expect("a text");
    for command in protocol::table::COMMANDS {
        assert!(help.contains(&format!("/{}", command.name)), "{help}");
    }
    let none = table.request(Actor::Seat(seat(1)), None, line("/stars")).await.expect_err("none were given");
    assert_eq!(code(&none), "no-report");
    session(&table, "end").await;
    table.request(Actor::Seat(seat(1)), None, line("star: the lamps")).await.expect("feedback");
    let stars = table.request(Actor::Seat(seat(1)), None, line("/stars")).await.expect("one");
    assert_eq!(stars.report.as_deref(), Some("seat 1: the lamps"));
}

#[tokio::test(start_paused = true)]
async fn dice_at_the_table_change_no_roll_of_the_activity_and_can_be_thrown_again_from_the_log() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("pphhhhh", "NORMAL")).await.expect("a good setup");
    table.request(Actor::Seat(seat(1)), None, line("/roll 3d6+1")).await.expect("dice");
    let log = log(&disk, "game");
    let (record, _) = log.last().expect("a record");
    let event: Value = serde_json::from_str(record.events[0].json.get()).expect("JSON");
    let shows = event["rolled"]["dice"].as_array().expect("dice").iter();
    let sum: i64 = shows.map(|die| die["shows"].as_i64().expect("a number")).sum();
    assert_eq!(event["rolled"]["total"].as_i64(), Some(sum + 1));
    replay::verify(*ALL, SEED, &log).expect("the log can be decided again");
}

#[tokio::test(start_paused = true)]
async fn what_somebody_was_told_can_be_asked_for_as_a_file_in_every_state_and_leaves_no_record() {
    let disk = Disk::default();
    let host = host(&disk, TIMED);
    let table = host.create(new_game("pphhhhh", "NORMAL")).await.expect("a good setup");
    for verb in ["zero", "start", "pause", "end", "close"] {
        session(&table, verb).await;
        let records = log(&disk, "game").len();
        for (by, viewer) in [(Actor::Seat(seat(2)), "seat:2"), (Actor::Host, "host")] {
            let ack = table.request(by, None, line("/export")).await.expect(verb);
            assert!(ack.export);
            let how = format!("parlor export game --as {viewer} --format md writes it down.");
            assert!(ack.report.is_some_and(|text| text.ends_with(&how)), "{verb}");
        }
        assert_eq!(log(&disk, "game").len(), records, "{verb}");
    }
    let other = table.request(Actor::Seat(seat(2)), None, line("/help")).await.expect("always");
    assert!(!other.export);
}

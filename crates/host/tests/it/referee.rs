//! T11: the referee knows the rules of what is played, and tells of it what everybody may know.

use activities::ALL;
use engine::{Actor, CallEnd, Seed, Viewer};
use host::Table;
use llm::{ModelRequest, Models};
use protocol::frames;
use serde_json::Value;

use crate::disk::Disk;
use crate::judgement::{Says, Stage};
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

const DOCTOR: &str = "((parlor, what does the doctor do?))";

/// What the referee said last, to whom: its topic, and the words.
fn last(stage: &Stage) -> (String, String) {
    let log = log(&stage.disk, "game");
    let events = log.iter().flat_map(|(record, _)| &record.events);
    let said = events.map(|event| serde_json::from_str::<Value>(event.json.get()).expect("an event"));
    let said = said.rev().find(|event| event["type"] == "REFEREE_ANSWERED").expect("it has answered");
    let text = said["answer"]["text"].as_str().unwrap_or_default().to_owned();
    (said["answer"]["topic"].as_str().expect("a topic").to_owned(), text)
}

#[tokio::test(start_paused = true)]
async fn t11_a_model_answers_the_asker_alone_from_the_rules_and_what_the_asker_sees() {
    let says = "The doctor protects one of you each night, and never the same twice running.";
    let stage = Stage::open(
        "ppmmmmm",
        Says::Words(
            r#"{"answer": "The doctor protects one of you each night, and never the same twice running."}"#,
        ),
    )
    .await;
    let scene = stage.table.scene(Viewer::Seat(seat(1))).await.expect("a scene");
    stage.say(1, DOCTOR).await;
    let asked = stage.judged.lock().expect("no panic").remove(0);
    let (fixed, now) = (&asked.prompt.fixed, &asked.prompt.now);
    assert!(
        fixed.starts_with("You are the referee") && fixed.contains("the doctor for somebody to protect"),
        "{fixed}"
    );
    // Nothing but the asker's own board, what is asked there, and the words as data.
    let board = serde_json::to_string(&scene.board).expect("plain data");
    let rest = now.strip_prefix(&format!("What the asker, Seat1 in seat 1, sees: {board}\n")).expect(now);
    assert_eq!(
        rest,
        format!(
            "What Seat1 is asked now: {}\n1 Seat1 says out of character: \"parlor, what does the doctor do?\"\n\nWhat do you answer Seat1?",
            Value::from(scene.asks[0].form.title.as_str()),
        )
    );
    assert!(asked.prompt.told.is_empty() && asked.exchanges.is_empty() && asked.tools.is_empty());
    assert_eq!(last(&stage), ("model".to_owned(), says.to_owned()));
    for (viewer, told) in
        [(Viewer::Seat(seat(1)), true), (Viewer::Seat(seat(2)), false), (Viewer::Public, false)]
    {
        let frames = frames::of_log(*ALL, &log(&stage.disk, "game"), viewer).expect("a good log");
        let heard = frames.iter().filter_map(|frame| frame.telling.as_ref());
        assert_eq!(heard.clone().any(|it| it.text == format!("To you alone: {says}")), told, "{viewer}");
        assert!(
            heard.clone().any(|it| it.text == "parlor, what does the doctor do?"),
            "the question is heard by all"
        );
    }
    pass(60_000).await;
    assert_eq!(stage.judged.lock().expect("no panic").len(), 0, "what was answered is not judged besides");
    assert_eq!(stage.ends(), [CallEnd::Answered], "it is booked");
    stage.verify();
}

/// Who was dealt what.
fn roles(stage: &Stage) -> Vec<String> {
    let log = log(&stage.disk, "game");
    let events = log.iter().flat_map(|(record, _)| &record.events);
    let told = events.map(|event| serde_json::from_str::<Value>(event.json.get()).expect("an event"));
    let dealt = told.filter(|event| event["type"] == "ROLE_ASSIGNED");
    dealt.map(|event| event["role"].as_str().expect("a role").to_owned()).collect()
}

/// A pair of worlds that differ in what the asker was not told: who is what, and what the others have chosen, said to their team and
/// thought. The model that answers reads the same in both, byte for byte: in play, and in a look back in the middle of it.
#[tokio::test(start_paused = true)]
async fn t11_t10_what_a_model_is_asked_for_somebody_holds_nothing_that_they_were_not_told() {
    let world = |seed: u64| {
        let answer = Says::Words(r#"{"answer": "So it is."}"#);
        Stage::dealt(Seed(seed), "RELAXED", "ppmmmmm", answer, |_| "judge:one")
    };
    let mut worlds: Vec<(u64, Vec<String>)> = Vec::new();
    for seed in 1.. {
        let dealt = roles(&world(seed).await);
        if dealt[0] == "villager" && worlds.iter().all(|(_, other)| *other != dealt) {
            worlds.push((seed, dealt));
        }
        if worlds.len() == 3 {
            break;
        }
    }
    let mut read = Vec::new();
    for (seed, _) in worlds {
        let stage = world(seed).await;
        // The models have chosen for the night, each by its role, and the people have not.
        pass(5_000).await;
        for words in [DOCTOR, "((parlor, who is the mafia?))", "/session end", "star: the first night"] {
            stage.say(1, words).await;
            pass(11_000).await;
        }
        let asked = stage.judged.lock().expect("no panic").clone();
        let answers = |request: &&ModelRequest| {
            request.output.as_ref().is_some_and(|schema| schema.get().contains("\"answer\""))
        };
        let prompts: Vec<(String, String)> = asked
            .iter()
            .filter(answers)
            .map(|request| (request.prompt.fixed.clone(), request.prompt.now.clone()))
            .collect();
        assert_eq!(prompts.len(), 3, "two questions, and a word in the look back");
        assert!(prompts.iter().all(|(_, now)| now.contains("sees: {")), "with what the asker sees");
        read.push(prompts);
    }
    assert_eq!(read[1], read[0]);
    assert_eq!(read[2], read[0]);
}

#[tokio::test(start_paused = true)]
async fn t11_where_no_model_answers_the_text_does() {
    for (says, end) in [
        (Says::Fails, CallEnd::Unreachable),
        (Says::Nothing, CallEnd::TimedOut),
        (Says::Words("by protecting"), CallEnd::Answered),
        (Says::Words(r#"{"answer": ""}"#), CallEnd::Answered),
        (Says::Words(r#"{"answer": "Spiders."}"#), CallEnd::Answered),
    ] {
        let stage = Stage::open("ppmmmmm", says).await;
        stage.say(2, "/line spiders").await;
        stage.say(1, DOCTOR).await;
        pass(16_000).await;
        assert_eq!(stage.ends(), [end]);
        let (topic, text) = last(&stage);
        assert!(topic == "found" && text.contains("the doctor for somebody to protect"), "{topic}: {text}");
        stage.verify();
    }
}

#[tokio::test(start_paused = true)]
async fn t11_no_model_is_asked_in_a_break_nor_two_at_once_and_one_that_is_asked_then_is_given_up() {
    let stage = Stage::open("ppmmmmm", Says::Nothing).await;
    stage.say(1, DOCTOR).await;
    // While one thinks, the next is answered by the text.
    stage.say(2, "((parlor, when does the town win?))").await;
    assert!(last(&stage).1.contains("The town wins when"), "{:?}", last(&stage));
    stage.say(1, "/x").await;
    assert!(last(&stage).1.contains("the doctor for somebody to protect"), "{:?}", last(&stage));
    assert_eq!(stage.ends(), [CallEnd::Cancelled]);
    pass(60_000).await;
    stage.say(1, "((parlor, how do we vote?))").await;
    assert!(last(&stage).1.contains("all vote"), "{:?}", last(&stage));
    assert_eq!(stage.ends(), [CallEnd::Cancelled], "nobody is asked in a break");
    stage.verify();
}

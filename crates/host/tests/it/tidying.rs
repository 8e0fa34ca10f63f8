//! The tidying coach, run by the host: a session from the first word to the end, models that coach badly, and the
//! person who can always stop.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use activities::ALL;
use engine::{Actor, AskId, Holder, Opening, Seed, Viewer, raw, replay};
use host::{Host, HostOptions, NewSession, Table};
use llm::{Calling, Hear, ModelReply, Models, Provider, SCRIPTS, Scripted, Stop, Style, ToolCall};
use protocol::{OpenAsk, Request};
use serde_json::{Value, json};

use crate::disk::Disk;
use crate::mafia::session;
use crate::stage::{START_UTC, id, line, log, pass, seat, seats};

const SEED: Seed = Seed(5);

fn host_with(disk: &Disk, models: Models) -> Host {
    Host::new(
        disk.clone(),
        *ALL,
        HostOptions { start_utc: Some(START_UTC), models, ..HostOptions::default() },
    )
}

/// A table that is live, with a person and this coach.
async fn open(host: &Host, coach: Holder, setup: Value) -> Table {
    let mut seats = seats("ph");
    seats[1].holder = coach;
    let opening = Opening {
        activity: "tidying".to_owned(),
        seats,
        table: raw(&json!({"title": "Sunday"})),
        setup: raw(&setup),
        seed: SEED,
        salt: None,
    };
    let new = NewSession { id: id("game"), title: "Sunday".to_owned(), opening };
    let table = host.create(new).await.expect("a good setup");
    session(&table, "start").await;
    pass(10).await;
    table
}

fn house() -> Holder {
    Holder::House("coach".to_owned())
}

async fn asked(table: &Table) -> OpenAsk {
    let scene = table.scene(Viewer::Seat(seat(1))).await.expect("a scene");
    scene.asks.into_iter().find(|ask| ask.seat == seat(1)).expect("the person always has a question")
}

async fn answer(table: &Table, command: Value) {
    let ask = asked(table).await.id;
    let request = Request::Answer { ask, command: raw(&command) };
    table.request(Actor::Seat(seat(1)), None, request).await.expect("a legal answer");
    pass(10).await;
}

async fn say(table: &Table, text: &str) {
    table.request(Actor::Seat(seat(1)), None, line(text)).await.expect(text);
    pass(10).await;
}

async fn view(table: &Table) -> tidying::State {
    let scene = table.scene(Viewer::Public).await.expect("a scene");
    serde_json::from_value(scene.view).expect("a view")
}

/// The activity as its log leaves it; and the log decides itself again.
fn snapshot(disk: &Disk) -> String {
    let session = replay::verify(*ALL, SEED, &log(disk, "game")).expect("the log can be decided again");
    session.activity.snapshot()
}

#[tokio::test(start_paused = true)]
async fn y10_a_session_in_plain_words_ends_with_what_is_left_and_the_next_begins_with_it() {
    let disk = Disk::default();
    let host = host_with(&disk, Models::default());
    let table = open(&host, house(), json!({"space": "the desk", "answer_ms": null})).await;
    say(&table, "old chargers, three mugs, grandma's letters").await;
    for turn in 0..20 {
        let ask = asked(&table).await;
        let names: Vec<&str> = ask.form.tools.iter().map(|tool| tool.name.as_str()).collect();
        match names[..] {
            ["choose_function", ..] => answer(&table, json!({"type": "choose_function", "branch": 1})).await,
            ["choose", ..] if turn % 2 == 0 => answer(&table, json!({"type": "choose", "choice": 1})).await,
            ["choose", ..] => answer(&table, json!({"type": "skip"})).await,
            _ => break,
        }
    }
    let before = snapshot(&disk);
    assert!(view(&table).await.processed() >= 2, "{before}");
    say(&table, "/undo").await;
    assert_ne!(snapshot(&disk), before);
    say(&table, "/redo").await;
    assert_eq!(snapshot(&disk), before, "to the last byte");

    say(&table, "I'm done").await;
    assert_eq!(view(&table).await.phase_name(), tidying::PhaseName::WindingDown);
    answer(&table, json!({"type": "end_session"})).await;
    let outcome = table.ended().await.expect("it is over");
    let outcome: tidying::Outcome = serde_json::from_value(outcome).expect("an outcome");
    assert!(!outcome.left.things.is_empty(), "{outcome:?}");
    assert!(outcome.left.next_time.is_some());
    host.stop().await;

    let disk = Disk::default();
    let host = host_with(&disk, Models::default());
    let table = open(&host, house(), json!({"space": "the desk", "before": outcome.left})).await;
    let view = view(&table).await;
    assert_eq!(view.function, outcome.left.function);
    assert_eq!(view.items.len(), outcome.left.things.len());
}

/// Whatever the model does, the person is asked, in a bounded number of records, and ends the session in one step.
#[tokio::test(start_paused = true)]
async fn y8_no_model_is_bad_enough_to_keep_its_person_from_stopping() {
    for style in [Style::Tools, Style::Schema] {
        for (name, script) in SCRIPTS {
            let disk = Disk::default();
            let model = Scripted::new(*script, style, Some(Duration::from_millis(1)));
            let host = host_with(&disk, Models::default().with("bad", Arc::new(model)));
            let table = open(&host, Holder::Model("bad:model".to_owned()), json!({})).await;
            for turn in 0..8 {
                wait(&table).await.unwrap_or_else(|| panic!("{name}: nobody asks in turn {turn}"));
                say(&table, ["a lamp and two boxes", "hm", "trash", "what is that?"][turn % 4]).await;
            }
            let records = log(&disk, "game").len();
            assert!(records < 400, "{name}: {records} records for eight words of a person");
            answer(&table, json!({"type": "end_session"})).await;
            table.ended().await.unwrap_or_else(|closed| panic!("{name}: {closed}"));
            snapshot(&disk);
        }
    }
}

/// The person's next question. A model may take as long as it is given, and be asked several times.
async fn wait(table: &Table) -> Option<OpenAsk> {
    for _ in 0..40 {
        let ask = asked(table).await;
        if !ask.answered {
            return Some(ask);
        }
        // Not so long that a proposal lapses while it is looked for.
        pass(60_000).await;
    }
    None
}

/// Says one reply after the other, and keeps what it was asked.
struct Reciting {
    replies: Mutex<std::vec::IntoIter<Value>>,
    requests: Arc<Mutex<Vec<llm::ModelRequest>>>,
}

impl Provider for Reciting {
    fn style(&self) -> Style {
        Style::Tools
    }
    fn call<'a>(&'a self, request: &'a llm::ModelRequest, _: &'a mut Hear<'_>) -> Calling<'a> {
        // What the talk suggests is asked beside the coach's turns.
        if request.ask == AskId::TABLE {
            return Box::pin(async { Ok(ModelReply::default()) });
        }
        self.requests.lock().expect("no panic").push(request.clone());
        let next = self.replies.lock().expect("no panic").next();
        let reply = match next {
            Some(call) => {
                let name = call["tool"].as_str().expect("a tool").to_owned();
                let call = ToolCall { id: "1".to_owned(), name, arguments: call["with"].to_string() };
                ModelReply { calls: vec![call], stop: Stop::Calls, ..ModelReply::default() }
            }
            None => ModelReply { text: "nothing more".to_owned(), ..ModelReply::default() },
        };
        Box::pin(async move { Ok(reply) })
    }
}

#[tokio::test(start_paused = true)]
async fn y3_a_break_asks_anew_under_the_new_mode_with_the_persons_message() {
    let disk = Disk::default();
    let requests = Arc::<Mutex<Vec<llm::ModelRequest>>>::default();
    let replies = vec![
        json!({"tool": "begin_sorting", "with": {}}),
        json!({"tool": "sort", "with": {"response": "What is there?"}}),
        json!({"tool": "need_to_clarify",
               "with": {"item": "green device", "photo_context": "by the desk leg", "reason": "no label"}}),
        json!({"tool": "describe", "with": {"response": "Has it a plug?", "physical_traits": ["green"]}}),
    ];
    let model = Reciting { replies: Mutex::new(replies.into_iter()), requests: Arc::clone(&requests) };
    let host = host_with(&disk, Models::default().with("one", Arc::new(model)));
    let table = open(&host, Holder::Model("one:model".to_owned()), json!({})).await;
    say(&table, "there is a zebra-green device").await;
    let view = view(&table).await;
    assert_eq!(view.coach_said.as_deref(), Some("Has it a plug?"));
    assert_eq!(view.phase_name(), tidying::PhaseName::Clarifying);
    let requests = requests.lock().expect("no panic");
    let last = &requests[3];
    assert!(last.prompt.now.contains("zebra-green"), "{}", last.prompt.now);
    assert!(last.allowed.contains(&"describe".to_owned()) && !last.allowed.contains(&"sort".to_owned()));
    let same = |request: &llm::ModelRequest| request.prompt.fixed == last.prompt.fixed;
    assert!(requests.iter().all(same));
}

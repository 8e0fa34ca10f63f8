//! The game master, run by the host: session zero, taking back, a stop, and models that tell the story badly.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use activities::ALL;
use engine::{Actor, Holder, Opening, Seed, Viewer, raw, replay};
use host::{Host, HostOptions, NewSession, Table};
use llm::{
    Calling, Hear, ModelReply, ModelRequest, Models, Provider, SCRIPTS, Scripted, Stop, Style, ToolCall,
};
use protocol::{OpenAsk, Request};
use serde_json::{Value, json};

use crate::disk::Disk;
use crate::mafia::session;
use crate::stage::{START_UTC, id, line, log, pass, seat, seats};

const SEED: Seed = Seed(4);

fn new_evening(holders: &str, gm: Holder) -> NewSession {
    let mut seats = seats(holders);
    if let Some(last) = seats.last_mut() {
        last.holder = gm;
    }
    let opening = Opening {
        activity: "dm".to_owned(),
        seats,
        table: raw(&json!({"title": "Friday"})),
        setup: raw(&json!({})),
        seed: SEED,
        salt: None,
    };
    NewSession { id: id("game"), title: "Friday".to_owned(), opening }
}

fn narrator() -> Holder {
    Holder::House("narrator".to_owned())
}

/// What a seat is asked; nothing while somebody else is.
pub(crate) async fn asked(table: &Table, number: u8) -> Option<OpenAsk> {
    let scene = table.scene(Viewer::Seat(seat(number))).await.expect("a scene");
    scene.asks.into_iter().find(|ask| ask.seat == seat(number))
}

pub(crate) async fn answer(table: &Table, number: u8, command: Value) {
    let ask = asked(table, number).await.expect("a question").id;
    let request = Request::Answer { ask, command: raw(&command) };
    table.request(Actor::Seat(seat(number)), None, request).await.expect("a legal answer");
    pass(10).await;
}

fn character(name: &str) -> Value {
    let archetype = &dm::setting::setting().archetypes[0].key;
    json!({"type": "create_character", "name": name, "pronouns": "she", "archetype": archetype, "background": "The docks."})
}

/// A table in session zero, with everybody's character made.
pub(crate) async fn begun(host: &Host, holders: &str, gm: Holder) -> Table {
    let table = host.create(new_evening(holders, gm)).await.expect("a good setup");
    session(&table, "zero").await;
    pass(10).await;
    for (number, holder) in (1..).zip(holders.chars()) {
        if holder == 'p' {
            answer(&table, number, character(&format!("Player {number}"))).await;
        }
    }
    table
}

pub(crate) fn host_with(disk: &Disk, models: Models) -> Host {
    Host::new(
        disk.clone(),
        *ALL,
        HostOptions { start_utc: Some(START_UTC), models, ..HostOptions::default() },
    )
}

/// The activity as its log leaves it, to the last byte; and the log decides itself again.
pub(crate) fn snapshot(disk: &Disk) -> String {
    let session = replay::verify(*ALL, SEED, &log(disk, "game")).expect("the log can be decided again");
    session.activity.snapshot()
}

async fn say(table: &Table, text: &str) {
    table.request(Actor::Seat(seat(1)), None, line(text)).await.expect(text);
    pass(10).await;
}

#[tokio::test(start_paused = true)]
async fn an_evening_leaves_session_zero_and_is_taken_back_word_figure_clock_and_die() {
    let disk = Disk::default();
    let host = host_with(&disk, Models::default());
    let table = begun(&host, "ph", narrator()).await;
    let scene = table.scene(Viewer::Public).await.expect("a scene");
    assert_eq!((scene.phase.as_str(), scene.table.state.name()), ("SCENE", "ACTIVE"));

    // Until dice were spent, so that figures, dice and clocks have moved.
    let mut before = snapshot(&disk);
    for turn in 0..12 {
        before = snapshot(&disk);
        let ask = asked(&table, 1).await.expect("the player is asked");
        let names: Vec<&str> = ask.form.tools.iter().map(|tool| tool.name.as_str()).collect();
        if names.contains(&"choose_die") {
            answer(&table, 1, json!({"type": "choose_die", "die": 1})).await;
            break;
        }
        if names.contains(&"take_risk") {
            answer(&table, 1, json!({"type": "take_risk"})).await;
            continue;
        }
        assert!(names.contains(&"act"), "turn {turn}: {names:?}");
        say(&table, "I climb through the window with a knife and grab the ledger.").await;
    }
    let after = snapshot(&disk);
    assert_ne!(before, after);

    say(&table, "/undo").await;
    assert_eq!(snapshot(&disk), before, "words, figures, clocks, dice and memory");
    say(&table, "/redo").await;
    assert_eq!(snapshot(&disk), after, "the branch that was undone can be returned to");

    // The die, the risk, and what was put at stake.
    for _ in 0..3 {
        say(&table, "/undo").await;
    }
    say(&table, "I go down to the water and talk to whoever is there.").await;
    let first = snapshot(&disk);
    say(&table, "/retry").await;
    let second = snapshot(&disk);
    assert_ne!(first, second, "the game master tells it otherwise");
    assert!(asked(&table, 1).await.is_some(), "and the player is asked again");

    for (report, word) in [("/recap", "Scene 1"), ("/sheet", "stress"), ("/clocks", "/")] {
        let ack = table.request(Actor::Seat(seat(1)), None, line(report)).await.expect(report);
        let text = ack.report.expect("a report");
        assert!(text.contains(word), "{report}: {text}");
        assert!(!text.contains("game master alone"), "{report} is the players'");
    }
    assert_eq!(snapshot(&disk), second, "a report leaves no trace");
    let gm = table.request(Actor::Host, None, line("/recap")).await.expect("the host asks too");
    assert!(gm.report.expect("a report").contains("For the game master alone"));
}

#[tokio::test(start_paused = true)]
async fn a_stop_leaves_the_same_log_whoever_calls_it() {
    let mut logs = Vec::new();
    for caller in [1, 2] {
        let disk = Disk::default();
        let host = host_with(&disk, Models::default());
        let table = begun(&host, "pph", narrator()).await;
        let up = if asked(&table, 1).await.is_some() { 1 } else { 2 };
        let request = line("I ask what the bell is for.");
        table.request(Actor::Seat(seat(up)), None, request).await.expect("a word");
        pass(10).await;
        table.request(Actor::Seat(seat(caller)), None, line("/x because of that")).await.expect("a stop");
        pass(10).await;
        let state = table.scene(Viewer::Public).await.expect("a scene").table.state;
        assert_eq!(state.name(), "PAUSED");
        let text: Vec<String> = log(&disk, "game").into_iter().map(|(_, line)| line.text).collect();
        assert!(!text.concat().contains("because of that"));
        logs.push(text);
    }
    assert_eq!(logs[0], logs[1]);
}

/// Whatever the model does, its player is asked again and again, in a bounded number of records, and the log can be
/// decided again.
#[tokio::test(start_paused = true)]
async fn no_model_is_bad_enough_to_leave_its_player_without_a_question() {
    for style in [Style::Tools, Style::Schema] {
        for (name, script) in SCRIPTS {
            let disk = Disk::default();
            let model = Scripted::new(*script, style, Some(Duration::from_millis(1)));
            let host = host_with(&disk, Models::default().with("bad", Arc::new(model)));
            let table = begun(&host, "pm", Holder::Model("bad:model".to_owned())).await;
            for turn in 0..10 {
                let ask = wait(&table).await.unwrap_or_else(|| panic!("{name}: nobody asks in turn {turn}"));
                let names: Vec<&str> = ask.form.tools.iter().map(|tool| tool.name.as_str()).collect();
                let command = match names[..] {
                    ["try_again", ..] => json!({"type": "house_story"}),
                    ["take_risk", ..] => json!({"type": "take_risk"}),
                    ["choose_die"] => json!({"type": "choose_die", "die": 1}),
                    ["strike", ..] => json!({"type": "strike", "deal": 1}),
                    ["take_way_out"] => json!({"type": "take_way_out", "way": 1}),
                    ["next_scene", ..] => json!({"type": "next_scene"}),
                    ["lay_low", ..] => json!({"type": "back_to_work"}),
                    _ => json!({"type": "act", "text": "I go on."}),
                };
                answer(&table, 1, command).await;
            }
            let records = log(&disk, "game").len();
            assert!(records < 600, "{name}: {records} records for ten words of a player");
            snapshot(&disk);
        }
    }
}

/// A game master that answers with these calls where the first of them is legal, with nothing else, and keeps what it read.
struct Prepared {
    answers: Vec<(&'static str, Vec<(&'static str, Value)>)>,
    read: Mutex<Vec<String>>,
}

impl Provider for Prepared {
    fn style(&self) -> Style {
        Style::Tools
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, _: &'a mut Hear<'_>) -> Calling<'a> {
        self.read.lock().expect("a lock").push(request.prompt.now.clone());
        let is_legal = |name: &str| request.allowed.iter().any(|allowed| allowed == name);
        let answer = self.answers.iter().find(|(name, _)| is_legal(name)).map(|(_, calls)| calls.as_slice());
        let call = |(name, arguments): &(&str, Value)| ToolCall {
            id: (*name).to_owned(),
            name: (*name).to_owned(),
            arguments: arguments.to_string(),
        };
        let calls = answer.unwrap_or_default().iter().map(call).collect();
        let reply = ModelReply { calls, stop: Stop::Calls, ..ModelReply::default() };
        Box::pin(async { Ok(reply) })
    }
}

#[tokio::test(start_paused = true)]
async fn d21_a_reply_goes_on_after_a_change_of_mood_and_what_is_not_done_is_told() {
    let suggested = ["Wait.", "Go."];
    let scene = json!({"kind": "encounter", "title": "The gate", "place": "The Yard", "narration": "Rain.",
        "what": "a dog", "urgency": "high", "suggested": suggested});
    let told = json!({"narration": "It is quiet.", "continue_scene": true, "suggested": suggested});
    let hurt = json!({"narration": "Teeth.", "stress": 9, "continue_scene": true, "suggested": suggested});
    let scar = json!({"narration": "Something gives.", "trauma": "cold", "suggested": suggested});
    let turn = vec![("narrate", hurt), ("scar", scar), ("narrate", told)];
    let answers = vec![("open_scene", vec![("open_scene", scene)]), ("engage", turn)];
    let model = Arc::new(Prepared { answers, read: Mutex::default() });
    let disk = Disk::default();
    let host = host_with(&disk, Models::default().with("own", Arc::clone(&model) as Arc<dyn Provider>));
    let table = begun(&host, "pm", Holder::Model("own:model".to_owned())).await;
    let mut ask = wait(&table).await.expect("no story came");
    if ask.form.tools[0].name == "try_again" {
        answer(&table, 1, json!({"type": "house_story"})).await;
        ask = wait(&table).await.expect("a scene");
    }
    // The judge of the table reads along with a model of its own questions.
    let read = || -> Vec<String> {
        let read = model.read.lock().expect("a lock").clone();
        read.into_iter().filter(|now| now.contains("You are asked")).collect()
    };
    let before = read().len();
    for _ in 0..2 {
        assert!(ask.form.tools.iter().any(|tool| tool.name == "act"), "{}", ask.form.title);
        answer(&table, 1, json!({"type": "act", "text": "I try the gate."})).await;
        ask = wait(&table).await.expect("the player has the word again");
    }
    assert_eq!(read().len(), before + 2, "each message costs one call, over two changes of mood");
    let told = read().pop().expect("a call");
    let undone = "Of your last answer this was not done: narrate (nothing is asked any more).";
    assert!(told.contains(undone), "{told}");
    snapshot(&disk);
}

/// The player's next question. A model may take as long as it is given, and be asked several times.
pub(crate) async fn wait(table: &Table) -> Option<OpenAsk> {
    for _ in 0..40 {
        if let Some(ask) = asked(table, 1).await {
            return Some(ask);
        }
        pass(600_000).await;
    }
    None
}

#[tokio::test(start_paused = true)]
async fn lines_of_the_story_and_of_the_table_are_listed_together() {
    let disk = Disk::default();
    let host = host_with(&disk, Models::default());
    let mut new = new_evening("pph", narrator());
    new.opening.setup = raw(&json!({"lines": ["spiders"], "veils": ["debts"]}));
    let table = host.create(new).await.expect("a good setup");
    table.request(Actor::Seat(seat(2)), None, line("/line maps")).await.expect("always");
    let listed = table.request(Actor::Seat(seat(1)), None, line("/lines")).await.expect("always");
    assert_eq!(
        listed.report.as_deref(),
        Some("Kept out: “maps”.\nThis story keeps out: “spiders”.\nThis story keeps out of sight: “debts”.")
    );
    let help = table.request(Actor::Seat(seat(1)), None, line("/help")).await.expect("always");
    assert_eq!(help.report.expect("a text").matches("/lines:").count(), 1);
}

//! Parity: one script through the terminal, the web and Discord gives the same records, but for where they came from.

use std::io::{Read, Write};
use std::net::TcpStream;

use fakes::discord::{Discord, MessageId, Shown};
use serde_json::{Value, json};

use crate::discord::Stage;
use crate::serve::Serving;
use crate::stage::Home;

/// What Kim does. A number is a choice out of what is offered; everything else is a line as one would type it.
const SCRIPT: [&str; 14] = [
    "It is for writing letters",
    "A lamp and the blotter",
    "Old chargers, three mugs",
    "1",
    "((where was I?))",
    "/roll 2d6+1",
    "/session pause",
    "/session resume",
    "on the hook by the door",
    "/status",
    "/session end",
    "star: nobody hurried me",
    "wish: more lamps",
    "/session close",
];

/// The chance of all three, with its salt: else it would differ.
const SEED: &str = "7-000102030405060708090a0b0c0d0e0f";

const SPACE: &str = "the desk";

/// The records after the opening, without what is another at every table: times, ids and hashes.
fn records(log: &str) -> Vec<Value> {
    let records = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let records = records.filter(|record| record.get("events").is_some());
    // The table is laid, the activity begins, the session is opened: then comes the script.
    records.skip_while(|record| record["command"]["type"] != "SetSession").skip(1).map(bare).collect()
}

fn bare(value: Value) -> Value {
    const OWN: [&str; 8] = ["at", "time", "until", "request", "prev", "hash", "number", "since"];
    match value {
        Value::Object(fields) => fields
            .into_iter()
            .filter(|(key, _)| !OWN.contains(&key.as_str()))
            .map(|(key, it)| (key, bare(it)))
            .collect(),
        Value::Array(all) => all.into_iter().map(bare).collect(),
        other => other,
    }
}

fn by_terminal() -> Vec<Value> {
    let home = Home::new();
    let args = ["play", "tidying", "--space", SPACE, "--as", "Kim", "--seed", SEED, "--speed", "instant"];
    home.run_with(&args, &format!("{}\n", SCRIPT.join("\n"))).fine();
    records(&home.export(&home.newest()))
}

fn by_web() -> Vec<Value> {
    let home = Home::new();
    let serving = Serving::start(
        &home,
        &["serve", "--bind", "127.0.0.1:0", "--speed", "instant", "--rate-times", "1000"],
    );
    let ask = |method: &str, path: &str, body: &Value| -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&serving.at).expect("it listens");
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", serving.at);
        let head = format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
        stream.write_all(format!("{head}{body}").as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 20"), "{method} {path}: {answer}");
        let start = answer.find('{').expect("JSON");
        serde_json::Deserializer::from_str(&answer[start..]).into_iter().next().expect("JSON").expect("JSON")
    };
    let seats = json!([{"name": "Kim", "holder": "person"}, {"name": "The Coach", "holder": "house:coach"}]);
    let wanted = json!({"machine": "tidying", "seed": 7, "salt": &SEED[2..], "seats": seats, "setup": {"space": SPACE}});
    let id = ask("POST", "/api/tables", &wanted)["id"].as_str().expect("an id").to_owned();
    ask("POST", &format!("/api/tables/{id}/session"), &json!({"verb": "start"}));
    for (number, line) in SCRIPT.iter().enumerate() {
        let scene = loop {
            let seen = ask("GET", &format!("/api/tables/{id}?as=seat:1"), &Value::Null);
            let scene = seen.get("scene").cloned().unwrap_or(seen);
            let asks = scene["asks"].as_array().cloned().unwrap_or_default();
            if scene["table"]["state"] != "ACTIVE" || asks.iter().any(|ask| ask["answered"] == false) {
                break scene;
            }
        };
        let request = match line.parse::<u64>() {
            Ok(choice) => {
                let ask = &scene["asks"][0];
                let tools = ask["form"]["tools"].as_array().expect("tools");
                let tool = tools.iter().find(|tool| tool["name"] == "choose").expect("a choice");
                let value = &tool["fields"][0]["kind"]["choice"][choice as usize - 1]["value"];
                json!({"answer": {"ask": ask["id"], "command": {"type": "choose", "choice": value}}})
            }
            Err(_) => json!({"line": {"text": line}}),
        };
        let command = json!({"as": "seat:1", "id": format!("r{number}"), "request": request});
        ask("POST", &format!("/api/tables/{id}/commands"), &command);
    }
    drop(serving);
    records(&home.export(&id))
}

fn by_discord() -> Vec<Value> {
    let stage = Stage::new();
    let kim = stage.person("Kim");
    let bot = stage.start(&[]);
    let options = [("activity", "tidying"), ("title", SPACE), ("seed", SEED)];
    kim.slash(stage.channel, "session start", &options).expect("a command");
    stage.told(&kim, "ACTIVE");
    let thread = stage.find(|it| it.threads(stage.channel).pop());
    let (mut told, mut answered, mut live): (usize, Option<MessageId>, bool) = (0, None, true);
    for line in SCRIPT {
        let is_asked = |it: &Shown| {
            !it.ephemeral && it.text.contains("**Kim**") && !it.buttons.is_empty() && Some(it.id) != answered
        };
        let open = live.then(|| stage.find(|it: &Discord| it.messages(thread).into_iter().rfind(is_asked)));
        if line.parse::<u64>().is_ok() {
            let open = open.expect("something to choose");
            let label =
                open.labels().into_iter().find(|it| it.starts_with(&format!("{line} · "))).expect("a choice");
            kim.press(open.id, label).expect("a press");
            answered = Some(open.id);
            continue;
        }
        match line.strip_prefix("/session ") {
            Some(verb) => {
                kim.slash(thread, &format!("session {verb}"), &[]).expect("a command");
                live = verb == "resume";
            }
            None => {
                kim.slash(thread, "say", &[("text", line)]).expect("a command");
                let is_talk = !line.starts_with(['/', '(']);
                answered = open.filter(|_| is_talk).map(|it| it.id).or(answered);
            }
        }
        told += 1;
        stage.until(|_| kim.sees(thread).iter().filter(|it| it.ephemeral && !it.loading).count() == told);
    }
    bot.interrupt();
    records(&stage.home.export(&stage.home.newest()))
}

#[test]
fn one_script_gives_the_same_records_in_the_terminal_the_web_and_discord() {
    let (terminal, web, discord) = (by_terminal(), by_web(), by_discord());
    let lines = |records: &[Value]| records.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(terminal.len() > SCRIPT.len(), "{:#?}", lines(&terminal));
    assert_eq!(lines(&web), lines(&discord), "the web and Discord");
    assert_eq!(lines(&terminal), lines(&web), "the terminal and the web");
}

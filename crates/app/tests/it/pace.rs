//! How fast the house plays at a table of a running server: as the activity says, not as another one does.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::serve::Serving;
use crate::stage::Home;

/// How soon somebody who waits alone is asked again.
const SOON: Duration = Duration::from_millis(300);

/// How long anything at all may take.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) fn serving(home: &Home) -> Serving {
    Serving::start(home, &["serve", "--bind", "127.0.0.1:0", "--rate-times", "1000"])
}

/// What the server answers.
pub(crate) fn ask(serving: &Serving, method: &str, path: &str, body: &Value) -> Value {
    let mut stream = TcpStream::connect(&serving.at).expect("it listens");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close",
        serving.at,
        body.len()
    );
    write!(stream, "{head}\r\n\r\n{body}").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 2"), "{method} {path}: {answer}");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).unwrap_or_else(|_| json!(body))
}

/// A table that has begun.
pub(crate) fn begun(serving: &Serving, wanted: &Value) -> String {
    let id = ask(serving, "POST", "/api/tables", wanted)["id"].as_str().expect("an id").to_owned();
    ask(serving, "POST", &format!("/api/tables/{id}/session"), &json!({"verb": "start"}));
    id
}

/// The number of the ask of seat 1 that is open, once it is another than the last.
fn asked(serving: &Serving, id: &str, last: Option<u64>) -> u64 {
    let begun = Instant::now();
    loop {
        let scene = ask(serving, "GET", &format!("/api/tables/{id}?as=seat:1"), &Value::Null);
        let open = scene["asks"].as_array().and_then(|asks| asks.iter().find(|ask| ask["answered"] != true));
        match open.and_then(|ask| ask["id"].as_u64()) {
            Some(ask) if Some(ask) != last => return ask,
            _ => assert!(begun.elapsed() < PATIENCE, "it was never asked: {scene}"),
        }
    }
}

#[test]
fn whoever_sorts_alone_in_the_browser_is_asked_on_at_once() {
    let home = Home::new();
    let serving = serving(&home);
    let id = begun(&serving, &json!({"machine": "tidying"}));
    let mut last = asked(&serving, &id, None);
    let choose = json!({"type": "choose", "choice": 1});
    let mut waits = Vec::new();
    for (at, command) in [
        json!({"type": "choose_function", "branch": 1, "anchors": ["a lamp"]}),
        json!({"type": "say", "text": "old chargers, mugs, letters, a stapler, some coins"}),
        choose.clone(),
        choose.clone(),
        choose,
    ]
    .into_iter()
    .enumerate()
    {
        let request = json!({"as": "seat:1", "id": format!("answer-{at}"),
            "request": {"answer": {"ask": last, "command": command}}});
        ask(&serving, "POST", &format!("/api/tables/{id}/commands"), &request);
        let answered = Instant::now();
        last = asked(&serving, &id, Some(last));
        waits.push(answered.elapsed());
    }
    waits.sort();
    // One of them may have been held up by whatever else this machine does.
    assert!(waits[waits.len() / 2] < SOON, "{waits:?}");
}

#[test]
fn mafia_keeps_its_reading_pace_and_the_clocks_of_a_table_reach_it() {
    let home = Home::new();
    let serving = serving(&home);
    // The least that the house thinks: 900 ms, at 130 % where nothing is said, and at 1,000 % where the table is to be
    // tried out.
    for (setup, least_ms, most_ms) in
        [(json!({"speed": "INSTANT"}), 690, u64::MAX), (json!({"speed": "DEBUG"}), 90, 690)]
    {
        let seat = |number: u32| json!({"name": format!("P{number}"), "holder": "house:cautious"});
        let seats: Vec<Value> = (1..=5).map(seat).collect();
        let id = begun(&serving, &json!({"machine": "mafia", "seats": seats, "setup": setup}));
        let waiting = Instant::now();
        let first = loop {
            let log = ask(&serving, "GET", &format!("/api/tables/{id}/export?format=jsonl"), &Value::Null);
            let log = log.as_str().expect("lines").to_owned();
            let mut acts = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            let acted = acts.find(|record| record["command"]["type"] == "ChooseTarget");
            match acted {
                Some(record) => break record["time"].as_u64().expect("table time"),
                None => assert!(waiting.elapsed() < PATIENCE, "nobody ever chose"),
            }
        };
        assert!((least_ms..most_ms).contains(&first), "{setup}: the first chose after {first} ms");
    }
}

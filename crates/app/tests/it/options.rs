//! What can be chosen for a table: by flag and by `--set` in the terminal, and over HTTP, for every activity there is.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::pace::{ask, serving};
use crate::stage::Home;

/// Something that an option takes, and something that it does not; nothing, where anything is taken.
fn samples(kind: &Value) -> (Value, Value) {
    match kind["kind"].as_str() {
        Some("number") => (kind["min"].clone(), json!(kind["max"].as_u64().unwrap_or(0) + 1)),
        Some("flag") => (json!(true), json!("perhaps")),
        Some("choice") => (kind["choices"][0][0].clone(), json!("WARP")),
        Some("text") => (json!("the attic"), json!("x".repeat(1_000))),
        Some("texts") => (json!(["rot"]), json!(["x".repeat(1_000)])),
        other => panic!("{other:?} is no kind of option"),
    }
}

/// `roles.mafia` as the setup has it.
fn at(path: &str, value: &Value) -> Value {
    path.rsplit('.').fold(value.clone(), |value, key| json!({key: value}))
}

/// As words of the command line.
fn typed(value: &Value) -> String {
    match value {
        Value::String(words) => words.clone(),
        Value::Array(all) => all.iter().map(typed).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// What the server says to a table that it does not lay: the status, and why.
fn refused(at: &str, wanted: &Value) -> (String, String) {
    let mut stream = TcpStream::connect(at).expect("it listens");
    let body = wanted.to_string();
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nhost: {at}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close",
        body.len()
    );
    write!(stream, "{head}\r\n\r\n{body}").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    (head.lines().next().unwrap_or_default().to_owned(), body.to_owned())
}

#[test]
fn every_option_of_every_activity_can_be_set_and_is_refused_with_words() {
    let home = Home::new();
    let serving = serving(&home);
    let activities = ask(&serving, "GET", "/api/activities", &Value::Null);
    let mut count = 0;
    for activity in activities.as_array().expect("a list") {
        let machine = activity["machine"].as_str().expect("a name");
        for option in activity["options"].as_array().expect("options") {
            let path = option["path"].as_str().expect("a path");
            let (good, bad) = samples(&option["kind"]);
            let bad_table = json!({"machine": machine, "setup": at(path, &bad)});
            let (status, why) = refused(&serving.at, &bad_table);
            assert!(status.contains(" 4"), "{machine} {path}: {status}");
            assert!(why.contains("faults"), "{machine} {path}: {why}");
            // Not every number of a role makes a game: that it is read is seen by what is said about it.
            if !path.starts_with("roles.") {
                ask(&serving, "POST", "/api/tables", &json!({"machine": machine, "setup": at(path, &good)}));
            }
            let flag = format!("--{}={}", path.replace(['.', '_'], "-"), typed(&bad));
            let set = format!("--set={path}={}", typed(&bad));
            for way in [flag, set] {
                let ran = home.run(&["play", machine, &way]);
                assert_eq!(ran.code, 2, "{machine} {way}: {}", ran.err);
                assert!(
                    ran.err.starts_with("error: ") && ran.err.contains("→"),
                    "{machine} {way}: {}",
                    ran.err
                );
            }
            count += 1;
        }
    }
    assert!(count >= 9, "{count}");
}

#[test]
fn what_is_set_is_what_is_played() {
    let home = Home::new();
    let args = [
        "play",
        "mafia",
        "--seed",
        "5",
        "--speed",
        "instant",
        "--seats",
        "7",
        "--roles-mafia",
        "1",
        "--set",
        "turns=3",
        "--reveal-night-roles",
    ];
    home.run_with(&args, "").fine();
    let log = home.export(&home.newest());
    assert!(log.contains("\"roles\":{\"mafia\":1,\"doctor\":1,\"sheriff\":1,\"villager\":4}"), "{log}");
    assert!(log.contains("\"turns\":3") && log.contains("\"reveal_night_roles\":true"), "{log}");
    let help = home.run(&["play", "--help"]).fine();
    for words in
        ["For mafia:", "--roles-mafia <N>", "For story:", "--party <N>", "For tidying:", "--things <FILE>"]
    {
        assert!(help.contains(words), "{words} is not in {help}");
    }
}

//! What a session cost: every figure is in its log.

use std::io::Write;
use std::process::Stdio;
use std::sync::mpsc;

use fakes::models::{OpenAi, Script, Seen, Turn};
use serde_json::{Value, json};

use crate::providers::{Providers, legal, runtime};
use crate::stage::{Home, run};

/// A home in which models of three providers played, with prices for two; the session's id.
fn played() -> (Home, String) {
    let home = Home::new();
    let providers = Providers::start(legal);
    let [openai, anthropic, gemini] = providers.specs();
    let config = format!(
        "[prices.\"{openai}\"]\ninput = 2\ncached = 0.5\noutput = 8\n[prices.\"{anthropic}\"]\ninput = 3\noutput = 15\n"
    );
    let config = home.file("own.toml", config);
    let models = [
        format!("1,2={openai}"),
        format!("3={anthropic}"),
        format!("4={gemini}"),
        "5-7=scripted:legal".to_owned(),
    ];
    let mut args = vec!["play", "mafia", "--speed", "instant", "--seats", "7", "--seed", "9"];
    args.extend(models.iter().flat_map(|model| ["--model", model]));
    let mut command = home.command(&args);
    command.env("PARLOR_CONFIG", config).envs(providers.addresses()).envs(providers.keys());
    let ran = run(&mut command);
    assert!(ran.err.contains("and more\n"), "some have no price: {}", ran.err);
    ran.fine();
    for (asked, complaints) in providers.asked().into_iter().zip([
        providers.openai.complaints(),
        providers.anthropic.complaints(),
        providers.gemini.complaints(),
    ]) {
        assert!(asked > 0 && complaints.is_empty(), "{asked}, {complaints:?}");
    }
    let id = home.newest();
    home.run(&["verify", &id]).fine();
    (home, id)
}

/// Events of a kind in the log.
fn events(log: &str, kind: &str) -> Vec<Value> {
    let records = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let events = records.flat_map(|record| record["events"].as_array().cloned().unwrap_or_default());
    let events = events.map(|told| told.get("event").cloned().unwrap_or(told));
    events.filter(|event| event["type"] == kind).collect()
}

#[test]
fn the_figures_are_the_sums_over_the_log() {
    let (home, id) = played();
    let bill = home.run(&["cost", &id, "--json", "--calls"]).json();
    let log = home.export(&id);
    let (called, answered) = (events(&log, "MODEL_CALLED"), events(&log, "MODEL_ANSWERED"));
    assert!(!answered.is_empty() && called.len() == answered.len());
    assert_eq!(bill["calls"].as_array().map(Vec::len), Some(answered.len()));
    let sum = |field: &dyn Fn(&Value) -> u64, of: &dyn Fn(&Value) -> bool| -> u64 {
        answered.iter().filter(|event| of(event)).map(field).sum()
    };
    let seat_of = |event: &Value| {
        let call = called.iter().find(|call| call["callId"] == event["callId"]).expect("it was begun");
        call["playerId"].clone()
    };
    let check = |row: &Value, of: &dyn Fn(&Value) -> bool| {
        assert_eq!(row["calls"], json!(answered.iter().filter(|event| of(event)).count()), "{row}");
        for field in ["input", "cached", "output"] {
            let total = sum(&|event| event["usage"][field].as_u64().expect("tokens"), of);
            assert_eq!(row[field], json!(total), "{field} of {row}");
        }
        assert_eq!(row["cost"], json!(sum(&|event| event["cost"].as_u64().unwrap_or(0), of)), "{row}");
        let unpriced = answered.iter().filter(|event| of(event) && event["cost"].is_null()).count();
        assert_eq!(row["unpriced"], json!(unpriced), "{row}");
    };
    check(&bill["total"], &|_| true);
    for row in bill["seats"].as_array().expect("seats") {
        check(row, &|event| seat_of(event) == row["seat"]);
    }
    // The fake's own figures: 120 in, 80 of them cached, 7 out.
    let first = &bill["seats"][0];
    let calls = first["calls"].as_u64().expect("calls");
    assert_eq!(first["input"], json!(120 * calls));
    assert_eq!(first["cost"], json!(calls * (40 * 2_000 + 80 * 500 + 7 * 8_000)), "{first}");
}

#[test]
fn the_bill_is_read_by_people_and_from_files_too() {
    let (home, id) = played();
    let text = home.run(&["cost", &id]).fine();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("seat  name") && lines[0].ends_with("cost"), "{text}");
    assert!(lines[8].contains("total") && lines[8].contains("and more"), "{text}");
    assert!(
        text.contains("openai:gpt-fake") && text.contains(" 66 %") && text.contains("price unknown"),
        "{text}"
    );
    assert!(text.contains("without a price: ") && text.contains("config.toml"), "{text}");
    let file = home.path("game.jsonl").display().to_string();
    home.run(&["export", &id, "-o", &file, "-q"]).fine();
    for what in [vec!["cost"], vec!["cost", "last"], vec!["cost", &id[..4]], vec!["cost", &file]] {
        assert_eq!(home.run(&what).fine(), text, "{what:?}");
    }
    let calls = home.run(&["cost", "--calls"]).fine();
    let total = home.run(&["cost", "--json"]).json()["total"]["calls"].as_u64().expect("calls");
    assert_eq!(calls.lines().filter(|line| line.contains("  answered  ")).count() as u64, total, "{calls}");
    assert!(home.run(&["cost", &id, "--ascii"]).fine().is_ascii());
    let (plain, demo) = Home::with_demo(7);
    assert!(plain.run(&["cost", &demo]).fine().contains("it cost nothing"));
    assert_eq!(plain.run(&["cost", "--json"]).json()["total"]["calls"], 0);
    let nothing = Home::new().run(&["cost"]);
    assert!(nothing.code == 1 && nothing.err.contains("no session yet"), "{}", nothing.err);
    assert!(home.run(&["cost", "zzzz"]).err.contains("there is no session"));
    let seen = home.path("seen.jsonl").display().to_string();
    home.run(&["export", &id, "--as", "public", "-o", &seen, "-q"]).fine();
    let ran = home.run(&["cost", &seen]);
    assert!(ran.code != 0 && ran.err.contains("→"), "what one viewer saw is no log: {}", ran.err);
}

#[test]
fn the_judge_has_a_line_of_its_own_with_its_model_and_prices_say_where_they_are_from() {
    let (home, runtime) = (Home::new(), runtime());
    let (judging, judged) = mpsc::channel();
    let answer = move |seen: &Seen| {
        if seen.json().get("tools").is_none() {
            judging.send(()).expect("somebody waits");
        }
        legal(seen)
    };
    let fake = runtime.block_on(OpenAi::start(Script::by(answer)));
    let spec = format!("openai:{}", fake.model());
    let config = home.file("own.toml", format!("[prices.\"{spec}\"]\ninput = 2\noutput = 8\n"));
    let with = |args: &[&str]| {
        let mut command = home.command(args);
        command.env("PARLOR_CONFIG", &config).env("OPENAI_API_KEY", fake.key());
        command.env("OPENAI_BASE_URL", fake.base_url());
        command
    };
    let mut command = with(&["play", "tidying", "--space", "desk", "--model", &spec]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(stdin, "((the stove! I have to run))").expect("it listens");
    judged.recv().expect("the judge is asked");
    drop(stdin);
    child.wait().expect("it ends");
    let text = run(&mut with(&["cost"])).fine();
    let line = text.lines().find(|line| line.contains("  judge  ")).expect(&text);
    assert!(line.contains(&spec) && line.contains("      1  "), "{text}");
    assert!(text.contains(&format!("priced: {spec} by config.toml")), "{text}");
    let bill = run(&mut with(&["cost", "--json", "--calls"])).json();
    assert_eq!((&bill["judges"][0]["model"], &bill["judges"][0]["calls"]), (&json!(spec), &json!(1)));
    let calls = bill["calls"].as_array().expect("calls");
    let own = calls.iter().filter(|call| call["judge"] == false).count();
    let seats =
        bill["seats"].as_array().expect("seats").iter().map(|seat| seat["calls"].as_u64().expect("calls"));
    assert_eq!(seats.sum::<u64>(), own as u64, "what was asked of the seat itself: {bill}");
    assert_eq!(bill["total"]["calls"], json!(own + 1));
    let each = run(&mut with(&["cost", "--calls"])).fine();
    assert!(each.lines().any(|line| line.contains("  judge  ")) && !each.contains("4294967295"), "{each}");
}

#[test]
fn a_listed_price_has_a_date_and_a_page() {
    let (home, runtime) = (Home::new(), runtime());
    let fake = runtime.block_on(OpenAi::start(Script::by(legal)));
    // Any name does: what is listed is known by its name, and the model that answers is the fake's.
    let ran = run(home
        .command(&[
            "play",
            "mafia",
            "--speed",
            "instant",
            "--seats",
            "5",
            "--no-check",
            "--model",
            "all=openai:gpt-5-mini",
        ])
        .env("OPENAI_API_KEY", fake.key())
        .env("OPENAI_BASE_URL", fake.base_url()));
    assert!(ran.err.contains("without an answer"), "the fake knows no such model: {}", ran.err);
    let text = home.run(&["cost"]).fine();
    let wanted =
        "priced: openai:gpt-5-mini by the list of 2026-11 that comes with parlor, to compare with https://";
    assert!(text.contains(wanted), "{text}");
}

#[test]
fn a_model_that_thinks_until_its_limit_is_said_with_what_to_set() {
    let (home, runtime) = (Home::new(), runtime());
    let fake = runtime.block_on(OpenAi::start(Script::always(Turn::cut_off(""))));
    let spec = format!("all=openai:{}", fake.model());
    let ran = run(home
        .command(&["play", "mafia", "--speed", "instant", "--seats", "5", "--model", &spec])
        .env("OPENAI_API_KEY", fake.key())
        .env("OPENAI_BASE_URL", fake.base_url()));
    assert!(ran.err.contains("thought too long: ") && ran.err.contains("@thinking=32768"), "{}", ran.err);
    assert!(home.run(&["cost"]).fine().contains("needs more room (@thinking=32768)"), "the bill says so too");
}

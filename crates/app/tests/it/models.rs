//! Models at the seats: who sits where, whole games with models of every kind, budgets, recordings.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::providers::{legal, nobody, runtime};
use crate::stage::{Home, Ran, run};

/// Plays a whole game of these models and verifies it; what was said on standard output and error.
#[track_caller]
fn play(home: &Home, args: &[&str]) -> (String, String) {
    play_to(home, args, 0)
}

/// The same, to an end with this exit code.
#[track_caller]
fn play_to(home: &Home, args: &[&str], code: i32) -> (String, String) {
    let args = [&["play", "mafia", "--speed", "instant"], args].concat();
    let ran = home.run(&args);
    assert!(ran.code == code && ran.out.contains("wins. On day"), "{}: {}\n{}", ran.code, ran.out, ran.err);
    home.run(&["verify", "last"]).fine();
    (ran.out, ran.err)
}

/// Who holds the seats of the newest session.
fn holders(home: &Home) -> Vec<String> {
    let text = home.export(&home.newest());
    let header: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
    let seats = header["seats"].as_array().expect("seats");
    seats.iter().map(|seat| seat["holder"].as_str().expect("a holder").to_owned()).collect()
}

/// The bill of the newest session.
fn bill(home: &Home) -> Value {
    home.run(&["cost", "--json"]).json()
}

#[test]
fn a_model_takes_the_seats_that_it_is_given_and_the_person_one_that_is_left() {
    let home = Home::new();
    let count = |holders: &[String], kind: &str| holders.iter().filter(|it| it.starts_with(kind)).count();
    for seed in ["1", "2", "3"] {
        play(&home, &["--model", "2-10=scripted:legal", "--seed", seed]);
        let held = holders(&home);
        assert_eq!((held[0].as_str(), count(&held, "model:scripted:legal")), ("person", 9));
        // Where a seat of the seed's is free, it is the person's as ever.
        play(&home, &["--seed", seed]);
        let plain = holders(&home).iter().position(|holder| holder == "person");
        play(&home, &["--model", "scripted:legal", "--seed", seed]);
        let held = holders(&home);
        assert_eq!(held.iter().position(|holder| holder == "person"), plain);
        assert_eq!(count(&held, "model:"), 9);
    }
    let (_, err) =
        play(&home, &["--model", "3,5=scripted:legal", "--model", "5=scripted:twice", "--as", "Kim"]);
    let held = holders(&home);
    assert!(err.contains("you are Kim"), "{err}");
    assert_eq!((count(&held, "house:"), count(&held, "person")), (7, 1));
    assert_eq!((held[2].as_str(), held[4].as_str()), ("model:scripted:legal", "model:scripted:twice"));
    let list = "Ana=model:scripted:legal@answer=schema,Ben=person,Cy=house,Dee=house,Eve=house:random";
    let (_, err) = play(&home, &["--seats", list, "--model", "4=scripted:recovers"]);
    assert!(err.contains("you are Ben"), "{err}");
    let held = holders(&home);
    assert_eq!(held[0], "model:scripted:legal@answer=schema");
    assert_eq!((held[3].as_str(), held[4].as_str()), ("model:scripted:recovers", "house:random"));
}

#[test]
fn where_models_hold_every_seat_nobody_plays_and_it_is_watched() {
    let home = Home::new();
    let (out, err) = play(&home, &["--model", "all=scripted:legal", "--seats", "7", "--seed", "4"]);
    assert!(out.contains("Models play every seat.") && out.contains("scripted:legal"), "{out}");
    assert!(err.contains("you watch session") && !err.contains("no more input"), "{err}");
    assert!(
        err.contains("models: ") && err.contains(" % cached), ") && err.contains("→ parlor cost "),
        "{err}"
    );
    assert_eq!(holders(&home), ["model:scripted:legal"; 7]);
    let list = "A=model:scripted:legal,B=house,C=house,D=house,E=house";
    let (out, _) = play(&home, &["--seats", list]);
    assert!(out.contains("Models and the house play."), "{out}");
}

#[test]
fn in_a_pipe_nothing_is_written_over() {
    let home = Home::new();
    let spec = "all=scripted:slow@delay=1@answer=schema";
    let (out, err) = play(&home, &["--model", spec, "--seats", "5", "--seed", "4"]);
    assert!(!out.contains('\r') && !out.contains('\x1b') && !out.contains("thinking"), "{out}");
    assert!(!err.contains('\r') && !err.contains('\x1b'), "{err}");
}

#[test]
fn every_kind_of_failing_model_plays_to_the_end() {
    let home = Home::new();
    let kinds = [
        ["broken", "never@time=1", "twice", "forbidden", "refuses", "legal", "legal"],
        ["cutoff", "ratelimited@time=1", "unreachable@time=1", "denied", "loops", "obeys", "legal"],
        [
            "rambles",
            "late@time=1",
            "recovers",
            "broken@answer=schema",
            "cutoff@answer=schema",
            "legal",
            "legal",
        ],
    ];
    for kinds in kinds {
        let models: Vec<String> =
            kinds.iter().enumerate().map(|(index, kind)| format!("{}=scripted:{kind}", index + 1)).collect();
        let mut args = vec!["--seats", "7", "--seed", "6"];
        args.extend(models.iter().flat_map(|model| ["--model", model]));
        // Some of them never answer anything.
        play_to(&home, &args, 4);
        let bill = bill(&home);
        assert_eq!(bill["open"], 0, "{bill}");
        assert_eq!(bill["seats"].as_array().map(Vec::len), Some(7));
        let log = home.export(&home.newest());
        assert!(log.contains("\"reason\":\"its model "), "the ways out are in the log");
    }
}

#[test]
fn a_model_that_cannot_be_reached_is_told_before_a_table_is_laid() {
    let home = Home::new();
    let nobody = nobody();
    let play = |more: &[&str]| {
        let args =
            ["play", "mafia", "--speed", "instant", "--seats", "5", "--model", "all=llamacpp:any@time=1"];
        run(home.command(&[&args, more].concat()).env("LLAMACPP_BASE_URL", &nobody))
    };
    let ran = play(&[]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    let place = nobody.trim_end_matches("/v1");
    assert!(ran.err.contains("llamacpp at ") && ran.err.contains(place), "{}", ran.err);
    assert!(ran.err.contains("cannot be asked") && ran.err.contains("→ start it"), "{}", ran.err);
    assert!(ran.out.is_empty() && !home.store().exists(), "something was made: {}", ran.out);
    // Whoever wants it all the same has it, and is told at the end that it was no experiment.
    let ran = play(&["--no-check"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(ran.out.contains("wins. On day"), "{}", ran.out);
    assert!(ran.err.contains("without an answer: ") && ran.err.contains("unreachable "), "{}", ran.err);
    assert!(ran.err.contains("parlor doctor --model llamacpp:any@time=1"), "{}", ran.err);
    // One that was left is not gone on with, either.
    let id = home.newest();
    let fork = home.run(&["fork", &id, "--at", "20"]).fine().trim().to_owned();
    let before = home.export(&fork);
    let ran = run(home.command(&["resume", &fork]).env("LLAMACPP_BASE_URL", &nobody));
    assert!(ran.code == 4 && ran.err.contains("cannot be asked"), "{}", ran.err);
    assert_eq!(home.export(&fork), before);
}

#[test]
fn a_budget_holds_and_that_it_was_met_is_said() {
    let home = Home::new();
    let config = "[prices.\"scripted:legal\"]\ninput = 1\ncached = 0.1\noutput = 10\n";
    std::fs::create_dir_all(home.store()).expect("a directory");
    std::fs::write(home.store().join("config.toml"), config).expect("a file");
    for (budget, words) in [
        ("0.06usd", "the budget of $0.06 was met"),
        ("$0.06,1000000tokens", "the budget of $0.06 and 1,000,000 tokens was met"),
        ("60000tokens", "the budget of 60,000 tokens was met"),
    ] {
        let args = ["--model", "all=scripted:legal", "--seed", "4", "--seats", "7", "--budget", budget];
        let (_, err) = play_to(&home, &args, 7);
        assert!(err.contains(words), "{err}");
        let bill = bill(&home);
        let total = &bill["total"];
        let (cost, tokens) = (total["cost"].as_u64(), total["input"].as_u64().zip(total["output"].as_u64()));
        assert!(bill["over_budget"].as_u64() > Some(0), "{bill}");
        let [made, unmade] =
            [&bill["made"], &bill["over_budget"]].map(|count| count.as_u64().expect("a number"));
        assert_eq!(Some(made + unmade), total["calls"].as_u64(), "{bill}");
        assert!(err.contains(&format!("models: {made} calls, ")), "{err}");
        match budget.ends_with("tokens") && !budget.contains('$') {
            true => assert!(tokens.is_some_and(|(input, output)| input > 0 && input + output <= 60_000)),
            false => assert!(cost.is_some_and(|cost| cost > 0 && cost <= 60_000_000), "{bill}"),
        }
        assert!(home.export(&home.newest()).contains("the budget is used up"));
        // It is the table's own: a fork of it has no more to spend.
        let id = home.newest();
        let last =
            home.run(&["replay", &id, "--as", "host", "--json"]).json()["at"].as_u64().expect("a number");
        home.run(&["fork", &id, "--at", &(last - 12).to_string(), "-q"]).fine();
        let ran = home.run(&["resume", "--speed", "instant"]);
        assert!(ran.code == 7 && ran.err.contains(words), "{}", ran.err);
        let forked = home.run(&["cost", "--json", "--calls"]).json();
        assert!(
            forked["inherited"].as_u64() > Some(0) && forked["over_budget"].as_u64() > Some(0),
            "{forked}"
        );
        // A call that was open where the fork begins was never heard of again, and counts as if it had used its most.
        let calls = forked["calls"].as_array().expect("calls").iter().filter(|call| call["end"] != "lost");
        assert!(calls.filter_map(|call| call["cost"].as_u64()).sum::<u64>() <= 60_000_000, "{forked}");
    }
    let (_, err) = play(&home, &["--model", "all=scripted:legal", "--seats", "5", "--budget", "100usd"]);
    assert!(!err.contains("was met"), "{err}");
    assert!(home.run(&["cost"]).fine().contains("budget: $100.00"));
}

#[test]
fn a_budget_for_the_day_counts_what_was_played_before() {
    let home = Home::new();
    let config = home.file("own.toml", "[budget.day]\ntokens = 150_000\n");
    let args = ["play", "mafia", "--speed", "instant", "--seats", "5", "--model", "all=scripted:legal", "-v"];
    let mut used = 0;
    let mut met = false;
    for game in 0..8 {
        let ran = run(home.command(&args).env("PARLOR_CONFIG", &config));
        assert!(ran.err.contains(&format!("used today: {used} tokens")), "game {game}, {used}: {}", ran.err);
        let is_met = ran.err.contains("a budget in config.toml was met");
        assert_eq!(ran.code, if is_met { 7 } else { 0 }, "{}", ran.err);
        met |= is_met;
        let total = bill(&home)["total"].clone();
        used += total["input"].as_u64().expect("tokens") + total["output"].as_u64().expect("tokens");
    }
    assert!(met && used > 100_000 && used <= 150_000, "{used}");
}

#[test]
fn a_budget_in_dollars_needs_a_price() {
    let home = Home::new();
    let args = ["play", "mafia", "--model", "openai:some-model", "--budget", "1usd"];
    let ran = run(home.command(&args).env("OPENAI_API_KEY", "sk-x").env("OPENAI_BASE_URL", nobody()));
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("no price is known for openai:some-model"), "{}", ran.err);
    assert!(ran.err.contains("[prices.\"openai:some-model\"]"), "{}", ran.err);
}

#[test]
fn a_recording_plays_the_same_game_again() {
    let home = Home::new();
    let cassette = home.path("evening.jsonl").display().to_string();
    let game = |out: &str| {
        let from = out.find("Night 1").expect("a night");
        out[from..].split("; seed ").next().map(str::to_owned)
    };
    let recorded = play(&home, &["--seed", "5", "--model", "all=scripted:legal", "--record", &cassette]).0;
    let before = bill(&home);
    let lines = std::fs::read_to_string(&cassette).expect("a cassette").lines().count() as u64;
    assert_eq!(Some(lines), before["total"]["calls"].as_u64());
    let again = format!("all=replay:{cassette}");
    let (replayed, err) = play(&home, &["--seed", "5", "--model", &again]);
    assert_eq!(game(&recorded), game(&replayed));
    assert!(!err.contains("without an answer"), "{err}");
    assert_eq!(before["total"]["output"], bill(&home)["total"]["output"]);
    // Another evening asks what is not on it, and goes on by the rules.
    let (_, err) = play_to(&home, &["--seed", "6", "--model", &again], 4);
    assert!(err.contains("unreachable"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_program_plays_where_it_was_named_and_a_saved_session_starts_none() {
    let home = Home::new();
    // It answers legally: the first tool, with the first choice of every field and a few words.
    let mind = home.path("mind").display().to_string();
    std::fs::write(&mind, include_str!("models/mind.sh")).expect("a program");
    let model = format!("all=exec:sh {mind}");
    let (out, err) = play(&home, &["--seed", "5", "--seats", "5", "--model", &model]);
    assert!(out.contains("Night 1") && !err.contains("without an answer"), "{err}");
    let id = home.newest();
    home.run(&["verify", &id]).fine();

    // The same seats in a session that is only resumed: it may have come from anybody.
    let fork = home.run(&["fork", &id, "--at", "20"]).fine().trim().to_owned();
    let begun = home.path("begun");
    std::fs::write(&mind, format!("touch {}", begun.display())).expect("a program");
    let resume = ["resume", &fork, "--speed", "instant"];
    let ran = home.run(&resume);
    assert!(ran.code == 3 && ran.err.contains("nobody here has said that it may be started"), "{}", ran.err);
    assert!(ran.err.contains("write allow = [\"sh ") && !begun.exists(), "{}", ran.err);
    std::fs::write(home.store().join("config.toml"), format!("[exec]\nallow = [\"sh {mind}\"]\n"))
        .expect("a file");
    let ran = home.run(&resume);
    assert!(begun.exists(), "now it is started: {} {}", ran.code, ran.err);
}

#[test]
fn a_call_that_was_under_way_in_a_crash_is_settled_once() {
    use fakes::models::{OpenAi, Script};
    let home = Home::new();
    let runtime = runtime();
    // The first answer never comes.
    let mut first = true;
    let answer = move |seen: &fakes::models::Seen| {
        let turn = legal(seen);
        if std::mem::take(&mut first) { turn.held_at(0) } else { turn }
    };
    let openai = runtime.block_on(OpenAi::start(Script::by(answer)));
    let with = |command: &mut Command| -> Ran {
        run(command.env("OPENAI_BASE_URL", openai.base_url()).env("OPENAI_API_KEY", openai.key()))
    };
    let list = format!("Ana=model:openai:{},Ben=house,Cy=house,Dee=house,Eve=house", openai.model());
    let mut child = home
        .command(&["play", "mafia", "--speed", "instant", "--seats", &list, "--seed", "3"])
        .env("OPENAI_BASE_URL", openai.base_url())
        .env("OPENAI_API_KEY", openai.key())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    runtime.block_on(openai.held(1));
    child.kill().expect("it was running");
    child.wait().expect("it is gone");
    let left = bill(&home);
    assert_eq!((left["open"].as_u64(), left["total"]["calls"].as_u64()), (Some(1), Some(0)), "{left}");
    assert!(home.run(&["cost"]).fine().contains("open: 1 call"));
    // Without its key it is not even begun.
    let ran = run(home.command(&["resume"]).env("OPENAI_BASE_URL", openai.base_url()));
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("no key for openai\n  → set OPENAI_API_KEY"), "{}", ran.err);
    assert_eq!(bill(&home), left);
    with(&mut home.command(&["resume", "--speed", "instant"])).fine();
    let after = bill(&home);
    assert_eq!((after["open"].as_u64(), after["total"]["lost"].as_u64()), (Some(0), Some(1)), "{after}");
    let log = home.export(&home.newest());
    assert_eq!(log.matches("\"type\":\"MODEL_ANSWERED\",\"callId\":1,").count(), 1);
    assert!(home.run(&["cost"]).fine().contains("lost: 1 call"));
    assert!(home.run(&["cost", "--calls"]).fine().contains("  lost  "));
    home.run(&["verify", "last"]).fine();
    assert!(openai.complaints().is_empty(), "{:?}", openai.complaints());
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_made() {
    let cases: &[(&[&str], i32, &[&str])] = &[
        (&["--model", "2-11=scripted:legal"], 2, &["no seat 11", "1 to 10", "2-10=ollama"]),
        (&["--model", "0=scripted:legal"], 2, &["no seat 0"]),
        (&["--model", "6=scripted:legal", "--seats", "5"], 2, &["no seat 6", "1 to 5"]),
        (&["--model", "5-3=scripted:legal"], 2, &["runs backwards"]),
        (&["--model", "you=scripted:legal"], 2, &["\"you\" is no seat"]),
        (&["--model", "2="], 2, &["no model in it"]),
        (&["--model", ""], 2, &["no model in it"]),
        (&["--model", "llama3"], 2, &["names no provider", "provider:model"]),
        (&["--model", "nobody:model"], 2, &["no provider \"nobody\"", "ollama"]),
        (&["--model", "openai:"], 2, &["openai needs a model"]),
        (&["--model", "scripted:sings"], 2, &["no script \"sings\"", "legal"]),
        (&["--model", "scripted:legal@tempo=1"], 2, &["no option \"tempo\"", "temperature"]),
        (&["--model", "scripted:legal@temperature=hot"], 2, &["temperature=hot", "0 to 2"]),
        (&["--model", "all=replay:nowhere.jsonl"], 2, &["recorded answers nowhere.jsonl", "record it again"]),
        (
            &["--model", "openai:gpt-5-mini"],
            3,
            &["error: no key for openai\n", "set OPENAI_API_KEY, or try: parlor demo"],
        ),
        (&["--model", "3=anthropic:x"], 3, &["no key for anthropic", "ANTHROPIC_API_KEY"]),
        (&["--model", "gemini:x"], 3, &["no key for gemini", "GEMINI_API_KEY"]),
        (
            &["--model", "all=scripted:legal", "--as", "Kim"],
            2,
            &["none is left for \"Kim\"", "leave --as out"],
        ),
        (
            &["--model", "scripted:legal", "--budget", "5"],
            2,
            &["neither dollars nor tokens", "0.50usd", "200000tokens"],
        ),
        (&["--model", "scripted:legal", "--budget", "-1usd"], 2, &["no sum of dollars"]),
        (&["--model", "scripted:legal", "--budget", "manytokens"], 2, &["no number of tokens"]),
        (&["--model", "scripted:legal", "--budget", ""], 2, &["neither"]),
        (&["--budget", "1usd"], 2, &["none has a seat", "--model"]),
        (&["--record", "x.jsonl"], 2, &["none has a seat"]),
        (&["--model", "scripted:legal", "--record", "no/such/place.jsonl"], 2, &["--record", "may write"]),
        (&["--model", "all=scripted:legal", "--screen"], 2, &["needs a terminal"]),
        (
            &["--seats", "A=person,B=house,C=house,D=house,E=house", "--model", "1=scripted:legal"],
            2,
            &["seat 1 is A's"],
        ),
        (&["--seats", "A=person,B=model:,C=house,D=house,E=house"], 2, &["holds no seat"]),
        (
            &["--seats", "A=house,B=house,C=house,D=house,E=house"],
            2,
            &["no seat in the list is for a person"],
        ),
    ];
    for (args, code, words) in cases {
        let home = Home::new();
        let args = [&["play", "mafia", "--speed", "instant"], *args].concat();
        let ran = home.run(&args);
        assert_eq!(ran.code, *code, "{args:?}: {}", ran.err);
        for word in *words {
            assert!(ran.err.contains(word), "{args:?} says nothing of {word:?}: {}", ran.err);
        }
        assert!(ran.err.contains("→"), "{args:?} says no way out: {}", ran.err);
        assert!(ran.out.is_empty() && !home.store().exists(), "{args:?} made something");
    }
}

#[test]
fn what_is_wrong_with_the_configuration_is_named_by_file_line_and_field() {
    let play = ["play", "mafia", "--model", "scripted:legal", "--speed", "instant"];
    for (text, words) in [
        ("[providers.openai]\nkey = 7-SECRET\n", &["line 2"][..]),
        ("[providers.openai]\nkey = [\"SECRET\"]\n", &["line 2", "expected a string"]),
        ("[providers.openai]\nkey = \"SECRET\"\nkeys = \"SECRET\"\n", &["line 3", "keys"]),
        ("[providers.attic]\nkey = \"SECRET\"\n", &["providers.attic", "wire"]),
        ("[providers.openai]\nbase_url = \"SECRET\"\n", &["providers.openai", "base_url", "http://"]),
        ("[budget.week]\ntokens = 1\n", &["line 1", "week"]),
        ("[budget.day]\ntokens = \"SECRET\"\n", &["line 2"]),
        ("[prices.\"x:y\"]\ninput = 1\noutput = 1\n", &["prices.\"x:y\""]),
        ("[limits]\nconcurrency = { openai = 0 }\n", &["openai", "at least 1"]),
    ] {
        let home = Home::new();
        let file = home.file("own.toml", text);
        let ran = run(home.command(&play).env("PARLOR_CONFIG", &file));
        assert_eq!(ran.code, 3, "{text}: {}", ran.err);
        assert!(ran.err.contains(&file) && ran.err.contains("docs/models.md"), "{text}: {}", ran.err);
        for word in words {
            assert!(ran.err.contains(word), "{text} says nothing of {word:?}: {}", ran.err);
        }
        assert!(!ran.err.contains("SECRET"), "{text}: {}", ran.err);
        // What has nothing to do with models does not mind.
        let demo = run(home.command(&["demo", "--speed", "instant", "-q"]).env("PARLOR_CONFIG", &file));
        demo.fine();
    }
    let home = Home::new();
    let ran = run(home.command(&play).env("PARLOR_CONFIG", home.path("nowhere.toml")));
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("nowhere.toml") && ran.err.contains("PARLOR_CONFIG"), "{}", ran.err);
}

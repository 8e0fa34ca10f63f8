//! Everything that can be asked wrongly, with what is said and how it ends.

use std::process::Stdio;

use crate::stage::{Home, run};

/// An exit code, and words that must be in what is said.
type Expected<'a> = (i32, &'a [&'a str]);

#[track_caller]
fn check(home: &Home, args: &[&str], (code, words): Expected<'_>) {
    let ran = home.run(args);
    assert_eq!(ran.code, code, "{args:?}\n{}{}", ran.out, ran.err);
    assert!(ran.err.starts_with("error: "), "{args:?}\n{}", ran.err);
    assert!(ran.err.contains("→"), "no way out: {args:?}\n{}", ran.err);
    for word in words {
        assert!(ran.err.contains(word), "{word:?} is missing: {args:?}\n{}", ran.err);
    }
    assert!(!ran.err.contains("panicked"), "{args:?}\n{}", ran.err);
    assert!(ran.out.is_empty(), "errors are no results: {args:?}\n{}", ran.out);
}

#[test]
fn what_is_asked_wrongly_is_said_in_words() {
    let (home, id) = Home::with_demo(7);
    home.run(&["demo", "--speed", "instant", "--seed", "8", "-q"]).fine();
    let dir = home.path("dir");
    std::fs::create_dir(&dir).expect("a directory");
    let dir = dir.display().to_string();
    let missing = home.path("missing.jsonl").display().to_string();
    let id = id.as_str();
    let long = "x".repeat(33);
    let cases: &[(&[&str], Expected<'_>)] = &[
        // Sessions.
        (&["replay", "nosuch"], (1, &["no session \"nosuch\"", "parlor sessions"])),
        (&["verify", "demo-"], (1, &["\"demo-\" could be any of demo-", "more of the id"])),
        (&["export", "UPPER"], (1, &["no session"])),
        (&["resume", "nosuch"], (1, &["no session"])),
        (&["resume", id], (1, &["has ended", "parlor replay"])),
        (&["resume"], (1, &["no unfinished session", "parlor play"])),
        (
            &["resume", "--speed", "step"],
            (2, &["only be chosen when a game begins", "parlor demo --speed step"]),
        ),
        (&["watch", id, "--speed", "step"], (2, &["only be chosen when a game begins"])),
        (&["watch", "nosuch"], (1, &["no session"])),
        (&["table", "show", "nosuch"], (1, &["no session"])),
        // Files.
        (&["import", &missing], (1, &["there is no file", "parlor export"])),
        (&["replay", &missing], (1, &["there is no file"])),
        (&["verify", &dir], (1, &["is a directory", "name a file"])),
        (&["import", &dir], (1, &["is a directory"])),
        (&["export", id, "-o", &dir], (1, &["could not write"])),
        // Places in a log.
        (&["replay", id, "--at", "9999"], (2, &["no record 9999", "--at 0 to --at"])),
        (&["fork", id, "--at", "9999"], (2, &["no record 9999"])),
        (&["fork", id, "--at", "0"], (2, &["no record 0"])),
        (&["fork", id], (2, &["--at"])),
        (&["replay", id, "--at", "x"], (2, &["'x'"])),
        // Viewers.
        (&["replay", id, "--as", "nobody"], (2, &["no viewer", "seat:N"])),
        (&["replay", id, "--as", "seat:0"], (2, &["no viewer"])),
        (&["replay", id, "--as", "seat:11"], (2, &["no seat 11", "--as seat:1"])),
        (&["export", id, "--as", "seat:11"], (2, &["no seat 11"])),
        (
            &["replay", id, "--thoughts"],
            (2, &["thought in secret", "the public is not told", "--as observer"]),
        ),
        // Tables.
        (&["play", "mafia", "--seats", "4"], (2, &["4 seats", "5 to 20"])),
        (&["play", "mafia", "--seats", "21"], (2, &["21 seats", "5 to 20"])),
        (&["play", "mafia", "--seats", "99999999999999999999999"], (2, &["neither a number"])),
        (&["sim", "mafia", "--seats", "4"], (2, &["4 seats"])),
        (&["sim", "mafia", "--seats", "300"], (2, &["300 seats"])),
        (&["play", "mafia", "--seats", "Ana,Ben"], (2, &["\"Ana\"", "NAME=HOLDER"])),
        (
            &["play", "mafia", "--seats", "A=person,B=house,b=house,C=house,D=house"],
            (2, &["taken", "seat 3, name"]),
        ),
        (&["play", "mafia", "--seats", "A=person,B=person,C=house,D=house,E=house"], (2, &["2 people"])),
        (&["play", "mafia", "--seats", "A=house,B=house,C=house,D=house,E=house"], (2, &["for a person"])),
        (&["play", "mafia", "--seats", "A=person,B=ghost"], (2, &["\"ghost\" holds no seat"])),
        (
            &["play", "mafia", "--seats", "A=person,B=model:x:y,C=house,D=house,E=house"],
            (2, &["no provider \"x\"", "ollama"]),
        ),
        (
            &["play", "mafia", "--seats", "A=person,B=house:clever,C=house,D=house,E=house"],
            (2, &["seat 2, holder", "clever"]),
        ),
        (
            &["play", "mafia", "--seats", "A=person,B=house,C=house,D=house,E=house", "--as", "Z"],
            (2, &["\"Z\""]),
        ),
        (&["play", "mafia", "--as", &long], (2, &["33 characters", "1 to 32"])),
        (&["play", "mafia", "--as", ""], (2, &["cannot be set up: seat ", ", name: 0 characters"])),
        (&["play", "story", "--party", "x"], (2, &["--party takes a whole number", "--party 2"])),
        (&["sim", "mafia", "--games", "-5"], (2, &["'-5'", "a whole number from 1 to 10000000"])),
        (&["serve", "--bind", "nowhere"], (2, &["write an address and a port, such as 127.0.0.1:7777"])),
        (&["play", "mafia", "--as", "a\x1b[2Jb"], (2, &["control character"])),
        (&["play", "mafia", "--as", " "], (2, &["0 characters"])),
        (&["play", "chess"], (2, &["'chess'", "mafia"])),
        // Numbers and words.
        (&["demo", "--seed", "x"], (2, &["a seed is a whole number"])),
        (&["demo", "--seed=-1"], (2, &["a seed is a whole number"])),
        (&["demo", "--seed", "-1"], (2, &["a seed is a whole number"])),
        (&["replay", id, "--at", "-1"], (2, &["a record is a whole number", "--numbers"])),
        (&["play", "mafia", "--seats", "-1"], (2, &["neither a number of seats"])),
        (&["replay", id, "--as", "nobody", "--numbers"], (2, &["no viewer"])),
        (&["demo", "--speed", "warp"], (2, &["'warp'", "instant"])),
        (&["demo", "--screen"], (2, &["needs a terminal"])),
        (&["sim", "mafia", "--games", "0"], (2, &["'0'"])),
        (&["sim", "mafia", "--players", "clever"], (2, &["'clever'", "mixed"])),
        (&["machine", "show", "chess"], (2, &["'chess'", "table"])),
        (&["completions", "csh"], (2, &["'csh'"])),
        (&["frobnicate"], (2, &["'frobnicate'"])),
        (&["table"], (2, &["something is missing", "show"])),
    ];
    for (args, expected) in cases {
        check(&home, args, *expected);
    }
}

#[test]
fn a_place_that_cannot_be_used_is_a_matter_of_configuration() {
    let home = Home::new();
    let file = home.file("file", "not a directory");
    let foreign = home.path("foreign");
    std::fs::create_dir(&foreign).expect("a directory");
    std::fs::write(foreign.join("parlor.db"), "not a database, but rather long for a text".repeat(100))
        .expect("a file");
    let below = format!("{file}/below");
    for (verb, words) in [("demo", "could not create"), ("sessions", "could not read")] {
        for (place, words) in
            [(file.as_str(), words), (&below, words), (&foreign.display().to_string(), "parlor.db")]
        {
            let ran = run(home.command(&[verb]).env("PARLOR_HOME", place));
            assert_eq!(ran.code, 3, "{place}: {}", ran.err);
            assert!(ran.err.contains(words) && ran.err.contains("PARLOR_HOME"), "{}", ran.err);
        }
    }
    let ran = run(home.command(&["sessions"]).env_remove("PARLOR_HOME"));
    assert_eq!(ran.code, 3);
    assert!(
        ran.err.contains("nowhere to keep sessions") && ran.err.contains("→ set PARLOR_HOME"),
        "{}",
        ran.err
    );
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_or_written_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    let file = home.file("sealed.jsonl", "{}");
    let closed = home.path("closed");
    std::fs::create_dir(&closed).expect("a directory");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).expect("sealed");
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o500)).expect("closed");
    // One who may do everything is refused nothing.
    if std::fs::read(&file).is_ok() {
        return;
    }
    check(&home, &["import", &file], (1, &["may not be read"]));
    let ran = run(home.command(&["sessions"]).env("PARLOR_HOME", closed.join("store")));
    assert_eq!(ran.code, 3, "{}", ran.err);
}

#[test]
fn a_wish_of_the_environment_that_is_none_is_named() {
    let home = Home::new();
    for (variable, words) in
        [("PARLOR_FACE", "set it to plain or screen"), ("PARLOR_THEME", "set it to auto, light or dark")]
    {
        let ran = run(home.command(&["demo"]).env(variable, "purple"));
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(
            ran.err.contains(&format!("{variable} is \"purple\"")) && ran.err.contains(words),
            "{}",
            ran.err
        );
    }
    for (face, theme) in [("plain", "light"), ("screen", "DARK"), ("", "")] {
        let mut demo = home.command(&["demo", "--speed", "instant", "--new"]);
        run(demo.env("PARLOR_FACE", face).env("PARLOR_THEME", theme)).fine();
    }
}

#[test]
fn an_empty_place_is_no_error_where_nothing_is_needed() {
    let home = Home::new();
    let ran = home.run(&["sessions"]);
    assert!(ran.err.contains("no sessions yet") && ran.err.contains("parlor demo"), "{}", ran.err);
    assert!(ran.fine().is_empty());
    assert_eq!(home.run(&["sessions", "--json"]).json()["sessions"], serde_json::json!([]));
    check(&home, &["table", "show"], (1, &["no table yet", "parlor demo"]));
    let elsewhere = Home::new();
    check(&elsewhere, &["store", "check"], (1, &["no sessions are saved in", "parlor demo"]));
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let (home, id) = Home::with_demo(7);
    for args in [
        vec!["export", &id],
        vec!["replay", &id, "--as", "host"],
        vec!["sessions"],
        vec!["machine", "show", "mafia"],
        vec!["completions", "bash"],
        vec!["watch", &id, "--speed", "instant"],
        vec!["demo", "--speed", "instant", "--new", "-q"],
    ] {
        let mut child =
            home.command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked") && !said.contains("error"), "{args:?}: {said}");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    }
}

#[test]
fn quiet_says_only_results_and_verbose_says_more() {
    let (home, id) = Home::with_demo(7);
    let ran = home.run(&["fork", &id, "--at", "20", "-q"]);
    assert!(ran.err.is_empty(), "{}", ran.err);
    assert_eq!(ran.fine().lines().count(), 1);
    assert!(home.run(&["sessions", "-v"]).err.contains("the store is in "));
    assert_eq!(home.run(&["sessions", "-q", "-v"]).code, 2);
}

#[test]
fn help_has_examples_first_and_the_exit_codes() {
    let home = Home::new();
    let help = home.run(&["--help"]).fine();
    assert!(help.find("Examples:") < help.find("Usage:") && help.contains("Exit codes:"), "{help}");
    assert_eq!(home.run(&["help"]).fine(), help);
    assert_eq!(home.run(&["help", "play"]).fine(), home.run(&["play", "--help"]).fine());
    assert!(home.run(&["--version"]).fine().starts_with("parlor "));
    assert!(home.run(&["play", "--help"]).fine().contains("NAME=person"));
}

//! Sessions that run: to the end, through a kill, through Ctrl-C.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

#[cfg(unix)]
use crate::stage::signal;
use crate::stage::{Home, run};

#[test]
fn the_demo_plays_to_its_end_in_a_pipe() {
    let home = Home::new();
    let ran = home.run(&["demo", "--speed", "instant", "--seed", "7"]);
    assert!(ran.err.contains("--as host --thoughts") && ran.err.contains("parlor play mafia"), "{}", ran.err);
    let out = ran.fine();
    assert!(
        out.contains("Night 1") && out.contains("wins. On day") && out.contains("; seed 7, session demo-"),
        "{out}"
    );
    assert!(!out.contains('\x1b'), "no colour in a pipe");
    // The same seed is the same evening.
    let again = home.run(&["demo", "--speed", "instant", "--seed", "7"]).fine();
    let told = |text: &str| text.split("; seed ").next().map(str::to_owned);
    assert_eq!(told(&out), told(&again));
    assert_eq!(home.run(&["verify", &home.newest()]).code, 0);
}

#[test]
fn colour_and_ascii_are_as_asked() {
    let home = Home::new();
    let out = home.run(&["demo", "--speed", "instant", "--seed", "7", "--color", "always"]).fine();
    assert!(out.contains("\x1b["));
    let out = home.run(&["demo", "--speed", "instant", "--seed", "7", "--ascii"]).fine();
    assert!(out.contains("[NIGHT]") && !out.contains('☾'), "{out}");
    let mut command = home.command(&["demo", "--speed", "instant", "--seed", "7", "--color", "auto"]);
    let out = run(command.env("CLICOLOR_FORCE", "1")).fine();
    assert!(out.contains("\x1b["));
    let out = run(command.env("NO_COLOR", "1")).fine();
    assert!(!out.contains("\x1b["));
}

/// Waits until the table talks.
fn until_the_first_day(child: &mut Child) -> BufReader<std::process::ChildStdout> {
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains("Day 1. The table talks.") {
        line.clear();
        assert!(out.read_line(&mut line).expect("text") > 0, "it ended before the first day");
    }
    out
}

#[test]
fn a_killed_demo_goes_on_where_it_was() {
    let home = Home::new();
    let mut child = home.start(&["demo", "--speed", "debug", "--seed", "7"]);
    let _out = until_the_first_day(&mut child);
    child.kill().expect("it was running");
    child.wait().expect("it is gone");
    let id = home.newest();
    let before = home.export(&id);
    let ran = home.run(&["demo", "--speed", "instant"]);
    assert!(ran.err.contains(&format!("going on with {id}")), "{}", ran.err);
    assert!(ran.fine().contains("wins. On day"));
    // Every record that was there before is still there, and nothing was doubled.
    let after = home.export(&id);
    let records = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (records(&before), records(&after));
    let shared = before.len() - 1;
    assert_eq!(before[..shared], after[..shared]);
    // The time that nobody played does not count: the table was paused at the moment of the last record.
    let parse = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
    let (last, pause) = (parse(&after[shared - 1]), parse(&after[shared]));
    assert_eq!((&pause["at"], &pause["time"]), (&last["at"], &last["time"]));
    assert_eq!(pause["command"]["verb"], "pause");
    home.run(&["verify", &id]).fine();
    assert_eq!(home.run(&["sessions", "--json"]).json()["sessions"].as_array().map(Vec::len), Some(1));
    // There is nothing left to go on with: the next demo is a new one.
    home.run(&["demo", "--speed", "instant"]).fine();
    assert_eq!(home.run(&["sessions", "--json"]).json()["sessions"].as_array().map(Vec::len), Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupt_pauses_the_table_and_says_how_to_go_on() {
    let home = Home::new();
    for name in ["INT", "TERM"] {
        let mut child = home.start(&["demo", "--speed", "debug", "--new"]);
        let _out = until_the_first_day(&mut child);
        signal(&child, name);
        let code = child.wait().expect("it ends").code();
        let mut said = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
        assert_eq!(code, Some(130), "{said}");
        let id = home.newest();
        assert!(said.contains(&format!("parlor resume {id}")), "{said}");
        assert_eq!(home.run(&["table", "show", "--json"]).json()["state"], "PAUSED");
        home.run(&["verify", &id]).fine();
        assert!(home.run(&["resume", &id, "--speed", "instant"]).fine().contains("wins. On day"));
    }
}

#[test]
fn an_ended_session_is_watched_again() {
    let (home, id) = Home::with_demo(7);
    let watched = home.run(&["watch", &id, "--speed", "instant"]).fine();
    assert!(watched.contains("Night 1") && watched.contains("Seed 7"), "{watched}");
}

#[test]
fn what_is_not_over_is_watched_as_far_as_it_is_and_left_as_it_is() {
    let home = Home::new();
    let mut child = home.start(&["demo", "--speed", "debug", "--seed", "7"]);
    let _out = until_the_first_day(&mut child);
    // Beside whoever plays it, and after.
    for at in ["while it is played", "when it was left"] {
        let ran = home.run(&["watch", "demo", "--speed", "instant"]);
        assert!(ran.err.contains("parlor resume demo-"), "{at}: {}", ran.err);
        let told = ran.fine();
        assert!(told.contains("Day 1. The table talks.") && !told.contains("wins. On day"), "{at}: {told}");
        if at == "while it is played" {
            child.kill().expect("it was running");
            child.wait().expect("it is gone");
        }
    }
    let before = home.export("demo");
    home.run(&["watch", "demo", "--speed", "instant"]).fine();
    assert_eq!(home.export("demo"), before, "nothing was written");
}

#[test]
fn a_file_is_watched_and_through_other_eyes() {
    let (home, id) = Home::with_demo(7);
    let file = home.file("game.jsonl", home.export(&id));
    let there = Home::new();
    let watched = there.run(&["watch", &file, "--speed", "instant", "--as", "host"]).fine();
    assert!(watched.contains("(to ") && watched.contains("Seed 7"), "{watched}");
    assert!(!there.store().exists(), "a store was made");
}

#[test]
fn a_store_is_one_processes_at_a_time() {
    let home = Home::new();
    let mut child = home.start(&["demo", "--speed", "normal"]);
    let mut line = String::new();
    // It is listened to until it is killed: a demo that nobody reads ends by itself.
    let mut said = BufReader::new(child.stdout.take().expect("a pipe"));
    said.read_line(&mut line).expect("text");
    let ran = home.run(&["demo"]);
    child.kill().expect("it was running");
    child.wait().expect("it is gone");
    assert_eq!(ran.code, 1);
    let holder = format!("in use by process {}", child.id());
    assert!(ran.err.contains(&holder) && ran.err.contains("  → "), "{}", ran.err);
}

#[test]
fn a_store_that_is_played_in_can_be_read_meanwhile() {
    let home = Home::new();
    let mut child = home.start(&["demo", "--speed", "normal"]);
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    lines.next().expect("a line").expect("text");
    let read = |args: &[&str]| home.run(args).fine();
    let shown = [
        (read(&["sessions"]), "unfinished"),
        (read(&["table", "show"]), "ACTIVE"),
        (read(&["replay", "demo"]), "Night 1"),
        (read(&["recap", "demo"]), "of 10 live"),
        (read(&["verify", "demo"]), "verified"),
        (read(&["export", "demo"]), "\"schema\":\"parlor.v1\""),
    ];
    let runs = child.try_wait().expect("it can be asked").is_none();
    child.kill().expect("it was running");
    child.wait().expect("it is gone");
    assert!(runs, "the demo was over before it was read");
    for (out, word) in shown {
        assert!(out.contains(word), "no {word:?} in {out}");
    }
}

#[test]
fn where_nothing_was_played_reading_says_so_and_leaves_nothing_behind() {
    let home = Home::new();
    assert_eq!(home.run(&["sessions"]).fine(), "");
    for verb in
        [&["table", "show"][..], &["replay", "demo"], &["export", "last"], &["verify", "x1"], &["cost"]]
    {
        let ran = home.run(verb);
        assert!(ran.code == 1 && ran.err.contains("there is no"), "{verb:?}: {}", ran.err);
    }
    assert!(!home.store().exists(), "a store was made");
}

#[test]
fn a_demo_by_steps_moves_on_with_an_empty_line() {
    let home = Home::new();
    let mut command = home.command(&["demo", "--speed", "step", "--seed", "7"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut step = || {
        let mut told = String::new();
        for line in lines.by_ref() {
            let line = line.expect("text");
            if line.trim() == "Enter goes on." {
                break;
            }
            told.push_str(&line);
            told.push('\n');
        }
        told
    };
    for heads in [
        ["Night 1", "falls"],
        ["Morning", "Morning."],
        ["Discussion", "The table talks"],
        ["Voting", "votes"],
    ] {
        let told = step();
        assert!(heads.iter().all(|head| told.contains(head)), "{heads:?}:\n{told}");
        assert!(!told.contains("The host went on"), "nobody was passed over:\n{told}");
        writeln!(stdin, "what?").expect("it listens");
        writeln!(stdin).expect("it listens");
    }
    drop(stdin);
    let rest: String = lines.map(|line| line.expect("text") + "\n").collect();
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{rest}{said}");
    assert!(rest.contains("wins. On day") && rest.contains("! Enter goes on"), "{rest}");
    assert_eq!(said.matches("the game goes on by itself").count(), 1, "{said}");
    home.run(&["verify", &home.newest()]).fine();
}

#[test]
fn a_demo_by_steps_that_was_left_goes_on_by_steps() {
    let home = Home::new();
    let mut command = home.command(&["demo", "--speed", "step", "--seed", "7"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    lines
        .find(|line| line.as_ref().is_ok_and(|line| line.trim() == "Enter goes on."))
        .expect("it waits")
        .expect("text");
    child.kill().expect("it was running");
    child.wait().expect("it is gone");
    let ran = home.run(&["demo", "--speed", "instant"]);
    assert!(ran.err.contains("going on with") && ran.err.contains("goes on by itself"), "{}", ran.err);
    assert!(ran.fine().contains("wins. On day"));
}

#[test]
fn an_ended_session_is_watched_as_it_was_told() {
    let (home, id) = Home::with_demo(7);
    let watched = home.run(&["watch", &id, "--speed", "instant"]).fine();
    let read = home.run(&["replay", &id]).fine();
    let told = read.split("\nafter record ").next().expect("what was told");
    assert_eq!(watched.trim_end(), told.trim_end());
}

//! `least`, by every verb that a person would type.

#![allow(clippy::expect_used, reason = "tests")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a verb printed, and whether all was well.
fn run(home: &Path, args: &[&str], typed: &str) -> (String, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_least"))
        .args(args)
        .env("PARLOR_HOME", home)
        .env_remove("PARLOR_CONFIG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    child.stdin.take().expect("input").write_all(typed.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let both = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&both).into_owned(), output.status.success())
}

#[test]
fn it_is_played_watched_verified_exported_forked_and_resumed() {
    let home = tempfile::tempdir().expect("a folder");
    let parlor = |args: &[&str], typed: &str| run(home.path(), args, typed);

    let (said, fine) = parlor(&["play", "least", "--as", "Kim", "--seed", "7"], "ox\n");
    assert!(fine && said.contains("Your word?") && said.contains("Kim won with \"ox\""), "{said}");
    assert!(said.contains("least play least"), "what to type next is this program's own: {said}");
    let (said, fine) = parlor(&["resume"], "");
    assert!(!fine && said.contains("least play begins one; least sessions lists"), "{said}");

    let (said, fine) = parlor(&["demo", "--speed", "instant", "--seed", "7"], "");
    assert!(fine && said.contains("won with") && !said.contains("unknown"), "{said}");

    for (args, words) in [
        (&["sessions"][..], "One word"),
        (&["verify", "demo"], "verified"),
        (&["replay", "demo"], "after record 5 of 5"),
        (&["export", "demo", "--format", "md"], "# One word"),
        (&["export", "demo", "--format", "jsonl"], "\"machine\":\"least\""),
        (&["machine", "show", "least"], "ASKING"),
        (&["fork", "demo", "--at", "3"], "forked from demo-"),
    ] {
        let (said, fine) = parlor(args, "");
        assert!(fine && said.contains(words), "{args:?}: {said}");
    }
}

#[test]
fn it_offers_nothing_that_it_does_not_know() {
    let home = tempfile::tempdir().expect("a folder");
    let (help, fine) = run(home.path(), &["--help"], "");
    assert!(fine && help.contains("  least demo"), "{help}");
    for other in ["mafia", "story", "tidying"] {
        assert!(!help.contains(&format!("play {other}")), "{help}");
        let (said, fine) = run(home.path(), &["play", other], "");
        assert!(!fine && said.contains("least"), "{said}");
    }
    let (said, fine) = run(home.path(), &["play", "least", "--seats", "9"], "");
    assert!(!fine && said.contains("2 to 8 seats"), "{said}");
}

#[test]
fn it_is_served_to_browsers() {
    let home = tempfile::tempdir().expect("a folder");
    let mut server = Command::new(env!("CARGO_BIN_EXE_least"))
        .args(["serve", "--bind", "127.0.0.1:0"])
        .env("PARLOR_HOME", home.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let mut address = String::new();
    BufReader::new(server.stdout.take().expect("output")).read_line(&mut address).expect("an address");
    let address = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it hears");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    let activities = get("/api/activities");
    assert!(activities.contains("\"machine\":\"least\"") && !activities.contains("mafia"), "{activities}");
    assert!(get("/").starts_with("HTTP/1.1 200"));
    server.kill().expect("it can be stopped");
    server.wait().expect("it stops");
}

//! A practice interview in the terminal, with the house as the interviewer.

#![allow(clippy::expect_used, reason = "tests")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a verb printed on standard output, if all was well.
fn run(home: &Path, args: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_interview"))
        .args(args)
        .env("PARLOR_HOME", home)
        .env_remove("PARLOR_CONFIG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    child.stdin.take().expect("input").write_all(typed.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    said
}

#[test]
fn the_candidate_sees_no_score_before_the_end() {
    let home = tempfile::tempdir().expect("a folder");
    let typed = "gardener\nI like roses.\nFrost took them; I covered the rest.\nI prune earlier now.\n";
    let said = run(home.path(), &["play", "interview", "--as", "Kim", "--seed", "7"], typed);
    let advice = said.find("Strong:").expect("feedback");
    let (before, after) = said.split_at(advice);
    assert!(before.contains("gardener") && before.contains("Frost took them"), "{said}");
    assert!(!before.contains("of 5"), "{said}");
    assert!(after.contains("1. ") && after.contains("3. ") && after.contains("of 15 points"), "{said}");

    // Neither does anybody who watches; the interviewer does.
    let scores =
        |viewer: &str| run(home.path(), &["replay", "last", "--as", viewer], "").matches("You gave").count();
    assert_eq!((scores("seat:1"), scores("public"), scores("seat:2")), (0, 0, 3));
    assert!(run(home.path(), &["verify", "last"], "").contains("verified"));
}

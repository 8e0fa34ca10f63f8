//! What a model reads in every mood and variant, compared with the text in `snapshots/`. `PARLOR_UPDATE=1` writes them
//! anew. What comes first is there once for each side; what changes, once for each case.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::prompts::worlds::{ANN, MO, asked, case, cases};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("dm/prompts/snapshots")
}

/// Compares a text with its file.
fn check(name: &str, is: &str) {
    let path = folder().join(format!("{name}.txt"));
    if std::env::var_os("PARLOR_UPDATE").is_some() {
        std::fs::write(&path, is).expect("the file can be written");
    }
    let should = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(is == should, "{name} is now\n{is}\nand was\n{should}");
}

#[test]
fn every_mood_and_variant() {
    for (name, state) in cases() {
        let (ask, prompt) = asked(&state);
        assert_eq!(ask.seat == MO, name.starts_with("gm."), "{name} asks {}", ask.seat);
        check(name, &prompt.now);
    }
}

#[test]
fn what_comes_first() {
    check("gm", &asked(&case("gm.opening")).1.fixed);
    let (ask, prompt) = asked(&case("player.creation"));
    assert_eq!(ask.seat, ANN);
    check("player", &prompt.fixed);
}

#[test]
fn no_snapshot_is_left_over() {
    let files = std::fs::read_dir(folder()).expect("the folder is there");
    let files = files.map(|file| file.expect("a file").file_name().into_string().expect("a plain name"));
    let names = cases().into_iter().map(|(name, _)| name).chain(["gm", "player"]);
    let names: BTreeSet<String> = names.map(|name| format!("{name}.txt")).collect();
    assert_eq!(files.collect::<BTreeSet<String>>(), names);
}

/// Two cases that read the same would hold one thing twice, and the other not at all.
#[test]
fn no_two_cases_read_the_same() {
    let texts: BTreeSet<String> = cases().into_iter().map(|(_, state)| asked(&state).1.now).collect();
    assert_eq!(texts.len(), cases().len());
}

//! The fuzz targets on every input that is kept in `fuzz/corpus`, on any toolchain: what once broke stays mended.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]

use std::path::{Path, PathBuf};

use parlor_targets::{ALL_TARGETS, Target};

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name)
}

fn check(name: &str, target: Target) {
    let corpus = corpus(name);
    let kept = std::fs::read_dir(&corpus).unwrap_or_else(|error| panic!("{}: {error}", corpus.display()));
    let mut inputs: Vec<_> = kept.map(|input| input.unwrap().path()).collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "no input is kept in {}", corpus.display());
    for input in inputs {
        println!("{}", input.display());
        target(&std::fs::read(&input).unwrap());
    }
}

#[test]
fn every_target_survives_what_is_kept_for_it() {
    for (name, target) in ALL_TARGETS {
        check(name, target);
    }
}

#[test]
fn what_is_kept_for_the_import_is_imported() {
    for file in ["unfinished.jsonl", "first-night.jsonl"] {
        let bytes = std::fs::read(corpus("import").join(file)).unwrap();
        let read = archive::import::read(*activities::ALL, &mut &*bytes, file);
        assert!(read.is_ok(), "{file} leads nowhere, and finds nothing");
    }
}

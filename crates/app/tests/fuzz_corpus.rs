//! The fuzz targets on every input that is kept in `fuzz/corpus`, on any toolchain: what once broke stays mended.
#![cfg(test)]
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "the files are shared with the binary and with fuzz/"
)]

#[path = "../../../fuzz/src/context.rs"]
mod context;
#[path = "../src/exit.rs"]
mod exit;
#[path = "../src/import.rs"]
mod import;
#[path = "../src/saved.rs"]
mod saved;
#[path = "../../../fuzz/src/targets.rs"]
mod targets;

use std::path::Path;

fn check(name: &str, target: targets::Target) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
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
    for (name, target) in targets::ALL_TARGETS {
        check(name, target);
    }
}

#[test]
fn what_is_kept_for_the_import_is_imported() {
    for file in ["unfinished.jsonl", "first-night.jsonl"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/import").join(file);
        let bytes = std::fs::read(path).unwrap();
        assert!(import::read(&mut &*bytes, file).is_ok(), "{file} leads nowhere, and finds nothing");
    }
}

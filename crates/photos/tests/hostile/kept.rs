//! The fuzz target on every input that is kept for it: what once broke stays mended.

use std::path::Path;

#[path = "../../../../fuzz/src/photos.rs"]
mod target;

#[test]
fn the_fuzz_target_survives_what_is_kept_for_it() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/photos");
    let kept = std::fs::read_dir(&corpus).expect("a corpus");
    let inputs: Vec<_> = kept.map(|input| input.expect("an input").path()).collect();
    assert!(!inputs.is_empty(), "no input is kept");
    for input in inputs {
        println!("{}", input.display());
        target::photos(&std::fs::read(&input).expect("a file"));
    }
}

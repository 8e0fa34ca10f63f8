//! Bytes of a stranger, for everything that reads some: no panic, and a refusal has words.
//!
//! A target is a function over bytes in [`targets`], or in a file of its own. `cargo xtask fuzz` has libFuzzer make the bytes up; on any
//! toolchain `crates/app/tests/fuzz_corpus.rs` gives the same functions every input that is kept in `fuzz/corpus`.

// The import is a part of the binary, so its files are taken in by their path.
mod context;
#[allow(dead_code, unreachable_pub, missing_docs, reason = "the binary uses more of it")]
#[path = "../../crates/app/src/exit.rs"]
mod exit;
#[allow(dead_code, unreachable_pub, missing_docs, reason = "the binary uses more of it")]
#[path = "../../crates/app/src/import.rs"]
mod import;
pub mod photos;
#[allow(dead_code, unreachable_pub, missing_docs, reason = "the binary uses more of it")]
#[path = "../../crates/app/src/saved.rs"]
mod saved;
pub mod targets;

//! Bytes of a stranger, for everything that reads some: no panic, and a refusal has words.
//!
//! The targets are functions over bytes in `crates/targets`, where the inputs that are kept in `fuzz/corpus` are tried on any
//! toolchain. The one of the photos is here, for the tests of the photos to take in.

pub mod photos;

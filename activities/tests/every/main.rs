//! What every machine is held to: the conformance suite, secrecy, templates without a hole, dice that can be checked; and how talk is read.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]

mod answer;
mod clauses;
mod conformance;
mod dice;
mod lines;
mod plain;
mod planted;
mod reading;
mod secrecy;
mod templates;
mod unseen;

/// Small things are made and dropped by the million: with it that takes a third less time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

//! Mafia: its rules, its house, its prompts.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]

mod house;
mod prompts;
mod rules;

/// Small things are made and dropped by the million: with it that takes a third less time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

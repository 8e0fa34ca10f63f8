//! The game master: its rules, its house, its prompts, its setting.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]

mod figures;
mod house;
mod prompts;
mod rules;
mod setting;

/// Small things are made and dropped by the million: with it that takes a third less time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

//! The game master: its rules, its house, its prompts, its setting.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]

mod house;
mod prompts;
mod rules;
mod setting;

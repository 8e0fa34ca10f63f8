//! Mafia: its rules, its house, its prompts.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]

mod house;
mod prompts;
mod rules;

//! The rules of Mafia, M1 to M17. Each test is named after the rule that it holds.
#![cfg(test)]
#![allow(missing_docs, reason = "the rule in the name says what each test is for")]

#[path = "mafia/beliefs.rs"]
mod beliefs;
#[path = "mafia/day.rs"]
mod day;
#[path = "mafia/night.rs"]
mod night;
#[path = "mafia/recap.rs"]
mod recap;
#[path = "mafia/setup.rs"]
mod setup;
#[path = "mafia/timing.rs"]
mod timing;
#[path = "mafia/town.rs"]
mod town;

//! The prompts of the game master's table: what a model reads in every mood, that it never learns more than its seat
//! may know, that words of others stay words, how long it gets, and how much of it a model has read before.
#![allow(clippy::disallowed_methods, reason = "the snapshots are files")]
#![allow(clippy::disallowed_macros, reason = "the figures are for the reader of the test")]

mod bounds;
mod cache;
mod calls;
mod changes;
mod evening;
mod moods;
mod party;
mod quotes;
mod secrets;
mod snapshots;
pub(crate) mod transcript;
mod worlds;

//! The prompts of the coach's table: what a model reads in every mode, that words of others stay words and photos stay
//! unseen by the text, how long it gets, and how much of it a model has read before.
#![allow(clippy::disallowed_methods, reason = "the snapshots are files")]
#![allow(clippy::disallowed_macros, reason = "the figures are for the reader of the test")]

mod bounds;
mod cache;
mod changes;
mod modes;
mod photos;
mod quotes;
mod session;
mod snapshots;
mod worlds;

//! The prompts of Mafia: what a model reads in every phase and role, that it never learns more than its seat may
//! know, that names stay names, and how much of a prompt a model has read before.
#![allow(clippy::disallowed_methods, reason = "the snapshots are files")]
#![allow(clippy::disallowed_macros, reason = "the figures are for the reader of the test")]

mod cache;
mod evening;
mod names;
mod personas;
mod phases;
mod secrets;
mod transcript;

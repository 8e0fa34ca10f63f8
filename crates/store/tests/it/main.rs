//! The store as the host uses it: the append and its answers, damage of every kind, readers beside a writer, photos, rights, notes.
//!
//! What fails by fault of the disk has a program of its own, `faults`: it puts itself between this process and the system.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test says so by failing")]

mod anchor;
mod append;
mod awake;
mod backup;
mod flips;
#[cfg(unix)]
mod full;
mod gone;
#[cfg(unix)]
mod killed;
#[path = "../ledger/mod.rs"]
mod ledger;
mod notes;
mod open;
mod photos;
mod reader;
mod restore;
mod rights;

//! The real binary, run as a person or a script would run it.

#![allow(clippy::expect_used, reason = "tests, and what they are made of")]

mod cost;
#[cfg(unix)]
mod discord;
mod dm;
mod doctor;
mod errors;
mod import;
mod keys;
mod live;
mod mcp;
mod models;
mod parity;
mod play;
mod providers;
mod read;
mod released;
#[cfg(target_os = "linux")]
mod screen;
mod secrets;
mod serve;
mod sim;
mod stage;
mod tidying;

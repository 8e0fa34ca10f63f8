//! The real binary, run as a person or a script would run it.

#![allow(clippy::expect_used, reason = "tests, and what they are made of")]

mod cost;
#[cfg(all(unix, feature = "discord"))]
mod discord;
mod dm;
mod doctor;
mod errors;
mod features;
mod import;
mod keeping;
mod keys;
mod live;
mod load;
#[cfg(feature = "mcp")]
mod mcp;
mod models;
mod options;
mod pace;
#[cfg(all(unix, feature = "discord"))]
mod parity;
mod play;
mod promise;
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
#[cfg(all(unix, feature = "discord"))]
mod together;

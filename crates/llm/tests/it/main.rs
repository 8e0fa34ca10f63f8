//! Models as the host uses them: specs, configuration, wrappers, scripts and cassettes, on made-up time.

#![allow(clippy::expect_used, reason = "tests, and what they are made of")]

// Tests see their own crate by the name of its package; here it has its short name, as everywhere.
extern crate parlor_llm as llm;

mod budget;
mod cassette;
mod config;
mod forms;
mod limit;
mod models;
#[cfg(unix)]
mod program;
mod retry;
mod scripted;
mod secrets;
mod spec;
mod stage;
mod timeout;

//! The host as its faces use it: whole sessions on made-up time.

#![allow(clippy::expect_used, reason = "tests, and what they are made of")]

// Tests see their own crate by the name of its package; here it has its short name, as everywhere.
extern crate parlor_host as host;

mod back;
mod calls;
mod disk;
mod dm;
mod failures;
mod games;
mod gap;
mod hostile;
mod judgement;
mod kept_out;
mod language;
mod limits;
mod lines;
mod listening;
mod look_back;
mod mafia;
mod many;
mod minds;
mod models;
mod past;
mod photos;
mod recovery;
mod referee;
mod reports;
mod requests;
mod retries;
mod seats;
mod secrecy;
mod sleep;
mod stage;
mod stop;
mod story;
mod table;
mod tidying;
mod time;
mod toy;
mod toy_table;
mod turns;
mod zero;

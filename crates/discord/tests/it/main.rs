//! The bot at a fake Discord on loopback.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests, and what they are made of")]

mod calls;
mod evening;
mod first;
mod heard;
mod http;
mod limits;
mod many;
mod old;
mod player;
mod restart;
mod seats;
mod secrets;
mod session;
mod stage;
mod story;
mod streaming;
mod talk;
mod thousand;
mod tidying;

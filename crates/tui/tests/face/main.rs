//! The face as a person meets it: what it shows, what its keys do, what it keeps to itself.
#![allow(clippy::expect_used, reason = "a test that cannot go on says why")]

mod boards;
mod evening;
mod keyboard;
mod night;
mod plain;
mod reel;
mod reports;
mod screens;
mod secrets;
mod sizes;
mod story;
mod streams;
mod theme;
mod tidying;
mod tones;

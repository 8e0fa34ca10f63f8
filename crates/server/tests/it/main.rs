//! The server as a browser and a program use it: real sockets on loopback, a real store, the real machines.
#![cfg(test)]
#![allow(clippy::expect_used, reason = "tests, and what they are made of")]
#![allow(missing_docs, reason = "the names say what each test is for")]

extern crate parlor_server as server;

mod again;
mod api;
mod client;
mod deletion;
mod dm;
mod endpoints;
mod gallery;
mod header;
mod health;
mod join;
mod knock;
mod limits;
mod lobby;
mod long;
mod mafia;
mod pages;
mod photos;
mod presence;
mod refusals;
mod replay;
mod resume;
mod rights;
mod seats;
mod shared;
mod sleep;
mod stage;
mod together;

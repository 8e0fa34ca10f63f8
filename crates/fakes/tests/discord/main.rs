//! The fake Discord, driven by the library that the bot is built on.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "tests, and what they are made of")]

mod bot;
mod by_http;
mod doors;
mod gateway;
mod interactions;
mod library;
mod messages;
mod moderation;
mod nasty;
mod page;

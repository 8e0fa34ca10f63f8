//! Strict stand-ins on loopback for what tests cannot reach: paid model providers, and Discord.

pub mod discord;
pub mod models;

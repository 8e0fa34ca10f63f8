//! Strict stand-ins on loopback for what tests cannot reach: paid model providers.

pub mod models;

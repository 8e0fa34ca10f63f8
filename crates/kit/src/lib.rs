//! What activities are written with, besides the engine: nothing in it is of one activity.

#![warn(clippy::float_arithmetic)]

pub mod answer;
pub mod back;
pub mod clauses;
pub mod closed;
pub mod data;
pub mod deck;
pub mod kept_out;
pub mod lines;
pub mod plain;
pub mod plural;
pub mod quoted;
pub mod reading;
pub mod templates;
pub mod words;

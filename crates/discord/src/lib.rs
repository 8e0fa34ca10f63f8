//! Discord's face: a card and a thread for every table, and one panel for every seat.

pub mod clocks;
pub mod http;
pub mod text;

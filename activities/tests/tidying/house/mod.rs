//! The house as a tidying coach: it takes things from words, proposes what makes sense, keeps to its limits, and reads well.

#![allow(
    clippy::disallowed_macros,
    clippy::unwrap_used,
    reason = "figures are for the reader of the test, not for a log"
)]

mod anything;
mod careful;
mod coach;
mod evenings;
mod leaving;
mod lists;
mod lookup;
mod opposite;
mod phrases;
mod questions;
mod sentences;
mod stage;

//! The house as a game master: it keeps to the rules, reaches every corner of them, and reads well.

#![allow(
    clippy::disallowed_macros,
    clippy::unwrap_used,
    reason = "figures are for the reader of the test, not for a log"
)]

mod deck;
mod evenings;
mod house_only;
mod intent;
mod lines;
mod prose;
mod reach;
mod several;
mod stage;

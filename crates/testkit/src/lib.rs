//! What every machine is tested with: a driver for the typed face, a table for the erased one, and the
//! conformance suite.
//!
//! For tests and figures only: nothing that ships depends on it.

pub mod boards;
pub mod conformance;
mod driver;
mod endings;
mod fixture;
mod playthrough;
pub mod tellings;

pub use driver::Driver;
pub use fixture::{Fixture, Sitting, answer, house_seats, refold};
pub use playthrough::{excerpt, playthrough};

//! Many games between house players, counted: who wins how often, and how sure that is.
//!
//! The same seed gives the same figures, however many games run at a time: each game has its own seed, and only whole
//! numbers are added up.

mod count;
mod series;
mod tally;

pub use count::Count;
pub use series::{Counted, Players, Series, Stuck};
pub use tally::Tally;

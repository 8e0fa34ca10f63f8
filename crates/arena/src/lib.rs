//! Many games between house players, counted: how they end, and of Mafia who wins how often, and how sure that is.
//!
//! The same seed gives the same figures, however many games run at a time: each game has its own seed, and only whole
//! numbers are added up.

mod count;
mod endings;
mod series;
mod spread;
mod tally;

pub use count::Count;
pub use endings::{Endings, Sessions};
pub use series::{Counted, Players, Series};
pub use spread::Stuck;
pub use tally::Tally;

//! Many sessions of an activity between players of the house: how they end, and where one of several sides wins, how often each
//! does, and how sure that is.
//!
//! The same seed gives the same figures, however many games run at a time: each game has its own seed, and only whole
//! numbers are added up.

mod counts;
mod endings;
mod erased;
mod prompt;
mod series;
mod spread;
mod tally;
mod turn;

pub use counts::{Compared, Counts};
pub use endings::Endings;
pub use series::Series;
pub use spread::Stuck;
pub use tally::Tally;
pub use turn::{Turn, turn};

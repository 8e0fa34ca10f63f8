//! The rules of Mafia, M1 to M17 and M23. Each test is named after the rule that it holds.

mod beliefs;
mod board;
mod day;
mod minds;
mod night;
mod promise;
mod recap;
mod setup;
mod timing;
mod town;

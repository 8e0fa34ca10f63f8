//! The rules of the game master's machine, D1 to D30. Each test is named after the rule that it holds; `fault_…` are
//! faults of earlier game masters that this one must not have.

mod anything;
mod bargains;
mod between;
mod board;
mod bounds;
mod campaign;
mod clocks;
mod dice;
mod edges;
mod epilogue;
mod fallback;
mod faults;
mod figures;
mod lines;
mod memory;
mod moods;
mod opening;
mod party;
mod risk;
mod say;
mod scars;
mod seals;
mod secrecy;
mod sha256;
mod stage;
mod thresholds;
mod world;
mod worst;

//! The rules of the tidying coach, Y1 to Y20. Each test is named after the rule that it holds; `fault_…` are faults of
//! earlier coaches that this one must not have.

mod anything;
mod board;
mod bounds;
mod deciding;
mod ending;
mod fallback;
mod faults;
mod function;
mod grief;
mod mended;
mod modes;
mod naming;
mod opening;
mod outputs;
mod photos;
mod piles;
mod proposals;
mod said;
mod say;
mod several;
mod situations;
mod splitting;
mod stage;
mod stopping;
mod to_do;
mod undo;

//! The engine, tested with two toys: a counter that may be taken back, and a door that lets inputs through.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]

mod asks;
mod bugs;
mod commands;
mod contract;
mod dice;
mod records;
mod seats;
mod sessions;
mod toy;

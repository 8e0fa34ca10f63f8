//! What every machine is held to: the conformance suite, secrecy, templates without a hole.
#![cfg(test)]
#![allow(missing_docs, reason = "the names say what each test is for")]

mod conformance;
mod planted;
mod secrecy;
mod templates;

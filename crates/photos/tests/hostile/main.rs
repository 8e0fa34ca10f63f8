//! Photos of strangers who mean no good, and what becomes of them: words, within bounded memory and time.
//!
//! Everything is made by code, so that what is wrong with each can be read here.

#![allow(unreachable_pub, reason = "the fuzz target is shared with fuzz/")]
#![allow(clippy::expect_used, reason = "tests, and what they are made of")]

// Under the name that everybody else knows it by.
extern crate parlor_photos as photos;

mod accepted;
mod bombs;
mod files;
mod kept;
mod measure;
mod mutations;
mod others;
mod parts;
mod private;
mod wrong;

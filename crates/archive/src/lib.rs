//! A session as it was saved: its log is read, checked and folded, and from that it is decided again, written down,
//! taken out of a file, and forked.
//!
//! Nothing here opens a file or a store: bytes come in through a reader and go out through a writer, and a fork is
//! what is to be kept. So whatever a stranger's file may hold can be tried without either.

mod error;
pub mod export;
mod fork;
pub mod import;
mod pause;
mod recap;
mod saved;
mod verify;

pub use error::{ArchiveError, Kind, REPORT};
pub use fork::{Fork, fork};
pub use pause::{pause_line, set_session};
pub use recap::recap;
pub use saved::Saved;
pub use verify::{decide_again, verify};

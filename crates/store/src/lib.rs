//! The log on SQLite: one writer, group commit, a hash chain that is checked.
//!
//! A store is a directory with one database in it, one process at a time that may write to it ([`Store`]), and any
//! number that read meanwhile ([`Reader`]):
//!
//! | file | what it is |
//! |---|---|
//! | `parlor.db`, `-wal`, `-shm` | the database: every session and its lines, byte for byte |
//! | `parlor.lock` | held while a process has the store open; holds that process's id |
//! | `parlor.head` | the anchor: the last line that was acknowledged, so that a database that fell behind it is noticed |
//! | `parlor.sums` | a sum of every page, written at a clean close and removed at the next opening |
//! | `photos/` | the photos of all sessions, each in a directory named by the hash of its bytes: see [`Photos`] |
//!
//! A copy of all of it is made by [`Reader::back_up`], while it is written to, and put back by [`restore`].
//!
//! # What is promised
//!
//! - **An acknowledged record is on disk.** [`LogAnswer::Committed`] is said only after `COMMIT` came back under
//!   `synchronous = FULL`. After a failed write or sync the writer stops for good: it never says yes again.
//! - **Numbers are dense, and a number is given once.** An append says which number it expects to be and which
//!   hash it follows; anything else is a [`LogAnswer::Conflict`].
//! - **A request is done once.** The same request id again is answered with the first line.
//! - **One session's trouble is its own.** What is damaged is [`LogAnswer::Damaged`] and concerns its session;
//!   [`LogAnswer::Busy`] passes; only [`LogAnswer::Fenced`] and [`LogAnswer::InDoubt`] end the writing of all.
//! - **Damage is never served.** Whatever is read has had its numbers, its columns, its hashes and its end checked
//!   against a sealed row that was written with it. [`check`] finds every flipped bit that could change what is
//!   read; after a clean close it finds *every* flipped bit of `parlor.db`.
//! - **Reading is in nobody's way.** A [`Reader`] needs no lock of the store's, sees whole committed records, and
//!   writes to no file that is there.
//! - **A photo is never in the log**, and one that is deleted is gone: see [`Photos`].
//! - **A session that is deleted is gone**, its lines and photos with it, and [`check`] knows that it was deleted and not lost:
//!   [`Store::delete`].
//!
//! ```
//! # fn main() -> Result<(), parlor_store::StoreError> {
//! # let dir = std::env::temp_dir().join(format!("parlor-doc-{}", std::process::id()));
//! let store = parlor_store::Store::open(&dir)?;
//! assert!(store.sessions()?.is_empty());
//! # drop(store); std::fs::remove_dir_all(&dir).ok();
//! # Ok(()) }
//! ```

mod anchor;
mod append;
mod backup;
mod batch;
mod beside;
mod check;
mod error;
mod find;
mod gauge;
mod gone;
mod lock;
mod notes;
mod open;
mod photos;
mod read;
mod reader;
mod restore;
mod rights;
mod schema;
mod session;
mod snapshot;
mod sums;
mod vacuum;
mod walk;
mod writer;

pub use append::{Append, LogAnswer};
pub use check::{CheckReport, DamagedPlace, Finding, check};
pub use error::StoreError;
pub use gauge::Writing;
pub use notes::Notes;
pub use open::Store;
pub use photos::Photos;
pub use read::Listed;
pub use reader::Reader;
pub use restore::restore;
pub use rights::{Right, Rights, Scope};
pub use session::SessionRow;
pub use snapshot::Snapshot;
pub use vacuum::vacuum;

/// The database of a store.
const DATABASE_FILE: &str = "parlor.db";

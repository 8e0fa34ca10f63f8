//! What a face notes for itself: where it shows which table, and how far it has told it.
//!
//! Like the rights, the notes stand in a small database of their own beside the log: they are no part of what happened.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, params};

use crate::StoreError;
use crate::error::Doing;

/// The database.
pub(crate) const FILE: &str = "notes.db";

/// The notes of one face, each a text under a key.
pub struct Notes {
    face: &'static str,
    connection: Mutex<Connection>,
}

impl Notes {
    /// Opens those of a face in a store's directory.
    pub fn open(dir: &Path, face: &'static str) -> Result<Notes, StoreError> {
        let connection = Connection::open(dir.join(FILE)).doing("opening the notes")?;
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL;
                 PRAGMA synchronous = FULL;
                 CREATE TABLE IF NOT EXISTS note (
                     face TEXT NOT NULL,
                     key TEXT NOT NULL,
                     text TEXT NOT NULL,
                     PRIMARY KEY (face, key)
                 ) STRICT;",
            )
            .doing("opening the notes")?;
        Ok(Notes { face, connection: Mutex::new(connection) })
    }

    /// Every note, by its key.
    pub fn all(&self) -> Result<Vec<(String, String)>, StoreError> {
        let connection = self.lock();
        let mut statement = connection
            .prepare("SELECT key, text FROM note WHERE face = ? ORDER BY key")
            .doing("reading the notes")?;
        let rows = statement
            .query_map(params![self.face], |row| Ok((row.get(0)?, row.get(1)?)))
            .doing("reading the notes")?;
        rows.collect::<Result<_, _>>().doing("reading the notes")
    }

    /// Writes a note, over what stood there.
    pub fn write(&self, key: &str, text: &str) -> Result<(), StoreError> {
        let statement = "INSERT OR REPLACE INTO note (face, key, text) VALUES (?, ?, ?)";
        self.lock().execute(statement, params![self.face, key, text]).doing("writing a note").map(drop)
    }

    /// Removes a note.
    pub fn remove(&self, key: &str) -> Result<(), StoreError> {
        let statement = "DELETE FROM note WHERE face = ? AND key = ?";
        self.lock().execute(statement, params![self.face, key]).doing("removing a note").map(drop)
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

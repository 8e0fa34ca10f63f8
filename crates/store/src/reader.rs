//! The reader: everything that can be asked of a store, and nothing that changes it.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use crate::anchor::Anchor;
use crate::error::Doing;
use crate::photos::PHOTOS_DIR;
use crate::{DATABASE_FILE, StoreError, beside, schema};

/// Connections kept open for reading while nobody reads.
const CONNECTIONS_KEPT: usize = 8;

/// Reads a store and cannot write to it.
///
/// [`Reader::open`] reads beside a process that holds the store, without waiting for it, or beside nobody. Each call sees
/// one state, of whole committed records, at least as new as the call before it saw. While a call lasts, the writer goes
/// on, but cannot begin its write-ahead file anew; between two calls no file is open, so a reader that is kept is in
/// nobody's way.
///
/// It writes to no file of the store, and makes none, with two exceptions that are SQLite's, both cleared away when the
/// store is next opened and closed: a copy of `parlor.db` and `parlor.db-wal` without `parlor.db-shm` cannot be read
/// unless that is made; and an empty `parlor.db-wal` may be left if the store is closed at the very moment of a call.
///
/// A process that holds the store itself reads by way of [`Store::reader`](crate::Store::reader).
pub struct Reader {
    pub(crate) dir: PathBuf,
    pub(crate) photos: PathBuf,
    means: Means,
}

/// How a reader comes to a connection.
enum Means {
    /// This process holds the store: these are open, and nobody reads from them now.
    Held(Mutex<Vec<Connection>>),
    /// Whoever holds it: every call looks at the files anew.
    Beside,
}

impl Reader {
    /// Opens the store in a directory to read from it, whether a process holds it or not.
    pub fn open(dir: &Path) -> Result<Reader, StoreError> {
        let reader = Reader::new(dir, Means::Beside);
        reader.reading(|_| Ok(()))?;
        Ok(reader)
    }

    /// The reader of the process that holds the store.
    pub(crate) fn of_holder(dir: &Path) -> Reader {
        Reader::new(dir, Means::Held(Mutex::default()))
    }

    fn new(dir: &Path, means: Means) -> Reader {
        Reader { dir: dir.to_owned(), photos: dir.join(PHOTOS_DIR), means }
    }

    /// Closes every connection that nobody reads from.
    pub(crate) fn let_go(&self) {
        if let Means::Held(idle) = &self.means {
            idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// Reads from one state of the database, whatever is written meanwhile. Only what the last call of `read` says
    /// counts.
    pub(crate) fn reading<T>(
        &self,
        read: impl Fn(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let database = self.dir.join(DATABASE_FILE);
        match &self.means {
            Means::Held(idle) => {
                let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
                let doing = "beginning to read";
                let kept = idle().pop();
                let connection = match kept {
                    Some(connection) => connection,
                    None => schema::open_to_read(&database).doing(doing)?,
                };
                let transaction = connection.unchecked_transaction().doing(doing)?;
                let result = read(&transaction);
                transaction.finish().doing("ending to read")?;
                let mut idle = idle();
                if idle.len() < CONNECTIONS_KEPT {
                    idle.push(connection);
                }
                result
            }
            Means::Beside => beside::look(&self.dir, |connection, anchor| {
                if schema::known_layout(connection, &database)? == 0 {
                    return Err(anchor.without_records(&self.dir));
                }
                Anchor::hold(anchor, connection, &self.dir)?;
                read(connection)
            }),
        }
    }
}

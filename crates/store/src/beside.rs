//! Reading a store beside whoever holds it: a process that is writing, or nobody.
//!
//! It takes no lock of the store's and writes to none of its files. How they are read depends on what is there:
//!
//! | the write-ahead file | how it is read |
//! |---|---|
//! | is missing or empty: the store is at rest | The database alone, as one that never changes (`immutable`): SQLite takes no lock and makes no file. If something did change meanwhile, what was read is dropped, and read again. |
//! | holds records, and has its index: a process writes, or died | By SQLite's rules for a second process in WAL mode: one state (snapshot isolation), while the writer goes on. The index is only read, too. |
//! | holds records, and has no index: the files were copied | The same, but SQLite has to make the index: `parlor.db-shm`. |
//!
//! # What the anchor means here
//!
//! The writer commits, then writes the anchor, then tells its caller. A reader looks in the opposite order: first at
//! the anchor, then at the database. So the state that it reads has everything that the anchor names, however many
//! commits come in between; one that has not has lost records, and is refused. An anchor that is just being written may
//! be torn: then its sum is wrong and it is passed over, like one that was torn by a power cut.
//!
//! # What "nothing changed meanwhile" means
//!
//! A process that opens the store writes a new epoch into the anchor before it copies anything into the database, and
//! from then on its write-ahead file holds records until all of them are copied. So if the write-ahead file is empty
//! before and after, and the anchor is the same, the database was not written to. Its length and time are compared as
//! well, for the sake of programs that are not parlor.

use std::io;
use std::path::Path;
use std::sync::{PoisonError, RwLock};
use std::time::SystemTime;

use rusqlite::{Connection, ErrorCode};

use crate::anchor::{Anchor, Found};
use crate::error::{Doing, DoingTo};
use crate::{DATABASE_FILE, StoreError, schema};

/// Tries before SQLite is let use its own means, which may leave an empty `parlor.db-wal` and its index behind. One is
/// enough unless somebody opens or closes the store at that very moment.
const TRIES: u32 = 8;

/// SQLite opens the index once for all connections of a process: as long as it is open only to be read, a store that this
/// process opens could not write. So this is locked to read by those who read like that, and to write by who opens.
pub(crate) static INDEX: RwLock<()> = RwLock::new(());

/// How the files of a store stand.
#[derive(PartialEq)]
struct Stand {
    anchor: Found,
    wal_bytes: u64,
    /// The length of the database and when it was last written to; nothing if it is not there.
    database: Option<(u64, Option<SystemTime>)>,
}

impl Stand {
    /// The anchor first: whatever is looked at later is at least as new.
    fn of(dir: &Path) -> Result<Stand, StoreError> {
        let anchor = Anchor::read(dir)?;
        let wal_bytes = metadata(dir, "-wal")?.map_or(0, |wal| wal.len());
        let database = metadata(dir, "")?.map(|database| (database.len(), database.modified().ok()));
        Ok(Stand { anchor, wal_bytes, database })
    }
}

/// What is known of the database, or of the file of this ending beside it; nothing if it is not there. The database must
/// not be opened to learn it: closing it again would give up the locks that SQLite holds on it for this process.
fn metadata(dir: &Path, ending: &str) -> Result<Option<std::fs::Metadata>, StoreError> {
    let path = dir.join(format!("{DATABASE_FILE}{ending}"));
    match std::fs::metadata(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.doing_to("read", &path).map(Some),
    }
}

/// Reads from one state of a store's database, and says which anchor that state must have. `read` is called again, on
/// another state, if the store was opened or closed meanwhile: only what the last call said counts.
pub(crate) fn look<T>(
    dir: &Path,
    mut read: impl FnMut(&Connection, Found) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let path = dir.join(DATABASE_FILE);
    for _ in 0..TRIES {
        let stand = Stand::of(dir)?;
        if stand.database.is_none() {
            return Err(stand.anchor.without_records(dir));
        }
        let at_rest = stand.wal_bytes == 0;
        let said = if at_rest {
            once(schema::open_to_read_by(&path, "immutable=1"), stand.anchor, &mut read)
        } else if metadata(dir, "-shm")?.is_some() {
            let _index = INDEX.read().unwrap_or_else(PoisonError::into_inner);
            once(schema::open_to_read_by(&path, "readonly_shm=1"), stand.anchor, &mut read)
        } else {
            once(schema::open_to_read(&path), stand.anchor, &mut read)
        };
        let counts = if at_rest { Stand::of(dir)? == stand } else { !is_passing(&said) };
        if counts {
            return said;
        }
    }
    once(schema::open_to_read(&path), Anchor::read(dir)?, &mut read)
}

fn once<T>(
    opened: rusqlite::Result<Connection>,
    anchor: Found,
    read: &mut impl FnMut(&Connection, Found) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let connection = opened.doing("opening it")?;
    let transaction = connection.unchecked_transaction().doing("beginning to read")?;
    read(&transaction, anchor)
}

/// Did it fail because of what is over by now? The writer closed the store and removed the index, or it was just
/// writing the index, which a reader that only reads takes for one that needs to be mended.
fn is_passing<T>(said: &Result<T, StoreError>) -> bool {
    let Err(StoreError::Database { source, .. }) = said else { return false };
    matches!(source.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    /// Opens the store and closes it during the first of several looks, which each read the epoch. Says how many looks
    /// there were, and what the last one saw.
    fn look_while_it_is_opened(dir: &Path, openings: u32) -> (u32, u64) {
        let mut looks = 0;
        let epoch = look(dir, |connection, anchor| {
            looks += 1;
            assert!(matches!(anchor, Found::Anchor(_)));
            let epoch = schema::read_epoch(connection)?;
            if looks <= openings {
                drop(Store::open(dir)?);
            }
            Ok(epoch)
        });
        (looks, epoch.unwrap())
    }

    #[test]
    fn what_changed_while_it_was_read_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        drop(Store::open(dir.path()).unwrap());
        assert_eq!(look_while_it_is_opened(dir.path(), 0), (1, 1));
        assert_eq!(look_while_it_is_opened(dir.path(), 1), (2, 2));
        assert_eq!(look_while_it_is_opened(dir.path(), 3), (4, 5));
        // In the end SQLite's own locks see to it.
        assert_eq!(look_while_it_is_opened(dir.path(), TRIES), (TRIES + 1, 5 + u64::from(TRIES)));
    }

    #[test]
    fn a_store_that_was_opened_while_it_was_read_is_read_as_one_that_is_held() {
        let dir = tempfile::tempdir().unwrap();
        drop(Store::open(dir.path()).unwrap());
        let mut held = None;
        let epoch = look(dir.path(), |connection, _| {
            let epoch = schema::read_epoch(connection)?;
            if held.is_none() {
                held = Some(Store::open(dir.path())?);
            }
            Ok(epoch)
        });
        assert_eq!(epoch.unwrap(), 2);
    }
}

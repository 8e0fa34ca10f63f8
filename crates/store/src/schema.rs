//! The layout of the database, how it grows from version to version, and whose file it is.

use std::path::Path;
use std::time::Duration;

use engine::Hash;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::StoreError;
use crate::error::Doing;

/// "parl" in the header of the file: whose database this is.
pub(crate) const APPLICATION_ID: i64 = 0x7061_726c;

/// One step of the layout each; a database is at version n when the first n were applied. A step that was
/// released is never edited: add another.
pub(crate) const MIGRATIONS: &[&str] = &[
    // `log` is in the order of appending, so that a commit touches the last page of the table and few pages of
    // the indexes. Sessions are named by a small number there: an id would be repeated in every row and index.
    // Request ids grow with time if the asker has any sense (UUIDv7), so those of all sessions that are busy now
    // share a page when the id comes first in its index. A position is given once, and missed only by what was deleted.
    "
    CREATE TABLE store (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        epoch INTEGER NOT NULL,
        seal BLOB NOT NULL
    ) STRICT;
    CREATE TABLE session (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        machine TEXT NOT NULL,
        title TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        seed INTEGER,
        parent TEXT,
        parent_number INTEGER,
        records INTEGER NOT NULL,
        head BLOB NOT NULL,
        ended INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        seal BLOB NOT NULL
    ) STRICT;
    CREATE TABLE log (
        position INTEGER PRIMARY KEY,
        session INTEGER NOT NULL,
        number INTEGER NOT NULL,
        request TEXT,
        body TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX log_number ON log (session, number);
    CREATE UNIQUE INDEX log_request ON log (request, session) WHERE request IS NOT NULL;
    CREATE TABLE snapshot (
        session INTEGER PRIMARY KEY,
        number INTEGER NOT NULL,
        engine TEXT NOT NULL,
        head BLOB NOT NULL,
        seal BLOB NOT NULL,
        body BLOB NOT NULL
    ) STRICT;
    ",
    // Since this layout `ended` says more than whether a session has: see `Course`. A start looks for those that are
    // awake, however many there are that sleep.
    "CREATE INDEX session_awake ON session (key) WHERE ended = 0;",
    // Since this layout a session has several snapshots, so that a part of a long log is read without what was before it.
    // Those of before are dropped: they are a cache.
    "
    DROP TABLE snapshot;
    CREATE TABLE snapshot (
        session INTEGER NOT NULL,
        number INTEGER NOT NULL,
        engine TEXT NOT NULL,
        head BLOB NOT NULL,
        seal BLOB NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (session, number)
    ) STRICT;
    ",
    // Since this layout a session can be deleted: a row with a number below 0 is the stone of one. See `gone`.
    "CREATE INDEX log_gone ON log (number) WHERE number < 0;",
];

/// The layout that this program writes.
pub(crate) const LAYOUT: i64 = MIGRATIONS.len() as i64;

/// How long to wait for a reader in another process (`store check`) to let go.
pub(crate) const BUSY: Duration = Duration::from_secs(5);

/// The write-ahead file is cut back to this after it grew beyond: bytes. Not to less, because a file that is
/// overwritten in place syncs faster than one that grows.
const WAL_KEPT_BYTES: i64 = 16 * 1024 * 1024;

/// Opens the database to read from it only. Nothing in the database file is changed, whatever it is.
pub(crate) fn open_to_read(path: &Path) -> rusqlite::Result<Connection> {
    only_read(Connection::open_with_flags(path, READ_ONLY)?)
}

/// The same by way of a URI, which can say how: for what there is no flag.
pub(crate) fn open_to_read_by(path: &Path, how: &str) -> rusqlite::Result<Connection> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut uri = "file://".to_owned();
    if cfg!(windows) {
        uri.push('/');
    }
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b'-' | b'.' | b'_' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => uri.push(char::from(byte)),
            // Also the colon of a drive: it is decoded before it is looked at.
            _ => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri.push('?');
    uri.push_str(how);
    only_read(Connection::open_with_flags(uri, READ_ONLY | OpenFlags::SQLITE_OPEN_URI)?)
}

const READ_ONLY: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

fn only_read(connection: Connection) -> rusqlite::Result<Connection> {
    guard(&connection)?;
    connection.pragma_update(None, "query_only", true)?;
    // Whoever closes last would copy the write-ahead file into the database: that is for the writer to do.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(connection)
}

/// Opens the database to write to it, durably.
pub(crate) fn open_to_write(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    guard(&connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "journal_size_limit", WAL_KEPT_BYTES)?;
    // What is deleted is overwritten, and not only given up.
    connection.pragma_update(None, "secure_delete", true)?;
    Ok(connection)
}

fn guard(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY)?;
    // Notice broken cells when a page is read, and run nothing that a tampered schema could smuggle in.
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(())
}

/// What a file turned out to be.
pub(crate) enum Kind {
    /// Nothing in it yet.
    Empty,
    /// A parlor store of this layout.
    Parlor(i64),
    /// Something else.
    Foreign,
}

/// Says what the database is, without changing it.
pub(crate) fn kind(connection: &Connection) -> rusqlite::Result<Kind> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let read = || -> rusqlite::Result<(i64, i64, i64)> {
        let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        Ok((pragma("application_id")?, pragma("user_version")?, tables))
    };
    match read() {
        Ok((APPLICATION_ID, layout, _)) if layout > 0 => Ok(Kind::Parlor(layout)),
        // A process that died while it created the store leaves a database with nothing in it.
        Ok((0, 0, 0)) => Ok(Kind::Empty),
        Ok(_) => Ok(Kind::Foreign),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) => {
            Ok(Kind::Foreign)
        }
        Err(error) => Err(error),
    }
}

/// The layout of the database, 0 if there is nothing in it. Refuses one that this program cannot read.
pub(crate) fn known_layout(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    match kind(connection).doing("reading what the file is")? {
        Kind::Empty => Ok(0),
        Kind::Parlor(found) if found > LAYOUT => {
            Err(StoreError::Newer { path: path.to_owned(), found, known: LAYOUT })
        }
        Kind::Parlor(layout) => Ok(layout),
        Kind::Foreign => Err(StoreError::Foreign { path: path.to_owned() }),
    }
}

/// Brings the database to the layout of this program, each step all or nothing.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let from = known_layout(connection, path)?;
    for (step, sql) in (1..).zip(MIGRATIONS).skip(from as usize) {
        let doing = "changing its layout";
        let transaction =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).doing(doing)?;
        transaction.execute_batch(sql).doing(doing)?;
        if step == 1 {
            transaction.pragma_update(None, "application_id", APPLICATION_ID).doing(doing)?;
            write_epoch(&transaction, 0).doing(doing)?;
        }
        transaction.pragma_update(None, "user_version", step).doing(doing)?;
        transaction.commit().doing(doing)?;
    }
    Ok(())
}

/// The epoch: how often the store was opened to write. A writer that finds another number than its own has
/// been replaced, and must not write.
pub(crate) fn read_epoch(connection: &Connection) -> Result<u64, StoreError> {
    let damaged =
        |why: &str| StoreError::DamagedEntry { id: "(the store itself)".to_owned(), why: why.to_owned() };
    let mut statement =
        connection.prepare_cached("SELECT epoch, seal FROM store WHERE id = 1").doing("reading the epoch")?;
    let read = statement.query_row([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, [u8; 32]>(1)?)));
    match read {
        Ok((epoch, seal)) if epoch_seal(epoch).0 == seal => Ok(epoch as u64),
        Ok(_) => Err(damaged("its epoch was changed after it was written")),
        Err(rusqlite::Error::QueryReturnedNoRows) => Err(damaged("its epoch is missing")),
        Err(error) => Err(error).doing("reading the epoch"),
    }
}

/// Makes this the epoch.
pub(crate) fn write_epoch(connection: &Connection, epoch: u64) -> rusqlite::Result<()> {
    let epoch = epoch as i64;
    let sql = "INSERT INTO store (id, epoch, seal) VALUES (1, ?1, ?2)
               ON CONFLICT (id) DO UPDATE SET epoch = ?1, seal = ?2";
    connection.execute(sql, rusqlite::params![epoch, epoch_seal(epoch).0]).map(drop)
}

fn epoch_seal(epoch: i64) -> Hash {
    Hash::of(format!("parlor.epoch.v1:{epoch}").as_bytes())
}

/// The last position of the log and the hash of its line; nothing for an empty log.
pub(crate) fn last_line(connection: &Connection) -> rusqlite::Result<Option<(u64, String)>> {
    line_at(connection, "SELECT position, body FROM log ORDER BY position DESC LIMIT 1", [])
}

/// The line at a position.
pub(crate) fn line_at_position(
    connection: &Connection,
    position: u64,
) -> rusqlite::Result<Option<(u64, String)>> {
    line_at(connection, "SELECT position, body FROM log WHERE position = ?1", [position as i64])
}

fn line_at<P: rusqlite::Params>(
    connection: &Connection,
    sql: &str,
    params: P,
) -> rusqlite::Result<Option<(u64, String)>> {
    use rusqlite::OptionalExtension;
    connection.query_row(sql, params, |row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?))).optional()
}

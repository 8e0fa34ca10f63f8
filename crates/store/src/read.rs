//! Reading: whatever comes out has been checked against its hashes and against the session's sealed row.

use engine::{Damage, Hash, Line, SessionId};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::append::{check_bytes, check_text};
use crate::error::Doing;
use crate::session::{ENTRY_COLUMNS, SessionEntry};
use crate::{Reader, SessionRow, Snapshot, Store, StoreError, photos};

/// The sessions of a store.
#[derive(Debug, Default)]
pub struct Listed {
    /// Those whose entries are sound.
    pub rows: Vec<SessionRow>,
    /// What is wrong with each of the others.
    pub damaged: Vec<StoreError>,
}

impl Reader {
    /// The lines of a session from a number on, each checked: its number, its request id, its hash, that it
    /// follows the one before it, and that the last is the one that was last acknowledged.
    pub fn read(&self, session: &SessionId, from: u64) -> Result<Vec<Line>, StoreError> {
        self.reading(|connection| {
            let mut lines = Vec::new();
            read_lines(connection, &entry(connection, session)?, from, None, &mut lines)?;
            Ok(lines)
        })
    }

    /// So many lines of a session from a number on, or as many as there are, each checked in the same way.
    pub fn read_some(&self, session: &SessionId, from: u64, many: u64) -> Result<Vec<Line>, StoreError> {
        self.reading(|connection| {
            let mut lines = Vec::new();
            read_lines(connection, &entry(connection, session)?, from, Some(many), &mut lines)?;
            Ok(lines)
        })
    }

    /// All lines of a session as far as they are sound, and what is wrong with the one after them, if something is.
    pub fn read_sound(&self, session: &SessionId) -> Result<(Vec<Line>, Option<StoreError>), StoreError> {
        self.reading(|connection| {
            let mut lines = Vec::new();
            match read_lines(connection, &entry(connection, session)?, 0, None, &mut lines) {
                Ok(()) => Ok((lines, None)),
                Err(damage @ (StoreError::Damaged { .. } | StoreError::DamagedEntry { .. })) => {
                    Ok((lines, Some(damage)))
                }
                Err(other) => Err(other),
            }
        })
    }

    /// A session as it stands.
    pub fn session(&self, session: &SessionId) -> Result<SessionRow, StoreError> {
        self.reading(|connection| Ok(entry(connection, session)?.row))
    }

    /// All sessions, the newest first. One damaged entry fails the list: it is never shortened in silence.
    pub fn sessions(&self) -> Result<Vec<SessionRow>, StoreError> {
        let Listed { rows, damaged } = self.listed()?;
        damaged.into_iter().next().map_or(Ok(rows), Err)
    }

    /// All sessions whose entries are sound, the newest first, and what is wrong with each of the others.
    pub fn listed(&self) -> Result<Listed, StoreError> {
        let doing = "listing the sessions";
        self.reading(|connection| {
            let sql = format!("SELECT {ENTRY_COLUMNS} FROM session ORDER BY created_at DESC, key DESC");
            let mut select = connection.prepare_cached(&sql).doing(doing)?;
            let mut rows = select.query([]).doing(doing)?;
            let mut listed = Listed::default();
            while let Some(row) = rows.next().doing(doing)? {
                match SessionEntry::from_row(row) {
                    Ok(entry) => listed.rows.push(entry.row),
                    Err(damage) => listed.damaged.push(damage),
                }
            }
            Ok(listed)
        })
    }

    /// The sessions that neither sleep nor have ended, the newest first. One whose entry is damaged is among them as far
    /// as it says so: what is wrong with it is said where it is looked at.
    pub fn awake(&self) -> Result<Vec<SessionId>, StoreError> {
        let doing = "looking for the sessions that are awake";
        let ids: Vec<String> = self.reading(|connection| {
            let sql = "SELECT id FROM session WHERE ended = 0 ORDER BY key DESC";
            let mut select = connection.prepare_cached(sql).doing(doing)?;
            let ids = select.query_map([], |row| row.get(0)).doing(doing)?;
            ids.collect::<rusqlite::Result<_>>().doing(doing)
        })?;
        Ok(ids.into_iter().filter_map(|id| SessionId::try_from(id).ok()).collect())
    }

    /// The line that a request led to, if it did: how a caller settles an [`LogAnswer::InDoubt`](crate::LogAnswer).
    pub fn find_request(&self, session: &SessionId, request: &str) -> Result<Option<Line>, StoreError> {
        self.reading(|connection| {
            let entry = entry(connection, session)?;
            line_of_request(connection, session, entry.key, request)
        })
    }

    /// The newest snapshot of a session that is of a record up to this one; nothing if there is none or if it is damaged.
    pub fn snapshot(&self, session: &SessionId, upto: u64) -> Result<Option<Snapshot>, StoreError> {
        self.reading(|connection| {
            let entry = entry(connection, session)?;
            Snapshot::load(connection, entry.key, upto).doing("reading a snapshot")
        })
    }

    /// The photos that a session refers to, in the order of their names.
    pub fn photos_of(&self, session: &SessionId) -> Result<Vec<Hash>, StoreError> {
        photos::of(&self.photos, session)
    }

    /// A photo of a session, checked against its name; nothing if that session does not refer to it.
    pub fn photo(&self, session: &SessionId, hash: Hash) -> Result<Option<Vec<u8>>, StoreError> {
        photos::read(&self.photos, session, hash)
    }
}

/// What its [`reader`](Store::reader) says.
impl Store {
    /// See [`Reader::read`].
    pub fn read(&self, session: &SessionId, from: u64) -> Result<Vec<Line>, StoreError> {
        self.reader().read(session, from)
    }

    /// See [`Reader::read_some`].
    pub fn read_some(&self, session: &SessionId, from: u64, many: u64) -> Result<Vec<Line>, StoreError> {
        self.reader().read_some(session, from, many)
    }

    /// See [`Reader::read_sound`].
    pub fn read_sound(&self, session: &SessionId) -> Result<(Vec<Line>, Option<StoreError>), StoreError> {
        self.reader().read_sound(session)
    }

    /// See [`Reader::session`].
    pub fn session(&self, session: &SessionId) -> Result<SessionRow, StoreError> {
        self.reader().session(session)
    }

    /// See [`Reader::sessions`].
    pub fn sessions(&self) -> Result<Vec<SessionRow>, StoreError> {
        self.reader().sessions()
    }

    /// See [`Reader::listed`].
    pub fn listed(&self) -> Result<Listed, StoreError> {
        self.reader().listed()
    }

    /// See [`Reader::awake`].
    pub fn awake(&self) -> Result<Vec<SessionId>, StoreError> {
        self.reader().awake()
    }

    /// See [`Reader::find`].
    pub fn find(&self, prefix: &str) -> Result<SessionId, StoreError> {
        self.reader().find(prefix)
    }

    /// See [`Reader::find_request`].
    pub fn find_request(&self, session: &SessionId, request: &str) -> Result<Option<Line>, StoreError> {
        self.reader().find_request(session, request)
    }

    /// See [`Reader::snapshot`].
    pub fn snapshot(&self, session: &SessionId, upto: u64) -> Result<Option<Snapshot>, StoreError> {
        self.reader().snapshot(session, upto)
    }
}

/// The row of a session, checked against its seal.
pub(crate) fn entry(connection: &Connection, id: &SessionId) -> Result<SessionEntry, StoreError> {
    let doing = "looking for a session";
    let sql = format!("SELECT {ENTRY_COLUMNS} FROM session WHERE id = ?1");
    let mut select = connection.prepare_cached(&sql).doing(doing)?;
    let mut rows = select.query([id.as_str()]).doing(doing)?;
    match rows.next().doing(doing)? {
        Some(row) => SessionEntry::from_row(row),
        None => Err(StoreError::NoSession { id: id.clone() }),
    }
}

/// The line of a request id, checked by itself.
pub(crate) fn line_of_request(
    connection: &Connection,
    id: &SessionId,
    key: i64,
    request: &str,
) -> Result<Option<Line>, StoreError> {
    let doing = "looking for a request";
    let row = connection
        .prepare_cached("SELECT number, request, body FROM log WHERE session = ?1 AND request = ?2")
        .and_then(|mut select| {
            select.query_row(params![key, request], |row| Ok(LogRow::from_row(row))).optional()
        })
        .doing(doing)?;
    let Some(row) = row else { return Ok(None) };
    let checked = row.and_then(|row| {
        let (stamp, hash) = check_bytes(&row.body, row.number)?;
        row.line(stamp.request, hash)
    });
    checked.map(Some).map_err(|damage| StoreError::Damaged { id: id.clone(), damage })
}

fn read_lines(
    connection: &Connection,
    entry: &SessionEntry,
    from: u64,
    many: Option<u64>,
    lines: &mut Vec<Line>,
) -> Result<(), StoreError> {
    let id = &entry.row.meta.id;
    let records = entry.row.records;
    let end = many.map_or(records, |many| from.saturating_add(many).min(records));
    let damaged = |damage: Damage| StoreError::Damaged { id: id.clone(), damage };
    let doing = "reading a log";
    if from >= records {
        return Ok(());
    }
    let mut select = connection
        .prepare_cached(
            "SELECT number, request, body FROM log WHERE session = ?1 AND number >= ?2 ORDER BY number",
        )
        .doing(doing)?;
    // The one before the first is read for its hash, to see that the first follows it.
    let mut rows = select.query(params![entry.key, from.saturating_sub(1) as i64]).doing(doing)?;
    lines.reserve((end - from) as usize);
    let mut prev = Hash::ZERO;
    let mut number = from.saturating_sub(1);
    while number < end || end == records {
        let Some(row) = rows.next().doing(doing)? else { break };
        let row = LogRow::from_row(row).map_err(damaged)?;
        if row.number != number {
            return Err(damaged(Damage::Misnumbered { expected: number, found: row.number }));
        }
        if number < from {
            prev = check_bytes(&row.body, number).map_err(damaged)?.1;
        } else {
            let (stamp, hash) = check_text(&row.body, number, prev).map_err(damaged)?;
            prev = hash;
            lines.push(row.line(stamp.request, hash).map_err(damaged)?);
        }
        number += 1;
    }
    if number != end || (end == records && prev != entry.row.head) {
        return Err(StoreError::DamagedEntry {
            id: id.to_string(),
            why: format!("it has {records} records, and its log ends before record {number} or differently"),
        });
    }
    Ok(())
}

/// A row of the log.
struct LogRow {
    number: u64,
    request: Option<String>,
    body: String,
}

impl LogRow {
    fn from_row(row: &Row<'_>) -> Result<LogRow, Damage> {
        let number = row.get::<_, i64>(0).unwrap_or(-1) as u64;
        let unreadable = |error: rusqlite::Error| Damage::Unreadable { number, why: error.to_string() };
        Ok(LogRow { number, request: row.get(1).map_err(unreadable)?, body: row.get(2).map_err(unreadable)? })
    }

    /// The line, if the columns say what the body says.
    fn line(self, request: Option<String>, hash: Hash) -> Result<Line, Damage> {
        if self.request != request {
            return Err(Damage::Changed { number: self.number });
        }
        Ok(Line { number: self.number, request, hash, text: self.body })
    }
}

//! One batch: what happens between `BEGIN` and `COMMIT`.
//!
//! Nothing here talks to a caller. An answer is only worked out; it is told after the commit.

use std::collections::HashMap;

use engine::{Hash, Line, SessionId, SessionMeta};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use crate::append::{check_bytes, hash_of_text};
use crate::error::Doing;
use crate::gone::{self, Stone};
use crate::read;
use crate::session::{Course, RowState, SessionEntry, blob, digest};
use crate::writer::Outcome;
use crate::{Append, LogAnswer, SessionRow, Snapshot, StoreError};

/// Sessions whose heads are remembered. Beyond that all are forgotten: each costs one look to learn again.
const HEADS_MAX: usize = 65_536;

/// What the writer remembers of a session, so that an append needs no look at the database.
#[derive(Clone, Copy)]
struct Head {
    key: i64,
    meta: Hash,
    standing: RowState,
}

/// The heads of the sessions that were written to lately. Right only as long as every transaction commits: after
/// one that did not, the writer has stopped.
#[derive(Default)]
pub(crate) struct Heads {
    known: HashMap<SessionId, Head>,
}

/// A transaction that is being filled.
pub(crate) struct Batch<'a> {
    connection: &'a Connection,
    heads: &'a mut Heads,
    /// The position and the hash of the last line that was written.
    pub(crate) last: Option<(u64, Hash)>,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(connection: &'a Connection, heads: &'a mut Heads) -> Batch<'a> {
        if heads.known.len() > HEADS_MAX {
            heads.known.clear();
        }
        Batch { connection, heads, last: None }
    }

    /// Writes one record, if it is the next. An error means that the database failed and the batch is lost.
    pub(crate) fn append(&mut self, append: &Append) -> Result<LogAnswer, StoreError> {
        let head = match self.head(&append.session) {
            Ok(head) => head,
            Err(StoreError::NoSession { .. }) => {
                return Ok(LogAnswer::Conflict { records: 0, head: Hash::ZERO });
            }
            Err(error @ (StoreError::Damaged { .. } | StoreError::DamagedEntry { .. })) => {
                return Ok(LogAnswer::Damaged { why: error.to_string() });
            }
            Err(error) => return Err(error),
        };
        let RowState { records, head: hash, .. } = head.standing;
        if append.line.number != records || append.prev != hash {
            return self.conflict(append, &head);
        }
        match self.insert(head.key, &append.line) {
            Ok(()) => {}
            // The number is free, so it is the request id that stands in the log already.
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return self.conflict(append, &head);
            }
            Err(error) => return Err(error).doing("writing a record"),
        }
        let standing = RowState {
            records: records + 1,
            head: append.line.hash,
            course: Course::of(append.ended),
            updated_at: append.at,
        };
        self.stand(&append.session, head, standing)?;
        Ok(LogAnswer::Committed { number: records, head: append.line.hash })
    }

    /// Notes that a session sleeps, if it still ends with this record and has not ended.
    pub(crate) fn sleep(&mut self, id: &SessionId, records: u64) -> Result<Outcome, StoreError> {
        match self.head(id) {
            Ok(head) => {
                let RowState { records: there, head: hash, course, .. } = head.standing;
                if there == records && course == Course::Awake {
                    self.stand(id, head, RowState { course: Course::Asleep, ..head.standing })?;
                }
                Ok(Ok(LogAnswer::Committed { number: there.saturating_sub(1), head: hash }))
            }
            Err(error @ StoreError::Database { .. }) => Err(error),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Deletes a session but for its lines, which [`clear`](Batch::clear) sees to.
    pub(crate) fn delete(&mut self, id: &SessionId) -> Result<Outcome, StoreError> {
        let entry = match read::entry(self.connection, id) {
            Ok(entry) => entry,
            Err(error @ StoreError::Database { .. }) => return Err(error),
            Err(error) => return Ok(Err(error)),
        };
        self.last = Some(Stone::set(self.connection, entry.key).doing("deleting a session")?);
        self.heads.known.remove(id);
        let SessionRow { records, head, .. } = entry.row;
        Ok(Ok(LogAnswer::Committed { number: records.saturating_sub(1), head }))
    }

    /// Clears away some of what was deleted.
    pub(crate) fn clear(&mut self) -> Result<Outcome, StoreError> {
        gone::clear(self.connection).doing("clearing away what was deleted")?;
        Ok(Ok(LogAnswer::Committed { number: 0, head: Hash::ZERO }))
    }

    /// Writes how a session stands now.
    fn stand(&mut self, id: &SessionId, before: Head, standing: RowState) -> Result<(), StoreError> {
        let doing = "writing how a session stands";
        let seal = standing.seal(before.meta);
        if standing.course != before.standing.course {
            // Apart: most records change nothing about it, and need not touch the index of those that are awake.
            self.connection
                .prepare_cached("UPDATE session SET ended = ?2 WHERE key = ?1")
                .and_then(|mut update| update.execute(params![before.key, standing.course]))
                .doing(doing)?;
        }
        self.connection
            .prepare_cached(
                "UPDATE session SET records = ?2, head = ?3, updated_at = ?4, seal = ?5 WHERE key = ?1",
            )
            .and_then(|mut update| {
                update.execute(params![
                    before.key,
                    standing.records as i64,
                    blob(&standing.head),
                    standing.updated_at,
                    blob(&seal),
                ])
            })
            .doing(doing)?;
        self.heads.known.insert(id.clone(), Head { standing, ..before });
        Ok(())
    }

    /// Writes a whole new session.
    pub(crate) fn create(
        &mut self,
        meta: &SessionMeta,
        lines: &[Line],
        ended: bool,
        updated_at: i64,
    ) -> Result<Outcome, StoreError> {
        let taken = self
            .connection
            .query_row("SELECT 1 FROM session WHERE id = ?1", [meta.id.as_str()], |_| Ok(()))
            .optional()
            .doing("looking for a session")?;
        let (Some(last), None) = (lines.last(), taken) else {
            return Ok(Err(StoreError::Exists { id: meta.id.clone() }));
        };
        let course = Course::of(ended);
        let standing = RowState { records: lines.len() as u64, head: last.hash, course, updated_at };
        let digest = digest(meta);
        let doing = "writing a new session";
        self.connection
            .execute(
                // Never the key of one that was deleted: its stone has it.
                "INSERT INTO session (key, id, machine, title, created_at, seed, parent, parent_number,
                                      records, head, ended, updated_at, seal)
                 VALUES ((SELECT coalesce(max(session), 0) + 1 FROM log),
                         ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                params![
                    meta.id.as_str(),
                    meta.machine,
                    meta.title,
                    meta.created_at,
                    meta.seed.map(|seed| seed.0 as i64),
                    meta.parent.as_ref().map(|parent| parent.0.as_str()),
                    meta.parent.as_ref().map(|parent| parent.1 as i64),
                    standing.records as i64,
                    blob(&standing.head),
                    course,
                    updated_at,
                    blob(&standing.seal(digest)),
                ],
            )
            .doing(doing)?;
        let key = self.connection.last_insert_rowid();
        for line in lines {
            self.insert(key, line).doing(doing)?;
        }
        self.heads.known.insert(meta.id.clone(), Head { key, meta: digest, standing });
        Ok(Ok(LogAnswer::Committed { number: last.number, head: last.hash }))
    }

    /// Keeps a snapshot, and thins those before it out.
    pub(crate) fn save_snapshot(
        &mut self,
        id: &SessionId,
        snapshot: &Snapshot,
    ) -> Result<Outcome, StoreError> {
        match self.head(id) {
            Ok(head) => {
                snapshot.save(self.connection, head.key).doing("writing a snapshot")?;
                Ok(Ok(LogAnswer::Committed { number: snapshot.number, head: snapshot.head }))
            }
            Err(error @ StoreError::Database { .. }) => Err(error),
            Err(error) => Ok(Err(error)),
        }
    }

    fn insert(&mut self, key: i64, line: &Line) -> rusqlite::Result<()> {
        let mut insert = self
            .connection
            .prepare_cached("INSERT INTO log (session, number, request, body) VALUES (?1, ?2, ?3, ?4)")?;
        insert.execute(params![key, line.number as i64, line.request, line.text])?;
        self.last = Some((self.connection.last_insert_rowid() as u64, line.hash));
        Ok(())
    }

    /// The head of a session, remembered or looked up. What is looked up is checked: never write behind damage.
    fn head(&mut self, id: &SessionId) -> Result<Head, StoreError> {
        if let Some(head) = self.heads.known.get(id) {
            return Ok(*head);
        }
        let entry = read::entry(self.connection, id)?;
        check_tail(self.connection, &entry)?;
        let head = Head { key: entry.key, meta: digest(&entry.row.meta), standing: entry.standing() };
        self.heads.known.insert(id.clone(), head);
        Ok(head)
    }

    fn conflict(&self, append: &Append, head: &Head) -> Result<LogAnswer, StoreError> {
        if let Some(request) = &append.line.request {
            match read::line_of_request(self.connection, &append.session, head.key, request) {
                Ok(Some(line)) => return Ok(LogAnswer::Duplicate { line }),
                Ok(None) => {}
                Err(error @ StoreError::Damaged { .. }) => {
                    return Ok(LogAnswer::Damaged { why: error.to_string() });
                }
                Err(error) => return Err(error),
            }
        }
        let RowState { records, head, .. } = head.standing;
        if append.line.number == records && append.prev == head {
            let why = format!(
                "session {} is damaged: record {records} is there, and should not be",
                append.session
            );
            return Ok(LogAnswer::Damaged { why });
        }
        Ok(LogAnswer::Conflict { records, head })
    }
}

/// Checks that the log of a session ends where its row says.
fn check_tail(connection: &Connection, entry: &SessionEntry) -> Result<(), StoreError> {
    let last = connection
        .prepare_cached("SELECT number, body FROM log WHERE session = ?1 ORDER BY number DESC LIMIT 1")
        .and_then(|mut select| {
            select
                .query_row([entry.key], |row| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, String>(1)?)))
                .optional()
        })
        .doing("reading the end of a log")?;
    let whole = match &last {
        Some((number, body)) => {
            *number + 1 == entry.row.records
                && hash_of_text(body) == Some(entry.row.head)
                && check_bytes(body, *number).is_ok()
        }
        None => entry.row.records == 0,
    };
    if whole {
        return Ok(());
    }
    Err(StoreError::DamagedEntry {
        id: entry.row.meta.id.to_string(),
        why: "its log does not end where it says".to_owned(),
    })
}

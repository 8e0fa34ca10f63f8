//! Sessions: what is known of them, and the sealed row that keeps it.

use engine::{Hash, Seed, SessionId, SessionMeta};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{Row, ToSql};

use crate::StoreError;

/// A session as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// What it was created with.
    pub meta: SessionMeta,
    /// How many records its log has.
    pub records: u64,
    /// The hash of the last one.
    pub head: Hash,
    /// Has the activity ended?
    pub ended: bool,
    /// When the last record was accepted: milliseconds of UTC since 1970.
    pub updated_at: i64,
}

/// The part of a session's row that moves with its log. Sealed together with the rest by a hash, because a
/// flipped bit in a title or a seed is in no record's hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowState {
    pub(crate) records: u64,
    pub(crate) head: Hash,
    pub(crate) course: Course,
    pub(crate) updated_at: i64,
}

/// How a session goes on, as one byte of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// It may do something by itself: a start goes on with it. So is one of which nothing else is known.
    Awake,
    /// The activity has ended.
    Ended,
    /// It waits for somebody, and nothing happens by itself until then.
    Asleep,
}

impl Course {
    /// That of a session after a record.
    pub(crate) fn of(ended: bool) -> Course {
        if ended { Course::Ended } else { Course::Awake }
    }

    fn byte(self) -> u8 {
        match self {
            Course::Awake => 0,
            Course::Ended => 1,
            Course::Asleep => 2,
        }
    }
}

impl ToSql for Course {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.byte().into())
    }
}

impl FromSql for Course {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Course> {
        let byte = u8::column_result(value)?;
        let all = [Course::Awake, Course::Ended, Course::Asleep];
        all.into_iter().find(|course| course.byte() == byte).ok_or(FromSqlError::OutOfRange(byte.into()))
    }
}

impl RowState {
    /// The hash over everything that the row says.
    pub(crate) fn seal(&self, meta: Hash) -> Hash {
        let mut bytes = Vec::with_capacity(96);
        bytes.extend_from_slice(&meta.0);
        bytes.extend_from_slice(&self.records.to_le_bytes());
        bytes.extend_from_slice(&self.head.0);
        bytes.push(self.course.byte());
        bytes.extend_from_slice(&self.updated_at.to_le_bytes());
        Hash::of(&bytes)
    }
}

/// The most characters of a title: about two lines of a list.
const TITLE_CHARS_MAX: usize = 200;

/// Refuses what is too long to be kept.
pub(crate) fn check(meta: &SessionMeta) -> Result<(), StoreError> {
    let limits = [
        ("the title, in characters,", &meta.title, TITLE_CHARS_MAX),
        ("the name of the machine, in characters,", &meta.machine, engine::limits::NAME_CHARS_MAX),
    ];
    for (what, text, max) in limits {
        let found = text.chars().count();
        if found > max {
            return Err(StoreError::TooLong { what, found, max });
        }
    }
    Ok(())
}

/// The hash over what never changes, each part with its length so that none can run into the next.
pub(crate) fn digest(meta: &SessionMeta) -> Hash {
    let mut bytes = Vec::with_capacity(128);
    let mut put = |part: &[u8]| {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    };
    put(meta.id.as_str().as_bytes());
    put(meta.machine.as_bytes());
    put(meta.title.as_bytes());
    put(&meta.created_at.to_le_bytes());
    put(meta.seed.map(|seed| seed.0.to_le_bytes()).as_ref().map_or(&[], |seed| seed));
    put(meta.parent.as_ref().map_or("", |parent| parent.0.as_str()).as_bytes());
    put(meta.parent.as_ref().map(|parent| parent.1.to_le_bytes()).as_ref().map_or(&[], |number| number));
    Hash::of(&bytes)
}

/// The columns that [`SessionEntry::from_row`] reads, in its order.
pub(crate) const ENTRY_COLUMNS: &str = "key, id, machine, title, created_at, seed, parent, parent_number, \
                                        records, head, ended, updated_at, seal";

/// A session's row, checked against its seal.
pub(crate) struct SessionEntry {
    /// What the lines of the log name the session by.
    pub(crate) key: i64,
    pub(crate) row: SessionRow,
    course: Course,
}

impl SessionEntry {
    pub(crate) fn standing(&self) -> RowState {
        let SessionRow { records, head, updated_at, .. } = self.row;
        RowState { records, head, course: self.course, updated_at }
    }

    /// Reads a row of [`ENTRY_COLUMNS`] and checks its seal. What does not even have the right shape is damage
    /// too: the outer error is only for the database itself.
    pub(crate) fn from_row(row: &Row<'_>) -> Result<SessionEntry, StoreError> {
        let name = row.get::<_, String>(1).unwrap_or_else(|_| "(unreadable)".to_owned());
        let damaged = |why: String| StoreError::DamagedEntry { id: name.clone(), why };
        fn column<T: FromSql>(row: &Row<'_>, index: usize) -> Result<T, String> {
            row.get(index).map_err(|error| error.to_string())
        }
        let read = || -> Result<(SessionEntry, Hash), String> {
            let parent: Option<String> = column(row, 6)?;
            let parent_number: Option<i64> = column(row, 7)?;
            let parent = match (parent, parent_number) {
                (Some(id), Some(number)) => {
                    Some((SessionId::try_from(id).map_err(|error| error.to_string())?, number as u64))
                }
                (None, None) => None,
                _ => return Err("half of its parent is missing".to_owned()),
            };
            let meta = SessionMeta {
                id: SessionId::try_from(column::<String>(row, 1)?).map_err(|error| error.to_string())?,
                machine: column(row, 2)?,
                title: column(row, 3)?,
                created_at: column(row, 4)?,
                seed: column::<Option<i64>>(row, 5)?.map(|seed| Seed(seed as u64)),
                parent,
            };
            let course: Course = column(row, 10)?;
            let row_read = SessionRow {
                meta,
                records: column::<i64>(row, 8)? as u64,
                head: Hash(column(row, 9)?),
                ended: course == Course::Ended,
                updated_at: column(row, 11)?,
            };
            Ok((SessionEntry { key: column(row, 0)?, row: row_read, course }, Hash(column(row, 12)?)))
        };
        let (entry, seal) = read().map_err(damaged)?;
        if entry.standing().seal(digest(&entry.row.meta)) != seal {
            return Err(StoreError::DamagedEntry {
                id: name,
                why: "its seal does not match: it was changed after it was written".to_owned(),
            });
        }
        Ok(entry)
    }
}

/// A hash as a column of 32 bytes.
pub(crate) fn blob(hash: &Hash) -> impl ToSql + '_ {
    &hash.0
}

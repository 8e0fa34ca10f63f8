//! Snapshots: a cache of folded states, never the truth. Deleting them all changes nothing but speed.

use engine::Hash;
use rusqlite::{Connection, OptionalExtension, params};

/// The state of a session as it was after a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The last record that is in it.
    pub number: u64,
    /// The version of the code that folded it; another version passes it over.
    pub engine: String,
    /// The hash of that record.
    pub head: Hash,
    /// The state, in whatever form the writer of it understands.
    pub body: Vec<u8>,
}

impl Snapshot {
    /// The most bytes of a state. A session is far below; one above it is folded from its log each time.
    pub const BODY_BYTES_MAX: usize = 16 * 1024 * 1024;

    /// Of so many records one snapshot is kept, the last; of the newest so many, all.
    pub const APART: u64 = 1_024;

    /// The hash over all of it: a snapshot is in no chain, so it vouches for itself.
    fn seal(&self) -> Hash {
        let mut bytes = Vec::with_capacity(self.body.len() + self.engine.len() + 64);
        bytes.extend_from_slice(&self.number.to_le_bytes());
        bytes.extend_from_slice(&self.head.0);
        bytes.extend_from_slice(&(self.engine.len() as u64).to_le_bytes());
        bytes.extend_from_slice(self.engine.as_bytes());
        bytes.extend_from_slice(&self.body);
        Hash::of(&bytes)
    }

    pub(crate) fn save(&self, connection: &Connection, key: i64) -> rusqlite::Result<()> {
        connection
            .prepare_cached(
                "INSERT OR REPLACE INTO snapshot (session, number, engine, head, seal, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![key, self.number as i64, self.engine, self.head.0, self.seal().0, self.body])?;
        connection
            .prepare_cached(
                "DELETE FROM snapshot WHERE session = ?1 AND number / ?3 < ?2 / ?3 AND number NOT IN
                 (SELECT max(number) FROM snapshot WHERE session = ?1 GROUP BY number / ?3)",
            )?
            .execute(params![key, self.number as i64, Snapshot::APART as i64])
            .map(drop)
    }

    /// The newest snapshot of a session that is of a record up to this one; nothing if there is none, or if it is damaged.
    pub(crate) fn load(connection: &Connection, key: i64, upto: u64) -> rusqlite::Result<Option<Snapshot>> {
        let read = |row: &rusqlite::Row<'_>| Ok(Snapshot::from_row(row));
        let sql = "SELECT number, engine, head, seal, body FROM snapshot WHERE session = ?1 AND number <= ?2
                   ORDER BY number DESC LIMIT 1";
        let upto = i64::try_from(upto).unwrap_or(i64::MAX);
        Ok(connection.prepare_cached(sql)?.query_row([key, upto], read).optional()?.flatten())
    }

    /// Reads `number, engine, head, seal, body`; nothing if they do not belong together.
    pub(crate) fn from_row(row: &rusqlite::Row<'_>) -> Option<Snapshot> {
        let snapshot = Snapshot {
            number: row.get::<_, i64>(0).ok()? as u64,
            engine: row.get(1).ok()?,
            head: Hash(row.get(2).ok()?),
            body: row.get(4).ok()?,
        };
        (row.get::<_, [u8; 32]>(3).ok()? == snapshot.seal().0).then_some(snapshot)
    }
}

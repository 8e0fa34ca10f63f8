//! Finding a session by the beginning of its id, as one names a commit.

use engine::SessionId;
use rusqlite::params;

use crate::error::Doing;
use crate::{Reader, StoreError};

/// Sessions that are named when a beginning fits several.
const NAMED_MAX: usize = 5;

impl Reader {
    /// The one session whose id is this or begins like this.
    pub fn find(&self, prefix: &str) -> Result<SessionId, StoreError> {
        // Only what can be in an id is looked for; it also keeps '~' a bound that comes after them all.
        if prefix.parse::<SessionId>().is_err() {
            return Err(StoreError::NoMatch { prefix: prefix.to_owned() });
        }
        let ids: Vec<String> = self.reading(|connection| {
            connection
                .prepare_cached(
                    "SELECT id FROM session WHERE id >= ?1 AND id < ?1 || '~' ORDER BY id LIMIT ?2",
                )
                .and_then(|mut select| {
                    select
                        .query_map(params![prefix, NAMED_MAX as i64], |row| row.get(0))
                        .and_then(Iterator::collect)
                })
                .doing("looking for a session")
        })?;
        let mut among = ids.into_iter().map(SessionId::try_from).collect::<Result<Vec<_>, _>>()?;
        // An id that is the beginning of others comes first and is meant itself.
        let exact = among.first().is_some_and(|id| id.as_str() == prefix);
        match among.len() {
            0 => Err(StoreError::NoMatch { prefix: prefix.to_owned() }),
            count if exact || count == 1 => Ok(among.swap_remove(0)),
            _ => Err(StoreError::Ambiguous { prefix: prefix.to_owned(), among }),
        }
    }
}

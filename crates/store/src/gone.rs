//! Deletion: what goes, in which order, and the stone that stands for it.
//!
//! Positions of the log are given once, and the anchor names one of them. So a session goes in two steps:
//!
//! 1. In one commit its entry and its snapshots go, and a stone is set: a row of the log, in the place of the next line, that says
//!    how many lines go and where the first of them is. There is no name and no word of the session on it. From here on the session is not there.
//! 2. Its lines go, a few at a time and between what others write. What is interrupted goes on when the store is next opened.
//!
//! What went is overwritten in `parlor.db` (`secure_delete`), and the write-ahead file is emptied behind it as soon as nobody
//! reads an older state. What a disk may still hold of it, nobody here can say.

use engine::Hash;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;

use crate::append::hash_of_text;

/// The number that the row of a stone has while lines of its session are there.
const CLEARING: i64 = -1;

/// The same once they are gone.
const CLEARED: i64 = -2;

/// Lines that go in one commit: those who write wait for no more than that.
const LINES_AT_ONCE: i64 = 256;

/// What stands for a session that was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stone {
    /// What the lines of the log name the session by.
    session: i64,
    /// How many lines it had.
    pub(crate) lines: u64,
    /// Where the first of them was.
    first: u64,
}

impl Stone {
    /// The row's text. It ends in a hash as every line does, so that the anchor can name it.
    fn text(&self) -> String {
        let Stone { session, lines, first } = self;
        let text = format!(r#"{{"session":{session},"lines":{lines},"first":{first}"#);
        let hash = Hash::of(text.as_bytes());
        format!("{text},\"hash\":\"{hash}\"}}")
    }

    /// Reads a row's text. Written again it must be the same: that checks the hash and everything else at once.
    fn parse(text: &str) -> Option<Stone> {
        let hash = hash_of_text(text)?;
        let bare = text.strip_suffix(&format!(",\"hash\":\"{hash}\"}}"))?;
        let stone: Stone = serde_json::from_str(&format!("{bare}}}")).ok()?;
        (stone.text() == text).then_some(stone)
    }

    /// The stone that a row of the log is, by its columns; nothing if it is none, or is damaged.
    pub(crate) fn of_row(session: i64, number: i64, body: &str) -> Option<Stone> {
        let is_one = number == CLEARING || number == CLEARED;
        Stone::parse(body).filter(|stone| is_one && stone.session == session)
    }

    /// Deletes a session but for its lines. Says where the stone is, and the hash on it.
    pub(crate) fn set(connection: &Connection, session: i64) -> rusqlite::Result<(u64, Hash)> {
        let (lines, first) = connection.query_row(
            "SELECT count(*), coalesce(min(position), 0) FROM log WHERE session = ?1 AND number >= 0",
            [session],
            |row| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64)),
        )?;
        let text = Stone { session, lines, first }.text();
        connection.execute("DELETE FROM snapshot WHERE session = ?1", [session])?;
        connection.execute("DELETE FROM session WHERE key = ?1", [session])?;
        connection.execute(
            "INSERT INTO log (session, number, body) VALUES (?1, ?2, ?3)",
            params![session, CLEARING, text],
        )?;
        let hash = hash_of_text(&text).unwrap_or(Hash::ZERO);
        Ok((connection.last_insert_rowid() as u64, hash))
    }

    /// Whether the line at a position went with a session that was deleted after it was written.
    pub(crate) fn stands_for(connection: &Connection, position: u64) -> rusqlite::Result<bool> {
        let mut select =
            connection.prepare("SELECT session, number, body FROM log WHERE number < 0 AND position > ?1")?;
        let mut rows = select.query([position as i64])?;
        while let Some(row) = rows.next()? {
            let stone = Stone::of_row(row.get(0)?, row.get(1)?, &row.get::<_, String>(2)?);
            if stone.is_some_and(|stone| stone.first <= position) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The session that was deleted and has lines that have not gone yet, if there is one.
fn next(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT session, number, body FROM log WHERE number < 0 AND number = ?1 LIMIT 1";
    let read = |row: &rusqlite::Row<'_>| {
        Ok(Stone::of_row(row.get(0)?, row.get(1)?, &row.get::<_, String>(2)?).map(|stone| stone.session))
    };
    // Behind a stone that is damaged nothing goes: the check finds it.
    Ok(connection.prepare_cached(sql)?.query_row([CLEARING], read).optional()?.flatten())
}

/// Is there anything of a deleted session that has not gone yet?
pub(crate) fn is_left(connection: &Connection) -> rusqlite::Result<bool> {
    next(connection).map(|session| session.is_some())
}

/// Clears some of it away.
pub(crate) fn clear(connection: &Connection) -> rusqlite::Result<()> {
    let Some(session) = next(connection)? else { return Ok(()) };
    let gone = connection
        .prepare_cached(
            "DELETE FROM log WHERE position IN
             (SELECT position FROM log WHERE session = ?1 AND number >= 0 ORDER BY number LIMIT ?2)",
        )?
        .execute([session, LINES_AT_ONCE])?;
    if (gone as i64) < LINES_AT_ONCE {
        connection.execute(
            "UPDATE log SET number = ?2 WHERE session = ?1 AND number = ?3",
            [session, CLEARED, CLEARING],
        )?;
    }
    Ok(())
}

/// Has everything that a stone stands for gone?
pub(crate) fn is_cleared(number: i64) -> bool {
    number == CLEARED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_reads_back_and_one_that_was_changed_does_not() {
        let stone = Stone { session: 7, lines: 57, first: 12 };
        let text = stone.text();
        assert_eq!(Stone::of_row(7, CLEARED, &text), Some(stone));
        assert_eq!(Stone::of_row(8, CLEARED, &text), None, "it is another session's");
        assert_eq!(Stone::of_row(7, 0, &text), None, "it is in the place of a line");
        assert_eq!(Stone::parse(&text.replace("57", "58")), None);
        assert_eq!(Stone::parse(&text.replace("\"first\"", " \"first\"")), None);
    }
}

//! Rights: who may do what at which table, by tokens that are kept as hashes alone.
//!
//! They stand in a small database of their own beside the log: they are no part of what happened, they expire, and they
//! can be taken away. All of them are held in memory; what changes is written through. Each row is sealed by a hash over all that
//! it says: one that was changed behind our back grants nothing, and the check names it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{Hash, SeatId, SessionId};
use rusqlite::{Connection, params};

use crate::check::{CheckReport, DamagedPlace};
use crate::error::Doing;
use crate::{StoreError, schema};

/// The database.
pub(crate) const FILE: &str = "rights.db";

/// Rights that are kept at most: a thousand tables with a hundred guests each.
const RIGHTS_MAX: usize = 100_000;

/// What somebody may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Right {
    /// At which table; at all, if none is named.
    pub session: Option<SessionId>,
    /// As what.
    pub scope: Scope,
    /// Until when: milliseconds of UTC since 1970.
    pub expires_at: i64,
    /// Is it an invitation? That is exchanged for a right, and is none itself.
    pub invitation: bool,
}

/// As what somebody is at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Plays in a seat.
    Play(SeatId),
    /// Plays in whichever seat is free: of an invitation alone, which is there for the next one when somebody came by it.
    AnySeat,
    /// Runs the table.
    Host,
    /// Watches.
    Observe,
    /// Watches, and has held this seat, and so has seen what it sees.
    Left(SeatId),
}

/// Every right that was granted and not taken away.
pub struct Rights {
    inner: Mutex<Inner>,
}

struct Inner {
    connection: Connection,
    /// Rows that are not what was written.
    damaged: usize,
    all: BTreeMap<[u8; 32], Right>,
    /// The table that was laid for another evening of each.
    next: BTreeMap<SessionId, SessionId>,
}

impl Rights {
    /// Opens those of a store's directory.
    pub fn open(dir: &Path) -> Result<Rights, StoreError> {
        let connection = Connection::open(dir.join(FILE)).doing("opening the rights")?;
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL;
                 PRAGMA synchronous = FULL;
                 CREATE TABLE IF NOT EXISTS right (
                     token BLOB PRIMARY KEY,
                     session TEXT,
                     scope TEXT NOT NULL,
                     seat INTEGER,
                     expires_at INTEGER NOT NULL,
                     invitation INTEGER NOT NULL
                 ) STRICT;
                 CREATE TABLE IF NOT EXISTS again (session TEXT PRIMARY KEY, next TEXT NOT NULL) STRICT;",
            )
            .doing("opening the rights")?;
        seal_old(&connection).doing("sealing the rights")?;
        let Kept { all, next, damaged } = read(&connection).doing("reading the rights")?;
        Ok(Rights { inner: Mutex::new(Inner { connection, damaged, all, next }) })
    }

    /// How many rows were there at the opening that are not what was written: they grant nothing.
    pub fn damaged(&self) -> usize {
        self.lock().damaged
    }

    /// Grants a right to whoever has the token of this hash.
    pub fn grant(&self, token: Hash, right: Right, now: i64) -> Result<(), StoreError> {
        let mut inner = self.lock();
        inner.forget_expired(now)?;
        if inner.all.len() >= RIGHTS_MAX {
            let (what, found, max) = ("the number of rights", inner.all.len() + 1, RIGHTS_MAX);
            return Err(StoreError::TooLong { what, found, max });
        }
        inner.write(token, &right)?;
        inner.all.insert(token.0, right);
        Ok(())
    }

    /// The right of a token, if it has one now. An invitation is none.
    pub fn of(&self, token: Hash, now: i64) -> Option<Right> {
        let inner = self.lock();
        inner.all.get(&token.0).filter(|right| !right.invitation && right.expires_at > now).cloned()
    }

    /// What an invitation is to, if it can be taken up now. Looking at it changes nothing.
    pub fn invitation(&self, token: Hash, now: i64) -> Option<Right> {
        let inner = self.lock();
        inner.all.get(&token.0).filter(|right| right.invitation && right.expires_at > now).cloned()
    }

    /// Exchanges an invitation for a right of the same scope, once. Nothing if it is none, or is none any more; nor if it
    /// is to any seat, because somebody has to say which.
    pub fn redeem(
        &self,
        invitation: Hash,
        token: Hash,
        now: i64,
        expires_at: i64,
    ) -> Result<Option<Right>, StoreError> {
        let mut inner = self.lock();
        let is_one = |it: &&Right| it.invitation && it.expires_at > now && it.scope != Scope::AnySeat;
        let Some(invited) = inner.all.get(&invitation.0).filter(is_one) else {
            return Ok(None);
        };
        let right = Right { expires_at, invitation: false, ..invited.clone() };
        inner.write(token, &right)?;
        inner.remove(invitation)?;
        inner.all.insert(token.0, right.clone());
        Ok(Some(right))
    }

    /// Takes everybody at a table along to the one that was laid for another evening: whoever has a right at the old one
    /// is invited to be the same at the new one, and whoever left their seat to watch. Says how many are invited. The old
    /// rights stay as they are, and none of them opens the new table.
    pub fn take_along(
        &self,
        old: &SessionId,
        next: &SessionId,
        now: i64,
        expires_at: i64,
    ) -> Result<usize, StoreError> {
        let mut inner = self.lock();
        inner.forget_expired(now)?;
        let is_here = |right: &Right| right.session.as_ref() == Some(old) && !right.invitation;
        let here = inner.all.iter().filter(|(_, right)| is_here(right));
        let invited: Vec<(Hash, Right)> = here
            .map(|(token, right)| {
                let scope = match right.scope {
                    Scope::Left(_) => Scope::Observe,
                    scope @ (Scope::Play(_) | Scope::AnySeat | Scope::Host | Scope::Observe) => scope,
                };
                let right = Right { session: Some(next.clone()), scope, expires_at, invitation: true };
                (Rights::along(next, Hash(*token)), right)
            })
            .collect();
        let found = inner.all.len() + invited.len();
        if found > RIGHTS_MAX {
            return Err(StoreError::TooLong { what: "the number of rights", found, max: RIGHTS_MAX });
        }
        for (token, right) in &invited {
            inner.write(*token, right)?;
            inner.all.insert(token.0, right.clone());
        }
        let seal = seal(&[old.as_str(), next.as_str()]);
        inner
            .connection
            .execute(
                "INSERT OR REPLACE INTO again (session, next, seal) VALUES (?, ?, ?)",
                params![old.as_str(), next.as_str(), seal.0],
            )
            .doing("taking everybody along")?;
        inner.next.insert(old.clone(), next.clone());
        Ok(invited.len())
    }

    /// The table that was laid for another evening of this one.
    pub fn next(&self, session: &SessionId) -> Option<SessionId> {
        self.lock().next.get(session).cloned()
    }

    /// What the invitation is known by that takes whoever has a token of an old table along to the next one.
    pub fn along(next: &SessionId, token: Hash) -> Hash {
        Hash::of(format!("parlor.along.v1:{next}:{token}").as_bytes())
    }

    /// Takes away every right to a scope of a table, invitations with them. Says how many there were.
    pub fn revoke(&self, session: &SessionId, scope: Scope) -> Result<usize, StoreError> {
        self.remove_all(|right| right.session.as_ref() == Some(session) && right.scope == scope)
    }

    /// Takes away every right to own the place. Says how many there were.
    pub fn revoke_owners(&self) -> Result<usize, StoreError> {
        self.remove_all(|right| right.session.is_none() && right.scope == Scope::Host)
    }

    /// Takes away every right at a table that was deleted, and what leads from it to another or from another to it. Says how many
    /// rights there were.
    pub fn forget(&self, session: &SessionId) -> Result<usize, StoreError> {
        let gone = self.remove_all(|right| right.session.as_ref() == Some(session))?;
        let mut inner = self.lock();
        let sql = "DELETE FROM again WHERE session = ?1 OR next = ?1";
        inner.connection.execute(sql, [session.as_str()]).doing("forgetting a table")?;
        inner.next.retain(|old, next| old != session && next != session);
        Ok(gone)
    }

    fn remove_all(&self, is_meant: impl Fn(&Right) -> bool) -> Result<usize, StoreError> {
        let mut inner = self.lock();
        let tokens: Vec<[u8; 32]> =
            inner.all.iter().filter(|(_, right)| is_meant(right)).map(|(token, _)| *token).collect();
        for token in &tokens {
            inner.remove(Hash(*token))?;
        }
        Ok(tokens.len())
    }

    /// Makes a right one to something else at the same table. Nothing happens if it was taken away meanwhile.
    pub fn change(&self, token: Hash, scope: Scope) -> Result<(), StoreError> {
        let mut inner = self.lock();
        let Some(right) = inner.all.get(&token.0).filter(|right| !right.invitation) else { return Ok(()) };
        let right = Right { scope, ..right.clone() };
        inner.write(token, &right)?;
        inner.all.insert(token.0, right);
        Ok(())
    }

    /// The rights at a table, without their tokens: each by a name that opens nothing.
    pub fn at(&self, session: &SessionId, now: i64) -> Vec<(String, Right)> {
        let inner = self.lock();
        let is_meant = |right: &Right| right.session.as_ref() == Some(session) && right.expires_at > now;
        inner
            .all
            .iter()
            .filter(|(_, right)| is_meant(right))
            .map(|(token, right)| (name(token), right.clone()))
            .collect()
    }

    /// Takes one right at a table away, by its name. Was there one?
    pub fn take_away(&self, session: &SessionId, named: &str) -> Result<bool, StoreError> {
        let mut inner = self.lock();
        let is_meant = |(token, right): &(&[u8; 32], &Right)| {
            right.session.as_ref() == Some(session) && name(token) == named
        };
        let Some(token) = inner.all.iter().find(is_meant).map(|(token, _)| *token) else { return Ok(false) };
        inner.remove(Hash(token))?;
        Ok(true)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name of the right of a token, from which nobody finds the token or its hash.
fn name(token: &[u8; 32]) -> String {
    Hash::of(token).to_string().chars().take(16).collect()
}

impl Inner {
    fn write(&self, token: Hash, right: &Right) -> Result<(), StoreError> {
        let (scope, seat) = match right.scope {
            Scope::Play(seat) => ("play", Some(seat.number())),
            Scope::AnySeat => ("any", None),
            Scope::Host => ("host", None),
            Scope::Observe => ("observe", None),
            Scope::Left(seat) => ("left", Some(seat.number())),
        };
        let row = Row {
            token: token.0,
            session: right.session.as_ref().map(ToString::to_string),
            scope: scope.to_owned(),
            seat,
            expires_at: right.expires_at,
            invitation: right.invitation,
        };
        self.connection
            .execute(
                "INSERT OR REPLACE INTO right (token, session, scope, seat, expires_at, invitation, seal)
                 VALUES (?, ?, ?, ?, ?, ?, ?)",
                params![
                    row.token,
                    row.session,
                    row.scope,
                    seat,
                    row.expires_at,
                    row.invitation,
                    row.seal().0
                ],
            )
            .doing("granting a right")?;
        Ok(())
    }

    fn remove(&mut self, token: Hash) -> Result<(), StoreError> {
        self.connection
            .execute("DELETE FROM right WHERE token = ?", params![token.0])
            .doing("taking a right away")?;
        self.all.remove(&token.0);
        Ok(())
    }

    fn forget_expired(&mut self, now: i64) -> Result<(), StoreError> {
        if !self.all.values().any(|right| right.expires_at <= now) {
            return Ok(());
        }
        self.connection
            .execute("DELETE FROM right WHERE expires_at <= ?", params![now])
            .doing("forgetting rights that expired")?;
        self.all.retain(|_, right| right.expires_at > now);
        Ok(())
    }
}

/// A row as it is stored.
struct Row {
    token: [u8; 32],
    session: Option<String>,
    scope: String,
    seat: Option<u8>,
    expires_at: i64,
    invitation: bool,
}

impl Row {
    /// The columns that [`Row::read`] reads, in its order, and after them the seal.
    const COLUMNS: &str = "token, session, scope, seat, expires_at, invitation, seal";

    fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
        Ok(Row {
            token: row.get(0)?,
            session: row.get(1)?,
            scope: row.get(2)?,
            seat: row.get(3)?,
            expires_at: row.get(4)?,
            invitation: row.get(5)?,
        })
    }

    fn seal(&self) -> Hash {
        let Row { token, session, scope, seat, expires_at, invitation } = self;
        let said = format!("{} {scope} {seat:?} {expires_at} {invitation}", Hash(*token));
        seal(&[session.as_deref().unwrap_or_default(), &said])
    }

    /// The right that it grants, if it makes sense.
    fn right(self) -> Option<Right> {
        let scope = match (self.scope.as_str(), self.seat) {
            ("play", Some(seat)) => Scope::Play(SeatId::new(seat)?),
            ("any", None) => Scope::AnySeat,
            ("host", None) => Scope::Host,
            ("observe", None) => Scope::Observe,
            ("left", Some(seat)) => Scope::Left(SeatId::new(seat)?),
            _ => return None,
        };
        let session = self.session.map(|id| id.parse()).transpose().ok()?;
        Some(Right { session, scope, expires_at: self.expires_at, invitation: self.invitation })
    }
}

/// The hash over what a row says, each part with its length so that none can run into the next.
fn seal(parts: &[&str]) -> Hash {
    let parts: String = parts.iter().map(|part| format!("{}:{part}", part.len())).collect();
    Hash::of(format!("parlor.right.v1:{parts}").as_bytes())
}

/// The layout in which rows are sealed.
const SEALED: i64 = 1;

fn layout(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Seals the rows that were written before rows were sealed, once: all of them, or none.
fn seal_old(connection: &Connection) -> rusqlite::Result<()> {
    if layout(connection)? >= SEALED {
        return Ok(());
    }
    let all = connection.unchecked_transaction()?;
    for table in ["right", "again"] {
        all.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN seal BLOB"))?;
    }
    let rows: Vec<Row> = {
        let sql = format!("SELECT {} FROM right", Row::COLUMNS);
        all.prepare(&sql)?.query_map([], Row::read)?.collect::<rusqlite::Result<_>>()?
    };
    for row in rows {
        all.execute("UPDATE right SET seal = ?2 WHERE token = ?1", params![row.token, row.seal().0])?;
    }
    let pairs: Vec<(String, String)> = {
        let mut select = all.prepare("SELECT session, next FROM again")?;
        select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?
    };
    for (session, next) in pairs {
        let seal = seal(&[&session, &next]).0;
        all.execute("UPDATE again SET seal = ?2 WHERE session = ?1", params![session, seal])?;
    }
    all.pragma_update(None, "user_version", SEALED)?;
    all.commit()
}

/// What is kept, as far as it is what was written.
#[derive(Default)]
struct Kept {
    all: BTreeMap<[u8; 32], Right>,
    next: BTreeMap<SessionId, SessionId>,
    damaged: usize,
}

/// Every row that is what was written and makes sense; one that is not, or does not, grants nothing.
fn read(connection: &Connection) -> rusqlite::Result<Kept> {
    let mut kept = Kept::default();
    let mut select = connection.prepare(&format!("SELECT {} FROM right", Row::COLUMNS))?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        // What does not even have the right shape is damage, too.
        let read =
            Row::read(row).ok().filter(|read| row.get(6).is_ok_and(|seal: [u8; 32]| seal == read.seal().0));
        match read.and_then(|row| Some((row.token, row.right()?))) {
            Some((token, right)) => drop(kept.all.insert(token, right)),
            None => kept.damaged += 1,
        }
    }
    let mut select = connection.prepare("SELECT session, next, seal FROM again")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let pair = || -> Option<(SessionId, SessionId)> {
            let (session, next): (String, String) = (row.get(0).ok()?, row.get(1).ok()?);
            let sealed: [u8; 32] = row.get(2).ok()?;
            let is_whole = sealed == seal(&[&session, &next]).0;
            is_whole.then_some((session.parse().ok()?, next.parse().ok()?))
        };
        match pair() {
            Some((session, next)) => drop(kept.next.insert(session, next)),
            None => kept.damaged += 1,
        }
    }
    Ok(kept)
}

/// Checks the rights of a store that lies on a disk, beside whoever has them open. Nothing is written, and nothing is said of rows
/// from before rows were sealed.
pub(crate) fn check(dir: &Path, report: &mut CheckReport) {
    let path = dir.join(FILE);
    if !path.exists() {
        return;
    }
    let looked = || -> rusqlite::Result<Option<String>> {
        // At rest nothing is made beside it: it may lie on a medium that cannot be written to.
        let wal = std::fs::metadata(dir.join(format!("{FILE}-wal")));
        let connection = match wal.is_ok_and(|wal| wal.len() > 0) {
            true => schema::open_to_read(&path)?,
            false => schema::open_to_read_by(&path, "immutable=1")?,
        };
        let structure: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if structure != "ok" {
            return Ok(Some(structure.replace('\n', "; ")));
        }
        if layout(&connection)? < SEALED {
            return Ok(None);
        }
        let damaged = read(&connection)?.damaged;
        Ok((damaged > 0).then(|| format!("{damaged} rows are not what was written")))
    };
    let found = looked().unwrap_or_else(|error| Some(format!("it cannot be read: {error}")));
    if let Some(what) = found {
        let what = format!("{what}. They grant nothing: invite again whoever is missed");
        report.add(DamagedPlace::File(FILE), what);
    }
}

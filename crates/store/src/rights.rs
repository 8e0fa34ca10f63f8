//! Rights: who may do what at which table, by tokens that are kept as hashes alone.
//!
//! They stand in a small database of their own beside the log: they are no part of what happened, they expire, and they
//! can be taken away. All of them are held in memory; what changes is written through.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{Hash, SeatId, SessionId};
use rusqlite::{Connection, params};

use crate::StoreError;
use crate::error::Doing;

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
        let all = read(&connection).doing("reading the rights")?;
        let next = read_next(&connection).doing("reading the rights")?;
        Ok(Rights { inner: Mutex::new(Inner { connection, all, next }) })
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
        inner
            .connection
            .execute(
                "INSERT OR REPLACE INTO again (session, next) VALUES (?, ?)",
                [old.as_str(), next.as_str()],
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
        let mut inner = self.lock();
        let is_meant = |right: &Right| right.session.as_ref() == Some(session) && right.scope == scope;
        let tokens: Vec<[u8; 32]> =
            inner.all.iter().filter(|(_, right)| is_meant(right)).map(|(token, _)| *token).collect();
        for token in &tokens {
            inner.remove(Hash(*token))?;
        }
        Ok(tokens.len())
    }

    /// Takes away every right to own the place. Says how many there were.
    pub fn revoke_owners(&self) -> Result<usize, StoreError> {
        let mut inner = self.lock();
        let owns = |right: &Right| right.session.is_none() && right.scope == Scope::Host;
        let owners: Vec<[u8; 32]> =
            inner.all.iter().filter(|(_, right)| owns(right)).map(|(token, _)| *token).collect();
        for token in &owners {
            inner.remove(Hash(*token))?;
        }
        Ok(owners.len())
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
        let session = right.session.as_ref().map(SessionId::as_str);
        self.connection
            .execute(
                "INSERT OR REPLACE INTO right (token, session, scope, seat, expires_at, invitation) VALUES (?, ?, ?, ?, ?, ?)",
                params![token.0, session, scope, seat, right.expires_at, right.invitation],
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

/// The next table of each, where both are ids.
fn read_next(connection: &Connection) -> rusqlite::Result<BTreeMap<SessionId, SessionId>> {
    let mut statement = connection.prepare("SELECT session, next FROM again")?;
    let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let mut next = BTreeMap::new();
    for row in rows {
        let (session, after) = row?;
        if let (Ok(session), Ok(after)) = (session.parse(), after.parse()) {
            next.insert(session, after);
        }
    }
    Ok(next)
}

/// Every row that makes sense; one that does not grants nothing.
fn read(connection: &Connection) -> rusqlite::Result<BTreeMap<[u8; 32], Right>> {
    let mut statement =
        connection.prepare("SELECT token, session, scope, seat, expires_at, invitation FROM right")?;
    let rows = statement.query_map([], |row| {
        let scope = match (row.get::<_, String>(2)?.as_str(), row.get::<_, Option<u8>>(3)?) {
            ("play", Some(seat)) => SeatId::new(seat).map(Scope::Play),
            ("any", None) => Some(Scope::AnySeat),
            ("host", None) => Some(Scope::Host),
            ("observe", None) => Some(Scope::Observe),
            ("left", Some(seat)) => SeatId::new(seat).map(Scope::Left),
            _ => None,
        };
        let session: Option<String> = row.get(1)?;
        let named = session.is_some();
        let session = session.and_then(|id| id.parse().ok());
        let makes_sense = !named || session.is_some();
        let right = scope.filter(|_| makes_sense).map(|scope| (scope, session));
        Ok((row.get::<_, [u8; 32]>(0)?, right, row.get::<_, i64>(4)?, row.get::<_, bool>(5)?))
    })?;
    let mut all = BTreeMap::new();
    for row in rows {
        let (token, right, expires_at, invitation) = row?;
        if let Some((scope, session)) = right {
            all.insert(token, Right { session, scope, expires_at, invitation });
        }
    }
    Ok(all)
}

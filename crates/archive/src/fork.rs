//! A new session that shares the records of another up to one of them.

use engine::{Hash, Line, LogEntry, Seed, SessionId, SessionMeta, replay};

use crate::{ArchiveError, Saved, pause_line};

/// A fork as it is to be kept.
pub struct Fork<'a> {
    /// Its log: the shared records, and a pause, so that no deadline passes before somebody goes on with it.
    pub lines: Vec<Line>,
    parent: &'a Saved,
    at: u64,
    seed: Seed,
    shared: &'a [LogEntry],
}

/// A fork of a session after one of its records.
pub fn fork(parent: &Saved, at: u64) -> Result<Fork<'_>, ArchiveError> {
    let seed = parent.meta.seed.ok_or_else(|| {
        let id = &parent.meta.id;
        ArchiveError::failed(
            format!("session {id} came without its random seed, which is secret until a game ends: a fork could not be played"),
            "export it again once it has ended, and import that",
        )
    })?;
    let last = parent.last();
    if at < 1 || at > last {
        return Err(ArchiveError::usage(
            format!("there is no record {at} to fork from"),
            format!("say --at 1 to --at {last}"),
        ));
    }
    let shared = usize::try_from(at).map_or(&parent.log[..], |at| &parent.log[..=at]);
    let session = replay::fold(parent.catalog, parent.session.rules, seed, shared)?;
    if session.activity.outcome().is_some() {
        return Err(ArchiveError::usage(
            format!("at record {at} the game is over"),
            format!("fork before it ends: look for the place with parlor replay {} --at N", parent.meta.id),
        ));
    }
    let mut lines: Vec<_> = shared.iter().map(|(_, line)| line.clone()).collect();
    let begun = shared.last().map_or(0, |(record, _)| record.at);
    lines.extend(pause_line(&session, begun)?);
    Ok(Fork { lines, parent, at, seed, shared })
}

impl Fork<'_> {
    /// What it is created with, under this id and at this time.
    pub fn meta(&self, id: SessionId, created_at: i64) -> SessionMeta {
        SessionMeta {
            id,
            machine: self.parent.meta.machine.clone(),
            title: self.parent.meta.title.clone(),
            created_at,
            seed: Some(self.seed),
            parent: Some((self.parent.meta.id.clone(), self.at)),
        }
    }

    /// Do the records that it shares with its parent name a photo?
    pub fn names(&self, photo: Hash) -> bool {
        let name = photo.to_string();
        self.shared.iter().any(|(_, line)| line.text.contains(&name))
    }
}

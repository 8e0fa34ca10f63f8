//! A session as it was saved, out of a store or out of a file: its log, read, checked and folded.

use engine::replay::NO_SEED;
use engine::{
    Catalog, Chance, DICE, Hash, LogEntry, Opening, Rules, SALTED_DICE, Salt, Seed, Session, SessionMeta,
    Viewer, replay,
};
use serde_json::json;

use crate::ArchiveError;
use crate::error::COPY_AGAIN;

/// A session as it was saved.
pub struct Saved {
    /// The machines that read it.
    pub catalog: Catalog,
    /// What it was created with.
    pub meta: SessionMeta,
    /// Its log.
    pub log: Vec<LogEntry>,
    /// What it was opened with.
    pub opening: Opening,
    /// The promise of its seed.
    pub seed_hash: Hash,
    /// The state after the last record.
    pub session: Session,
}

impl Saved {
    /// Reads a log: what it was opened with, and the state at its end.
    pub fn new(catalog: Catalog, meta: SessionMeta, log: Vec<LogEntry>) -> Result<Saved, ArchiveError> {
        let rules = rules_of(catalog, &meta)?;
        // Folding draws nothing: a log can be read without its seed.
        let seed = meta.seed.unwrap_or(NO_SEED);
        let Opened { opening, seed_hash } = Opened::read(catalog, seed, &log)?;
        let session = replay::fold(catalog, rules, seed, &log)?;
        check_seats(&session, &opening)?;
        Ok(Saved { catalog, meta, log, opening, seed_hash, session })
    }

    /// The seed with its salt, once the activity has ended and if they came with it.
    pub fn chance(&self) -> Option<Chance> {
        let seed = self.meta.seed.filter(|_| self.ended())?;
        Some(Chance { seed, salt: self.opening.salt })
    }

    /// Has the activity ended?
    pub fn ended(&self) -> bool {
        self.session.activity.outcome().is_some()
    }

    /// The number of the last record.
    pub fn last(&self) -> u64 {
        self.log.len() as u64 - 1
    }

    /// How many events its records hold.
    pub fn events(&self) -> usize {
        self.log.iter().map(|(record, _)| record.events.len()).sum()
    }

    /// Refuses a viewer that this table does not have.
    pub fn check_viewer(&self, viewer: Viewer) -> Result<(), ArchiveError> {
        check_viewer(self.session.seats.len(), viewer)
    }
}

/// The activity of a session.
pub(crate) fn rules_of(catalog: Catalog, meta: &SessionMeta) -> Result<&'static dyn Rules, ArchiveError> {
    catalog.activity(&meta.machine).ok_or_else(|| ArchiveError::unknown_machine(&meta.machine))
}

/// What a log begins with.
pub(crate) struct Opened {
    pub(crate) opening: Opening,
    pub(crate) seed_hash: Hash,
}

impl Opened {
    /// Reads it out of the first two records, at least.
    pub(crate) fn read(catalog: Catalog, seed: Seed, log: &[LogEntry]) -> Result<Opened, ArchiveError> {
        let opening = replay::opening(catalog, seed, log)?;
        // Whatever counts seats counts on this.
        if let Some(fault) = engine::seat_faults(&opening.seats).first() {
            return Err(ArchiveError::mismatch(format!("record 0: {fault}"), COPY_AGAIN));
        }
        let seed_hash = seed_hash(log).ok_or_else(|| {
            ArchiveError::mismatch("record 0: it does not name the hash of the seed", COPY_AGAIN)
        })?;
        Ok(Opened { opening, seed_hash })
    }
}

/// The events are folded as they are: one could seat others than the opening did.
pub(crate) fn check_seats(session: &Session, opening: &Opening) -> Result<(), ArchiveError> {
    let view = session.activity.view(Viewer::Host);
    if view.get("seats").is_some_and(|seats| *seats != json!(opening.seats)) {
        let what = "record 1: it seats other players than record 0 does";
        return Err(ArchiveError::mismatch(what, COPY_AGAIN));
    }
    Ok(())
}

/// Refuses a viewer that a table of so many seats does not have.
pub(crate) fn check_viewer(seats: usize, viewer: Viewer) -> Result<(), ArchiveError> {
    match viewer {
        Viewer::Seat(seat) if seat.index() >= seats => Err(ArchiveError::usage(
            format!("there is no seat {seat} at this table"),
            format!("say --as seat:1 to --as seat:{seats}, public, observer or host"),
        )),
        Viewer::Seat(_) | Viewer::Public | Viewer::Observer | Viewer::Host => Ok(()),
    }
}

/// The name and version of the dice of a session.
pub(crate) fn dice_of(salt: Option<Salt>) -> &'static str {
    if salt.is_some() { SALTED_DICE } else { DICE }
}

/// The hash of the seed that a log was opened with.
pub(crate) fn seed_hash(log: &[LogEntry]) -> Option<Hash> {
    #[derive(serde::Deserialize)]
    struct Open {
        seed_hash: Hash,
    }
    let (record, _) = log.first()?;
    serde_json::from_str::<Open>(record.command.get()).ok().map(|open| open.seed_hash)
}

//! Loading a session out of the log: from the newest snapshot that fits and the records after it, or from all of them.

use engine::{Catalog, Record, Rules, Seed, Session, SessionId, replay};
use store::SessionRow;

use crate::pictures::settle;
use crate::transcript::Transcripts;
use crate::{HostError, Log};

/// A session as it was left.
pub(crate) struct Loaded {
    pub(crate) session: Session,
    /// When its last record was accepted: milliseconds of UTC since 1970.
    pub(crate) last_at: i64,
    /// What the seats of models were told.
    pub(crate) transcripts: Transcripts,
}

/// Loads a session and checks what it reads. May take its time.
pub(crate) fn load(log: &dyn Log, catalog: Catalog, id: &SessionId) -> Result<Loaded, HostError> {
    let SessionRow { meta, updated_at, .. } = log.session(id)?;
    let seed = meta.seed.ok_or_else(|| HostError::NoSeed { session: id.clone() })?;
    let rules = catalog
        .activity(&meta.machine)
        .ok_or_else(|| HostError::UnknownMachine { session: id.clone(), machine: meta.machine.clone() })?;
    let session = match from_snapshot(log, catalog, rules, seed, id) {
        Some(session) => session,
        None => from_whole_log(log, catalog, rules, seed, id)?,
    };
    settle(log, (catalog, rules), id)?;
    let mut transcripts = Transcripts::of(&session);
    if !transcripts.is_empty() {
        let damaged = |damage| HostError::Damaged { session: id.clone(), damage };
        let lines = log.read(id, 0)?;
        let entries = replay::read(lines.iter().map(|line| line.text.as_str())).map_err(damaged)?;
        let last = session.records.saturating_sub(1);
        transcripts = Transcripts::read(catalog, &entries, last).map_err(damaged)?;
    }
    Ok(Loaded { session, last_at: updated_at, transcripts })
}

/// The session from all of its records.
fn from_whole_log(
    log: &dyn Log,
    catalog: Catalog,
    rules: &'static dyn Rules,
    seed: Seed,
    id: &SessionId,
) -> Result<Session, HostError> {
    let damaged = |damage| HostError::Damaged { session: id.clone(), damage };
    let lines = log.read(id, 0)?;
    let entries = replay::read(lines.iter().map(|line| line.text.as_str())).map_err(damaged)?;
    replay::fold(catalog, rules, seed, &entries).map_err(damaged)
}

/// What code a snapshot is of. Another version passes it over: a snapshot is a state, and states have no upcasts.
pub(crate) fn snapshot_version(catalog: Catalog, rules: &dyn Rules) -> String {
    let of = |rules: &dyn Rules| format!("{}.{}.{}", rules.name(), rules.rules(), rules.events());
    format!("{} {} {}", env!("CARGO_PKG_VERSION"), of(catalog.table), of(rules))
}

/// The session from its snapshot and the records after it. Nothing if there is no snapshot, or if anything at all about
/// it does not fit: then the whole log is read, and says what is wrong if something is.
fn from_snapshot(
    log: &dyn Log,
    catalog: Catalog,
    rules: &'static dyn Rules,
    seed: Seed,
    id: &SessionId,
) -> Option<Session> {
    let snapshot = log.snapshot(id).ok().flatten()?;
    if snapshot.engine != snapshot_version(catalog, rules) {
        return None;
    }
    let body = std::str::from_utf8(&snapshot.body).ok()?;
    let mut session = Session::restore(catalog, rules, seed, body).ok()?;
    let lines = log.read(id, snapshot.number).ok()?;
    let (last, rest) = lines.split_first()?;
    let fits = !session.seats.is_empty()
        && session.setup().is_some()
        && session.records == snapshot.number + 1
        && session.head == snapshot.head
        && (last.number, last.hash) == (snapshot.number, snapshot.head);
    if !fits {
        return None;
    }
    for line in rest {
        let (record, line) = Record::read(&line.text, session.records, session.head).ok()?;
        // A rewind needs the records before the snapshot: `absorb` does not get them, and so says no.
        session.absorb(&record, line.hash, |_| None).ok()?;
    }
    Some(session)
}

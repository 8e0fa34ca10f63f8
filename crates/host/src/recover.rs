//! Loading a session out of the log: from the newest snapshot that fits and the records after it, or from all of them.

use engine::{Catalog, Hash, Line, Record, Rules, Seed, Session, SessionId, SessionMeta, replay};
use protocol::table::TableState;
use store::SessionRow;

use crate::counts::Counts;
use crate::pictures::settle;
use crate::transcript::Transcripts;
use crate::{HostError, Log, gap};

/// A session as it was left.
pub(crate) struct Loaded {
    pub(crate) session: Session,
    /// When its last record was accepted: milliseconds of UTC since 1970.
    pub(crate) last_at: i64,
    /// What the seats of models were told.
    pub(crate) transcripts: Transcripts,
    /// How many events each viewer was told.
    pub(crate) counts: Counts,
    /// Was there a snapshot that fits?
    pub(crate) snapshot_fits: bool,
    /// What the table was in when the host stopped, if that paused it.
    pub(crate) was_in: Option<TableState>,
}

/// How a session was left.
pub(crate) enum AsLeft {
    /// There is nothing to make good.
    Well,
    /// Its table was paused when the host stopped, and was in this state.
    Paused(TableState),
    /// Its table was live, and the host was killed some time after this: milliseconds of UTC.
    Live { last_at: i64 },
}

impl Loaded {
    /// How it was left, seen from a host that began at this UTC.
    pub(crate) fn gap(&self, began: i64) -> AsLeft {
        match self.was_in {
            Some(state) => AsLeft::Paused(state),
            None if self.session.table.live() && self.last_at < began => {
                AsLeft::Live { last_at: self.last_at }
            }
            None => AsLeft::Well,
        }
    }

    /// Does its table rest, with nothing left to make good? Then nobody need go on with it before somebody looks.
    pub(crate) fn sleeps(&self) -> bool {
        let session = &self.session;
        let rests = !session.table.live() && session.prepared().is_none();
        rests && session.table.accounts().open.is_empty()
    }
}

/// A session as its log leaves it.
pub(crate) struct Folded {
    pub(crate) session: Session,
    counts: Counts,
    snapshot_fits: bool,
    last_at: i64,
}

/// Folds a session out of its log. May take its time.
pub(crate) fn folded(log: &dyn Log, catalog: Catalog, id: &SessionId) -> Result<Folded, HostError> {
    let SessionRow { meta, updated_at, .. } = log.session(id)?;
    let seed = meta.seed.ok_or_else(|| HostError::NoSeed { session: id.clone() })?;
    let rules = rules_of(catalog, &meta)?;
    let found = from_snapshot(log, catalog, rules, seed, id);
    let snapshot_fits = found.is_some();
    let (session, counts) = found.map_or_else(|| from_whole_log(log, catalog, rules, seed, id), Ok)?;
    Ok(Folded { session, counts, snapshot_fits, last_at: updated_at })
}

/// What a session plays.
pub(crate) fn rules_of(catalog: Catalog, meta: &SessionMeta) -> Result<&'static dyn Rules, HostError> {
    let SessionMeta { id, machine, .. } = meta;
    let unknown = || HostError::UnknownMachine { session: id.clone(), machine: machine.clone() };
    catalog.activity(machine).ok_or_else(unknown)
}

/// Loads a session to run it, and checks what it reads. May take its time.
pub(crate) fn load(log: &dyn Log, catalog: Catalog, id: &SessionId) -> Result<Loaded, HostError> {
    let Folded { session, counts, snapshot_fits, last_at } = folded(log, catalog, id)?;
    settle(log, (catalog, session.rules), id)?;
    let mut transcripts = Transcripts::of(&session);
    if !transcripts.is_empty() {
        let damaged = |damage| HostError::Damaged { session: id.clone(), damage };
        let lines = log.read(id, 0)?;
        let entries = replay::read(lines.iter().map(|line| line.text.as_str())).map_err(damaged)?;
        let last = session.records.saturating_sub(1);
        transcripts = Transcripts::read(catalog, &entries, last).map_err(damaged)?;
    }
    let mut was_in = None;
    if !session.table.live() {
        let last = log.read(id, session.records.saturating_sub(1))?;
        was_in = last.last().and_then(gap::was_in);
    }
    Ok(Loaded { session, last_at, transcripts, counts, snapshot_fits, was_in })
}

/// The session from all of its records.
fn from_whole_log(
    log: &dyn Log,
    catalog: Catalog,
    rules: &'static dyn Rules,
    seed: Seed,
    id: &SessionId,
) -> Result<(Session, Counts), HostError> {
    let damaged = |damage| HostError::Damaged { session: id.clone(), damage };
    let lines = log.read(id, 0)?;
    let entries = replay::read(lines.iter().map(|line| line.text.as_str())).map_err(damaged)?;
    let session = replay::fold(catalog, rules, seed, &entries).map_err(damaged)?;
    let counts = Counts::of(&session, entries.iter().map(|(record, _)| record));
    Ok((session, counts))
}

/// What code a snapshot is of. Another version passes it over: a snapshot is a state, and states have no upcasts.
pub(crate) fn snapshot_version(catalog: Catalog, rules: &dyn Rules) -> String {
    let of = |rules: &dyn Rules| format!("{}.{}.{}", rules.name(), rules.rules(), rules.events());
    format!("{} {} {} counts rewinds", env!("CARGO_PKG_VERSION"), of(catalog.table), of(rules))
}

/// What is kept of a session: how many events each viewer was told, on a line of its own, and its state.
pub(crate) fn snapshot_body(session: &Session, counts: &Counts) -> String {
    let counts = serde_json::to_string(counts).unwrap_or_default();
    format!("{counts}\n{}", session.snapshot())
}

/// The session from its newest snapshot and the records after it. Nothing if there is no snapshot, or if anything at all
/// about it does not fit: then the whole log is read, and says what is wrong if something is.
fn from_snapshot(
    log: &dyn Log,
    catalog: Catalog,
    rules: &'static dyn Rules,
    seed: Seed,
    id: &SessionId,
) -> Option<(Session, Counts)> {
    let kept = Kept::upto(log, (catalog, rules), id, u64::MAX)?;
    let mut lines = log.read(id, kept.number).ok()?.into_iter();
    let mut session = kept.session(seed, &lines.next()?)?;
    let mut counts = kept.counts;
    for line in lines {
        let (record, line) = Record::read(&line.text, session.records, session.head).ok()?;
        // A rewind needs the records before the snapshot: `absorb` does not get them, and so says no.
        session.absorb(&record, line.hash, |_| None).ok()?;
        counts.count(&record);
    }
    Some((session, counts))
}

/// A snapshot of a session, as this program writes them.
pub(crate) struct Kept {
    /// The last record that is in it.
    pub(crate) number: u64,
    pub(crate) counts: Counts,
    head: Hash,
    body: String,
    catalog: Catalog,
    rules: &'static dyn Rules,
}

impl Kept {
    /// The newest of a record up to this one, if there is one and it can be read.
    pub(crate) fn upto(
        log: &dyn Log,
        (catalog, rules): (Catalog, &'static dyn Rules),
        id: &SessionId,
        upto: u64,
    ) -> Option<Kept> {
        let snapshot = log.snapshot(id, upto).ok().flatten()?;
        if snapshot.engine != snapshot_version(catalog, rules) {
            return None;
        }
        let (counts, body) = std::str::from_utf8(&snapshot.body).ok()?.split_once('\n')?;
        let (counts, body) = (serde_json::from_str(counts).ok()?, body.to_owned());
        Some(Kept { number: snapshot.number, head: snapshot.head, counts, body, catalog, rules })
    }

    /// The session as it was then, if that fits the line of the log that should be its last.
    pub(crate) fn session(&self, seed: Seed, last: &Line) -> Option<Session> {
        let session = Session::restore(self.catalog, self.rules, seed, &self.body).ok()?;
        let fits = !session.seats.is_empty()
            && session.setup().is_some()
            && session.records == self.number + 1
            && session.head == self.head
            && (last.number, last.hash) == (self.number, self.head);
        fits.then_some(session)
    }
}

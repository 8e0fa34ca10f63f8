//! A part of what a viewer was told, read out of a log of any length: from the newest snapshot before that part on, so that
//! the end of a long evening costs no more than the end of a short one.

use std::collections::BTreeSet;
use std::ops::Range;

use engine::replay::{self, NO_SEED};
use engine::{Catalog, Damage, Line, LogEntry, Notice, Past, Record, Rules, Session, SessionId, Viewer};
use protocol::{Frame, Update, frames};
use store::Snapshot;

use crate::counts::Counts;
use crate::limits::SNAPSHOT_RECORDS;
use crate::recover::{Kept, snapshot_body, snapshot_version};
use crate::{HostError, Log};

/// Lines that are read at once.
const LINES: u64 = 256;

/// A part of what a viewer was told.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Step by step: what happened, and how things stood then.
    pub updates: Vec<Update>,
    /// Of its events, those that do not hold any more: what was taken back and not brought back again.
    pub undone: BTreeSet<u64>,
}

/// A log, and what it is of.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) log: &'a dyn Log,
    pub(crate) catalog: Catalog,
    pub(crate) rules: &'static dyn Rules,
    pub(crate) id: &'a SessionId,
    /// How many records of it are looked at: what comes after is told as it happens.
    pub(crate) records: u64,
}

/// What is made of a record by which a viewer was told something.
type Each<'a, T> = &'a mut dyn FnMut(&Session, &Record, Vec<Frame>) -> T;

impl Source<'_> {
    /// The last so many events of a viewer; or, `before` one of its numbers, so many before that.
    pub(crate) fn last(self, viewer: Viewer, before: Option<u64>, most: u64) -> Result<Told, HostError> {
        let counts = self.counts()?;
        let to = before.unwrap_or(u64::MAX).min(counts.told(viewer));
        let gone = counts.taken_back();
        let mut undone = BTreeSet::new();
        let mut made = |session: &Session, record: &Record, frames: Vec<Frame>| {
            let of_activity = record.machine == session.rules.name();
            if of_activity && gone.iter().any(|gone| gone.contains(&record.number)) {
                undone.extend(frames.iter().map(|frame| frame.number));
            }
            // Before record 1 there is no activity to look at.
            let stands = || Box::new(frames::scene(session, viewer, &session.activity.asks()));
            Update { frames, scene: (record.number > 0).then(stands), chunks: Vec::new(), now: record.time }
        };
        let updates = self.told(viewer, to.saturating_sub(most)..to, &mut made)?;
        Ok(Told { updates, undone })
    }

    /// Some of the events of a viewer, by its own numbers.
    pub(crate) fn told<T>(
        self,
        viewer: Viewer,
        wanted: Range<u64>,
        each: Each<'_, T>,
    ) -> Result<Vec<T>, HostError> {
        let mut upto = self.records.saturating_sub(1);
        // As much as is looked at from the beginning on, if there is no snapshot before it.
        let mut records = self.records;
        while let Some(kept) = Kept::upto(self.log, (self.catalog, self.rules), self.id, upto) {
            if kept.counts.told(viewer) <= wanted.start
                && let Some(told) = self.told_from(&kept, viewer, &wanted, each)
            {
                return Ok(told);
            }
            if kept.counts.told(viewer) >= wanted.end {
                records = kept.number + 1;
            }
            let Some(earlier) = kept.number.checked_sub(1) else { break };
            upto = earlier;
        }
        Source { records, ..self }.told_of_all(viewer, &wanted, records == self.records, each)
    }

    /// The same from a snapshot on. Nothing, if anything does not fit, or play goes back behind the snapshot.
    fn told_from<T>(
        self,
        kept: &Kept,
        viewer: Viewer,
        wanted: &Range<u64>,
        each: Each<'_, T>,
    ) -> Option<Vec<T>> {
        let [last] = <[Line; 1]>::try_from(self.log.read_some(self.id, kept.number, 1).ok()?).ok()?;
        let mut stretch = Stretch { kept, last, entries: Vec::new() };
        let mut session = stretch.begin()?;
        let mut next = kept.counts.told(viewer);
        let mut told = Vec::new();
        while next < wanted.end && session.records < self.records {
            let many = LINES.min(self.records - session.records);
            for line in self.log.read_some(self.id, session.records, many).ok()? {
                let entry = Record::read(&line.text, session.records, session.head).ok()?;
                let notices = stretch.absorb(&mut session, &entry)?;
                next = take(&session, (&entry.0, &notices), (viewer, next, wanted), each, &mut told);
                stretch.entries.push(entry);
            }
        }
        Some(told)
    }

    /// The same from the beginning on. A long log is given the snapshots that it `lacks`, so that this is done once.
    fn told_of_all<T>(
        self,
        viewer: Viewer,
        wanted: &Range<u64>,
        lacks: bool,
        each: Each<'_, T>,
    ) -> Result<Vec<T>, HostError> {
        let entries = self.entries()?;
        let mut counts: Option<Counts> = None;
        let (mut told, mut next) = (Vec::new(), 0);
        let folded =
            replay::fold_each(self.catalog, self.rules, NO_SEED, &entries, |session, record, notices| {
                let counts = counts.get_or_insert_with(|| Counts::none(session.seats.len()));
                counts.count(record);
                next = take(session, (record, &notices), (viewer, next, wanted), each, &mut told);
                let is_last = self.records - session.records < Snapshot::APART;
                if lacks && session.records % (if is_last { SNAPSHOT_RECORDS } else { Snapshot::APART }) == 0
                {
                    self.keep(session, counts);
                }
            });
        folded.map_err(|damage| self.damaged(damage))?;
        Ok(told)
    }

    /// Keeps a snapshot. One that cannot be kept is missed by nobody.
    fn keep(self, session: &Session, counts: &Counts) {
        let version = snapshot_version(self.catalog, self.rules);
        let body = snapshot_body(session, counts);
        let _ = self.log.save_snapshot(self.id, session.records - 1, &version, session.head, body.as_bytes());
    }

    /// What has been counted after the last record.
    fn counts(self) -> Result<Counts, HostError> {
        let last = self.records.saturating_sub(1);
        let kept = Kept::upto(self.log, (self.catalog, self.rules), self.id, last);
        if let Some(counts) = kept.and_then(|kept| self.counts_from(kept)) {
            return Ok(counts);
        }
        let entries = self.entries()?;
        let session = replay::fold(self.catalog, self.rules, NO_SEED, entries.get(..2).unwrap_or(&entries))
            .map_err(|damage| self.damaged(damage))?;
        Ok(Counts::of(&session, entries.iter().map(|(record, _)| record)))
    }

    fn counts_from(self, kept: Kept) -> Option<Counts> {
        let mut lines =
            self.log.read_some(self.id, kept.number, self.records - kept.number).ok()?.into_iter();
        let mut prev = lines.next().filter(|last| last.number == kept.number)?.hash;
        let mut counts = kept.counts;
        for line in lines {
            let (record, line) = Record::read(&line.text, line.number, prev).ok()?;
            prev = line.hash;
            counts.count(&record);
        }
        Some(counts)
    }

    /// All records that are looked at.
    fn entries(self) -> Result<Vec<LogEntry>, HostError> {
        let lines = self.log.read_some(self.id, 0, self.records)?;
        replay::read(lines.iter().map(|line| line.text.as_str())).map_err(|damage| self.damaged(damage))
    }

    fn damaged(self, damage: Damage) -> HostError {
        HostError::Damaged { session: self.id.clone(), damage }
    }
}

/// Numbers what a viewer was told by a record, and takes what is wanted of it; the number of its next event.
fn take<T>(
    session: &Session,
    (record, notices): (&Record, &[Notice]),
    (viewer, next, wanted): (Viewer, u64, &Range<u64>),
    each: Each<'_, T>,
    told: &mut Vec<T>,
) -> u64 {
    let mut frames = frames::of_record(session, record, notices, viewer);
    let next = frames::number(&mut frames, next);
    frames.retain(|frame| wanted.contains(&frame.number));
    if !frames.is_empty() {
        told.push(each(session, record, frames));
    }
    next
}

/// The records from a snapshot on, as far as they were read.
struct Stretch<'a> {
    kept: &'a Kept,
    /// The last line that is in the snapshot.
    last: Line,
    entries: Vec<LogEntry>,
}

impl Stretch<'_> {
    fn begin(&self) -> Option<Session> {
        self.kept.session(NO_SEED, &self.last)
    }

    fn absorb(&self, session: &mut Session, (record, line): &LogEntry) -> Option<Vec<Notice>> {
        session.absorb_noting(record, line.hash, |to| self.past(to)).ok()
    }

    /// The activity as it was after an earlier record, if that is not before the snapshot.
    fn past(&self, to: u64) -> Option<Past> {
        let mut session = self.begin()?;
        for entry in &self.entries {
            if session.records > to {
                break;
            }
            self.absorb(&mut session, entry)?;
        }
        (session.records == to + 1).then(|| session.present())
    }
}

//! Reading a log again: fold it, decide it again, or look at how it was at any record.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::record::RewindCommand;
use crate::session::{Opened, Past};
use crate::{Catalog, Damage, Hash, Line, LogEntry, Notice, Opening, Record, Rules, Seed, Session, Stopped};

/// Why a log could not be read again as it was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// It cannot be read at all.
    #[error(transparent)]
    Damaged(#[from] Damage),
    /// It begins with something else than an opening of a known machine.
    #[error("the log does not begin with what opens a session of {expected}")]
    NoOpening {
        /// What should open it.
        expected: &'static str,
    },
    /// Deciding the command again gives something else.
    #[error("record {number}: the rules decide otherwise than it says: {difference}")]
    Differs {
        /// The record.
        number: u64,
        /// How.
        difference: String,
    },
}

/// Checks the chain of some lines and parses them.
pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<LogEntry>, Damage> {
    let mut prev = Hash::ZERO;
    let mut records = Vec::new();
    for (number, text) in (0..).zip(lines) {
        let (record, line) = Record::read(text, number, prev)?;
        prev = line.hash;
        records.push((record, line));
    }
    Ok(records)
}

/// Folding draws nothing, so it needs no seed; a log that is only read may not even have one.
pub const NO_SEED: Seed = Seed(0);

/// The activity that a log is of.
pub fn rules_of(catalog: Catalog, log: &[LogEntry]) -> Result<&'static dyn Rules, Damage> {
    let unreadable = |why: String| Damage::Unreadable { number: 1, why };
    let (record, _) = log.get(1).ok_or_else(|| unreadable("the log ends before it".to_owned()))?;
    catalog.activity(&record.machine).ok_or_else(|| {
        unreadable(format!("it is of the machine {:?}, which is not known here", record.machine))
    })
}

/// Folds a whole log into a session.
pub fn fold(
    catalog: Catalog,
    rules: &'static dyn Rules,
    seed: Seed,
    log: &[LogEntry],
) -> Result<Session, Damage> {
    absorb_all(Session::blank(catalog, rules, seed), log)
}

/// Folds a whole log into a session; `each` sees the session after every record, with a notice of each event.
pub fn fold_each(
    catalog: Catalog,
    rules: &'static dyn Rules,
    seed: Seed,
    log: &[LogEntry],
    mut each: impl FnMut(&Session, &Record, Vec<Notice>),
) -> Result<Session, Damage> {
    let mut folding = Folding::new(catalog, rules, seed, rewound_to(log));
    for entry in log {
        let notices = folding.absorb(entry)?;
        each(&folding.session, &entry.0, notices);
    }
    Ok(folding.session)
}

/// A log that is folded record by record, so that none of it has to be held.
pub struct Folding {
    session: Session,
    pasts: Pasts,
}

impl Folding {
    /// Before the first record. How things stood is kept of the records that some rewind goes back to: see
    /// [`Record::rewinds_to`].
    pub fn new(
        catalog: Catalog,
        rules: &'static dyn Rules,
        seed: Seed,
        rewound_to: BTreeSet<u64>,
    ) -> Folding {
        let pasts = Pasts { named: rewound_to, kept: BTreeMap::new() };
        Folding { session: Session::blank(catalog, rules, seed), pasts }
    }

    /// Folds the next record, and gives a notice of each of its events.
    pub fn absorb(&mut self, (record, line): &LogEntry) -> Result<Vec<Notice>, Damage> {
        let notices = self.session.absorb_noting(record, line.hash, |to| self.pasts.get(to))?;
        self.pasts.keep(&self.session);
        Ok(notices)
    }

    /// How things stand after the last that was folded.
    pub fn session(&self) -> &Session {
        &self.session
    }
}

fn rewound_to(log: &[LogEntry]) -> BTreeSet<u64> {
    log.iter().filter_map(|(record, _)| record.rewinds_to()).collect()
}

/// Folds the rest of a log into a session that has its beginning.
pub fn fold_into(
    session: Session,
    catalog: Catalog,
    seed: Seed,
    log: &[LogEntry],
) -> Result<Session, Damage> {
    let start = session.records;
    let goes_behind = |(record, _): &LogEntry| record.rewinds_to().is_some_and(|to| to < start);
    if log.iter().skip(start as usize).any(goes_behind) {
        return fold(catalog, session.rules, seed, log);
    }
    absorb_all(session, log)
}

fn absorb_all(mut session: Session, log: &[LogEntry]) -> Result<Session, Damage> {
    let mut pasts = Pasts::named_in(log);
    let start = usize::try_from(session.records).unwrap_or(usize::MAX);
    for (record, line) in log.get(start..).unwrap_or_default() {
        session.absorb(record, line.hash, |to| pasts.get(to))?;
        pasts.keep(&session);
    }
    Ok(session)
}

/// The activity as it was after record `to` of a log.
pub fn past(
    catalog: Catalog,
    rules: &'static dyn Rules,
    seed: Seed,
    log: &[LogEntry],
    to: u64,
) -> Option<Past> {
    let upto = usize::try_from(to).ok()?.checked_add(1)?;
    fold(catalog, rules, seed, log.get(..upto)?).ok().map(|session| session.present())
}

/// The activity as it was after each record that some rewind of a log goes back to: kept on the way, so that a log
/// of many rewinds is folded once.
struct Pasts {
    named: BTreeSet<u64>,
    kept: BTreeMap<u64, Past>,
}

impl Pasts {
    fn named_in(log: &[LogEntry]) -> Pasts {
        Pasts { named: rewound_to(log), kept: BTreeMap::new() }
    }

    fn keep(&mut self, session: &Session) {
        let number = session.records - 1;
        if self.named.contains(&number) {
            self.kept.insert(number, session.present());
        }
    }

    fn get(&self, to: u64) -> Option<Past> {
        self.kept.get(&to).map(Past::copy)
    }
}

/// Which records of a log stand when its activity is as it was after record `head`: a rewind takes back those of the
/// activity after the one that it goes back to. The table's stand always.
pub fn live_records(log: &[LogEntry], head: u64) -> Vec<bool> {
    // Record 0 opens the table, and record 1 the activity.
    let Some((opening, _)) = log.get(1) else { return vec![true; log.len()] };
    let is_activity = |(record, _): &LogEntry| record.machine == opening.machine;
    let rewind =
        |entry: &LogEntry| Some((entry.0.number, entry.0.rewinds_to().filter(|_| is_activity(entry))?));
    let rewinds: Vec<(u64, u64)> = log.iter().filter_map(rewind).collect();
    let mut live: Vec<bool> = log.iter().map(|entry| entry.0.number <= head || !is_activity(entry)).collect();
    for number in taken_back(&rewinds, head).into_iter().flatten() {
        if let Some(at) = usize::try_from(number).ok().filter(|at| log.get(*at).is_some_and(is_activity)) {
            live[at] = false;
        }
    }
    live
}

/// The stretches of records that were taken back when the activity is as it was after record `head`, the last first.
/// `rewinds` are those of its log in their order, each with the record that it goes back to.
pub fn taken_back(rewinds: &[(u64, u64)], head: u64) -> Vec<Range<u64>> {
    let mut next = head;
    let back = |(at, to): &(u64, u64)| {
        // One that was itself taken back takes nothing back.
        let goes = *at <= next && to < at;
        goes.then(|| {
            next = *to;
            to + 1..*at
        })
    };
    rewinds.iter().rev().filter_map(back).collect()
}

/// Decides every recorded command again and compares what comes out, byte for byte.
///
/// Returns the session as it is after the last record.
pub fn verify(catalog: Catalog, seed: Seed, log: &[LogEntry]) -> Result<Session, Mismatch> {
    let opening = opening(catalog, seed, log)?;
    let at = log.first().map_or(0, |(record, _)| record.at);
    let (mut session, opened) = Session::open(catalog, &opening, at).map_err(|faults| Mismatch::Differs {
        number: 0,
        difference: faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
    })?;
    for ((_, again), (_, line)) in opened.iter().zip(log) {
        compare(again, line)?;
    }
    let mut pasts = Pasts::named_in(log);
    pasts.keep(&session);
    for (record, line) in log.iter().skip(opened.len()) {
        let number = record.number;
        let refused = |why: String| Mismatch::Differs { number, difference: format!("it is refused: {why}") };
        let of_table = record.machine == catalog.table.name();
        let proposal = if let Some(rewind) = record.rewind().filter(|_| !of_table) {
            let RewindCommand::Rewind { to, .. } = rewind;
            let past = pasts.get(to).ok_or_else(|| refused(format!("record {to} is not before it")))?;
            session
                .propose_rewind_so(record.by, record.request.clone(), rewind, past, record.at)
                .map_err(|refusal| refused(refusal.message))?
        } else {
            session.propose_again(record).map_err(|stopped| match stopped {
                Stopped::Refused(refusal) => refused(refusal.message),
                Stopped::Held => refused("the table was not live".to_owned()),
            })?
        };
        compare(&proposal.line, line)?;
        session.commit(proposal);
        pasts.keep(&session);
    }
    Ok(session)
}

/// The opening that a log began with.
pub fn opening(catalog: Catalog, seed: Seed, log: &[LogEntry]) -> Result<Opening, Mismatch> {
    let read = |index: usize, expected: &'static str| {
        let (record, _) = log.get(index).ok_or(Mismatch::NoOpening { expected })?;
        let opened = Opened::read(record).ok_or(Mismatch::NoOpening { expected })?;
        Ok::<_, Mismatch>((record.machine.clone(), opened))
    };
    let (_, table) = read(0, catalog.table.name())?;
    let (activity, open) = read(1, "an activity")?;
    let salt = table.salt;
    Ok(Opening { activity, seats: open.seats, table: table.setup, setup: open.setup, seed, salt })
}

fn compare(again: &Line, line: &Line) -> Result<(), Mismatch> {
    if again.text == line.text {
        return Ok(());
    }
    let differs = again.text.bytes().zip(line.text.bytes()).take_while(|(a, b)| a == b).count();
    // The difference is in bytes, and a text is cut between characters.
    let near = |text: &str| {
        let from = text.char_indices().map(|(at, _)| at).rfind(|at| *at <= differs.saturating_sub(20));
        text[from.unwrap_or(0)..].chars().take(80).collect::<String>()
    };
    let difference = format!("it says …{}… and now comes out as …{}…", near(&line.text), near(&again.text));
    Err(Mismatch::Differs { number: line.number, difference })
}

//! The walk through every row of the database: each line against its chain, its columns and its session.

use std::collections::HashMap;

use engine::{Hash, Record};
use rusqlite::{Connection, Row};

use crate::check::{CheckReport, DamagedPlace};
use crate::error::Doing;
use crate::gone::{self, Stone};
use crate::session::{ENTRY_COLUMNS, SessionEntry};
use crate::{Snapshot, StoreError};

/// Records between two words of progress.
const PROGRESS_EVERY: u64 = 1_000;

/// How far a session's chain has been followed.
struct Chain {
    records: u64,
    head: Hash,
    /// The first damage of a session is named; what follows from it is not.
    damaged: bool,
}

/// Checks the sessions, their logs and their snapshots.
pub(crate) fn check_rows(
    connection: &Connection,
    report: &mut CheckReport,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), StoreError> {
    let entries = check_entries(connection, report)?;
    let chains = check_log(connection, &entries, report, progress)?;
    for (key, entry) in &entries {
        let Some(entry) = entry else { continue };
        let place = DamagedPlace::Session(entry.row.meta.id.to_string());
        let (records, head) = (entry.row.records, entry.row.head);
        match chains.get(key) {
            Some(chain) if chain.damaged => {}
            Some(chain) if chain.records == records && chain.head == head => {}
            Some(chain) if chain.records == records => {
                report.add(place, "its entry names another last record than its log has");
            }
            chain => {
                let there = chain.map_or(0, |chain| chain.records);
                report.add(place, format!("its entry says {records} records, and its log has {there}"));
            }
        }
    }
    check_snapshots(connection, &entries, report)
}

/// Sessions by their key; an entry that is damaged is there without its contents.
type Entries = HashMap<i64, Option<SessionEntry>>;

fn check_entries(connection: &Connection, report: &mut CheckReport) -> Result<Entries, StoreError> {
    let doing = "reading the sessions";
    let mut entries = Entries::new();
    let mut select = connection.prepare(&format!("SELECT {ENTRY_COLUMNS} FROM session")).doing(doing)?;
    let mut rows = select.query([]).doing(doing)?;
    while let Some(row) = rows.next().doing(doing)? {
        report.sessions += 1;
        let key = row.get(0).doing(doing)?;
        match SessionEntry::from_row(row) {
            Ok(entry) => drop(entries.insert(key, Some(entry))),
            Err(StoreError::DamagedEntry { id, why }) => {
                report.add(DamagedPlace::Session(id), format!("its entry is damaged: {why}"));
                entries.insert(key, None);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(entries)
}

fn check_log(
    connection: &Connection,
    entries: &Entries,
    report: &mut CheckReport,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<HashMap<i64, Chain>, StoreError> {
    let doing = "reading the log";
    let total: i64 = connection
        .query_row("SELECT max(position) FROM log", [], |row| row.get::<_, Option<i64>>(0))
        .doing(doing)?
        .unwrap_or(0);
    let mut chains: HashMap<i64, Chain> = HashMap::new();
    // In the order of the table, not of an index: an index that is damaged must not hide a row.
    let mut select = connection
        .prepare("SELECT position, session, number, request, body FROM log NOT INDEXED ORDER BY position")
        .doing(doing)?;
    let mut rows = select.query([]).doing(doing)?;
    let mut expected: i64 = 1;
    let mut gaps = Gaps::default();
    while let Some(row) = rows.next().doing(doing)? {
        let position: i64 = row.get(0).doing(doing)?;
        if position != expected {
            gaps.missing += position.saturating_sub(expected) as u64;
            gaps.first.get_or_insert((position, expected));
        }
        expected = position.saturating_add(1);
        let key: i64 = row.get(1).unwrap_or(0);
        let Some(entry) = entries.get(&key) else {
            gaps.without_session(row, key, position);
            continue;
        };
        report.records += 1;
        if report.records.is_multiple_of(PROGRESS_EVERY) {
            progress(position as u64, total as u64);
        }
        let chain = chains.entry(key).or_insert(Chain { records: 0, head: Hash::ZERO, damaged: false });
        if chain.damaged {
            continue;
        }
        match check_row(row, chain) {
            Ok(hash) => {
                chain.records += 1;
                chain.head = hash;
            }
            Err(what) => {
                let id = entry.as_ref().map_or("(unreadable)", |entry| entry.row.meta.id.as_str());
                report.add(DamagedPlace::Session(id.to_owned()), what);
                chain.damaged = true;
            }
        }
    }
    progress(total as u64, total as u64);
    gaps.report(report);
    Ok(chains)
}

/// What the log lacks or has too much of, and the stones that say why.
#[derive(Default)]
struct Gaps {
    /// Positions that no row has.
    missing: u64,
    /// The first row behind such, and which was expected there.
    first: Option<(i64, i64)>,
    /// The stones by their sessions: how many lines went, and have all of them?
    stones: HashMap<i64, (u64, bool)>,
    /// Lines of sessions that are not there: how many, and where the first is.
    lines: HashMap<i64, (u64, i64)>,
}

impl Gaps {
    /// A row of a session that is not there: a stone, or a line that is to go.
    fn without_session(&mut self, row: &Row<'_>, key: i64, position: i64) {
        let stone = row.get(2).ok().and_then(|number: i64| {
            let stone = Stone::of_row(key, number, &row.get::<_, String>(4).ok()?)?;
            Some((stone.lines, gone::is_cleared(number)))
        });
        match stone {
            Some(stone) => drop(self.stones.insert(key, stone)),
            None => self.lines.entry(key).or_insert((0, position)).0 += 1,
        }
    }

    fn report(self, report: &mut CheckReport) {
        let mut gone: u64 = 0;
        for (key, (lines, cleared)) in &self.stones {
            let left = self.lines.get(key).map_or(0, |lines| lines.0);
            gone += lines.saturating_sub(left);
            if *cleared && left > 0 {
                let what = format!("{left} lines are there of a session that was deleted with all its lines");
                report.add(DamagedPlace::Database, what);
            }
        }
        for (_, position) in
            self.lines.iter().filter(|(key, _)| !self.stones.contains_key(key)).map(|it| it.1)
        {
            let what = format!("its log names a session at position {position} that is not there");
            report.add(DamagedPlace::Database, what);
        }
        if self.missing != gone {
            let what = match self.first {
                Some((position, expected)) if gone == 0 => {
                    format!("its log has position {position} where {expected} should be: rows are missing")
                }
                Some(_) | None => {
                    format!("{} rows of its log are missing, and {gone} were deleted", self.missing)
                }
            };
            report.add(DamagedPlace::Database, what);
        }
    }
}

/// One row of the log: its body as the next record of its chain, and its columns against its body.
fn check_row(row: &Row<'_>, chain: &Chain) -> Result<Hash, String> {
    let number = chain.records;
    let unreadable = |error: rusqlite::Error| format!("record {number}: its row cannot be read: {error}");
    let column: i64 = row.get(2).map_err(unreadable)?;
    let request: Option<String> = row.get(3).map_err(unreadable)?;
    let body: String = row.get(4).map_err(unreadable)?;
    let (record, line) = Record::read(&body, number, chain.head).map_err(|damage| damage.to_string())?;
    if column as u64 != number {
        return Err(format!("record {number}: it is stored under the number {column}"));
    }
    if record.request != request {
        return Err(format!("record {number}: it is stored under another request id than it has"));
    }
    Ok(line.hash)
}

fn check_snapshots(
    connection: &Connection,
    entries: &Entries,
    report: &mut CheckReport,
) -> Result<(), StoreError> {
    let doing = "reading the snapshots";
    let mut select =
        connection.prepare("SELECT number, engine, head, seal, body, session FROM snapshot").doing(doing)?;
    let mut rows = select.query([]).doing(doing)?;
    while let Some(row) = rows.next().doing(doing)? {
        let key: i64 = row.get(5).doing(doing)?;
        let name = match entries.get(&key) {
            Some(Some(entry)) => entry.row.meta.id.to_string(),
            _ => "(unreadable)".to_owned(),
        };
        if Snapshot::from_row(row).is_none() || !entries.contains_key(&key) {
            let what =
                "its snapshot is damaged. Nothing is lost: it is passed over, and the log is folded instead";
            report.add(DamagedPlace::Session(name), what);
        }
    }
    Ok(())
}

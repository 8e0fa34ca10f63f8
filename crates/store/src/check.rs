//! The check: reads everything, believes nothing, and says where it is wrong.
//!
//! It only reads, as a [`Reader`](crate::Reader) does, and may run beside a parlor that is writing. What it guarantees:
//!
//! - Every flipped bit that could change anything that is read back is found: in a line, a column, an index, a
//!   session's entry, a snapshot, the layout; and every loss of what was acknowledged, through the anchor.
//! - After a clean close, every flipped bit of `parlor.db` is found, room that nobody reads included: then
//!   [`CheckReport::every_byte`] is true.
//! - Every photo that is not what its name says, or is missing.
//! - Every right that is not what was granted.
//! - After a crash there are no sums of the pages. A flipped bit that no finding names is then in a place that
//!   is not read: unused room, or a page that has a newer version in the write-ahead file.

use std::fmt;
use std::path::Path;

use rusqlite::Connection;

use crate::anchor::{ANCHOR_FILE, Found};
use crate::error::{Doing, DoingTo};
use crate::photos::{self, PHOTOS_DIR};
use crate::schema::Kind;
use crate::sums::{PAGE_BYTES, SUMS_FILE, Sums};
use crate::{DATABASE_FILE, StoreError, beside, rights, schema, walk};

/// Findings that are listed; more are only counted.
const FINDINGS_MAX: usize = 100;

/// What a check found.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// Sessions that were looked at.
    pub sessions: u64,
    /// Records that were looked at.
    pub records: u64,
    /// Photos that were looked at.
    pub photos: u64,
    /// What is wrong; nothing if all is well.
    pub findings: Vec<Finding>,
    /// Findings beyond those listed.
    pub unlisted: u64,
    /// Was every byte of the database compared with its sum? If not, only what can be read was checked: the store
    /// is in use, or was not closed cleanly.
    pub every_byte: bool,
}

impl CheckReport {
    /// Is nothing wrong?
    pub fn is_whole(&self) -> bool {
        self.findings.is_empty()
    }

    pub(crate) fn add(&mut self, place: DamagedPlace, what: impl Into<String>) {
        if self.findings.len() < FINDINGS_MAX {
            self.findings.push(Finding { place, what: what.into() });
        } else {
            self.unlisted += 1;
        }
    }

    fn add_pages(&mut self, sums: Option<&PageFindings>) {
        let Some(sums) = sums else { return };
        self.every_byte = true;
        sums.findings.iter().cloned().for_each(|(place, what)| self.add(place, what));
    }

    /// A part of the check that the database itself broke off.
    fn broken_off(&mut self, error: &StoreError) {
        let what = match error {
            StoreError::Database { doing, source } => format!("cannot be read ({doing}): {source}"),
            StoreError::DamagedEntry { id, why } => format!("{id}: {why}"),
            other => other.to_string(),
        };
        self.add(DamagedPlace::Database, what);
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where.
    pub place: DamagedPlace,
    /// What, in words.
    pub what: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DamagedPlace {
    /// In the database as a whole: its layout, its indexes, its free pages.
    Database,
    /// On this page of `parlor.db`, counted from 1.
    Page(u64),
    /// In a session; the record is named by the finding's words.
    Session(String),
    /// In the photo of this name, beside the database.
    Photo(String),
    /// In a file beside the database.
    File(&'static str),
}

impl fmt::Display for DamagedPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DamagedPlace::Database => f.write_str(DATABASE_FILE),
            DamagedPlace::Page(page) => {
                let from = (page - 1) * PAGE_BYTES as u64;
                write!(f, "{DATABASE_FILE}, page {page} (bytes {from} to {})", from + PAGE_BYTES as u64 - 1)
            }
            DamagedPlace::Session(id) => write!(f, "session {id}"),
            DamagedPlace::Photo(name) => write!(f, "{PHOTOS_DIR}/{name}"),
            DamagedPlace::File(name) => f.write_str(name),
        }
    }
}

/// Checks the store in a directory and changes nothing that is stored. `progress` is told how many of how many records
/// have been looked at. An error means that there is nothing to check; whatever is wrong is in the report.
pub fn check(dir: &Path, mut progress: impl FnMut(u64, u64)) -> Result<CheckReport, StoreError> {
    let database = dir.join(DATABASE_FILE);
    std::fs::metadata(&database).doing_to("read", &database)?;
    let mut begun = CheckReport::default();
    let sums = check_pages(dir, &mut begun)?;
    let (mut report, mut sessions) = (begun.clone(), None);
    let read = beside::look(dir, |connection, anchor| {
        // It may be called again: what was found in a state that does not count is forgotten.
        report = begun.clone();
        sessions = session_ids(connection).ok();
        check_database(connection, &database, anchor, sums.as_ref(), &mut report, &mut progress)
    });
    match read {
        Ok(()) => {}
        Err(error @ StoreError::Newer { .. }) => return Err(error),
        Err(error) => {
            if !report.every_byte {
                report.add_pages(sums.as_ref());
            }
            report.broken_off(&error);
        }
    }
    photos::check(dir, sessions.as_deref(), &mut report)?;
    rights::check(dir, &mut report);
    Ok(report)
}

/// The ids of all sessions, if nothing is wrong with those.
fn session_ids(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let doing = "listing the sessions";
    let mut select = connection.prepare("SELECT id FROM session").doing(doing)?;
    let ids = select.query_map([], |row| row.get(0)).doing(doing)?;
    ids.collect::<rusqlite::Result<_>>().doing(doing)
}

/// What the sums say, held back until it is known whether they are those of this file.
struct PageFindings {
    epoch: u64,
    findings: Vec<(DamagedPlace, String)>,
}

fn check_pages(dir: &Path, report: &mut CheckReport) -> Result<Option<PageFindings>, StoreError> {
    // What is in a write-ahead file is newer than the sums.
    let wal = dir.join(format!("{DATABASE_FILE}-wal"));
    if std::fs::metadata(wal).is_ok_and(|file| file.len() > 0) {
        return Ok(None);
    }
    let sums = match Sums::read(dir)? {
        Some(Some(sums)) => sums,
        Some(None) => {
            let what =
                "its own sum does not match. Nothing is lost: it is written anew at the next clean close";
            report.add(DamagedPlace::File(SUMS_FILE), what);
            return Ok(None);
        }
        None => return Ok(None),
    };
    let (pages, resized) = sums.compare(dir)?;
    let mut findings: Vec<_> = pages
        .into_iter()
        .map(|page| (DamagedPlace::Page(page), "it is not what it was at the last close".to_owned()))
        .collect();
    if resized {
        findings.push((DamagedPlace::Database, "it has another length than at the last close".to_owned()));
    }
    // A store that was opened meanwhile removed the sums before it wrote.
    let still_there = dir.join(SUMS_FILE).exists();
    Ok(still_there.then_some(PageFindings { epoch: sums.epoch, findings }))
}

fn check_database(
    connection: &Connection,
    path: &Path,
    anchor: Found,
    sums: Option<&PageFindings>,
    report: &mut CheckReport,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<(), StoreError> {
    let epoch = schema::read_epoch(connection);
    // Sums of an older epoch came back after a power cut: they are not of this file. If the epoch cannot be read,
    // they are the best there is.
    report.add_pages(sums.filter(|sums| epoch.as_ref().map_or(true, |&epoch| epoch == sums.epoch)));
    match schema::kind(connection).doing("reading what the file is")? {
        Kind::Parlor(layout) if layout > schema::LAYOUT => {
            return Err(StoreError::Newer { path: path.to_owned(), found: layout, known: schema::LAYOUT });
        }
        Kind::Parlor(layout) => check_layout(connection, layout, report)?,
        Kind::Empty => {
            report.add(DamagedPlace::Database, "there is nothing in it");
            return Ok(());
        }
        Kind::Foreign => {
            report.add(DamagedPlace::Database, "it is not a parlor store, or its first page is damaged");
            return Ok(());
        }
    }
    if let Err(error) = check_structure(connection, report) {
        report.broken_off(&error);
    }
    if let Err(error) = walk::check_rows(connection, report, progress) {
        report.broken_off(&error);
    }
    if let Err(error) = epoch {
        report.broken_off(&error);
    }
    match anchor {
        Found::Nothing => {}
        Found::Damaged => {
            let what = "its sum does not match. It is written anew when the store is next opened; until then a \
                        database that lost its last records would not be noticed";
            report.add(DamagedPlace::File(ANCHOR_FILE), what);
        }
        Found::Anchor(anchor) => {
            if let Some(missing) = anchor.missing_from(connection)? {
                let what = format!("it has lost records that were acknowledged: {missing}");
                report.add(DamagedPlace::Database, what);
            }
        }
    }
    Ok(())
}

/// Type, name, table and words of a part of the layout.
type LayoutRow = (String, String, String, Option<String>);

/// The layout must be, word for word, the one that this program would have made.
fn check_layout(connection: &Connection, layout: i64, report: &mut CheckReport) -> Result<(), StoreError> {
    let doing = "comparing its layout";
    let model = Connection::open_in_memory().doing(doing)?;
    for sql in &schema::MIGRATIONS[..layout as usize] {
        model.execute_batch(sql).doing(doing)?;
    }
    let read = |connection: &Connection| -> rusqlite::Result<Vec<LayoutRow>> {
        connection
            .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
            .collect()
    };
    if read(connection).doing(doing)? != read(&model).doing(doing)? {
        report.add(DamagedPlace::Database, "its tables or indexes are not laid out as parlor lays them out");
    }
    Ok(())
}

/// Pages, cells, indexes against tables: what the database can say of itself.
fn check_structure(connection: &Connection, report: &mut CheckReport) -> Result<(), StoreError> {
    let doing = "checking its structure";
    let mut pragma = connection.prepare("PRAGMA integrity_check").doing(doing)?;
    let mut rows = pragma.query([]).doing(doing)?;
    while let Some(row) = rows.next().doing(doing)? {
        let words: String = row.get(0).doing(doing)?;
        if words != "ok" {
            report.add(DamagedPlace::Database, words.replace('\n', "; "));
        }
    }
    Ok(())
}

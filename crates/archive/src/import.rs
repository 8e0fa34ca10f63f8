//! The import: reads what an export wrote, believes nothing, and says which line is wrong and how.

use std::io::{BufRead, Read};

use engine::{
    Catalog, DICE, Damage, Hash, LogEntry, Record, SALTED_DICE, Seed, SessionId, SessionMeta, limits,
};
use protocol::{Footer, Header, SCHEMA};
use serde_json::Value;

use crate::error::COPY_AGAIN;
use crate::saved::{dice_of, seed_hash};
use crate::{ArchiveError, Saved};

/// Reads and checks a whole session out of a file called `name`.
pub fn read(catalog: Catalog, source: &mut dyn BufRead, name: &str) -> Result<Saved, ArchiveError> {
    // Before anything else is read: what is no export may be as large as it likes.
    let Some(first) = line(source, name, 1)? else {
        return Err(ArchiveError::failed(format!("{name} is empty"), "name a file that parlor export wrote"));
    };
    let header = header(catalog, &first, name)?;
    let lines = lines(source, name)?;
    let (footer, records) = footer(&lines, name)?;
    let log = records_of(records, name)?;
    check_chain(&footer, &log, name)?;
    let saved = Saved::new(catalog, meta(&header, name)?, log).map_err(|error| error.of(name))?;
    check_header(&header, &saved, name)?;
    if footer.result != saved.session.activity.outcome() {
        return Err(wrong(name, lines.len() + 1, "the result is not what the records come to"));
    }
    Ok(saved)
}

fn wrong(name: &str, line: usize, what: impl std::fmt::Display) -> ArchiveError {
    ArchiveError::mismatch(format!("{name}, line {line}: {what}"), COPY_AGAIN)
}

/// The next line of a file, which has this number; nothing at its end. One that is too long is refused before it is all
/// in memory.
fn line(source: &mut dyn BufRead, name: &str, number: usize) -> Result<Option<String>, ArchiveError> {
    let most = limits::LINE_BYTES_MAX as u64 + 2;
    let mut bytes = Vec::new();
    let read = source.take(most).read_until(b'\n', &mut bytes).map_err(|error| {
        ArchiveError::failed(
            format!("{name} cannot be read: {error}"),
            "make it readable for you, or name another file",
        )
    })?;
    if read == 0 {
        return Ok(None);
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    if bytes.len() > limits::LINE_BYTES_MAX {
        return Err(wrong(name, number, "it is longer than a record may be"));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| wrong(name, number, "it is not UTF-8 text"))
}

/// The lines of a file after its first.
fn lines(source: &mut dyn BufRead, name: &str) -> Result<Vec<String>, ArchiveError> {
    let mut lines = Vec::new();
    while let Some(line) = line(source, name, lines.len() + 2)? {
        if lines.len() as u64 > limits::RECORDS_MAX + 1 {
            return Err(wrong(name, lines.len() + 2, "there are more lines than a session may have records"));
        }
        lines.push(line);
    }
    Ok(lines)
}

fn header(catalog: Catalog, line: &str, name: &str) -> Result<Header, ArchiveError> {
    let no_export = || {
        ArchiveError::failed(
            format!("{name} is no parlor export: line 1 is not its header"),
            "name a file that parlor export wrote",
        )
    };
    let value: Value = serde_json::from_str(line).map_err(|_| no_export())?;
    let schema = value["schema"].as_str().ok_or_else(no_export)?;
    if schema != SCHEMA {
        return Err(match version(schema) {
            Some(found) if Some(found) > version(SCHEMA) => ArchiveError::failed(
                format!("{name} was written by a newer parlor ({schema}; this one reads {SCHEMA})"),
                "update parlor",
            ),
            _ => ArchiveError::failed(
                format!("{name} is no parlor export: its schema is {schema:?}, not {SCHEMA:?}"),
                "name a file that parlor export wrote",
            ),
        });
    }
    let header: Header = serde_json::from_value(value)
        .map_err(|error| wrong(name, 1, format!("the header cannot be read: {error}")))?;
    if let Some(viewer) = header.viewer {
        return Err(ArchiveError::failed(
            format!("{name} holds what {viewer} was told, which is not the whole log"),
            "export it again without --as; this file is for reading",
        ));
    }
    let rules =
        catalog.activity(&header.machine).ok_or_else(|| ArchiveError::unknown_machine(&header.machine))?;
    if header.rules > rules.rules() {
        return Err(ArchiveError::failed(
            format!(
                "{name} was played by newer rules ({} {}; this parlor knows {})",
                header.machine,
                header.rules,
                rules.rules()
            ),
            "update parlor",
        ));
    }
    if ![DICE, SALTED_DICE].contains(&header.dice.as_str()) {
        return Err(ArchiveError::failed(
            format!(
                "{name} was played with another way to draw chance ({}; this parlor has {DICE} and {SALTED_DICE})",
                header.dice
            ),
            "update parlor",
        ));
    }
    Ok(header)
}

/// The number in `parlor.v1`.
fn version(schema: &str) -> Option<u32> {
    schema.strip_prefix("parlor.v")?.parse().ok()
}

/// The last line, and those between it and the header.
fn footer<'a>(lines: &'a [String], name: &str) -> Result<(Footer, &'a [String]), ArchiveError> {
    let cut_short = |records: usize| {
        let last = records.checked_sub(1);
        let after = last.map_or("its header".to_owned(), |last| format!("record {last}"));
        ArchiveError::mismatch(
            format!("{name} is cut short: it ends after {after}, without its last line"),
            COPY_AGAIN,
        )
    };
    let Some((last, records)) = lines.split_last() else { return Err(cut_short(0)) };
    match serde_json::from_str::<Footer>(last) {
        Ok(footer) => Ok((footer, records)),
        Err(_) => {
            // A whole record, or the beginning of a line?
            let whole = serde_json::from_str::<Value>(last).is_ok();
            Err(cut_short(lines.len() - usize::from(!whole)))
        }
    }
}

fn records_of(lines: &[String], name: &str) -> Result<Vec<LogEntry>, ArchiveError> {
    let mut prev = Hash::ZERO;
    let mut log = Vec::with_capacity(lines.len());
    for (number, text) in (0..).zip(lines) {
        let (record, line) = Record::read(text, number, prev).map_err(|damage| match damage {
            Damage::Newer { .. } => {
                ArchiveError::failed(format!("{name}, line {}: {damage}", number + 2), "update parlor")
            }
            damage => wrong(name, log.len() + 2, damage),
        })?;
        prev = line.hash;
        log.push((record, line));
    }
    if log.len() < 2 {
        let records = log.len();
        return Err(ArchiveError::mismatch(
            format!("{name} holds {records} records, and a session begins with two"),
            COPY_AGAIN,
        ));
    }
    Ok(log)
}

fn check_chain(footer: &Footer, log: &[LogEntry], name: &str) -> Result<(), ArchiveError> {
    let last = log.len() + 2;
    if footer.records != log.len() as u64 {
        let what = format!("it says {} records, and there are {}", footer.records, log.len());
        return Err(wrong(name, last, what));
    }
    if footer.head != log.last().map(|(_, line)| line.hash) {
        return Err(wrong(name, last, "its head is not the hash of the last record"));
    }
    Ok(())
}

fn meta(header: &Header, name: &str) -> Result<SessionMeta, ArchiveError> {
    let id = |text: &str| {
        text.parse::<SessionId>().map_err(|_| wrong(name, 1, format!("{text:?} is no id of a session")))
    };
    let parent = match &header.parent {
        Some(parent) => Some((id(&parent.session)?, parent.at)),
        None => None,
    };
    Ok(SessionMeta {
        id: id(&header.session)?,
        machine: header.machine.clone(),
        title: header.title.clone(),
        created_at: header.created_at,
        seed: header.seed.map(Seed),
        parent,
    })
}

/// The header is in no hash: whatever it says must stand in the records too.
fn check_header(header: &Header, saved: &Saved, name: &str) -> Result<(), ArchiveError> {
    let differs = |what: &str| wrong(name, 1, format!("the header's {what} is not that of the records"));
    let title = serde_json::from_str::<Value>(saved.opening.table.get()).ok();
    let title = title.as_ref().and_then(|setup| setup["title"].as_str());
    if title.map(str::trim) != Some(header.title.trim()) {
        return Err(differs("title"));
    }
    if saved.opening.activity != header.machine {
        return Err(differs("machine"));
    }
    if saved.opening.seats != header.seats {
        return Err(differs("list of seats"));
    }
    if seed_hash(&saved.log) != Some(header.seed_hash) {
        return Err(differs("seed hash"));
    }
    let salt = saved.opening.salt;
    if header.dice != dice_of(salt) {
        return Err(differs("way to draw chance"));
    }
    if header.salt != salt.filter(|_| header.seed.is_some()) {
        return Err(differs("salt"));
    }
    if header.seed.is_some_and(|seed| Seed(seed).promise(salt) != header.seed_hash) {
        return Err(wrong(name, 1, "the seed is not the one that was sealed at the start"));
    }
    if header.seed.is_none() && saved.ended() {
        return Err(wrong(name, 1, "it has ended, and does not tell the seed that was sealed at the start"));
    }
    if header.parent.as_ref().is_some_and(|parent| parent.at > saved.last()) {
        return Err(wrong(name, 1, "it says that it shares more records with its parent than it has"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    /// A file without an end.
    struct Endless(u64);

    impl Read for Endless {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            self.0 += into.len() as u64;
            assert!(self.0 < 1_000_000, "it is read on and on");
            for (at, byte) in into.iter_mut().enumerate() {
                *byte = if at % 100 == 99 { b'\n' } else { b'x' };
            }
            Ok(into.len())
        }
    }

    #[test]
    fn what_is_no_export_is_refused_by_its_first_line_however_long_it_is() {
        let mut source = BufReader::new(Endless(0));
        let refused = read(*activities::ALL, &mut source, "huge").err().map(|error| error.to_string());
        assert!(refused.as_deref().is_some_and(|it| it.contains("line 1 is not its header")), "{refused:?}");
    }
}

//! The anchor: a small file beside the database that names the last line that was committed.
//!
//! SQLite takes a damaged write-ahead file for one that ends earlier, and goes on without a word from an older
//! state. So the writer leaves the last position and the hash of its line here after every commit and before
//! anybody is told. It is written in place and never synced, which costs a microsecond; this is why:
//!
//! - The process dies between commit and anchor: the anchor is older than the database. That is fine.
//! - The power fails: the anchor may be older still, or torn. A torn one has a wrong sum and is passed over.
//! - The write-ahead file is damaged or lost, or an older copy of the database is put in its place: the
//!   database ends before the anchor, or has another line there. That is refused, with words on what to do.
//!
//! An anchor is never newer than what was synced, so it never refuses a database that only lost power.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::Path;

use engine::Hash;
use rusqlite::Connection;

use crate::append::hash_of_text;
use crate::error::{Doing, DoingTo};
use crate::gone::Stone;
use crate::{DATABASE_FILE, StoreError, schema};

/// The file's name.
pub(crate) const ANCHOR_FILE: &str = "parlor.head";

/// What was last committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Anchor {
    /// The writer's epoch. A database of an older one that has all the records has lost nothing.
    pub(crate) epoch: u64,
    /// The last position of the log, 0 if it is empty.
    pub(crate) position: u64,
    /// The hash of the line there.
    pub(crate) line: Hash,
}

/// What was found in the anchor's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Nothing,
    Damaged,
    Anchor(Anchor),
}

impl Anchor {
    /// Always equally long, so that it is overwritten in place, within one sector of the disk.
    fn text(&self) -> String {
        let body = format!(
            "parlor head v1\nepoch {:020}\nposition {:020}\nline {}\n",
            self.epoch, self.position, self.line
        );
        let sum = Hash::of(body.as_bytes()).to_string();
        format!("{body}sum {sum}\n")
    }

    fn parse(text: &str) -> Option<Anchor> {
        let mut fields = text.lines().skip(1).map(|line| line.split_once(' '));
        let mut field =
            |name: &str| fields.next().flatten().filter(|field| field.0 == name).map(|field| field.1);
        let anchor = Anchor {
            epoch: field("epoch")?.parse().ok()?,
            position: field("position")?.parse().ok()?,
            line: Hash::parse(field("line")?)?,
        };
        // Written again it must be the same, byte for byte: that checks the sum and everything else at once.
        (anchor.text() == text).then_some(anchor)
    }

    /// Reads the anchor of a store.
    pub(crate) fn read(dir: &Path) -> Result<Found, StoreError> {
        let path = dir.join(ANCHOR_FILE);
        match std::fs::read(&path) {
            Ok(bytes) => Ok(std::str::from_utf8(&bytes)
                .ok()
                .and_then(Anchor::parse)
                .map_or(Found::Damaged, Found::Anchor)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Found::Nothing),
            Err(error) => Err(error).doing_to("read", &path),
        }
    }

    /// What the database lacks of this anchor, in words; nothing if it has it all.
    pub(crate) fn missing_from(&self, connection: &Connection) -> Result<Option<String>, StoreError> {
        let last = schema::last_line(connection).doing("reading the end of the log")?;
        let position = last.as_ref().map_or(0, |last| last.0);
        if self.position > position {
            return Ok(Some(format!(
                "{} records in all its sessions were acknowledged, and it ends at {position}",
                self.position
            )));
        }
        if self.position == 0 {
            return Ok(None);
        }
        let doing = "reading the end of the log";
        let line = schema::line_at_position(connection, self.position).doing(doing)?;
        if line.is_none() && Stone::stands_for(connection, self.position).doing(doing)? {
            return Ok(None);
        }
        if line.and_then(|(_, body)| hash_of_text(&body)) != Some(self.line) {
            let position = self.position;
            return Ok(Some(format!(
                "record {position} of all is another than the one that was acknowledged"
            )));
        }
        Ok(None)
    }

    /// Refuses a database that ends before its anchor.
    pub(crate) fn hold(found: Found, connection: &Connection, dir: &Path) -> Result<(), StoreError> {
        let Found::Anchor(anchor) = found else { return Ok(()) };
        match anchor.missing_from(connection)? {
            Some(missing) => Err(StoreError::Behind { path: dir.join(DATABASE_FILE), missing }),
            None => Ok(()),
        }
    }
}

impl Found {
    /// What it means that there are no records at all: they are lost, or there never were any.
    pub(crate) fn without_records(self, dir: &Path) -> StoreError {
        match self {
            Found::Anchor(Anchor { position, .. }) if position > 0 => StoreError::Behind {
                path: dir.join(DATABASE_FILE),
                missing: format!("{position} records were, and the database is gone or empty"),
            },
            Found::Anchor(_) | Found::Nothing | Found::Damaged => StoreError::NoStore { dir: dir.to_owned() },
        }
    }
}

/// The anchor's file, open for as long as the writer lives.
pub(crate) struct AnchorFile {
    file: File,
}

impl AnchorFile {
    /// Opens it and writes the first state of this epoch, synced: from now on it only changes in place.
    pub(crate) fn open(dir: &Path, anchor: &Anchor) -> Result<AnchorFile, StoreError> {
        let path = dir.join(ANCHOR_FILE);
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
        let mut anchor_file = AnchorFile { file: file.doing_to("open", &path)? };
        anchor_file.write(anchor).doing_to("write", &path)?;
        anchor_file.file.set_len(anchor.text().len() as u64).doing_to("write", &path)?;
        anchor_file.file.sync_all().doing_to("sync", &path)?;
        Ok(anchor_file)
    }

    /// Overwrites it in place.
    pub(crate) fn write(&mut self, anchor: &Anchor) -> io::Result<()> {
        self.file.rewind()?;
        self.file.write_all(anchor.text().as_bytes())
    }
}

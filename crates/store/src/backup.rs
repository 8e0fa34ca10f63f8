//! The backup: a copy of a store as it is at one moment, made while another process goes on writing to it.
//!
//! The log comes first, in one piece: one state of whole committed records, as every reader sees. Rights and notes are
//! small, and copied in the same way. The photos come last: each is there before the first record that names it is
//! acknowledged, so none is missing but those that were deleted meanwhile, which nothing refers to.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::error::{Doing, DoingTo};
use crate::open::{create_dir, sync_dir};
use crate::photos::PHOTOS_DIR;
use crate::{DATABASE_FILE, Reader, StoreError, notes, rights};

impl Reader {
    /// Copies the whole store into a directory that is not there yet, or is empty.
    pub fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        create_dir(to)?;
        if fs::read_dir(to).doing_to("read", to)?.next().is_some() {
            let source = std::io::Error::other("there is something in it");
            return Err(StoreError::File { doing: "back up into", path: to.to_owned(), source });
        }
        let copy = to.join(DATABASE_FILE);
        self.reading(|connection| copy_all(connection, &copy))?;
        for name in [rights::FILE, notes::FILE] {
            let from = self.dir.join(name);
            if from.exists() {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                let source = Connection::open_with_flags(&from, flags).doing("opening it")?;
                copy_all(&source, &to.join(name))?;
            }
        }
        copy_photos(&self.photos, &to.join(PHOTOS_DIR))?;
        sync_dir(to)
    }
}

/// Copies a database, as one state of it.
fn copy_all(from: &Connection, to: &Path) -> Result<(), StoreError> {
    let doing = "copying it";
    // What was begun and is to be done again is begun anew.
    match fs::remove_file(to) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error).doing_to("remove", to),
        _ => {}
    }
    let mut copy = Connection::open(to).doing(doing)?;
    copy.pragma_update(None, "synchronous", "FULL").doing(doing)?;
    let done = Backup::new(from, &mut copy).and_then(|backup| backup.step(-1)).doing(doing)?;
    match done {
        StepResult::Done => Ok(()),
        _ => Err(StoreError::Busy { why: "the copy could not be made in one piece".to_owned() }),
    }?;
    copy.close().map_err(|(_, error)| error).doing(doing)?;
    fs::File::open(to).and_then(|file| file.sync_all()).doing_to("sync", to)
}

fn copy_photos(from: &Path, to: &Path) -> Result<(), StoreError> {
    let photos = match fs::read_dir(from) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        photos => photos.doing_to("read", from)?,
    };
    create_dir(to)?;
    for photo in photos {
        let photo = photo.doing_to("read", from)?;
        let copied = copy_photo(&photo.path(), &to.join(photo.file_name()));
        match copied {
            // It was deleted while it was copied: what there is of the copy goes, too.
            Err(StoreError::File { source, .. }) if source.kind() == ErrorKind::NotFound => {
                let half = to.join(photo.file_name());
                fs::remove_dir_all(&half).doing_to("remove", &half)?;
            }
            copied => copied?,
        }
    }
    sync_dir(to)
}

fn copy_photo(from: &Path, to: &Path) -> Result<(), StoreError> {
    create_dir(to)?;
    for file in fs::read_dir(from).doing_to("read", from)? {
        let file = file.doing_to("read", from)?;
        let (path, copy) = (file.path(), to.join(file.file_name()));
        fs::copy(&path, &copy).doing_to("copy", &path)?;
        fs::File::open(&copy).and_then(|copy| copy.sync_all()).doing_to("sync", &copy)?;
    }
    sync_dir(to)
}

//! One process to a store: an exclusive lock on a file beside the database.
//!
//! The lock is the operating system's and ends with the process, however it ends; the process id in the file is
//! only there for the message.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use crate::StoreError;
use crate::error::DoingTo;

/// The file that is locked.
pub(crate) const LOCK_FILE: &str = "parlor.lock";

/// Held for as long as the store is open.
pub(crate) struct StoreLock {
    _file: File,
}

impl StoreLock {
    /// Takes the lock, or says who holds it.
    pub(crate) fn take(dir: &Path) -> Result<StoreLock, StoreError> {
        let path = dir.join(LOCK_FILE);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .doing_to("open", &path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Locked { dir: dir.to_owned(), pid: read_pid(&mut file) });
            }
            Err(TryLockError::Error(source)) => {
                return Err(StoreError::File { doing: "lock", path, source });
            }
        }
        file.set_len(0).doing_to("write", &path)?;
        file.rewind().doing_to("write", &path)?;
        writeln!(file, "{}", std::process::id()).doing_to("write", &path)?;
        Ok(StoreLock { _file: file })
    }
}

fn read_pid(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.take(32).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

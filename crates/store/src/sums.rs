//! The sums: a checksum of every page of the database at rest.
//!
//! The hash chain covers what can be read. Unused room in a page, and pages on the free list, are read by nobody;
//! a flipped bit there does no harm today, but it tells of a disk that flips bits. So a clean close leaves a sum
//! of every page beside the database, and the next opening removes them before it writes. They also name the
//! epoch: should the removal be undone by a power cut, the epoch has moved on and they are passed over.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use engine::Hash;

use crate::anchor::Anchor;
use crate::error::DoingTo;
use crate::{DATABASE_FILE, StoreError};

/// The file's name.
pub(crate) const SUMS_FILE: &str = "parlor.sums";

/// A larger database gets no sums: nobody waits for them at the end of a program. 1 GiB takes about a second.
const DATABASE_BYTES_MAX: u64 = 1 << 30;

/// What one sum is over. The database's own pages are as large.
pub(crate) const PAGE_BYTES: usize = 4096;

const SUM_BYTES: usize = 8;
const MAGIC: &[u8; 16] = b"parlor sums v1\n\0";

/// The sums of a database at rest.
pub(crate) struct Sums {
    pub(crate) epoch: u64,
    pages: Vec<[u8; SUM_BYTES]>,
    bytes: u64,
}

impl Sums {
    fn of(database: &Path, epoch: u64) -> io::Result<Sums> {
        let mut file = File::open(database)?;
        let mut sums = Sums { epoch, pages: Vec::new(), bytes: 0 };
        let mut page = Vec::with_capacity(PAGE_BYTES);
        loop {
            page.clear();
            let read = (&mut file).take(PAGE_BYTES as u64).read_to_end(&mut page)?;
            if read == 0 {
                return Ok(sums);
            }
            sums.bytes += read as u64;
            let mut sum = [0; SUM_BYTES];
            sum.copy_from_slice(&Hash::of(&page).0[..SUM_BYTES]);
            sums.pages.push(sum);
        }
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.epoch.to_le_bytes());
        bytes.extend_from_slice(&self.bytes.to_le_bytes());
        bytes.extend(self.pages.iter().flatten());
        let hash = Hash::of(&bytes);
        bytes.extend_from_slice(&hash.0);
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Sums> {
        let (body, hash) = bytes.split_last_chunk::<32>()?;
        if Hash::of(body).0 != *hash {
            return None;
        }
        let (epoch, rest) = body.strip_prefix(MAGIC)?.split_first_chunk::<8>()?;
        let (length, rest) = rest.split_first_chunk::<8>()?;
        let (pages, []) = rest.as_chunks::<SUM_BYTES>() else { return None };
        Some(Sums {
            epoch: u64::from_le_bytes(*epoch),
            bytes: u64::from_le_bytes(*length),
            pages: pages.to_vec(),
        })
    }

    /// Reads the sums of a store. `Some(None)`: they are there, and damaged themselves.
    pub(crate) fn read(dir: &Path) -> Result<Option<Option<Sums>>, StoreError> {
        let path = dir.join(SUMS_FILE);
        match std::fs::read(&path) {
            Ok(bytes) => Ok(Some(Sums::decode(&bytes))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).doing_to("read", &path),
        }
    }

    /// The pages, counted from 1, that are not what they were; and whether the file has another length.
    pub(crate) fn compare(&self, dir: &Path) -> Result<(Vec<u64>, bool), StoreError> {
        let database = dir.join(DATABASE_FILE);
        let now = Sums::of(&database, self.epoch).doing_to("read", &database)?;
        let pairs = self.pages.iter().zip(&now.pages);
        let changed = (1..).zip(pairs).filter(|(_, (then, now))| then != now).map(|(page, _)| page).collect();
        Ok((changed, now.bytes != self.bytes))
    }
}

/// Writes the sums of a database that was just closed.
pub(crate) fn write(dir: &Path, anchor: &Anchor) -> io::Result<()> {
    let database = dir.join(DATABASE_FILE);
    if std::fs::metadata(&database)?.len() > DATABASE_BYTES_MAX {
        return Ok(());
    }
    let sums = Sums::of(&database, anchor.epoch)?;
    // Under another name first: half a file of sums would look like damage.
    let half = dir.join("parlor.sums.new");
    let mut file = File::create(&half)?;
    file.write_all(&sums.encode())?;
    file.sync_all()?;
    std::fs::rename(&half, dir.join(SUMS_FILE))
}

/// Removes the sums, because the database is about to change.
pub(crate) fn remove(dir: &Path) -> Result<(), StoreError> {
    let path = dir.join(SUMS_FILE);
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error).doing_to("remove", &path),
        _ => Ok(()),
    }
}

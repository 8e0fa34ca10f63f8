//! Photos, beside the log: one directory for each, named by the hash of its bytes.
//!
//! ```text
//! photos/<64 hex digits>/photo.jpg     the photo
//! photos/<64 hex digits>/<session>     one empty file for each session that refers to it
//! ```
//!
//! The number of those empty files is the reference count, so it cannot be wrong. A photo comes first and is on disk
//! before the first reference to it; at the end the last reference goes first. So whatever a crash leaves behind has no
//! reference, and [`Store::open`](crate::Store::open) clears it away.
//!
//! Deleting takes a photo out of the file system. What a disk may still hold of it, nobody here can say.

use std::collections::BTreeSet;
use std::fs::{DirBuilder, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::{Hash, SessionId};

use crate::StoreError;
use crate::check::{CheckReport, DamagedPlace};
use crate::error::DoingTo;
use crate::open::{Inner, sync_dir};

/// The directory of all photos, in that of the store.
pub(crate) const PHOTOS_DIR: &str = "photos";

/// The photo itself. No session can have this name: there is no dot in one.
const PHOTO_FILE: &str = "photo.jpg";

/// A photo that is being written.
const UNFINISHED_FILE: &str = "photo.tmp";

/// The photos of all sessions. Cheap to clone; the store is open for as long as there is one.
///
/// Everything here waits for the disk.
#[derive(Clone)]
pub struct Photos {
    pub(crate) store: Arc<Inner>,
}

/// Where they are, and who may change that now: one at a time.
pub(crate) struct PhotoDir {
    path: PathBuf,
    changing: Mutex<()>,
}

impl PhotoDir {
    pub(crate) fn new(store_dir: &Path) -> PhotoDir {
        PhotoDir { path: store_dir.join(PHOTOS_DIR), changing: Mutex::new(()) }
    }

    /// Clears away what a crash left behind: photos that no session refers to, and half of one.
    pub(crate) fn sweep(&self) -> Result<(), StoreError> {
        for (_, dir) in hashes(&self.path)? {
            if references(&dir)?.is_empty() {
                remove_photo(&dir)?;
            } else {
                remove_file(&dir.join(UNFINISHED_FILE))?;
            }
        }
        Ok(())
    }
}

impl Photos {
    /// The most bytes of one photo: far more than a scaled one has.
    pub const BYTES_MAX: usize = 16 * 1024 * 1024;

    /// Keeps a photo for a session, and gives the name that it is kept under. One that is there is not written again.
    pub fn keep(&self, session: &SessionId, bytes: &[u8]) -> Result<Hash, StoreError> {
        if bytes.len() > Self::BYTES_MAX {
            let (found, max) = (bytes.len(), Self::BYTES_MAX);
            return Err(StoreError::TooLong { what: "the photo, in bytes,", found, max });
        }
        let hash = Hash::of(bytes);
        let _alone = self.alone();
        let photos = self.path();
        let dir = self.dir(hash);
        if !dir.is_dir() {
            create_dir(photos)?;
            create_dir(&dir)?;
            sync_dir(photos)?;
            sync_dir(photos.parent().unwrap_or(photos))?;
        }
        if read_checked(&dir, hash).is_err() {
            let unfinished = dir.join(UNFINISHED_FILE);
            let mut file = created(OpenOptions::new().truncate(true), &unfinished)?;
            file.write_all(bytes).doing_to("write", &unfinished)?;
            file.sync_all().doing_to("sync", &unfinished)?;
            drop(file);
            std::fs::rename(&unfinished, dir.join(PHOTO_FILE)).doing_to("rename", &unfinished)?;
            sync_dir(&dir)?;
        }
        refer(&dir, session)?;
        Ok(hash)
    }

    /// A photo of a session, checked against its name; nothing if that session does not refer to it.
    pub fn read(&self, session: &SessionId, hash: Hash) -> Result<Option<Vec<u8>>, StoreError> {
        read(self.path(), session, hash)
    }

    /// Whether a session refers to a photo.
    pub fn refers(&self, session: &SessionId, hash: Hash) -> bool {
        self.dir(hash).join(session.as_str()).exists()
    }

    /// The photos that a session refers to, in the order of their names.
    pub fn of(&self, session: &SessionId) -> Result<Vec<Hash>, StoreError> {
        of(self.path(), session)
    }

    /// Every session that refers to a photo.
    pub fn sessions(&self) -> Result<BTreeSet<SessionId>, StoreError> {
        let mut all = BTreeSet::new();
        for (_, dir) in hashes(self.path())? {
            all.extend(references(&dir)?.iter().filter_map(|name| name.parse().ok()));
        }
        Ok(all)
    }

    /// Drops every reference of a session, and says how many there were. A photo that nobody refers to any more is
    /// gone from the file system when this returns. After an error, call it again.
    pub fn delete(&self, session: &SessionId) -> Result<usize, StoreError> {
        let photos = self.of(session)?;
        for hash in &photos {
            self.forget(session, *hash)?;
        }
        // One whose reference went and whose file could not, the last time that this was tried.
        let _alone = self.alone();
        self.store.photos.sweep()?;
        Ok(photos.len())
    }

    /// Drops one reference of a session, if there is one, and the photo with the last.
    pub fn forget(&self, session: &SessionId, hash: Hash) -> Result<(), StoreError> {
        let _alone = self.alone();
        let dir = self.dir(hash);
        if !remove_file(&dir.join(session.as_str()))? {
            return Ok(());
        }
        sync_dir(&dir)?;
        if references(&dir)?.is_empty() {
            remove_photo(&dir)?;
            sync_dir(self.path())?;
        }
        Ok(())
    }

    /// Has a session refer to every photo that another refers to: for a fork.
    pub fn share(&self, from: &SessionId, to: &SessionId) -> Result<(), StoreError> {
        let _alone = self.alone();
        for hash in self.of(from)? {
            refer(&self.dir(hash), to)?;
        }
        Ok(())
    }

    fn path(&self) -> &Path {
        &self.store.photos.path
    }

    fn dir(&self, hash: Hash) -> PathBuf {
        self.path().join(hash.to_string())
    }

    fn alone(&self) -> MutexGuard<'_, ()> {
        self.store.photos.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The photos that a session refers to.
pub(crate) fn of(photos: &Path, session: &SessionId) -> Result<Vec<Hash>, StoreError> {
    let all = hashes(photos)?;
    Ok(all.into_iter().filter(|(_, dir)| dir.join(session.as_str()).exists()).map(|(hash, _)| hash).collect())
}

/// A photo of a session; nothing if that session does not refer to it.
pub(crate) fn read(photos: &Path, session: &SessionId, hash: Hash) -> Result<Option<Vec<u8>>, StoreError> {
    let dir = photos.join(hash.to_string());
    let refers = || dir.join(session.as_str()).exists();
    if !refers() {
        return Ok(None);
    }
    match read_checked(&dir, hash) {
        // It was deleted meanwhile: the reference goes first.
        Err(StoreError::DamagedPhoto { .. }) if !refers() => Ok(None),
        read => read.map(Some),
    }
}

/// Checks every photo: that it is what its name says, that none is missing, and that nothing else lies about.
/// References are compared with the sessions, if those could be read.
pub(crate) fn check(
    store_dir: &Path,
    sessions: Option<&[String]>,
    report: &mut CheckReport,
) -> Result<(), StoreError> {
    let photos = store_dir.join(PHOTOS_DIR);
    for name in names(&photos)? {
        let dir = photos.join(&name);
        let place = || DamagedPlace::Photo(name.clone());
        let Some(hash) = Hash::parse(&name).filter(|_| dir.is_dir()) else {
            report.add(place(), "this is nothing of parlor's: move it away");
            continue;
        };
        report.photos += 1;
        let inside = names(&dir)?;
        let references: Vec<&String> = inside.iter().filter(|name| is_session(name)).collect();
        for stray in inside.iter().filter(|name| !is_session(name) && !is_ours(name)) {
            report.add(place(), format!("{stray:?} in it is nothing of parlor's: move it away"));
        }
        for unknown in references.iter().filter(|id| sessions.is_some_and(|all| !all.contains(id))) {
            report.add(place(), format!("session {unknown} refers to it, and there is no such session"));
        }
        // One that nobody refers to was left by a crash, or is just coming or going.
        if !references.is_empty()
            && let Err(StoreError::DamagedPhoto { why, .. }) = read_checked(&dir, hash)
        {
            report.add(place(), why);
        }
    }
    Ok(())
}

/// A photo as it is on disk, if it is what its name says.
fn read_checked(dir: &Path, hash: Hash) -> Result<Vec<u8>, StoreError> {
    let path = dir.join(PHOTO_FILE);
    let damaged = |why: &str| StoreError::DamagedPhoto { hash, why: why.to_owned() };
    let file = match std::fs::File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(damaged("it is missing")),
        Err(source) => return Err(StoreError::File { doing: "read", path, source }),
    };
    let mut bytes = Vec::new();
    let most = u64::try_from(Photos::BYTES_MAX).unwrap_or(u64::MAX).saturating_add(1);
    file.take(most).read_to_end(&mut bytes).doing_to("read", &path)?;
    if Hash::of(&bytes) != hash {
        return Err(damaged("its bytes are not those that it was named for"));
    }
    Ok(bytes)
}

/// Makes a session refer to a photo, for good: its name is on disk when this returns.
fn refer(dir: &Path, session: &SessionId) -> Result<(), StoreError> {
    let path = dir.join(session.as_str());
    if !path.exists() {
        created(&mut OpenOptions::new(), &path)?.sync_all().doing_to("sync", &path)?;
        sync_dir(dir)?;
    }
    Ok(())
}

/// Removes a photo that nobody refers to. What is not ours is left, and so is its directory then.
fn remove_photo(dir: &Path) -> Result<(), StoreError> {
    remove_file(&dir.join(UNFINISHED_FILE))?;
    remove_file(&dir.join(PHOTO_FILE))?;
    match std::fs::remove_dir(dir) {
        Ok(()) => Ok(()),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty) => Ok(()),
        Err(source) => Err(StoreError::File { doing: "remove", path: dir.to_owned(), source }),
    }
}

/// Removes a file, and says whether it was there.
fn remove_file(path: &Path) -> Result<bool, StoreError> {
    match std::fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        Err(source) => Err(StoreError::File { doing: "remove", path: path.to_owned(), source }),
    }
}

/// Every directory that is named as a photo is, in order.
fn hashes(photos: &Path) -> Result<Vec<(Hash, PathBuf)>, StoreError> {
    let dirs = names(photos)?.into_iter().map(|name| (Hash::parse(&name), photos.join(name)));
    Ok(dirs.filter_map(|(hash, dir)| Some((hash?, dir))).filter(|(_, dir)| dir.is_dir()).collect())
}

/// The sessions that refer to a photo.
fn references(dir: &Path) -> Result<Vec<String>, StoreError> {
    Ok(names(dir)?.into_iter().filter(|name| is_session(name)).collect())
}

/// The names in a directory, in order; none if there is no such directory.
fn names(dir: &Path) -> Result<Vec<String>, StoreError> {
    let listed = match std::fs::read_dir(dir) {
        Ok(listed) => listed,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(StoreError::File { doing: "list", path: dir.to_owned(), source }),
    };
    let mut names = Vec::new();
    for entry in listed {
        names.push(entry.doing_to("list", dir)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn is_session(name: &str) -> bool {
    name.parse::<SessionId>().is_ok()
}

fn is_ours(name: &str) -> bool {
    [PHOTO_FILE, UNFINISHED_FILE].contains(&name)
}

/// A file for its owner alone.
fn created(options: &mut OpenOptions, path: &Path) -> Result<std::fs::File, StoreError> {
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options.open(path).doing_to("create", path)
}

/// A directory for its owner alone; one that is there is left as it is.
fn create_dir(dir: &Path) -> Result<(), StoreError> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(dir) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        created => created.doing_to("create", dir),
    }
}

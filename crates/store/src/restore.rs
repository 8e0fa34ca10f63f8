//! Putting a backup in the place of a store.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::anchor::ANCHOR_FILE;
use crate::error::DoingTo;
use crate::lock::StoreLock;
use crate::open::{create_dir, sync_dir};
use crate::photos::PHOTOS_DIR;
use crate::sums::SUMS_FILE;
use crate::{DATABASE_FILE, Reader, StoreError, notes, rights};

/// Where the copy is made, in the directory of the store: it is whole before anything takes its name.
const UNFINISHED_DIR: &str = "restoring";

/// Where what was there before is moved to: this, or if that is taken this with a number.
const ASIDE_DIR: &str = "before-restore";

/// Puts a copy of a backup into a directory that no process has open. A store that is there already is moved aside if it is to
/// be replaced, and is refused otherwise. Says where it was moved to.
///
/// The backup is left as it is. An interruption leaves the old store, or one that is refused: its anchor goes last, and a database
/// that is not its own has lost records to it. Then do it again.
pub fn restore(backup: &Path, dir: &Path, replace: bool) -> Result<Option<PathBuf>, StoreError> {
    create_dir(dir)?;
    let _lock = StoreLock::take(dir)?;
    let there: Vec<String> = files().into_iter().filter(|name| dir.join(name).exists()).collect();
    if !there.is_empty() && !replace {
        return Err(StoreError::Occupied { dir: dir.to_owned(), aside: ASIDE_DIR });
    }
    let unfinished = dir.join(UNFINISHED_DIR);
    match fs::remove_dir_all(&unfinished) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).doing_to("remove", &unfinished);
        }
        _ => {}
    }
    Reader::open(backup)?.back_up(&unfinished)?;
    let aside = match there.is_empty() {
        true => None,
        false => Some(free_dir(dir)?),
    };
    let (anchor, others): (Vec<String>, Vec<String>) =
        there.into_iter().partition(|name| name == ANCHOR_FILE);
    if let Some(aside) = &aside {
        move_all(dir, aside, &others)?;
    }
    let new: Vec<String> = files().into_iter().filter(|name| unfinished.join(name).exists()).collect();
    move_all(&unfinished, dir, &new)?;
    if let Some(aside) = &aside {
        move_all(dir, aside, &anchor)?;
    }
    fs::remove_dir(&unfinished).doing_to("remove", &unfinished)?;
    Ok(aside)
}

/// A new directory for what was there before. Nothing that was moved aside is ever written over.
fn free_dir(dir: &Path) -> Result<PathBuf, StoreError> {
    let named = |number: u32| match number {
        1 => dir.join(ASIDE_DIR),
        number => dir.join(format!("{ASIDE_DIR}-{number}")),
    };
    let free = (1..).map(named).find(|aside| !aside.exists()).unwrap_or_else(|| dir.join(ASIDE_DIR));
    fs::create_dir(&free).doing_to("create", &free)?;
    Ok(free)
}

/// Every file that a store may have, but its lock.
fn files() -> Vec<String> {
    let databases = [DATABASE_FILE, rights::FILE, notes::FILE];
    let endings = ["", "-wal", "-shm"];
    let of_databases = databases.iter().flat_map(|name| endings.map(|ending| format!("{name}{ending}")));
    let others = [ANCHOR_FILE, SUMS_FILE, PHOTOS_DIR].map(str::to_owned);
    of_databases.chain(others).collect()
}

fn move_all(from: &Path, to: &Path, names: &[String]) -> Result<(), StoreError> {
    for name in names {
        let path = from.join(name);
        fs::rename(&path, to.join(name)).doing_to("move", &path)?;
    }
    sync_dir(to)?;
    sync_dir(from)
}

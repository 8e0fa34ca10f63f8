//! Finding a session that was saved: in the store, by a word, or in a file.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

use archive::Saved;
use archive::export::{self, Each};
use engine::replay::{self, NO_SEED};
use engine::{Chain, Hash, Record, SessionId, Viewer};
use store::{Listed, Reader, SessionRow, StoreError};

use crate::catalog::catalog;
use crate::context::Context;
use crate::exit::Failure;
use crate::names::DEMO;

/// Out of the store, by the beginning of its id.
pub(crate) fn in_store(store: &Reader, id: &str) -> Result<Saved, Failure> {
    let id = find_id(store, id)?;
    let meta = store.session(&id)?.meta;
    let lines = store.read(&id, 0)?;
    let log = replay::read(lines.iter().map(|line| line.text.as_str()))?;
    Ok(Saved::new(catalog(), meta, log)?)
}

/// Refuses a viewer that a session does not have.
pub(crate) fn check_viewer(store: &Reader, id: &SessionId, viewer: Viewer) -> Result<(), Failure> {
    let first = replay::read(store.read_some(id, 0, 2)?.iter().map(|line| line.text.as_str()))?;
    Ok(export::check_viewer_of(catalog(), &first, viewer)?)
}

/// Lines that are read at once where a log goes by.
const LINES: u64 = 256;

/// Writes a session as lines while its log goes by, as far as it goes now: none of it is held.
pub(crate) fn write_lines(
    store: &Reader,
    id: &SessionId,
    viewer: Option<Viewer>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let SessionRow { meta, records, ended, .. } = store.session(id)?;
    export::lines(catalog(), (&meta, ended), viewer, out, |each: Each<'_, Failure>| {
        let (mut number, mut prev) = (0, Hash::ZERO);
        while number < records {
            for line in store.read_some(id, number, LINES.min(records - number))? {
                let entry = Record::read(&line.text, number, prev)?;
                (number, prev) = (number + 1, entry.1.hash);
                each(&entry)?;
            }
        }
        Ok(())
    })
}

/// Out of the store or out of a file, whichever the word names. An id has no dot and no slash in it.
pub(crate) fn find(cx: &Context, what: &str) -> Result<Saved, Failure> {
    let path = Path::new(what);
    if what.parse::<SessionId>().is_err() {
        return in_file(path);
    }
    let found = match cx.reader()? {
        Some(store) => named(&store, what).map(|id| in_store(&store, id.as_str())),
        None => Err(StoreError::NoMatch { prefix: what.to_owned() }),
    };
    match found {
        Err(StoreError::NoMatch { .. }) if path.exists() => in_file(path),
        Err(error) => Err(error.into()),
        Ok(saved) => saved,
    }
}

/// Out of a file.
pub(crate) fn in_file(path: &Path) -> Result<Saved, Failure> {
    let name = path.display();
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Failure::failed(
            format!("there is no file {name}"),
            "name a file that parlor export wrote; parlor sessions lists what is here",
        ),
        io::ErrorKind::PermissionDenied => {
            Failure::failed(format!("{name} may not be read"), "make it readable for you")
        }
        _ => Failure::failed(
            format!("{name} cannot be read: {error}"),
            "name a file that parlor export wrote and that you may read",
        ),
    };
    if std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Err(Failure::failed(format!("{name} is a directory"), "name a file in it"));
    }
    let mut source = BufReader::new(File::open(path).map_err(failed)?);
    Ok(archive::import::read(catalog(), &mut source, &name.to_string())?)
}

/// What a session of the store goes on with, if sessions of its activity follow one another. Only its opening is read.
pub(crate) fn chain(store: &Reader, id: &SessionId) -> Option<Chain> {
    const OPENING: u64 = 2;
    let lines = store.read_some(id, 0, OPENING).ok()?;
    let log = replay::read(lines.iter().map(|line| line.text.as_str())).ok()?;
    let opening = replay::opening(catalog(), NO_SEED, &log).ok()?;
    catalog().activity(&opening.activity)?.chain(&opening.setup)
}

/// Every session, the one that was last played first. What was forked or taken out of a file counts from then.
pub(crate) fn played(store: &Reader) -> Result<Vec<SessionRow>, StoreError> {
    Ok(listed(store)?.rows)
}

/// The same, with what is damaged and not among them.
pub(crate) fn listed(store: &Reader) -> Result<Listed, StoreError> {
    let mut listed = store.listed()?;
    listed.rows.sort_by_key(|row| Reverse(row.updated_at.max(row.meta.created_at)));
    Ok(listed)
}

/// The session that was last played, if there is any.
pub(crate) fn last(store: &Reader) -> Result<Option<SessionId>, StoreError> {
    Ok(played(store)?.into_iter().next().map(|row| row.meta.id))
}

/// The session that a word names: the beginning of its id, `demo` for the last demo, `last` for the last played of all.
pub(crate) fn find_id(store: &Reader, word: &str) -> Result<SessionId, Failure> {
    Ok(named(store, word)?)
}

fn named(store: &Reader, word: &str) -> Result<SessionId, StoreError> {
    let begins = match word {
        "demo" => DEMO,
        "last" => "",
        _ => return store.find(word),
    };
    let sessions = played(store)?;
    let is = |row: &&SessionRow| row.meta.id.as_str() == word;
    let begins = |row: &&SessionRow| row.meta.id.as_str().starts_with(begins);
    match sessions.iter().find(is).or_else(|| sessions.iter().find(begins)) {
        Some(row) => Ok(row.meta.id.clone()),
        None => store.find(word),
    }
}

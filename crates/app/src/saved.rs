//! A session as it was saved, out of the store or out of a file: its log, read, checked and folded.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use engine::{Entry, Hash, Opening, Seed, Session, Viewer, replay};
use machines::ALL;
use serde_json::json;
use store::{SessionId, SessionMeta, SessionRow, Store, StoreError};

use crate::context::Context;
use crate::exit::Failure;
use crate::import;

/// A session that was opened by the demo has this before its id, so that the next demo finds it.
pub(crate) const DEMO: &str = "demo-";

/// A session as it was saved.
pub(crate) struct Saved {
    /// What it was created with.
    pub(crate) meta: SessionMeta,
    /// Its log.
    pub(crate) log: Vec<Entry>,
    /// What it was opened with.
    pub(crate) opening: Opening,
    /// The hash of its seed.
    pub(crate) seed_hash: Hash,
    /// The state after the last record.
    pub(crate) session: Session,
}

impl Saved {
    /// Reads a log: what it was opened with, and the state at its end.
    pub(crate) fn new(meta: SessionMeta, log: Vec<Entry>) -> Result<Saved, Failure> {
        let rules = ALL.activity(&meta.machine).ok_or_else(|| unknown_machine(&meta.machine))?;
        // Folding draws nothing: a log can be read without its seed.
        let seed = meta.seed.unwrap_or(Seed(0));
        let opening = replay::opening(ALL, seed, &log)?;
        // Whatever counts seats counts on this.
        if let Some(fault) = engine::seat_faults(&opening.seats).first() {
            return Err(Failure::mismatch(format!("record 0: {fault}")));
        }
        let seed_hash = seed_hash(&log)
            .ok_or_else(|| Failure::mismatch("record 0: its opening does not name the hash of the seed"))?;
        let session = replay::fold(ALL, rules, seed, &log)?;
        // The events are folded as they are: one could seat others than the opening did.
        if session
            .activity
            .view(Viewer::Host)
            .get("seats")
            .is_some_and(|seats| *seats != json!(opening.seats))
        {
            return Err(Failure::mismatch("record 1: its events seat others than the opening does"));
        }
        Ok(Saved { meta, log, opening, seed_hash, session })
    }

    /// Out of the store, by the beginning of its id.
    pub(crate) fn in_store(store: &Store, id: &str) -> Result<Saved, Failure> {
        let id = find_id(store, id)?;
        let meta = store.session(&id)?.meta;
        let lines = store.read(&id, 0)?;
        let log = replay::read(lines.iter().map(|line| line.text.as_str()))?;
        Saved::new(meta, log)
    }

    /// Out of the store or out of a file, whichever the word names. An id has no dot and no slash in it.
    pub(crate) fn find(cx: &Context, what: &str) -> Result<Saved, Failure> {
        let path = Path::new(what);
        if what.parse::<SessionId>().is_err() {
            return Saved::in_file(path);
        }
        let store = cx.store()?;
        match find(&store, what) {
            Err(StoreError::NoMatch { .. }) if path.exists() => Saved::in_file(path),
            Err(error) => Err(error.into()),
            Ok(id) => Saved::in_store(&store, id.as_str()),
        }
    }

    /// Out of a file.
    pub(crate) fn in_file(path: &Path) -> Result<Saved, Failure> {
        let name = path.display();
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Failure::failed(format!("there is no file {name}"))
                .todo("name a file that parlor export wrote; parlor sessions lists what is here"),
            io::ErrorKind::PermissionDenied => {
                Failure::failed(format!("{name} may not be read")).todo("make it readable for you")
            }
            _ => Failure::failed(format!("{name} cannot be read: {error}")),
        };
        if std::fs::metadata(path).map_err(failed)?.is_dir() {
            return Err(Failure::failed(format!("{name} is a directory")).todo("name a file in it"));
        }
        let mut source = BufReader::new(File::open(path).map_err(failed)?);
        import::read(&mut source, &name.to_string())
    }

    /// Has the activity ended?
    pub(crate) fn ended(&self) -> bool {
        self.session.activity.outcome().is_some()
    }

    /// The number of the last record.
    pub(crate) fn last(&self) -> u64 {
        self.log.len() as u64 - 1
    }

    /// How many events its records hold.
    pub(crate) fn events(&self) -> usize {
        self.log.iter().map(|(record, _)| record.events.len()).sum()
    }

    /// Refuses a viewer that this table does not have.
    pub(crate) fn check_viewer(&self, viewer: Viewer) -> Result<(), Failure> {
        match viewer {
            Viewer::Seat(seat) if seat.index() >= self.session.seats.len() => {
                let seats = self.session.seats.len();
                Err(Failure::usage(format!("there is no seat {seat} at this table"))
                    .todo(format!("say --as seat:1 to --as seat:{seats}, public, observer or host")))
            }
            Viewer::Seat(_) | Viewer::Public | Viewer::Observer | Viewer::Host => Ok(()),
        }
    }
}

/// The session that a word names: the beginning of its id, `demo` for the newest demo, `last` for the newest of all.
pub(crate) fn find_id(store: &Store, word: &str) -> Result<SessionId, Failure> {
    Ok(find(store, word)?)
}

fn find(store: &Store, word: &str) -> Result<SessionId, StoreError> {
    let begins = match word {
        "demo" => DEMO,
        "last" => "",
        _ => return store.find(word),
    };
    let sessions = store.sessions()?;
    let is = |row: &&SessionRow| row.meta.id.as_str() == word;
    let newest = |row: &&SessionRow| row.meta.id.as_str().starts_with(begins);
    match sessions.iter().find(is).or_else(|| sessions.iter().find(newest)) {
        Some(row) => Ok(row.meta.id.clone()),
        None => store.find(word),
    }
}

/// The hash of the seed that a log was opened with.
pub(crate) fn seed_hash(log: &[Entry]) -> Option<Hash> {
    #[derive(serde::Deserialize)]
    struct Open {
        seed_hash: Hash,
    }
    let (record, _) = log.first()?;
    serde_json::from_str::<Open>(record.command.get()).ok().map(|open| open.seed_hash)
}

/// The session is of a machine that is not in this program.
pub(crate) fn unknown_machine(name: &str) -> Failure {
    Failure::failed(format!("it plays {name:?}, which this parlor does not know")).todo("update parlor")
}

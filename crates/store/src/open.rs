//! The store: opening it, what can be asked of it, and letting it go.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, PoisonError};
use std::thread::JoinHandle;

use engine::{Hash, Line, SessionId, SessionMeta};
use rusqlite::Connection;

use crate::anchor::{Anchor, AnchorFile, Found};
use crate::append::{check_line, check_lines, hash_of_text};
use crate::error::{Doing, DoingTo};
use crate::gauge::Gauge;
use crate::lock::StoreLock;
use crate::photos::PhotoDir;
use crate::session::check;
use crate::writer::{Job, Outcome, Task, Writer};
use crate::{
    Append, DATABASE_FILE, LogAnswer, Photos, Reader, Snapshot, StoreError, Writing, beside, schema, sums,
};

/// The one log of all sessions, open in this process. Cheap to clone; the last clone that is dropped waits for the
/// writer to finish and leaves the files at rest.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    dir: PathBuf,
    reader: Reader,
    pub(crate) photos: PhotoDir,
    gauge: Arc<Gauge>,
    queue: Option<Sender<Job>>,
    writer: Option<JoinHandle<()>>,
}

impl Store {
    /// Opens the store in a directory, and creates either if need be.
    pub fn open(dir: &Path) -> Result<Store, StoreError> {
        create_dir(dir)?;
        let lock = StoreLock::take(dir)?;
        let _index = beside::INDEX.write().unwrap_or_else(PoisonError::into_inner);
        let database = dir.join(DATABASE_FILE);
        let found = Anchor::read(dir)?;
        look_first(dir, &database, found)?;
        let mut connection = schema::open_to_write(&database).doing("opening it")?;
        let mode: String =
            connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).doing("opening it")?;
        if mode != "wal" {
            let source =
                std::io::Error::other("the file system does not allow a write-ahead file: use a local disk");
            return Err(StoreError::File { doing: "write to", path: database, source });
        }
        schema::migrate(&mut connection, &database)?;
        Anchor::hold(found, &connection, dir)?;
        // Before anything is written: the sums are those of the file as it was closed.
        sums::remove(dir)?;
        let anchor = take_over(&mut connection, found)?;
        let anchor_file = AnchorFile::open(dir, &anchor)?;
        sync_dir(dir)?;
        let photos = PhotoDir::new(dir);
        photos.sweep()?;

        let gauge = Arc::new(Gauge::new());
        let writer =
            Writer::new(dir.to_owned(), connection, (anchor, anchor_file), Arc::clone(&gauge), lock)?;
        let (queue, jobs) = mpsc::channel();
        let writer = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer.run(&jobs))
            .doing_to("start the writer of", dir)?;
        let reader = Reader::of_holder(dir);
        let dir = dir.to_owned();
        let inner = Inner { dir, reader, photos, gauge, queue: Some(queue), writer: Some(writer) };
        Ok(Store { inner: Arc::new(inner) })
    }

    /// Writes a whole new session with its first records, all or nothing: for a new one, a fork or an import.
    /// The lines are checked: dense from 0, chained, no request id twice.
    pub fn create(&self, meta: SessionMeta, lines: Vec<Line>, ended: bool) -> Result<(), StoreError> {
        check(&meta)?;
        let updated_at = check_lines(&lines)?;
        self.ask(Task::Create { meta, lines, ended, updated_at })
    }

    /// Asks for a record to be written; `done` is told what became of it, once, on the writer's own thread: it
    /// must be quick and must not ask the store for anything. Never waits: if too much waits already, `done` is told
    /// at once, on this thread, that the store is busy. An error means
    /// that the line can never be stored; then `done` is not told.
    pub fn append(
        &self,
        append: Append,
        done: impl FnOnce(LogAnswer) + Send + 'static,
    ) -> Result<(), StoreError> {
        check_line(&append.line, append.prev)?;
        let done = move |outcome: Outcome| {
            done(outcome.unwrap_or_else(|error| LogAnswer::Fenced { why: error.to_string() }));
        };
        self.send(Job { task: Task::Append(append), done: Box::new(done) });
        Ok(())
    }

    /// Writes a record and waits for the answer.
    pub fn append_wait(&self, append: Append) -> Result<LogAnswer, StoreError> {
        let (answer, answered) = mpsc::sync_channel(1);
        self.append(append, move |said| drop(answer.send(said)))?;
        Ok(answered
            .recv()
            .unwrap_or_else(|_| LogAnswer::InDoubt { why: "the writer gave no answer".to_owned() }))
    }

    /// Keeps a snapshot of a session, and of those before it one of every [`Snapshot::APART`] records.
    pub fn save_snapshot(
        &self,
        session: &SessionId,
        number: u64,
        engine_version: &str,
        head: Hash,
        body: &[u8],
    ) -> Result<(), StoreError> {
        if body.len() > Snapshot::BODY_BYTES_MAX {
            let (found, max) = (body.len(), Snapshot::BODY_BYTES_MAX);
            return Err(StoreError::TooLong { what: "the snapshot, in bytes,", found, max });
        }
        let snapshot = Snapshot { number, engine: engine_version.to_owned(), head, body: body.to_owned() };
        self.ask(Task::Snapshot { session: session.clone(), snapshot })
    }

    /// Notes that a session of so many records sleeps: nothing happens in it until somebody does something, so a start
    /// need not go on with it. Nothing is noted of one that has ended or has more records by now; the next record wakes
    /// it.
    pub fn sleep(&self, session: &SessionId, records: u64) -> Result<(), StoreError> {
        self.ask(Task::Sleep { session: session.clone(), records })
    }

    /// Deletes a session: its photos, its entry, its snapshots and its lines, for good. Forks of it are sessions of their own and
    /// stay. When this returns it is not there any more; its lines are cleared away a few at a time, before the store is
    /// closed at the latest. After an error, call it again.
    pub fn delete(&self, session: &SessionId) -> Result<(), StoreError> {
        self.session(session)?;
        // First, so that no photo is left of a session that nobody knows of.
        self.photos().delete(session)?;
        self.ask(Task::Delete { session: session.clone() })
    }

    /// What reads from this store, for those who are not to write to it.
    pub fn reader(&self) -> &Reader {
        &self.inner.reader
    }

    /// The directory that it is in.
    pub fn dir(&self) -> &Path {
        &self.inner.dir
    }

    /// The photos of all sessions.
    pub fn photos(&self) -> Photos {
        Photos { store: Arc::clone(&self.inner) }
    }

    /// How many transactions the writer has committed since the store was opened.
    pub fn commits(&self) -> u64 {
        self.inner.gauge.commits()
    }

    /// Bytes that are left on the disk of the store, where the system says so.
    pub fn room(&self) -> Option<u64> {
        #[cfg(unix)]
        return rustix::fs::statvfs(&self.inner.dir)
            .ok()
            .map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
        #[cfg(not(unix))]
        None
    }

    /// How the writer does.
    pub fn writing(&self) -> Writing {
        self.inner.gauge.writing()
    }

    /// Has the writer do something, and waits for it.
    fn ask(&self, task: Task) -> Result<(), StoreError> {
        let (answer, answered) = mpsc::sync_channel(1);
        self.send(Job { task, done: Box::new(move |said| drop(answer.send(said))) });
        let gone = || StoreError::InDoubt { why: "the writer gave no answer".to_owned() };
        match answered.recv().map_err(|_| gone())?? {
            LogAnswer::Committed { .. } => Ok(()),
            LogAnswer::Busy { why } => Err(StoreError::Busy { why }),
            LogAnswer::InDoubt { why } => Err(StoreError::InDoubt { why }),
            LogAnswer::Fenced { why } => Err(StoreError::Stopped { why }),
            other => Err(StoreError::Stopped { why: format!("the writer answered {other:?}") }),
        }
    }

    fn send(&self, job: Job) {
        let bytes = job.bytes();
        if !self.inner.gauge.enter(bytes) {
            return job.tell(Ok(LogAnswer::Busy { why: "too much waits to be written".to_owned() }));
        }
        let refused = match &self.inner.queue {
            Some(queue) => queue.send(job).err().map(|refused| refused.0),
            None => Some(job),
        };
        if let Some(job) = refused {
            self.inner.gauge.leave(bytes);
            job.tell(Ok(LogAnswer::Fenced {
                why: "the store's writer has ended: open the store again".to_owned(),
            }));
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // The writer's connection must be the last, so that its close empties the write-ahead file.
        self.reader.let_go();
        self.queue = None;
        if let Some(writer) = self.writer.take() {
            // The last clone may be dropped by a `done`, on the writer's own thread: that ends by itself.
            if writer.thread().id() != std::thread::current().id() {
                let _ = writer.join();
            }
        }
    }
}

/// Refuses what must not be written to, before anything is.
fn look_first(dir: &Path, database: &Path, anchor: Found) -> Result<(), StoreError> {
    let bytes = std::fs::metadata(database).map_or(0, |file| file.len());
    if bytes > 0 {
        let connection = schema::open_to_read(database).doing("opening it")?;
        return schema::known_layout(&connection, database).map(drop);
    }
    match anchor.without_records(dir) {
        // It is about to be created.
        StoreError::NoStore { .. } => Ok(()),
        lost => Err(lost),
    }
}

/// Begins a new epoch, after every one that the database or the anchor knows of: whoever still writes in an older
/// one is fenced from here on.
fn take_over(connection: &mut Connection, found: Found) -> Result<Anchor, StoreError> {
    let doing = "taking the store over";
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).doing(doing)?;
    let anchored = if let Found::Anchor(anchor) = found { anchor.epoch } else { 0 };
    let epoch = schema::read_epoch(&transaction)?.max(anchored) + 1;
    schema::write_epoch(&transaction, epoch).doing(doing)?;
    let last = schema::last_line(&transaction).doing(doing)?;
    transaction.commit().doing(doing)?;
    let (position, line) = match last {
        Some((position, body)) => (position, hash_of_text(&body).unwrap_or(Hash::ZERO)),
        None => (0, Hash::ZERO),
    };
    Ok(Anchor { epoch, position, line })
}

/// Creates the directory for its owner alone: the logs hold what players must not know of each other.
pub(crate) fn create_dir(dir: &Path) -> Result<(), StoreError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir).doing_to("create", dir)
}

/// Makes the names of new files as durable as what is in them.
pub(crate) fn sync_dir(dir: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    std::fs::File::open(dir).and_then(|dir| dir.sync_all()).doing_to("sync", dir)?;
    #[cfg(not(unix))]
    let _ = dir;
    Ok(())
}

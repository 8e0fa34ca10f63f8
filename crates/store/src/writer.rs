//! The writer: one thread that owns the database, and commits whatever has come in since it last looked.
//!
//! Under load many appends share one commit, and one sync of the disk. Alone, an append is committed at once:
//! nobody waits for company.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use engine::{Line, SessionId, SessionMeta};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode};

use crate::anchor::{Anchor, AnchorFile};
use crate::batch::{Batch, Heads};
use crate::error::Doing;
use crate::gauge::Gauge;
use crate::lock::StoreLock;
use crate::{Append, LogAnswer, Snapshot, StoreError, gone, schema, sums};

/// Requests in one commit.
const BATCH_MAX: usize = 1_024;

/// Bytes in one commit, after which no more requests are taken in.
const BATCH_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The write-ahead file is copied into the database when it has this many pages (2 MiB) and this many commits: a
/// copy costs two more syncs, and many commits should share them.
const CHECKPOINT_PAGES: u32 = 512;
const CHECKPOINT_COMMITS: u32 = 128;

/// It is copied at this many pages (16 MiB) whatever the commits.
const CHECKPOINT_PAGES_MAX: u32 = 4_096;

/// How long it waits for something to write before it clears away more of what was deleted.
const CLEARS_AFTER: Duration = Duration::from_millis(2);

/// How long before it tries again to empty the write-ahead file behind that, which a reader may be keeping from it.
const EMPTIES_AFTER: Duration = Duration::from_millis(500);

/// What the writer can be asked to do.
pub(crate) enum Task {
    Append(Append),
    Create { meta: SessionMeta, lines: Vec<Line>, ended: bool, updated_at: i64 },
    Snapshot { session: SessionId, snapshot: Snapshot },
    Sleep { session: SessionId, records: u64 },
    Delete { session: SessionId },
    Clear,
}

/// What became of a task; an error means that it was refused and nothing of it was written.
pub(crate) type Outcome = Result<LogAnswer, StoreError>;

/// A task, and whom to tell.
pub(crate) struct Job {
    pub(crate) task: Task,
    pub(crate) done: Box<dyn FnOnce(Outcome) + Send>,
}

impl Job {
    pub(crate) fn bytes(&self) -> usize {
        match &self.task {
            Task::Append(append) => append.line.text.len(),
            Task::Create { lines, .. } => lines.iter().map(|line| line.text.len()).sum(),
            Task::Snapshot { snapshot, .. } => snapshot.body.len(),
            Task::Sleep { .. } | Task::Delete { .. } | Task::Clear => 0,
        }
    }

    pub(crate) fn tell(self, outcome: Outcome) {
        // A caller that panics must not take the other callers' answers with it.
        let _ = catch_unwind(AssertUnwindSafe(|| (self.done)(outcome)));
    }
}

/// Why a batch was not committed.
enum Stop {
    /// Nothing was written, and the next may be.
    Busy { why: String },
    /// Nothing was written, and nothing may be after this.
    Fenced { why: String },
    /// The commit may have reached the disk all the same. Nothing may be written after this.
    InDoubt { why: String },
}

impl Stop {
    fn before_commit(error: &StoreError) -> Stop {
        Stop::Fenced { why: error.to_string() }
    }

    fn answer(&self) -> LogAnswer {
        match self {
            Stop::Busy { why } => LogAnswer::Busy { why: why.clone() },
            Stop::Fenced { why } => LogAnswer::Fenced { why: why.clone() },
            Stop::InDoubt { why } => LogAnswer::InDoubt { why: why.clone() },
        }
    }
}

/// What is left to do of what was deleted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leftover {
    Nothing,
    /// Lines are there that have to go.
    Lines,
    /// They have gone from the database, and may be in the write-ahead file.
    WriteAhead,
}

pub(crate) struct Writer {
    dir: PathBuf,
    connection: Connection,
    anchor: Anchor,
    anchor_file: AnchorFile,
    heads: Heads,
    gauge: Arc<Gauge>,
    /// Pages in the write-ahead file, as the database says after each commit.
    wal_pages: Arc<AtomicU32>,
    /// Pages that were there, and were copied, at the last checkpoint.
    wal_pages_copied: u32,
    commits_since: u32,
    /// What is left to do of what was deleted.
    leftover: Leftover,
    /// Given back last of all, when the files are at rest.
    _lock: StoreLock,
}

impl Writer {
    pub(crate) fn new(
        dir: PathBuf,
        mut connection: Connection,
        (anchor, anchor_file): (Anchor, AnchorFile),
        gauge: Arc<Gauge>,
        lock: StoreLock,
    ) -> Result<Writer, StoreError> {
        let wal_pages = Arc::new(AtomicU32::new(0));
        let pages = Arc::clone(&wal_pages);
        // Also turns the automatic checkpoint off, which would run inside a commit and pass over its own failures.
        let hook = move |_: &mut rusqlite::hooks::Wal, count: std::ffi::c_int| {
            pages.store(u32::try_from(count).unwrap_or(0), Ordering::Relaxed);
            Ok(())
        };
        connection.wal_hook(Some(hook)).doing("setting up the writer")?;
        let is_left = gone::is_left(&connection).doing("setting up the writer")?;
        let leftover = if is_left { Leftover::Lines } else { Leftover::Nothing };
        Ok(Writer {
            dir,
            connection,
            anchor,
            anchor_file,
            heads: Heads::default(),
            gauge,
            wal_pages,
            wal_pages_copied: 0,
            commits_since: 0,
            leftover,
            _lock: lock,
        })
    }

    /// Works until nobody can ask any more.
    pub(crate) fn run(mut self, queue: &Receiver<Job>) {
        let gauge = Arc::clone(&self.gauge);
        let take = |job: &Job| gauge.leave(job.bytes());
        loop {
            let waited = match self.leftover {
                Leftover::Nothing => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Leftover::Lines => queue.recv_timeout(CLEARS_AFTER),
                Leftover::WriteAhead => queue.recv_timeout(EMPTIES_AFTER),
            };
            let first = match waited {
                Ok(first) => first,
                Err(RecvTimeoutError::Timeout) => {
                    self.clear();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            take(&first);
            let mut bytes = first.bytes();
            let mut jobs = vec![first];
            while jobs.len() < BATCH_MAX
                && bytes < BATCH_BYTES_MAX
                && let Ok(next) = queue.try_recv()
            {
                take(&next);
                bytes += next.bytes();
                jobs.push(next);
            }
            gauge.begin();
            self.work(jobs);
            gauge.end();
            self.checkpoint_if_due();
            // However busy it is.
            if self.leftover == Leftover::Lines {
                self.clear();
            }
        }
        self.close();
    }

    fn work(&mut self, jobs: Vec<Job>) {
        let stop = match self.gauge.stopped() {
            Some(why) => Stop::Fenced { why: why.to_owned() },
            None => match self.commit(&jobs) {
                Ok(outcomes) => {
                    return jobs.into_iter().zip(outcomes).for_each(|(job, outcome)| job.tell(outcome));
                }
                Err(stop) => stop,
            },
        };
        match &stop {
            Stop::Busy { .. } => {}
            Stop::Fenced { why } | Stop::InDoubt { why } => self.gauge.stop(why.clone()),
        }
        for job in jobs {
            job.tell(Ok(stop.answer()));
        }
    }

    /// One transaction with all the jobs; their outcomes are true once this has returned.
    fn commit(&mut self, jobs: &[Job]) -> Result<Vec<Outcome>, Stop> {
        self.execute("BEGIN IMMEDIATE").map_err(|error| {
            let why = format!("a transaction could not begin: {error}");
            match error.sqlite_error_code() {
                // Another program that looks at the file holds it up: nothing is lost, and it will let go.
                Some(ErrorCode::DatabaseBusy) => Stop::Busy { why },
                _ => Stop::Fenced { why },
            }
        })?;
        let filled = self.fill(jobs);
        let (outcomes, written) = match filled {
            Ok(filled) => filled,
            Err(stop) => {
                // If this fails too the transaction dies with the connection: it has no commit on disk.
                let _ = self.execute("ROLLBACK");
                return Err(stop);
            }
        };
        if let Err(error) = self.execute("COMMIT") {
            let _ = self.execute("ROLLBACK");
            return Err(Stop::InDoubt {
                why: format!("a commit failed, and nothing is written after that: {error}"),
            });
        }
        self.gauge.committed();
        self.commits_since += 1;
        if jobs.iter().any(|job| matches!(job.task, Task::Delete { .. })) {
            self.leftover = Leftover::Lines;
        }
        if let Some((position, line)) = written {
            self.anchor = Anchor { position, line, ..self.anchor };
            // The records are safe. An anchor that could not be written is an older or a torn one, and both are
            // allowed for.
            let _ = self.anchor_file.write(&self.anchor);
        }
        Ok(outcomes)
    }

    #[expect(clippy::type_complexity, reason = "said once, here")]
    fn fill(&mut self, jobs: &[Job]) -> Result<(Vec<Outcome>, Option<(u64, engine::Hash)>), Stop> {
        let epoch = schema::read_epoch(&self.connection).map_err(|error| Stop::before_commit(&error))?;
        if epoch != self.anchor.epoch {
            let why = format!(
                "another process has taken this store over (its epoch is {epoch}, ours {}): close this one",
                self.anchor.epoch
            );
            return Err(Stop::Fenced { why });
        }
        let mut batch = Batch::new(&self.connection, &mut self.heads);
        let mut outcomes = Vec::with_capacity(jobs.len());
        for job in jobs {
            let outcome = match &job.task {
                Task::Append(append) => batch.append(append).map(Ok),
                Task::Create { meta, lines, ended, updated_at } => {
                    batch.create(meta, lines, *ended, *updated_at)
                }
                Task::Snapshot { session, snapshot } => batch.save_snapshot(session, snapshot),
                Task::Sleep { session, records } => batch.sleep(session, *records),
                Task::Delete { session } => batch.delete(session),
                Task::Clear => batch.clear(),
            };
            outcomes.push(outcome.map_err(|error| Stop::before_commit(&error))?);
        }
        Ok((outcomes, batch.last))
    }

    /// Does some of what is left to do of what was deleted.
    fn clear(&mut self) {
        match self.leftover {
            Leftover::Nothing => {}
            Leftover::Lines => {
                self.work(vec![Job { task: Task::Clear, done: Box::new(drop) }]);
                self.checkpoint_if_due();
                match gone::is_left(&self.connection) {
                    Ok(true) if self.gauge.stopped().is_none() => {}
                    // What cannot be read now is looked for when the store is next opened.
                    Ok(_) | Err(_) => self.leftover = Leftover::WriteAhead,
                }
            }
            Leftover::WriteAhead if self.gauge.stopped().is_some() => self.leftover = Leftover::Nothing,
            Leftover::WriteAhead => match self.empty_at_once() {
                Ok(true) => self.leftover = Leftover::Nothing,
                Ok(false) => {}
                Err(error) => {
                    self.gauge
                        .stop(format!("a checkpoint failed, and nothing is written after that: {error}"));
                }
            },
        }
    }

    /// Empties the write-ahead file unless somebody reads from it: nobody is waited for.
    fn empty_at_once(&mut self) -> rusqlite::Result<bool> {
        self.connection.busy_timeout(Duration::ZERO)?;
        let emptied = self.checkpoint("PRAGMA wal_checkpoint(TRUNCATE)");
        self.connection.busy_timeout(schema::BUSY)?;
        self.wal_pages_copied = 0;
        emptied
    }

    fn execute(&self, sql: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(sql)?.execute([]).map(drop)
    }

    /// Copies the write-ahead file into the database when it has grown, after everybody was answered.
    fn checkpoint_if_due(&mut self) {
        let pages = self.wal_pages.load(Ordering::Relaxed);
        // The file was begun anew. As long as a reader keeps it from that, only what has been added counts.
        if pages < self.wal_pages_copied {
            self.wal_pages_copied = 0;
        }
        let added = pages - self.wal_pages_copied;
        let many = added >= CHECKPOINT_PAGES && self.commits_since >= CHECKPOINT_COMMITS;
        if (many || added >= CHECKPOINT_PAGES_MAX) && self.gauge.stopped().is_none() {
            self.wal_pages_copied = pages;
            self.commits_since = 0;
            if let Err(error) = self.checkpoint("PRAGMA wal_checkpoint(PASSIVE)") {
                self.gauge.stop(format!("a checkpoint failed, and nothing is written after that: {error}"));
            }
        }
    }

    /// Says whether all of it was copied.
    fn checkpoint(&self, sql: &str) -> rusqlite::Result<bool> {
        let done = self.connection.query_row(sql, [], |row| {
            Ok((row.get::<_, i64>(0)? == 0) && row.get::<_, i64>(1)? == row.get::<_, i64>(2)?)
        });
        match done {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(false),
            done => done,
        }
    }

    fn close(mut self) {
        // Until nothing is left, or nothing comes of it.
        let mut commits = None;
        while self.leftover == Leftover::Lines && commits != Some(self.gauge.commits()) {
            commits = Some(self.gauge.commits());
            self.clear();
        }
        let whole = self.gauge.stopped().is_none()
            && self.checkpoint("PRAGMA wal_checkpoint(TRUNCATE)").is_ok_and(|whole| whole);
        if !whole {
            // After a failed sync the next one may claim what is not true, and then the write-ahead file would be
            // deleted. It is left for the next process to recover from.
            let _ = self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        }
        let closed = self.connection.close().is_ok();
        if whole && closed {
            // Only sharpens the check; without it the store is as good.
            let _ = sums::write(&self.dir, &self.anchor);
        }
    }
}

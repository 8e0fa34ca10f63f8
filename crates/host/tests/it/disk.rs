//! Logs for tests: one in memory that can be told to fail, and the real store made to stand still in made-up time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use engine::{Hash, Line, SessionId, SessionMeta};
use host::Log;
use store::{Append, LogAnswer, Photos, SessionRow, Snapshot, Store, StoreError};
use tokio::sync::Notify;

/// A log in memory. A clone is the same disk, so a new host on a clone is a new process.
#[derive(Clone, Default)]
pub(crate) struct Disk {
    inner: Arc<Mutex<Inner>>,
    photos: Option<Photos>,
    /// Rings when a snapshot was kept.
    kept: Arc<Notify>,
}

#[derive(Default)]
struct Inner {
    sessions: BTreeMap<SessionId, (SessionRow, Vec<Line>)>,
    snapshots: BTreeMap<SessionId, BTreeMap<u64, Snapshot>>,
    asleep: BTreeSet<SessionId>,
    trouble: Option<(u64, Trouble)>,
    waiting: Vec<(Append, Done)>,
    holding: bool,
    reads: u64,
}

type Done = Box<dyn FnOnce(LogAnswer) + Send>;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Trouble {
    /// The writer has stopped.
    Fenced,
    /// The sync failed, and nothing was written.
    InDoubt,
    /// The sync failed, and it was written all the same.
    InDoubtButStored,
    /// The writer died without a word.
    NoAnswer,
    /// Somebody else has written.
    Conflict,
    /// It is busy so many times, and then it writes.
    Busy(u32),
    /// What is stored of this session is damaged.
    Damaged,
}

impl Disk {
    /// One with photos beside it.
    pub(crate) fn with_photos(photos: Photos) -> Disk {
        Disk { photos: Some(photos), ..Disk::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("no test panics with the disk in its hands")
    }

    /// The record with this number will meet trouble.
    pub(crate) fn trouble_at(&self, number: u64, trouble: Trouble) {
        self.lock().trouble = Some((number, trouble));
    }

    /// No append is answered from now on.
    pub(crate) fn hold(&self) {
        self.lock().holding = true;
    }

    /// Appends are answered again, those that wait first.
    pub(crate) fn release(&self) {
        let waiting = {
            let mut inner = self.lock();
            inner.holding = false;
            std::mem::take(&mut inner.waiting)
        };
        for (append, done) in waiting {
            self.append(append, done).expect("it was taken before");
        }
    }

    pub(crate) fn lines(&self, id: &SessionId) -> Vec<Line> {
        self.lock().sessions[id].1.clone()
    }

    pub(crate) fn row(&self, id: &SessionId) -> SessionRow {
        self.lock().sessions[id].0.clone()
    }

    pub(crate) fn change_line(&self, id: &SessionId, number: usize, change: impl FnOnce(&mut Line)) {
        change(&mut self.lock().sessions.get_mut(id).expect("a session").1[number]);
    }

    /// Waits until so many snapshots of a session are kept: that is done beside the play.
    pub(crate) async fn snapshots(&self, id: &SessionId, count: usize) {
        loop {
            let kept = self.kept.notified();
            if self.lock().snapshots.get(id).is_some_and(|all| all.len() >= count) {
                return;
            }
            kept.await;
        }
    }

    /// Changes the newest snapshot; those before it are gone.
    pub(crate) fn change_snapshot(&self, id: &SessionId, change: impl FnOnce(&mut Option<Snapshot>)) {
        let mut inner = self.lock();
        let mut snapshot =
            inner.snapshots.remove(id).and_then(|mut all| all.pop_last()).map(|(_, newest)| newest);
        change(&mut snapshot);
        let kept = snapshot.map(|snapshot| (id.clone(), BTreeMap::from([(snapshot.number, snapshot)])));
        inner.snapshots.extend(kept);
    }

    /// How many lines were read so far.
    pub(crate) fn lines_read(&self) -> u64 {
        self.lock().reads
    }

    fn write(inner: &mut Inner, append: Append) -> LogAnswer {
        let Some((row, lines)) = inner.sessions.get_mut(&append.session) else {
            return LogAnswer::Conflict { records: 0, head: Hash::ZERO };
        };
        let first = lines.iter().find(|line| line.request.is_some() && line.request == append.line.request);
        if let Some(line) = first {
            return LogAnswer::Duplicate { line: line.clone() };
        }
        if (append.line.number, append.prev) != (row.records, row.head) {
            return LogAnswer::Conflict { records: row.records, head: row.head };
        }
        row.records += 1;
        row.head = append.line.hash;
        row.ended = append.ended;
        row.updated_at = append.at;
        inner.asleep.remove(&append.session);
        let answer = LogAnswer::Committed { number: append.line.number, head: append.line.hash };
        lines.push(append.line);
        answer
    }
}

impl Log for Disk {
    fn create(&self, meta: SessionMeta, lines: Vec<Line>) -> Result<(), StoreError> {
        let mut inner = self.lock();
        if inner.sessions.contains_key(&meta.id) {
            return Err(StoreError::Exists { id: meta.id });
        }
        let head = lines.last().map_or(Hash::ZERO, |line| line.hash);
        let updated_at = meta.created_at;
        let row = SessionRow { records: lines.len() as u64, head, ended: false, updated_at, meta };
        inner.sessions.insert(row.meta.id.clone(), (row, lines));
        Ok(())
    }

    fn delete(&self, session: &SessionId) -> Result<(), StoreError> {
        let gone = self.lock().sessions.remove(session);
        gone.map(drop).ok_or_else(|| StoreError::NoSession { id: session.clone() })
    }

    fn append(&self, append: Append, done: Done) -> Result<(), StoreError> {
        let mut inner = self.lock();
        if inner.holding {
            inner.waiting.push((append, done));
            return Ok(());
        }
        let why = || "the disk is full".to_owned();
        let answer = match inner.trouble {
            Some((number, trouble)) if append.line.number == number => match trouble {
                Trouble::Fenced => LogAnswer::Fenced { why: why() },
                Trouble::InDoubt => LogAnswer::InDoubt { why: why() },
                Trouble::InDoubtButStored => {
                    let _ = Disk::write(&mut inner, append);
                    LogAnswer::InDoubt { why: why() }
                }
                Trouble::NoAnswer => return Ok(()),
                Trouble::Conflict => LogAnswer::Conflict { records: number + 7, head: Hash::ZERO },
                Trouble::Busy(0) => Disk::write(&mut inner, append),
                Trouble::Busy(times) => {
                    inner.trouble = Some((number, Trouble::Busy(times - 1)));
                    LogAnswer::Busy { why: "somebody looks at it".to_owned() }
                }
                Trouble::Damaged => LogAnswer::Damaged { why: "its entry is damaged".to_owned() },
            },
            _ => Disk::write(&mut inner, append),
        };
        drop(inner);
        done(answer);
        Ok(())
    }

    fn read(&self, session: &SessionId, from: u64) -> Result<Vec<Line>, StoreError> {
        let mut inner = self.lock();
        let lines = match inner.sessions.get(session) {
            Some((_, lines)) => lines.iter().skip(from as usize).cloned().collect::<Vec<_>>(),
            None => return Err(StoreError::NoSession { id: session.clone() }),
        };
        inner.reads += lines.len() as u64;
        Ok(lines)
    }

    fn read_some(&self, session: &SessionId, from: u64, many: u64) -> Result<Vec<Line>, StoreError> {
        let mut inner = self.lock();
        let lines = match inner.sessions.get(session) {
            Some((_, lines)) => {
                lines.iter().skip(from as usize).take(many as usize).cloned().collect::<Vec<_>>()
            }
            None => return Err(StoreError::NoSession { id: session.clone() }),
        };
        inner.reads += lines.len() as u64;
        Ok(lines)
    }

    fn awake(&self) -> Result<Vec<SessionId>, StoreError> {
        let inner = self.lock();
        let awake = |id: &&SessionId| !inner.sessions[*id].0.ended && !inner.asleep.contains(*id);
        Ok(inner.sessions.keys().filter(awake).cloned().collect())
    }

    fn sleep(&self, session: &SessionId, records: u64) -> Result<(), StoreError> {
        let mut inner = self.lock();
        if inner.sessions[session].0.records == records {
            inner.asleep.insert(session.clone());
        }
        Ok(())
    }

    fn session(&self, session: &SessionId) -> Result<SessionRow, StoreError> {
        let inner = self.lock();
        let found = inner.sessions.get(session).map(|(row, _)| row.clone());
        found.ok_or_else(|| StoreError::NoSession { id: session.clone() })
    }

    fn find_request(&self, session: &SessionId, request: &str) -> Result<Option<Line>, StoreError> {
        let inner = self.lock();
        let lines = inner.sessions.get(session).map(|(_, lines)| lines);
        Ok(lines.into_iter().flatten().find(|line| line.request.as_deref() == Some(request)).cloned())
    }

    fn save_snapshot(
        &self,
        session: &SessionId,
        number: u64,
        engine: &str,
        head: Hash,
        body: &[u8],
    ) -> Result<(), StoreError> {
        let snapshot = Snapshot { number, engine: engine.to_owned(), head, body: body.to_vec() };
        self.lock().snapshots.entry(session.clone()).or_default().insert(number, snapshot);
        self.kept.notify_one();
        Ok(())
    }

    fn snapshot(&self, session: &SessionId, upto: u64) -> Result<Option<Snapshot>, StoreError> {
        let inner = self.lock();
        let all = inner.snapshots.get(session);
        Ok(all.and_then(|all| all.range(..=upto).next_back()).map(|(_, newest)| newest.clone()))
    }

    fn photos(&self) -> Option<Photos> {
        self.photos.clone()
    }
}

/// The real store. Its writer is a thread that made-up time knows nothing of, so the append waits where time stands
/// still meanwhile: in a blocking task. Such tasks may overtake each other, so it is for tables without models.
#[derive(Clone)]
pub(crate) struct Calm(pub(crate) Store);

impl Log for Calm {
    fn create(&self, meta: SessionMeta, lines: Vec<Line>) -> Result<(), StoreError> {
        Log::create(&self.0, meta, lines)
    }
    fn append(&self, append: Append, done: Done) -> Result<(), StoreError> {
        let store = self.0.clone();
        tokio::task::spawn_blocking(move || {
            done(store.append_wait(append).expect("a line that can be stored"))
        });
        Ok(())
    }
    fn read(&self, session: &SessionId, from: u64) -> Result<Vec<Line>, StoreError> {
        self.0.read(session, from)
    }
    fn read_some(&self, session: &SessionId, from: u64, many: u64) -> Result<Vec<Line>, StoreError> {
        self.0.read_some(session, from, many)
    }
    fn awake(&self) -> Result<Vec<SessionId>, StoreError> {
        self.0.awake()
    }
    fn sleep(&self, session: &SessionId, records: u64) -> Result<(), StoreError> {
        self.0.sleep(session, records)
    }
    fn delete(&self, session: &SessionId) -> Result<(), StoreError> {
        self.0.delete(session)
    }
    fn session(&self, session: &SessionId) -> Result<SessionRow, StoreError> {
        self.0.session(session)
    }
    fn find_request(&self, session: &SessionId, request: &str) -> Result<Option<Line>, StoreError> {
        self.0.find_request(session, request)
    }
    fn save_snapshot(
        &self,
        session: &SessionId,
        number: u64,
        engine: &str,
        head: Hash,
        body: &[u8],
    ) -> Result<(), StoreError> {
        self.0.save_snapshot(session, number, engine, head, body)
    }
    fn snapshot(&self, session: &SessionId, upto: u64) -> Result<Option<Snapshot>, StoreError> {
        self.0.snapshot(session, upto)
    }
    fn photos(&self) -> Option<Photos> {
        Some(self.0.photos())
    }
}

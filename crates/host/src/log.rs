//! What a host needs of a store. One operation matters: the append that is answered once it is durable.

use engine::{Hash, Line, SessionId, SessionMeta};
use store::{Append, LogAnswer, Photos, SessionRow, Snapshot, Store, StoreError};

/// The log of all sessions, as a host uses it. All but [`append`](Log::append) may take their time: the host calls
/// them where waiting harms nobody.
pub trait Log: Send + Sync + 'static {
    /// Writes a whole new session with its first records, all or nothing.
    fn create(&self, meta: SessionMeta, lines: Vec<Line>) -> Result<(), StoreError>;

    /// Asks for a record to be written and returns; `done` is told what became of it, once. If `done` is dropped
    /// untold, the host takes that for [`LogAnswer::InDoubt`]. An error means that the line can never be stored.
    fn append(&self, append: Append, done: Box<dyn FnOnce(LogAnswer) + Send>) -> Result<(), StoreError>;

    /// The lines of a session from a number on, each checked.
    fn read(&self, session: &SessionId, from: u64) -> Result<Vec<Line>, StoreError>;

    /// So many lines of a session from a number on, or as many as there are, each checked.
    fn read_some(&self, session: &SessionId, from: u64, many: u64) -> Result<Vec<Line>, StoreError>;

    /// The sessions that neither sleep nor have ended.
    fn awake(&self) -> Result<Vec<SessionId>, StoreError>;

    /// Notes that a session of so many records sleeps; the next record wakes it.
    fn sleep(&self, session: &SessionId, records: u64) -> Result<(), StoreError>;

    /// Deletes a session for good, its photos with it.
    fn delete(&self, session: &SessionId) -> Result<(), StoreError>;

    /// A session as it stands.
    fn session(&self, session: &SessionId) -> Result<SessionRow, StoreError>;

    /// The line that a request led to, if it did.
    fn find_request(&self, session: &SessionId, request: &str) -> Result<Option<Line>, StoreError>;

    /// Keeps a snapshot of a session as it is after record `number`, whose hash is `head`.
    fn save_snapshot(
        &self,
        session: &SessionId,
        number: u64,
        engine: &str,
        head: Hash,
        body: &[u8],
    ) -> Result<(), StoreError>;

    /// The newest snapshot of a session that is of a record up to this one, if there is one that can be read.
    fn snapshot(&self, session: &SessionId, upto: u64) -> Result<Option<Snapshot>, StoreError>;

    /// The photos beside it, if it keeps any.
    fn photos(&self) -> Option<Photos> {
        None
    }
}

impl Log for Store {
    fn create(&self, meta: SessionMeta, lines: Vec<Line>) -> Result<(), StoreError> {
        Store::create(self, meta, lines, false)
    }
    fn append(&self, append: Append, done: Box<dyn FnOnce(LogAnswer) + Send>) -> Result<(), StoreError> {
        Store::append(self, append, done)
    }
    fn read(&self, session: &SessionId, from: u64) -> Result<Vec<Line>, StoreError> {
        Store::read(self, session, from)
    }
    fn read_some(&self, session: &SessionId, from: u64, many: u64) -> Result<Vec<Line>, StoreError> {
        Store::read_some(self, session, from, many)
    }
    fn awake(&self) -> Result<Vec<SessionId>, StoreError> {
        Store::awake(self)
    }
    fn sleep(&self, session: &SessionId, records: u64) -> Result<(), StoreError> {
        Store::sleep(self, session, records)
    }
    fn delete(&self, session: &SessionId) -> Result<(), StoreError> {
        Store::delete(self, session)
    }
    fn session(&self, session: &SessionId) -> Result<SessionRow, StoreError> {
        Store::session(self, session)
    }
    fn find_request(&self, session: &SessionId, request: &str) -> Result<Option<Line>, StoreError> {
        Store::find_request(self, session, request)
    }
    fn save_snapshot(
        &self,
        session: &SessionId,
        number: u64,
        engine: &str,
        head: Hash,
        body: &[u8],
    ) -> Result<(), StoreError> {
        Store::save_snapshot(self, session, number, engine, head, body)
    }
    fn snapshot(&self, session: &SessionId, upto: u64) -> Result<Option<Snapshot>, StoreError> {
        Store::snapshot(self, session, upto)
    }
    fn photos(&self) -> Option<Photos> {
        Some(Store::photos(self))
    }
}

//! The host: all sessions that run in this process.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use engine::{Catalog, Opening, Session, SessionId, SessionMeta};
use llm::Models;
use store::StoreError;
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinError};

use crate::asks::Schedule;
use crate::calls::Breaks;
use crate::clock::UtcClock;
use crate::judge::Judge;
use crate::limits::{MAILBOX_MAX, SESSIONS_MAX};
use crate::pace::{PaceDice, PaceOf};
use crate::publish::Listeners;
use crate::recover::{Loaded, load};
use crate::slots::{Slot, Slots};
use crate::table::Standing;
use crate::task::{SessionTask, next_snapshot};
use crate::transcript::Transcripts;
use crate::{Closed, HostError, Log, Table};

/// How a host runs its sessions.
#[derive(Clone, Debug)]
pub struct Options {
    /// How fast the house plays.
    pub pace: PaceOf,
    /// How many sessions may run.
    pub sessions_max: usize,
    /// The UTC to start from, in milliseconds since 1970; the wall clock's if there is none.
    pub start_utc: Option<i64>,
    /// The models that may hold seats.
    pub models: Models,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            pace: PaceOf::default(),
            sessions_max: SESSIONS_MAX,
            start_utc: None,
            models: Models::default(),
        }
    }
}

/// What a new session is created with.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Its id in the store.
    pub id: SessionId,
    /// What people call it.
    pub title: String,
    /// What is played, by whom, and with which chance.
    pub opening: Opening,
}

/// All sessions that run in this process. Cheap to clone.
///
/// When the last clone is dropped every session ends where it stands, as in a crash: the log has everything that was
/// acknowledged, and [`recover`](Host::recover) goes on from there.
#[derive(Clone)]
pub struct Host {
    inner: Arc<Inner>,
}

struct Inner {
    log: Arc<dyn Log>,
    catalog: Catalog,
    options: Options,
    clock: UtcClock,
    log_failed: Arc<OnceLock<String>>,
    written: Arc<AtomicU64>,
    slots: Slots,
}

impl Host {
    /// Every machine that is known here.
    pub fn catalog(&self) -> Catalog {
        self.inner.catalog
    }

    /// A host for the machines of a catalog on a log.
    pub fn new(log: impl Log, catalog: Catalog, options: Options) -> Host {
        let inner = Inner {
            log: Arc::new(log),
            catalog,
            clock: UtcClock::new(options.start_utc),
            log_failed: Arc::default(),
            written: Arc::default(),
            slots: Slots::new(options.sessions_max),
            options,
        };
        Host { inner: Arc::new(inner) }
    }

    /// Opens a new session, writes its first records and runs it.
    pub async fn create(&self, new: NewSession) -> Result<Table, HostError> {
        let inner = Arc::clone(&self.inner);
        let id = new.id.clone();
        self.start(new.id.clone(), true, move || {
            let at = inner.clock.now();
            let (session, entries) =
                Session::open(inner.catalog, &new.opening, at).map_err(HostError::Setup)?;
            let meta = SessionMeta {
                id: id.clone(),
                machine: new.opening.activity.clone(),
                title: new.title,
                created_at: at,
                seed: Some(new.opening.seed),
                parent: None,
            };
            let transcripts = Transcripts::read(inner.catalog, &entries, session.records - 1)
                .map_err(|damage| HostError::Damaged { session: id, damage })?;
            let lines = entries.into_iter().map(|(_, line)| line).collect();
            inner.log.create(meta, lines).map_err(|error| inner.noting_failure(error))?;
            Ok(Loaded { session, last_at: at, transcripts })
        })
        .await
    }

    /// Runs a session of the log, from where it was left. One that runs already is simply returned.
    pub async fn resume(&self, id: &SessionId) -> Result<Table, HostError> {
        let inner = Arc::clone(&self.inner);
        let wanted = id.clone();
        self.start(id.clone(), false, move || load(&*inner.log, inner.catalog, &wanted)).await
    }

    /// Runs every session of the log that has not ended, and says of each what became of it.
    pub async fn recover(&self) -> Result<Vec<(SessionId, Result<Table, HostError>)>, HostError> {
        let log = Arc::clone(&self.inner.log);
        let listed = tokio::task::spawn_blocking(move || log.sessions()).await;
        let sessions = listed.map_err(|error| HostError::StorageFailed { why: error.to_string() })??;
        let mut recovered = Vec::new();
        for row in sessions.into_iter().filter(|row| !row.ended) {
            let table = self.resume(&row.meta.id).await;
            recovered.push((row.meta.id, table));
        }
        Ok(recovered)
    }

    /// The session with this id, if it runs.
    pub fn table(&self, id: &SessionId) -> Option<Table> {
        self.inner.slots.get(id)
    }

    /// Every session that runs.
    pub fn running(&self) -> Vec<Table> {
        self.inner.slots.all()
    }

    /// How many records the sessions that run have written since they do.
    pub fn records(&self) -> u64 {
        self.inner.written.load(Ordering::Relaxed)
    }

    /// Stops every session and waits until they have.
    pub async fn stop(&self) {
        for table in self.running() {
            table.stop().await;
        }
    }

    /// Takes the place of a session, loads it where that holds up nobody, and starts its task.
    async fn start(
        &self,
        id: SessionId,
        new: bool,
        load: impl FnOnce() -> Result<Loaded, HostError> + Send + 'static,
    ) -> Result<Table, HostError> {
        if let Some(why) = self.inner.log_failed.get() {
            return Err(HostError::StorageFailed { why: why.clone() });
        }
        let taken = self.inner.slots.take(&id, new)?;
        let (table, _) = taken
            .slot
            .running
            .get_or_try_init(async || {
                let loaded = tokio::task::spawn_blocking(load)
                    .await
                    .map_err(|error| HostError::Bug { session: id.clone(), why: panic_text(error) })??;
                Ok::<_, HostError>(self.spawn(id, loaded, &taken.slot))
            })
            .await?;
        Ok(table.clone())
    }

    fn spawn(&self, id: SessionId, loaded: Loaded, slot: &Arc<Slot>) -> (Table, AbortHandle) {
        let inner = &self.inner;
        let (mailbox, inputs) = mpsc::channel(MAILBOX_MAX);
        let (standing, standing_seen) = watch::channel(Standing::default());
        let standing = Arc::new(standing);
        let (news_sender, news) = mpsc::unbounded_channel();
        let table = Table::new(id.clone(), mailbox.clone(), Arc::clone(&standing));
        let task = SessionTask {
            id: id.clone(),
            catalog: inner.catalog,
            log: Arc::clone(&inner.log),
            log_failed: Arc::clone(&inner.log_failed),
            written: Arc::clone(&inner.written),
            clock: inner.clock.not_before(loaded.last_at),
            schedule: Schedule::new(
                inner.options.pace.now(&loaded.session),
                PaceDice::beside(&loaded.session.dice()),
            ),
            pace: inner.options.pace.clone(),
            listeners: Listeners::new(standing_seen),
            mailbox: inputs,
            own_mailbox: mailbox.downgrade(),
            standing: Arc::clone(&standing),
            snapshot_at: next_snapshot(loaded.session.records),
            saving: None,
            models: inner.options.models.clone(),
            connected: BTreeMap::new(),
            transcripts: loaded.transcripts,
            tools: BTreeMap::new(),
            turns: BTreeMap::new(),
            given_up: Vec::new(),
            judge: Judge::default(),
            breaks: Breaks::default(),
            automatic: 0,
            behind: VecDeque::new(),
            news,
            unread: VecDeque::new(),
            news_sender,
            deletion_due: false,
            session: loaded.session,
        };
        let running = tokio::spawn(task.run());
        let abort = running.abort_handle();
        let (host, slot) = (Arc::downgrade(inner), Arc::downgrade(slot));
        // A task of its own waits for the end, so that a panic in the rules ends one session and is told.
        tokio::spawn(async move {
            let (over, bug) = match running.await {
                Ok(closed) => (closed, None),
                Err(error) if error.is_cancelled() => (Closed::Stopped, None),
                Err(error) => (Closed::Bug, Some(panic_text(error))),
            };
            // Its place is free before anybody hears that it is over, and may resume it.
            if let (Some(host), Some(slot)) = (host.upgrade(), Weak::upgrade(&slot)) {
                host.slots.forget(&id, &slot);
            }
            standing.send_modify(|standing| {
                standing.over = Some(over);
                standing.bug = bug;
            });
        });
        (table, abort)
    }
}

impl Inner {
    /// Notes that the log has stopped writing, if that is what an error says: what it shows from then on may not be on
    /// disk.
    fn noting_failure(&self, error: StoreError) -> HostError {
        if let StoreError::Stopped { why } | StoreError::InDoubt { why } = &error {
            self.log_failed.get_or_init(|| why.clone());
        }
        error.into()
    }
}

/// What a panic said.
fn panic_text(error: JoinError) -> String {
    let Ok(panic) = error.try_into_panic() else { return "it was cancelled".to_owned() };
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic
            .downcast::<&'static str>()
            .map_or("a panic without words".to_owned(), |text| (*text).to_owned()),
    }
}

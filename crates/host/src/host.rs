//! The host: all sessions that run in this process.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use engine::{CallEnd, Catalog, Opening, Session, SessionId, SessionMeta, Spent, Viewer};
use llm::Models;
use protocol::{Scene, frames};
use store::{SessionRow, StoreError};
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinError, JoinSet};

use crate::asks::Schedule;
use crate::calls::Breaks;
use crate::clock::UtcClock;
use crate::counsel::Counsel;
use crate::counts::Counts;
use crate::end::AfterEnd;
use crate::failed::LogFailed;
use crate::gap::Gap;
use crate::judge::Judge;
use crate::limits::{LOADS_MAX, MAILBOX_MAX, SESSIONS_MAX, SLEEP_AFTER_MS, THOUGHTS_MAX};
use crate::pace::{PaceDice, PaceOf};
use crate::past::{Source, Told};
use crate::providers::Providers;
use crate::publish::Listeners;
use crate::recover::{Folded, Loaded, folded, load, rules_of};
use crate::slots::{Slot, Slots};
use crate::step::check_viewer;
use crate::table::SessionState;
use crate::task::{Over, SessionTask, next_snapshot};
use crate::transcript::Transcripts;
use crate::{Closed, HostError, Log, Refused, Table};

/// How a host runs its sessions.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// How fast the house plays.
    pub pace: PaceOf,
    /// How many sessions may be awake.
    pub sessions_max: usize,
    /// How long nothing happens in a session, and nobody listens, before it falls asleep.
    pub sleep_after: Duration,
    /// How tables are told that the host did not run; if they are not, that time counts as any other.
    pub gap: Option<Gap>,
    /// Does a table at which people sit look back by itself when its activity has ended, and close after a while?
    pub looks_back: bool,
    /// The UTC to start from, in milliseconds since 1970; the wall clock's if there is none.
    pub start_utc: Option<i64>,
    /// The models that may hold seats.
    pub models: Models,
}

impl Default for HostOptions {
    fn default() -> HostOptions {
        HostOptions {
            pace: PaceOf::default(),
            sessions_max: SESSIONS_MAX,
            sleep_after: Duration::from_millis(SLEEP_AFTER_MS),
            gap: None,
            looks_back: false,
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

pub(crate) struct Inner {
    log: Arc<dyn Log>,
    catalog: Catalog,
    options: HostOptions,
    clock: UtcClock,
    log_failed: Arc<LogFailed>,
    /// When it began: milliseconds of UTC since 1970.
    began: i64,
    written: Arc<AtomicU64>,
    providers: Arc<Providers>,
    slots: Slots,
    /// The schedules of sessions that sleep while the house thinks.
    schedules: Mutex<BTreeMap<SessionId, Schedule>>,
}

impl Host {
    /// Every machine that is known here.
    pub fn catalog(&self) -> Catalog {
        self.inner.catalog
    }

    /// A host for the machines of a catalog on a log.
    pub fn new(log: impl Log, catalog: Catalog, options: HostOptions) -> Host {
        let clock = UtcClock::new(options.start_utc);
        let inner = Inner {
            log: Arc::new(log),
            catalog,
            clock,
            began: clock.now(),
            log_failed: Arc::default(),
            written: Arc::default(),
            providers: Arc::default(),
            slots: Slots::new(options.sessions_max),
            schedules: Mutex::default(),
            options,
        };
        Host { inner: Arc::new(inner) }
    }

    pub(crate) fn of(inner: Arc<Inner>) -> Host {
        Host { inner }
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
            let counts = Counts::of(&session, entries.iter().map(|(record, _)| record));
            let lines = entries.into_iter().map(|(_, line)| line).collect();
            inner.log.create(meta, lines).map_err(|error| inner.noting_failure(error))?;
            Ok(Loaded { session, last_at: at, transcripts, counts, snapshot_fits: true, was_in: None })
        })
        .await
    }

    /// Runs a session of the log, from where it was left, or wakes it. One that runs already is simply returned.
    pub async fn resume(&self, id: &SessionId) -> Result<Table, HostError> {
        let inner = Arc::clone(&self.inner);
        let wanted = id.clone();
        self.start(id.clone(), false, move || load(&*inner.log, inner.catalog, &wanted)).await
    }

    /// Goes on with every session of the log that is awake and whose table is live, and says of each what became of it. The
    /// others sleep until somebody wants something of them.
    pub async fn recover(&self) -> Result<Vec<(SessionId, Result<Table, HostError>)>, HostError> {
        let log = Arc::clone(&self.inner.log);
        let listed = tokio::task::spawn_blocking(move || log.awake()).await;
        let awake = listed.map_err(|error| HostError::StorageFailed { why: error.to_string() })??;
        let mut recovered = Vec::new();
        for some in awake.chunks(LOADS_MAX) {
            let start = |id: &SessionId| {
                let (host, id) = (self.clone(), id.clone());
                tokio::spawn(async move { host.go_on(&id).await })
            };
            let started: Vec<_> = some.iter().map(start).collect();
            for (id, started) in some.iter().zip(started) {
                let started = started.await.unwrap_or_else(|error| Err(bug(id, error)));
                recovered.extend(started.transpose().map(|table| (id.clone(), table)));
            }
        }
        Ok(recovered)
    }

    /// Runs a session of the log, unless it sleeps: then that is noted.
    async fn go_on(&self, id: &SessionId) -> Result<Option<Table>, HostError> {
        let (inner, wanted) = (Arc::clone(&self.inner), id.clone());
        let loaded = tokio::task::spawn_blocking(move || {
            let loaded = load(&*inner.log, inner.catalog, &wanted)?;
            if !loaded.sleeps() || (inner.options.gap.is_some() && loaded.was_in.is_some()) {
                return Ok(Some(loaded));
            }
            // If that cannot be noted, the next start looks at it again.
            let _ = inner.log.sleep(&wanted, loaded.session.records);
            Ok(None)
        });
        match loaded.await.unwrap_or_else(|error| Err(bug(id, error)))? {
            Some(loaded) => self.start(id.clone(), false, move || Ok(loaded)).await.map(Some),
            None => Ok(None),
        }
    }

    /// How things stand in a session for a viewer. One that sleeps, or has ended, is not woken for it.
    pub async fn scene(&self, id: &SessionId, viewer: Viewer) -> Result<Scene, HostError> {
        if let Some(table) = self.table(id) {
            return Ok(table.scene(viewer).await?);
        }
        let (inner, wanted) = (Arc::clone(&self.inner), id.clone());
        let looked = tokio::task::spawn_blocking(move || {
            let Folded { session, .. } = folded(&*inner.log, inner.catalog, &wanted)?;
            check_viewer(&session, viewer).map_err(Refused::Rules)?;
            Ok(frames::scene(&session, viewer, &session.activity.asks()))
        });
        looked.await.unwrap_or_else(|error| Err(bug(id, error)))
    }

    /// The last so many events that a viewer was told of a session; or, `before` one of its numbers, so many before that. What
    /// that costs does not grow with what was before it. May take its time.
    pub fn told(
        &self,
        id: &SessionId,
        viewer: Viewer,
        before: Option<u64>,
        most: u64,
    ) -> Result<Told, HostError> {
        let (log, catalog) = (&*self.inner.log, self.inner.catalog);
        let SessionRow { meta, records, .. } = log.session(id)?;
        let rules = rules_of(catalog, &meta)?;
        Source { log, catalog, rules, id, records }.last(viewer, before, most)
    }

    /// What the models of a session have used, as its log has it. May take its time.
    pub fn spent(&self, id: &SessionId) -> Result<Spent, HostError> {
        let Folded { session, .. } = folded(&*self.inner.log, self.inner.catalog, id)?;
        Ok(session.table.accounts().total())
    }

    /// Deletes a session for good, its photos with it. One that runs is stopped first, and nobody can wake it meanwhile.
    pub async fn delete(&self, id: &SessionId) -> Result<(), HostError> {
        loop {
            let taken = self.inner.slots.take(id, false)?;
            let mut deleted = None;
            let running = taken.slot.running.get_or_try_init(async || {
                let (inner, wanted) = (Arc::clone(&self.inner), id.clone());
                let done = tokio::task::spawn_blocking(move || {
                    inner.log.delete(&wanted).map_err(|error| inner.noting_failure(error))
                });
                deleted = Some(done.await.unwrap_or_else(|error| Err(bug(id, error))));
                // Whoever came meanwhile looks for it anew, and finds nothing.
                Err::<(Table, AbortHandle), ()>(())
            });
            if let Ok((table, _)) = running.await {
                table.stop().await;
            }
            if let Some(deleted) = deleted {
                self.inner.schedules().remove(id);
                return deleted;
            }
        }
    }

    /// The session with this id, if it runs.
    pub fn table(&self, id: &SessionId) -> Option<Table> {
        self.inner.slots.get(id)
    }

    /// How many sessions may be awake.
    pub fn sessions_max(&self) -> usize {
        self.inner.options.sessions_max
    }

    /// Every session that runs.
    pub fn running(&self) -> Vec<Table> {
        self.inner.slots.all()
    }

    /// Waits until the log has stopped writing, and says why. Nothing can be run from then on.
    pub async fn log_failed(&self) -> String {
        self.inner.log_failed.wait().await
    }

    /// The providers of models that were called: how often in a row each has failed, and how its last call ended.
    pub fn providers(&self) -> Vec<(String, u32, CallEnd)> {
        self.inner.providers.all()
    }

    /// How many records the sessions that run have written since they do.
    pub fn records(&self) -> u64 {
        self.inner.written.load(Ordering::Relaxed)
    }

    /// Stops every session and waits until they have.
    pub async fn stop(&self) {
        let mut stopping = JoinSet::new();
        for table in self.running() {
            stopping.spawn(async move { table.stop().await });
        }
        while stopping.join_next().await.is_some() {}
    }

    /// Takes the place of a session, loads it where that holds up nobody, and starts its task.
    async fn start(
        &self,
        id: SessionId,
        new: bool,
        load: impl FnOnce() -> Result<Loaded, HostError> + Send + 'static,
    ) -> Result<Table, HostError> {
        if let Some(why) = self.inner.log_failed.why() {
            return Err(HostError::StorageFailed { why });
        }
        let taken = self.inner.slots.take(&id, new)?;
        let (table, _) = taken
            .slot
            .running
            .get_or_try_init(async || {
                let loaded =
                    tokio::task::spawn_blocking(load).await.unwrap_or_else(|error| Err(bug(&id, error)))?;
                Ok::<_, HostError>(self.spawn(id, loaded, &taken.slot))
            })
            .await?;
        Ok(table.clone())
    }

    fn spawn(&self, id: SessionId, loaded: Loaded, slot: &Arc<Slot>) -> (Table, AbortHandle) {
        let inner = &self.inner;
        let (mailbox, inputs) = mpsc::channel(MAILBOX_MAX);
        let (standing, standing_seen) = watch::channel(SessionState::default());
        let standing = Arc::new(standing);
        let (news_sender, news) = mpsc::unbounded_channel();
        let table = Table::new(id.clone(), Arc::downgrade(inner), mailbox.clone(), Arc::clone(&standing));
        let left = loaded.gap(inner.began);
        let task = SessionTask {
            id: id.clone(),
            catalog: inner.catalog,
            log: Arc::clone(&inner.log),
            log_failed: Arc::clone(&inner.log_failed),
            written: Arc::clone(&inner.written),
            providers: Arc::clone(&inner.providers),
            clock: inner.clock.not_before(loaded.last_at),
            schedule: inner.schedules().remove(&id).unwrap_or_else(|| {
                Schedule::new(
                    inner.options.pace.now(&loaded.session),
                    PaceDice::beside(&loaded.session.dice()),
                )
            }),
            pace: inner.options.pace.clone(),
            listeners: Listeners::new(standing_seen),
            mailbox: inputs,
            own_mailbox: mailbox.downgrade(),
            standing: Arc::clone(&standing),
            snapshot_at: next_snapshot(loaded.session.records),
            snapshot_fits: loaded.snapshot_fits,
            saving: None,
            models: inner.options.models.clone(),
            connected: BTreeMap::new(),
            transcripts: loaded.transcripts,
            counts: loaded.counts,
            tools: BTreeMap::new(),
            turns: BTreeMap::new(),
            undone: BTreeMap::new(),
            given_up: Vec::new(),
            judge: Judge::default(),
            breaks: Breaks::default(),
            automatic: 0,
            behind: VecDeque::new(),
            news,
            unread: VecDeque::new(),
            news_sender,
            deletion_due: false,
            sleep_after: inner.options.sleep_after,
            gap: inner.options.gap.clone(),
            counsel: Counsel::default(),
            end: inner.options.looks_back.then(|| AfterEnd { is_new: false, began: inner.clock.now() }),
            left,
            session: loaded.session,
        };
        let running = tokio::spawn(Box::new(task).run());
        let abort = running.abort_handle();
        let (host, slot) = (Arc::downgrade(inner), Arc::downgrade(slot));
        // A task of its own waits for the end, so that a panic in the rules ends one session and is told.
        tokio::spawn(async move {
            let (over, left, bug) = match running.await {
                Ok(Over::Closed(closed)) => (closed, None, None),
                Ok(Over::Asleep(left)) => (Closed::Stopped, Some(left), None),
                Err(error) if error.is_cancelled() => (Closed::Stopped, None, None),
                Err(error) => (Closed::Bug, None, Some(panic_text(error))),
            };
            // Its place is free before anybody hears that it is over, and may resume it.
            let asleep = left.is_some();
            let (mailbox, schedule) = left.map(|left| (left.mailbox, left.schedule)).unzip();
            if let (Some(host), Some(slot)) = (host.upgrade(), Weak::upgrade(&slot)) {
                host.keep(&id, schedule);
                host.slots.forget(&id, &slot);
            }
            standing.send_modify(|standing| {
                standing.over = Some(over);
                standing.asleep = asleep;
                standing.bug = bug;
            });
            let Some(mut mailbox) = mailbox else { return };
            // Whoever came at the moment at which it fell asleep wakes it. If it cannot be woken, they hear that it stopped.
            mailbox.close();
            while let Some(input) = mailbox.recv().await {
                if input.wakes()
                    && let Some(inner) = host.upgrade()
                    && let Ok(table) = Host::of(inner).resume(&id).await
                {
                    let _ = table.put(input).await;
                }
            }
        });
        (table, abort)
    }
}

impl Inner {
    fn schedules(&self) -> MutexGuard<'_, BTreeMap<SessionId, Schedule>> {
        self.schedules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the schedule of a session that falls asleep, if there is something in it that is not in its log.
    fn keep(&self, id: &SessionId, schedule: Option<Schedule>) {
        let mut kept = self.schedules();
        if let Some(schedule) = schedule.filter(|it| it.thinks() && kept.len() < THOUGHTS_MAX) {
            kept.insert(id.clone(), schedule);
        }
    }

    /// Notes that the log has stopped writing, if that is what an error says: what it shows from then on may not be on
    /// disk.
    fn noting_failure(&self, error: StoreError) -> HostError {
        if let StoreError::Stopped { why } | StoreError::InDoubt { why } = &error {
            self.log_failed.note(why.clone());
        }
        error.into()
    }
}

/// A bug showed while a session was being loaded.
fn bug(id: &SessionId, error: JoinError) -> HostError {
    HostError::Bug { session: id.clone(), why: panic_text(error) }
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

//! The task of one session: take an input, do one step, drain, repeat.

use std::sync::{Arc, OnceLock};

use engine::{Catalog, Record, Session, TableTime};
use store::SessionId;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::asks::Schedule;
use crate::clock::{UtcClock, wait};
use crate::input::Input;
use crate::limits::SNAPSHOT_RECORDS;
use crate::publish::Listeners;
use crate::recover::snapshot_version;
use crate::table::Standing;
use crate::{Closed, Log};

/// A session that runs, and all that belongs to its running.
pub(crate) struct SessionTask {
    pub(crate) id: SessionId,
    pub(crate) session: Session,
    pub(crate) catalog: Catalog,
    pub(crate) log: Arc<dyn Log>,
    /// Set once for all sessions when the log has stopped writing: whatever it shows from then on may not be on disk.
    pub(crate) log_failed: Arc<OnceLock<String>>,
    pub(crate) clock: UtcClock,
    pub(crate) schedule: Schedule,
    pub(crate) listeners: Listeners,
    pub(crate) mailbox: mpsc::Receiver<Input>,
    /// To send to itself. Weak, so that a session that nobody holds any more ends.
    pub(crate) own_mailbox: mpsc::WeakSender<Input>,
    pub(crate) standing: Arc<watch::Sender<Standing>>,
    /// The snapshot that is being saved.
    pub(crate) saving: Option<JoinHandle<()>>,
}

impl SessionTask {
    /// Runs until it is stopped, nobody holds it any more, or the log fails.
    pub(crate) async fn run(mut self) -> Closed {
        self.schedule.plan(&self.session, &self.session.activity.asks(), self.now());
        self.show_outcome();
        loop {
            match self.turn().await {
                Ok(()) => {}
                Err(closed) => return closed,
            }
        }
    }

    /// One input from the schedule, if one is due, and one from the mailbox: turn about, so that neither a session
    /// that plays by itself nor a face that never stops talking keeps the other waiting.
    async fn turn(&mut self) -> Result<(), Closed> {
        let now = self.now();
        let input = match self.schedule.next(&self.session) {
            Some((due, input)) if due <= now => {
                self.step(input).await?;
                match self.mailbox.try_recv() {
                    Ok(input) => input,
                    Err(mpsc::error::TryRecvError::Disconnected) => return Err(Closed::Stopped),
                    Err(mpsc::error::TryRecvError::Empty) => {
                        // Others run on this thread too.
                        tokio::task::yield_now().await;
                        return Ok(());
                    }
                }
            }
            Some((due, _)) => {
                tokio::select! {
                    input = self.mailbox.recv() => input.ok_or(Closed::Stopped)?,
                    () = tokio::time::sleep(wait(now, due)) => return Ok(()),
                }
            }
            None => self.mailbox.recv().await.ok_or(Closed::Stopped)?,
        };
        self.step(input).await
    }

    /// Everything that follows from a record that is on disk and in the state: tell it, plan, keep.
    pub(crate) fn drain(&mut self, record: &Record, phase_before: &'static str) {
        let asks = self.session.activity.asks();
        self.listeners.publish(&self.session, record, &asks, self.now());
        self.schedule.after(&self.session, record, &asks);
        self.show_outcome();
        if self.session.activity.phase() != phase_before
            || self.session.records.is_multiple_of(SNAPSHOT_RECORDS)
        {
            self.save_snapshot();
        }
    }

    /// Table time.
    pub(crate) fn now(&self) -> TableTime {
        self.session.now(self.clock.now()).time
    }

    fn show_outcome(&self) {
        let outcome = self.session.activity.outcome();
        self.standing.send_if_modified(|standing| {
            let changed = standing.outcome != outcome;
            standing.outcome = outcome;
            changed
        });
    }

    /// Keeps a snapshot, beside the play. It is a cache: while one is being saved the next is passed over, and one
    /// that fails is missed by nobody.
    fn save_snapshot(&mut self) {
        if self.saving.as_ref().is_some_and(|saving| !saving.is_finished()) {
            return;
        }
        let (log, id) = (Arc::clone(&self.log), self.id.clone());
        let (number, head) = (self.session.records - 1, self.session.head);
        let version = snapshot_version(self.catalog, self.session.rules);
        let body = self.session.snapshot();
        self.saving = Some(tokio::task::spawn_blocking(move || {
            let _ = log.save_snapshot(&id, number, &version, head, body.as_bytes());
        }));
    }
}

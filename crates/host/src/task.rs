//! The task of one session: take an input, do one step, drain, repeat.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use engine::{Catalog, Proposal, SeatId, Session, SessionId, TableTime};
use llm::{Connected, Ledger, Models, ToolSpec};
use serde_json::Value;
use store::LogAnswer;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::asks::{AskKey, Schedule};
use crate::back::by_host;
use crate::calls::{Breaks, News};
use crate::clock::{UtcClock, wait};
use crate::counsel::Counsel;
use crate::counts::Counts;
use crate::end::AfterEnd;
use crate::failed::LogFailed;
use crate::gap::Gap;
use crate::input::Mail;
use crate::judge::Judge;
use crate::limits::{BEHIND_MAX, SNAPSHOT_RECORDS};
use crate::pace::PaceOf;
use crate::providers::Providers;
use crate::publish::{Listeners, Seen};
use crate::recover::{AsLeft, snapshot_body, snapshot_version};
use crate::table::SessionState;
use crate::transcript::Transcripts;
use crate::turn::Turn;
use crate::write::Behind;
use crate::{Closed, Log};

/// What is told of a record, once it is on disk.
pub(crate) struct Unsaid {
    seen: Seen,
    outcome: Option<Value>,
    /// Does it delete the session's photos?
    pub(crate) deletes_photos: bool,
}

/// Why a session does not run any more.
pub(crate) enum Over {
    Closed(Closed),
    Asleep(Left),
}

/// What a session that sleeps has left.
pub(crate) struct Left {
    /// What came at the last moment is there still.
    pub(crate) mailbox: mpsc::Receiver<Mail>,
    /// When the house would answer, once the table goes on.
    pub(crate) schedule: Schedule,
}

/// What comes after a turn.
enum AfterReply {
    Turn,
    Sleep,
}

/// A session that runs, and all that belongs to its running.
pub(crate) struct SessionTask {
    pub(crate) id: SessionId,
    pub(crate) session: Session,
    pub(crate) catalog: Catalog,
    pub(crate) log: Arc<dyn Log>,
    pub(crate) log_failed: Arc<LogFailed>,
    /// How the providers of models do.
    pub(crate) providers: Arc<Providers>,
    /// Records that all sessions of the host have written.
    pub(crate) written: Arc<AtomicU64>,
    pub(crate) clock: UtcClock,
    pub(crate) schedule: Schedule,
    /// How fast the house plays, by who sits where.
    pub(crate) pace: PaceOf,
    pub(crate) listeners: Listeners,
    pub(crate) mailbox: mpsc::Receiver<Mail>,
    /// To send to itself. Weak, so that a session that nobody holds any more ends.
    pub(crate) own_mailbox: mpsc::WeakSender<Mail>,
    pub(crate) standing: Arc<watch::Sender<SessionState>>,
    /// With how many records the next snapshot is saved.
    pub(crate) snapshot_at: u64,
    /// Is there one that fits this program?
    pub(crate) snapshot_fits: bool,
    /// The snapshot that is being saved.
    pub(crate) saving: Option<JoinHandle<()>>,
    pub(crate) models: Models,
    /// The models of this table that were got.
    pub(crate) connected: BTreeMap<String, Connected>,
    /// What the seats of models were told.
    pub(crate) transcripts: Transcripts,
    /// How many events each viewer was told.
    pub(crate) counts: Counts,
    /// The tools of the seats of models.
    pub(crate) tools: BTreeMap<SeatId, Vec<ToolSpec>>,
    /// The turns of models that are under way.
    pub(crate) turns: BTreeMap<AskKey, Turn>,
    /// What of the last answer of a seat's model was not done, until it is told.
    pub(crate) undone: BTreeMap<SeatId, String>,
    /// Turns that nobody waits for any more, with calls that are not settled.
    pub(crate) given_up: Vec<Turn>,
    /// What the talk may suggest.
    pub(crate) judge: Judge,
    /// What a model answers somebody.
    pub(crate) counsel: Counsel,
    pub(crate) breaks: Breaks,
    /// How many answers in a row were automatic.
    pub(crate) automatic: u32,
    /// Records that were sent to the log and are not known to be there yet, in order.
    pub(crate) behind: VecDeque<Behind>,
    /// What comes from calls. A provider limits what one may send, its thoughts included, so this needs no other limit.
    pub(crate) news: mpsc::UnboundedReceiver<Box<News>>,
    /// What came from them and was not heard yet: read before `news`.
    pub(crate) unread: VecDeque<Box<News>>,
    pub(crate) news_sender: mpsc::UnboundedSender<Box<News>>,
    /// Does the log say that the photos are deleted, and are they not yet?
    pub(crate) deletion_due: bool,
    /// How long nothing happens before it falls asleep.
    pub(crate) sleep_after: Duration,
    pub(crate) gap: Option<Gap>,
    /// What becomes of the table once the activity has ended, if anything does.
    pub(crate) end: Option<AfterEnd>,
    /// How it was left before this.
    pub(crate) left: AsLeft,
}

impl SessionTask {
    /// Runs until it is stopped, falls asleep, nobody holds it any more, or the log fails. In a box: a future has room for
    /// everything that it holds twice, as what it was given and as what it works on.
    pub(crate) async fn run(mut self: Box<Self>) -> Over {
        self.schedule.plan(&self.session, &self.session.activity.open_asks(), self.now());
        self.show_outcome(self.session.activity.outcome());
        let _account = OpenAccount::new(&self);
        if let Err(closed) = self.make_good().await {
            return Over::Closed(closed);
        }
        self.settle_lost();
        loop {
            match self.turn().await {
                Ok(AfterReply::Turn) => {}
                Ok(AfterReply::Sleep) => {
                    return Over::Asleep(Left { mailbox: self.mailbox, schedule: self.schedule });
                }
                Err(closed) => return Over::Closed(closed),
            }
        }
    }

    /// Lets no time pass in which the host did not run.
    async fn make_good(&mut self) -> Result<(), Closed> {
        let state = match std::mem::replace(&mut self.left, AsLeft::Well) {
            AsLeft::Well => return Ok(()),
            AsLeft::Paused(state) => state,
            AsLeft::Live { last_at } => {
                let state = self.table_state();
                if !self.begin_gap(last_at).await? {
                    return Ok(());
                }
                state
            }
        };
        self.end_gap(state).await.map(drop)
    }

    /// One input from the schedule, if one is due, one from the calls under way and one from the mailbox: turn about,
    /// so that neither a session that plays by itself nor a face that never stops talking keeps the others waiting.
    async fn turn(&mut self) -> Result<AfterReply, Closed> {
        self.settle_given_up();
        self.begin_play();
        self.after_end();
        self.leave_counsel();
        self.give_up_vain_judgement();
        // Of one that fails whoever asked for it was told, and it is tried again at the next turn.
        let _ = self.delete_due_photos().await;
        if self.behind.len() > BEHIND_MAX {
            self.written().await?;
        }
        let now = self.now();
        let due = match self.schedule.next(&self.session) {
            Some((due, input)) if due <= now => {
                self.step(input).await?;
                if self.session.table.live()
                    && let Some(news) = self.unread.pop_front().or_else(|| self.news.try_recv().ok())
                {
                    self.heard(news).await?;
                }
                match self.mailbox.try_recv() {
                    Ok(input) => self.asked(input).await?,
                    Err(mpsc::error::TryRecvError::Disconnected) => return Err(Closed::Stopped),
                    // Others run on this thread too.
                    Err(mpsc::error::TryRecvError::Empty) => tokio::task::yield_now().await,
                }
                return Ok(AfterReply::Turn);
            }
            Some((due, _)) => Some(wait(now, due)),
            None => None,
        };
        if self.begin_judgement().await {
            return Ok(AfterReply::Turn);
        }
        let due = due.into_iter().chain(self.judgement_in()).chain(self.end_in()).min();
        // While the table rests, what a model says waits too: nothing could be done with it.
        let live = self.session.table.live();
        if live && let Some(news) = self.unread.pop_front() {
            self.heard(news).await?;
            return Ok(AfterReply::Turn);
        }
        let (idle, sleep_after) = (due.is_none() && self.is_idle(), self.sleep_after);
        let behind = self.behind.front_mut();
        tokio::select! {
            input = self.mailbox.recv() => self.asked(input.ok_or(Closed::Stopped)?).await?,
            Some(news) = self.news.recv(), if live || self.counsel.is_underway() => self.heard(news).await?,
            answer = next_answer(behind) => self.wrote(answer)?,
            () = tokio::time::sleep(due.unwrap_or_default()), if due.is_some() => {}
            () = tokio::time::sleep(sleep_after), if idle => return Ok(self.fall_asleep().await),
        }
        Ok(AfterReply::Turn)
    }

    /// Is nothing under way that it does by itself?
    fn is_idle(&self) -> bool {
        let calls = self.turns.len() + self.given_up.len() + self.unread.len();
        calls == 0
            && self.behind.is_empty()
            && !self.judge.is_underway()
            && !self.counsel.is_underway()
            && !self.deletion_due
    }

    /// Falls asleep, unless somebody listens or waits for how it ends.
    async fn fall_asleep(&mut self) -> AfterReply {
        let watched = |task: &SessionTask| task.standing.receiver_count() > 1 || !task.mailbox.is_empty();
        if watched(self) {
            return AfterReply::Turn;
        }
        if !self.snapshot_fits && self.session.records > SNAPSHOT_RECORDS {
            // Whoever wakes it must not have to wait for the whole log.
            self.save_snapshot();
        }
        self.note_sleep().await;
        if watched(self) { AfterReply::Turn } else { AfterReply::Sleep }
    }

    /// Has a start pass over it, if nothing happens in it by itself. If that cannot be noted, a start looks at it: no more.
    pub(crate) async fn note_sleep(&self) {
        if self.schedule.next(&self.session).is_some() || !self.is_idle() {
            return;
        }
        let (log, id, records) = (Arc::clone(&self.log), self.id.clone(), self.session.records);
        let _ = tokio::task::spawn_blocking(move || log.sleep(&id, records)).await;
    }

    /// Lets the table play, once the activity has nothing more to prepare. One that a crash came before is let so later.
    fn begin_play(&mut self) {
        if let Some(command) = self.session.prepared() {
            // One that is refused, because the log is full, is no reason to stop.
            let _ = self.write_behind(&by_host(command));
        }
    }

    /// Somebody outside wants something: what is not on disk yet is none of their business, so it is waited for.
    async fn asked(&mut self, input: Mail) -> Result<(), Closed> {
        self.written().await?;
        self.step(input).await
    }

    /// Takes a decision into the state, with everything that follows from it for the session itself. What is to be
    /// told of it is for when it is on disk.
    pub(crate) fn take_in(&mut self, proposal: Proposal) -> Unsaid {
        let (state, taken) = (self.session.table.phase(), self.session.table.taken());
        let goes_on = self.session.activity.outcome().is_none();
        let (record, notices) = self.session.commit(proposal);
        let asks = self.session.activity.open_asks();
        // Somebody has sat down, or got up.
        if self.session.table.taken() != taken {
            self.schedule.play_at(self.pace.now(&self.session));
        }
        self.schedule.after(&self.session, &record, &notices, &asks);
        self.transcripts.hear(&self.session, &record, &notices);
        self.counts.count(&record);
        if !self.transcripts.is_empty() {
            self.judge.hear(&self.session, &record, &notices, state);
        }
        self.breaks.acted(record.by);
        if record.by.seat().is_some() {
            self.automatic = 0;
        }
        // What is asked after a rewind is asked anew, even where the question is the same.
        self.give_up_closed(if record.rewinds_to().is_some() { &[] } else { &asks });
        let outcome = self.session.activity.outcome();
        if let Some(end) = self.end.as_mut().filter(|_| goes_on && outcome.is_some()) {
            end.is_new = true;
        }
        Unsaid {
            seen: self.listeners.prepare(&self.session, &record, &notices),
            outcome,
            deletes_photos: notices.iter().any(|notice| notice.deletes_photos),
        }
    }

    /// Everything that follows outside from a record that is on disk: tell it, keep it.
    pub(crate) fn tell(&mut self, unsaid: Unsaid) {
        self.written.fetch_add(1, Ordering::Relaxed);
        self.listeners.publish(unsaid.seen, self.now());
        self.show_outcome(unsaid.outcome);
        // A snapshot is of what is on disk.
        if self.session.records >= self.snapshot_at && self.behind.is_empty() && self.save_snapshot() {
            self.snapshot_at = next_snapshot(self.session.records);
        }
    }

    /// Table time.
    pub(crate) fn now(&self) -> TableTime {
        self.session.now(self.clock.now()).time
    }

    fn show_outcome(&self, outcome: Option<Value>) {
        let state = self.session.table.phase();
        self.standing.send_if_modified(|standing| {
            let changed = standing.outcome != outcome;
            standing.outcome = outcome;
            standing.state = state;
            changed
        });
    }

    /// Keeps a snapshot, beside the play; not while another is being kept. It is a cache: one that fails is missed by nobody.
    fn save_snapshot(&mut self) -> bool {
        if self.saving.as_ref().is_some_and(|saving| !saving.is_finished()) {
            return false;
        }
        let (log, id) = (Arc::clone(&self.log), self.id.clone());
        let (number, head) = (self.session.records - 1, self.session.head);
        let version = snapshot_version(self.catalog, self.session.rules);
        let body = snapshot_body(&self.session, &self.counts);
        self.snapshot_fits = true;
        self.saving = Some(tokio::task::spawn_blocking(move || {
            let _ = log.save_snapshot(&id, number, &version, head, body.as_bytes());
        }));
        true
    }
}

/// The session's account in the ledger, which is closed however the session ends.
struct OpenAccount {
    ledger: Ledger,
    session: SessionId,
}

impl OpenAccount {
    fn new(task: &SessionTask) -> OpenAccount {
        let ledger = task.models.ledger().clone();
        ledger.open_session(task.id.as_str(), task.session.table.accounts());
        OpenAccount { ledger, session: task.id.clone() }
    }
}

impl Drop for OpenAccount {
    fn drop(&mut self) {
        self.ledger.close_session(self.session.as_str());
    }
}

/// With how many records the next snapshot is saved.
pub(crate) fn next_snapshot(records: u64) -> u64 {
    (records / SNAPSHOT_RECORDS + 1) * SNAPSHOT_RECORDS
}

/// The log's answer to the first of what was sent to it; never, if nothing was.
async fn next_answer(behind: Option<&mut Behind>) -> Option<LogAnswer> {
    match behind {
        Some(behind) => (&mut behind.answered).await.ok(),
        None => std::future::pending().await,
    }
}

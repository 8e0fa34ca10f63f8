//! Writing: how an input becomes a record, once, and what each answer of the log means.
//!
//! A record is decided and sent to the log. What somebody outside asked for is made so when the log says that it is on
//! disk; what the session does of itself may be made so before, and is told to nobody until then. Everything else that
//! the log may say is settled here, case by case.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{CallNote, Hash, Line, LogEntry, Part, Proposal, Record, Refusal, SessionId, Stopped, replay};
use serde::Deserialize;
use store::{Append, LogAnswer};
use tokio::sync::oneshot;

use crate::input::Ack;
use crate::limits::{BUSY_MS, BUSY_TRIES};
use crate::task::{SessionTask, Unsaid};
use crate::{Closed, Log, Refused};

/// Why a step came to nothing.
pub(crate) enum Fail {
    /// The asker is told, and the session goes on.
    Refused(Refused),
    /// The session must stop.
    Halt(Closed),
}

/// A record that was sent to the log and is not known to be there yet. The state has it already; nobody else has.
pub(crate) struct Behind {
    pub(crate) answered: oneshot::Receiver<LogAnswer>,
    /// What is told of it once it is there.
    news: Unsaid,
    /// Whoever waits for it hears it from the session, which runs where they do; the log's own thread would wake both.
    on_disk: oneshot::Sender<()>,
}

fn no_answer() -> LogAnswer {
    LogAnswer::InDoubt { why: "the log gave no answer".to_owned() }
}

fn somebody_else() -> Closed {
    Closed::Storage { why: "somebody else has written to this session".to_owned() }
}

/// The log could not be read. Which record and how is left to a check of the store: the asker and the listener may be
/// told no number that counts hidden records.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unreadable;

impl Unreadable {
    pub(crate) fn why(self) -> String {
        "the log cannot be read: have the store checked".to_owned()
    }
}

impl From<Unreadable> for Fail {
    fn from(unreadable: Unreadable) -> Fail {
        Fail::Refused(Refused::StorageFailed { why: unreadable.why() })
    }
}

impl From<Refusal> for Fail {
    fn from(refusal: Refusal) -> Fail {
        Fail::Refused(Refused::Rules(refusal))
    }
}

impl SessionTask {
    /// Has an input decided and recorded, unless its request was done before.
    pub(crate) async fn submit(&mut self, input: engine::Input) -> Result<Ack, Fail> {
        if let Some(first) = self.find(input.request.as_deref()).await? {
            let ack = first_answer(&first, |record| self.is_same(record, &input))?;
            self.delete_due_photos().await?;
            return Ok(ack);
        }
        self.decide(input).await
    }

    /// Has an input decided and recorded that was not done before.
    pub(crate) async fn decide(&mut self, input: engine::Input) -> Result<Ack, Fail> {
        let proposal = self.session.propose(&input, self.clock.now()).map_err(stopped)?;
        self.record(proposal, |task, record| task.is_same(record, &input)).await
    }

    /// Writes a proposal, and once it is on disk makes it so. `is_same` says whether a record is what this one wanted
    /// to be.
    pub(crate) async fn record(
        &mut self,
        proposal: Proposal,
        is_same: impl FnOnce(&Self, &Record) -> bool,
    ) -> Result<Ack, Fail> {
        let sealed = (proposal.record.number, proposal.line.hash);
        let began = Instant::now();
        let answer = self.append(&proposal).await?;
        let ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::debug!(session = self.id.as_str(), record = sealed.0, ms, "on disk");
        // What was sent before this has been answered before this.
        self.written().await.map_err(Fail::Halt)?;
        match answer {
            LogAnswer::Committed { number, head } => {
                assert_eq!((number, head), sealed, "the log wrote another record");
                let news = self.take_in(proposal);
                self.deletion_due |= news.deletes_photos;
                // Before anybody hears that they are deleted, they are.
                let deleted = self.delete_due_photos().await;
                self.tell(news);
                deleted.map(|()| Ack::of(number, head))
            }
            LogAnswer::Duplicate { line } => first_answer(&line, |record| is_same(self, record)),
            // Somebody else writes to this session. Its state here is of the past: nothing can be decided on it.
            LogAnswer::Conflict { .. } => Err(Fail::Halt(somebody_else())),
            LogAnswer::Busy { why } | LogAnswer::Damaged { why } => Err(Fail::Halt(Closed::Storage { why })),
            // A log that failed to sync may show what is not on disk, so looking at it now settles nothing. It is
            // settled by opening it again: resuming reads the head, and the request id finds what was done.
            LogAnswer::Fenced { why } | LogAnswer::InDoubt { why } => Err(Fail::Halt(self.log_stopped(why))),
        }
    }

    /// Sends a proposal to the log until it is not busy, or has been for too long.
    async fn append(&self, proposal: &Proposal) -> Result<LogAnswer, Fail> {
        let mut tries = 0;
        loop {
            tries += 1;
            let (done, answered) = oneshot::channel();
            let append = self.append_of(proposal);
            let sent = self.log.append(append, Box::new(move |said| drop(done.send(said))));
            // The line can never be stored, whoever sends it: to the asker it is a refusal.
            sent.map_err(|error| Refusal::new("cannot-be-stored", error.to_string()))?;
            match answered.await.ok().unwrap_or_else(no_answer) {
                LogAnswer::Busy { .. } if tries < BUSY_TRIES => {
                    tokio::time::sleep(Duration::from_millis(BUSY_MS)).await;
                }
                answer => return Ok(answer),
            }
        }
    }

    /// Has an input of the session's own decided, sends the record to the log and goes on: the next can be decided on
    /// it, and is behind it in the log, while nobody outside hears of either before it is on disk. Says when that is.
    ///
    /// If the log fails, the session stops, and what it had in mind was never so.
    pub(crate) fn write_behind(&mut self, input: &engine::Input) -> Result<oneshot::Receiver<()>, Refusal> {
        let proposal = self.session.propose(input, self.clock.now()).map_err(why_stopped)?;
        self.send_behind(proposal)
    }

    /// Notes something of a call in the same way.
    pub(crate) fn note_behind(&mut self, call: CallNote) -> Result<oneshot::Receiver<()>, Refusal> {
        let proposal = self.session.propose_note(call, self.clock.now())?;
        self.send_behind(proposal)
    }

    fn send_behind(&mut self, proposal: Proposal) -> Result<oneshot::Receiver<()>, Refusal> {
        let (done, answered) = oneshot::channel();
        let sent = self.log.append(self.append_of(&proposal), Box::new(move |said| drop(done.send(said))));
        sent.map_err(|error| Refusal::new("cannot-be-stored", error.to_string()))?;
        let news = self.take_in(proposal);
        let (on_disk, says_when) = oneshot::channel();
        self.behind.push_back(Behind { answered, news, on_disk });
        Ok(says_when)
    }

    /// Tells what is on disk by now.
    pub(crate) fn tell_written(&mut self) -> Result<(), Closed> {
        while let Some(front) = self.behind.front_mut() {
            match front.answered.try_recv() {
                Ok(answer) => self.wrote(Some(answer))?,
                Err(oneshot::error::TryRecvError::Empty) => break,
                Err(oneshot::error::TryRecvError::Closed) => self.wrote(None)?,
            }
        }
        Ok(())
    }

    /// Waits until everything that was sent to the log is there, and tells it.
    pub(crate) async fn written(&mut self) -> Result<(), Closed> {
        while let Some(front) = self.behind.front_mut() {
            let answer = (&mut front.answered).await.ok();
            self.wrote(answer)?;
        }
        Ok(())
    }

    /// The first of what was sent to the log has been answered.
    pub(crate) fn wrote(&mut self, answer: Option<LogAnswer>) -> Result<(), Closed> {
        let Some(Behind { news, on_disk, .. }) = self.behind.pop_front() else { return Ok(()) };
        match answer.unwrap_or_else(no_answer) {
            LogAnswer::Committed { .. } => {
                self.deletion_due |= news.deletes_photos;
                self.tell(news);
                // Nobody may wait for it.
                let _ = on_disk.send(());
                Ok(())
            }
            LogAnswer::Duplicate { .. } | LogAnswer::Conflict { .. } => Err(somebody_else()),
            // What was decided on it is in the log neither: the session is loaded again without both.
            LogAnswer::Busy { why } | LogAnswer::Damaged { why } => Err(Closed::Storage { why }),
            LogAnswer::Fenced { why } | LogAnswer::InDoubt { why } => Err(self.log_stopped(why)),
        }
    }

    fn append_of(&self, proposal: &Proposal) -> Append {
        Append {
            session: self.id.clone(),
            line: proposal.line.clone(),
            prev: proposal.record.prev,
            ended: proposal.ended,
            at: proposal.record.at,
        }
    }

    fn log_stopped(&self, why: String) -> Closed {
        Closed::Storage { why: self.log_failed.note(why) }
    }

    /// The line that a request led to, if it did.
    pub(crate) async fn find(&self, request: Option<&str>) -> Result<Option<Line>, Fail> {
        let Some(request) = request else { return Ok(None) };
        let (id, request) = (self.id.clone(), request.to_owned());
        self.off_the_loop(move |log| log.find_request(&id, &request).map_err(|_| Unreadable)).await
    }

    /// Waits for something that takes its time, where it holds up no other session.
    pub(crate) async fn off_the_loop<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Log) -> Result<T, Unreadable> + Send + 'static,
    ) -> Result<T, Fail> {
        let log = Arc::clone(&self.log);
        let done = tokio::task::spawn_blocking(move || work(&*log)).await;
        Ok(done.unwrap_or(Err(Unreadable))?)
    }

    /// Is a record what an input wants to be?
    pub(crate) fn is_same(&self, record: &Record, input: &engine::Input) -> bool {
        let of_activity = record.machine == self.session.rules.name();
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        of_activity == (input.part == Part::Activity)
            && record.by == input.by
            && json(record.command.get()) == json(input.command.get())
    }
}

/// The answer to a request that was done before: the first answer again, if it was the same request.
pub(crate) fn first_answer(line: &Line, is_same: impl FnOnce(&Record) -> bool) -> Result<Ack, Fail> {
    let record = read_line(line)?;
    if is_same(&record) {
        Ok(Ack::of(line.number, line.hash))
    } else {
        Err(Fail::Refused(Refused::RequestReused))
    }
}

/// A line by itself, as its record. The store has checked that it stands where it should.
fn read_line(line: &Line) -> Result<Record, Unreadable> {
    #[derive(Deserialize)]
    struct Prev {
        prev: Hash,
    }
    let Prev { prev } = serde_json::from_str(&line.text).map_err(|_| Unreadable)?;
    Record::read(&line.text, line.number, prev).map(|(record, _)| record).map_err(|_| Unreadable)
}

/// The whole log of a session, checked.
pub(crate) fn read_all(log: &dyn Log, id: &SessionId) -> Result<Vec<LogEntry>, Unreadable> {
    let lines = log.read(id, 0).map_err(|_| Unreadable)?;
    replay::read(lines.iter().map(|line| line.text.as_str())).map_err(|_| Unreadable)
}

/// Why an input did not become a record, for the one who sent it.
pub(crate) fn stopped(stopped: Stopped) -> Fail {
    why_stopped(stopped).into()
}

fn why_stopped(stopped: Stopped) -> Refusal {
    match stopped {
        Stopped::Refused(refusal) => refusal,
        Stopped::Held => held(),
    }
}

/// What is said to somebody whose input the table would keep for later. Nothing is kept: a person says it again, and
/// the house is asked again.
pub(crate) fn held() -> Refusal {
    Refusal::new("table-not-live", "the table is not live: nothing was done; say it again when play goes on")
}

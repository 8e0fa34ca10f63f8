//! One step: what a session does with one input.
//!
//! A step decides, has the record written, waits until it is on disk, and only then lets the state move and anybody
//! know. What the log answers is settled here, every case of it.

use std::sync::Arc;

use engine::{
    Actor, AskId, Entry, Holder, Line, Part, Proposal, Record, Refusal, SeatId, Session, Stopped, Viewer,
    replay,
};
use store::{Answer, Append};
use tokio::sync::oneshot;

use crate::asks::holder;
use crate::frames::{frames, scene};
use crate::input::{Ack, Input, Reply};
use crate::task::SessionTask;
use crate::{Closed, Log, Refused};

/// Why a step came to nothing.
pub(crate) enum Fail {
    /// The asker is told, and the session goes on.
    Refused(Refused),
    /// The session must stop.
    Halt(Closed),
}

impl From<Refusal> for Fail {
    fn from(refusal: Refusal) -> Fail {
        Fail::Refused(Refused::Rules(refusal))
    }
}

impl SessionTask {
    /// Does one step. An error ends the session.
    pub(crate) async fn step(&mut self, input: Input) -> Result<(), Closed> {
        match input {
            Input::Request { by, id, what, reply } => {
                let done = self.request(by, id, what).await;
                answer(reply, done)
            }
            Input::Command { input, reply } => {
                let done = self.submit(input).await;
                answer(reply, done)
            }
            Input::Advance { by, reply } => {
                let command = self.session.activity.time_up();
                let done = self
                    .submit(engine::Input { part: Part::Activity, by, request: None, ask: None, command })
                    .await;
                answer(reply, done)
            }
            Input::Rewind { by, to, reply } => {
                let done = self.rewind(by, to).await;
                answer(reply, done)
            }
            Input::Subscribe { viewer, after, reply } => {
                let subscribed = self.check_viewer(viewer).and_then(|()| self.listeners.add(viewer, after));
                if let Ok((listener, _)) = &subscribed {
                    self.catch_up(*listener, viewer);
                }
                answer(reply, subscribed.map(|(_, subscription)| subscription).map_err(Fail::Refused))
            }
            Input::CaughtUp { listener, told } => {
                let asks = self.session.activity.asks();
                let now = self.now();
                self.listeners.caught_up(listener, told, &self.session, &asks, now);
                Ok(())
            }
            Input::Look { viewer, reply } => {
                let seen = self
                    .check_viewer(viewer)
                    .map(|()| Box::new(scene(&self.session, viewer, &self.session.activity.asks())));
                answer(reply, seen.map_err(Fail::Refused))
            }
            Input::Answer { seat, ask } => self.answer_for(seat, ask).await,
            Input::TimeUp => self.time_up().await,
            Input::Stop => Err(Closed::Stopped),
        }
    }

    /// Has an input decided and recorded, unless its request was done before.
    pub(crate) async fn submit(&mut self, input: engine::Input) -> Result<Ack, Fail> {
        if let Some(first) = self.find(input.request.as_deref()).await? {
            return first_answer(&first, |record| self.is_same(record, &input));
        }
        let proposal = self.session.propose(&input, self.clock.now()).map_err(stopped)?;
        self.record(proposal, None, |task, record| task.is_same(record, &input)).await
    }

    /// Writes a proposal, and once it is on disk makes it so. `ended` says whether the activity has ended with it, if
    /// the caller knows; `is_same` whether a record is what this one wanted to be.
    async fn record(
        &mut self,
        proposal: Proposal,
        ended: Option<bool>,
        is_same: impl FnOnce(&Self, &Record) -> bool,
    ) -> Result<Ack, Fail> {
        let record = proposal.record.clone();
        let append = Append {
            session: self.id.clone(),
            line: proposal.line.clone(),
            prev: record.prev,
            ended: ended.unwrap_or_else(|| ends(&self.session, &record)),
            at: record.at,
        };
        let (done, answered) = oneshot::channel();
        let sent = self.log.append(append, Box::new(move |said| drop(done.send(said))));
        if let Err(error) = sent {
            // The line can never be stored, whoever sends it: to the asker it is a refusal.
            return Err(Refusal::new("cannot-be-stored", error.to_string()).into());
        }
        let no_answer = |_| Answer::InDoubt { why: "the log gave no answer".to_owned() };
        match answered.await.unwrap_or_else(no_answer) {
            Answer::Committed { number, head } => {
                assert_eq!(
                    (number, head),
                    (record.number, proposal.line.hash),
                    "the log wrote another record"
                );
                let phase_before = self.session.activity.phase();
                self.session.commit(proposal);
                self.drain(&record, phase_before);
                Ok(Ack { number, head })
            }
            Answer::Duplicate { line } => first_answer(&line, |record| is_same(self, record)),
            // Somebody else writes to this session. Its state here is of the past: nothing can be decided on it.
            Answer::Conflict { records, .. } => Err(Fail::Halt(Closed::Storage {
                why: format!("the log has {records} records, and this session knew {}", self.session.records),
            })),
            // A log that failed to sync may show what is not on disk, so looking at it now settles nothing. It is
            // settled by opening it again: resuming reads the head, and the request id finds what was done.
            Answer::Fenced { why } | Answer::InDoubt { why } => {
                let why = self.log_failed.get_or_init(|| why).clone();
                Err(Fail::Halt(Closed::Storage { why }))
            }
        }
    }

    /// Goes back to how the activity was after a record.
    async fn rewind(&mut self, by: Actor, to: u64) -> Result<Ack, Fail> {
        self.session.activity.may_rewind(by)?;
        // Record 0 opens the table; the activity begins with record 1.
        if to == 0 || to >= self.session.records {
            let last = self.session.records - 1;
            return Err(
                Refusal::new("no-such-record", format!("go back to a record from 1 to {last}")).into()
            );
        }
        let (catalog, rules, seed) = (self.catalog, self.session.rules, self.session.dice().seed());
        let id = self.id.clone();
        let past = self
            .off_the_loop(move |log| {
                let entries = read_all(log, &id)?;
                let upto = usize::try_from(to).unwrap_or(usize::MAX);
                let upto =
                    entries.get(..=upto).ok_or_else(|| "the log is shorter than its session".to_owned())?;
                let past = replay::fold(catalog, rules, seed, upto).map_err(|damage| damage.to_string())?;
                Ok((past.activity.outcome().is_some(), past.present()))
            })
            .await?;
        let (ended, past) = past;
        let proposal = self.session.propose_rewind(by, to, past, self.clock.now())?;
        self.record(proposal, Some(ended), |_, _| false).await
    }

    /// Answers for a seat that no person holds. Only a log that failed ends the session.
    async fn answer_for(&mut self, seat: SeatId, ask: AskId) -> Result<(), Closed> {
        self.schedule.done(seat, ask);
        let reason = match holder(&self.session, seat) {
            Holder::Person => return Ok(()),
            Holder::Model(_) => "no model is connected".to_owned(),
            Holder::House(_) => {
                let Some(command) = self.session.activity.house(seat, ask, self.session.dice()) else {
                    return Ok(());
                };
                let by = Actor::Seat(seat);
                let input =
                    engine::Input { part: Part::Activity, by, request: None, ask: Some(ask), command };
                match self.submit(input).await {
                    Ok(_) => return Ok(()),
                    Err(Fail::Halt(closed)) => return Err(closed),
                    Err(Fail::Refused(refused)) => format!("the house's answer was refused: {refused}"),
                }
            }
        };
        let Some(command) = self.session.activity.fallback(seat, ask, &reason) else { return Ok(()) };
        let input =
            engine::Input { part: Part::Activity, by: Actor::Host, request: None, ask: None, command };
        match self.submit(input).await {
            Ok(_) => Ok(()),
            Err(Fail::Halt(closed)) => Err(closed),
            Err(Fail::Refused(_)) => {
                self.schedule.give_up(seat, ask);
                Ok(())
            }
        }
    }

    /// The clock acts.
    async fn time_up(&mut self) -> Result<(), Closed> {
        let Some(deadline) = self.session.deadline() else { return Ok(()) };
        self.schedule.clock_acts(deadline);
        let command = self.session.activity.time_up();
        let input =
            engine::Input { part: Part::Activity, by: Actor::Clock, request: None, ask: None, command };
        match self.submit(input).await {
            Ok(_) => Ok(()),
            Err(Fail::Halt(closed)) => Err(closed),
            Err(Fail::Refused(_)) => {
                self.schedule.clock_refused(&self.session);
                Ok(())
            }
        }
    }

    /// Reads what a new listener was told before it came, beside the play, and sends it to itself.
    fn catch_up(&self, listener: u64, viewer: Viewer) {
        let (log, id, catalog) = (Arc::clone(&self.log), self.id.clone(), self.catalog);
        let records = self.session.records;
        let mailbox = self.own_mailbox.clone();
        tokio::task::spawn_blocking(move || {
            let told = read_all(&*log, &id).and_then(|mut entries| {
                // What came after is told as it happens.
                entries.truncate(usize::try_from(records).unwrap_or(usize::MAX));
                frames(catalog, &entries, viewer).map_err(|damage| damage.to_string())
            });
            if let Some(mailbox) = mailbox.upgrade() {
                let _ = mailbox.blocking_send(Input::CaughtUp { listener, told });
            }
        });
    }

    /// The line that a request led to, if it did.
    pub(crate) async fn find(&self, request: Option<&str>) -> Result<Option<Line>, Fail> {
        let Some(request) = request else { return Ok(None) };
        let (id, request) = (self.id.clone(), request.to_owned());
        self.off_the_loop(move |log| log.find_request(&id, &request).map_err(|error| error.to_string())).await
    }

    /// Waits for something that takes its time, where it holds up no other session.
    async fn off_the_loop<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Log) -> Result<T, String> + Send + 'static,
    ) -> Result<T, Fail> {
        let log = Arc::clone(&self.log);
        let done = tokio::task::spawn_blocking(move || work(&*log)).await;
        let failed = |why: String| Fail::Refused(Refused::StorageFailed { why });
        done.map_err(|error| failed(error.to_string()))?.map_err(failed)
    }

    /// Is a record what an input wants to be?
    pub(crate) fn is_same(&self, record: &Record, input: &engine::Input) -> bool {
        let of_activity = record.machine == self.session.rules.name();
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        of_activity == (input.part == Part::Activity)
            && record.by == input.by
            && json(record.command.get()) == json(input.command.get())
    }

    fn check_viewer(&self, viewer: Viewer) -> Result<(), Refused> {
        match viewer {
            Viewer::Seat(seat) if seat.index() >= self.session.seats.len() => {
                let message = format!("there is no seat {seat}: seats are 1 to {}", self.session.seats.len());
                Err(Refused::Rules(Refusal::new("no-such-seat", message)))
            }
            Viewer::Seat(_) | Viewer::Public | Viewer::Observer | Viewer::Host => Ok(()),
        }
    }
}

/// Tells the asker, and says whether the session goes on. An asker who has gone away changes nothing.
fn answer<T>(reply: Reply<T>, done: Result<T, Fail>) -> Result<(), Closed> {
    let (said, goes_on) = match done {
        Ok(value) => (Ok(value), Ok(())),
        Err(Fail::Refused(refused)) => (Err(refused), Ok(())),
        Err(Fail::Halt(closed)) => (Err(Refused::StorageFailed { why: closed.to_string() }), Err(closed)),
    };
    let _ = reply.send(said);
    goes_on
}

/// The answer to a request that was done before: the first answer again, if it was the same request.
pub(crate) fn first_answer(line: &Line, is_same: impl FnOnce(&Record) -> bool) -> Result<Ack, Fail> {
    let unreadable = |why: String| Fail::Refused(Refused::StorageFailed { why });
    let record = read_line(line).map_err(unreadable)?;
    if is_same(&record) {
        Ok(Ack { number: line.number, head: line.hash })
    } else {
        Err(Fail::Refused(Refused::RequestReused))
    }
}

/// A line by itself, as its record. The store has checked that it stands where it should.
pub(crate) fn read_line(line: &Line) -> Result<Record, String> {
    #[derive(serde::Deserialize)]
    struct Prev {
        prev: engine::Hash,
    }
    let Prev { prev } = serde_json::from_str(&line.text).map_err(|error| error.to_string())?;
    Record::read(&line.text, line.number, prev).map(|(record, _)| record).map_err(|damage| damage.to_string())
}

fn read_all(log: &dyn Log, id: &store::SessionId) -> Result<Vec<Entry>, String> {
    let lines = log.read(id, 0).map_err(|error| error.to_string())?;
    replay::read(lines.iter().map(|line| line.text.as_str())).map_err(|damage| damage.to_string())
}

/// Why an input did not become a record, for the one who sent it.
pub(crate) fn stopped(stopped: Stopped) -> Fail {
    match stopped {
        Stopped::Refused(refusal) => refusal.into(),
        Stopped::Held => held().into(),
    }
}

/// What is said to somebody whose input the table would keep for later. Nothing is kept: a person says it again, and
/// the house is asked again.
pub(crate) fn held() -> Refusal {
    Refusal::new("table-not-live", "the table is not live: nothing was done; say it again when play goes on")
}

/// Has the activity ended once this record is in?
///
/// # Panics
/// If the machine cannot read the events that it has just told: a bug.
fn ends(session: &Session, record: &Record) -> bool {
    if record.machine != session.rules.name() {
        return session.activity.outcome().is_some();
    }
    let mut after = session.activity.copy();
    if let Err(why) = after.fold(record.version, &record.events) {
        panic!("a session could not read its own record: {why}");
    }
    after.outcome().is_some()
}

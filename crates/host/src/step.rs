//! One step: what a session does with one input.

use std::sync::Arc;

use engine::{Actor, AskId, Holder, Part, Refusal, SeatId, Session, Viewer};
use protocol::frames;

use crate::back::by_host;
use crate::input::{Ack, Mail, Missed, Reply};
use crate::limits::AUTOMATIC_MAX;
use crate::past::Source;
use crate::task::SessionTask;
use crate::write::{Fail, Unreadable};
use crate::{Closed, Refused};

impl SessionTask {
    /// Does one step. An error ends the session.
    pub(crate) async fn step(&mut self, input: Mail) -> Result<(), Closed> {
        match input {
            Mail::Request { by, id, what, reply } => {
                let done = self.request(by, id, what).await;
                answer(reply, done)
            }
            Mail::Command { input, reply } => {
                let done = self.submit(input).await;
                answer(reply, done)
            }
            Mail::Rewind { by, to, reply } => {
                // Boxed: it is seldom wanted, and its way is long.
                let done = Box::pin(self.rewind(by, to)).await;
                answer(reply, done)
            }
            Mail::AnswerFor { seat, ask, reason, reply } => {
                let done = self.answer_absent(seat, ask, &reason).await;
                answer(reply, done)
            }
            Mail::WouldAnswer { seat, ask, reply } => {
                let found = self.house_answer(seat, ask).unwrap_or_else(|| Err(late()));
                answer(reply, found.map_err(Fail::from))
            }
            Mail::MayAddPhoto { seat, reply } => answer(reply, self.may_add_photo(seat)),
            Mail::AddPhoto { seat, clean, reply } => {
                // Boxed: it is seldom wanted, and its way is long.
                let done = Box::pin(self.add_photo(seat, clean)).await;
                answer(reply, done)
            }
            Mail::Subscribe { viewer, after, reply } => {
                let subscribed = self.check_viewer(viewer).and_then(|()| self.listeners.add(viewer, after));
                if let Ok((listener, _)) = &subscribed {
                    self.catch_up(*listener, viewer, after);
                }
                answer(reply, subscribed.map(|(_, subscription)| subscription).map_err(Fail::Refused))
            }
            Mail::CaughtUp { listener, missed } => {
                self.caught_up(listener, missed);
                Ok(())
            }
            Mail::Look { viewer, reply } => {
                let seen = self
                    .check_viewer(viewer)
                    .map(|()| Box::new(frames::scene(&self.session, viewer, &self.session.activity.asks())));
                answer(reply, seen.map_err(Fail::Refused))
            }
            Mail::Answer { seat, ask } => self.answer_for(seat, ask).await,
            Mail::TimeUp => self.time_up().await,
            Mail::Stop => {
                self.stop_calls().await?;
                let stopped = self.begin_gap(self.clock.now()).await?;
                if !stopped && !self.session.table.live() {
                    self.note_sleep().await;
                }
                Err(Closed::Stopped)
            }
        }
    }

    /// Answers for a seat whose person is not there.
    async fn answer_absent(&mut self, seat: SeatId, ask: AskId, reason: &str) -> Result<Ack, Fail> {
        let Some(input) = self.in_place_of(seat, ask, reason).await.map_err(Fail::Halt)? else {
            return Err(late().into());
        };
        self.submit(input).await
    }

    /// What the host does in the place of a seat that cannot answer, if that ask is open.
    async fn in_place_of(
        &mut self,
        seat: SeatId,
        ask: AskId,
        reason: &str,
    ) -> Result<Option<engine::Input>, Closed> {
        self.keep_out().await?;
        let command = self.session.activity.fallback(seat, ask, reason);
        let input = |command| engine::Input {
            part: Part::Activity,
            by: Actor::Host,
            request: None,
            ask: None,
            command,
        };
        Ok(command.map(input))
    }

    /// Answers for a seat that no person holds. Only a log that failed ends the session.
    async fn answer_for(&mut self, seat: SeatId, ask: AskId) -> Result<(), Closed> {
        // What it is told may change what is asked: it is looked at anew.
        if self.keep_out().await? {
            return Ok(());
        }
        self.schedule.done(seat, ask);
        match self.session.holder(seat) {
            Holder::Person if self.session.is_attended(seat) => Ok(()),
            Holder::Person => self.fall_back(seat, ask, "away").await,
            Holder::Model(spec) => {
                let spec = spec.clone();
                // Boxed, as what a call says is: most sessions wait, and their task is as large as its longest way.
                Box::pin(self.begin_turn(seat, ask, &spec)).await
            }
            Holder::House(_) => {
                let command = match self.house_answer(seat, ask) {
                    Some(Ok(command)) => command,
                    Some(Err(_)) => {
                        return self
                            .fall_back(seat, ask, "what it would say is kept out of this table")
                            .await;
                    }
                    None => return Ok(()),
                };
                let by = Actor::Seat(seat);
                let input =
                    engine::Input { part: Part::Activity, by, request: None, ask: Some(ask), command };
                match self.submit(input).await {
                    Ok(_) => Ok(()),
                    Err(Fail::Halt(closed)) => Err(closed),
                    // Why it was refused is not said: the reason may stand in a public event, and a refusal may
                    // name what only that seat knows.
                    Err(Fail::Refused(_)) => self.fall_back(seat, ask, "the house had no legal answer").await,
                }
            }
        }
    }

    /// The machine's own way out: the host answers for a seat that could not. The reason may stand in a public event.
    pub(crate) async fn fall_back(&mut self, seat: SeatId, ask: AskId, reason: &str) -> Result<(), Closed> {
        let input = self.in_place_of(seat, ask, reason).await?;
        self.schedule.done(seat, ask);
        let Some(input) = input else { return Ok(()) };
        match self.submit(input).await {
            Ok(_) => {
                // The host did what that seat did not.
                self.breaks.acted(Actor::Seat(seat));
                self.acted_by_itself().await
            }
            Err(Fail::Halt(closed)) => Err(closed),
            Err(Fail::Refused(_)) => {
                self.schedule.give_up(seat, ask);
                Ok(())
            }
        }
    }

    /// Something was done that nobody did. A table at which nothing else is done any more pauses.
    async fn acted_by_itself(&mut self) -> Result<(), Closed> {
        self.automatic += 1;
        if self.automatic < AUTOMATIC_MAX || self.session.activity.outcome().is_some() {
            return Ok(());
        }
        let answers = std::mem::take(&mut self.automatic);
        let Some(command) = self.session.table.unattended(answers) else { return Ok(()) };
        match self.submit(by_host(command)).await {
            // One that is refused, because the log is full, is no reason to stop.
            Ok(_) | Err(Fail::Refused(_)) => Ok(()),
            Err(Fail::Halt(closed)) => Err(closed),
        }
    }

    /// The clock acts.
    async fn time_up(&mut self) -> Result<(), Closed> {
        let Some(deadline) = self.session.deadline() else { return Ok(()) };
        let command = self.session.activity.time_up();
        self.schedule.clock_acts(deadline);
        let input =
            engine::Input { part: Part::Activity, by: Actor::Clock, request: None, ask: None, command };
        match self.submit(input).await {
            Ok(_) => self.acted_by_itself().await,
            Err(Fail::Halt(closed)) => Err(closed),
            Err(Fail::Refused(_)) => {
                self.schedule.clock_refused();
                Ok(())
            }
        }
    }

    fn caught_up(&mut self, listener: u64, missed: Result<Missed, Unreadable>) {
        let (asks, now) = (self.session.activity.asks(), self.now());
        self.listeners.caught_up(listener, missed, &self.session, &asks, now);
    }

    /// Reads what a new listener has missed, beside the play, and sends it to itself. One that has missed nothing waits for
    /// nobody, and one that has missed something is told it from the snapshot before it on.
    fn catch_up(&mut self, listener: u64, viewer: Viewer, after: Option<u64>) {
        let (records, told) = (self.session.records, self.counts.told(viewer));
        if after.is_some_and(|after| after.saturating_add(1) >= told) {
            return self.caught_up(listener, Ok(Missed { frames: Vec::new(), told }));
        }
        let (log, id) = (Arc::clone(&self.log), self.id.clone());
        let (catalog, rules) = (self.catalog, self.session.rules);
        let mailbox = self.own_mailbox.clone();
        tokio::task::spawn_blocking(move || {
            let source = Source { log: &*log, catalog, rules, id: &id, records };
            let from = after.map_or(0, |after| after.saturating_add(1));
            let frames = source.told(viewer, from..told, &mut |_, _, frames| frames);
            let missed =
                frames.map(|frames| Missed { frames: frames.concat(), told }).map_err(|_| Unreadable);
            if let Some(mailbox) = mailbox.upgrade() {
                let _ = mailbox.blocking_send(Mail::CaughtUp { listener, missed });
            }
        });
    }

    pub(crate) fn check_viewer(&self, viewer: Viewer) -> Result<(), Refused> {
        check_viewer(&self.session, viewer).map_err(Refused::Rules)
    }
}

/// Is there somebody with these eyes at the table?
pub(crate) fn check_viewer(session: &Session, viewer: Viewer) -> Result<(), Refusal> {
    match viewer {
        Viewer::Seat(seat) if seat.index() >= session.seats.len() => {
            let message = format!("there is no seat {seat}: seats are 1 to {}", session.seats.len());
            Err(Refusal::new("no-such-seat", message))
        }
        Viewer::Seat(_) | Viewer::Public | Viewer::Observer | Viewer::Host => Ok(()),
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

/// What is said about a question that is closed.
fn late() -> Refusal {
    Refusal::new("late", "too late: that question is closed; nothing was changed")
}

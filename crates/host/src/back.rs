//! Taking back: `/undo`, `/redo` and `/retry`, and the stop that nobody is named for.
//!
//! Where each of them goes is read from the log: which of its records stand, and which of them a person made. So it is
//! the same after a crash, and there is nothing to keep.

use std::collections::BTreeSet;

use engine::replay::{NO_SEED, rules_of};
use engine::{Actor, Catalog, Holder, LogEntry, Part, Record, Refusal, Wish, replay};
use serde_json::value::RawValue;

use crate::input::Ack;
use crate::task::SessionTask;
use crate::transcript::Transcripts;
use crate::write::{Fail, Unreadable, first_answer, read_all};

impl SessionTask {
    /// Goes back to how the activity was after a record.
    pub(crate) async fn rewind(&mut self, by: Actor, to: u64) -> Result<Ack, Fail> {
        let last = self.session.records - 1;
        self.go_back(by, None, move |_| {
            // Record 0 opens the table; the activity begins with record 1.
            let there = (1..=last).contains(&to);
            let refusal = || Refusal::new("no-such-record", format!("go back to a record from 1 to {last}"));
            there.then_some(to).ok_or_else(refusal)
        })
        .await
    }

    /// Grants a wish of somebody's, once for each request. That it was granted is told by the record that follows.
    pub(crate) async fn take_back(
        &mut self,
        by: Actor,
        wish: Wish,
        request: Option<String>,
    ) -> Result<Ack, Fail> {
        if let Some(first) = self.find(request.as_deref()).await? {
            return first_answer(&first, |record| record.by == by && record.rewinds_to().is_some());
        }
        let ways = Ways { catalog: self.catalog, stop: self.session.table.stop() };
        self.go_back(by, request, move |log| ways.target(log, wish)).await
    }

    /// Stops play for somebody who is not named: first of all it stops, and then the last thing that a person did is
    /// taken back, if the activity's rules let the host do so.
    ///
    /// Nothing in the log may say who called, so there is no request id in it by which a repeated call could be known.
    /// It is not needed: when play has stopped, another call finds nothing to stop, and takes nothing back.
    pub(crate) async fn stop_play(&mut self) -> Result<Ack, Fail> {
        if !self.session.table.live() {
            return Ok(self.at_the_head());
        }
        let stopped = self.submit(by_host(self.session.table.stop())).await?;
        match self.take_back(Actor::Host, Wish::Stop, None).await {
            Ok(_) => self.submit(by_host(self.session.table.took_back(Wish::Stop))).await,
            // It stopped, and that is what was wanted.
            Err(Fail::Refused(_)) => Ok(stopped),
            Err(halt @ Fail::Halt(_)) => Err(halt),
        }
    }

    /// Goes back to the record that `target` finds in the log.
    async fn go_back(
        &mut self,
        by: Actor,
        request: Option<String>,
        target: impl FnOnce(&[LogEntry]) -> Result<u64, Refusal> + Send + 'static,
    ) -> Result<Ack, Fail> {
        // Asked first: where the rules say no, how far back it would go is not looked for.
        self.session.may_rewind(by)?;
        let (catalog, rules, seed) = (self.catalog, self.session.rules, self.session.dice().seed());
        let id = self.id.clone();
        let models = !self.transcripts.is_empty();
        let found = self
            .off_the_loop(move |log| {
                let entries = read_all(log, &id)?;
                let to = match target(&entries) {
                    Ok(to) => to,
                    Err(refusal) => return Ok(Err(refusal)),
                };
                let past = replay::past(catalog, rules, seed, &entries, to).ok_or(Unreadable)?;
                let transcripts = models.then(|| Transcripts::read(catalog, &entries, to));
                Ok(Ok((to, past, transcripts.transpose().map_err(|_| Unreadable)?)))
            })
            .await?;
        let (to, past, transcripts) = found?;
        let proposal = self.session.propose_rewind(by, request, to, past, self.clock.now())?;
        let ack = self.record(proposal, |_, record| record.rewinds_to() == Some(to)).await?;
        if let Some(transcripts) = transcripts {
            self.transcripts = transcripts;
        }
        Ok(ack)
    }
}

/// A command of the host's to the table.
pub(crate) fn by_host(command: Box<RawValue>) -> engine::Input {
    engine::Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command }
}

/// What is needed to find the ways back in a log.
struct Ways {
    catalog: Catalog,
    /// The command of a stop.
    stop: Box<RawValue>,
}

impl Ways {
    /// The record to go back to.
    fn target(&self, log: &[LogEntry], wish: Wish) -> Result<u64, Refusal> {
        let standing = standing(log);
        let by_people = self.by_people(log);
        let last = standing.iter().map(|record| record.number).rev().find(|last| by_people.contains(last));
        match wish {
            Wish::Undo | Wish::Stop => {
                let refusal = || Refusal::new("nothing-to-undo", "nobody has done anything to take back yet");
                last.map(|last| last - 1).ok_or_else(refusal)
            }
            Wish::Retry => {
                // Where no person has done anything yet, what came after the opening.
                let last = last.unwrap_or(1);
                let since = standing.last().is_some_and(|record| record.number > last);
                let refusal = || {
                    Refusal::new(
                        "nothing-to-retry",
                        "nothing has come of the last move yet that could come anew",
                    )
                };
                since.then_some(last).ok_or_else(refusal)
            }
            Wish::Redo => self.left(log).ok_or_else(|| {
                let message =
                    "there is nothing to bring back: nothing was taken back, or play has gone on since";
                Refusal::new("nothing-to-redo", message)
            }),
        }
    }

    /// The records that people made. Who plays a seat may change, so it is asked of each of them how it was then.
    fn by_people(&self, log: &[LogEntry]) -> BTreeSet<u64> {
        let mut by_people = BTreeSet::new();
        let Ok(rules) = rules_of(self.catalog, log) else { return by_people };
        // A log that cannot be read is told of where it is gone back in.
        let _ = replay::fold_each(self.catalog, rules, NO_SEED, log, |session, record, _| {
            if record.by.seat().is_some_and(|seat| *session.holder(seat) == Holder::Person) {
                by_people.insert(record.number);
            }
        });
        by_people
    }

    /// Where the log was when the last rewind left it that was not brought back yet. Whatever happens after a rewind
    /// makes what it left a thing of the past; and what a stop took back is not brought back.
    fn left(&self, log: &[LogEntry]) -> Option<u64> {
        let mut left: Vec<u64> = Vec::new();
        for (record, before) in log.iter().zip(std::iter::once(None).chain(log.iter().map(Some))) {
            let record = &record.0;
            if !is_of_activity(log, record) {
                continue;
            }
            let stopped = before.is_some_and(|(before, _)| before.command.get() == self.stop.get());
            match record.rewinds_to() {
                Some(to) if left.last() == Some(&to) => drop(left.pop()),
                Some(_) if !stopped => left.push(record.number - 1),
                Some(_) | None => left.clear(),
            }
        }
        left.pop()
    }
}

/// The records of the activity that stand, in order, without the rewinds.
fn standing(log: &[LogEntry]) -> Vec<&Record> {
    let live = replay::live_records(log, (log.len() as u64).saturating_sub(1));
    let records = log.iter().zip(live).filter(|(_, live)| *live).map(|((record, _), _)| record);
    records.filter(|record| is_of_activity(log, record) && record.rewinds_to().is_none()).collect()
}

/// Record 1 opens the activity.
fn is_of_activity(log: &[LogEntry], record: &Record) -> bool {
    log.get(1).is_some_and(|(opening, _)| record.machine == opening.machine)
}

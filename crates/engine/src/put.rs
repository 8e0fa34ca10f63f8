//! What is put to a machine: a command of its own, or one of the two that every machine has.
//!
//! The clock says that time is up, and the host answers for a seat that cannot. Who may say so, and when, is the same
//! everywhere, so the engine reads, writes and checks both; what then happens is the machine's
//! ([`time_up`](Machine::time_up), [`absent`](Machine::absent)). In a log they are written as the machine writes its own
//! commands, `TimeUp` or `time_up`: [`Command`] says how.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::record::is_named;
use crate::{Actor, Command, Draft, Machine, Refusal, SeatId};

/// Something that is put to a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Put<C> {
    /// A command of the machine's own.
    Own(C),
    /// The clock: the deadline has come.
    TimeUp,
    /// The host: this seat cannot answer.
    AnswerFor {
        /// The seat.
        seat: SeatId,
        /// Why it could not.
        reason: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TimeUp<'a> {
    #[serde(rename = "type", borrow)]
    name: Cow<'a, str>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerFor<'a> {
    #[serde(rename = "type", borrow)]
    name: Cow<'a, str>,
    seat: SeatId,
    #[serde(borrow)]
    reason: Cow<'a, str>,
}

impl<C: Command + DeserializeOwned> Put<C> {
    /// Reads it from JSON.
    pub(crate) fn read(json: &RawValue) -> Result<Put<C>, serde_json::Error> {
        if is_named(json, C::TIME_UP) {
            serde_json::from_str::<TimeUp<'_>>(json.get()).map(|_| Put::TimeUp)
        } else if is_named(json, C::ANSWER_FOR) {
            let AnswerFor { seat, reason, .. } = serde_json::from_str(json.get())?;
            Ok(Put::AnswerFor { seat, reason: reason.into_owned() })
        } else {
            serde_json::from_str(json.get()).map(Put::Own)
        }
    }
}

impl<C: Command + Serialize> Serialize for Put<C> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Put::Own(command) => command.serialize(serializer),
            Put::TimeUp => TimeUp { name: C::TIME_UP.into() }.serialize(serializer),
            Put::AnswerFor { seat, reason } => {
                let (name, reason) = (C::ANSWER_FOR.into(), reason.as_str().into());
                AnswerFor { name, seat: *seat, reason }.serialize(serializer)
            }
        }
    }
}

impl<M: Machine> Draft<M> {
    /// Decides what is put to the machine. Of the two commands that are not its own, it hears only if they come from
    /// whom they should, and in their time.
    ///
    /// # Errors
    /// The refusal, in words; then nothing was told.
    ///
    /// # Panics
    /// If the machine rejects what it has told already: a bug in it.
    pub fn put(&mut self, by: Actor, put: &Put<M::Command>) -> Result<(), Refusal> {
        let decided = match put {
            Put::Own(command) => M::decide(self, by, command),
            Put::TimeUp => {
                self.check_time_up(by)?;
                M::time_up(self)
            }
            Put::AnswerFor { seat, reason } => {
                self.check_answer_for(by, *seat)?;
                M::absent(self, *seat, reason)
            }
        };
        decided.map_err(|reason| {
            assert!(!self.has_told(), "{} told something and then rejected it: {reason}", M::NAME);
            Refusal::of(&reason)
        })
    }

    fn check_time_up(&self, by: Actor) -> Result<(), Refusal> {
        if M::outcome(self.state()).is_some() {
            return Err(Refusal::over());
        }
        match (by, M::deadline(self.state())) {
            (Actor::Host | Actor::Seat(_), _) => Err(Refusal::only("the clock")),
            (Actor::Clock, Some(deadline)) if deadline <= self.now() => Ok(()),
            (Actor::Clock, Some(_) | None) => {
                Err(Refusal::new("no-deadline", "no deadline has come: there is nothing to close"))
            }
        }
    }

    fn check_answer_for(&self, by: Actor, seat: SeatId) -> Result<(), Refusal> {
        if M::outcome(self.state()).is_some() {
            return Err(Refusal::over());
        }
        match by {
            Actor::Seat(_) | Actor::Clock => Err(Refusal::only("the host")),
            Actor::Host if M::asks(self.state()).iter().any(|ask| ask.seat == seat && !ask.answered) => {
                Ok(())
            }
            Actor::Host => Err(Refusal::new("not-asked", format!("seat {seat} is not asked anything now"))),
        }
    }
}

//! What the talk suggests, where the plain rules hear nothing: a model of the table is asked, now and then.
//!
//! It is asked of public words of people alone, while the table is live and the game is not over, one call at a time and at most
//! one a minute. The call is noted as every call is, for a seat whose model it is, and waits for the turns of the game. A server
//! that keeps what it has read of one prompt alone is not asked, since it would have to read the seat's anew, and neither is a
//! model that takes its time. Whatever goes wrong with a call means no suggestion.

use std::time::Duration;

use engine::{Actor, Audience, Holder, Notice, Record, SeatId, Session, Voice};
use llm::{Delta, Failed, ModelReply};
use serde_json::{Value, json};

use crate::back::by_host;
use crate::beside::Beside;
use crate::limits::{JUDGED_LINES_MAX, JUDGEMENTS_MS};
use crate::task::SessionTask;
use crate::transcript::line_of;
use crate::turn::parse;

/// What was said and not judged yet, and the call that judges.
#[derive(Default)]
pub(crate) struct Judge {
    /// Public lines since the last judgement, as a prompt has them.
    lines: Vec<String>,
    /// The last words, and whose.
    last: Option<(Actor, String)>,
    /// When the next may be made: milliseconds of UTC.
    not_before: i64,
    underway: Option<Judging>,
}

/// A judgement that is being made.
struct Judging {
    call: Beside,
    by: Actor,
    words: String,
    choices: Vec<&'static str>,
}

impl Judge {
    /// Takes in what a record told to all. What was said before the table's state changed, or was taken back, is not
    /// judged any more.
    pub(crate) fn hear(
        &mut self,
        session: &Session,
        record: &Record,
        notices: &[Notice],
        state_before: &str,
    ) {
        if session.table.phase() != state_before || record.rewinds_to().is_some() {
            self.forget();
        }
        let told = record.events.iter().zip(notices);
        let aloud = told.filter(|(event, _)| event.audience == Audience::Public);
        for telling in aloud.filter_map(|(_, notice)| notice.telling.as_ref()) {
            let (Voice::Seat(seat) | Voice::Aside(seat)) = telling.voice else { continue };
            if *session.holder(seat) != Holder::Person {
                continue;
            }
            if self.lines.len() >= JUDGED_LINES_MAX {
                self.lines.remove(0);
            }
            self.lines.push(line_of(session, telling));
            self.last = Some((Actor::Seat(seat), telling.text.clone()));
        }
    }

    /// The rules have heard something in what was said last.
    pub(crate) fn forget(&mut self) {
        (self.lines, self.last) = (Vec::new(), None);
    }

    /// A piece of the reply under way has come.
    pub(crate) fn heard(&mut self, delta: &Delta) {
        if let Some(judging) = &mut self.underway {
            judging.call.hear(delta);
        }
    }

    /// Is one being made?
    pub(crate) fn is_underway(&self) -> bool {
        self.underway.is_some()
    }

    /// Is this call the one under way?
    pub(crate) fn is(&self, call: engine::CallId) -> bool {
        self.underway.as_ref().is_some_and(|judging| judging.call.begun.call_id == call)
    }
}

impl SessionTask {
    /// How long until a judgement is to be made; nothing if none is.
    pub(crate) fn judgement_in(&self) -> Option<Duration> {
        let judge = &self.judge;
        // The turns of the game go first: a model on this machine may have one place alone.
        let idle = self.turns.is_empty() && judge.underway.is_none();
        let wanted = idle && judge.last.is_some() && self.may_judge();
        let left = u64::try_from(judge.not_before.saturating_sub(self.clock.now())).unwrap_or(0);
        (wanted && self.judge_seat().is_some()).then(|| Duration::from_millis(left))
    }

    /// Is there anything that could be suggested? Not to a table that rests, nor once the game is over.
    fn may_judge(&self) -> bool {
        self.session.table.live() && self.session.activity.outcome().is_none()
    }

    /// The first seat whose model can be asked something else, and that model.
    fn judge_seat(&self) -> Option<(SeatId, &str)> {
        (0..self.session.seats.len()).map(SeatId::at).find_map(|seat| match self.session.holder(seat) {
            Holder::Model(spec) if self.models.can_be_asked_aside(spec) => Some((seat, spec.as_str())),
            Holder::Model(_) | Holder::Person | Holder::House(_) => None,
        })
    }

    /// Asks a model what was said since the last time, if it is time to; says whether it was.
    pub(crate) async fn begin_judgement(&mut self) -> bool {
        if self.judgement_in() != Some(Duration::ZERO) {
            return false;
        }
        let seat = self.judge_seat().map(|(seat, spec)| (seat, spec.to_owned()));
        let Some((seat, spec)) = seat else { return false };
        let lines = std::mem::take(&mut self.judge.lines).concat();
        if let Some(said) = self.judge.last.take() {
            self.judge_words(seat, &spec, said, &lines).await;
        }
        true
    }

    /// Makes the call, if there is something to ask and a model that is ready.
    async fn judge_words(&mut self, seat: SeatId, spec: &str, (by, words): (Actor, String), lines: &str) {
        let utc = self.clock.now();
        let Some(judgement) = self.session.table.judgement(utc) else { return };
        self.judge.not_before = utc.saturating_add(JUDGEMENTS_MS);
        let Some(model) = self.connected(spec).await else { return };
        let output = json!({
            "type": "object",
            "properties": {"suggest": {"type": "string", "enum": judgement.choices}},
            "required": ["suggest"],
            "additionalProperties": false,
        });
        let now = format!("{lines}\nWhat do the last of these words suggest?");
        let choices = judgement.choices;
        let call = self.call_beside(seat, model, (judgement.about, now), &output);
        self.judge.underway = call.map(|call| Judging { call, by, words, choices });
    }

    /// A model has judged, or failed to.
    pub(crate) fn judged(&mut self, result: &Result<ModelReply, Failed>, took: Duration) {
        let Some(judging) = self.judge.underway.take() else { return };
        self.settle(&judging.call.model, judging.call.begun.call_id, result, took);
        let found = result.as_ref().ok().and_then(|reply| {
            let answer: Value = parse(&reply.text).ok()?;
            let found = answer.get("suggest")?.as_str()?;
            judging.choices.iter().copied().find(|choice| *choice == found)
        });
        if let Some(command) =
            found.and_then(|found| self.session.table.judged(judging.by, &judging.words, found))
        {
            // One that the table does not want any more is nobody's loss.
            let _ = self.write_behind(&by_host(command));
        }
    }

    /// Gives a judgement up for which there is no use any more.
    pub(crate) fn give_up_vain_judgement(&mut self) {
        if self.judge.is_underway() && !self.may_judge() {
            self.give_up_judgement();
        }
    }

    /// Gives a judgement up that nobody waits for: the table rests, or is about to stop.
    pub(crate) fn give_up_judgement(&mut self) {
        let Some(judging) = self.judge.underway.take() else { return };
        self.cancel_beside(&judging.call);
    }
}

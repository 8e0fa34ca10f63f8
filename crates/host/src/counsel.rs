//! What a model of the table answers to somebody beside its own turns: a question to the referee, or a word in a look back.
//!
//! It is asked of what all may know and of what the asker sees, and of nothing else, and the asker alone is told what it says: so it
//! can tell nobody anything new. One such call is under way at a time, and not often; each model answers one look back once. Each
//! is noted as every call is. Where no model answers, for whatever reason, that is done which the table would do without one.

use std::time::Duration;

use engine::{Holder, Matter, Question, SeatId, SeatSet, Telling, Viewer, Voice};
use llm::{Delta, Failed, ModelReply};
use protocol::frames;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::back::by_host;
use crate::beside::Beside;
use crate::limits::{ANSWER_CHARS_MAX, ANSWERS_MS, SIGHT_BYTES_MAX};
use crate::task::SessionTask;
use crate::transcript::line_of;
use crate::turn::parse;

/// The call that answers somebody.
#[derive(Default)]
pub(crate) struct Counsel {
    underway: Option<Asking>,
    /// When the next may be made: milliseconds of UTC.
    not_before: i64,
    /// The state of the table that this is about.
    state: &'static str,
    /// Whose models were asked about a look back in this state.
    asked: SeatSet,
}

struct Asking {
    call: Beside,
    matter: Matter,
    to: SeatId,
    seat: SeatId,
    otherwise: Option<Box<RawValue>>,
}

impl Counsel {
    /// Is one under way?
    pub(crate) fn is_underway(&self) -> bool {
        self.underway.is_some()
    }

    /// A piece of the reply under way has come.
    pub(crate) fn heard(&mut self, delta: &Delta) {
        if let Some(asking) = &mut self.underway {
            asking.call.hear(delta);
        }
    }

    /// Is this call the one under way?
    pub(crate) fn is(&self, call: engine::CallId) -> bool {
        self.underway.as_ref().is_some_and(|asking| asking.call.begun.call_id == call)
    }
}

impl SessionTask {
    /// Asks a model what somebody wants to know, or does what is done without one.
    pub(crate) async fn ask_for(&mut self, to: SeatId, mut question: Question<Box<RawValue>>) {
        let otherwise = question.otherwise.take();
        self.leave_counsel();
        match self.begin_asking(to, question).await {
            Some((call, matter, seat)) => {
                self.counsel.underway = Some(Asking { call, matter, to, seat, otherwise });
            }
            None => self.do_otherwise(otherwise),
        }
    }

    async fn begin_asking(
        &mut self,
        to: SeatId,
        question: Question<Box<RawValue>>,
    ) -> Option<(Beside, Matter, SeatId)> {
        let Question { matter, about, words, otherwise: _ } = question;
        let utc = self.clock.now();
        if self.counsel.is_underway() || utc < self.counsel.not_before {
            return None;
        }
        let mut seats = self.session.table.askable(matter);
        if matter == Matter::Feedback {
            seats = seats.minus(self.counsel.asked);
        }
        let seat = seats.iter().next()?;
        let Holder::Model(spec) = self.session.holder(seat).clone() else { return None };
        let model = self.connected(&spec).await?;
        let now = self.sight(to, &words);
        let call = self.call_beside(seat, model, (about, now), &schema())?;
        self.counsel.not_before = utc.saturating_add(ANSWERS_MS);
        if matter == Matter::Feedback {
            self.counsel.asked = self.counsel.asked.with(seat);
        }
        Some((call, matter, seat))
    }

    /// What somebody sees of the activity, and what they said.
    fn sight(&self, to: SeatId, words: &str) -> String {
        let scene = frames::scene(&self.session, Viewer::Seat(to), &self.session.activity.asks());
        let mut board = serde_json::to_string(&scene.board).unwrap_or_default();
        board.truncate(
            (0..=SIGHT_BYTES_MAX.min(board.len())).rev().find(|at| board.is_char_boundary(*at)).unwrap_or(0),
        );
        let name = scene.seats.get(to.index()).map_or("nobody", |seat| &seat.name);
        let asked: Vec<&str> = scene
            .asks
            .iter()
            .filter(|ask| ask.seat == to && !ask.answered)
            .map(|ask| ask.form.title.as_str())
            .collect();
        let asked =
            if asked.is_empty() { "nothing".to_owned() } else { Value::from(asked.join(" ")).to_string() };
        let said = line_of(&self.session, &Telling::new(Voice::Aside(to), words));
        format!(
            "What the asker, {name} in seat {to}, sees: {board}\nWhat {name} is asked now: {asked}\n{said}\nWhat do you answer {name}?"
        )
    }

    /// A model has answered somebody, or failed to.
    pub(crate) fn counselled(&mut self, result: &Result<ModelReply, Failed>, took: Duration) {
        let Some(Asking { call, matter, to, seat, otherwise }) = self.counsel.underway.take() else { return };
        self.settle(&call.model, call.begun.call_id, result, took);
        let said = result.as_ref().ok().and_then(|reply| {
            let answer: Value = parse(&reply.text).ok()?;
            let words = answer.get("answer")?.as_str()?.split_whitespace().collect::<Vec<_>>().join(" ");
            let words: String = words.chars().take(ANSWER_CHARS_MAX).collect();
            let table = &self.session.table;
            let may =
                !words.is_empty() && table.crossed(&words).or_else(|| table.too_close(&words)).is_none();
            may.then(|| table.answered(matter, to, seat, words)).flatten()
        });
        // One that the table does not take is as none.
        if said.is_none_or(|command| self.write_behind(&by_host(command)).is_err()) {
            self.do_otherwise(otherwise);
        }
    }

    /// Gives up what the table is not any more in the state for.
    pub(crate) fn leave_counsel(&mut self) {
        let state = self.session.table.phase();
        if self.counsel.state != state {
            self.give_up_counsel();
            (self.counsel.state, self.counsel.asked) = (state, SeatSet::EMPTY);
        }
    }

    /// Gives up the call that is under way, and does without it.
    pub(crate) fn give_up_counsel(&mut self) {
        let Some(Asking { call, otherwise, .. }) = self.counsel.underway.take() else { return };
        self.cancel_beside(&call);
        self.do_otherwise(otherwise);
    }

    fn do_otherwise(&mut self, otherwise: Option<Box<RawValue>>) {
        if let Some(command) = otherwise {
            // It is refused where the log is full, and there is nobody to tell.
            let _ = self.write_behind(&by_host(command));
        }
    }
}

/// What it answers by.
fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"answer": {"type": "string", "maxLength": ANSWER_CHARS_MAX}},
        "required": ["answer"],
        "additionalProperties": false,
    })
}

//! What is kept out of a table: no words of a seat that no person holds tell of it.

use engine::{Actor, AskId, Part, Refusal, SeatId};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::Closed;
use crate::task::SessionTask;
use crate::write::Fail;

/// How often the house looks for other words.
const TRIES: u32 = 16;

impl SessionTask {
    /// Refuses an answer whose words tell of what is kept out. Where nothing is, nothing is looked at.
    pub(crate) fn check_kept_out(&self, seat: SeatId, command: &RawValue) -> Result<(), Refusal> {
        if !self.keeps_out() {
            return Ok(());
        }
        let given: Value = serde_json::from_str(command.get()).unwrap_or_default();
        let asks = self.session.activity.asks();
        let tools = asks.iter().filter(|ask| ask.seat == seat).flat_map(|ask| &ask.form.tools);
        let heard =
            tools.filter(|tool| given["type"] == tool.name.as_str()).flat_map(|tool| tool.heard(&given));
        for (_, words) in heard {
            if let Some(line) = self.session.table.crossed(words) {
                let message = format!("“{line}” is kept out of this table: say it without");
                return Err(Refusal::new("kept-out", message));
            }
            if let Some(veil) = self.session.table.too_close(words) {
                let message =
                    format!("“{veil}” is kept out of sight at this table: name it in one sentence at most");
                return Err(Refusal::new("kept-out", message));
            }
        }
        Ok(())
    }

    /// Is anything kept out, or out of sight?
    pub(crate) fn keeps_out(&self) -> bool {
        let table = &self.session.table;
        !table.kept_out().is_empty() || !table.veiled().is_empty()
    }

    /// The house's answer: the first of some that tells of nothing that is kept out. None, if the ask is closed.
    pub(crate) fn house_answer(&self, seat: SeatId, ask: AskId) -> Option<Result<Box<RawValue>, Refusal>> {
        let mut last = None;
        for time in 0..TRIES {
            let answer = self.session.activity.house(seat, ask, self.session.dice().another(time))?;
            match self.check_kept_out(seat, &answer) {
                Ok(()) => return Some(Ok(answer)),
                Err(refusal) => last = Some(refusal),
            }
        }
        last.map(Err)
    }

    /// Tells the activity what is kept out of the table, if its own words could tell of it. Was there anything to tell?
    pub(crate) async fn keep_out(&mut self) -> Result<bool, Closed> {
        let lines = self.session.table.kept_out();
        if lines.is_empty() {
            return Ok(false);
        }
        let Some(command) = self.session.activity.keep_out(lines) else { return Ok(false) };
        let input =
            engine::Input { part: Part::Activity, by: Actor::Host, request: None, ask: None, command };
        match self.submit(input).await {
            Ok(_) => Ok(true),
            Err(Fail::Refused(_)) => Ok(false),
            Err(Fail::Halt(closed)) => Err(closed),
        }
    }
}

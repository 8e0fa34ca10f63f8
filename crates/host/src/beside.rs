//! A call of a model that is no turn of its seat: the table's own.

use std::sync::Arc;
use std::time::Duration;

use engine::{AskId, CallBegun, CallEnd, CallNote, CallSettled, SeatId};
use llm::{Connected, Limits, ModelPrompt, ModelRequest};
use serde_json::Value;
use tokio::task::AbortHandle;

use crate::limits::{BESIDE_MS, REPLY_BYTES_MAX};
use crate::task::SessionTask;

/// A call that is under way. Dropping it cancels it.
pub(crate) struct Beside {
    pub(crate) begun: CallBegun,
    pub(crate) model: Connected,
    task: AbortHandle,
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl SessionTask {
    /// Makes a call, noted before as every call is: what the model is told to be, what it is asked, and by which schema it answers.
    pub(crate) fn call_beside(
        &mut self,
        seat: SeatId,
        model: Connected,
        (fixed, now): (String, String),
        schema: &Value,
    ) -> Option<Beside> {
        let request = ModelRequest {
            session: self.id.to_string(),
            seat,
            ask: AskId::TABLE,
            prompt: ModelPrompt { fixed, told: Vec::new(), photos: Vec::new(), now },
            exchanges: Vec::new(),
            tools: Vec::new(),
            allowed: Vec::new(),
            output: Some(engine::raw(schema)),
            limits: Limits {
                output_tokens: model.output_tokens,
                reply_bytes: REPLY_BYTES_MAX,
                time: model.time.min(Duration::from_millis(BESIDE_MS)),
            },
        };
        let most = llm::most(&request);
        let begun = CallBegun {
            call_id: self.session.table.accounts().next(),
            player_id: seat,
            ask_id: AskId::TABLE,
            model: model.spec.to_string(),
            most,
            most_cost: model.cost(most),
        };
        let task = self.make_call((seat, AskId::TABLE), &begun, model.provider.clone(), Arc::new(request))?;
        Some(Beside { begun, model, task })
    }

    /// Notes what a call has used that is given up.
    pub(crate) fn cancel_beside(&mut self, call: &Beside) {
        let usage = llm::cut_short(call.begun.most, 0);
        let settled = CallSettled {
            call_id: call.begun.call_id,
            end: CallEnd::Cancelled,
            usage,
            cost: call.model.cost(usage),
            took_ms: 0,
            reply: String::new(),
        };
        self.note(CallNote::Settled(settled));
    }
}

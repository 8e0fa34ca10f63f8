//! A call of a model that is no turn of its seat: the table's own.

use std::sync::Arc;
use std::time::Duration;

use engine::{AskId, CallBegun, SeatId};
use llm::{Connected, Delta, ModelPrompt, ModelRequest};
use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::limits::BESIDE_MS;
use crate::task::SessionTask;
use crate::turn::limits_of;

/// A call that is under way. Dropping it cancels it.
pub(crate) struct Beside {
    pub(crate) begun: CallBegun,
    pub(crate) model: Connected,
    task: AbortHandle,
    since: Instant,
    /// Bytes of its reply.
    heard: u64,
}

impl Beside {
    /// A piece of its reply has come.
    pub(crate) fn hear(&mut self, delta: &Delta) {
        self.heard += llm::bytes_of(delta);
    }
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
            limits: limits_of(&model, model.time.min(Duration::from_millis(BESIDE_MS))),
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
        Some(Beside { begun, model, task, since: Instant::now(), heard: 0 })
    }

    /// Notes what a call has used that is given up.
    pub(crate) fn cancel_beside(&mut self, call: &Beside) {
        self.settle_unwaited(&call.model, &call.begun, call.since, call.heard);
    }
}

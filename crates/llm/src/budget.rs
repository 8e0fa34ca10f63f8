//! No call without a budget for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::{Nanos, Usage};

use crate::estimate::{Gauge, bytes_of, most, tokens};
use crate::{
    CallFault, Calling, Delta, Failed, Hear, Ledger, ModelReply, ModelRequest, Payer, Price, Provider,
    Reservation, Style,
};

/// A provider whose calls are entered in a ledger.
///
/// Before a call the most that it can use is set aside; a call for which a budget has not as much left is not made. Where it
/// would have as much if what others have set aside were free, the call waits for them.
/// After it, what it really used is entered. Where a provider does not say what was used, it is estimated: a call that
/// was dropped, or timed out, is taken to have read all of its prompt and to have written what was heard of it.
pub struct Budgeted {
    inner: Arc<dyn Provider>,
    ledger: Ledger,
    model: String,
    price: Option<Price>,
    gauge: Gauge,
}

impl Budgeted {
    /// Calls of the model `provider:model`, which has this price, entered in this ledger.
    pub fn new(inner: Arc<dyn Provider>, ledger: Ledger, model: String, price: Option<Price>) -> Budgeted {
        Budgeted { inner, ledger, model, price, gauge: Gauge::default() }
    }

    /// How prompts measure that were sent by this.
    pub fn gauge(&self) -> Gauge {
        self.gauge.clone()
    }

    fn cost(&self, usage: Usage) -> Option<Nanos> {
        self.price.map(|price| price.of(usage))
    }

    async fn within(&self, request: &ModelRequest, hear: &mut Hear<'_>) -> Result<ModelReply, Failed> {
        let payer = Payer { session: request.session.clone(), seat: request.seat, model: self.model.clone() };
        let most = most(request);
        let reservation = self.ledger.reserved(payer, most, self.cost(most)).await.map_err(Failed::new)?;
        let underway = Underway {
            reservation: Some(reservation),
            most,
            price: self.price,
            gauge: &self.gauge,
            heard: AtomicU64::new(0),
        };
        let mut listen = |delta: Delta| {
            underway.heard.fetch_add(bytes_of(&delta), Ordering::Relaxed);
            hear(delta);
        };
        let mut result = self.inner.call(request, &mut listen).await;
        let (used, estimated) = underway.used(&result);
        match &mut result {
            Ok(reply) => {
                self.gauge.learn(reply.usage.input, most.input);
                (reply.usage, reply.estimated) = (used, estimated);
            }
            Err(failed) => (failed.usage, failed.estimated) = (used, estimated),
        }
        underway.settle(used);
        result
    }
}

impl Provider for Budgeted {
    fn style(&self) -> Style {
        self.inner.style()
    }

    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(self.within(request, hear))
    }
}

/// A call that is being made. If it is dropped, it is settled by what was heard.
struct Underway<'a> {
    reservation: Option<Reservation>,
    most: Usage,
    price: Option<Price>,
    gauge: &'a Gauge,
    /// Bytes of the reply.
    heard: AtomicU64,
}

impl Underway<'_> {
    /// What a call that is over used: what the provider says, and an estimate of what it does not say; and whether there is an
    /// estimate in it.
    fn used(&self, result: &Result<ModelReply, Failed>) -> (Usage, bool) {
        let heard = self.heard.load(Ordering::Relaxed);
        let guess = self.gauge.cut_short(self.most, heard);
        let (told, whole, was_read) = match result {
            Ok(reply) => (reply.usage, true, true),
            Err(failed) => {
                let never_read = match failed.fault {
                    CallFault::RateLimited { .. }
                    | CallFault::Unreachable { .. }
                    | CallFault::Denied { .. }
                    | CallFault::OverBudget { .. } => true,
                    CallFault::Refused { .. }
                    | CallFault::CutOff
                    | CallFault::ThoughtOut { .. }
                    | CallFault::Malformed { .. }
                    | CallFault::TimedOut { .. } => false,
                };
                (failed.usage, false, !never_read || heard > 0 || failed.usage.tokens() > 0)
            }
        };
        if !was_read {
            return (Usage::default(), false);
        }
        let input = if told.input > 0 { told.input } else { guess.input };
        // The count of an answer that broke off is often the one from its beginning.
        let output = if whole && told.output > 0 { told.output } else { told.output.max(tokens(heard)) };
        let estimated = (input, output) != (told.input, told.output);
        (Usage { input, cached: told.cached.min(input), output }, estimated)
    }

    fn settle(mut self, used: Usage) {
        self.end(used);
    }

    fn end(&mut self, used: Usage) {
        if let Some(reservation) = self.reservation.take() {
            reservation.settle(used, self.price.map(|price| price.of(used)));
        }
    }
}

impl Drop for Underway<'_> {
    fn drop(&mut self) {
        let heard = self.heard.load(Ordering::Relaxed);
        self.end(self.gauge.cut_short(self.most, heard));
    }
}

//! A call that came to nothing is made again.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use engine::Usage;
use tokio::time::Instant;

use crate::{CallFault, Calling, Delta, Failed, Hear, ModelReply, ModelRequest, Provider, Style};

/// How often a call is made at most.
const TRIES_MAX: u32 = 3;

/// The wait after the first try; it doubles with each. Some providers forget a burst within a second or two.
const WAIT: Duration = Duration::from_millis(500);

/// Chance that keeps those who failed together from coming back together.
#[derive(Clone)]
pub struct Jitter(Arc<dyn Fn() -> u16 + Send + Sync>);

impl Jitter {
    /// What this function says, in thousandths.
    pub fn new(thousandths: impl Fn() -> u16 + Send + Sync + 'static) -> Jitter {
        Jitter(Arc::new(thousandths))
    }

    /// From the system.
    pub fn system() -> Jitter {
        Jitter::new(|| {
            let mut bytes = [0; 2];
            // Without chance all come back at the same time: no reason not to come back.
            let _ = getrandom::fill(&mut bytes);
            u16::from_le_bytes(bytes) % 1_001
        })
    }

    /// A random part of a time.
    fn part(&self, of: Duration) -> Duration {
        of * u32::from((self.0)().min(1_000)) / 1_000
    }
}

impl fmt::Debug for Jitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Jitter")
    }
}

/// A provider that is asked again when it had too many requests or could not be reached.
///
/// Only if nothing was heard of it yet, only if there is time enough left to wait, and never before the time at which
/// it wants to be asked again.
pub struct Retried {
    inner: Arc<dyn Provider>,
    jitter: Jitter,
}

impl Retried {
    /// Calls of this provider, made again where there is hope.
    pub fn new(inner: Arc<dyn Provider>, jitter: Jitter) -> Retried {
        Retried { inner, jitter }
    }

    async fn again_and_again(
        &self,
        request: &ModelRequest,
        hear: &mut Hear<'_>,
    ) -> Result<ModelReply, Failed> {
        let start = Instant::now();
        let mut before = Usage::default();
        let mut tries = 0;
        loop {
            tries += 1;
            let mut heard = false;
            let mut listen = |delta: Delta| {
                heard = true;
                hear(delta);
            };
            let mut result = self.inner.call(request, &mut listen).await;
            match &mut result {
                Ok(reply) => reply.usage = sum(before, reply.usage),
                Err(failed) => failed.usage = sum(before, failed.usage),
            }
            let Err(failed) = &result else { return result };
            let Some(wait) = self.wait(&failed.fault, tries) else { return result };
            if heard || tries >= TRIES_MAX || start.elapsed().saturating_add(wait) >= request.limits.time {
                return result;
            }
            before = failed.usage;
            hear(Delta::Again { number: tries + 1, of: TRIES_MAX });
            tokio::time::sleep(wait).await;
        }
    }

    /// How long to wait after so many tries, if it is any use.
    fn wait(&self, fault: &CallFault, tries: u32) -> Option<Duration> {
        let backoff = WAIT * 2_u32.saturating_pow(tries.saturating_sub(1));
        match fault {
            CallFault::RateLimited { retry_after: Some(after) } => {
                // A header may say anything.
                Some(after.saturating_add(self.jitter.part(WAIT / 2)))
            }
            CallFault::RateLimited { retry_after: None } | CallFault::Unreachable { .. } => {
                Some(backoff / 2 + self.jitter.part(backoff / 2))
            }
            CallFault::Refused { .. }
            | CallFault::CutOff
            | CallFault::ThoughtOut { .. }
            | CallFault::Malformed { .. }
            | CallFault::TimedOut { .. }
            | CallFault::Denied { .. }
            | CallFault::OverBudget { .. } => None,
        }
    }
}

fn sum(a: Usage, b: Usage) -> Usage {
    Usage {
        input: a.input.saturating_add(b.input),
        cached: a.cached.saturating_add(b.cached),
        output: a.output.saturating_add(b.output),
    }
}

impl Provider for Retried {
    fn style(&self) -> Style {
        self.inner.style()
    }

    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(self.again_and_again(request, hear))
    }
}

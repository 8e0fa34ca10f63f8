//! No call longer than its time.

use std::sync::Arc;

use crate::{CallFault, Calling, Delta, Failed, Hear, ModelReply, ModelRequest, Provider, Style};

/// A provider whose calls end when their time is over: waiting, retries and all.
pub struct Timed {
    inner: Arc<dyn Provider>,
}

impl Timed {
    /// Calls of this provider within their time.
    pub fn new(inner: Arc<dyn Provider>) -> Timed {
        Timed { inner }
    }

    async fn in_time(&self, request: &ModelRequest, hear: &mut Hear<'_>) -> Result<ModelReply, Failed> {
        let after = request.limits.time;
        let mut text = String::new();
        let mut listen = |delta: Delta| {
            if let Delta::Text(more) = &delta
                && text.len() + more.len() <= request.limits.reply_bytes
            {
                text.push_str(more);
            }
            hear(delta);
        };
        match tokio::time::timeout(after, self.inner.call(request, &mut listen)).await {
            Ok(result) => result,
            Err(_) => Err(Failed { text, ..Failed::new(CallFault::TimedOut { after }) }),
        }
    }
}

impl Provider for Timed {
    fn style(&self) -> Style {
        self.inner.style()
    }

    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(self.in_time(request, hear))
    }
}

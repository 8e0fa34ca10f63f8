//! Not too many calls at once.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::{CallFault, Calling, Failed, Hear, ModelReply, ModelRequest, Provider, Style};

/// A provider whose calls wait for a place, in the order in which they came.
pub struct Limited {
    inner: Arc<dyn Provider>,
    places: Arc<Semaphore>,
}

impl Limited {
    /// Calls of this provider, of which as many are made at once as there are places.
    pub fn new(inner: Arc<dyn Provider>, places: Arc<Semaphore>) -> Limited {
        Limited { inner, places }
    }

    async fn in_turn(&self, request: &ModelRequest, hear: &mut Hear<'_>) -> Result<ModelReply, Failed> {
        let place = self.places.acquire().await;
        let Ok(_place) = place else {
            return Err(Failed::new(CallFault::Unreachable { why: "no more calls are made".to_owned() }));
        };
        self.inner.call(request, hear).await
    }
}

impl Provider for Limited {
    fn style(&self) -> Style {
        self.inner.style()
    }

    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(self.in_turn(request, hear))
    }
}

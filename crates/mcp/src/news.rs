//! Telling the client that something has changed. What it is, the client asks for.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use protocol::Scene;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::SubscriptionSink;
use rmcp::{Peer, RoleServer};

use crate::chair::{Chair, Known};
use crate::server::{ASK, BOARD, TRANSCRIPT, VIEW};

/// One who wants to hear of changes.
pub(crate) enum Listener {
    /// The client as such, and the resources that it subscribed to.
    Client { peer: Peer<RoleServer>, subscribed: Arc<Mutex<BTreeSet<String>>> },
    /// A request of the client, which says what it wants to hear of.
    Request(SubscriptionSink),
}

/// Tells of changes until the client is gone.
pub(crate) async fn tell(chair: &Chair, listener: Listener) {
    let mut known = chair.known();
    let mut before = Mark::of(&known.borrow_and_update());
    loop {
        let changed = tokio::select! {
            changed = known.changed() => changed.is_ok(),
            () = chair.is_left() => false,
        };
        if !changed {
            return;
        }
        let now = Mark::of(&known.borrow_and_update());
        if now.tools != before.tools && !listener.tools_changed().await {
            return;
        }
        for (resource, changed) in [
            (BOARD, now.scene.board != before.scene.board),
            (VIEW, !now.is_same_view(&before)),
            (TRANSCRIPT, now.lines != before.lines),
            (ASK, now.scene.asks != before.scene.asks),
        ] {
            if changed && !listener.resource_changed(resource).await {
                return;
            }
        }
        before = now;
    }
}

impl Listener {
    /// Says that other tools are legal now; `false` if nobody hears it.
    async fn tools_changed(&self) -> bool {
        match self {
            Listener::Client { peer, .. } => peer.notify_tool_list_changed().await.is_ok(),
            Listener::Request(sink) if sink.accepted().tools_list_changed == Some(true) => {
                sink.notify_tool_list_changed().await.is_ok()
            }
            Listener::Request(_) => true,
        }
    }

    /// Says that a resource has changed; `false` if nobody hears it.
    async fn resource_changed(&self, resource: &str) -> bool {
        match self {
            Listener::Client { peer, subscribed } => {
                let wanted = subscribed.lock().unwrap_or_else(PoisonError::into_inner).contains(resource);
                let changed = ResourceUpdatedNotificationParam::new(resource);
                !wanted || peer.notify_resource_updated(changed).await.is_ok()
            }
            Listener::Request(sink) => {
                let wanted = sink.accepted().resource_subscriptions.as_ref();
                let wanted = wanted.is_some_and(|wanted| wanted.iter().any(|wanted| wanted == resource));
                !wanted || sink.notify_resource_updated(resource).await.is_ok()
            }
        }
    }
}

/// What the seat knew at some moment.
struct Mark {
    lines: usize,
    tools: Vec<protocol::Tool>,
    scene: Box<Scene>,
}

impl Mark {
    fn of(known: &Known) -> Mark {
        Mark { lines: known.lines.len(), tools: known.legal(), scene: known.scene.clone() }
    }

    /// Is it the same apart from what is asked?
    fn is_same_view(&self, other: &Mark) -> bool {
        let (a, b) = (&self.scene, &other.scene);
        (&a.view, &a.phase, &a.table, a.clock, &a.outcome)
            == (&b.view, &b.phase, &b.table, b.clock, &b.outcome)
    }
}

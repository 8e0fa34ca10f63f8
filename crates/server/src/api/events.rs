//! What happens at a table, as it happens: server-sent events in the viewer's own numbers.

use std::convert::Infallible;
use std::sync::atomic::Ordering;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use engine::{SessionId, Viewer};
use futures_util::stream;
use host::limits::SUBSCRIBERS_MAX;
use host::{Closed, Subscription};
use protocol::Update;
use store::SessionRow;

use super::commands::looked_at;
use super::tables::row_seen_by;
use crate::answer::Fail;
use crate::guard::{Sight, Visitor};
use crate::limits::{KEEP_ALIVE, PLAYERS_STREAMS, STREAMS_OF_ONE_MAX};
use crate::presence::Attending;
use crate::rate::Kind;
use crate::saved;
use crate::says;
use crate::server::App;
use crate::sse;
use crate::wire::Look;

/// Counts a stream for as long as it is open.
struct Counted(App);

impl Counted {
    fn new(app: &App) -> Counted {
        app.streams.fetch_add(1, Ordering::Relaxed);
        Counted(app.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Somebody who listens at a table. What they may hear can change meanwhile.
pub(crate) struct Listener {
    visitor: Visitor,
    id: SessionId,
    viewer: Viewer,
    sight: Sight,
    counted: Counted,
    pub(crate) attending: Attending,
}

impl Listener {
    pub(crate) fn new(app: &App, visitor: Visitor, row: SessionRow, viewer: Viewer) -> Listener {
        // What was promised meanwhile comes with the first update.
        let (id, sight, counted) = (row.meta.id, Sight::of(row.ended), Counted::new(app));
        let attending = Attending::new(app, &visitor, &id, viewer);
        Listener { visitor, id, viewer, sight, counted, attending }
    }

    /// May they hear this?
    pub(crate) fn may_hear(&mut self, update: &Update) -> bool {
        if let Some(scene) = &update.scene {
            self.sight = Sight { ended: self.sight.ended || scene.outcome.is_some(), fair: scene.table.fair };
        }
        self.may_listen()
    }

    /// The server that they listen to.
    pub(crate) fn app(&self) -> &App {
        &self.counted.0
    }

    /// Who it is.
    pub(crate) fn visitor(&self) -> &Visitor {
        &self.visitor
    }

    /// May they still listen?
    pub(crate) fn may_listen(&self) -> bool {
        self.visitor.still_sees(&self.counted.0, &self.id, self.viewer, self.sight)
    }
}

/// Where a stream is.
enum Place {
    Live(Box<Subscription>, Listener),
    /// What is left to tell of a session that rests.
    Resting(std::vec::IntoIter<Update>, Counted),
    Over,
}

/// The stream. It begins after the last event that the listener says it has.
pub(crate) async fn listen(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    headers: HeaderMap,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let (row, viewer) = row_seen_by(&app, &visitor, &id, &look).await?;
    let id = row.meta.id.clone();
    check_room(&app, &visitor, &id)?;
    let after = last_event(&headers)?.or(look.after);
    let table = looked_at(&app, &row).await?;
    let listener = Listener::new(&app, visitor, row, viewer);
    let place = match table {
        Some(table) => Place::Live(Box::new(table.subscribe(viewer, after).await?), listener),
        None => {
            let updates = since(saved::updates(&app, &id, viewer).await?, after);
            Place::Resting(updates.into_iter(), listener.counted)
        }
    };
    Ok(sse::answer(stream::unfold(place, next)))
}

/// Is there room for one more? Those who only watch give way, and nobody takes the room of all.
pub(crate) fn check_room(app: &App, visitor: &Visitor, id: &SessionId) -> Result<(), Fail> {
    let (all, own) = app.presence.streams(id, visitor.key);
    if own >= STREAMS_OF_ONE_MAX {
        let message = says::you_listen_to_this_table_times(own);
        let fail = Fail::new(StatusCode::TOO_MANY_REQUESTS, "too-many-streams", message);
        return Err(Fail { retry_after: Some(1), ..fail });
    }
    let full = all + PLAYERS_STREAMS >= SUBSCRIBERS_MAX || app.stream_count() >= app.options.watchers_max;
    if full && visitor.only_watches(id) {
        return Err(Fail::busy(says::TOO_MANY_ARE_WATCHING_PLAYERS_GO));
    }
    Ok(())
}

/// The last event that a listener who comes back has.
pub(crate) fn last_event(headers: &HeaderMap) -> Result<Option<u64>, Fail> {
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let read = |last: &str| last.parse().map_err(|_| Fail::bad(says::LAST_EVENT_ID_IS_NO_NUMBER));
    last.map(read).transpose()
}

/// What a listener has not got yet.
fn since(mut updates: Vec<Update>, after: Option<u64>) -> Vec<Update> {
    let Some(after) = after else { return updates };
    for update in &mut updates {
        update.frames.retain(|frame| frame.number > after);
    }
    let last = updates.pop();
    updates.retain(|update| !update.frames.is_empty());
    updates.extend(last);
    updates
}

async fn next(place: Place) -> Option<(Result<Bytes, Infallible>, Place)> {
    Some(match place {
        Place::Live(mut subscription, mut listener) => {
            match sse::or_alive(subscription.next_told(), KEEP_ALIVE).await {
                Ok(Ok(told)) if !listener.may_hear(told.update()) => {
                    (Ok(sse::over(&sse::not_yours())), Place::Over)
                }
                Ok(Ok(told)) => {
                    let written = told.written(written);
                    (Ok(Bytes::from_owner(written)), Place::Live(subscription, listener))
                }
                Ok(Err(closed)) => (Ok(sse::over(&sse::why_over(&closed))), Place::Over),
                Err(alive) => (Ok(alive), Place::Live(subscription, listener)),
            }
        }
        Place::Resting(mut updates, counted) => match updates.next() {
            Some(update) => (Ok(written(&update).into()), Place::Resting(updates, counted)),
            None => (Ok(sse::over(&sse::why_over(&Closed::Stopped))), Place::Over),
        },
        Place::Over => return None,
    })
}

/// An update, by the number of the last event in it: with that a listener comes back.
fn written(update: &Update) -> Vec<u8> {
    let number = update.frames.last().map(|frame| frame.number);
    match serde_json::to_string(update) {
        Ok(json) => sse::event("update", number, &json),
        Err(_) => b": this could not be written\n\n".to_vec(),
    }
}

//! What happens at a table, as it happens: server-sent events in the viewer's own numbers.

use std::convert::Infallible;
use std::sync::atomic::Ordering;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use host::{Closed, Subscription};
use protocol::Update;
use serde_json::json;
use store::SessionId;

use super::tables::seen_by;
use crate::answer::Fail;
use crate::guard::Visitor;
use crate::limits::{KEEP_ALIVE, WATCHERS_MAX};
use crate::rate::Kind;
use crate::saved;
use crate::server::App;
use crate::wire::Look;

/// Counts a stream for as long as it is open.
pub(crate) struct Counted(App);

impl Counted {
    pub(crate) fn new(app: &App) -> Counted {
        app.streams.fetch_add(1, Ordering::Relaxed);
        Counted(app.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Where a stream is.
enum Place {
    Live(Box<Subscription>, Counted),
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
    let (id, viewer) = seen_by(&app, &visitor, &id, &look).await?;
    check_room(&app, &visitor, &id)?;
    let after = last_event(&headers)?.or(look.after);
    let counted = Counted::new(&app);
    let place = match app.host.table(&id) {
        Some(table) => Place::Live(Box::new(table.subscribe(viewer, after).await?), counted),
        None => Place::Resting(since(saved::updates(&app, &id, viewer).await?, after).into_iter(), counted),
    };
    let events = stream::unfold(place, next);
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
}

/// Is there room for one more? Those who only watch give way.
pub(crate) fn check_room(app: &App, visitor: &Visitor, id: &SessionId) -> Result<(), Fail> {
    if app.stream_count() >= WATCHERS_MAX && visitor.only_watches(id) {
        return Err(Fail::busy("too many are watching: players go first; try again in a moment"));
    }
    Ok(())
}

/// The last event that a listener who comes back has.
pub(crate) fn last_event(headers: &HeaderMap) -> Result<Option<u64>, Fail> {
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let read = |last: &str| last.parse().map_err(|_| Fail::bad("Last-Event-ID is no number of an event"));
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

async fn next(place: Place) -> Option<(Result<Event, Infallible>, Place)> {
    match place {
        Place::Live(mut subscription, counted) => Some(match subscription.next().await {
            Ok(update) => (Ok(told(&update)), Place::Live(subscription, counted)),
            Err(closed) => (Ok(over(&closed)), Place::Over),
        }),
        Place::Resting(mut updates, counted) => Some(match updates.next() {
            Some(update) => (Ok(told(&update)), Place::Resting(updates, counted)),
            None => (Ok(over(&Closed::Stopped)), Place::Over),
        }),
        Place::Over => None,
    }
}

/// An update, by the number of the last event in it: with that a listener comes back.
fn told(update: &Update) -> Event {
    let event = Event::default().event("update");
    let event = match update.frames.last() {
        Some(frame) => event.id(frame.number.to_string()),
        None => event,
    };
    event.json_data(update).unwrap_or_else(|_| Event::default().comment("this could not be written"))
}

/// Why there will be no more; whether to come back at once is the listener's to decide.
pub(crate) fn over(closed: &Closed) -> Event {
    let code = match closed {
        Closed::Stopped => "stopped",
        Closed::Slow => "slow",
        Closed::Ahead { .. } => "ahead",
        Closed::Storage { .. } => "storage",
        Closed::Bug => "bug",
    };
    let why = json!({"code": code, "message": closed.to_string()});
    Event::default().event("closed").data(why.to_string())
}

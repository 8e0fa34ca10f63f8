//! A replay that is watched together: what whoever leads sends, and what those who follow are told.

use std::convert::Infallible;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use engine::SessionId;
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::answer::Fail;
use crate::body::read;
use crate::guard::Visitor;
use crate::limits::{BODY_BYTES_MAX, KEEP_ALIVE};
use crate::places::Door;
use crate::rate::Kind;
use crate::saved;
use crate::server::App;
use crate::sse;
use crate::together::Lead;
use crate::token::Token;
use crate::urlencoded::pairs;
use crate::wire;

/// May somebody look through these eyes?
async fn check_eyes(app: &App, visitor: &Visitor, id: &SessionId, lead: &Lead) -> Result<(), Fail> {
    let row = saved::row(app, id).await?;
    let wish = wire::viewer(Some(&lead.viewer)).map_err(Fail::bad)?;
    visitor.viewer(id, wish, saved::sight(app, visitor, &row).await?).map(drop)
}

/// Somebody begins to lead, or goes elsewhere with those who follow.
pub(crate) async fn lead(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Fail> {
    let id = visitor.sees(&id)?;
    visitor.pay(&app, Kind::Command)?;
    let sent = pairs(&read(body, BODY_BYTES_MAX).await?);
    let get = |name: &str| sent.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    let at = get("at").and_then(|at| at.parse().ok()).unwrap_or_default();
    let word = |name: &str, usual: &str| get(name).unwrap_or_else(|| usual.to_owned());
    let (viewer, think, view) = (word("as", "public"), word("think", "off"), word("view", "talk"));
    let lead = Lead { viewer, at, think, view };
    check_eyes(&app, &visitor, &id, &lead).await?;
    if let (Some(code), Some(key)) = (get("with"), get("key")) {
        let key = Token::read(&key).ok_or_else(Fail::not_found)?;
        app.together.lead(&id, &code, &key, lead, app.now())?;
        return Ok(Json(json!({"done": true})).into_response());
    }
    let (code, key) = app.together.begin(&id, lead, app.now())?;
    let link = format!("{}/t/{id}/replay?with={code}", Door::of(&app, &headers).origin);
    Ok(Json(json!({"with": code, "key": key.as_str(), "link": link})).into_response())
}

/// Somebody who follows.
struct Following {
    app: App,
    visitor: Visitor,
    id: SessionId,
    now: watch::Receiver<Lead>,
}

/// Where whoever leads is, as server-sent events.
pub(crate) async fn follow(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, code)): Path<(String, String)>,
) -> Result<Response, Fail> {
    let id = visitor.sees(&id)?;
    visitor.pay(&app, Kind::Read)?;
    let mut now = app.together.follow(&id, &code)?;
    now.mark_changed();
    Ok(sse::answer(stream::unfold(Some(Following { app, visitor, id, now }), next)))
}

async fn next(following: Option<Following>) -> Option<(Result<Bytes, Infallible>, Option<Following>)> {
    let mut following = following?;
    Some(match sse::or_alive(following.now.changed(), KEEP_ALIVE).await {
        Ok(Ok(())) => {
            let lead = following.now.borrow_and_update().clone();
            let Following { app, visitor, id, .. } = &following;
            // Not everybody may look through the same eyes: those who may not are told no more than that.
            let told: Value = match check_eyes(app, visitor, id, &lead).await {
                Ok(()) => json!(lead),
                Err(_) => json!({"hidden": true}),
            };
            (Ok(sse::event("now", None, &told.to_string()).into()), Some(following))
        }
        Ok(Err(_)) => (Ok(sse::event("over", None, "{}").into()), None),
        Err(alive) => (Ok(alive), Some(following)),
    })
}

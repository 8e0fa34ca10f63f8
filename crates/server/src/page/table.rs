//! The page of a table, and what its forms send.

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Actor, AskId, Viewer, raw};
use protocol::Request;
use serde_json::json;
use store::SessionId;

use super::face::Place;
use super::html::{Html, el};
use super::stage::Stage;
use super::{form, layout};
use crate::answer::Fail;
use crate::api::tables::seen_by;
use crate::api::{commands, photos};
use crate::body::read;
use crate::guard::Visitor;
use crate::limits::BODY_BYTES_MAX;
use crate::rate::Kind;
use crate::saved;
use crate::server::App;
use crate::urlencoded::pairs;
use crate::wire::Look;

/// The page.
pub(crate) async fn table(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Html, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let (id, viewer) = seen_by(&app, &visitor, &id, &look).await?;
    let row = saved::row(&app, &id).await?;
    let updates = saved::updates(&app, &id, viewer).await?;
    let scene = updates.iter().rev().find_map(|update| update.scene.as_deref()).ok_or_else(Fail::broken)?;
    let runs = visitor.check_host(&id).is_ok();
    let mut stage = Stage::new(app.catalog, id.clone(), viewer, runs, scene).ok_or_else(Fail::broken)?;
    stage.looks = photos::can_be_seen(&app, &visitor, &id, scene).await?;
    let last = updates.iter().flat_map(|update| &update.frames).last().map(|frame| frame.number.to_string());
    let parts = stage.parts(scene);
    let part = |name: &str| Html::all(parts.iter().filter(|it| it.0 == name).map(|it| it.2.clone()));
    let at = |place| Html::all(parts.iter().filter(|it| it.1 == Some(place)).map(|it| it.2.clone()));
    let head = el("div")
        .class("table-head")
        .add(el("h1").text(&row.meta.title))
        .add(el("p").class("quiet").text(format!("{} · {id} · seen as {viewer}", row.meta.machine)));
    let talk = el("section")
        .class("talk")
        .attr("aria-label", "Talk")
        .add(
            el("ol")
                .id("feed")
                .class("feed")
                .attr("tabindex", "0")
                .attr("aria-label", "What was said")
                .add(stage.whole_feed(&updates)),
        )
        .add(el("p").id("streaming").class("streaming").attr("aria-hidden", "true"));
    let body = el("div")
        .class("table")
        .id("table")
        .attr("data-id", id.as_str())
        .attr("data-as", viewer.to_string())
        .attr_if("data-after", last)
        .add(head)
        .add(part("strips"))
        .add(part("controls"))
        .add(
            el("div")
                .class("columns")
                .add(el("div").class("before").add(at(Place::Before)))
                .add(el("div").class("middle").add(talk).add(part("asks")))
                .add(el("div").class("beside").add(at(Place::Beside))),
        );
    let modules: Vec<&str> = std::iter::once("live.js").chain(stage.face.modules().iter().copied()).collect();
    Ok(layout::page(&row.meta.title, &modules, body))
}

/// Back to the page of a table, as somebody.
pub(super) fn back(id: &SessionId, by: &str) -> Result<Response, Fail> {
    let to = HeaderValue::from_str(&format!("/t/{id}?as={by}")).map_err(|_| Fail::bad("as whom?"))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response())
}

/// An answer or a line, sent by a form of the page.
pub(crate) async fn answer(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let id: SessionId = id.parse().map_err(|_| Fail::not_found())?;
    visitor.check_sees(&id)?;
    let sent = pairs(&read(body, BODY_BYTES_MAX).await?);
    let given = |name: &str| sent.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let by: Actor = given("as").unwrap_or_default().parse().map_err(Fail::bad)?;
    visitor.check_acts(&id, by)?;
    visitor.pay(&app, Kind::Command)?;
    let table = commands::table(&app, &id).await?;
    let request = match (given("line"), given("ask").and_then(|ask| ask.parse().ok()).map(AskId)) {
        (Some(line), _) => Request::Line { text: line.to_owned() },
        (None, Some(ask)) => {
            let viewer = by.seat().map_or(Viewer::Host, Viewer::Seat);
            let scene = table.scene(viewer).await?;
            let open = scene.asks.into_iter().find(|open| open.id == ask && Some(open.seat) == by.seat());
            let open = open.ok_or_else(|| {
                Fail::new(
                    StatusCode::CONFLICT,
                    "late",
                    "too late: that question is closed; nothing was changed",
                )
            })?;
            let command = form::command(&open.form, &sent).map_err(Fail::bad)?;
            Request::Answer { ask, command: raw(&command) }
        }
        (None, None) => return Err(Fail::bad("neither an answer nor a line")),
    };
    let ack = table.request(by, None, request).await?;
    match ack.report {
        Some(report) => Ok(axum::Json(json!({"report": report})).into_response()),
        None => back(&id, &by.to_string()),
    }
}

/// A wish of whoever runs the table.
pub(crate) async fn session(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let id: SessionId = id.parse().map_err(|_| Fail::not_found())?;
    visitor.check_sees(&id)?;
    visitor.check_host(&id)?;
    visitor.pay(&app, Kind::Command)?;
    let sent = pairs(&read(body, BODY_BYTES_MAX).await?);
    let verb = sent.iter().find(|(key, _)| key == "verb").map_or("", |(_, verb)| verb.as_str());
    commands::set(&commands::table(&app, &id).await?, verb).await?;
    back(&id, "public")
}

//! What the forms of a table's page send: answers, lines, wishes for the table, seats, invitations.

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use engine::{Actor, AskId, Input, Part, SessionId, Viewer, raw};
use host::Table;
use protocol::{Request, form};
use serde_json::json;

use super::form::SURPRISE;
use super::html::{Html, el};
use super::screen::ASIDE;
use super::{invitation, layout, new};
use crate::answer::Fail;
use crate::api::{again, commands, rights, seats, tables};
use crate::body::read;
use crate::guard::Visitor;
use crate::limits::BODY_BYTES_MAX;
use crate::places::Door;
use crate::rate::Kind;
use crate::saved;
use crate::says;
use crate::server::App;
use crate::urlencoded::pairs;
use crate::wire::{Done, NewInvitation, NewSitting};

/// What a form sent.
struct Sent(Vec<(String, String)>);

impl Sent {
    async fn read(body: Body) -> Result<Sent, Fail> {
        Ok(Sent(pairs(&read(body, BODY_BYTES_MAX).await?)))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Through whose eyes the page was looked at that sent it.
    fn viewer(&self) -> Option<Viewer> {
        self.get("look").and_then(|look| look.parse().ok())
    }

    /// As whom.
    fn actor(&self) -> Result<Actor, Fail> {
        self.get("as").unwrap_or_default().parse().map_err(Fail::bad)
    }
}

/// Back to the page of a table, as somebody.
pub(super) fn back(id: &SessionId, by: &str) -> Result<Response, Fail> {
    let to = HeaderValue::from_str(&format!("/t/{id}?as={by}")).map_err(|_| Fail::bad(says::AS_WHOM))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response())
}

/// What a form of a table's page sent: of a table that somebody may not see nothing is read.
async fn by_viewer(visitor: &Visitor, id: &str, body: Body) -> Result<(SessionId, Sent), Fail> {
    Ok((visitor.sees(id)?, Sent::read(body).await?))
}

/// An answer, a line, feedback or a wish for more time, sent by a form of the page.
pub(crate) async fn answer(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Fail> {
    let (id, sent) = by_viewer(&visitor, &id, body).await?;
    let by = sent.actor()?;
    visitor.check_acts(&id, by)?;
    commands::check_fair(&app, &visitor, &id, by).await?;
    visitor.pay(&app, Kind::Command)?;
    let table = commands::table(&app, &id).await?;
    if let Some(text) = sent.get("feedback") {
        // It is kept on one line.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let command =
            json!({"type": "GiveFeedback", "text": text, "kind": sent.get("kind").unwrap_or("plain")});
        let input = Input { part: Part::Table, by, request: None, ask: None, command: raw(&command) };
        table.command(input).await?;
        return back(&id, &by.to_string());
    }
    let request = request(&app, &table, by, &sent).await?;
    let typed = matches!(request, Request::Line { .. });
    let ack = commands::done(&app, &table, by, None, request).await?;
    if typed && seats::has_left(&app, &visitor, &id, &table, by).await? {
        let to = format!("/t/{id}?as=public");
        return if wants_page(&headers) {
            back(&id, "public")
        } else {
            Ok(Json(json!({"to": to})).into_response())
        };
    }
    match commands::said(&id, by, ack) {
        Done { report: Some(report), export, .. } if wants_page(&headers) => {
            Ok(told(&id, by, &report, export).into_response())
        }
        Done { report: None, .. } => back(&id, &by.to_string()),
        done => Ok(Json(done).into_response()),
    }
}

/// Does a browser ask that shows what it gets, because it has no scripts?
fn wants_page(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).is_some_and(|kinds| kinds.as_bytes().starts_with(b"text/html"))
}

/// What leads to the file that was asked for. The script says the same.
const SAVE: &str = says::SAVE_IT_MARKDOWN;

/// A report as a page of its own.
fn told(id: &SessionId, by: Actor, report: &str, export: Option<String>) -> Html {
    let save = |path: String| el("p").add(el("a").attr("href", path).attr("download", "").text(SAVE));
    let back = el("a").attr("href", format!("/t/{id}?as={by}")).text(says::BACK_TO_THE_TABLE);
    let page = el("section")
        .class("panel")
        .add(el("h1").text(says::WHAT_YOU_ASKED_FOR))
        .add(el("p").class("report").text(report))
        .add_all(export.map(save))
        .add(el("p").add(back));
    layout::page(says::A_REPORT, &[], page)
}

async fn request(app: &App, table: &Table, by: Actor, sent: &Sent) -> Result<Request, Fail> {
    if let Some(line) = sent.get("line") {
        // Who looks at what is said out of character says so, too. A command is one there as well.
        let is_aside = sent.get("tab") == Some(ASIDE) && !line.trim_start().starts_with(['/', '(']);
        return Ok(Request::Line { text: if is_aside { format!("(({line}") } else { line.to_owned() } });
    }
    let scene = table.scene(by.seat().map_or(Viewer::Host, Viewer::Seat)).await?;
    if sent.get("more").is_some() {
        let command = app.catalog.activity(&scene.machine).and_then(|rules| rules.more_time());
        let command = command.ok_or_else(|| Fail::bad(says::NOBODY_HAS_TO_HURRY_HERE_THERE))?;
        return Ok(Request::Do { command: raw(&command) });
    }
    let ask = sent.get("ask").and_then(|ask| ask.parse().ok()).map(AskId);
    let ask = ask.ok_or_else(|| Fail::bad(says::NEITHER_AN_ANSWER_NOR_A_LINE))?;
    if let (Some(_), Some(seat)) = (sent.get(SURPRISE), by.seat()) {
        return Ok(Request::Answer { ask, command: table.would_answer(seat, ask).await? });
    }
    let open = scene.asks.into_iter().find(|open| open.id == ask && Some(open.seat) == by.seat());
    let open =
        open.ok_or_else(|| Fail::new(StatusCode::CONFLICT, "late", says::TOO_LATE_THAT_QUESTION_IS_CLOSED))?;
    let command = form::command(&open.form, &sent.0)
        .map_err(|why| Fail::new(StatusCode::CONFLICT, "not-offered", why))?;
    Ok(Request::Answer { ask, command: raw(&command) })
}

/// A wish for the table, of whoever runs it or of a seat that may.
pub(crate) async fn session(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let (id, sent) = by_viewer(&visitor, &id, body).await?;
    let by = if sent.get("as").is_some() { sent.actor()? } else { Actor::Host };
    visitor.check_acts(&id, by)?;
    visitor.pay(&app, Kind::Command)?;
    let verb = sent.get("verb").unwrap_or_default();
    let table = commands::table(&app, &id).await?;
    if verb == "advance" && by == Actor::Host {
        host::advance(&table).await.map_err(|why| Fail::new(StatusCode::CONFLICT, "not-yet", why))?;
    } else {
        commands::set_by(&table, by, verb).await?;
    }
    back(&id, sent.get("look").unwrap_or("public"))
}

/// Somebody sits down, or gives a seat back, and goes on to what the seat sees, or to what all see.
pub(crate) async fn sit(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let (id, sent) = by_viewer(&visitor, &id, body).await?;
    let seat = sent.get("seat").and_then(|seat| seat.parse().ok()).unwrap_or(0);
    let taken = sent.get("taken") == Some("yes");
    let seat = seats::done(&app, &visitor, &id, &NewSitting { seat, taken }).await?;
    let by = if taken { Actor::Seat(seat).to_string() } else { "public".to_owned() };
    back(&id, &by)
}

/// The same table again, with everybody. Where it cannot be laid as it was, the form of a new one says why.
pub(crate) async fn again(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let (id, sent) = by_viewer(&visitor, &id, body).await?;
    let look = sent.viewer();
    let own = match look {
        Some(Viewer::Seat(seat)) => Some(seat),
        Some(Viewer::Public | Viewer::Observer | Viewer::Host) | None => None,
    };
    match again::laid(&app, &visitor, &id, own).await {
        Ok(next) => to(&app, &visitor, &next, look, None).await,
        Err(fail) if !fail.body.error.faults.is_empty() => {
            let page = new::laid_anew(&app, &id, &fail.body.error.faults).await?;
            Ok((fail.status, page).into_response())
        }
        Err(fail) => Err(fail),
    }
}

/// Whoever was at a table goes along to the next one.
pub(crate) async fn along(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Fail> {
    let (id, sent) = by_viewer(&visitor, &id, body).await?;
    let (next, token) = again::along(&app, &visitor, &id).await?;
    let cookie = token.map(|token| rights::cookie(&app, &headers, next.as_str(), &token)).transpose()?;
    // Whoever has a seat of their own is led to it.
    let look = sent.viewer().filter(|_| cookie.is_none());
    to(&app, &visitor, &next, look, cookie).await
}

/// To the page of another table: through the same eyes, where they may be looked through there.
async fn to(
    app: &App,
    visitor: &Visitor,
    id: &SessionId,
    look: Option<Viewer>,
    cookie: Option<HeaderValue>,
) -> Result<Response, Fail> {
    let row = saved::row(app, id).await?;
    let sight = saved::sight(app, visitor, &row).await?;
    let mut response = match look.filter(|look| visitor.viewer(id, Some(*look), sight).is_ok()) {
        Some(look) => back(id, &look.to_string())?,
        None => {
            let to = HeaderValue::from_str(&format!("/t/{id}")).map_err(|_| Fail::broken())?;
            (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response()
        }
    };
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Whoever runs the table takes somebody's right away.
pub(crate) async fn take_away(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let (id, sent) = by_host(&app, &visitor, &id, body).await?;
    if !app.rights.take_away(&id, sent.get("right").unwrap_or_default())? {
        return Err(Fail::not_found());
    }
    back(&id, sent.get("look").unwrap_or("public"))
}

/// Whoever runs the table names those who may change its state.
pub(crate) async fn stewards(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let (id, sent) = by_host(&app, &visitor, &id, body).await?;
    let seats: Vec<u8> =
        sent.0.iter().filter(|(key, _)| key == "seat").filter_map(|(_, seat)| seat.parse().ok()).collect();
    let stewards = match sent.get("who").unwrap_or_default() {
        "everyone" => json!(null),
        "host" => json!([]),
        "some" if !seats.is_empty() => json!(seats),
        _ => return Err(Fail::bad(says::SAY_WHO_EVERYONE_THE_HOST_ALONE)),
    };
    let command = json!({"type": "SetStewards", "stewards": stewards});
    commands::as_host(&commands::table(&app, &id).await?, &command).await?;
    back(&id, sent.get("look").unwrap_or("public"))
}

/// Whoever runs the table promises fair play, or lifts it.
pub(crate) async fn fair(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let (id, sent) = by_host(&app, &visitor, &id, body).await?;
    let seat: Option<u8> = sent.get("seat").and_then(|seat| seat.parse().ok());
    let on = sent.get("on") == Some("yes");
    let command = json!({"type": "SetFairPlay", "on": on, "seat": seat.filter(|_| on)});
    commands::as_host(&commands::table(&app, &id).await?, &command).await?;
    let look = seat.map_or("public".to_owned(), |seat| format!("seat:{seat}"));
    back(&id, &look)
}

/// The owner deletes a table for good.
pub(crate) async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Redirect, Fail> {
    tables::deleted(&app, &visitor, &id).await?;
    Ok(Redirect::to("/"))
}

/// What a form of whoever runs the table sent.
async fn by_host(app: &App, visitor: &Visitor, id: &str, body: Body) -> Result<(SessionId, Sent), Fail> {
    let id = visitor.sees(id)?;
    visitor.check_host(&id)?;
    visitor.pay(app, Kind::Command)?;
    Ok((id, Sent::read(body).await?))
}

/// Makes an invitation, and shows it to be handed on.
pub(crate) async fn invite(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Html, Fail> {
    let id = visitor.sees(&id)?;
    visitor.check_host(&id)?;
    let sent = Sent::read(body).await?;
    let wanted = match sent.get("to").unwrap_or_default() {
        scope @ ("any" | "observe" | "host") => NewInvitation { scope: scope.to_owned(), seat: None },
        seat => NewInvitation { scope: "play".to_owned(), seat: seat.parse().ok() },
    };
    let door = Door::of(&app, &headers);
    let invitation = rights::invited(&app, &visitor, id.clone(), &door, &wanted).await?;
    let page = el("div")
        .class("plain")
        .add(el("h1").text(says::AN_INVITATION))
        .add(el("p").text(says::HAND_THIS_ADDRESS_ON))
        .add(invitation::made(&invitation, &door))
        .add(el("p").add(el("a").attr("href", format!("/t/{id}")).text(says::BACK_TO_THE_TABLE)));
    Ok(layout::page(says::AN_INVITATION, &["live.js"], page))
}

//! What somebody does at a table: an answer, a line, a wish of whoever runs it.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use engine::{Actor, Input, Part, SeatId, SessionId, Viewer, raw};
use host::{Ack, HostError, Table};
use protocol::Request;
use serde_json::{Value, json};
use store::SessionRow;

use super::seats;
use crate::answer::Fail;
use crate::body::{Sent, typed};
use crate::guard::Visitor;
use crate::limits::PREPARING_MAX;
use crate::rate::Kind;
use crate::saved::{self, blocking};
use crate::says;
use crate::server::App;
use crate::wire::{Done, Made, NewCommand, NewFork, NewRewind, NewState};

/// The table of an id, running: one that sleeps or rests is gone on with.
pub(crate) async fn table(app: &App, id: &SessionId) -> Result<Table, Fail> {
    match app.host.table(id) {
        Some(table) => Ok(table),
        None => Ok(app.host.resume(id).await?),
    }
}

/// The table of a session for whoever looks at it: one that sleeps is woken. Nothing, if it is over and nobody goes on
/// with it, or if it can be read and not played on.
pub(crate) async fn looked_at(app: &App, row: &SessionRow) -> Result<Option<Table>, Fail> {
    let id = &row.meta.id;
    match app.host.table(id) {
        Some(table) => Ok(Some(table)),
        None if row.ended => Ok(None),
        None => match app.host.resume(id).await {
            Ok(table) => Ok(Some(table)),
            Err(error @ (HostError::TooManySessions { .. } | HostError::Store(_))) => Err(error.into()),
            Err(
                HostError::Setup(_)
                | HostError::UnknownMachine { .. }
                | HostError::NoSeed { .. }
                | HostError::Damaged { .. }
                | HostError::Refused(_)
                | HostError::StorageFailed { .. }
                | HostError::Bug { .. },
            ) => Ok(None),
        },
    }
}

/// Lets a new table begin: with session zero, where the activity has something to prepare.
pub(crate) async fn begin(app: &App, table: &Table) -> Result<(), Fail> {
    let scene = table.scene(Viewer::Public).await?;
    let cards = app.catalog.activity(&scene.machine).map_or(&[][..], |rules| rules.phases());
    let prepares = cards.iter().any(|card| card.name == scene.phase && card.prepares);
    set(table, if prepares { "zero" } else { "start" }).await
}

/// Answers for a seat what is asked of it before play begins, as a player of the house would.
pub(crate) async fn surprise(app: &App, table: &Table, seat: SeatId) -> Result<(), Fail> {
    for _ in 0..PREPARING_MAX {
        let scene = table.scene(Viewer::Seat(seat)).await?;
        let cards = app.catalog.activity(&scene.machine).map_or(&[][..], |rules| rules.phases());
        let prepares = cards.iter().any(|card| card.name == scene.phase && card.prepares);
        let open = scene.asks.iter().find(|ask| prepares && ask.seat == seat && !ask.answered);
        let Some(ask) = open.map(|ask| ask.id) else { break };
        let command = table.would_answer(seat, ask).await?;
        done(app, table, Actor::Seat(seat), None, Request::Answer { ask, command }).await?;
    }
    Ok(())
}

pub(crate) async fn set(table: &Table, verb: &str) -> Result<(), Fail> {
    set_by(table, Actor::Host, verb).await
}

/// The same as somebody: whether they may is for the table to say.
pub(crate) async fn set_by(table: &Table, by: Actor, verb: &str) -> Result<(), Fail> {
    let command = raw(&json!({"type": "SetSession", "verb": verb}));
    let input = Input { part: Part::Table, by, request: None, ask: None, command };
    table.command(input).await?;
    Ok(())
}

/// Does something that only whoever runs a table may.
pub(crate) async fn as_host(table: &Table, command: &Value) -> Result<(), Fail> {
    let command = raw(command);
    table.command(Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command }).await?;
    Ok(())
}

/// Refuses whoever runs a table what they promised not to do there: to act in a seat that is not theirs.
pub(crate) async fn check_fair(app: &App, visitor: &Visitor, id: &SessionId, by: Actor) -> Result<(), Fail> {
    if by.seat().is_none() || !visitor.is_host(id) {
        return Ok(());
    }
    let row = saved::row(app, id).await?;
    visitor.check_fair(id, by, saved::sight(app, visitor, &row).await?)
}

/// Does what somebody asks for, if not too much is under way.
pub(crate) async fn done(
    app: &App,
    table: &Table,
    by: Actor,
    id: Option<String>,
    request: Request,
) -> Result<Ack, Fail> {
    let _place = app.under_way.try_acquire().map_err(|_| Fail::too_many(1))?;
    Ok(table.request(by, id, request).await?)
}

fn actor(text: &str) -> Result<Actor, Fail> {
    text.parse().map_err(Fail::bad)
}

/// What is said to whoever asked. One who wants a file is led to it: the rights are looked at there.
pub(crate) fn said(id: &SessionId, by: Actor, ack: Ack) -> Done {
    match ack.export {
        false => Done { report: ack.report, ..Done::SILENT },
        true => Done {
            done: true,
            report: Some(says::WHAT_YOU_WERE_TOLD_SO_FAR.to_owned()),
            export: Some(format!("/api/tables/{id}/export?format=md&as={by}")),
        },
    }
}

/// Does something as a seat or as the host.
pub(crate) async fn command(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    sent: Sent<NewCommand>,
) -> Result<Json<Done>, Fail> {
    let id = visitor.sees(&id)?;
    let wanted = sent.read().await?;
    let by = actor(&wanted.by)?;
    visitor.check_acts(&id, by)?;
    check_fair(&app, &visitor, &id, by).await?;
    visitor.pay(&app, Kind::Command)?;
    let request: Request =
        typed(wanted.request).map_err(|error| Fail::bad(says::this_is_no_request(&error)))?;
    let table = table(&app, &id).await?;
    let typed = matches!(request, Request::Line { .. });
    let ack = done(&app, &table, by, Some(wanted.id), request).await?;
    if typed {
        seats::has_left(&app, &visitor, &id, &table, by).await?;
    }
    Ok(Json(said(&id, by, ack)))
}

/// Begins, pauses, goes on with, ends or closes a session.
pub(crate) async fn set_state(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    sent: Sent<NewState>,
) -> Result<Json<Done>, Fail> {
    let id = visitor.sees(&id)?;
    let by = visitor.changes_as(&id)?;
    let wanted = sent.read().await?;
    visitor.pay(&app, Kind::Command)?;
    set_by(&table(&app, &id).await?, by, &wanted.verb).await?;
    Ok(Json(Done::SILENT))
}

/// Takes the activity back.
pub(crate) async fn rewind(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    sent: Sent<NewRewind>,
) -> Result<Json<Done>, Fail> {
    let id = visitor.sees(&id)?;
    // It is told by a number of the whole log, which no seat knows.
    visitor.check_host(&id)?;
    let wanted = sent.read().await?;
    let by = actor(&wanted.by)?;
    visitor.pay(&app, Kind::Command)?;
    table(&app, &id).await?.rewind(by, wanted.to).await?;
    Ok(Json(Done::SILENT))
}

/// A new session from an old one.
pub(crate) async fn fork(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    sent: Sent<NewFork>,
) -> Result<(StatusCode, Json<Made>), Fail> {
    let id = visitor.sees(&id)?;
    visitor.check_host(&id)?;
    let wanted = sent.read().await?;
    visitor.pay(&app, Kind::Make)?;
    let row = saved::row(&app, &id).await?;
    // A copy can be looked into.
    visitor.viewer(&id, Some(Viewer::Host), saved::sight(&app, &visitor, &row).await?)?;
    let made = blocking(move || Ok(app.desk.fork(&id, wanted.at)?)).await?;
    Ok((StatusCode::CREATED, Json(Made { id: made.to_string() })))
}

//! Tables: the list of them, a new one, one as a viewer sees it.

use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use engine::{SessionId, Viewer};
use protocol::Scene;
use store::{Listed, SessionRow};

use crate::answer::Fail;
use crate::body::Sent;
use crate::deletion;
use crate::guard::Visitor;
use crate::limits::{LOOKED_AT_MAX, PAGE_TABLES_MAX};
use crate::page;
use crate::rate::Kind;
use crate::saved::{self, blocking};
use crate::says;
use crate::server::App;
use crate::sleepers::{Stands, stands};
use crate::wire::{self, Campaign, Deleted, Find, Look, Made, NewTable, TableRow, Tables};

/// The tables that the visitor may see, the newest first.
pub(crate) async fn list(
    State(app): State<App>,
    visitor: Visitor,
    Query(wanted): Query<Find>,
) -> Result<Json<Tables>, Fail> {
    visitor.pay(&app, Kind::Read)?;
    if !Find::STANDS.contains(&wanted.show.as_str()) {
        return Err(Fail::bad(says::is_no_way_to_stand(format_args!("{:?}", wanted.show))));
    }
    rows(&app, &visitor, &wanted).await.map(Json)
}

/// The same, for a page. All of them are looked through, and so many of those that are wanted are told at once.
pub(crate) async fn rows(app: &App, visitor: &Visitor, wanted: &Find) -> Result<Tables, Fail> {
    let store = app.store.clone();
    // One that is damaged is hidden alone; that there is one is said where it is asked how the store is.
    let Listed { mut rows, damaged } = blocking(move || Ok(store.listed()?)).await?;
    app.damaged.store(damaged.len(), Ordering::Relaxed);
    rows.retain(|row| visitor.check_sees(&row.meta.id).is_ok());
    // When something happened that a visitor was not told of must not show, not even in the order.
    let last = |row: &SessionRow| match visitor.check_host(&row.meta.id) {
        Ok(()) => row.updated_at,
        Err(_) => row.meta.created_at,
    };
    rows.sort_by_key(|row| std::cmp::Reverse(last(row)));
    let words = wanted.q.trim().to_lowercase();
    let fits = |row: &SessionRow| {
        (wanted.machine.is_empty() || row.meta.machine == wanted.machine)
            && (row.meta.title.to_lowercase().contains(&words) || row.meta.id.as_str().contains(&words))
    };
    let behind = rows.iter().position(|row| row.meta.id.as_str() == wanted.behind);
    let rest = rows.into_iter().skip(behind.map_or(0, |at| at + 1)).filter(fits);
    let (mut tables, mut last_looked_at) = (Vec::new(), None);
    for (looked_at, row) in rest.enumerate() {
        if tables.len() == PAGE_TABLES_MAX || looked_at == LOOKED_AT_MAX {
            return Ok(Tables { tables, more: true, behind: last_looked_at });
        }
        last_looked_at = Some(row.meta.id.to_string());
        let runs = visitor.check_host(&row.meta.id).is_ok();
        let row = table_row(app, row, runs).await;
        if wanted.show.is_empty() || page::kind(&row) == wanted.show {
            tables.push(row);
        }
    }
    Ok(Tables { tables, more: false, behind: None })
}

async fn table_row(app: &App, row: SessionRow, runs: bool) -> TableRow {
    let Stands { summary, people, state, phase } = stands(app, &row).await;
    TableRow {
        summary,
        people,
        state,
        phase,
        id: row.meta.id.to_string(),
        title: row.meta.title,
        machine: row.meta.machine,
        ended: row.ended,
        created_at: row.meta.created_at,
        updated_at: runs.then_some(row.updated_at),
    }
}

/// What goes on from one session to the next, for the owner.
pub(crate) async fn campaigns(State(app): State<App>, visitor: Visitor) -> Result<Json<Vec<Campaign>>, Fail> {
    visitor.check_owner()?;
    visitor.pay(&app, Kind::Read)?;
    all_campaigns(&app).await.map(Json)
}

/// The same, for a page.
pub(crate) async fn all_campaigns(app: &App) -> Result<Vec<Campaign>, Fail> {
    let desk = app.clone();
    saved::reading(app, move || Ok(desk.desk.campaigns())).await
}

/// A new table.
pub(crate) async fn create(
    State(app): State<App>,
    visitor: Visitor,
    sent: Sent<NewTable>,
) -> Result<(StatusCode, Json<Made>), Fail> {
    visitor.check_owner()?;
    let wanted = sent.read().await?;
    visitor.pay(&app, Kind::Make)?;
    let desk = app.clone();
    let new = blocking(move || Ok(desk.desk.lay(wanted)?)).await?;
    let table = app.host.create(new).await?;
    Ok((StatusCode::CREATED, Json(Made { id: table.id().to_string() })))
}

/// Deletes a table for good.
pub(crate) async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Deleted>, Fail> {
    deleted(&app, &visitor, &id).await.map(Json)
}

/// The same, for a page.
pub(crate) async fn deleted(app: &App, visitor: &Visitor, id: &str) -> Result<Deleted, Fail> {
    visitor.check_owner()?;
    visitor.pay(app, Kind::Make)?;
    let revoked = deletion::delete(app, &visitor.sees(id)?).await?;
    Ok(Deleted { revoked })
}

/// How things stand at a table, now or after so many of the viewer's own events.
pub(crate) async fn look(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Json<Scene>, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let (id, viewer) = seen_by(&app, &visitor, &id, &look).await?;
    let scene = match look.at {
        None => saved::scene(&app, &id, viewer).await?,
        Some(at) => saved::moment(&app, &id, viewer, at).await?,
    };
    scene.map(Json).ok_or_else(Fail::not_found)
}

/// The table, and through whose eyes the visitor may look at it.
pub(crate) async fn seen_by(
    app: &App,
    visitor: &Visitor,
    id: &str,
    look: &Look,
) -> Result<(SessionId, Viewer), Fail> {
    let (row, viewer) = row_seen_by(app, visitor, id, look).await?;
    Ok((row.meta.id, viewer))
}

/// The same, with what stands in the store about the table.
pub(crate) async fn row_seen_by(
    app: &App,
    visitor: &Visitor,
    id: &str,
    look: &Look,
) -> Result<(SessionRow, Viewer), Fail> {
    // Whoever may see nothing here learns nothing, not even whether it is there.
    let id = visitor.sees(id)?;
    let wish = wire::viewer(look.viewer.as_deref()).map_err(Fail::bad)?;
    let row = saved::row(app, &id).await?;
    let viewer = visitor.viewer(&id, wish, saved::sight(app, visitor, &row).await?)?;
    Ok((row, viewer))
}

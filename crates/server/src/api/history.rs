//! What was: the events of a viewer, and a session written down.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use engine::{SessionId, Viewer};
use protocol::Frame;

use super::tables::seen_by;
use crate::answer::Fail;
use crate::desk::{Format, NotDone};
use crate::guard::Visitor;
use crate::rate::Kind;
use crate::saved::{self, reading};
use crate::says;
use crate::server::App;
use crate::spool::Spool;
use crate::wire::Look;

/// Every event that a viewer was told.
pub(crate) async fn frames(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Json<Vec<Frame>>, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let (id, viewer) = seen_by(&app, &visitor, &id, &look).await?;
    let mut frames = saved::told_all(&app, &id, viewer).await?;
    frames.retain(|frame| look.after.is_none_or(|after| frame.number > after));
    Ok(Json(frames))
}

/// A session written down. The whole log is for whoever runs the table.
pub(crate) async fn export(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let format = match look.format.as_deref() {
        None | Some("jsonl") => Format::Jsonl,
        Some("md") => Format::Markdown,
        Some("html") => Format::Html,
        Some(other) => return Err(Fail::bad(says::is_no_format_say_jsonl_md(format_args!("{other:?}")))),
    };
    let (id, viewer) = whole_or_seen(&app, &visitor, &id, &look).await?;
    let (asked, written) = (app.clone(), id.clone());
    let write = move |out: &mut Spool| asked.desk.export(&written, format, viewer, out);
    sent(&app, id.as_str(), format, write).await
}

/// Something that is written down, as a file of this name.
async fn sent(
    app: &App,
    name: &str,
    format: Format,
    write: impl FnOnce(&mut Spool) -> Result<(), NotDone> + Send + 'static,
) -> Result<Response, Fail> {
    let busy = |_| Fail::busy(says::TOO_MANY_ARE_BEING_SENT);
    let sending = Arc::clone(&app.sending).try_acquire_owned().map_err(busy)?;
    let (media_type, end) = format.is();
    let disposition = format!("attachment; filename=\"{name}.{end}\"");
    let asked = app.clone();
    let spool = reading(app, move || {
        let mut spool = Spool::new(asked.store.dir());
        write(&mut spool)?;
        Ok(spool)
    });
    let body = spool.await?.into_body(sending).await?;
    let headers = [(header::CONTENT_TYPE, media_type.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, body).into_response())
}

/// A session and those that it goes on from as one text. Whoever sees a table may read what all were told there.
pub(crate) async fn book(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let format = match look.format.as_deref() {
        None | Some("md") => Format::Markdown,
        Some("html") => Format::Html,
        Some(other) => return Err(Fail::bad(says::is_no_format_say_md_or_html(format_args!("{other:?}")))),
    };
    let id = visitor.sees(&id)?;
    saved::row(&app, &id).await?;
    let (asked, written) = (app.clone(), id.clone());
    let write =
        move |out: &mut Spool| asked.desk.book(&written, format, &|id| visitor.check_sees(id).is_ok(), out);
    sent(&app, &format!("{id}-book"), format, write).await
}

async fn whole_or_seen(
    app: &App,
    visitor: &Visitor,
    id: &str,
    look: &Look,
) -> Result<(SessionId, Option<Viewer>), Fail> {
    let session: SessionId = id.parse().map_err(|_| Fail::not_found())?;
    if look.viewer.is_none() && visitor.check_host(&session).is_ok() {
        let row = saved::row(app, &session).await?;
        visitor.viewer(&session, Some(Viewer::Host), saved::sight(app, visitor, &row).await?)?;
        return Ok((session, None));
    }
    let (id, viewer) = seen_by(app, visitor, id, look).await?;
    Ok((id, Some(viewer)))
}

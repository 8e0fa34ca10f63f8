//! What was said at a table before what its page begins with: a page of its own, out of which the script takes the lines as
//! one scrolls up.

use axum::extract::{Path, Query, State};
use engine::{SessionId, Viewer};
use host::Told;
use serde::Deserialize;

use super::html::{El, Html, el};
use super::layout;
use super::stage::Stage;
use crate::answer::Fail;
use crate::api::tables::row_seen_by;
use crate::guard::Visitor;
use crate::rate::Kind;
use crate::saved;
use crate::says;
use crate::server::App;
use crate::wire::Look;

/// Which lines.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    #[serde(default, rename = "as")]
    viewer: Option<String>,
    /// Those before this event of the viewer's; the last, if nothing is said.
    #[serde(default)]
    before: Option<u64>,
}

/// The page.
pub(crate) async fn earlier(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Html, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let look = Look { viewer: wish.viewer, ..Look::default() };
    let (row, viewer) = row_seen_by(&app, &visitor, &id, &look).await?;
    let id = row.meta.id;
    let scene = saved::scene(&app, &id, viewer).await?.ok_or_else(Fail::not_found)?;
    let mut stage = Stage::new(app.catalog, id.clone(), viewer, false, &scene).ok_or_else(Fail::broken)?;
    let Told { updates, undone } = saved::told(&app, &id, viewer, wish.before).await?;
    stage.undone = undone;
    let (lines, first) = stage.last_lines(&updates);
    let back = el("a").attr("href", format!("/t/{id}?as={viewer}")).text(says::BACK_TO_THE_TABLE);
    let body = el("section")
        .class("panel")
        .add(el("h1").text(&row.meta.title))
        .add(el("p").add(back))
        .add(link(&id, viewer, first))
        .add(el("ol").id("feed").class("feed").add(lines));
    Ok(layout::page(&says::what_came_before(&row.meta.title), &[], body))
}

/// What leads to the lines before an event, if there are some.
pub(super) fn link(id: &SessionId, viewer: Viewer, first: u64) -> Option<El> {
    let href = format!("/t/{id}/talk?as={viewer}&before={first}");
    (first > 0).then(|| el("a").id("earlier").class("button").attr("href", href).text(says::WHAT_CAME_BEFORE))
}

//! The replay of a table: any moment of it, as somebody saw it. All that was chosen is in the address, so that a link
//! shows what its sender saw.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{SeatId, SessionId, Viewer};
use serde::Deserialize;
use store::SessionRow;

use super::html::{Html, el};
use super::player::{Controls, Layout, Now, Thoughts};
use super::reel::{Cut, Reel};
use super::{head, layout};
use crate::answer::Fail;
use crate::body::read;
use crate::guard::{Sight, Visitor};
use crate::limits::BODY_BYTES_MAX;
use crate::rate::Kind;
use crate::saved::{self, blocking};
use crate::says;
use crate::server::App;
use crate::urlencoded::pairs;
use crate::wire;

/// What an address of a replay says.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Wish {
    /// Through whose eyes.
    #[serde(default, rename = "as")]
    viewer: Option<String>,
    /// Which moment, in the numbers of that viewer, or of the one that `from` names.
    #[serde(default)]
    at: Option<usize>,
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    think: Thoughts,
    #[serde(default)]
    view: Layout,
    /// Of those who watch together: where whoever leads is, if no moment is said.
    #[serde(default)]
    with: Option<String>,
}

impl Wish {
    /// With what whoever leads looks at, where that is known and nothing else was wished for.
    fn led(self, app: &App, id: &str) -> Wish {
        let now = self.with.as_deref().filter(|_| self.at.is_none()).and_then(|code| {
            let id: SessionId = id.parse().ok()?;
            app.together.now(&id, code)
        });
        let Some(lead) = now else { return self };
        let (think, view) = (Thoughts::read(&lead.think), Layout::read(&lead.view));
        Wish { viewer: Some(lead.viewer), at: Some(lead.at), from: None, think, view, with: self.with }
    }
}

/// A replay that may be looked at.
pub(super) struct Found {
    pub(super) row: SessionRow,
    pub(super) viewer: Viewer,
    sight: Sight,
    pub(super) reel: Reel,
    damage: Option<String>,
}

pub(super) async fn find(
    app: &App,
    visitor: &Visitor,
    id: &str,
    viewer: Option<&str>,
) -> Result<Found, Fail> {
    let id = visitor.sees(id)?;
    let row = saved::row(app, &id).await?;
    let sight = saved::sight(app, visitor, &row).await?;
    let viewer = visitor.viewer(&id, wire::viewer(viewer).map_err(Fail::bad)?, sight)?;
    let asked = Arc::clone(app);
    let read = saved::reading(app, move || {
        let (log, damage) = saved::sound(&asked, &id)?;
        let reel = Reel::of(asked.catalog, id, viewer, &log).map_err(|_| Fail::broken())?;
        Ok((reel, damage))
    });
    let (reel, damage) = read.await?;
    let reel = reel.ok_or_else(|| Fail::bad(says::NOTHING_HAS_HAPPENED_AT_THIS_TABLE))?;
    Ok(Found { row, viewer, sight, reel, damage })
}

/// The page.
pub(crate) async fn replay(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let wish = wish.led(&app, &id);
    let found = find(&app, &visitor, &id, wish.viewer.as_deref()).await?;
    let Found { row, viewer, sight, reel, damage } = &found;
    let start = if row.ended { 0 } else { reel.last() };
    let mut now = Now { at: wish.at.unwrap_or(start), viewer: *viewer, think: wish.think, view: wish.view };
    if let (Some(from), Some(at)) = (wish.from.as_deref(), wish.at) {
        // Somebody looked through other eyes at this moment, and every viewer has numbers of its own.
        let other = find(&app, &visitor, &id, Some(from)).await?;
        now.at = reel.at_record(other.reel.record(at.min(other.reel.last())));
        let with = wish.with.map_or(String::new(), |code| format!("&with={code}"));
        let to = HeaderValue::from_str(&format!("/t/{id}/replay{}{with}", now.link()))
            .map_err(|_| Fail::bad(says::THIS_IS_NO_CODE_OF_A))?;
        return Ok((StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response());
    }
    now.at = now.at.min(reel.last());
    let may = |viewer: &Viewer| visitor.viewer(&row.meta.id, Some(*viewer), *sight).is_ok();
    let seats = (0..reel.stage.seats.len()).map(|at| Viewer::Seat(SeatId::at(at)));
    let viewers = std::iter::once(Viewer::Public).chain(seats).chain([Viewer::Host]).filter(may).collect();
    let runs = visitor.check_host(&row.meta.id).is_ok();
    let controls = Controls { reel, now, viewers };
    let note = damage.as_ref().map(|damage| {
        let words = says::the_record_is_damaged_and_is(damage);
        el("p").class("note").attr("role", "alert").text(words)
    });
    let back = head::back(&format!("/t/{id}?as={viewer}"), says::TABLE);
    let body = controls
        .screen(&row.meta.title, Some(back), runs, note)
        .attr("data-id", row.meta.id.as_str())
        .attr_if("data-with", wish.with);
    let title = says::replay(&row.meta.title);
    Ok(layout::screen(&title, &["replay.js"], body).into_response())
}

/// What whoever spoke last up to a moment was thinking, for whoever may know it.
pub(crate) async fn thought(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Html, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let all = find(&app, &visitor, &id, Some("host")).await?.reel;
    let seen = find(&app, &visitor, &id, wish.viewer.as_deref()).await?.reel;
    let at = wish.at.unwrap_or(seen.last()).min(seen.last());
    Ok(all.thought(all.at_record(seen.record(at))))
}

/// Some of the moments, for the script of the page.
pub(crate) async fn cut(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wish): Query<Piece>,
) -> Result<Json<Cut>, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let found = find(&app, &visitor, &id, wish.viewer.as_deref()).await?;
    let at = wish.at.min(found.reel.last());
    let band = found.reel.bands.get(found.reel.band_of(at)).ok_or_else(Fail::not_found)?;
    Ok(Json(found.reel.cut(band, wish.have)))
}

/// Which of the moments.
#[derive(Debug, Deserialize)]
pub(crate) struct Piece {
    #[serde(default, rename = "as")]
    viewer: Option<String>,
    /// One of them: the whole phase that it is in is sent; the first, if nothing is said.
    #[serde(default)]
    at: usize,
    /// The first line that the page does not have; all are sent, if nothing is said.
    #[serde(default)]
    have: usize,
}

/// A new table from a moment of this one, for whoever runs it.
pub(crate) async fn fork(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let session = visitor.sees(&id)?;
    visitor.check_host(&session)?;
    visitor.pay(&app, Kind::Make)?;
    let sent = pairs(&read(body, BODY_BYTES_MAX).await?);
    let given = |name: &str| sent.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let found = find(&app, &visitor, &id, given("as")).await?;
    // A copy can be looked into.
    visitor.viewer(&session, Some(Viewer::Host), found.sight)?;
    let at = given("at").and_then(|at| at.parse().ok()).unwrap_or(found.reel.last());
    let record = found.reel.record(at);
    let made = blocking(move || Ok(app.desk.fork(&session, record)?)).await?;
    let to = HeaderValue::from_str(&format!("/t/{made}")).map_err(|_| Fail::broken())?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response())
}

//! The page of a table.

use axum::extract::{Path, Query, State};
use engine::{Holder, SeatId, Viewer};

use super::face::Place;
use super::html::{El, Html, el};
use super::islands::MODULES;
use super::stage::Stage;
use super::{head, layout};
use crate::answer::Fail;
use crate::api::commands::looked_at;
use crate::api::tables::row_seen_by;
use crate::api::{photos, rights};
use crate::guard::{Sight, Visitor};
use crate::rate::Kind;
use crate::saved;
use crate::server::App;
use crate::wire::Look;

/// The page.
pub(crate) async fn table(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Html, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let (row, viewer) = row_seen_by(&app, &visitor, &id, &look).await?;
    let id = row.meta.id.clone();
    let (updates, undone) = saved::told(&app, &id, viewer).await?;
    let scene = updates.iter().rev().find_map(|update| update.scene.as_deref()).ok_or_else(Fail::broken)?;
    let runs = visitor.check_host(&id).is_ok();
    let mut stage = Stage::new(app.catalog, id.clone(), viewer, runs, scene).ok_or_else(Fail::broken)?;
    stage.looks = photos::can_be_seen(&app, &visitor, &id, scene).await?;
    stage.owns = visitor.check_owner().is_ok();
    stage.undone = undone;
    stage.guests = app.guests.at(&id);
    let guests = if runs { rights::listed(&app, &id) } else { Vec::new() };
    let live = looked_at(&app, &row).await?.is_some();
    stage.here = live.then(|| app.presence.here(&id));
    let costs = stage.runs && stage.seats.iter().any(|seat| matches!(seat.holder, Holder::Model(_)));
    let spent = if costs { Some(saved::spent(&app, &id).await?) } else { None };
    let sight = Sight { ended: row.ended, fair: scene.table.fair };
    let eyes: Vec<Viewer> = [Viewer::Public]
        .into_iter()
        .chain((0..stage.seats.len()).map(|at| Viewer::Seat(SeatId::at(at))))
        .chain([Viewer::Observer, Viewer::Host])
        .filter(|eyes| visitor.viewer(&id, Some(*eyes), sight).is_ok())
        .collect();
    let last = updates.iter().flat_map(|update| &update.frames).last().map(|frame| frame.number.to_string());
    let parts = stage.parts(scene);
    let part = |name: &str| Html::all(parts.iter().filter(|it| it.id == name).map(|it| it.html.clone()));
    let body = el("div")
        .class("table")
        .id("table")
        .attr("data-id", id.as_str())
        .attr("data-as", viewer.to_string())
        .attr_if("data-after", last)
        .attr_if("data-now", updates.last().map(|update| update.now.0.to_string()))
        // One that rests has no news: it is not listened to until somebody goes on with it.
        .flag("data-live", live)
        .add(
            el("header")
                .class("head")
                .attr("aria-label", "Table")
                .add(head::head(&stage, scene, &row.meta.title, &eyes, spent, &guests))
                .add(
                    el("div").class("desk").add(part("strips")).add(
                        el("div")
                            .class("doing")
                            .add(part("standing"))
                            .add(lost())
                            .add(part("timer"))
                            .add(part("controls")),
                    ),
                ),
        )
        .add(part("banner"))
        .add(part("suggestion"))
        .add(Place::Over.of(&parts))
        .add(
            el("div")
                .class("columns")
                .add(Place::Before.of(&parts))
                .add(
                    el("div")
                        .class("middle")
                        .add(Place::Above.of(&parts))
                        .add(talk(stage.whole_feed(&updates)))
                        .add(part("asks")),
                )
                .add(Place::Beside.of(&parts)),
        );
    let [photos, piles] = MODULES;
    Ok(layout::page(&row.meta.title, &["live.js", photos, piles], body))
}

/// What stands in the place of how the table stands while nobody knows it.
fn lost() -> El {
    el("span")
        .id("lost")
        .class("chip now")
        .attr("data-colour", "yellow")
        .flag("hidden", true)
        .text("Connection lost, trying again…")
}

/// What was said so far, and what is being said.
fn talk(lines: Html) -> El {
    let button = |id: &str, class: &str, words: &str| {
        el("button").id(id).attr("type", "button").class(class).flag("hidden", true).text(words)
    };
    el("section")
        .class("talk")
        .attr("aria-label", "Talk")
        .add(
            el("div")
                .id("talk")
                .class("feed-box")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", "What was said")
                .add(el("ol").id("feed").class("feed").add(lines))
                .add(el("p").id("streaming").class("streaming").attr("aria-busy", "false")),
        )
        .add(
            el("div")
                .class("talk-tools")
                .add(button("news", "main", "New lines"))
                .add(button("hold", "plain", "Pause feed").attr("aria-pressed", "false")),
        )
}

//! The page of a table.

use axum::extract::{Path, Query, State};
use engine::{Holder, SeatId, Viewer};
use host::Told;

use super::face::Place;
use super::html::{El, Html, el};
use super::islands::MODULES;
use super::menu::Menu;
use super::stage::{After, Stage};
use super::{earlier, head, layout, screen};
use crate::answer::Fail;
use crate::api::commands::looked_at;
use crate::api::tables::row_seen_by;
use crate::api::{photos, rights};
use crate::gallery::Heard;
use crate::guard::{Sight, Visitor};
use crate::rate::Kind;
use crate::saved;
use crate::says;
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
    let Told { updates, undone } = saved::told(&app, &id, viewer, None).await?;
    let scene = updates.iter().rev().find_map(|update| update.scene.as_deref()).ok_or_else(Fail::broken)?;
    let runs = visitor.check_host(&id).is_ok();
    let mut stage = Stage::new(app.catalog, id.clone(), viewer, runs, scene).ok_or_else(Fail::broken)?;
    stage.looks = photos::can_be_seen(&app, &visitor, &id, scene).await?;
    stage.owns = visitor.check_owner().is_ok();
    stage.after = After::of(&app, &id, scene);
    stage.undone = undone;
    stage.guests = app.guests.at(&id);
    let guests = if runs { rights::listed(&app, &id) } else { Vec::new() };
    let live = looked_at(&app, &row).await?.is_some();
    stage.here = live.then(|| app.presence.here(&id));
    stage.gallery = Heard::of(&app, &visitor, &id, scene);
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
    let part = |name: &str| screen::part(&parts, name);
    let menu = Menu { stage: &stage, scene, eyes: &eyes, spent, guests: &guests };
    let standing = Html::all([part("standing"), head::lost().into(), part("now")]);
    let rest = [
        part("timer"),
        part("knock"),
        menu.drawn(part("controls"), part("strips")).into(),
        part("stop"),
        screen::second(Some(head::you(&stage, scene))).into(),
    ];
    let foot = ["banner", "suggestion", "asks", "gallery", "story-tools"].map(part);
    let (lines, first) = stage.last_lines(&updates);
    let talk = talk(earlier::link(&id, viewer, first), lines);
    let foot = el("div").class("foot").add(Place::End.of(&parts)).add_all(foot);
    let body = el("div")
        .class("table")
        .id("table")
        .attr("data-id", id.as_str())
        .attr("data-as", viewer.to_string())
        .attr_if("data-after", last)
        .attr_if("data-now", updates.last().map(|update| update.now.0.to_string()))
        // One that rests has no news: it is not listened to until somebody goes on with it.
        .flag("data-live", live)
        .add(head::line(&row.meta.title, head::back("/", says::TABLES), standing, Html::all(rest)))
        .add(screen::columns(&parts, stage.leads(), talk, foot));
    let [photos, piles] = MODULES;
    Ok(layout::screen(&row.meta.title, &["live.js", photos, piles], body))
}

/// What somebody is told on their first evening, each with a question of its own.
const HINTS: [&str; 3] = [
    says::WHAT_YOU_ARE_ASKED_STANDS_BELOW_ALL,
    says::WHAT_YOU_WRITE_ON_THE_LINE,
    says::STOP_ENDS_PLAY_AT_ONCE_FOR,
];

/// The hints, which lie over the talk and never over the question. Without a script there are none.
fn hints() -> El {
    el("div")
        .id("hints")
        .class("hint")
        .attr("role", "note")
        .attr("aria-label", says::A_HINT)
        .flag("hidden", true)
        .add_all(HINTS.iter().map(|words| el("p").text(words)))
        .add(el("button").attr("type", "button").text(says::GOT_IT))
}

/// What was said so far, and what is being said.
fn talk(earlier: Option<El>, lines: Html) -> El {
    let news = el("button")
        .id("news")
        .attr("type", "button")
        .class("main")
        .flag("hidden", true)
        .text(says::NEW_LINES);
    el("section")
        .class("talk")
        .attr("aria-label", says::TALK)
        .add(
            el("div")
                .id("talk")
                .class("feed-box")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", says::WHAT_WAS_SAID)
                .add(earlier)
                .add(el("ol").id("feed").class("feed").add(lines))
                .add(el("p").class("no-aside quiet").text(says::NOTHING_SAID_ASIDE))
                .add(el("p").id("streaming").class("streaming").attr("aria-busy", "false")),
        )
        .add(hints())
        .add(el("div").class("talk-tools").add(news))
}

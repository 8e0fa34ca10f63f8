//! The page of a table: the strips, the talk, what the activity shows, and what the viewer is asked.

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Actor, AskId, Rules, Seat, Viewer, raw};
use protocol::table::TableState;
use protocol::{Frame, Request, Scene};
use serde_json::json;
use store::SessionId;

use super::html::{El, Html, el};
use super::{dm, feed, form, layout, mafia, strip, tidying};
use crate::answer::Fail;
use crate::api::commands;
use crate::api::tables::seen_by;
use crate::body::read;
use crate::guard::Visitor;
use crate::limits::BODY_BYTES_MAX;
use crate::rate::Kind;
use crate::saved;
use crate::server::App;
use crate::urlencoded::pairs;
use crate::wire::Look;

/// What the parts of a table's page are made with.
pub(crate) struct Stage {
    pub(crate) id: SessionId,
    pub(crate) viewer: Viewer,
    /// May the viewer run the table?
    pub(crate) runs: bool,
    pub(crate) table: &'static dyn Rules,
    pub(crate) activity: &'static dyn Rules,
    pub(crate) seats: Vec<Seat>,
}

impl Stage {
    /// For a viewer of a table, from how things stand for them.
    pub(crate) fn new(
        app: &App,
        id: SessionId,
        viewer: Viewer,
        runs: bool,
        scene: &Scene,
    ) -> Result<Stage, Fail> {
        let activity = app.catalog.activity(&scene.machine).ok_or_else(Fail::broken)?;
        let seats = serde_json::from_value(scene.view["seats"].clone()).unwrap_or_default();
        Ok(Stage { id, viewer, runs, table: app.catalog.table, activity, seats })
    }

    /// The parts that are swapped as things change, by their ids.
    pub(crate) fn parts(&self, scene: &Scene) -> Vec<(&'static str, Html)> {
        vec![
            ("strips", strip::strips(self.table, self.activity, scene).id("strips").into()),
            ("controls", self.controls(scene).id("controls").into()),
            ("panel", self.panel(scene).id("panel").into()),
            ("asks", self.asks(scene).id("asks").into()),
        ]
    }

    /// The lines of some frames.
    pub(crate) fn feed(&self, frames: &[Frame]) -> Html {
        feed::lines(frames, &self.seats, self.activity.phases(), self.activity.name())
    }

    /// What the activity shows: as it was made for the machine, or the seats, which every machine has.
    fn panel(&self, scene: &Scene) -> El {
        let own = match scene.machine.as_str() {
            "mafia" => serde_json::from_value(scene.view.clone()).ok().map(|view| mafia::panel(&view)),
            "dm" => serde_json::from_value(scene.view.clone()).ok().map(|view| dm::panel(&view)),
            "tidying" => serde_json::from_value(scene.view.clone()).ok().map(|view| tidying::panel(&view)),
            _ => None,
        };
        own.unwrap_or_else(|| self.seats(scene))
    }

    fn seats(&self, scene: &Scene) -> El {
        let seats = (1..).zip(&self.seats).map(|(number, seat)| {
            let you = self.viewer.to_string() == format!("seat:{number}");
            el("li")
                .class(if you { "you" } else { "" })
                .text(format!("{number} {}", seat.name))
                .add(you.then(|| el("span").class("tag").text("you")))
        });
        let outcome = scene.outcome.as_ref().map(|_| el("p").class("ended").text("It is over."));
        el("section")
            .class("panel")
            .attr("aria-label", "Seats")
            .add(outcome)
            .add(el("ol").class("seats").add_all(seats))
    }

    /// What the viewer is asked, and a line to say something on.
    fn asks(&self, scene: &Scene) -> El {
        let action = format!("/t/{}/answer", self.id);
        let by = self.viewer.to_string();
        let own = scene.asks.iter().filter(|ask| Viewer::Seat(ask.seat) == self.viewer);
        let live = scene.table.state.is_narrative_active();
        let asks = own.filter(|_| live).map(|ask| form::forms(ask, &action, &by));
        let mut asks: Vec<Html> = asks.collect();
        if let Viewer::Seat(_) = self.viewer
            && scene.outcome.is_none()
        {
            asks.push(line_form(&action, &by).into());
        }
        el("div").class("asks").add_all(asks)
    }

    /// What whoever runs the table can do with it now.
    fn controls(&self, scene: &Scene) -> El {
        let verbs: &[(&str, &str)] = match scene.table.state {
            _ if !self.runs => &[],
            TableState::Idle => &[("start", "Start")],
            TableState::SessionZero => &[("start", "Start"), ("end", "End")],
            TableState::Active => &[("pause", "Pause"), ("end", "End")],
            TableState::Paused => &[("resume", "Resume"), ("end", "End")],
            TableState::Debrief => &[("resume", "Resume"), ("close", "Close")],
        };
        let button = |(verb, title): &(&str, &str)| {
            el("form")
                .attr("method", "post")
                .attr("action", format!("/t/{}/session", self.id))
                .add(el("button").attr("type", "submit").attr("name", "verb").attr("value", verb).text(title))
        };
        el("div").class("controls").add_all(verbs.iter().map(button))
    }
}

fn line_form(action: &str, by: &str) -> El {
    el("form")
        .attr("method", "post")
        .attr("action", action)
        .class("line")
        .add(el("input").attr("type", "hidden").attr("name", "as").attr("value", by))
        .add(el("label").attr("for", "line").class("unseen").text("Say something, or /command"))
        .add(
            el("input")
                .id("line")
                .attr("type", "text")
                .attr("name", "line")
                .attr("autocomplete", "off")
                .attr("placeholder", "Say something, ((out of character, or /help"),
        )
        .add(el("button").attr("type", "submit").text("Send"))
}

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
    let stage = Stage::new(&app, id.clone(), viewer, runs, scene)?;
    let frames: Vec<Frame> = updates.iter().flat_map(|update| update.frames.clone()).collect();
    let last = frames.last().map(|frame| frame.number.to_string());
    let parts: std::collections::BTreeMap<_, _> = stage.parts(scene).into_iter().collect();
    let part = |name: &str| parts.get(name).cloned().unwrap_or_default();
    let head = el("div")
        .class("table-head")
        .add(el("h1").text(&row.meta.title))
        .add(el("p").class("quiet").text(format!("{} · {id} · seen as {viewer}", row.meta.machine)));
    let talk = el("section")
        .class("talk")
        .attr("aria-label", "Talk")
        .add(el("ol").id("feed").class("feed").add(stage.feed(&frames)))
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
        .add(el("div").class("columns").add(talk).add(part("panel")))
        .add(part("asks"));
    Ok(layout::page(&row.meta.title, &["live.js"], body))
}

/// Back to the page of a table, as somebody.
fn back(id: &SessionId, by: &str) -> Result<Response, Fail> {
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

//! The lobby: the tables there are, and a new one.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::html::{El, Html, el};
use super::layout;
use crate::answer::Fail;
use crate::api::tables::rows;
use crate::body::read;
use crate::guard::Visitor;
use crate::limits::BODY_BYTES_MAX;
use crate::rate::Kind;
use crate::saved::blocking;
use crate::server::App;
use crate::urlencoded::pairs;
use crate::wire::{Activity, NewTable, TableRow};

/// The page.
pub(crate) async fn lobby(State(app): State<App>, visitor: Visitor) -> Result<Html, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let tables = rows(&app, &visitor).await?;
    let desk = app.clone();
    let activities = blocking(move || Ok(desk.desk.activities())).await?;
    let owner = visitor.check_owner().is_ok();
    let list: El = if tables.tables.is_empty() {
        el("p").class("empty").text("No tables yet. Make one: no key is needed.")
    } else {
        el("ul").class("tables").add_all(tables.tables.iter().map(table_line))
    };
    let body = el("div")
        .class("lobby")
        .add(el("h1").text("Tables"))
        .add(list)
        .add(owner.then(|| new_tables(&activities)));
    Ok(layout::page("Tables", &[], body))
}

fn table_line(row: &TableRow) -> El {
    let state = match (&row.state, row.ended) {
        (_, true) => "over".to_owned(),
        (Some(state), false) => state.to_lowercase().replace('_', " "),
        (None, false) => "resting".to_owned(),
    };
    let phase = row
        .phase
        .as_ref()
        .map_or(String::new(), |phase| format!(" · {}", phase.to_lowercase().replace('_', " ")));
    el("li")
        .add(el("a").attr("href", format!("/t/{}", row.id)).text(&row.title))
        .add(el("span").class("quiet").text(format!(" {} · {state}{phase} · {}", row.machine, row.id)))
}

fn new_tables(activities: &[Activity]) -> El {
    let one = |activity: &Activity| {
        el("form")
            .attr("method", "post")
            .attr("action", "/new")
            .class("new")
            .add(el("h3").text(&activity.machine))
            .add(el("p").text(&activity.about))
            .add(el("input").attr("type", "hidden").attr("name", "machine").attr("value", &activity.machine))
            .add(el("button").attr("type", "submit").attr("name", "who").attr("value", "person").text("Play"))
            .add(
                el("button")
                    .attr("type", "submit")
                    .attr("name", "who")
                    .attr("value", "house")
                    .text("Watch the house"),
            )
    };
    el("section")
        .attr("aria-labelledby", "new-title")
        .add(el("h2").id("new-title").text("New table"))
        .add_all(activities.iter().map(one))
}

/// Makes a table, and goes to it.
pub(crate) async fn make(State(app): State<App>, visitor: Visitor, body: Body) -> Result<Response, Fail> {
    visitor.check_owner()?;
    visitor.pay(&app, Kind::Make)?;
    let sent = pairs(&read(body, BODY_BYTES_MAX).await?);
    let given = |name: &str| sent.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
    let plays = given("who") != "house";
    let wanted =
        NewTable { machine: given("machine").to_owned(), title: None, seats: None, setup: None, seed: None };
    let desk = app.clone();
    let new = blocking(move || {
        let mut wanted = wanted;
        let activity = desk.desk.activities().into_iter().find(|it| it.machine == wanted.machine);
        if let (Some(activity), false) = (activity, plays) {
            wanted.seats = Some(activity.house_seats);
        }
        Ok(desk.desk.lay(wanted)?)
    })
    .await?;
    let table = app.host.create(new).await?;
    crate::api::commands::begin(&app, &table).await?;
    let viewer = if plays { "seat:1" } else { "public" };
    let to = HeaderValue::from_str(&format!("/t/{}?as={viewer}", table.id())).map_err(|_| Fail::broken())?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response())
}

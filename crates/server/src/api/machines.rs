//! Is all well, what can be played, and by which phases.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use engine::{CallEnd, Rules};

use crate::answer::Fail;
use crate::guard::Visitor;
use crate::health;
use crate::page::machine_svg;
use crate::rate::Kind;
use crate::saved::blocking;
use crate::server::App;
use crate::wire::{Activity, Health, Machine, Phase};

/// Is all well?
pub(crate) async fn health(State(app): State<App>, visitor: Visitor) -> Result<Json<Health>, Fail> {
    health::ready(&app)?;
    let mut parts = health::parts(&app);
    let status = if parts.iter().all(|part| part.status == "ok") { "ok" } else { "degraded" };
    if visitor.check_owner().is_err() {
        parts.iter_mut().for_each(|part| part.why = None);
        // Which providers there are is nobody else's business.
        parts.retain(|part| !part.name.starts_with("provider "));
    }
    Ok(Json(Health {
        status: status.to_owned(),
        parts,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        sessions: app.host.running().len(),
        streams: app.stream_count(),
    }))
}

/// The same as figures for a monitor.
pub(crate) async fn metrics(State(app): State<App>, visitor: Visitor) -> Result<impl IntoResponse, Fail> {
    visitor.check_owner()?;
    let mut sessions: BTreeMap<String, usize> = BTreeMap::new();
    for table in app.host.running() {
        *sessions.entry(table.state().to_lowercase()).or_default() += 1;
    }
    let mut text = String::new();
    let mut figure = |name: &str, kind: &str, about: &str, rows: &[(String, u64)]| {
        text.push_str(&format!("# HELP {name} {about}\n# TYPE {name} {kind}\n"));
        for (labels, value) in rows {
            text.push_str(&format!("{name}{labels} {value}\n"));
        }
    };
    let by_state: Vec<(String, u64)> =
        sessions.into_iter().map(|(state, count)| (format!("{{state=\"{state}\"}}"), count as u64)).collect();
    let one = |value: u64| [(String::new(), value)];
    figure("parlor_sessions", "gauge", "Sessions that run, by how their table stands.", &by_state);
    figure("parlor_streams", "gauge", "Streams that are open.", &one(app.stream_count() as u64));
    figure("parlor_records_total", "counter", "Records that were written.", &one(app.host.records()));
    figure("parlor_commits_total", "counter", "Syncs of the disk that they took.", &one(app.store.commits()));
    let writing = app.store.writing();
    let stopped = u64::from(writing.stopped.is_some());
    figure("parlor_store_stopped", "gauge", "1 once the store has stopped writing.", &one(stopped));
    figure(
        "parlor_store_waiting",
        "gauge",
        "Tasks that wait for the store's writer.",
        &one(writing.waiting as u64),
    );
    let ms = u64::try_from(writing.delay.as_millis()).unwrap_or(u64::MAX);
    figure("parlor_store_delay_ms", "gauge", "How long the writer takes, in milliseconds.", &one(ms));
    if let Some(room) = app.store.room() {
        figure(
            "parlor_disk_free_bytes",
            "gauge",
            "Bytes that are left on the disk of the store.",
            &one(room),
        );
    }
    let providers: Vec<(String, u64)> = app.host.providers().into_iter().map(failed).collect();
    figure("parlor_provider_failures", "gauge", "Calls in a row that failed, by provider.", &providers);
    app.figures.write(&mut text);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text))
}

fn failed((name, times, _): (String, u32, CallEnd)) -> (String, u64) {
    let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect();
    (format!("{{provider=\"{name}\"}}"), u64::from(times))
}

/// What can be played.
pub(crate) async fn activities(
    State(app): State<App>,
    visitor: Visitor,
) -> Result<Json<Vec<Activity>>, Fail> {
    visitor.pay(&app, Kind::Read)?;
    blocking(move || Ok(Json(app.desk.activities()))).await
}

/// Every machine.
pub(crate) async fn all(State(app): State<App>, visitor: Visitor) -> Result<Json<Vec<Machine>>, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let table: &dyn Rules = app.catalog.table;
    let rules = app.catalog.activities.iter().map(|rules| machine(*rules));
    Ok(Json(std::iter::once(machine(table)).chain(rules).collect()))
}

/// One machine as a picture.
pub(crate) async fn diagram(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let svg = machine_svg(found(&app, &name)?);
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}

/// One machine.
pub(crate) async fn one(
    State(app): State<App>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<Machine>, Fail> {
    visitor.pay(&app, Kind::Read)?;
    Ok(Json(machine(found(&app, &name)?)))
}

fn found(app: &App, name: &str) -> Result<&'static dyn Rules, Fail> {
    let table: &'static dyn Rules = app.catalog.table;
    let found = app.catalog.activity(name).or((table.name() == name).then_some(table));
    found.ok_or_else(Fail::not_found)
}

fn machine(rules: &dyn Rules) -> Machine {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let phases = rules.phases().iter().map(|card| Phase {
        name: card.name.to_owned(),
        title: card.title.to_owned(),
        sign: card.sign.0.to_owned(),
        persona: card.persona.to_owned(),
        tools: texts(card.tools),
        exits: texts(card.exits),
        lasts: card.lasts.to_owned(),
    });
    Machine { name: rules.name().to_owned(), rules: rules.rules(), phases: phases.collect() }
}

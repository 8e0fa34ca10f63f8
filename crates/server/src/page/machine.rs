//! The machine of a table, for whoever wants to see it work: the phases with the current one lit, every record, what it
//! changed, what a model read and said.

use axum::extract::{Path, Query, State};
use engine::{AskId, Catalog, LogEntry, SeatId, Session, Viewer, replay};
use serde::Deserialize;
use serde_json::Value;

use super::changes::changes;
use super::diagram::{Lit, diagram};
use super::face;
use super::html::{El, Html, el};
use super::layout;
use crate::answer::Fail;
use crate::guard::Visitor;
use crate::rate::Kind;
use crate::saved::{self, blocking};
use crate::says;
use crate::server::App;

/// What an address of this page says.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    /// Which record.
    #[serde(default)]
    at: Option<u64>,
    /// Only the records after which the activity was in this phase.
    #[serde(default)]
    phase: Option<String>,
}

/// Records on one page of the trace.
const TRACE_MAX: usize = 15;

/// A record of the trace.
struct Traced {
    number: u64,
    machine: String,
    by: String,
    /// What was asked.
    command: String,
    /// What it caused.
    events: Vec<String>,
    table: &'static str,
    phase: &'static str,
}

/// A record looked at closely.
struct Close {
    before: Value,
    after: Value,
    /// The phases of table and activity before it.
    from: (&'static str, &'static str),
    asks: Vec<(SeatId, Vec<String>)>,
    call: Option<Call>,
    command: Value,
    events: Vec<Value>,
}

/// A call of a model: what it read and what it said.
struct Call {
    model: String,
    seat: SeatId,
    prompt: Option<(String, String)>,
    reply: Option<String>,
    end: Option<String>,
}

/// The page. The trace has every secret in it: it is for whoever runs the table, and for all once it is over.
pub(crate) async fn machine(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
) -> Result<Html, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let id = visitor.sees(&id)?;
    let row = saved::row(&app, &id).await?;
    visitor.viewer(&id, Some(Viewer::Host), saved::sight(&app, &visitor, &row).await?)?;
    let (reading, of) = (app.clone(), id.clone());
    let (traced, close, at) = blocking(move || {
        let (log, _) = saved::sound(&reading, &of)?;
        let last = log.len().saturating_sub(1) as u64;
        let at = wish.at.unwrap_or(last).min(last);
        let (traced, close) = look(&reading, &log, at)?;
        Ok((traced, close, at))
    })
    .await?;
    let here = traced.get(usize::try_from(at).unwrap_or(0)).ok_or_else(Fail::broken)?;
    let activity = app.catalog.activity(&row.meta.machine).ok_or_else(Fail::broken)?;
    let lit = |now, from| Lit { now: Some(now), from: Some(from).filter(|from| *from != now) };
    let filter = |card: &engine::PhaseCard| Some(format!("?at={at}&phase={}", card.name));
    let diagrams = el("section")
        .class("diagrams")
        .attr("aria-label", says::DIAGRAMS)
        .add(el("h2").text(says::TABLE))
        .add(diagram(app.catalog.table, lit(here.table, close.from.0), |_| None))
        .add(el("h2").text(activity.label()))
        .add(diagram(activity, lit(here.phase, close.from.1), filter));
    let body = el("div")
        .class(says::OF_MACHINE)
        .add(el("h1").text(&row.meta.title).text(" ").add(el("small").class("quiet").text(says::OF_MACHINE)))
        .add(
            el("p")
                .class("ways")
                .add(el("a").attr("href", format!("/t/{id}")).text(says::THE_TABLE))
                .text(" · ")
                .add(el("a").attr("href", format!("/t/{id}/replay")).text(says::REPLAY)),
        )
        .add(el("div").class("sides").add(el("div").add(diagrams)).add(
            el("div").add(trace(app.catalog, &traced, at, wish.phase.as_deref())).add(record(here, &close)),
        ));
    Ok(layout::page(&says::machine(&row.meta.title), &[], body))
}

/// Goes through a log: every record in a line, and one of them closely.
fn look(app: &App, log: &[LogEntry], at: u64) -> Result<(Vec<Traced>, Close), Fail> {
    let rules =
        log.get(1).and_then(|(record, _)| app.catalog.activity(&record.machine)).ok_or_else(Fail::broken)?;
    let mut traced = Vec::with_capacity(log.len());
    let mut close = None;
    let (mut before, mut from) = (Value::Null, (rules_first(app.catalog.table), rules_first(rules)));
    let mut prompts = Vec::new();
    let folded = replay::fold_each(app.catalog, rules, engine::Seed(0), log, |session, record, _| {
        let type_of = |json: &Value| json["type"].as_str().unwrap_or_default().to_owned();
        let events: Vec<Value> = record.events.iter().map(|event| read(event.json.get())).collect();
        let command = read(record.command.get());
        let (table, phase) = (session.table.phase(), session.activity.phase());
        note_call(session, &events, &mut prompts);
        if record.number + 1 == at {
            before = state(session);
            from = (table, phase);
        }
        if record.number == at {
            let asks = session.activity.asks().into_iter();
            close = Some(Close {
                before: before.take(),
                after: state(session),
                from,
                asks: asks
                    .map(|ask| (ask.seat, ask.form.tools.into_iter().map(|tool| tool.name).collect()))
                    .collect(),
                call: None,
                command: command.clone(),
                events: events.clone(),
            });
        }
        traced.push(Traced {
            number: record.number,
            machine: record.machine.clone(),
            by: record.by.to_string(),
            command: type_of(&command),
            events: events.iter().map(type_of).collect(),
            table,
            phase,
        });
    });
    folded.map_err(|_| Fail::broken())?;
    let mut close = close.ok_or_else(Fail::not_found)?;
    let of = |event: &Value| event["callId"].as_u64();
    let wanted = close.events.iter().find_map(of);
    close.call = prompts.into_iter().find(|(id, _)| Some(*id) == wanted).map(|(_, call)| call);
    Ok((traced, close))
}

fn rules_first(rules: &dyn engine::Rules) -> &'static str {
    rules.phases().first().map_or("", |card| card.name)
}

/// The state of the activity, as the host may know it: all of it.
fn state(session: &Session) -> Value {
    session.activity.view(Viewer::Host)
}

fn read(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// Notes the calls of models: a prompt is not kept in the log, because the state it was made from is.
fn note_call(session: &Session, events: &[Value], calls: &mut Vec<(u64, Call)>) {
    for event in events {
        let Some(id) = event["callId"].as_u64() else { continue };
        match event["type"].as_str() {
            Some("MODEL_CALLED") => {
                let seat = serde_json::from_value::<SeatId>(event["playerId"].clone());
                let ask = serde_json::from_value::<AskId>(event["askId"].clone());
                let (Ok(seat), Ok(ask)) = (seat, ask) else { continue };
                let prompt = session.prompt(seat, ask).map(|prompt| (prompt.fixed, prompt.now));
                let model = event["model"].as_str().unwrap_or_default().to_owned();
                calls.push((id, Call { model, seat, prompt, reply: None, end: None }));
            }
            Some("MODEL_ANSWERED") => {
                if let Some((_, call)) = calls.iter_mut().rfind(|(known, _)| *known == id) {
                    call.reply = event["reply"].as_str().map(str::to_owned);
                    call.end = event["end"].as_str().map(str::to_owned);
                }
            }
            _ => {}
        }
    }
}

/// The records around the one that is looked at.
fn trace(catalog: Catalog, traced: &[Traced], at: u64, phase: Option<&str>) -> El {
    let kept: Vec<&Traced> = traced
        .iter()
        .filter(|one| phase.is_none_or(|phase| one.phase == phase) || one.number == at)
        .collect();
    let place = kept.iter().position(|one| one.number == at).unwrap_or(0);
    let from = place.saturating_sub(TRACE_MAX / 2);
    let to = (from + TRACE_MAX).min(kept.len());
    let keep = phase.map_or(String::new(), |phase| format!("&phase={phase}"));
    let link = |number: u64| format!("?at={number}{keep}");
    let line = |one: &&Traced| {
        let is_here = one.number == at;
        el("tr")
            .class(if is_here { "here" } else { "" })
            .attr_if("aria-current", is_here.then_some("true"))
            .add_all([
                el("td").add(el("a").attr("href", link(one.number)).text(format!("#{}", one.number))),
                el("td").text(face::title(catalog, &one.machine)),
                el("td").text(&one.by),
                el("td").text(&one.command),
                el("td").class("wide").text(one.events.join(", ")),
                el("td").text(one.phase),
            ])
    };
    let step = |words: &str, to: Option<&&Traced>| {
        to.map(|one| {
            el("a").class("step").attr("href", link(one.number)).attr("aria-label", words).text(words)
        })
    };
    let all = phase.map(|_| el("a").class("step").attr("href", format!("?at={at}")).text(says::ALL_PHASES));
    let head = ["record", says::OF_MACHINE, "by", "command", "events", "phase"];
    el("section")
        .attr("aria-label", says::TRACE)
        .add(el("h2").text(says::trace_record_of(at, traced.len().saturating_sub(1))))
        .add(
            el("p")
                .class("ways")
                .add(step(says::RECORD_BACK, place.checked_sub(1).and_then(|place| kept.get(place))))
                .add(step(says::RECORD_ON, kept.get(place + 1)))
                .add(all),
        )
        .add(
            el("div")
                .class("scrolls trace")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", says::RECORDS)
                .add(
                    el("table")
                        .add(el("thead").add(
                            el("tr").add_all(head.map(|title| el("th").attr("scope", "col").text(title))),
                        ))
                        .add(el("tbody").add_all(kept[from..to].iter().map(line))),
                ),
        )
}

/// One record closely.
fn record(here: &Traced, close: &Close) -> El {
    let pretty = |json: &Value| serde_json::to_string_pretty(json).unwrap_or_default();
    let folded = |title: &str, text: &str| {
        el("details").add(el("summary").text(title)).add(el("pre").attr("tabindex", "0").text(text))
    };
    let changed = changes(&close.before, &close.after);
    let row = |change: &(String, String, String)| {
        el("tr")
            .add(el("th").attr("scope", "row").text(&change.0))
            .add(el("td").text(&change.1))
            .add(el("td").text(&change.2))
    };
    let head = ["where", "before", "after"].map(|title| el("th").attr("scope", "col").text(title));
    let diff: El = if changed.is_empty() {
        el("p").class("quiet").text(says::IT_CHANGED_NOTHING_IN_THE_ACTIVITY)
    } else {
        el("div")
            .class("scrolls")
            .attr("tabindex", "0")
            .attr("role", "region")
            .attr("aria-label", says::WHAT_CHANGED)
            .add(
                el("table")
                    .class("changes")
                    .add(el("thead").add(el("tr").add_all(head)))
                    .add(el("tbody").add_all(changed.iter().map(row))),
            )
    };
    let legal =
        close.asks.iter().map(|(seat, tools)| el("li").text(says::seat_seat_tools(seat, tools.join(", "))));
    let call = close.call.as_ref().map(|call| {
        let (fixed, now) = call.prompt.clone().unwrap_or_default();
        let end = call.end.as_deref().unwrap_or(says::NOT_OVER_YET);
        el("section")
            .add(el("h3").text(says::seat_asked(call.seat, &call.model, end)))
            .add(folded(says::PROMPT_WHAT_IS_ALWAYS_THE_SAME, &fixed))
            .add(folded(says::PROMPT_HOW_THINGS_STAND_AND_WHAT, &now))
            .add(folded(says::RAW_REPLY, call.reply.as_deref().unwrap_or("")))
    });
    el("section")
        .attr("aria-label", says::THE_RECORD)
        .add(el("h2").text(format!("#{} {}", here.number, here.command)))
        .add(el("h3").text(says::WHAT_CHANGED))
        .add(diff)
        .add(call)
        .add(el("h3").text(says::LEGAL_NOW))
        .add(el("ul").add_all(legal))
        .add(folded(says::COMMAND, &pretty(&close.command)))
        .add(folded(says::EVENTS, &pretty(&Value::from(close.events.clone()))))
        .add(folded(says::STATE_BEFORE, &pretty(&close.before)))
        .add(folded(says::STATE_AFTER, &pretty(&close.after)))
}

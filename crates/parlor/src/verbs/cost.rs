//! `parlor cost`: what the models of a session used. Every figure comes from its log.

use archive::Saved;
use engine::{CallEnd, Spent, Usage};
use llm::{PriceSource, PricedBy};
use protocol::clean_line;
use serde::Serialize;
use serde_json::{Value, json};
use tui::lines::columns;

use crate::accounts::{Bill, Call, cost, share, words};
use crate::budget;
use crate::cli::Cost;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::models::all;
use crate::saved;
use crate::text::{grouped, money};

/// What a call is named by which the table makes for itself.
const JUDGE: &str = "judge";

/// Shows the bill of a session, or of the one last played.
pub(crate) fn run(cx: &Context, args: &Cost) -> Outcome {
    let saved = match &args.what {
        Some(what) => saved::find(cx, what)?,
        None => last(cx)?,
    };
    let bill = Bill::of(&saved);
    if args.json.json {
        cx.json(&described(&saved, bill.as_ref(), args.calls))?;
        return Ok(Code::Fine);
    }
    let id = &saved.meta.id;
    let Some(bill) = bill else {
        cx.print(&format!("no model has a seat in session {id}: it cost nothing\n"))?;
        return Ok(Code::Fine);
    };
    let mut out = if args.calls { calls(cx, &saved, &bill) } else { seats(cx, &bill) };
    for remark in priced(cx, &bill).into_iter().chain(bill.remarks()) {
        out.push_str(&format!("{remark}\n"));
    }
    if !bill.budget.is_unlimited() && bill.ended(CallEnd::OverBudget) == 0 {
        out.push_str(&format!("budget: {}\n", budget::words(bill.budget)));
    }
    cx.print(&out)?;
    Ok(Code::Fine)
}

fn last(cx: &Context) -> Result<Saved, Failure> {
    let none = || {
        Failure::failed(
            "there is no session yet",
            "parlor play NAME --model ollama:llama3.2 plays one with models",
        )
    };
    let store = cx.reader()?.ok_or_else(none)?;
    let last = saved::last(&store)?.ok_or_else(none)?;
    saved::in_store(&store, last.as_str())
}

/// Where the prices are from of those models that cost something, a line for each source.
fn priced(cx: &Context, bill: &Bill) -> Vec<String> {
    // A configuration that cannot be read is no reason not to show a bill.
    let Ok(models) = all(cx) else { return Vec::new() };
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    let used = bill.seats.iter().map(|seat| &seat.model).chain(bill.judges.iter().map(|(model, _)| model));
    for spec in used.filter_map(|spec| models.spec(spec).ok()) {
        let from = match models.priced_by(&spec) {
            Some(PricedBy::Config) => "config.toml".to_owned(),
            Some(PricedBy::List(PriceSource { on, page })) => {
                format!("the list of {on} that comes with parlor, to compare with {page}")
            }
            Some(PricedBy::Nobody) | None => continue,
        };
        let name = clean_line(&spec.name());
        match lines.iter_mut().find(|(known, _)| *known == from) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => lines.push((from, vec![name])),
        }
    }
    lines.into_iter().map(|(from, names)| format!("priced: {} by {from}", names.join(", "))).collect()
}

/// One line a seat, and one for all.
fn seats(cx: &Context, bill: &Bill) -> String {
    let none = none(cx);
    let row = |seat: String, name: String, model: String, spent: Spent| {
        let Usage { input, cached, output } = spent.usage;
        let cached = match share(cached, input) {
            Some(share) => format!("{} {:>5}", grouped(cached), share),
            None => none.to_owned(),
        };
        vec![seat, name, model, grouped(spent.calls), grouped(input), cached, grouped(output), cost(spent)]
    };
    let heads = ["seat", "name", "model", "calls", "in", "cached", "out", "cost"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for seat in &bill.seats {
        rows.push(row(seat.seat.to_string(), clean_line(&seat.name), clean_line(&seat.model), seat.spent));
    }
    for (model, spent) in &bill.judges {
        rows.push(row(String::new(), JUDGE.to_owned(), clean_line(model), *spent));
    }
    rows.push(row(String::new(), "total".to_owned(), String::new(), bill.total));
    columns(&to_the_right(rows, &[0, 3, 4, 5, 6, 7]))
}

/// One line a call.
fn calls(cx: &Context, saved: &Saved, bill: &Bill) -> String {
    let none = none(cx);
    let heads = ["call", "seat", "name", "ask", "model", "ended", "in", "cached", "out", "cost", "ms"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for call in &bill.calls {
        let begun = &call.begun;
        let name = saved.session.seats.get(begun.player_id.index()).map_or("", |seat| &seat.name);
        let mut row = vec![
            begun.call_id.0.to_string(),
            begun.player_id.to_string(),
            clean_line(name),
            if call.is_judges() { JUDGE.to_owned() } else { begun.ask_id.0.to_string() },
            clean_line(&begun.model),
        ];
        match &call.settled {
            Some(settled) => row.extend([
                words(settled.end).to_owned() + if settled.estimated { ", estimated" } else { "" },
                grouped(settled.usage.input),
                grouped(settled.usage.cached),
                grouped(settled.usage.output),
                settled.cost.map_or_else(|| none.to_owned(), money),
                grouped(settled.took_ms),
            ]),
            None => row.push("open".to_owned()),
        }
        rows.push(row);
    }
    format!("{}{}\n", columns(&to_the_right(rows, &[0, 1, 3, 6, 7, 8, 9, 10])), bill.line())
}

/// Columns of figures are easier to compare when they end together.
fn to_the_right(mut rows: Vec<Vec<String>>, figures: &[usize]) -> Vec<Vec<String>> {
    for &column in figures {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let width = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
        for cell in rows.iter_mut().filter_map(|row| row.get_mut(column)) {
            *cell = format!("{cell:>width$}");
        }
    }
    rows
}

fn none(cx: &Context) -> &'static str {
    if cx.theme.ascii { "-" } else { "–" }
}

/// The whole bill as JSON. Money is in billionths of a dollar, and once more as a text that people read.
fn described(saved: &Saved, bill: Option<&Bill>, with_calls: bool) -> impl Serialize {
    #[derive(Serialize)]
    struct Described {
        session: String,
        ended: bool,
        budget: Option<engine::Budget>,
        seats: Vec<Value>,
        /// What the table asked for itself, by model.
        judges: Vec<Value>,
        total: Value,
        open: usize,
        /// Calls that were made: the others met a budget first.
        made: u64,
        over_budget: usize,
        inherited: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        calls: Option<Vec<Value>>,
    }
    let spent = |spent: Spent| {
        let Usage { input, cached, output } = spent.usage;
        json!({
            "calls": spent.calls, "input": input, "cached": cached, "output": output, "cost": spent.cost,
            "dollars": llm::dollars(spent.cost), "unpriced": spent.unpriced, "lost": spent.lost,
        })
    };
    let seats = bill.iter().flat_map(|bill| &bill.seats).map(|seat| {
        let mut value = spent(seat.spent);
        value["seat"] = json!(seat.seat);
        value["name"] = json!(seat.name);
        value["model"] = json!(seat.model);
        value
    });
    let call = |call: &Call| {
        let begun = &call.begun;
        json!({
            "call": begun.call_id, "seat": begun.player_id, "model": begun.model, "judge": call.is_judges(),
            "ask": Some(begun.ask_id).filter(|_| !call.is_judges()),
            "estimated": call.settled.as_ref().map(|settled| settled.estimated),
            "end": call.settled.as_ref().map(|settled| settled.end),
            "usage": call.settled.as_ref().map(|settled| settled.usage),
            "cost": call.settled.as_ref().and_then(|settled| settled.cost),
            "took_ms": call.settled.as_ref().map(|settled| settled.took_ms),
        })
    };
    let judge = |(model, used): &(String, Spent)| {
        let mut value = spent(*used);
        value["model"] = json!(model);
        value
    };
    Described {
        judges: bill.iter().flat_map(|bill| &bill.judges).map(judge).collect(),
        session: saved.meta.id.to_string(),
        ended: saved.ended(),
        budget: bill.map(|bill| bill.budget).filter(|budget| !budget.is_unlimited()),
        seats: seats.collect(),
        total: spent(bill.map_or(Spent::default(), |bill| bill.total)),
        open: bill.map_or(0, |bill| bill.open().len()),
        made: bill.map_or(0, Bill::made),
        over_budget: bill.map_or(0, |bill| bill.ended(CallEnd::OverBudget)),
        inherited: bill.map_or(0, |bill| bill.inherited),
        calls: with_calls.then(|| bill.iter().flat_map(|bill| &bill.calls).map(call).collect()),
    }
}

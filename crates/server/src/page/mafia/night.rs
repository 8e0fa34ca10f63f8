//! What a seat chooses at night, under the cover of what only it knows. Everybody has the same rows, whatever they are and
//! whether they have chosen.

use engine::board::{Panel, SeatIs};
use engine::{SeatId, Viewer};
use protocol::mafia::{Own, Role, View};

use super::super::board;
use super::super::face::{Island, Seen};
use super::super::form::hidden;
use super::super::html::{El, Html, el};
use super::super::seats;
use super::ask::candidate;

/// Is it night for whoever looks, who lives and acts?
fn is_night(seen: Seen<'_>) -> bool {
    let Viewer::Seat(own) = seen.viewer else { return false };
    let lives = seats::stands(seen, own).0 != SeatIs::Out;
    seen.card.is_some_and(|card| card.covered) && lives && seen.acts
}

/// What only this seat knows, and its choice.
pub(super) fn under_cover(seen: Seen<'_>, view: &View, panel: &Panel) -> Island {
    let own = view.own.as_ref().filter(|_| is_night(seen));
    let note = match own.map(|own| own.choices.iter().any(|choice| choice.seat == own.seat)) {
        Some(false) => "your choice tonight",
        Some(true) => "you have chosen",
        None => "private",
    };
    let known = board::shown(seen, panel, "panel-own");
    let choice = own.map(|own| night(seen, view, own));
    Island { note, inner: Html::all([known, choice.into()]) }
}

/// Where to answer at night: the same words for everybody who lives.
pub(super) fn hint(seen: Seen<'_>) -> Option<El> {
    let night = seen.scene.heading.as_deref().filter(|_| is_night(seen))?;
    let about = "Everybody chooses somebody tonight, under cover. Your choice is under “My seat”.";
    let link = el("a").class("button").attr("href", "#panel-own-cover").attr("data-opens", "panel-own-cover");
    Some(
        el("section")
            .id("ask")
            .class("ask")
            .attr("aria-labelledby", "ask-title")
            .add(el("h2").id("ask-title").text(format!("{night}: all eyes are closed.")))
            .add(el("p").class("quiet").text(about))
            .add(link.text("Open my seat")),
    )
}

/// The choice of a night: every seat a row, those that cannot be chosen with the reason.
fn night(seen: Seen<'_>, view: &View, own: &Own) -> El {
    let ask = seen.scene.asks.iter().find(|ask| ask.seat == own.seat);
    let tool = ask.and_then(|ask| ask.form.tools.first());
    let legal: Vec<u64> = tool
        .and_then(|tool| tool.fields.iter().find(|field| field.name == "target"))
        .map(|field| match &field.kind {
            engine::FieldKind::Choice(choices) => choices.iter().filter_map(|it| it.value.as_u64()).collect(),
            _ => Vec::new(),
        })
        .unwrap_or_default();
    let chosen = own.choices.iter().find(|it| it.seat == own.seat).map(|it| it.target);
    let row = |seat: SeatId| {
        let open = legal.contains(&u64::from(seat.number()));
        let is_chosen = chosen == Some(seat);
        let number = usize::from(seat.number());
        candidate("night", &number.to_string(), number, view.name(seat), |radio| {
            radio.flag("disabled", !open).flag("checked", is_chosen)
        })
        .add(el("span").class("why").text(if open { "" } else { why_not(view, own, seat) }))
    };
    let title = match (ask, chosen) {
        (Some(ask), _) => ask.form.title.clone(),
        (None, _) => format!("Night {}: your choice is final.", view.day),
    };
    let button = if chosen.is_some() { "Choose again" } else { "Choose" };
    let form = el("form")
        .attr("method", "post")
        .attr("action", format!("/t/{}/answer", seen.id))
        .class("answer night")
        .add(hidden("as", &seen.viewer.to_string()))
        .add(hidden("ask", &ask.map_or(String::new(), |ask| ask.id.0.to_string())))
        .add(hidden("type", tool.map_or("", |tool| tool.name.as_str())));
    form.add(
        el("fieldset")
            .class("picks")
            .add(el("legend").text(title))
            .add_all((0..view.seats.len()).map(|at| row(SeatId::at(at)))),
    )
    .add(el("label").attr("for", "night-thought").text("A note to yourself"))
    .add(
        el("textarea")
            .id("night-thought")
            .attr("name", "thought")
            .attr("rows", "1")
            .attr("maxlength", "2000"),
    )
    .add(
        el("button")
            .id("night-choose")
            .attr("type", "submit")
            .class("main")
            .flag("disabled", ask.is_none())
            .text(button),
    )
}

/// Why somebody cannot be chosen tonight, as far as the seat itself knows.
fn why_not(view: &View, own: &Own, seat: SeatId) -> &'static str {
    match () {
        () if !view.living.contains(seat) => "dead",
        () if own.protected_last == Some(seat) => "you protected them last night",
        () if own.role == Role::Mafia && view.role(seat) == Some(Role::Mafia) && seat != own.seat => {
            "mafia, like you"
        }
        () if seat == own.seat => "yourself",
        () => "not tonight",
    }
}

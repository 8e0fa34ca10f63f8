//! What only this seat knows and does at night. Everybody's panel has the same rows and the same weight, so that neither
//! its look nor its size tells a role; and it stays covered until it is opened, because others may see this screen.

use protocol::SeatId;
use protocol::mafia::{Own, PhaseName, Role, View};

use super::super::face::Seen;
use super::super::form::hidden;
use super::super::html::{El, Html, el};
use super::super::sitting;
use super::ask::candidate;
use super::listed;

/// Bytes that the panel weighs besides what is said of each seat, and for each seat: more than the longest can be.
const WEIGHT: usize = 2_600;
const WEIGHT_A_SEAT: usize = 620;

/// The panel of the viewer's own seat.
pub(super) fn panel(seen: Seen<'_>, view: &View) -> El {
    let Some(own) = view.own.as_ref() else { return el("div") };
    let living = view.living.contains(own.seat);
    let is_night = view.phase == PhaseName::NightActions && living && seen.acts;
    let chosen = own.choices.iter().any(|choice| choice.seat == own.seat);
    let hint = match (is_night, chosen) {
        (true, false) => "your choice tonight",
        (true, true) => "you have chosen",
        (false, _) => "private",
    };
    let inner = el("div").class("own").add(facts(view, own)).add(is_night.then(|| night(seen, view, own)));
    let details = el("details")
        .id("my-seat")
        .class("secret")
        .add(el("summary").text("My seat ").add(el("span").class("quiet").text(format!("· {hint}"))))
        .add(if seen.live { padded(inner, view) } else { inner.into() });
    el("section").class("panel mine").attr("aria-label", "My seat").add(details).add(sitting::leave(seen))
}

/// Where to answer at night: the same words for everybody who lives, whatever they are and whether they have chosen.
pub(super) fn hint(view: &View) -> Option<El> {
    let own = view.own.as_ref()?;
    let is_night = view.phase == PhaseName::NightActions && view.living.contains(own.seat);
    is_night.then(|| {
        el("section")
            .id("ask")
            .class("ask")
            .attr("aria-labelledby", "ask-title")
            .add(el("h2").id("ask-title").text(format!("Night {}: all eyes are closed.", view.day)))
            .add(
                el("p")
                    .class("quiet")
                    .text("Everybody chooses somebody tonight, under cover. Your choice is under “My seat”."),
            )
            .add(
                el("a")
                    .class("button")
                    .attr("href", "#my-seat")
                    .attr("data-opens", "my-seat")
                    .text("Open my seat"),
            )
    })
}

/// What the seat knows: the same rows for every role.
fn facts(view: &View, own: &Own) -> El {
    let none = || "–".to_owned();
    let team: Vec<&str> = match own.role {
        Role::Mafia => view
            .roles
            .iter()
            .filter(|it| it.role == Role::Mafia && it.seat != own.seat)
            .map(|it| view.name(it.seat))
            .collect(),
        Role::Doctor | Role::Sheriff | Role::Villager => Vec::new(),
    };
    let choice = |seat: SeatId| {
        own.choices.iter().find(|it| it.seat == seat).map(|it| view.name(it.target).to_owned())
    };
    let others: Vec<String> = own
        .choices
        .iter()
        .filter(|it| it.seat != own.seat)
        .map(|it| format!("{}: {}", view.name(it.seat), view.name(it.target)))
        .collect();
    let findings: Vec<String> = own
        .findings
        .iter()
        .map(|found| {
            let is = if found.is_mafia { "mafia" } else { "not mafia" };
            format!("night {}: {} is {is}", found.night, view.name(found.target))
        })
        .collect();
    let or_none = |words: Vec<String>| if words.is_empty() { none() } else { words.join("; ") };
    let rows = [
        ("Role", own.role.to_string()),
        ("Team", if team.is_empty() { none() } else { listed(&team) }),
        ("Tonight", choice(own.seat).unwrap_or_else(none)),
        ("Others tonight", or_none(others)),
        ("Found", or_none(findings)),
    ];
    let row = |(name, words): (&str, String)| el("div").add(el("dt").text(name)).add(el("dd").text(words));
    el("dl").add_all(rows.into_iter().map(row))
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

/// The panel with as much more as makes everybody's weigh the same.
fn padded(inner: El, view: &View) -> Html {
    let names: usize = view.seats.iter().map(|seat| seat.name.len()).sum();
    let wanted = WEIGHT + WEIGHT_A_SEAT * view.seats.len() + 12 * names;
    let html = Html::from(inner);
    let missing = wanted.saturating_sub(html.as_str().len());
    let pad = el("span").flag("hidden", true).attr("data-pad", "·".repeat(missing / 2));
    Html::all([html, pad.into()])
}

//! The lobby: the tables there are, by what is wanted of them.

use axum::extract::{Query, State};
use engine::{Catalog, Rules, SeatId, SessionId, Viewer};
use protocol::table::TableState;
use serde::Deserialize;

use super::help::sentence;
use super::html::{El, Html, el};
use super::join::code_form;
use super::new::Comes;
use super::{face, form, layout};
use crate::answer::Fail;
use crate::api::tables::{all_campaigns, rows};
use crate::guard::{Sight, Visitor};
use crate::rate::Kind;
use crate::says;
use crate::server::App;
use crate::urlencoded::escaped;
use crate::wire::{Campaign, Find, TableRow, Tables};

/// How much of the page is wanted. What of the list stands in the address beside it: a [`Find`].
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Part {
    /// The list alone, to be put in place of the old one.
    part: String,
}

/// Whether less than the whole list is wanted.
fn is_looked_for(wanted: &Find) -> bool {
    let Find { show, machine, q, behind } = wanted;
    [show, machine, q, behind].into_iter().any(|part| !part.is_empty())
}

/// How a table stands in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Live,
    Paused,
    Preparing,
    Idle,
    Debrief,
    Resting,
    Over,
}

impl Standing {
    fn of(row: &TableRow) -> Standing {
        let is = |state: TableState| row.state.as_deref() == Some(state.name());
        match row {
            row if row.ended => Standing::Over,
            _ if is(TableState::Active) => Standing::Live,
            _ if is(TableState::Paused) => Standing::Paused,
            _ if is(TableState::SessionZero) => Standing::Preparing,
            _ if is(TableState::Debrief) => Standing::Debrief,
            _ if is(TableState::Idle) => Standing::Idle,
            _ => Standing::Resting,
        }
    }

    /// Its sign, its colour, and what it is in words.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Standing::Live => ("●", "red", says::LIVE),
            Standing::Paused => ("‖", "yellow", says::PAUSED),
            Standing::Preparing => ("○", "blue", says::SESSION_ZERO),
            Standing::Idle => ("○", "slate", says::NOT_BEGUN),
            Standing::Debrief => ("☆", "blue", says::LOOKING_BACK),
            Standing::Resting => ("◌", "slate", says::RESTING),
            Standing::Over => ("✓", "green", says::OVER),
        }
    }

    /// The kind that it is looked for by.
    fn kind(self) -> &'static str {
        match self {
            Standing::Live | Standing::Paused => "live",
            Standing::Preparing | Standing::Idle | Standing::Resting => "open",
            Standing::Debrief | Standing::Over => "over",
        }
    }
}

/// From so many tables on they can be looked through.
const FILTER_FROM: usize = 8;

/// Kinds of tables, and what they are called.
const KINDS: &[(&str, &str)] =
    &[("", says::FILTER_ALL), ("live", "running"), ("open", says::FILTER_NOT_BEGUN), ("over", "recent")];

/// The page, or the list alone.
pub(crate) async fn lobby(
    State(app): State<App>,
    visitor: Visitor,
    Query(wanted): Query<Find>,
    Query(Part { part }): Query<Part>,
) -> Result<Html, Fail> {
    visitor.pay(&app, Kind::Read)?;
    let tables = rows(&app, &visitor, &wanted).await?;
    let owns = visitor.check_owner().is_ok();
    let list = list(&app, &visitor, &wanted, &tables, owns);
    if part == "list" {
        return Ok(list.into());
    }
    let is_looked_for = is_looked_for(&wanted);
    // Where too many read logs just now, the page is there without them.
    let mut campaigns = if owns { all_campaigns(&app).await.unwrap_or_default() } else { Vec::new() };
    // One that has just begun is among the tables.
    campaigns.retain(|it| it.tables.len() > 1 || it.ended);
    let campaigns = (!campaigns.is_empty() && !is_looked_for).then(|| goes_on(&app, &campaigns));
    let body = el("div")
        .class("lobby")
        .add(el("h1").text("Parlor"))
        .add(el("p").class("lead").text(says::PEOPLE_AND_LANGUAGE_MODELS_SIT))
        .add(if owns { doors(app.catalog) } else { code_form() })
        .add(campaigns)
        .add(
            el("div").class("lobby-head").add(el("h2").text(says::TABLES)).add(
                (owns && !tables.tables.is_empty())
                    .then(|| el("div").class("actions").add(new_table()).add(demo(app.catalog))),
            ),
        )
        .add((tables.tables.len() >= FILTER_FROM || is_looked_for).then(|| filter(&wanted, app.catalog)))
        .add(list);
    Ok(layout::page(says::TABLES, &["lobby.js"], body))
}

/// A door for each activity: one press from playing it, with the house in all other seats.
fn doors(catalog: Catalog) -> El {
    let door = |rules: &&'static dyn Rules| {
        let name = rules.name();
        let prepares = rules.phases().iter().any(|card| card.prepares);
        el("li")
            .class("door")
            .add(el("h2").text(rules.label()))
            .add(el("p").text(sentence(rules.card().about)))
            .add(
                el("div")
                    .class("ways")
                    .add(at_once(name, Comes::Person, "main", says::PLAY_NOW))
                    .add(prepares.then(|| at_once(name, Comes::Surprised, "", says::SURPRISE_ME)))
                    .add(
                        el("a").class("button").attr("href", format!("/help/{name}")).text(says::HOW_IT_GOES),
                    ),
            )
    };
    el("ul")
        .class("doors")
        .attr("aria-label", says::WHAT_CAN_BE_PLAYED)
        .add_all(catalog.activities.iter().map(door))
}

/// What goes on from one session to the next, each with the way on and with all of it as a book.
fn goes_on(app: &App, all: &[Campaign]) -> El {
    let (few, others) = all.split_at(all.len().min(CAMPAIGNS_SHOWN));
    let list = |some: &[Campaign]| {
        el("ul").class("tables campaigns").add_all(some.iter().map(|it| campaign(app, it)))
    };
    let more = (!others.is_empty()).then(|| {
        el("details")
            .id("more-campaigns")
            .add(el("summary").text(says::all_that_goes_on(all.len())))
            .add(list(others))
    });
    el("section")
        .id("campaigns")
        .attr("aria-labelledby", "campaigns-title")
        .add(el("h2").id("campaigns-title").text(says::GOES_ON))
        .add(list(few))
        .add(more)
}

fn campaign(app: &App, it: &Campaign) -> El {
    let Campaign { name, machine, tables, ended, .. } = it;
    let last = tables.last().map_or("", String::as_str);
    let named = || el("span").class("unseen").text(format!(": {name}"));
    let way = match ended {
        true => el("form")
            .attr("method", "post")
            .attr("action", format!("/t/{last}/again"))
            .add(form::hidden("look", "public"))
            .add(el("button").attr("type", "submit").class("way").text(says::THE_NEXT_ONE).add(named())),
        false => {
            el("a").class("button way").attr("href", format!("/t/{last}")).text(says::GO_ON).add(named())
        }
    };
    let played = match tables.len() {
        1 => says::PLAYED_ONCE.to_owned(),
        many => says::played_so_often(many),
    };
    let book = el("a")
        .attr("href", format!("/api/tables/{last}/book?format=html"))
        .text(says::THE_BOOK)
        .add(named());
    el("li")
        .attr("data-campaign", name)
        .add(el("span").class("sign").attr("aria-hidden", "true").text("❧"))
        .add(
            el("div")
                .class("what")
                .add(el("a").class("title").attr("href", format!("/t/{last}")).text(name))
                .add(
                    el("span")
                        .class("quiet")
                        .text(format!("{} · {played}", face::title(app.catalog, machine))),
                ),
        )
        .add(el("div").class("how").add(el("span").add(book)))
        .add(way)
}

/// So many of them are shown at once; the others are folded.
const CAMPAIGNS_SHOWN: usize = 3;

fn new_table() -> El {
    el("a").class("button main").attr("href", "/new").text(says::PLUS_NEW_TABLE)
}

/// An evening of the house, to be watched: one click. It is of what is named first.
fn demo(catalog: Catalog) -> Option<El> {
    catalog.activities.first().map(|first| at_once(first.name(), Comes::House, "", says::WATCH_THE_DEMO))
}

/// A table as an activity has it, with a person in it or without.
fn at_once(machine: &str, who: Comes, class: &str, words: &str) -> El {
    el("form")
        .attr("method", "post")
        .attr("action", "/new")
        .add(form::hidden("machine", machine))
        .add(form::hidden("who", who.name()))
        .add(el("button").attr("type", "submit").class(class).text(words))
}

fn filter(wanted: &Find, catalog: Catalog) -> El {
    let option = |value: &str, title: &str, now: &str| {
        el("option").attr("value", value).flag("selected", value == now).text(title)
    };
    let select = |id: &'static str, label: &str, options: Vec<El>| {
        el("div")
            .class("field")
            .add(el("label").attr("for", id).text(label))
            .add(el("select").id(id).attr("name", id).add_all(options))
    };
    let kinds = KINDS.iter().map(|(value, title)| option(value, title, &wanted.show));
    let games = catalog.activities.iter().map(|it| option(it.name(), &it.label(), &wanted.machine));
    let games = std::iter::once(option("", says::ANY_ACTIVITY, &wanted.machine)).chain(games);
    el("form")
        .class("filter")
        .id("filter")
        .attr("method", "get")
        .attr("action", "/")
        .attr("role", "search")
        .attr("aria-label", says::TABLES)
        .add(select("show", says::SHOW, kinds.collect()))
        .add(select("machine", says::ACTIVITY, games.collect()))
        .add(
            el("div").class("field grows").add(el("label").attr("for", "q").text(says::SEARCH)).add(
                el("input")
                    .id("q")
                    .attr("type", "search")
                    .attr("name", "q")
                    .attr("value", &wanted.q)
                    .attr("autocomplete", "off")
                    .attr("placeholder", says::A_TITLE_OR_AN_ID),
            ),
        )
        .add(el("button").attr("type", "submit").text(says::FIND))
}

/// The list, with what to do where it is empty.
fn list(app: &App, visitor: &Visitor, wanted: &Find, tables: &Tables, owns: bool) -> El {
    let shown = &tables.tables;
    let part = el("div").id("list").class("list");
    if shown.is_empty() && !is_looked_for(wanted) {
        let empty = el("div").class("empty");
        return part.add(if owns {
            empty
                .add(el("p").text(says::NO_TABLES_YET_WATCH_THE_DEMO))
                .add(el("div").class("actions").add(demo(app.catalog)).add(new_table()))
        } else {
            empty.add(el("p").text(says::NO_TABLES_YET_THAT_YOU_MAY))
        });
    }
    let more = tables.behind.as_deref().map(|behind| older(wanted, behind));
    if shown.is_empty() {
        let all = el("a").attr("href", "/").text(says::SHOW_ALL_TABLES);
        let none =
            if more.is_some() { says::NONE_OF_THESE_IS_LIKE_THAT } else { says::NO_TABLE_IS_LIKE_THAT };
        return part.add(el("div").class("empty").add(el("p").text(none).add(all))).add(more);
    }
    let live = shown.iter().find(|row| Standing::of(row) == Standing::Live).map(|row| on_stage(app, row));
    part.add(live)
        .add(el("ul").class("tables").add_all(shown.iter().map(|row| line(app, visitor, row))))
        .add(more)
}

/// The way on to the tables that come after one, with what is looked for.
fn older(wanted: &Find, behind: &str) -> El {
    let Find { show, machine, q, .. } = wanted;
    let said = [("show", show.as_str()), ("machine", machine), ("q", q), ("behind", behind)];
    let said = said.iter().filter(|(_, value)| !value.is_empty());
    let query: Vec<String> = said.map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    let to = format!("/?{}", query.join("&"));
    el("p").add(el("a").id("older").class("button").attr("href", to).text(says::OLDER_TABLES))
}

/// The kind that a table is looked for by.
pub(crate) fn kind(row: &TableRow) -> &'static str {
    Standing::of(row).kind()
}

/// The newest game that is being played, in the middle of the page.
fn on_stage(app: &App, row: &TableRow) -> El {
    let rules = app.catalog.activity(&row.machine);
    let cards = rules.map_or(&[][..], |rules| rules.phases());
    let card = row.phase.as_ref().and_then(|phase| cards.iter().find(|it| it.name == phase));
    let sign = card.map(|card| {
        el("span")
            .class("sign")
            .attr("aria-hidden", "true")
            .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
            .text(card.sign.0)
    });
    el("a")
        .id("on-stage")
        .class("on-stage")
        .attr("href", format!("/t/{}?as=public", row.id))
        .add(sign)
        .add(el("span").class("quiet").text(says::BEING_PLAYED_NOW))
        .add(el("b").text(&row.title))
        .add(el("span").text(format!("{} · {}", card.map_or("", |card| card.title), row.summary)))
        .add(el("span").class("button").text(says::WATCH))
}

fn line(app: &App, visitor: &Visitor, row: &TableRow) -> El {
    let standing = Standing::of(row);
    let (sign, colour, words) = standing.words();
    let cards = app.catalog.activity(&row.machine).map_or(&[][..], |rules| rules.phases());
    let phase =
        row.phase.as_ref().filter(|_| !row.ended).and_then(|phase| cards.iter().find(|it| it.name == phase));
    let phase = phase.map_or(String::new(), |card| format!(" · {}", card.title));
    let people = match row.people.len() {
        0 => String::new(),
        1 => says::ONE_PERSON.to_owned(),
        many => says::people(many),
    };
    let (href, verb) = way(visitor, row, standing);
    el("li")
        .id(format!("row-{}", row.id))
        .attr("data-kind", standing.kind())
        .add(el("span").class("sign").attr("data-colour", colour).attr("aria-hidden", "true").text(sign))
        .add(
            el("div")
                .class("what")
                .add(el("a").class("title").attr("href", format!("/t/{}", row.id)).text(&row.title))
                .add(
                    el("span")
                        .class("quiet")
                        .text(format!("{}{people}", face::title(app.catalog, &row.machine))),
                ),
        )
        .add(
            el("div")
                .class("how")
                .add(el("span").class("state").attr("data-colour", colour).text(format!("{words}{phase}")))
                .add(el("span").class("quiet").text(&row.summary)),
        )
        .add(
            el("a")
                .class("button way")
                .attr("href", href)
                .text(verb)
                .add(el("span").class("unseen").text(format!(": {}", row.title))),
        )
}

/// Where a table is gone to from here: to one's own seat, where there is one.
fn way(visitor: &Visitor, row: &TableRow, standing: Standing) -> (String, &'static str) {
    let id = &row.id;
    let own = |session: SessionId| match visitor.viewer(&session, None, Sight::of(row.ended)) {
        Ok(Viewer::Seat(seat)) => Some(seat),
        _ if visitor.check_host(&session).is_ok() => row.people.first().and_then(|seat| SeatId::new(*seat)),
        _ => None,
    };
    let seat = id.parse().ok().and_then(own);
    let at = |verb: &'static str| match seat {
        Some(seat) => (format!("/t/{id}?as=seat:{seat}"), verb),
        None => (format!("/t/{id}?as=public"), verb),
    };
    match (standing, seat) {
        (Standing::Over, _) => (format!("/t/{id}/replay"), says::REPLAY),
        (Standing::Live, Some(_)) => at(says::PLAY),
        (Standing::Live, None) => at(says::WATCH),
        (Standing::Preparing | Standing::Idle, Some(_)) => at(says::JOIN),
        _ => at(says::OPEN),
    }
}

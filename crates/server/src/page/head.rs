//! The head of a table's page: what it is and who looks at it, how it stands, the clock, what can be done with it, and
//! who else may come.

use engine::{Chance, Nanos, PhaseCard, SeatId, Spent, Viewer};
use protocol::table::{TableState, utc_text};
use protocol::{Actor, Scene};

use super::form::hidden;
use super::html::{El, el};
use super::invitation;
use super::rights;
use super::stage::Stage;
use crate::wire::Guest;

/// What stands still while the page is looked at: the title, who looks, and where else to go. `eyes` are those through
/// which the visitor may look.
pub(super) fn head(
    stage: &Stage,
    scene: &Scene,
    title: &str,
    eyes: &[Viewer],
    spent: Option<Spent>,
    guests: &[Guest],
) -> El {
    let (id, viewer) = (&stage.id, stage.viewer);
    let you = match stage.person(scene) {
        Some(seat) => {
            let own = stage.guests.get(&seat).map(|own| format!(", played by {own}"));
            format!("You: seat {seat} · {}{}", name(stage, seat), own.unwrap_or_default())
        }
        None => format!("Watching · {}", viewer_words(stage, viewer)),
    };
    let cost = spent.and_then(cost).map(|cost| {
        el("span").class("chip").attr("title", "What the models of this table have cost so far").text(cost)
    });
    let link = |path: &str, title: &str| {
        el("a").class("button").attr("href", format!("/t/{id}/{path}?as={viewer}")).text(title)
    };
    el("div")
        .class("table-head")
        .add(el("a").class("back").attr("href", "/").text("‹ Tables"))
        .add(el("h1").text(title))
        .add(el("span").class("quiet id").text(format!("#{id}")))
        .add(el("span").class("chip you").text(you))
        .add(cost)
        .add(
            el("nav")
                .class("ways")
                .attr("aria-label", "This table")
                .add((eyes.len() > 1).then(|| see_as(stage, eyes)))
                .add(stage.runs.then(|| invitation::menu(stage, scene)))
                .add(stage.runs.then(|| rights::menu(stage, scene, guests)))
                .add(link("replay", "Replay"))
                // It shows everything, and so leads nowhere for others.
                .add(eyes.contains(&Viewer::Host).then(|| link("machine", "Machine"))),
        )
}

pub(super) fn name(stage: &Stage, seat: SeatId) -> &str {
    stage.seats.get(seat.index()).map_or("nobody", |seat| &seat.name)
}

fn viewer_words(stage: &Stage, viewer: Viewer) -> String {
    match viewer {
        Viewer::Public => "what all see".to_owned(),
        Viewer::Observer => "with thoughts".to_owned(),
        Viewer::Host => "everything".to_owned(),
        Viewer::Seat(seat) => format!("seat {seat} · {}", name(stage, seat)),
    }
}

/// Through whose eyes to look: those that the visitor may, and no others.
fn see_as(stage: &Stage, eyes: &[Viewer]) -> El {
    let option = |viewer: &Viewer| {
        el("option")
            .attr("value", viewer.to_string())
            .flag("selected", *viewer == stage.viewer)
            .text(viewer_words(stage, *viewer))
    };
    el("details").class("menu").id("see-as").add(el("summary").class("button").text("See as")).add(
        el("form")
            .class("sheet")
            .attr("method", "get")
            .attr("action", format!("/t/{}", stage.id))
            .add(el("label").attr("for", "eyes").text("Look through the eyes of"))
            .add(el("select").id("eyes").attr("name", "as").add_all(eyes.iter().map(option)))
            .add(el("button").attr("type", "submit").text("Look")),
    )
}

/// What was spent, if anything was.
fn cost(spent: Spent) -> Option<String> {
    let Nanos(nanos) = spent.cost;
    let cents = nanos.div_ceil(10_000_000);
    let more = if spent.unpriced > 0 { " and more" } else { "" };
    match (spent.calls, nanos, spent.unpriced) {
        (0, ..) => None,
        (_, 0, 0) => Some("$0".to_owned()),
        (_, 0, _) => Some("cost unknown".to_owned()),
        _ => Some(format!("${}.{:02}{more}", cents / 100, cents % 100)),
    }
}

/// How the table stands, in a word; and the seed, once it is over.
pub(super) fn standing(scene: &Scene) -> El {
    let (colour, words) = match (&scene.outcome, scene.table.state) {
        (Some(_), _) => ("green", "✓ Over"),
        (None, TableState::Active) => ("red", "● Live"),
        (None, TableState::SessionZero) => ("yellow", "✎ Session zero"),
        (None, TableState::Paused) => ("grey", "‖ Paused"),
        (None, TableState::Idle) => ("slate", "○ Not begun"),
        (None, TableState::Debrief) => ("blue", "☆ Debrief"),
    };
    let seed = scene.outcome.as_ref().and_then(protocol::chance).map(seed_button);
    el("div")
        .class("standing")
        .add(el("span").class("chip now").attr("data-colour", colour).text(words))
        .add(seed)
}

/// The seed, which is copied by a click.
pub(super) fn seed_button(seed: Chance) -> El {
    el("button")
        .attr("type", "button")
        .class("chip seed")
        .attr("data-copy", seed.to_string())
        .attr("title", "Copy the seed: with the same seats it gives the same game")
        .text(format!("seed {} · copy", seed.seed.0))
}

/// When the phase closes; the page counts down. Where more time can be had, it is offered.
pub(super) fn timer(stage: &Stage, scene: &Scene) -> El {
    let closes = scene.clock.closes.filter(|_| stage.activity.custom().clock && scene.outcome.is_none());
    let timer = el("div").class("timer").attr_if("data-closes", closes.map(|closes| closes.0.to_string()));
    let timer = timer.flag("data-stopped", !scene.clock.running);
    if closes.is_none() {
        return timer;
    }
    let more = stage.person(scene).filter(|_| stage.activity.more_time().is_some() && scene.clock.running);
    let more = more.map(|_| {
        stage.sent(|answers| {
            answers
                .any()
                .class("more-time")
                .flag("data-send", true)
                .add(hidden("more", "time"))
                .add(el("button").id("more-time").attr("type", "submit").text("+60 s"))
        })
    });
    let clock = el("span")
        .class("clock-face")
        .attr("role", "timer")
        .attr("aria-label", "Time left")
        .add(el("span").attr("aria-hidden", "true").text("◷ "))
        .add(el("span").class("left").text("––:––"));
    timer.add(clock).add(more)
}

/// The word that brings a state about, and what stands on its button.
fn verb(to: &str, from: TableState) -> Option<(&'static str, &'static str)> {
    let to = TableState::ALL.into_iter().find(|state| state.name() == to)?;
    Some(match (to, from) {
        (TableState::Active, TableState::Paused | TableState::Debrief) => ("resume", "Resume"),
        (TableState::Active, _) => ("start", "Start"),
        (TableState::SessionZero, _) => ("zero", "Session zero"),
        (TableState::Paused, _) => ("pause", "Pause"),
        (TableState::Debrief, _) => ("end", "End"),
        (TableState::Idle, _) => ("close", "Close"),
    })
}

/// What is wanted first in a state; the rest stands behind “More”.
fn is_first(verb: &str, scene: &Scene, prepares: bool) -> bool {
    match scene.table.state {
        TableState::Idle => verb == if prepares { "zero" } else { "start" },
        TableState::SessionZero => matches!(verb, "start" | "pause"),
        TableState::Active => matches!(verb, "pause" | "end"),
        TableState::Paused => matches!(verb, "resume" | "end"),
        TableState::Debrief => matches!(verb, "resume" | "close"),
    }
}

/// May the person who looks change the state of the table from their seat?
fn may_change(stage: &Stage, scene: &Scene) -> bool {
    stage.person(scene).is_some_and(|seat| scene.table.stewards.contains(seat))
}

/// What ends an evening for everybody is asked about first.
fn asked_first(verb: &str, form: El) -> El {
    let words = match verb {
        "end" => "End for everybody?",
        "close" => "Close for everybody?",
        _ => return form,
    };
    el("details")
        .class("menu sure")
        .id(format!("sure-{verb}"))
        .add(el("summary").class("button").text(if verb == "end" { "End…" } else { "Close…" }))
        .add(el("div").class("sheet").add(el("p").text(words)).add(form))
}

/// What the viewer can do with the table now: what its machine lets follow, for those who may.
pub(super) fn controls(stage: &Stage, scene: &Scene) -> El {
    let seat = stage.person(scene);
    let steward = seat.filter(|seat| scene.table.stewards.contains(*seat));
    let by = match steward {
        Some(seat) => Some(Actor::Seat(seat)),
        None => stage.runs.then_some(Actor::Host),
    };
    let card = |cards: &'static [PhaseCard], name: &str| cards.iter().find(|card| card.name == name);
    let exits = card(stage.table.phases(), scene.table.state.name()).map_or(&[][..], |card| card.exits);
    let prepares = card(stage.activity.phases(), &scene.phase).is_some_and(|card| card.prepares);
    let button = |by: Actor, (verb, title): (&str, &str), class: &str| {
        let form = el("form")
            .attr("method", "post")
            .attr("action", format!("/t/{}/session", stage.id))
            .flag("data-send", true)
            .add(hidden("as", &by.to_string()))
            .add(hidden("look", &stage.viewer.to_string()))
            .add(
                el("button")
                    .attr("type", "submit")
                    .id(format!("set-{verb}"))
                    .class(class)
                    .attr("name", "verb")
                    .attr("value", verb)
                    .text(title),
            );
        asked_first(verb, form)
    };
    let mut controls = el("div").class("controls");
    if let Some(by) = by {
        let verbs = exits.iter().filter_map(|to| verb(to, scene.table.state));
        let (first, more): (Vec<_>, Vec<_>) = verbs.partition(|it| is_first(it.0, scene, prepares));
        let main = |verb: &str| if matches!(verb, "start" | "resume" | "zero") { "main" } else { "" };
        controls = controls.add_all(first.into_iter().map(|it| button(by, it, main(it.0))));
        controls = controls.add(
            el("details")
                .class("menu")
                .id("more-states")
                .add(el("summary").class("button").text("More"))
                .add(el("div").class("sheet").add_all(more.into_iter().map(|it| button(by, it, "")))),
        );
    }
    controls.add(seat.and_then(|_| stop(stage, scene)))
}

/// The card that stops play for whoever needs it, without a name and without a reason.
fn stop(stage: &Stage, scene: &Scene) -> Option<El> {
    let can = matches!(scene.table.state, TableState::Active | TableState::SessionZero | TableState::Paused);
    can.then(|| {
        stage.sent(|answers| {
            let about = "Play stops at once and the last moment is taken back. Nobody is named, and no reason is asked.";
            answers.any().class("x-card").flag("data-send", true).add(hidden("line", "/x")).add(
                el("button").id("x-card").attr("type", "submit").attr("title", about).text("✕ Stop"),
            )
        })
    })
}

/// What the state of the table means for those who look: a break, with who called it; a look back, with its form.
pub(super) fn banner(stage: &Stage, scene: &Scene) -> El {
    let table = &scene.table;
    let by = match table.by {
        Actor::Seat(seat) => name(stage, seat).to_owned(),
        Actor::Host | Actor::Clock => "the host".to_owned(),
    };
    let since = || {
        let utc = utc_text(table.since);
        let short = utc.get(11..16).unwrap_or_default().to_owned();
        el("time").attr("datetime", &utc).text(format!("{short} UTC"))
    };
    let banner = el("div");
    match table.state {
        TableState::Paused => {
            let clock =
                scene.clock.closes.filter(|_| stage.activity.custom().clock && scene.outcome.is_none()).map(
                    |_| {
                        el("span")
                            .text(" The clock stands at ")
                            .add(el("b").class("left").text("––:––"))
                            .text(".")
                    },
                );
            banner.class("banner paused").add(
                el("p")
                    .add(el("b").text(format!("‖ Paused by {by}")))
                    .text(", since ")
                    .add(since())
                    .text(".")
                    .add(clock)
                    .text(" Out-of-character talk goes on: ((like this."),
            )
        }
        TableState::Idle if scene.outcome.is_none() => {
            let words = match stage.runs {
                true => "Nothing has begun yet. Start when everybody is here.",
                false if may_change(stage, scene) => "Nothing has begun yet. Start when everybody is here.",
                false => "Nothing has begun yet. Whoever runs the table starts it.",
            };
            banner.class("banner").add(el("p").text(words))
        }
        TableState::Debrief => banner.class("banner").add(debrief(stage, scene)),
        TableState::Idle | TableState::Active | TableState::SessionZero => banner,
    }
}

/// A change that somebody's words have suggested, with the button that does it. It is hidden when it has lapsed.
pub(super) fn suggestion(stage: &Stage, scene: &Scene) -> El {
    let Some(it) = &scene.table.suggestion else { return el("div") };
    let may = stage.runs || may_change(stage, scene);
    let words = match it.to {
        TableState::Idle => "Close the table",
        TableState::SessionZero => "Session zero",
        TableState::Active => "Play",
        TableState::Paused => "Take a break",
        TableState::Debrief => "End and look back",
    };
    let who = match it.by {
        Actor::Seat(seat) => name(stage, seat),
        Actor::Host | Actor::Clock => "The host",
    };
    let button = may.then(|| {
        stage.sent(|answers| {
            answers
                .any()
                .flag("data-send", true)
                .add(hidden("line", "/agree"))
                .add(el("button").id("agree").attr("type", "submit").text(words))
        })
    });
    el("div")
        .class("banner suggested")
        .attr("data-lapses", it.lapses_at.to_string())
        .add(el("p").text(format!("{who}: “{}”. ", it.heard)).add(el("b").text(format!("{words}?"))))
        .add(button)
}

/// What was good, and what would be.
fn debrief(stage: &Stage, scene: &Scene) -> El {
    let given = scene.table.feedback.filter(|it| it.stars + it.wishes + it.plain > 0).map(|it| {
        let words = format!("So far: {} stars, {} wishes, {} remarks.", it.stars, it.wishes, it.plain);
        el("p").class("quiet").text(words)
    });
    let kind = |value: &str, words: &str, first: bool| {
        el("label")
            .add(
                el("input")
                    .attr("type", "radio")
                    .attr("name", "kind")
                    .attr("value", value)
                    .id(format!("kind-{value}"))
                    .flag("checked", first),
            )
            .text(words)
    };
    let form = stage.person(scene).map(|_| {
        stage.sent(|answers| {
            answers
                .any()
                .class("feedback")
                .flag("data-send", true)
                .add(
                    el("fieldset")
                        .class("choices")
                        .add(el("legend").class("unseen").text("What kind of feedback"))
                        .add(kind("star", "☆ What was good", true))
                        .add(kind("wish", "♡ What you would like next time", false))
                        .add(kind("plain", "Anything else", false)),
                )
                .add(el("label").class("unseen").attr("for", "feedback").text("Your feedback"))
                .add(
                    el("textarea")
                        .id("feedback")
                        .attr("name", "feedback")
                        .attr("rows", "2")
                        .attr("maxlength", "2000")
                        .flag("required", true),
                )
                .add(el("button").attr("type", "submit").class("main").text("Send"))
        })
    });
    el("section")
        .class("debrief")
        .attr("aria-labelledby", "debrief-title")
        .add(el("h2").id("debrief-title").text("☆ Looking back"))
        .add(
            el("p")
                .class("quiet")
                .text("Play is over for now. What was good, and what would you like next time?"),
        )
        .add(form)
        .add(given)
}

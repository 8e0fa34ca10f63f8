//! The line over a table: where one is, what is played and who is up, the clock, who looks, and the stop.

use engine::board::SeatIs;
use engine::{SeatId, Viewer};
use protocol::Scene;
use protocol::table::TableState;

use super::face::Seen;
use super::form::hidden;
use super::html::{El, Html, el};
use super::seats;
use super::stage::Stage;
use crate::says;

/// The line. `standing` and `clock` are what is there of these, and `rest` is what stands at its end.
pub(super) fn line(title: &str, way_back: El, standing: impl Into<Html>, rest: impl Into<Html>) -> El {
    el("header")
        .class("head")
        .attr("aria-label", says::TABLE)
        .add(way_back)
        .add(
            el("div")
                .class("where")
                .add(el("h1").attr("title", title).text(title))
                .add(el("div").class("state-line").add(standing)),
        )
        .add(rest)
}

/// Where one goes back to.
pub(super) fn back(href: &str, to: &str) -> El {
    el("a")
        .class("back")
        .attr("href", href)
        .add(el("span").attr("aria-hidden", "true").text("‹"))
        .text(" ")
        .add(el("span").class("back-to").text(to))
}

/// Who looks.
pub(super) fn you(stage: &Stage, scene: &Scene) -> El {
    let words = match stage.person(scene) {
        Some(seat) => {
            let own = stage.guests.get(&seat).map(says::played_by);
            says::you_seat(seat, name(stage, seat), own.unwrap_or_default())
        }
        None => says::watching(viewer_words(stage, stage.viewer)),
    };
    // Who sees no more than all do is told no more than that.
    let shown = if stage.viewer == Viewer::Public { says::WATCHING } else { &words };
    el("span").class("you").attr("title", &words).text(shown)
}

pub(super) fn name(stage: &Stage, seat: SeatId) -> &str {
    stage.seats.get(seat.index()).map_or("nobody", |seat| &seat.name)
}

pub(super) fn viewer_words(stage: &Stage, viewer: Viewer) -> String {
    match viewer {
        Viewer::Public => says::WHAT_ALL_SEE.to_owned(),
        Viewer::Observer => says::WITH_THOUGHTS.to_owned(),
        Viewer::Host => "everything".to_owned(),
        Viewer::Seat(seat) => says::seat(seat, name(stage, seat)),
    }
}

/// What is played now, and who is up.
pub(super) fn now(seen: Seen<'_>) -> El {
    let title = seen.scene.heading.as_deref().or(seen.card.map(|card| card.title)).unwrap_or_default();
    let phase = seen.card.map(|card| {
        el("b")
            .class("phase")
            // What is done unseen is done in the dark.
            .flag("data-dark", card.covered && seen.scene.outcome.is_none())
            .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
            .add(el("span").attr("aria-hidden", "true").text(format!("{} ", card.sign.0)))
            .text(title)
    });
    let up = (0..seen.seats.len()).map(SeatId::at).find_map(|seat| {
        let (is, notes) = seats::stands(seen, seat);
        (is == SeatIs::Up && seen.scene.outcome.is_none()).then_some((seat, notes))
    });
    let up = up.map(|(seat, notes)| match notes.first() {
        _ if seen.viewer == Viewer::Seat(seat) && seen.is_person(seat) => says::YOUR_TURN.to_owned(),
        Some(note) => format!("{}: {note}", seen.name(seat)),
        None => says::is_up(seen.name(seat)),
    });
    el("span").class("now-line").add(phase).add(up.map(|up| el("span").class("up").text(format!(" · {up}"))))
}

/// How the table stands, in a word.
pub(super) fn standing(scene: &Scene) -> El {
    let (colour, sign, words) = match (&scene.outcome, scene.table.state) {
        (Some(_), _) => ("green", "✓", says::OVER),
        (None, TableState::Active) => ("red", "●", says::LIVE),
        (None, TableState::SessionZero) => ("yellow", "✎", says::GETTING_READY),
        (None, TableState::Paused) => ("grey", "‖", says::PAUSED),
        (None, TableState::Idle) => ("slate", "○", says::NOT_BEGUN),
        (None, TableState::Debrief) => ("blue", "☆", says::LOOKING_BACK),
    };
    let chip = el("span").class("chip now").attr("data-colour", colour).text(format!("{sign} "));
    el("span").class("standing").add(chip.add(el("span").class("words").text(words)))
}

/// What stands in the place of how the table stands while nobody knows it.
pub(super) fn lost() -> El {
    el("span")
        .id("lost")
        .class("chip now")
        .attr("data-colour", "yellow")
        .flag("hidden", true)
        .text(says::CONNECTION_LOST_TRYING_AGAIN)
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
                .add(el("button").id("more-time").attr("type", "submit").text(says::PLUS_60_S))
        })
    });
    let clock = el("span")
        .class("clock-face")
        .attr("role", "timer")
        .attr("aria-label", says::TIME_LEFT)
        .add(el("span").attr("aria-hidden", "true").text("◷ "))
        .add(el("span").class("left").text("––:––"));
    timer.add(clock).add(more)
}

/// What calls those who are waited for, for one of the others.
pub(super) fn knock(stage: &Stage, seen: Seen<'_>) -> El {
    let scene = seen.scene;
    let own = stage.person(scene).filter(|_| scene.clock.running && scene.outcome.is_none());
    let is_waited_for = |seat: SeatId| {
        // Where all do something unseen it may be anybody.
        let is_up = seats::stands(seen, seat).0 == SeatIs::Up || seen.card.is_some_and(|card| card.covered);
        Some(seat) != own && seen.is_person(seat) && is_up
    };
    let is_asked = |seat: SeatId| scene.asks.iter().any(|ask| ask.seat == seat && !ask.answered);
    let can =
        own.is_some_and(|own| !is_asked(own)) && (0..seen.seats.len()).map(SeatId::at).any(is_waited_for);
    let button = stage.sent(|answers| {
        answers.any().flag("data-send", true).add(hidden("line", "/knock")).add(
            el("button")
                .attr("type", "submit")
                .attr("title", says::CALLS_WHOEVER_IS_WAITED_FOR_BY)
                .text(says::KNOCK),
        )
    });
    el("div").class("knock").add(can.then_some(button))
}

/// What stops play for whoever needs it, without a name and without a reason: for those who play.
pub(super) fn stop(stage: &Stage, scene: &Scene) -> El {
    let plays =
        matches!(scene.table.state, TableState::Active | TableState::SessionZero | TableState::Paused);
    let can = plays && scene.outcome.is_none();
    let about = says::PLAY_STOPS_AT_ONCE_AND_THE;
    let card = |button: El| {
        stage.sent(|answers| {
            answers.any().class("x-card").flag("data-send", true).add(hidden("line", "/x")).add(button)
        })
    };
    let button = el("button")
        .id("x-card")
        .attr("type", "submit")
        .attr("title", about)
        .add(el("span").attr("aria-hidden", "true").text("✕"))
        .add(el("span").class("name").text(says::STOP));
    el("div").class("stop").add(stage.person(scene).filter(|_| can).map(|_| card(button)))
}

//! What the state of a table means for those who look: that nothing has begun, a break, a look back, a change that was suggested.

use engine::SeatId;
use protocol::table::{TableState, utc_text};
use protocol::{Actor, Scene};

use super::form::hidden;
use super::head::name;
use super::html::{El, el};
use super::menu;
use super::stage::Stage;

/// May the person who looks change the state of the table from their seat?
fn may_change(stage: &Stage, scene: &Scene) -> bool {
    stage.person(scene).is_some_and(|seat: SeatId| scene.table.stewards.contains(seat))
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
            banner
                .class("banner paused")
                .add(
                    el("p")
                        .add(el("b").text(format!("‖ Paused by {by}")))
                        .text(", since ")
                        .add(since())
                        .text(".")
                        .add(clock)
                        .text(" Out-of-character talk goes on: ((like this."),
                )
                .add(menu::first(stage, scene))
        }
        TableState::Active if scene.clock.by_hand && scene.outcome.is_none() => {
            let words = match stage.runs {
                true => "Each phase waits for you, once everybody has answered.",
                false => "Each phase waits for whoever runs the table, once everybody has answered.",
            };
            banner.class("banner").add(el("p").text(words)).add(menu::first(stage, scene))
        }
        TableState::Idle if scene.outcome.is_none() => {
            let words = match stage.runs {
                true => "Nothing has begun yet. Start when everybody is here.",
                false if may_change(stage, scene) => "Nothing has begun yet. Start when everybody is here.",
                false => "Nothing has begun yet. Whoever runs the table starts it.",
            };
            banner.class("banner").add(el("p").text(words)).add(menu::first(stage, scene))
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
        let counted = [
            (it.stars, ["star", "stars"]),
            (it.wishes, ["wish", "wishes"]),
            (it.plain, ["remark", "remarks"]),
        ];
        let given = counted.into_iter().filter(|(count, _)| *count > 0);
        let words =
            given.map(|(count, [one, many])| format!("{count} {}", if count == 1 { one } else { many }));
        el("p").class("quiet").text(format!("So far: {}.", words.collect::<Vec<_>>().join(", ")))
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

//! What the state of a table means for those who look: that nothing has begun, a break, a look back, a change that was suggested.

use engine::SeatId;
use protocol::table::{TableState, utc_text};
use protocol::{Actor, Scene};

use super::form::hidden;
use super::head::name;
use super::html::{El, el};
use super::menu;
use super::stage::Stage;
use crate::says;

/// May the person who looks change the state of the table from their seat?
fn may_change(stage: &Stage, scene: &Scene) -> bool {
    stage.person(scene).is_some_and(|seat: SeatId| scene.table.stewards.contains(seat))
}

/// What the state of the table means for those who look: a break, with who called it; a look back, with its form.
pub(super) fn banner(stage: &Stage, scene: &Scene) -> El {
    let table = &scene.table;
    let by = match table.by {
        Actor::Seat(seat) => name(stage, seat).to_owned(),
        Actor::Host | Actor::Clock => says::THE_HOST.to_owned(),
    };
    let since = || {
        let utc = utc_text(table.since);
        let short = utc.get(11..16).unwrap_or_default().to_owned();
        el("time").attr("datetime", &utc).text(says::utc(&short))
    };
    let banner = el("div");
    match table.state {
        TableState::Paused => {
            let clock =
                scene.clock.closes.filter(|_| stage.activity.custom().clock && scene.outcome.is_none()).map(
                    |_| {
                        el("span")
                            .text(says::THE_CLOCK_STANDS_AT)
                            .add(el("b").class("left").text("––:––"))
                            .text(".")
                    },
                );
            banner
                .class("banner paused")
                .add(
                    el("p")
                        .add(el("b").text(says::paused_by(&by)))
                        .text(says::SINCE)
                        .add(since())
                        .text(".")
                        .add(clock)
                        .text(says::OUT_OF_CHARACTER_TALK_GOES_ON),
                )
                .add(menu::first(stage, scene))
        }
        TableState::Active if scene.clock.by_hand && scene.outcome.is_none() => {
            let words = match stage.runs {
                true => says::EACH_PHASE_WAITS_FOR_YOU_ONCE,
                false => says::EACH_PHASE_WAITS_FOR_WHOEVER_RUNS,
            };
            banner.class("banner").add(el("p").text(words)).add(menu::first(stage, scene))
        }
        TableState::Idle if scene.outcome.is_none() => {
            let words = match stage.runs {
                true => says::NOTHING_HAS_BEGUN_YET_START_WHEN,
                false if may_change(stage, scene) => says::NOTHING_HAS_BEGUN_YET_START_WHEN,
                false => says::NOTHING_HAS_BEGUN_YET_WHOEVER_RUNS,
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
        TableState::Idle => says::CLOSE_THE_TABLE,
        TableState::SessionZero => says::SESSION_ZERO,
        TableState::Active => says::PLAY,
        TableState::Paused => says::TAKE_A_BREAK,
        TableState::Debrief => says::END_AND_LOOK_BACK,
    };
    let who = match it.by {
        Actor::Seat(seat) => name(stage, seat),
        Actor::Host | Actor::Clock => says::WHO_IS_THE_HOST,
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
        let stars = match it.stars {
            0 => None,
            1 => Some(says::ONE_STAR.to_owned()),
            many => Some(says::stars(many)),
        };
        let wishes = match it.wishes {
            0 => None,
            1 => Some(says::ONE_WISH.to_owned()),
            many => Some(says::wishes(many)),
        };
        let remarks = match it.plain {
            0 => None,
            1 => Some(says::ONE_REMARK.to_owned()),
            many => Some(says::remarks(many)),
        };
        let given: Vec<String> = [stars, wishes, remarks].into_iter().flatten().collect();
        el("p").class("quiet").text(says::so_far(given.join(", ")))
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
                        .add(el("legend").class("unseen").text(says::WHAT_KIND_OF_FEEDBACK))
                        .add(kind("star", says::STAR_WHAT_WAS_GOOD, true))
                        .add(kind("wish", says::WHAT_YOU_WOULD_LIKE_NEXT_TIME, false))
                        .add(kind("plain", says::ANYTHING_ELSE, false)),
                )
                .add(el("label").class("unseen").attr("for", "feedback").text(says::YOUR_FEEDBACK))
                .add(
                    el("textarea")
                        .id("feedback")
                        .attr("name", "feedback")
                        .attr("rows", "1")
                        .attr("maxlength", "2000")
                        .flag("required", true),
                )
                .add(el("button").attr("type", "submit").class("main").text(says::SEND))
        })
    });
    el("section")
        .class("debrief")
        .attr("aria-labelledby", "debrief-title")
        .add(el("h2").id("debrief-title").text(says::STAR_LOOKING_BACK))
        .add(form.is_none().then(|| el("p").class("quiet").text(says::PLAY_IS_OVER_THOSE_WHO_PLAYED)))
        .add(form)
        .add(given)
}

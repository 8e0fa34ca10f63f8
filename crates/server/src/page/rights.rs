//! Who may do what at a table, for whoever runs it: who may change its state, whether fair play is promised, and who is
//! here with which right, each with a button that takes it away.

use engine::SeatId;
use protocol::Scene;

use super::face::is_person;
use super::form::hidden;
use super::head::name;
use super::html::{El, el};
use super::stage::Stage;
use crate::says;
use crate::wire::Guest;

/// The menu.
pub(super) fn menu(stage: &Stage, scene: &Scene, guests: &[Guest]) -> El {
    el("details").class("menu").id("rights").add(el("summary").class("button").text(says::RIGHTS)).add(
        el("div")
            .class("sheet")
            .add(stewards(stage, scene))
            .add(scene.outcome.is_none().then(|| fair(stage, scene)))
            .add(list(stage, guests)),
    )
}

fn form(stage: &Stage, path: &str) -> El {
    el("form")
        .attr("method", "post")
        .attr("action", format!("/t/{}/{path}", stage.id))
        .add(hidden("look", &stage.viewer.to_string()))
}

/// Who may change the state.
fn stewards(stage: &Stage, scene: &Scene) -> El {
    let people: Vec<SeatId> =
        (0..stage.seats.len()).map(SeatId::at).filter(|seat| is_person(&stage.seats, scene, *seat)).collect();
    let may = |seat: &SeatId| scene.table.stewards.contains(*seat);
    let now = match people.iter().filter(|seat| may(seat)).count() {
        0 => "host",
        count if count == people.len() => "everyone",
        _ => "some",
    };
    let who = |value: &str, words: &str| {
        el("label")
            .add(
                el("input")
                    .attr("type", "radio")
                    .attr("name", "who")
                    .attr("value", value)
                    .flag("checked", value == now),
            )
            .text(words)
    };
    let seat = |seat: &SeatId| {
        el("label")
            .add(
                el("input")
                    .attr("type", "checkbox")
                    .attr("name", "seat")
                    .attr("value", seat.number().to_string())
                    .flag("checked", may(seat)),
            )
            .text(name(stage, *seat))
    };
    form(stage, "stewards")
        .add(
            el("fieldset")
                .add(el("legend").text(says::WHO_MAY_START_PAUSE_AND_END))
                .add(who("everyone", says::EVERYBODY_WHO_IS_SEATED))
                .add(who("host", says::WHOEVER_RUNS_THE_TABLE_ALONE))
                .add(who("some", says::THESE_TOO))
                .add_all(people.iter().map(seat)),
        )
        .add(el("button").attr("type", "submit").text(says::SET))
}

/// Fair play: what whoever runs the table promises, and how to lift it.
fn fair(stage: &Stage, scene: &Scene) -> El {
    let own = stage.person(scene);
    let (words, button, on) = match (scene.table.fair, own) {
        (Some(_), _) => (says::FAIR_PLAY_IS_PROMISED_IF_YOU.to_owned(), says::LIFT_FAIR_PLAY, false),
        (None, Some(seat)) => {
            let words = says::you_can_see_everything_fair_play(name(stage, seat));
            (words, says::PROMISE_FAIR_PLAY, true)
        }
        (None, None) => (says::YOU_CAN_SEE_EVERYTHING_FAIR_PLAY.to_owned(), says::PROMISE_FAIR_PLAY, true),
    };
    form(stage, "fair")
        .add(el("p").text(words))
        .add(hidden("on", if on { "yes" } else { "no" }))
        .add(own.map(|seat| hidden("seat", &seat.number().to_string())))
        .add(el("button").attr("type", "submit").text(button))
}

/// Who is here, or invited.
fn list(stage: &Stage, guests: &[Guest]) -> El {
    let guest = |guest: &Guest| {
        let seat = guest.seat.and_then(SeatId::new).map_or("", |seat| name(stage, seat));
        let (does, may) = match guest.scope.as_str() {
            "play" => (says::plays(seat), says::to_play(seat)),
            "any" => (String::new(), says::FOR_EVERYBODY_TO_A_FREE_SEAT.to_owned()),
            "left" => (says::watches_has_left(seat), String::new()),
            "host" => (says::RUNS_THE_TABLE.to_owned(), says::TO_RUN_THE_TABLE.to_owned()),
            _ => (says::WATCHES.to_owned(), says::TO_WATCH.to_owned()),
        };
        let words = match (guest.invitation, guest.here) {
            (true, _) => says::an_invitation(&may),
            (false, true) => says::here(&does),
            (false, false) => does,
        };
        el("li").add(el("span").text(words)).add(
            form(stage, "rights")
                .add(hidden("right", &guest.right))
                .add(el("button").attr("type", "submit").text(says::TAKE_AWAY)),
        )
    };
    let section = el("section").attr("aria-label", says::GUESTS).add(el("h2").text(says::GUESTS));
    match guests {
        [] => section.add(el("p").class("quiet").text(says::NOBODY_HAS_BEEN_INVITED)),
        guests => section.add(el("ul").class("guests").add_all(guests.iter().map(guest))),
    }
}

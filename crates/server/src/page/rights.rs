//! Who may do what at a table, for whoever runs it: who may change its state, whether fair play is promised, and who is
//! here with which right, each with a button that takes it away.

use engine::SeatId;
use protocol::Scene;

use super::face::is_person;
use super::form::hidden;
use super::head::name;
use super::html::{El, el};
use super::stage::Stage;
use crate::wire::Guest;

/// The menu.
pub(super) fn menu(stage: &Stage, scene: &Scene, guests: &[Guest]) -> El {
    el("details").class("menu").id("rights").add(el("summary").class("button").text("Rights")).add(
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
                .add(el("legend").text("Who may start, pause and end"))
                .add(who("everyone", "Everybody who is seated"))
                .add(who("host", "Whoever runs the table alone"))
                .add(who("some", "These, too:"))
                .add_all(people.iter().map(seat)),
        )
        .add(el("button").attr("type", "submit").text("Set"))
}

/// Fair play: what whoever runs the table promises, and how to lift it.
fn fair(stage: &Stage, scene: &Scene) -> El {
    let own = stage.person(scene);
    let (words, button, on) = match (scene.table.fair, own) {
        (Some(_), _) => {
            ("Fair play is promised. If you lift it, the table is told.".to_owned(), "Lift fair play", false)
        }
        (None, Some(seat)) => {
            let words = format!(
                "You can see everything. Fair play: no more than {} does, until the end.",
                name(stage, seat)
            );
            (words, "Promise fair play", true)
        }
        (None, None) => (
            "You can see everything. Fair play: no more than all do, until the end.".to_owned(),
            "Promise fair play",
            true,
        ),
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
            "play" => (format!("Plays {seat}"), format!("to play {seat}")),
            "any" => (String::new(), "for everybody, to a free seat each".to_owned()),
            "left" => (format!("Watches, has left {seat}"), String::new()),
            "host" => ("Runs the table".to_owned(), "to run the table".to_owned()),
            _ => ("Watches".to_owned(), "to watch".to_owned()),
        };
        let words = match (guest.invitation, guest.here) {
            (true, _) => format!("An invitation {may}"),
            (false, true) => format!("{does} · here"),
            (false, false) => does,
        };
        el("li").add(el("span").text(words)).add(
            form(stage, "rights")
                .add(hidden("right", &guest.right))
                .add(el("button").attr("type", "submit").text("Take away")),
        )
    };
    let section = el("section").attr("aria-label", "Guests").add(el("h2").text("Guests"));
    match guests {
        [] => section.add(el("p").class("quiet").text("Nobody has been invited.")),
        guests => section.add(el("ul").class("guests").add_all(guests.iter().map(guest))),
    }
}

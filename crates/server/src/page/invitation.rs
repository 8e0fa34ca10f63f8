//! Inviting: the menu of a table's page, and an invitation as it is handed on, by a link, a picture of it, or a code.

use engine::SeatId;
use protocol::Scene;

use super::face::is_person;
use super::head::name;
use super::html::{El, el};
use super::stage::Stage;
use crate::limits::CODE_MS;
use crate::places::Door;
use crate::qr::Squares;
use crate::says;
use crate::wire::Invitation;

const HOUR_MS: i64 = 60 * 60 * 1_000;

/// What can be invited to. Whoever is invited to a seat that no person plays sits down in it.
pub(super) fn menu(stage: &Stage, scene: &Scene) -> El {
    let seats: Vec<SeatId> = (0..stage.seats.len()).map(SeatId::at).collect();
    let (people, others): (Vec<SeatId>, Vec<SeatId>) =
        seats.into_iter().partition(|seat| is_person(&stage.seats, scene, *seat));
    let seats = people.iter().chain(&others).map(|seat| {
        let instead = if others.contains(seat) { says::INSTEAD_OF_WHO_PLAYS_IT } else { "" };
        let words = says::one_to_seat(seat, name(stage, *seat), instead);
        el("option").attr("value", seat.number().to_string()).text(words)
    });
    el("details").class("menu").id("invite").add(el("summary").class("button").text(says::INVITE)).add(
        el("form")
            .class("sheet")
            .attr("method", "post")
            .attr("action", format!("/t/{}/invite", stage.id))
            .flag("data-invites", true)
            .add(el("label").attr("for", "whom").text(says::INVITE))
            .add(
                el("select")
                    .id("whom")
                    .attr("name", "to")
                    .add(el("option").attr("value", "any").text(says::EVERYBODY_TO_A_FREE_SEAT_EACH))
                    .add_all(seats)
                    .add(el("option").attr("value", "observe").text(says::ONE_TO_WATCH))
                    .add(el("option").attr("value", "host").text(says::ONE_TO_RUN_THE_TABLE)),
            )
            .add(el("button").attr("type", "submit").text(says::MAKE_A_LINK)),
    )
}

/// An invitation that was made: its address, to be copied or read by a phone, and its code if it has one.
pub(super) fn made(invitation: &Invitation, door: &Door) -> El {
    let field = el("input")
        .attr("type", "text")
        .attr("readonly", "")
        .attr("value", &invitation.link)
        .attr("aria-label", says::THE_INVITATION);
    let copy = el("button").attr("type", "button").attr("data-copy", &invitation.link).text(says::COPY);
    let goes = match invitation.code {
        Some(_) => says::EVERYBODY_MAY_USE_IT_WITHIN_A,
        None => says::IT_CAN_BE_TAKEN_UP_ONCE,
    };
    let code = invitation.code.as_ref().map(|code| {
        let place = format!("{}/join", door.origin);
        el("p")
            .class("code")
            .text(says::FOR_THOSE_IN_THE_ROOM)
            .add(el("b").text(code))
            .text(says::to_be_typed_at_within_hours(&place, CODE_MS / HOUR_MS))
    });
    el("div")
        .class("made")
        .add(el("div").class("link").add(field).add(copy))
        .add(here_only(door))
        .add(Squares::of(&invitation.link).map(|squares| picture(&squares)))
        .add(code)
        .add(el("p").class("quiet").text(goes))
}

/// That nobody else can open it, and what would change that.
fn here_only(door: &Door) -> Option<El> {
    let port = door.origin.rsplit_once(':').map_or("7777", |(_, port)| port);
    door.here_only.then(|| {
        el("p")
            .class("here-only")
            .text(says::ONLY_THIS_MACHINE_CAN_OPEN_IT)
            .add(el("code").text(format!("parlor serve --bind 0.0.0.0:{port}")))
    })
}

fn picture(squares: &Squares) -> El {
    let side = squares.side();
    el("svg")
        .class("qr")
        .attr("viewBox", format!("0 0 {side} {side}"))
        .attr("role", "img")
        .attr("aria-label", says::QR_CODE_OF_THIS_LINK)
        .add(el("path").attr("d", squares.path()))
}

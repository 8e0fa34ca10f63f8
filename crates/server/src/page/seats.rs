//! Who sits where, and what the board notes of each: for every activity that has no shape of its own for it.

use engine::board::{Note, SeatIs};
use engine::{Holder, SeatId, Viewer};

use super::draw;
use super::face::Seen;
use super::html::{El, el};
use super::sitting;
use crate::says;

/// The seats, each with what all may see of it, and what can be done about it.
pub(super) fn list(seen: Seen<'_>) -> El {
    let seats = (0..seen.seats.len()).map(|at| seat(seen, SeatId::at(at)));
    el("section")
        .class("panel chairs")
        .attr("aria-labelledby", "seats-title")
        .add(el("h2").id("seats-title").text(says::SEATS))
        .add(el("ol").class("seats").add_all(seats))
}

/// What a seat does, and what is noted of it. What is covered is not for a list that others see.
pub(super) fn stands(seen: Seen<'_>, seat: SeatId) -> (SeatIs, Vec<&str>) {
    let covers = matches!(seen.viewer, Viewer::Seat(_));
    let shown = |note: &&Note| note.seat == seat && !(note.covered && covers);
    let notes: Vec<&Note> = seen.scene.board.notes.iter().filter(shown).collect();
    let is = notes.first().map_or(SeatIs::In, |note| note.is);
    (is, notes.into_iter().map(|note| note.text.as_str()).filter(|text| !text.is_empty()).collect())
}

/// The word for what a seat does.
pub(super) fn word(is: SeatIs) -> &'static str {
    match is {
        SeatIs::In => "in",
        SeatIs::Up => "up",
        SeatIs::Out => "out",
    }
}

/// Who plays a seat: a person, or which of the house or of models.
pub(super) fn holder(seen: Seen<'_>, seat: SeatId) -> String {
    match seen.seats.get(seat.index()) {
        Some(held) if !seen.is_person(seat) => match &held.holder {
            Holder::House(character) => says::the_house(character),
            Holder::Model(_) | Holder::Person => held.holder.to_string(),
        },
        Some(_) => "person".to_owned(),
        None => String::new(),
    }
}

fn seat(seen: Seen<'_>, seat: SeatId) -> El {
    let own = seen.viewer == Viewer::Seat(seat) && seen.is_person(seat);
    let (is, notes) = stands(seen, seat);
    let tags = [
        own.then_some("you"),
        seen.guest(seat),
        (is == SeatIs::Up && seen.scene.outcome.is_none()).then_some(says::IS_UP),
        seen.away(seat),
    ];
    let tags = tags.into_iter().flatten().map(|words| el("span").class("tag").text(words));
    let notes = notes.into_iter().map(|note| el("span").class("noted").text(note));
    let form = if own { sitting::leave(seen) } else { sitting::sit(seen, seat) };
    let held = (!own).then(|| el("span").class("quiet").text(holder(seen, seat)));
    el("li")
        .class(word(is))
        .attr("data-at", seat.number().to_string())
        .add(
            el("span")
                .class("face")
                .attr("aria-hidden", "true")
                .add(draw::avatar(seat))
                .add(el("span").class("number-of").text(seat.to_string())),
        )
        .add(el("div").class("who").add(el("span").class("name").text(seen.name(seat))).add_all(tags))
        .add(el("div").class("what").add_all(notes).text(" ").add(held))
        .add(form)
}

//! The seats round the table: who lives, who speaks, what became of the others. What is said of each is on the board.

use engine::board::SeatIs;
use engine::{SeatId, Viewer};

use super::super::draw;
use super::super::face::Seen;
use super::super::html::{El, el};
use super::super::{seats, sitting};
use crate::says;

/// More than so many do not fit round a table: they stand in rows.
const ROUND_MAX: usize = 12;

/// The ring. On a narrow screen it is a strip that scrolls.
pub(in super::super) fn ring(seen: Seen<'_>) -> El {
    let count = seen.seats.len();
    let seats = (0..count).map(|at| seat(seen, SeatId::at(at)));
    let shape = if count <= ROUND_MAX { "seats ring round" } else { "seats ring" };
    el("section").class("panel around").attr("aria-label", says::SEATS).add(middle(seen)).add(
        el("ol")
            .id("ring")
            .class(&format!("{shape} of-{count}"))
            .attr("aria-label", says::SEATS)
            .add_all(seats),
    )
}

/// What lies on the table: what time it is, and how things stand in a few words.
fn middle(seen: Seen<'_>) -> El {
    let sign = seen.card.map_or("", |card| card.sign.0);
    let title = seen.scene.heading.as_deref().or(seen.card.map(|card| card.title));
    el("div")
        .class("middle-of-table")
        .attr("data-phase", &seen.scene.phase)
        .add(el("span").class("sign").attr("aria-hidden", "true").text(sign))
        .add(el("b").text(title.unwrap_or_default()))
        .add(el("span").class("quiet").text(&seen.scene.board.headline))
}

fn seat(seen: Seen<'_>, seat: SeatId) -> El {
    let (is, notes) = seats::stands(seen, seat);
    let own = seen.viewer == Viewer::Seat(seat);
    let away = seen.away(seat).filter(|_| is != SeatIs::Out);
    let tags = [seen.guest(seat), own.then_some("you"), away];
    let tags = tags.into_iter().flatten().map(|words| el("span").class("tag").text(words));
    let notes = notes.into_iter().map(|words| el("span").class("noted").text(words));
    let form = if own { sitting::leave(seen) } else { sitting::sit(seen, seat) };
    el("li")
        .class(&format!("{} at-{}", seats::word(is), seat.index()))
        .attr("data-at", seat.number().to_string())
        .attr("title", seats::holder(seen, seat))
        .add(
            el("span")
                .class("face")
                .add(draw::avatar(seat))
                .add(el("span").class("number-of").text(seat.to_string())),
        )
        .text(" ")
        .add(el("span").class("name").text(seen.name(seat)))
        .add(el("span").class("tags").add_all(tags))
        .add_all(notes)
        .add(form)
}

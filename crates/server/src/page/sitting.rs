//! Sitting down in a seat that the house or a model plays, and giving it back: two small forms, and a list of the seats
//! for pages that have no other.

use engine::{SeatId, Viewer};

use super::face::Seen;
use super::form::hidden;
use super::html::{El, el};

/// Who sits where, for whoever can sit down or leave. Nothing for others: their pages say it elsewhere.
pub(super) fn chairs(seen: Seen<'_>) -> El {
    let mut can = false;
    let mut chair = |seat: SeatId| {
        let own = seen.viewer == Viewer::Seat(seat) && seen.is_person(seat);
        let form = if own { leave(seen) } else { sit(seen, seat) };
        can |= form.is_some();
        let holder = match seen.seats.get(seat.index()) {
            _ if own => el("span").class("tag").text("you"),
            Some(held) if !seen.is_person(seat) => el("span").class("quiet").text(held.holder.to_string()),
            _ => el("span").class("quiet").text("person"),
        };
        let guest = seen.guest(seat).map(|name| el("span").class("tag").text(name));
        el("li").add(el("span").class("name").text(seen.name(seat))).add(guest).add(holder).add(form)
    };
    let chairs: Vec<El> = (0..seen.seats.len()).map(|at| chair(SeatId::at(at))).collect();
    if !can {
        return el("div");
    }
    el("section")
        .class("panel chairs")
        .attr("aria-labelledby", "chairs-title")
        .add(el("h2").id("chairs-title").text("Seats"))
        .add(el("ol").add_all(chairs))
}

/// The form to sit down in a seat, for whoever runs the table and does not sit at it. It leads to what the seat sees.
pub(super) fn sit(seen: Seen<'_>, seat: SeatId) -> Option<El> {
    let sits = matches!(seen.viewer, Viewer::Seat(own) if seen.is_person(own));
    let open = !seen.scene.table.seats_closed && seen.scene.outcome.is_none();
    let can = seen.runs && !sits && open && !seen.is_person(seat);
    can.then(|| form(seen, seat, "yes", "Sit here", &format!("Sit here, in {}'s seat", seen.name(seat))))
}

/// The form by which whoever sat down in a seat gives it back.
pub(super) fn leave(seen: Seen<'_>) -> Option<El> {
    let Viewer::Seat(own) = seen.viewer else { return None };
    let can = seen.live && seen.scene.table.taken.contains(own);
    can.then(|| form(seen, own, "no", "Leave the seat", &format!("Leave the seat of {}", seen.name(own))))
}

fn form(seen: Seen<'_>, seat: SeatId, taken: &str, words: &str, label: &str) -> El {
    el("form")
        .class("sit")
        .attr("method", "post")
        .attr("action", format!("/t/{}/seats", seen.id))
        .add(hidden("seat", &seat.to_string()))
        .add(hidden("taken", taken))
        .add(el("button").attr("type", "submit").attr("aria-label", label).text(words))
}

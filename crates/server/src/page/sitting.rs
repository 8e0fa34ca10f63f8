//! Sitting down in a seat that the house or a model plays, and giving it back: two small forms.

use engine::{SeatId, Viewer};

use super::face::Seen;
use super::form::hidden;
use super::html::{El, el};
use crate::says;

/// The form to sit down in a seat, for whoever runs the table and does not sit at it. It leads to what the seat sees.
pub(super) fn sit(seen: Seen<'_>, seat: SeatId) -> Option<El> {
    let sits = matches!(seen.viewer, Viewer::Seat(own) if seen.is_person(own));
    let open = !seen.scene.table.seats_closed && seen.scene.outcome.is_none();
    let can = seen.runs && !sits && open && !seen.is_person(seat);
    can.then(|| form(seen, seat, "yes", says::SIT_HERE, &says::sit_here_in_s_seat(seen.name(seat))))
}

/// The form by which whoever sat down in a seat gives it back.
pub(super) fn leave(seen: Seen<'_>) -> Option<El> {
    let Viewer::Seat(own) = seen.viewer else { return None };
    let can = seen.live && seen.scene.table.taken.contains(own);
    can.then(|| form(seen, own, "no", says::LEAVE_THE_SEAT, &says::leave_the_seat_of(seen.name(own))))
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

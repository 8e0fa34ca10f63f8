//! The seats round the table: who lives, who speaks, what became of the others.

use protocol::SeatId;
use protocol::mafia::{Cause, PhaseName, View};

use super::super::face::Seen;
use super::super::html::{El, el};
use super::super::sitting;
use super::tag;

/// More than so many do not fit round a table: they stand in rows.
const ROUND_MAX: usize = 12;

/// The ring. On a narrow screen it is a strip that scrolls.
pub(super) fn ring(seen: Seen<'_>, view: &View) -> El {
    let count = view.seats.len();
    let seats = (0..count).map(|at| seat(seen, view, SeatId::at(at)));
    let shape = if count <= ROUND_MAX { "seats ring round" } else { "seats ring" };
    el("section").class("panel around").attr("aria-label", "Seats").add(middle(view, &seen.scene.phase)).add(
        el("ol")
            .id("ring")
            .class(&format!("{shape} of-{count}"))
            .attr("tabindex", "0")
            .attr("aria-label", "Seats")
            .add_all(seats),
    )
}

/// What lies on the table: the day, and whose word it is.
fn middle(view: &View, phase: &str) -> El {
    let (sign, words) = match view.phase {
        PhaseName::Setup => ("◇", "Setup".to_owned()),
        PhaseName::NightActions => ("☾", format!("Night {}", view.day)),
        PhaseName::MorningReveal => ("☼", format!("Morning {}", view.day)),
        PhaseName::DayDiscussion => ("☀", format!("Day {}", view.day)),
        PhaseName::DayVoting => ("⚖", format!("Vote {}", view.day)),
        PhaseName::Resolution => ("▣", format!("Count {}", view.day)),
        PhaseName::End => ("✓", "The end".to_owned()),
    };
    let cast = view.today().map_or(0, |day| day.votes.len());
    let more = match (view.phase, view.turn) {
        (_, Some(turn)) => format!("turn {} of {}", turn.number, turn.of),
        (PhaseName::DayVoting, None) => format!("{cast} of {} voted", view.living.len()),
        (PhaseName::End | PhaseName::Setup, None) => String::new(),
        (_, None) => format!("{} alive", view.living.len()),
    };
    el("div")
        .class("middle-of-table")
        .attr("data-phase", phase)
        .add(el("span").class("sign").attr("aria-hidden", "true").text(sign))
        .add(el("b").text(words))
        .add(el("span").class("quiet").text(more))
}

fn seat(seen: Seen<'_>, view: &View, seat: SeatId) -> El {
    let living = view.living.contains(seat);
    let death = view.deaths.iter().find(|death| death.seat == seat).map(|death| match death.cause {
        Cause::Night => format!("† night {}", death.day),
        Cause::Vote => format!("† vote {}", death.day),
    });
    let speaks = view.turn.is_some_and(|turn| turn.seat == seat);
    let own = view.own.as_ref().is_some_and(|own| own.seat == seat);
    let voted = view.phase == PhaseName::DayVoting
        && view.today().is_some_and(|day| day.votes.iter().any(|vote| vote.voter_id == seat));
    // One's own role, and one's team, stay covered until the game is over.
    let shown = view.own.is_none() || view.outcome.is_some() || !living;
    let role = view.role(seat).filter(|_| shown && (!own || view.outcome.is_some() || !living));
    let tags = [
        seen.guest(seat).map(str::to_owned),
        own.then(|| "you".to_owned()),
        speaks.then(|| "speaks".to_owned()),
        voted.then(|| "✓ voted".to_owned()),
        seen.away(seat).filter(|_| living).map(str::to_owned),
        death,
        role.map(|role| role.to_string()),
    ];
    let holder = match view.seats.get(seat.index()) {
        Some(_) if seen.is_person(seat) => "person".to_owned(),
        Some(seat) => seat.holder.to_string(),
        None => String::new(),
    };
    let state = match (living, speaks) {
        (false, _) => "dead",
        (true, true) => "speaks",
        (true, false) => "alive",
    };
    el("li")
        .class(&format!("{state} at-{}", seat.index()))
        .attr("data-at", seat.number().to_string())
        .attr("title", holder)
        .add(el("span").class("face").text(seat.to_string()))
        .text(" ")
        .add(el("span").class("name").text(view.name(seat)))
        .add(el("span").class("tags").add_all(tags.into_iter().flatten().map(|words| tag(&words))))
        .add(sitting::sit(seen, seat))
}

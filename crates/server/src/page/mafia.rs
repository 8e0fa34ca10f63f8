//! What is shown of a game of Mafia: the seats, the votes in a matrix, what only this seat knows, how it ended.

mod moments;

use protocol::mafia::{Cause, Day, Outcome, Own, View, Vote};
use protocol::{Frame, SeatId};
use serde::Deserialize;

use super::face::{Face, Mark, Part, Place, Seen};
use super::html::{El, Html, el};

/// How a game is shown.
pub(super) struct Mafia;

impl Face for Mafia {
    fn parts(&self, seen: Seen<'_>) -> Vec<Part> {
        let Ok(view) = View::deserialize(&seen.scene.view) else { return Vec::new() };
        let seats = (0..view.seats.len()).map(|at| seat(&view, SeatId::at(at)));
        let ring = el("section")
            .class("panel")
            .attr("aria-label", "Seats")
            .add(view.outcome.as_ref().map(|outcome| ended(&view, outcome)))
            .add(el("ol").class("seats ring").add_all(seats));
        let own = el("div").add(view.own.as_ref().map(|own| own_seat(&view, own)));
        let days = view.days.iter().rev().filter(|day| !day.votes.is_empty());
        let votes = el("div").add_all(days.map(|day| votes(&view, day)));
        vec![
            Part::new("seats", Place::Before, ring),
            Part::new("own", Place::Before, own),
            Part::new("votes", Place::Beside, votes),
        ]
    }

    fn remark(&self, _seen: Seen<'_>, frame: &Frame) -> Option<Html> {
        moments::remark(frame)
    }

    fn mark(&self, frame: &Frame) -> Option<Mark> {
        moments::mark(frame)
    }
}

fn seat(view: &View, seat: SeatId) -> El {
    let living = view.living.contains(seat);
    let death = view.deaths.iter().find(|death| death.seat == seat).map(|death| match death.cause {
        Cause::Night => format!("† night {}", death.day),
        Cause::Vote => format!("† vote {}", death.day),
    });
    let speaks = view.turn.is_some_and(|turn| turn.seat == seat);
    let own = view.own.as_ref().is_some_and(|own| own.seat == seat);
    let tags = [
        own.then(|| "you".to_owned()),
        speaks.then(|| "speaks".to_owned()),
        death,
        view.role(seat).filter(|_| !own || view.outcome.is_some()).map(|role| role.to_string()),
    ];
    el("li")
        .class(match (living, speaks) {
            (false, _) => "dead",
            (true, true) => "speaks",
            (true, false) => "",
        })
        .add(el("b").text(format!("{seat} {}", view.name(seat))))
        .add_all(tags.into_iter().flatten().map(|tag| el("span").class("tag").text(tag)))
}

/// What only this seat knows: covered until somebody opens it, because others may see this screen.
fn own_seat(view: &View, own: &Own) -> El {
    let findings = own.findings.iter().map(|found| {
        let is = if found.is_mafia { "is mafia" } else { "is not mafia" };
        el("li").text(format!("night {}: {} {is}", found.night, view.name(found.target)))
    });
    let choices = own.choices.iter().map(|choice| {
        el("li").text(format!("{} chose {}", view.name(choice.seat), view.name(choice.target)))
    });
    el("details")
        .class("secret")
        .add(el("summary").text("My seat (private)"))
        .add(el("p").text(format!("You are {}.", own.role)))
        .add(el("ul").add_all(findings).add_all(choices))
}

/// Who voted for whom: a table, and the same in words.
fn votes(view: &View, day: &Day) -> El {
    let mut targets: Vec<SeatId> = day.votes.iter().filter_map(|vote| vote.target_id).collect();
    targets.sort();
    targets.dedup();
    let head = targets.iter().map(|target| el("th").attr("scope", "col").text(view.name(*target)));
    let row = |vote: &Vote| {
        let mark = |target: &SeatId| {
            let is_so = vote.target_id == Some(*target);
            el("td").text(match (is_so, vote.changed) {
                (true, true) => "● changed",
                (true, false) => "●",
                (false, _) => "",
            })
        };
        let none = el("td").text(if vote.target_id.is_none() { "—" } else { "" });
        el("tr")
            .add(el("th").attr("scope", "row").text(view.name(vote.voter_id)))
            .add_all(targets.iter().map(mark))
            .add(none)
    };
    let words = |target: &SeatId| {
        let by = day.votes.iter().filter(|vote| vote.target_id == Some(*target));
        let names: Vec<&str> = by.map(|vote| view.name(vote.voter_id)).collect();
        format!("{} {} ({})", view.name(*target), names.len(), names.join(", "))
    };
    let caption: Vec<String> = targets.iter().map(words).collect();
    el("div")
        .class("scrolls")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", format!("Votes of day {}", day.number))
        .add(
            el("table")
                .class("votes")
                .add(el("caption").text(format!("Day {}: {}", day.number, caption.join("; "))))
                .add(el("thead").add(
                    el("tr").add(el("td")).add_all(head).add(el("th").attr("scope", "col").text("none")),
                ))
                .add(el("tbody").add_all(day.votes.iter().map(row))),
        )
}

fn ended(view: &View, outcome: &Outcome) -> El {
    let winners: Vec<&str> = outcome.winning_players.iter().map(|seat| view.name(seat)).collect();
    el("p").class("ended").text(format!(
        "The {} wins on day {}: {}. Seed {}.",
        outcome.winner,
        outcome.day_number,
        winners.join(", "),
        outcome.seed
    ))
}

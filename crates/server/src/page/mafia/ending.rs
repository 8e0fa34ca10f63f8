//! How a game ended: who won, who was what, what is worth telling, and where to go from here.

use protocol::SeatId;
use protocol::mafia::{Outcome, Role, Side, View, VoteReason};

use super::super::face::Seen;
use super::super::head;
use super::super::html::{El, el};
use super::votes::verdict_words;
use super::{a, listed};

/// The card; nothing before the end.
pub(super) fn card(seen: Seen<'_>, view: &View) -> El {
    let Some(outcome) = &view.outcome else { return el("div") };
    let (title, sign) = match outcome.winner {
        Side::Town => ("The town wins", "☀"),
        Side::Mafia => ("The mafia wins", "☾"),
    };
    let winners: Vec<&str> = outcome.winning_players.iter().map(|seat| view.name(seat)).collect();
    let minutes = outcome.duration_ms / 60_000;
    let took = if minutes > 1 { format!(", after {minutes} minutes") } else { String::new() };
    let own = view.own.as_ref().map(|own| match outcome.winning_players.contains(own.seat) {
        true => "You win with them.",
        false => "You lose with the others.",
    });
    el("section")
        .class("ending")
        .attr("aria-labelledby", "ending-title")
        .add(el("h2").id("ending-title").text(format!("{sign} {title}")))
        .add(el("p").text(format!("On day {}{took}: {}.", outcome.day_number, listed(&winners))))
        .add(own.map(|words| el("p").text(words)))
        .add(el("div").class("pair").add(roles(view, outcome)).add(highlights(view)))
        .add(seen.live.then(|| ways(seen, outcome)))
}

/// Where to go from here.
fn ways(seen: Seen<'_>, outcome: &Outcome) -> El {
    let id = seen.id;
    let link = |path: String, words: &str| el("a").class("button").attr("href", path).text(words);
    let export = |format: &str, words: &str| link(format!("/api/tables/{id}/export?format={format}"), words);
    el("div")
        .class("ways")
        .add(head::seed_button(outcome.chance()))
        .add(link(format!("/t/{id}/replay?as={}", seen.viewer), "Replay"))
        .add(seen.owns.then(|| link(format!("/new?from={id}"), "Same seats again")))
        .add(
            el("details").class("menu").id("export").add(el("summary").class("button").text("Export")).add(
                el("div")
                    .class("sheet")
                    .add(export("html", "A page to keep"))
                    .add(export("md", "Text to read"))
                    .add(export("jsonl", "Every record, for programs")),
            ),
        )
}

fn roles(view: &View, outcome: &Outcome) -> El {
    let of = |role: Role| {
        let is = |seat: &SeatId| outcome.roles.get(seat.index()) == Some(&role);
        let names: Vec<&str> =
            (0..view.seats.len()).map(SeatId::at).filter(is).map(|seat| view.name(seat)).collect();
        (!names.is_empty()).then(|| {
            el("tr")
                .add(el("th").attr("scope", "row").text(role.to_string()))
                .add(el("td").text(names.join(", ")))
        })
    };
    el("table")
        .class("roles")
        .add(el("caption").text("Roles"))
        .add(el("tbody").add_all(Role::ALL.into_iter().filter_map(of)))
}

/// What is worth telling of the game, as all saw it and now know it.
fn highlights(view: &View) -> El {
    let mut told = Vec::new();
    for day in &view.days {
        let at = day.number;
        if let Some(seat) = day.killed {
            let was = view.role(seat).map_or(String::new(), |role| format!(", {}", a(role)));
            told.push(format!("Night {at}: {} was killed{was}.", view.name(seat)));
        }
        if day.saved {
            told.push(format!("Night {at}: the doctor saved somebody."));
        }
        for said in &day.said {
            if let (Some(claim), Some(role)) = (said.claims, view.role(said.seat))
                && claim != role
            {
                told.push(format!(
                    "Day {at}: {} claimed to be {} and was {}.",
                    view.name(said.seat),
                    a(claim),
                    a(role)
                ));
            }
        }
        if let Some(verdict) = day.verdict {
            let (title, why) = verdict_words(view, day, verdict);
            let was = verdict.eliminated.and_then(|seat| Some((view.name(seat), view.role(seat)?)));
            let why = match (verdict.reason, was) {
                (VoteReason::Plurality, Some((name, role))) => format!("{name} was {}.", a(role)),
                _ => why,
            };
            told.push(format!("Day {at}: {title} {why}"));
        }
    }
    el("div")
        .class("highlights")
        .add(el("h3").text("What happened"))
        .add(el("ul").add_all(told.into_iter().map(|words| el("li").text(words.trim_end()))))
}

//! What stands last in a prompt: how things stand, and what is asked.

use std::collections::BTreeSet;

use crate::setup::Ballot;
use crate::view::{Cause, Day, Own, PhaseName, Role, Said, View};
use engine::{Ask, SeatId, SeatSet};

use super::quoted::{quoted, quoted_all};
use crate::ask::{Question, title};
use crate::limits::STANDING_BYTES_MAX;

/// The changing part of a prompt, a line for each thing.
pub(super) fn now(view: &View, ask: &Ask<Question>) -> String {
    let others = view.living.without(ask.seat);
    let target = |legal: SeatSet| {
        let all = if legal == others { " (all alive but you)" } else { "" };
        format!(", target{all}: {}", quoted_all(view.names(legal)))
    };
    let (legal, besides, answer) = match ask.question {
        Question::Night { legal, .. } => {
            let again = if view.again { "Your team does not agree: choose once more.\n" } else { "" };
            (Some(legal), again.to_owned(), format!("ChooseTarget{}.", target(legal)))
        }
        Question::Turn => {
            let turn = view.turn.map(|turn| format!("Turn {} of {} today.\n", turn.number, turn.of));
            let bid = if view.bids { "; bid: 0 to 4" } else { "" };
            let answer = format!("Say (accuse, vouch: anybody named above{bid}), or Pass.");
            (None, standing(view) + &turn.unwrap_or_default(), answer)
        }
        Question::Vote { legal } => {
            let besides = standing(view) + &votes(view, ask.seat);
            (Some(legal), besides, format!("CastVote{}; or Abstain.", target(legal)))
        }
    };
    // One list is enough where all others may be chosen.
    let named = (legal != Some(others)).then(|| quoted_all(view.names(others)));
    let alive = line("Alive: you,", named.into_iter());
    let own = view.own.as_ref().map(|own| private(view, own, ask.question)).unwrap_or_default();
    let title = title(view, ask);
    format!("\n# Now\n\n{alive}{}{own}{besides}You are asked: {title}\n{answer}\n", dead(view))
}

/// What there is of something, in a line; no line, if there is nothing.
fn line(label: &str, items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() { String::new() } else { format!("{label} {}.\n", items.join(", ")) }
}

/// A name, or another word where it is the seat's own.
fn name_or(own_word: &str, me: SeatId, view: &View, seat: SeatId) -> String {
    if seat == me { own_word.to_owned() } else { quoted(view.name(seat)) }
}

fn dead(view: &View) -> String {
    let dead = view.deaths.iter().map(|death| {
        let how = match death.cause {
            Cause::Night => "killed in night",
            Cause::Vote => "voted out on day",
        };
        let role = view.role(death.seat).map_or(String::new(), |role| format!(", {role}"));
        format!("{} ({how} {}{role})", quoted(view.name(death.seat)), death.day)
    });
    line("Dead:", dead)
}

/// What only this seat knows, by its role.
fn private(view: &View, own: &Own, question: Question) -> String {
    let known = match own.role {
        Role::Sheriff => {
            let found = own.findings.iter().map(|finding| {
                let not = if finding.is_mafia { "" } else { "not " };
                format!("{} is {not}mafia (night {})", quoted(view.name(finding.target)), finding.night)
            });
            line("You found:", found)
        }
        Role::Doctor => {
            let again = match question {
                Question::Night { .. } => ": not again tonight",
                Question::Turn | Question::Vote { .. } => "",
            };
            let last = own.protected_last.map(|last| name_or("yourself", own.seat, view, last) + again);
            line("Last night you protected", last.into_iter())
        }
        Role::Mafia | Role::Villager => String::new(),
    };
    let chosen = own.choices.iter().map(|choice| {
        let who = name_or("you", own.seat, view, choice.seat);
        format!("{who} chose {}", name_or("yourself", own.seat, view, choice.target))
    });
    known + &line("Chosen tonight:", chosen)
}

/// M22: what was marked and how it was voted on each day, a line a day, with seats by their numbers. Where it grows too long, the oldest
/// days are left out: all of it stands in the record.
fn standing(view: &View) -> String {
    let mut left = STANDING_BYTES_MAX;
    let mut days: Vec<String> = view.days.iter().rev().filter_map(|day| so_far(view, day)).collect();
    let fit = days.iter().take_while(|line| {
        let fits = line.len() <= left;
        left = left.saturating_sub(line.len());
        fits
    });
    days.truncate(fit.count());
    days.into_iter().rev().collect()
}

/// What a day has come to.
fn so_far(view: &View, day: &Day) -> Option<String> {
    let marks = |mark: fn(&Said) -> Option<SeatId>| {
        let of = |by: &Said| mark(by).map(|seat| (seat, by.seat));
        // Said twice is marked once.
        day.said.iter().filter_map(of).collect::<BTreeSet<(SeatId, SeatId)>>()
    };
    let claims = day.said.iter().filter_map(|said| said.claims.map(|role| (said.seat, role)));
    let claims = claims.collect::<BTreeSet<(SeatId, Role)>>().into_iter();
    let claims: Vec<String> =
        claims.map(|(seat, role)| format!("{seat} to be {}", role.with_article())).collect();
    // Of a vote that is open the tally says more.
    let is_open = view.phase == PhaseName::DayVoting && day.number == view.day;
    let votes = day.counted().into_iter().filter(|_| !is_open).map(|(target, votes)| {
        let target = target.map_or("nobody".to_owned(), |seat| seat.to_string());
        format!("{target} (by {})", numbers(votes.iter().map(|vote| vote.voter_id)))
    });
    let parts = [
        ("claimed", claims.join(", ")),
        ("accused", by_target(&marks(|said| said.accuses))),
        ("vouched for", by_target(&marks(|said| said.vouches))),
        ("voted against", votes.collect::<Vec<String>>().join(", ")),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(_, what)| !what.is_empty())
        .map(|(label, what)| format!("{label}: {what}"))
        .collect();
    (!parts.is_empty()).then(|| format!("Day {}, by seat: {}.\n", day.number, parts.join("; ")))
}

/// `4 (by 1, 2), 7 (by 3)`: of pairs of whom and who.
fn by_target(marks: &BTreeSet<(SeatId, SeatId)>) -> String {
    let targets: SeatSet = marks.iter().map(|(target, _)| *target).collect();
    let of = |target: SeatId| marks.iter().filter(move |(it, _)| *it == target).map(|(_, by)| *by);
    let each = targets.iter().map(|target| format!("{target} (by {})", numbers(of(target))));
    each.collect::<Vec<String>>().join(", ")
}

fn numbers(seats: impl Iterator<Item = SeatId>) -> String {
    seats.map(|seat| seat.to_string()).collect::<Vec<String>>().join(", ")
}

/// The votes so far, as far as the seat sees them (M19).
fn votes(view: &View, me: SeatId) -> String {
    let today = view.today().filter(|today| !today.votes.is_empty());
    let so_far = match (view.ballot, today) {
        (Ballot::Secret, _) => String::new(),
        (Ballot::Together | Ballot::Open, None) => "No votes yet.\n".to_owned(),
        (Ballot::Together | Ballot::Open, Some(today)) => {
            let each = today.counted().into_iter().map(|(target, votes)| {
                let target = target.map_or("nobody".to_owned(), |seat| name_or("you", me, view, seat));
                format!("{target} {} (by {})", votes.len(), numbers(votes.iter().map(|vote| vote.voter_id)))
            });
            line("Votes so far, by seat:", each)
        }
    };
    let own = today.and_then(|today| today.vote_of(me)).map(|vote| {
        let target = vote.target_id.map_or("nobody".to_owned(), |target| quoted(view.name(target)));
        if view.again {
            return format!("You voted against {target}, and the lead has changed since: vote once more, the same or not.\n");
        }
        format!("You voted against {target}, and may change it.\n")
    });
    so_far + &own.unwrap_or_default()
}

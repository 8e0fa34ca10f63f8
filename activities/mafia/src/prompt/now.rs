//! What stands last in a prompt: how things stand, and what is asked.

use crate::view::{Cause, Own, Role, View};
use engine::{Ask, SeatId, SeatSet};

use super::quoted::{quoted, quoted_all};
use crate::ask::{Question, title};

/// The changing part of a prompt, a line for each thing.
pub(super) fn now(view: &View, ask: &Ask<Question>) -> String {
    let others = view.living.without(ask.seat);
    let target = |legal: SeatSet| {
        let all = if legal == others { " (all alive but you)" } else { "" };
        format!(", target{all}: {}", quoted_all(view.names(legal)))
    };
    let (legal, besides, answer) = match ask.question {
        Question::Night { legal, .. } => {
            (Some(legal), String::new(), format!("ChooseTarget{}.", target(legal)))
        }
        Question::Turn => {
            let turn = view.turn.map(|turn| format!("Turn {} of {} today.\n", turn.number, turn.of));
            let answer = "Say (accuse, vouch: anybody named above), or Pass.".to_owned();
            (None, turn.unwrap_or_default(), answer)
        }
        Question::Vote { legal } => {
            (Some(legal), votes(view, ask.seat), format!("CastVote{}; or Abstain.", target(legal)))
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

fn votes(view: &View, me: SeatId) -> String {
    let votes = view.today().map_or(&[][..], |today| &today.votes);
    let count = |target: SeatId| votes.iter().filter(|vote| vote.target_id == Some(target)).count();
    let named = view.living.iter().filter(|target| count(*target) > 0);
    let tally = line(
        "Votes so far:",
        named.map(|target| format!("{} {}", name_or("you", me, view, target), count(target))),
    );
    let own = votes.iter().find(|vote| vote.voter_id == me).map(|vote| {
        let target = vote.target_id.map_or("nobody".to_owned(), |target| quoted(view.name(target)));
        format!("{target}, and may change it")
    });
    let own = line("You voted against", own.into_iter());
    if tally.is_empty() { format!("No votes yet.\n{own}") } else { tally + &own }
}

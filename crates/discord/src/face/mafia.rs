//! Mafia: the night that everybody answers under cover, whose turn it is to speak, and the vote that all see.

use protocol::mafia::{Day, PhaseName, View};
use protocol::{Scene, SeatSet};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Face, Open, Prompt, name_of};
use crate::ask;
use crate::asked::Press;
use crate::parts::{Look, button, menu, row};
use crate::place::Place;

/// How a game is shown.
pub(super) struct Mafia;

impl Face for Mafia {
    /// The votes as they were in the end.
    fn left_of(&self, scene: &Scene, key: &str) -> Option<String> {
        let view = View::deserialize(&scene.view).ok()?;
        let day = view.days.iter().find(|day| key == vote_key(day.number))?;
        Some(format!("⚖ **Day {} · the vote**\n{}", day.number, tally(&view, day)))
    }

    fn asked_by(&self) -> Option<&'static str> {
        Some("VOTE_CAST")
    }

    fn prompt(&self, place: &Place, scene: &Scene, open: &[Open], closes: Option<i64>) -> Option<Prompt> {
        let view = View::deserialize(&scene.view).ok()?;
        let ends = closes.map_or(String::new(), |at| format!(" Ends <t:{at}:R>."));
        let seat = || button(&Press::Seat.id(place.key), "My seat", Look::Main);
        let stays = view.phase == PhaseName::DayVoting;
        let (key, text, rows) = match view.phase {
            PhaseName::NightActions => {
                let text = format!("🌙 **Night {}** · everyone, open your seat.{ends}", view.day);
                (format!("night {}", view.day), text, vec![row(vec![seat()])])
            }
            PhaseName::DayVoting => {
                let text = format!(
                    "⚖ **Day {} · vote.** {} of {} are a majority.{ends}\n{}",
                    view.day,
                    view.majority,
                    view.living.len(),
                    view.today().map_or(String::new(), |day| tally(&view, day))
                );
                (vote_key(view.day), text, ballot(place, &view))
            }
            PhaseName::DayDiscussion => {
                let turn = view.turn?;
                let asked = open.iter().find(|open| open.ask.seat == turn.seat)?;
                let text = format!(
                    "🗣 **Day {}** · {}, it is your turn to speak ({} of {}).{ends}",
                    view.day,
                    name_of(&view.seats, turn.seat),
                    turn.number,
                    turn.of
                );
                (format!("turn {} {}", view.day, turn.number), text, ask::ways(place.key, &asked.ask).0)
            }
            PhaseName::Setup | PhaseName::MorningReveal | PhaseName::Resolution | PhaseName::End => {
                return None;
            }
        };
        Some(Prompt { key, body: json!({"content": text, "components": rows}), stays })
    }
}

fn vote_key(day: u8) -> String {
    format!("vote {day}")
}

/// Whoever lives can be voted against; that nobody votes against themselves is said when they try.
fn ballot(place: &Place, view: &View) -> Vec<Value> {
    let entries: Vec<(String, String)> =
        view.living.iter().map(|seat| (seat.number().to_string(), view.name(seat).to_owned())).collect();
    vec![
        row(vec![menu(&Press::Vote.id(place.key), "Vote for…", &entries, None)]),
        row(vec![button(&Press::Seat.id(place.key), "My seat", Look::Plain)]),
    ]
}

/// The votes of a day as they stand, most first.
fn tally(view: &View, day: &Day) -> String {
    let votes = day.votes.as_slice();
    let name = |seat| name_of(&view.seats, seat);
    let mut against: Vec<(usize, String)> = SeatSet::first(view.seats.len())
        .iter()
        .filter_map(|seat| {
            let voters: Vec<String> = votes
                .iter()
                .filter(|vote| vote.target_id == Some(seat))
                .map(|vote| name(vote.voter_id))
                .collect();
            let line = || {
                format!("{} {} {} · {}", name(seat), "▓".repeat(voters.len()), voters.len(), voters.join(" "))
            };
            (!voters.is_empty()).then(|| (voters.len(), line()))
        })
        .collect();
    against.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let mut lines: Vec<String> = against.into_iter().map(|(_, line)| line).collect();
    let abstained: Vec<String> =
        votes.iter().filter(|vote| vote.target_id.is_none()).map(|vote| name(vote.voter_id)).collect();
    if !abstained.is_empty() {
        lines.push(format!("for nobody: {}", abstained.join(" ")));
    }
    let not_yet: Vec<String> = view
        .living
        .iter()
        .filter(|seat| !votes.iter().any(|vote| vote.voter_id == *seat))
        .map(name)
        .collect();
    if !not_yet.is_empty() && day.verdict.is_none() {
        lines.push(format!("not yet: {}", not_yet.join(" ")));
    }
    lines.join("\n")
}

//! Mafia: who lives, what only a seat knows, and the vote that all see.

use protocol::mafia::{Cause, Day, PhaseName, Role, View};
use protocol::{OpenAsk, Scene, SeatSet};
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
    fn standing(&self, scene: &Scene) -> Vec<String> {
        let Ok(view) = View::deserialize(&scene.view) else { return Vec::new() };
        let mut lines = vec![phase(&view)];
        let alive: Vec<String> = view.living.iter().map(|seat| name_of(&view.seats, seat)).collect();
        lines.push(format!("**Alive {}** {}", alive.len(), alive.join(", ")));
        if !view.deaths.is_empty() {
            let dead: Vec<String> = view
                .deaths
                .iter()
                .map(|death| {
                    let how = match death.cause {
                        Cause::Night => "night",
                        Cause::Vote => "vote",
                    };
                    let role = view.role(death.seat).map_or(String::new(), |role| format!(", {role}"));
                    format!("{} ({how} {}{role})", name_of(&view.seats, death.seat), death.day)
                })
                .collect();
            lines.push(format!("**Dead {}** {}", dead.len(), dead.join(", ")));
        }
        if let Some(outcome) = &view.outcome {
            lines.push(format!("**The {} has won.**", outcome.winner));
        }
        lines
    }

    fn own(&self, scene: &Scene) -> Vec<String> {
        let Ok(view) = View::deserialize(&scene.view) else { return Vec::new() };
        let Some(own) = &view.own else { return Vec::new() };
        let team: Vec<String> = view
            .roles
            .iter()
            .filter(|known| known.seat != own.seat && known.role == Role::Mafia && own.role == Role::Mafia)
            .map(|known| name_of(&view.seats, known.seat))
            .collect();
        let known = match own.role {
            Role::Mafia if team.is_empty() => "You are alone.".to_owned(),
            Role::Mafia => format!("With you: {}.", team.join(", ")),
            Role::Doctor => match own.protected_last {
                Some(seat) => format!("Last night you stood guard at {}.", name_of(&view.seats, seat)),
                None => "You have stood guard nowhere yet.".to_owned(),
            },
            Role::Sheriff if own.findings.is_empty() => "You have looked into nobody yet.".to_owned(),
            Role::Sheriff => own
                .findings
                .iter()
                .map(|it| {
                    let what = if it.is_mafia { "mafia" } else { "not mafia" };
                    format!("Night {}: {} is {what}.", it.night, name_of(&view.seats, it.target))
                })
                .collect::<Vec<_>>()
                .join(" "),
            Role::Villager => "You know what all know.".to_owned(),
        };
        let alive = if view.living.contains(own.seat) { "You are alive." } else { "You are dead." };
        vec![format!("Your role: ||{}||", own.role), format!("||{known}||"), alive.to_owned()]
    }

    fn asks_openly(&self) -> bool {
        false
    }

    fn choice(&self, scene: &Scene, ask: &OpenAsk) -> Option<String> {
        let view = View::deserialize(&scene.view).ok()?;
        let own = view.own.as_ref()?;
        let chosen = own.choices.iter().find(|it| it.seat == own.seat).map(|it| it.target);
        let voted = view.today().and_then(|day| day.votes.iter().find(|it| it.voter_id == ask.seat));
        let seat = match view.phase {
            PhaseName::NightActions => chosen,
            _ => voted.and_then(|vote| vote.target_id),
        };
        seat.map(|seat| view.name(seat).to_owned())
    }

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

fn phase(view: &View) -> String {
    let day = view.day;
    match view.phase {
        PhaseName::Setup => "The roles are dealt.".to_owned(),
        PhaseName::NightActions => format!("🌙 Night {day}"),
        PhaseName::MorningReveal => format!("🌅 Morning {day}"),
        PhaseName::DayDiscussion => match view.turn {
            Some(turn) => format!("☀ Day {day} · Discussion · turn {}/{}", turn.number, turn.of),
            None => format!("☀ Day {day} · Discussion"),
        },
        PhaseName::DayVoting => format!("⚖ Day {day} · Vote"),
        PhaseName::Resolution => format!("⚖ Day {day} · Verdict"),
        PhaseName::End => "■ The game is over.".to_owned(),
    }
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

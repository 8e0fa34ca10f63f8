//! What can be asked for at any time: what has happened so far, as far as whoever asks was told.

use std::fmt::Write;

use crate::view::{Day, Own, PhaseName, View, Vote};
use engine::{Report, SeatId};
use kit::words::listed;

/// The reports there are.
pub(super) const REPORTS: &[Report] =
    &[Report { name: "recap", about: "who lives, who died of what, and how it was voted" }];

/// A report by its name.
pub(super) fn report(view: &View, name: &str) -> Option<String> {
    (name == "recap").then(|| recap(view))
}

fn recap(view: &View) -> String {
    let count = format!("{} of {} live", view.living.len(), view.seats.len());
    let mut text = format!("{}. {count}: {}.\n", standing(view), listed(view.names(view.living)));
    for day in view.days.iter() {
        night(&mut text, view, day);
        vote(&mut text, view, day);
    }
    match (&view.outcome, &view.own) {
        (Some(_), _) => roles(&mut text, view, "Who was what", |_| true),
        (None, Some(own)) => alone(&mut text, view, own),
        (None, None) => roles(&mut text, view, "For the host alone", |seat| view.living.contains(seat)),
    }
    text.trim_end().to_owned()
}

fn standing(view: &View) -> String {
    let day = view.day;
    match &view.outcome {
        Some(outcome) => format!("The {} won on day {}", outcome.winner, outcome.day_number),
        None => match view.phase {
            PhaseName::Setup => "Nothing has happened yet".to_owned(),
            PhaseName::NightActions => format!("Night {day}"),
            PhaseName::MorningReveal => format!("The morning of day {day}"),
            PhaseName::DayDiscussion => format!("Day {day}: the table talks"),
            PhaseName::DayVoting => format!("Day {day}: the table votes"),
            PhaseName::Resolution | PhaseName::End => format!("Day {day}, after the vote"),
        },
    }
}

fn night(text: &mut String, view: &View, day: &Day) {
    let _ = match day.killed {
        Some(seat) => {
            writeln!(text, "Night {}: {} was killed{}.", day.number, view.name(seat), known(view, seat))
        }
        None if day.saved => writeln!(
            text,
            "Night {}: nobody died; someone was attacked, and the doctor was there.",
            day.number
        ),
        // It is not over.
        None => Ok(()),
    };
}

/// Who voted against whom.
fn vote(text: &mut String, view: &View, day: &Day) {
    let by = |(target, votes): &(Option<SeatId>, Vec<Vote>)| {
        let voters = listed(votes.iter().map(|vote| view.name(vote.voter_id)));
        format!("{voters} against {}", view.name_or_nobody(*target))
    };
    let votes = match day.counted().as_slice() {
        [] => "no votes".to_owned(),
        counted => counted.iter().map(by).collect::<Vec<String>>().join("; "),
    };
    let _ = match day.verdict.map(|verdict| verdict.eliminated) {
        Some(Some(seat)) => {
            writeln!(text, "Day {}: {votes}. {} went{}.", day.number, view.name(seat), known(view, seat))
        }
        Some(None) => writeln!(text, "Day {}: {votes}. Nobody went.", day.number),
        None if day.votes.is_empty() => Ok(()),
        None => writeln!(text, "Day {}, so far: {votes}.", day.number),
    };
}

/// What a dead seat was, if the viewer knows.
fn known(view: &View, seat: SeatId) -> String {
    view.role(seat).map_or(String::new(), |role| format!(" ({})", role.word()))
}

/// What the viewer's own seat knows besides.
fn alone(text: &mut String, view: &View, own: &Own) {
    let team = view.team(own);
    let with = if team.is_empty() { String::new() } else { format!(", with {}", listed(view.names(team))) };
    let _ = writeln!(text, "For you alone: you are {}{with}.", own.role.with_article());
    for finding in &own.findings {
        let is = if finding.is_mafia { "is mafia" } else { "is not mafia" };
        let _ = writeln!(text, "You looked in night {}: {} {is}.", finding.night, view.name(finding.target));
    }
}

/// The roles that the viewer knows of some seats, if there are any.
fn roles(text: &mut String, view: &View, title: &str, of: impl Fn(SeatId) -> bool) {
    let known = view.roles.iter().filter(|it| of(it.seat));
    let known: Vec<String> = known.map(|it| format!("{} ({})", view.name(it.seat), it.role)).collect();
    if !known.is_empty() {
        let _ = writeln!(text, "{title}: {}.", listed(known));
    }
}

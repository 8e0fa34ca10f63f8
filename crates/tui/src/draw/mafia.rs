//! What is drawn for Mafia and for no other machine: the notes on the seats, the tally, the end.
//!
//! Nothing here names a role that not everybody knows. What a view holds besides is drawn in `private` alone.

use protocol::SeatId;
use protocol::mafia::{Cause, PhaseName, Role, Side, View};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::seats::Note;
use crate::screen::Screen;
use crate::text::{fit, width, wrap};

/// From this width on the tally says who voted.
const VOTERS_COLUMNS_MIN: usize = 20;

/// What is said of a seat.
pub(super) fn note(screen: &Screen, seat: SeatId) -> Option<Note> {
    let view = screen.mafia.as_ref()?;
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let note = |words: Vec<String>| Some(Note { words, style: Style::new(), gone: false });
    let role = known_to_all(view, seat);
    if let Some(death) = view.deaths.iter().find(|death| death.seat == seat) {
        let cause = match death.cause {
            Cause::Night => "night",
            Cause::Vote => "vote",
        };
        let dead = signs.dead;
        let words = match role {
            Some(role) => vec![format!("{dead} {cause} {}, {role}", death.day), format!("{dead} {role}")],
            None => vec![format!("{dead} {cause} {}", death.day)],
        };
        return Some(Note { words, style: theme.quiet(), gone: true });
    }
    if let Some(role) = role {
        return note(vec![format!("alive, {role}"), role.to_string()]);
    }
    let today = view.today();
    if view.phase == PhaseName::DayVoting {
        let vote = today.and_then(|day| day.votes.iter().find(|vote| vote.voter_id == seat));
        return match vote {
            Some(vote) => {
                let target = vote.target_id.map_or("nobody", |target| screen.name(target));
                let changed = if vote.changed { " again" } else { "" };
                let to = signs.to;
                note(vec![format!("{to} {target}{changed}"), format!("{to} {target}"), signs.done.to_owned()])
            }
            None => note(vec![format!("{} not yet", signs.more), signs.more.to_owned()]),
        };
    }
    if view.turn.is_some_and(|turn| turn.seat == seat) {
        let words = vec![format!("{} speaks", signs.speaking), signs.speaking.to_owned()];
        return Some(Note { words, style: theme.strong(), gone: false });
    }
    if view.phase == PhaseName::DayDiscussion
        && let Some(said) = today.and_then(|day| day.said.iter().find(|said| said.seat == seat))
    {
        let did = if said.passed { "passed" } else { "spoke" };
        return note(vec![format!("{} {did}", signs.done), signs.done.to_owned()]);
    }
    note(vec!["alive".to_owned()])
}

/// The role of a seat, if everybody knows it: voted out, or the game is over.
fn known_to_all(view: &View, seat: SeatId) -> Option<Role> {
    let voted_out = view.deaths.iter().any(|death| death.seat == seat && death.cause == Cause::Vote);
    match &view.outcome {
        Some(outcome) => outcome.roles.get(seat.index()).copied(),
        None => view.role(seat).filter(|_| voted_out),
    }
}

/// What stands below the phases.
pub(super) fn below(screen: &Screen, view: &View, columns: usize) -> Vec<Line<'static>> {
    let votes = view.today().is_some_and(|day| !day.votes.is_empty());
    match view.phase {
        PhaseName::DayVoting => tally(screen, view, columns),
        PhaseName::Resolution if votes => tally(screen, view, columns),
        PhaseName::Setup => Vec::new(),
        PhaseName::End => end(screen, view, columns),
        _ => vec![Line::from(Span::styled(
            fit(&format!("{} of {} alive", view.living.len(), view.seats.len()), columns, ""),
            screen.setup.theme.quiet(),
        ))],
    }
}

/// The votes as they stand, the most first.
fn tally(screen: &Screen, view: &View, columns: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let votes = view.today().map(|day| day.votes.as_slice()).unwrap_or_default();
    let living = view.living.len();
    let mut lines = vec![Line::from(Span::styled(
        fit(&format!("{} of {living} voted", votes.len()), columns, signs.more),
        theme.strong(),
    ))];
    lines.push(Line::from(Span::styled(
        fit(&format!("needs {} of {living}", view.majority), columns, signs.more),
        theme.quiet(),
    )));
    let mut counted: Vec<(Option<SeatId>, Vec<&str>)> = Vec::new();
    for vote in votes {
        let voter = screen.name(vote.voter_id);
        match counted.iter_mut().find(|(target, _)| *target == vote.target_id) {
            Some((_, voters)) => voters.push(voter),
            None => counted.push((vote.target_id, vec![voter])),
        }
    }
    // Nobody comes last, however many chose it.
    counted.sort_by_key(|(target, voters)| (target.is_none(), usize::MAX - voters.len(), *target));
    let named = |target: &Option<SeatId>| target.map_or("nobody", |seat| screen.name(seat)).to_owned();
    let column = counted.iter().map(|(target, _)| width(&named(target))).max().unwrap_or_default();
    let column = column.min(columns.saturating_sub(8));
    for (target, voters) in &counted {
        let name = fit(&named(target), column, signs.more);
        let gap = " ".repeat(column.saturating_sub(width(&name)) + 1);
        let room = columns.saturating_sub(column + 4);
        let bar = signs.bar.repeat(voters.len().min(room));
        lines.push(Line::from(vec![
            Span::raw(format!("{name}{gap}")),
            Span::styled(format!("{:>2} ", voters.len()), theme.strong()),
            Span::styled(bar, theme.quiet()),
        ]));
        if columns >= VOTERS_COLUMNS_MIN {
            let who = wrap(&voters.join(", "), columns - 2);
            lines.extend(who.into_iter().map(|part| Line::styled(format!("  {part}"), theme.quiet())));
        }
    }
    lines
}

fn end(screen: &Screen, view: &View, columns: usize) -> Vec<Line<'static>> {
    let Some(outcome) = &view.outcome else { return Vec::new() };
    let theme = &screen.setup.theme;
    let more = theme.signs().more;
    [
        (format!("{} wins", side(outcome.winner)), theme.strong()),
        (format!("on day {}", outcome.day_number), Style::new()),
        (format!("seed {}", outcome.chance()), theme.quiet()),
    ]
    .into_iter()
    .map(|(words, style)| Line::from(Span::styled(fit(&words, columns, more), style)))
    .collect()
}

/// How it ended, in one line.
pub(super) fn ending(screen: &Screen) -> Option<String> {
    let outcome = screen.mafia.as_ref()?.outcome.as_ref()?;
    let names: Vec<&str> = outcome.winning_players.iter().map(|seat| screen.name(seat)).collect();
    Some(format!(
        "{} WINS {} {}",
        side(outcome.winner).to_uppercase(),
        screen.setup.theme.signs().dot,
        names.join(", ")
    ))
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Town => "Town",
        Side::Mafia => "Mafia",
    }
}

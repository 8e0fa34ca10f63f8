//! What is drawn for a story and for no other machine: the sheet, the dice, the clocks.

mod clocks;
mod form;
mod sheet;

use protocol::clean_line;
use protocol::dm::{EndReason, Floor, Mood, View};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

pub(super) use form::{seal, stakes, title, ways};
pub(super) use sheet::sheet;

use crate::phases;
use crate::screen::{Pane, Screen};
use crate::text::{fit, wrap};

/// From this width on the phases have a pane beside the story.
const MACHINE_COLUMNS_MIN: u16 = 104;

/// The sheet, the story, and the machine where there is room for it: the story is what is read.
pub(super) fn split(panes: Rect) -> Vec<(Pane, Rect)> {
    let at = |x: u16, width: u16| Rect { x: panes.x + x, width, ..panes };
    let sheet = match panes.width {
        ..96 => 26,
        96..118 => 30,
        _ => 32,
    };
    if panes.width < MACHINE_COLUMNS_MIN {
        let story = panes.width - sheet - 1;
        return vec![(Pane::Seats, at(0, sheet)), (Pane::Talk, at(sheet + 1, story))];
    }
    let machine = 24;
    let story = panes.width - sheet - machine - 2;
    vec![
        (Pane::Seats, at(0, sheet)),
        (Pane::Talk, at(sheet + 1, story)),
        (Pane::Machine, at(sheet + story + 2, machine)),
    ]
}

/// What stands below the phases: who tells now, how the scene feels, and as many of the newest threads as there is room
/// for.
pub(super) fn below(screen: &Screen, view: &View, columns: usize, rows: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let mut lines = Vec::new();
    let card = screen.scene.as_ref().and_then(|scene| phases::card(screen.setup.phases, &scene.phase));
    if let Some(card) = card {
        let persona = wrap(card.persona, columns);
        lines.extend(persona.into_iter().map(|part| Line::styled(part, theme.quiet())));
    }
    if view.story.is_some() && view.outcome.is_none() {
        let style = &view.style;
        let air = format!("The air: {}; pressure {}", clean_line(&style.atmosphere), style.pressure);
        lines.push(Line::default());
        lines.extend(wrap(&air, columns).into_iter().map(Line::from));
    }
    for thread in view.threads.iter().rev() {
        let words = wrap(&format!("{}: {}", thread.tension, clean_line(&thread.hook)), columns);
        if lines.len() + 1 + words.len() > rows {
            break;
        }
        lines.push(Line::default());
        lines.extend(words.into_iter().map(|part| Line::styled(part, theme.quiet())));
    }
    lines
}

/// How it ended, in one line.
pub(super) fn ending(screen: &Screen) -> Option<String> {
    let outcome = screen.dm.as_ref()?.outcome.as_ref()?;
    let why = match outcome.reason {
        EndReason::Chosen => "THE EVENING IS OVER",
        EndReason::Retired => "NOBODY IS LEFT TO PLAY",
        EndReason::Limit => "THE LONGEST CAMPAIGN IS OVER",
    };
    let scenes =
        if outcome.scenes == 1 { "1 scene".to_owned() } else { format!("{} scenes", outcome.scenes) };
    let dot = screen.setup.theme.signs().dot;
    Some(format!("{why} {dot} {scenes}"))
}

/// For whom the table waits, while nothing is asked of this viewer.
pub(super) fn waiting(screen: &Screen) -> Option<String> {
    let view = screen.dm.as_ref()?;
    let more = screen.setup.theme.signs().more;
    let gm = screen.name(view.gm);
    let unmade = || {
        let open = view.party.iter().position(Option::is_none)?;
        Some(format!("{} makes a character{more}", screen.name(protocol::SeatId::at(open))))
    };
    let player = match &view.mood {
        Some(
            Mood::Scene { floor: Floor::Player(_), .. } | Mood::Aftermath { floor: Floor::Player(_), .. },
        ) => true,
        Some(Mood::Action { roll, .. }) => matches!(roll, protocol::dm::Roll::Offered { .. }),
        Some(Mood::Bargain { deals, .. }) => !deals.is_empty(),
        Some(Mood::Downtime { left, .. }) => left.iter().any(|days| *days > 0),
        Some(Mood::BetweenScenes { pause }) => !matches!(pause, protocol::dm::Pause::Summing),
        _ => false,
    };
    let whose = match player {
        true => Some(format!("{} is up{more}", name(screen, view, view.spotlight))),
        false => unmade(),
    };
    Some(whose.unwrap_or_else(|| format!("{gm} thinks{more}")))
}

/// What somebody is called in the story; the seat's name before there is a character.
fn name(screen: &Screen, view: &View, seat: protocol::SeatId) -> String {
    match view.party.get(seat.index()) {
        Some(Some(character)) => clean_line(&character.name),
        _ => screen.name(seat).to_owned(),
    }
}

/// A heading of a few lines.
fn heading(screen: &Screen, words: &str, columns: usize) -> Line<'static> {
    let theme = &screen.setup.theme;
    Line::from(Span::styled(fit(words, columns, theme.signs().more), theme.strong()))
}

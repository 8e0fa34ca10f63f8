//! The phases of the machine with the present one lit, and below them what the machine has to show.

use protocol::clean_line;
use ratatui::text::{Line, Span};

use super::{dm, mafia, tidying, tree};
use crate::phases;
use crate::screen::Screen;
use crate::text::{fit, width};

/// The phases, then the tally or the view.
pub(super) fn lines(screen: &Screen, columns: usize, rows: usize) -> Vec<Line<'static>> {
    let Some(scene) = &screen.scene else { return Vec::new() };
    let below = match (&screen.mafia, &screen.dm, &screen.tidying) {
        (Some(view), ..) => mafia::below(screen, view, columns),
        (None, Some(view), _) => {
            dm::below(screen, view, columns, rows.saturating_sub(screen.setup.phases.len() + 1))
        }
        (None, None, Some(view)) => tidying::below(screen, view, columns),
        (None, None, None) => tree::lines(screen, &scene.view, columns),
    };
    let cards = screen.setup.phases;
    let now = cards.iter().position(|card| card.name == scene.phase);
    // Where not everything fits, the neighbours of the present phase stay.
    let shown = match now {
        Some(now) if !below.is_empty() && cards.len() + below.len() + 1 > rows => {
            now.saturating_sub(1)..(now + 2).min(cards.len())
        }
        _ => 0..cards.len(),
    };
    let mut lines: Vec<Line<'static>> =
        shown.map(|index| phase(screen, index, Some(index) == now, columns)).collect();
    if now.is_none() {
        lines.push(Line::from(fit(&clean_line(&scene.phase), columns, screen.setup.theme.signs().more)));
    }
    if !below.is_empty() {
        lines.push(Line::default());
        lines.extend(below);
    }
    if lines.len() > rows {
        lines.truncate(rows.saturating_sub(1));
        lines.push(Line::from(screen.setup.theme.signs().more));
    }
    lines
}

fn phase(screen: &Screen, index: usize, is_now: bool, columns: usize) -> Line<'static> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let card = &screen.setup.phases[index];
    let mut words = phases::words(theme, card, card.title);
    // In ASCII a sign is a word of its own, and the list has no room for two.
    if theme.ascii {
        words = card.title.to_owned();
    }
    if !is_now {
        return Line::from(Span::styled(fit(&format!("  {words}"), columns, signs.more), theme.quiet()));
    }
    let words = fit(&format!("{} {words} ", signs.now), columns, signs.more);
    let pad = " ".repeat(columns.saturating_sub(width(&words)));
    Line::from(Span::styled(format!("{words}{pad}"), theme.lit(card)))
}

//! The phases of the machine with the present one lit, and below them panels of its board.

use protocol::board::Panel;
use protocol::clean_line;
use ratatui::text::{Line, Span};

use super::board::stack;
use crate::phases;
use crate::screen::Screen;
use crate::text::{fit, width, wrap};
use crate::told::typed;

/// The phases, then the panels. Where not everything fits, the neighbours of the present phase stay.
///
/// Gives those back that were not begun.
pub(super) fn lines<'a>(
    screen: &Screen,
    panels: &[&'a Panel],
    columns: usize,
    rows: usize,
) -> (Vec<Line<'static>>, Vec<&'a Panel>) {
    let theme = &screen.setup.theme;
    let cards = screen.setup.phases;
    let name = screen.scene.as_ref().map_or("", |scene| scene.phase.as_str());
    let now = cards.iter().position(|card| card.name == name);
    let mut headline = headline(screen, columns);
    let apart = headline.len() + usize::from(!headline.is_empty());
    let below = |phases: usize| stack(theme, panels, columns, rows.saturating_sub(phases + 1 + apart));
    let (shown, mut drawn) = match (below(cards.len()), now) {
        (drawn, Some(now)) if !drawn.whole || cards.len() > rows => {
            let near = now.saturating_sub(1)..(now + 2).min(cards.len());
            let mut drawn = below(near.len());
            if !drawn.whole {
                headline.clear();
                drawn = stack(theme, panels, columns, rows.saturating_sub(near.len() + 1));
            }
            (near, drawn)
        }
        (drawn, _) => (0..cards.len(), drawn),
    };
    let mut lines: Vec<Line<'static>> =
        shown.map(|index| phase(screen, index, Some(index) == now, columns)).collect();
    if now.is_none() {
        lines.push(Line::from(fit(&clean_line(name), columns, theme.signs().more)));
    }
    if !headline.is_empty() {
        lines.push(Line::default());
        lines.extend(headline.into_iter().map(|part| Line::styled(part, theme.quiet())));
    }
    if !drawn.lines.is_empty() {
        lines.push(Line::default());
        lines.append(&mut drawn.lines);
    }
    // Who speaks now is said where there is room to spare.
    let persona = now.map_or(Vec::new(), |now| wrap(cards[now].persona, columns));
    if !persona.concat().is_empty() && lines.len() + 1 + persona.len() <= rows {
        lines.push(Line::default());
        lines.extend(persona.into_iter().map(|part| Line::styled(part, theme.quiet())));
    }
    lines.truncate(rows);
    (lines, drawn.left)
}

/// Rows that all phases and the headline take.
pub(super) fn rows(screen: &Screen, columns: usize) -> usize {
    let headline = headline(screen, columns).len();
    screen.setup.phases.len() + 1 + headline + usize::from(headline > 0)
}

/// How it stands, in a few words.
fn headline(screen: &Screen, columns: usize) -> Vec<String> {
    let words = clean_line(screen.scene.as_ref().map_or("", |scene| &scene.board.headline));
    let words = if screen.setup.theme.ascii { typed(&words) } else { words };
    if words.is_empty() { Vec::new() } else { wrap(&words, columns) }
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

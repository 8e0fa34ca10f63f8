//! The title in the top line, and the states of the table in the line below the panes.

use protocol::clean_line;
use protocol::table::TableState;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::put;
use crate::clock::minutes;
use crate::phases;
use crate::says;
use crate::screen::Screen;
use crate::text::{fit_words, width};

/// So little is left that a clock has to be shown: milliseconds.
const NEAR_MS: u64 = 60_000;

/// What the table is called on the left; how it stands on the right.
pub(super) fn draw(screen: &Screen, at: Rect, buffer: &mut Buffer) {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let columns = usize::from(at.width);
    let right = status(screen, columns.saturating_sub(16));
    let right_width = Line::from(right.clone()).width();

    let title = screen.scene.as_ref().map_or("Parlor".to_owned(), |scene| clean_line(&scene.table.title));
    let room = columns.saturating_sub(right_width + 5);
    let title = format!(" {} ", fit_words(&title, room, signs.more));
    let fill = columns.saturating_sub(width(&title) + right_width + 2);
    // The joints of the dividers shine through: only words are written over the line.
    let left = Rect { width: u16::try_from(width(&title)).unwrap_or(at.width).min(at.width), ..at };
    put(&[Line::from(Span::styled(title, theme.strong()))], left, buffer);
    let x = at.x + left.width + u16::try_from(fill).unwrap_or_default();
    let end = Rect { x, width: at.right().saturating_sub(x + 1), ..at };
    put(&[Line::from([vec![Span::raw(" ")], right].concat())], end, buffer);
}

/// The table's state, the phase, the turn and the clock, as far as they fit.
fn status(screen: &Screen, columns: usize) -> Vec<Span<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let Some(scene) = &screen.scene else {
        return vec![Span::styled(says::TITLE_WAITS_FOR_THE_TABLE, theme.quiet())];
    };
    let state = scene.table.state.name().replace('_', " ");
    let mut parts = vec![(2, vec![Span::styled(state, theme.strong())]), (0, phase(screen))];
    // A clock of which nobody can have more is there so that nothing waits for ever: it hurries nobody before it must.
    let is_played_by = screen.setup.more_time.is_some();
    let is_near = screen.clock.left_ms(screen.now_ms).is_some_and(|left| left <= NEAR_MS);
    let is_shown = scene.outcome.is_none() && (is_played_by || is_near);
    if let Some(left) = screen.clock.left_ms(screen.now_ms).filter(|_| is_shown) {
        let clock = minutes(left);
        let span = match (screen.clock.running(), screen.clock.soon(screen.now_ms)) {
            (false, _) => Span::raw(format!("{} {clock}", signs.stopped)),
            (true, true) => Span::styled(format!("! {clock}"), theme.chosen()),
            (true, false) => Span::styled(clock, theme.strong()),
        };
        parts.push((1, vec![span]));
    }
    // What matters least goes first.
    let dot = format!(" {} ", signs.dot);
    let mut line;
    loop {
        line = Vec::new();
        for (index, (_, spans)) in parts.iter().enumerate() {
            if index > 0 {
                line.push(Span::raw(dot.clone()));
            }
            line.extend(spans.clone());
        }
        line.push(Span::raw(" "));
        let last = parts.iter().enumerate().max_by_key(|(_, (weight, _))| *weight).map(|(at, _)| at);
        match last {
            Some(at) if parts.len() > 1 && Line::from(line.clone()).width() > columns => parts.remove(at),
            _ => break line,
        };
    }
}

/// So much of the line a heading may take.
const PHASE_COLUMNS_MAX: usize = 28;

/// The phase in its colour, with its sign.
pub(super) fn phase(screen: &Screen) -> Vec<Span<'static>> {
    let theme = &screen.setup.theme;
    let Some(scene) = &screen.scene else { return Vec::new() };
    match phases::card(screen.setup.phases, &scene.phase) {
        Some(card) => {
            let heading = scene.heading.as_deref().map_or_else(|| card.title.to_owned(), clean_line);
            let words =
                fit_words(&phases::words(theme, card, &heading), PHASE_COLUMNS_MAX, theme.signs().more);
            vec![Span::styled(words, theme.phase(card))]
        }
        None => vec![Span::styled(clean_line(&scene.phase), theme.strong())],
    }
}

/// The states of the table, the present one marked.
pub(super) fn strip(screen: &Screen, at: Rect, buffer: &mut Buffer) {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let Some(scene) = &screen.scene else { return };
    let room = Rect { x: at.x + 1, width: at.width.saturating_sub(2), ..at };
    let flat = signs.lines[0];
    let mut spans = vec![Span::styled(says::TABLE, theme.strong())];
    for (index, state) in TableState::ALL.into_iter().enumerate() {
        if index > 0 {
            spans.push(Span::raw(flat));
        }
        spans.push(match state == scene.table.state {
            true => {
                let word = state.name().replace('_', " ");
                Span::styled(format!(" {} {word} ", signs.now), theme.chosen())
            }
            false => Span::styled(format!(" {} ", short(state)), theme.quiet()),
        });
    }
    let line = Line::from(spans);
    let wide = u16::try_from(line.width()).unwrap_or(u16::MAX);
    put(&[line], Rect { width: wide.min(room.width), ..room }, buffer);
}

fn short(state: TableState) -> &'static str {
    match state {
        TableState::Idle => says::TABLE_IDLE,
        TableState::SessionZero => says::TABLE_ZERO,
        TableState::Active => says::TABLE_ACTIVE,
        TableState::Paused => says::TABLE_PAUSED,
        TableState::Debrief => says::TABLE_DEBRIEF,
    }
}

//! The screen on a terminal: a frame of lines, three panes, and the bottom with the form and the line.
//!
//! With less room than [`WIDE`] there is one pane at a time; with less than [`LEAST`] only a word about it.

pub(crate) mod board;
mod bottom;
mod dice;
mod form;
mod help;
mod machine;
mod overlay;
mod private;
mod seats;
mod sides;
pub(crate) mod talk;
mod title;
mod told;
mod ways;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::says;
use crate::screen::{Pane, Screen};

/// From this size on, all panes are shown: columns and rows.
const WIDE: (u16, u16) = (80, 20);

/// Below this size nothing is of use.
const LEAST: (u16, u16) = (48, 14);

/// Rows that the panes keep, however long the form is.
const PANE_ROWS_MIN: u16 = 6;

/// Draws everything.
pub(crate) fn screen(screen: &Screen, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(screen, area, frame.buffer_mut());
    }
    let one_pane = area.width < WIDE.0 || area.height < WIDE.1;
    screen.one_pane.set(one_pane);
    let inner = Rect { x: area.x + 1, width: area.width - 2, ..area };
    let bottom_max = area.height - 3 - PANE_ROWS_MIN;
    let bottom = bottom::lines(screen, usize::from(inner.width), usize::from(bottom_max));
    let rows = u16::try_from(bottom.lines.len()).unwrap_or(u16::MAX).min(bottom_max);
    let line_at = area.height - 2 - rows;
    let panes = Rect { y: area.y + 1, height: line_at - 1, ..inner };

    let columns = if one_pane { vec![(screen.pane, panes)] } else { split(screen, panes) };
    let buffer = frame.buffer_mut();
    outline(screen, area, line_at, &columns, buffer);
    title::draw(screen, Rect { height: 1, ..inner }, buffer);
    title::strip(screen, Rect { y: line_at, height: 1, ..inner }, buffer);
    let mut sides = sides::sides(screen, &columns);
    for (pane, at) in &columns {
        head(screen, *pane, *at, (one_pane, sides.more), buffer);
        let lines = match pane {
            Pane::Seats => std::mem::take(&mut sides.seats),
            Pane::Machine => std::mem::take(&mut sides.machine),
            Pane::Talk => talk::lines(screen, usize::from(body(*at).width), usize::from(body(*at).height)),
        };
        put(&lines, body(*at), buffer);
    }
    let below = Rect { y: line_at + 1, height: rows, ..inner };
    put(&bottom.lines, below, buffer);
    if let Some((column, row)) = bottom.cursor.filter(|(_, row)| *row < rows) {
        frame.set_cursor_position(Position::new(below.x + column.min(below.width - 1), below.y + row));
    }
    if screen.is_revealed() {
        private::draw(screen, panes, frame.buffer_mut());
    }
    if screen.board {
        board::draw_whole(screen, area, frame.buffer_mut());
    }
    if screen.help {
        help::draw(screen, area, frame.buffer_mut());
    }
}

/// From this width on there are three panes, however few the seats are.
const MACHINE_COLUMNS_MIN: u16 = 104;

/// A table of so few leaves room for the panels below its seats.
const SEATS_FEW: usize = 7;

/// Seats, talk and machine side by side; the last only where there is room for it, or none below the seats. The talk gets
/// whatever the others do not need.
fn split(screen: &Screen, panes: Rect) -> Vec<(Pane, Rect)> {
    let at = |x: u16, width: u16| Rect { x: panes.x + x, width, ..panes };
    let is_few = screen.names.len() <= SEATS_FEW;
    if is_few && panes.width < MACHINE_COLUMNS_MIN {
        let seats = if panes.width < 96 { 28 } else { 32 };
        return vec![(Pane::Seats, at(0, seats)), (Pane::Talk, at(seats + 1, panes.width - seats - 1))];
    }
    let (seats, machine) = match panes.width {
        ..96 => (25, 18),
        96..118 => (28, 24),
        _ => (32, 28),
    };
    let talk = panes.width - seats - machine - 2;
    vec![
        (Pane::Seats, at(0, seats)),
        (Pane::Talk, at(seats + 1, talk)),
        (Pane::Machine, at(seats + talk + 2, machine)),
    ]
}

/// What is below the head of a pane.
fn body(at: Rect) -> Rect {
    Rect { x: at.x + 1, y: at.y + 1, width: at.width.saturating_sub(2), height: at.height.saturating_sub(1) }
}

/// What stands over a pane; over the only one, all that there are.
fn head(screen: &Screen, pane: Pane, at: Rect, (one_pane, more): (bool, bool), buffer: &mut Buffer) {
    let theme = &screen.setup.theme;
    let mut head = vec![Span::raw(" ")];
    if one_pane {
        for other in Pane::ALL {
            let style = if other == pane { theme.chosen() } else { theme.quiet() };
            head.push(Span::styled(format!(" {} ", other.title()), style));
        }
        head.push(Span::styled(says::TAB_TURNS, theme.quiet()));
    } else {
        head.push(Span::styled(pane.title(), theme.strong()));
    }
    if more && pane != Pane::Talk && (one_pane || pane == Pane::Seats) {
        head.push(Span::styled(says::ctrl_b_more(theme.signs().dot), theme.quiet()));
    }
    if pane == Pane::Talk && screen.talk.unread() > 0 {
        let note = says::new_end(theme.signs().dot, screen.talk.unread());
        head.push(Span::styled(note, theme.strong()));
    }
    put(&[Line::from(head)], at, buffer);
}

/// The lines round and between the panes.
fn outline(screen: &Screen, area: Rect, line_at: u16, panes: &[(Pane, Rect)], buffer: &mut Buffer) {
    let signs = screen.setup.theme.signs();
    let [flat, upright] = signs.lines;
    let right = area.right() - 1;
    let dividers: Vec<u16> = panes.iter().skip(1).map(|(_, at)| at.x - 1).collect();
    let row = |buffer: &mut Buffer, y: u16, left: &str, joint: &str, end: &str| {
        for x in area.left()..area.right() {
            let sign = match x {
                x if x == area.left() => left,
                x if x == right => end,
                x if dividers.contains(&x) => joint,
                _ => flat,
            };
            set(buffer, x, y, sign);
        }
    };
    row(buffer, area.top(), signs.top[0], signs.top[1], signs.top[2]);
    row(buffer, line_at, signs.middle[0], signs.middle[1], signs.middle[2]);
    row(buffer, area.bottom() - 1, signs.bottom[0], flat, signs.bottom[1]);
    for y in area.top() + 1..area.bottom() - 1 {
        if y != line_at {
            set(buffer, area.left(), y, upright);
            set(buffer, right, y, upright);
        }
        if y < line_at {
            dividers.iter().for_each(|&x| set(buffer, x, y, upright));
        }
    }
}

fn too_small(screen: &Screen, area: Rect, buffer: &mut Buffer) {
    let (columns, rows) = LEAST;
    let x = if screen.setup.theme.ascii { "x" } else { "×" };
    let words = says::parlor_needs_characters_of_room(columns, x, rows, area.width, area.height);
    let mut lines = vec![Line::from(title::phase(screen)), Line::default()];
    let wrapped = crate::text::wrap(&words, usize::from(area.width));
    lines.extend(wrapped.into_iter().map(Line::from));
    put(&lines, area, buffer);
}

/// Writes lines from the top of a rectangle; what is over is left out.
fn put(lines: &[Line<'_>], at: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.iter().zip(at.top()..at.bottom()) {
        line.render(Rect { y, height: 1, ..at }, buffer);
    }
}

fn set(buffer: &mut Buffer, x: u16, y: u16, sign: &str) {
    if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
        cell.set_symbol(sign).set_style(Style::reset());
    }
}

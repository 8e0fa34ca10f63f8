//! A box over the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

use super::{put, set};
use crate::says;
use crate::screen::Screen;
use crate::text::{fit, width};

/// Draws a box with more lines than there may be room for, from the row to which somebody has read.
pub(super) fn draw_read(
    screen: &Screen,
    title: &str,
    lines: Vec<Line<'static>>,
    at: Rect,
    buffer: &mut Buffer,
) {
    let rows = usize::from(at.height.saturating_sub(2));
    let first = screen.row.get().min(lines.len().saturating_sub(rows));
    screen.row.set(first);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).collect();
    let more = if shown.len() > rows { says::PGDN_GOES_ON } else { "" };
    let title = says::esc_closes(title, screen.setup.theme.signs().dot, more);
    draw(screen, &title, &shown, at, buffer);
}

/// Draws a box in the middle of `at`, as large as its lines need and as there is room.
pub(super) fn draw(screen: &Screen, title: &str, lines: &[Line<'_>], at: Rect, buffer: &mut Buffer) {
    let signs = screen.setup.theme.signs();
    let widest = lines.iter().map(Line::width).chain([width(title) + 2]).max().unwrap_or_default();
    let wide = u16::try_from(widest + 4).unwrap_or(u16::MAX).min(at.width);
    let high = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(at.height);
    if wide < 5 || high < 3 {
        return;
    }
    let over =
        Rect { x: at.x + (at.width - wide) / 2, y: at.y + (at.height - high) / 2, width: wide, height: high };
    Clear.render(over, buffer);
    let (right, bottom) = (over.right() - 1, over.bottom() - 1);
    for x in over.left()..over.right() {
        set(buffer, x, over.top(), signs.lines[0]);
        set(buffer, x, bottom, signs.lines[0]);
    }
    for y in over.top()..over.bottom() {
        set(buffer, over.left(), y, signs.lines[1]);
        set(buffer, right, y, signs.lines[1]);
    }
    set(buffer, over.left(), over.top(), signs.top[0]);
    set(buffer, right, over.top(), signs.top[2]);
    set(buffer, over.left(), bottom, signs.bottom[0]);
    set(buffer, right, bottom, signs.bottom[1]);
    let title = format!(" {} ", fit(title, usize::from(wide.saturating_sub(4)), signs.more));
    let head = Rect {
        x: over.x + 1,
        width: u16::try_from(width(&title)).unwrap_or(wide).min(wide - 2),
        height: 1,
        ..over
    };
    put(&[Line::styled(title, screen.setup.theme.strong())], head, buffer);
    put(lines, Rect { x: over.x + 2, y: over.y + 1, width: wide - 4, height: high - 2 }, buffer);
}

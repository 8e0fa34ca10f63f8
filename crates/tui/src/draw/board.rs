//! Boards: the panels of any activity, one below the other.
//!
//! What is covered is drawn nowhere but in `private`, while its key is held.

mod bodies;
mod piles;

use protocol::SeatId;
use protocol::board::{Board, Body, Panel, Rank};
use ratatui::text::Line;

use self::bodies::{Lines, Pen};
use super::overlay;
use crate::says;
use crate::screen::Screen;
use crate::text::wrap;
use crate::theme::Theme;

/// Rows below which a panel is not begun: its title, and two lines of it.
const PANEL_ROWS_MIN: usize = 3;

/// Rows below which a card is only named.
const CARD_ROWS_MIN: usize = 6;

/// Columns of the whole board at most: longer lines are hard to follow.
const COLUMNS_MAX: usize = 76;

/// The panels that all may see and that stand open: how it ended, once it has; until then what stands over the talk, what
/// stands beside it, and last what is of another seat than the viewer's own.
pub(super) fn open(board: &Board, own: Option<SeatId>) -> Vec<&Panel> {
    let is_shown = |panel: &&Panel| is_open(panel) && panel.rank != Rank::Folded;
    let ending: Vec<&Panel> =
        board.ending.iter().flat_map(|ending| &ending.panels).filter(is_shown).collect();
    if !ending.is_empty() {
        return ending;
    }
    let of_rank = |rank: Rank| board.panels.iter().filter(move |panel| panel.rank == rank);
    let mut open: Vec<&Panel> = of_rank(Rank::Over).chain(of_rank(Rank::Beside)).filter(is_open).collect();
    open.sort_by_key(|panel| own.zip(whose(panel)).is_some_and(|(own, seat)| own.number() != seat));
    open
}

/// The number of the seat that a panel is of, if its name ends in one: `sheet-2`.
fn whose(panel: &Panel) -> Option<u8> {
    panel.id.rsplit_once('-').and_then(|(_, number)| number.parse().ok())
}

fn is_open(panel: &&Panel) -> bool {
    !panel.covered && !panel.body.is_empty()
}

/// Is anything to be seen that does not stand open?
pub(super) fn has_folded(board: &Board) -> bool {
    every(board).len() > open(board, None).len()
}

/// All that may be seen on a screen that others see too.
fn every(board: &Board) -> Vec<&Panel> {
    let ending = board.ending.iter().flat_map(|ending| &ending.panels);
    let mut every: Vec<&Panel> = ending.chain(&board.panels).filter(is_open).collect();
    every.sort_by_key(|panel| panel.rank == Rank::Folded);
    every
}

/// Panels one below the other.
pub(super) struct Stack<'a> {
    pub(super) lines: Lines,
    /// Those that were not begun.
    pub(super) left: Vec<&'a Panel>,
    /// Is all of them there, with room between them?
    pub(super) whole: bool,
    /// Was one begun that could not be ended?
    pub(super) cut: bool,
}

/// Rows of a panel where there is room for all of it.
pub(super) fn tall(theme: &Theme, panel: &Panel, columns: usize) -> usize {
    block(Pen { theme, columns, roomy: true }, panel, usize::MAX).len()
}

/// Panels in so many rows. Where there are too few, blank lines go first; then figures go before words, which the talk has
/// besides, and what is furthest down is left.
pub(super) fn stack<'a>(theme: &Theme, panels: &[&'a Panel], columns: usize, rows: usize) -> Stack<'a> {
    let roomy = Pen { theme, columns, roomy: true };
    let mut lines: Lines = Vec::new();
    let fits = panels.iter().all(|panel| {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(block(roomy, panel, usize::MAX));
        lines.len() <= rows
    });
    if fits {
        return Stack { lines, left: Vec::new(), whole: true, cut: false };
    }
    let compact = Pen { roomy: false, ..roomy };
    let mut panels = panels.to_vec();
    panels.sort_by_key(|panel| !is_figures(&panel.body));
    let mut stack = Stack { lines: Vec::new(), left: Vec::new(), whole: false, cut: false };
    for (index, panel) in panels.iter().enumerate() {
        let room = rows.saturating_sub(stack.lines.len());
        // Words leave room for those that come after them.
        let share = match is_figures(&panel.body) || index + 1 == panels.len() {
            true => room,
            false => (room / 2).max(PANEL_ROWS_MIN),
        };
        let needs = || block(compact, panel, PANEL_ROWS_MIN).len();
        if !stack.left.is_empty() || room < PANEL_ROWS_MIN && room < needs() {
            stack.left.push(panel);
        } else {
            let lines = block(compact, panel, share.min(room));
            stack.cut |= lines.len() < block(compact, panel, usize::MAX).len();
            stack.lines.extend(lines);
        }
    }
    stack
}

/// Is it read at a glance?
fn is_figures(body: &Body) -> bool {
    match body {
        Body::Meters(_) | Body::Dials(_) | Body::Dice(_) | Body::Matrix(_) | Body::Piles(_) => true,
        Body::Facts(_) | Body::Card(_) | Body::Pictures(_) | Body::List(_) | Body::Text(_) => false,
    }
}

/// A panel: its title, and what is in it.
fn block(pen: Pen<'_>, panel: &Panel, rows: usize) -> Lines {
    let title = pen.words(&panel.title);
    // Where there is little room, clocks are known by their signs.
    let is_titled = !title.is_empty() && (pen.roomy || !matches!(panel.body, Body::Dials(_)));
    let title_lines = wrap(&title, pen.columns).into_iter().filter(|_| is_titled);
    let mut lines: Lines = title_lines.map(|part| Line::styled(part, pen.theme.strong())).collect();
    if let (Body::Card(leaf), true) = (&panel.body, rows < CARD_ROWS_MIN) {
        return bodies::short_leaf(pen, leaf, &panel.title);
    }
    let body = bodies::lines(pen, &panel.body, rows.saturating_sub(lines.len()).max(1));
    // What the title says already is said once.
    let is_said = |line: &Line<'_>| {
        title == line.to_string()
            || matches!(panel.body, Body::Pictures(_)) && title.contains(&line.to_string())
    };
    let is_said = !lines.is_empty() && body.first().is_some_and(is_said);
    lines.extend(body.into_iter().skip(usize::from(is_said)));
    lines
}

/// Panels under a cover, for the one who has lifted it.
pub(crate) fn covered(theme: &Theme, board: &Board, columns: usize) -> Lines {
    let ending = board.ending.iter().flat_map(|ending| &ending.panels);
    let panels: Vec<&Panel> = board.panels.iter().chain(ending).filter(|panel| panel.covered).collect();
    stack(theme, &panels, columns, usize::MAX).lines
}

/// All of the board in so many columns.
pub(crate) fn whole(theme: &Theme, board: &Board, columns: usize) -> Lines {
    stack(theme, &every(board), columns, usize::MAX).lines
}

/// Draws all of it over the screen, from the row to which somebody has read.
pub(super) fn draw_whole(screen: &Screen, at: ratatui::layout::Rect, buffer: &mut ratatui::buffer::Buffer) {
    let Some(scene) = &screen.scene else { return };
    let theme = &screen.setup.theme;
    let columns = usize::from(at.width.saturating_sub(4)).min(COLUMNS_MAX);
    let lines = whole(theme, &scene.board, columns);
    let pen = Pen { theme, columns, roomy: true };
    let headline = pen.words(&scene.board.headline);
    let title = if headline.is_empty() { says::HOW_THINGS_STAND.to_owned() } else { headline };
    overlay::draw_read(screen, &title, lines, at, buffer);
}

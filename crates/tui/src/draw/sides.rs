//! What stands beside the talk: the seats on its left, the phases on its right, and below them the panels of the board.
//!
//! What stands over the talk on a page goes below the seats, the rest below the phases. Where the phases have no pane, all of
//! it goes below the seats; and what has no room on the right goes to the left, if there is some.

use protocol::board::{Panel, Rank};
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::board::{self, open, stack};
use super::{dice, machine, seats};
use crate::screen::{Pane, Screen};

/// The panel of the thing in hand. Whoever is asked about it has it on the form, with its choices.
const HAND: &str = "hand";

/// Where there is little room, seats that take no more than this part of it keep all their notes.
const SEATS_PART: usize = 4;

/// The lines of both sides.
#[derive(Default)]
pub(super) struct Sides {
    pub(super) seats: Vec<Line<'static>>,
    pub(super) machine: Vec<Line<'static>>,
    /// Is there a panel that neither side has room for, or for no more than a part of it?
    pub(super) more: bool,
}

/// Draws them for the panes that there are.
pub(super) fn sides(screen: &Screen, panes: &[(Pane, Rect)]) -> Sides {
    let Some(scene) = &screen.scene else { return Sides::default() };
    let size = |pane: Pane| {
        let (_, at) = panes.iter().find(|(here, _)| *here == pane)?;
        let body = super::body(*at);
        Some((usize::from(body.width), usize::from(body.height)))
    };
    let both = panes.len() == 1 || size(Pane::Machine).is_some();
    let form = screen.open_form().filter(|form| !form.ask.answered);
    let in_form = |panel: &Panel| match form {
        Some(form) => panel.id == HAND || panel.id == dice::PANEL && dice::offered(screen, form).is_some(),
        None => false,
    };
    let panels = open(&scene.board, screen.seat()).into_iter().filter(|panel| !in_form(panel));
    let (mut left, mut right): (Vec<&Panel>, Vec<&Panel>) =
        panels.partition(|panel| !both || panel.rank == Rank::Over);
    if let (Some(on_left), Some(on_right)) = (size(Pane::Seats), size(Pane::Machine)) {
        balance(screen, (&mut left, on_left), (&mut right, on_right));
    }
    let mut sides = Sides::default();
    if let Some((columns, rows)) = size(Pane::Machine) {
        let (lines, unseen) = machine::lines(screen, &right, columns, rows);
        sides.machine = lines;
        sides.more = !unseen.is_empty();
        left.extend(unseen);
    }
    if let Some((columns, rows)) = size(Pane::Seats) {
        (sides.seats, sides.more) = below_seats(screen, &left, columns, rows);
    }
    sides
}

type Size = (usize, usize);

/// Moves panels from the right to the left, the last first, as long as the right has no room for them and the left has.
fn balance<'a>(
    screen: &Screen,
    (left, on_left): (&mut Vec<&'a Panel>, Size),
    (right, (columns, rows)): (&mut Vec<&'a Panel>, Size),
) {
    let theme = &screen.setup.theme;
    let tall = |panels: &[&Panel], columns: usize| -> usize {
        panels.iter().map(|panel| board::tall(theme, panel, columns) + 1).sum()
    };
    let seats = seats::lines(screen, on_left.0, on_left.1, true).len();
    let mut on_left_free = on_left.1.saturating_sub(seats + tall(left, on_left.0));
    let mut over = (tall(right, columns) + machine::rows(screen, columns)).saturating_sub(rows + 1);
    let at = left.len();
    while let Some(panel) = right.pop_if(|_| over > 0) {
        let needs = tall(&[panel], on_left.0);
        if needs > on_left_free {
            return right.push(panel);
        }
        on_left_free -= needs;
        over = over.saturating_sub(tall(&[panel], columns));
        left.insert(at, panel);
    }
}

/// The seats, and below them panels: a line a seat, where there is no room for more. Says whether a panel was left out or cut.
fn below_seats(
    screen: &Screen,
    panels: &[&Panel],
    columns: usize,
    rows: usize,
) -> (Vec<Line<'static>>, bool) {
    let theme = &screen.setup.theme;
    let below = |lines: &[Line<'static>]| stack(theme, panels, columns, rows.saturating_sub(lines.len() + 1));
    let mut lines = seats::lines(screen, columns, rows, true);
    let mut drawn = below(&lines);
    if !drawn.whole && lines.len() * SEATS_PART > rows {
        lines = seats::lines(screen, columns, rows, false);
        drawn = below(&lines);
    }
    if !drawn.lines.is_empty() {
        lines.push(Line::default());
        lines.extend(drawn.lines);
    }
    (lines, drawn.cut || !drawn.left.is_empty())
}

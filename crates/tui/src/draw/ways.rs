//! The ways to answer: short ones in columns, sentences one below the other, and those with a letter in a row.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::dice;
use crate::form::{Answering, Way};
use crate::screen::Screen;
use crate::text::{fit, fit_words, width, wrap};

/// From this width on the labels are sentences, and stand one below the other.
const SENTENCE_COLUMNS: usize = 24;

/// Rows that one way may take where there is room.
const WAY_ROWS_MAX: usize = 3;

/// Between two ways on one row.
const GAP: &str = "   ";

/// A way as it is shown: where it stands in the form, and what it is called.
struct Shown<'a> {
    index: usize,
    way: &'a Way,
}

/// The ways to answer: those by number first, then those by letter. Words need no way: they are typed.
pub(super) fn ways(screen: &Screen, form: &Answering, columns: usize, rows_max: usize) -> Vec<Line<'static>> {
    if screen.is_blind() {
        return Vec::new();
    }
    let (lettered, numbered): (Vec<Shown<'_>>, Vec<Shown<'_>>) =
        shown(form).into_iter().partition(|it| it.way.key.starts_with(char::is_alphabetic));
    let below = flowing(screen, form, &lettered, columns);
    let room = rows_max.saturating_sub(below.len()).max(1);
    let widest = numbered.iter().map(|it| width(&it.way.label)).max().unwrap_or_default();
    let mut lines = match dice::offered(screen, form) {
        _ if numbered.is_empty() => Vec::new(),
        // Where there is little room, all of them flow.
        None if !lettered.is_empty() && numbered.len() + below.len() > rows_max => {
            screen.way_rows.set(1);
            flowing(screen, form, &numbered, columns)
        }
        Some(dice) => {
            screen.way_rows.set(numbered.len());
            let row = |it: &Shown<'_>| dice::row(screen, form, it.index, &dice, columns);
            kept(screen, numbered.iter().map(row).collect(), picked_at(form, &numbered), columns, room)
        }
        None if widest > SENTENCE_COLUMNS => {
            screen.way_rows.set(numbered.len());
            let row = |it: &Shown<'_>| wrapped(screen, form, it, columns);
            kept(screen, numbered.iter().map(row).collect(), picked_at(form, &numbered), columns, room)
        }
        None => grid(screen, form, &numbered, columns, room),
    };
    lines.extend(below);
    lines.truncate(rows_max);
    lines
}

/// The ways that are worth a place: not the one that says what the line is for, unless there is nothing but it to say; and
/// none twice.
fn shown(form: &Answering) -> Vec<Shown<'_>> {
    let has_choices = form.ways.iter().any(|way| way.choice.is_some());
    let is_alone = form.ways.len() == 1;
    let is_twice = |way: &Way| {
        way.choice.is_none() && form.ways.iter().any(|it| it.choice.is_some() && it.label == way.label)
    };
    let is_shown = |index: usize, way: &Way| {
        let is_said = form.is_by_words(way) && (has_choices || is_alone);
        form.picked == Some(index) || !(is_said || is_twice(way) || way.key.is_empty())
    };
    let ways = form.ways.iter().enumerate().filter(|(index, way)| is_shown(*index, way));
    ways.map(|(index, way)| Shown { index, way }).collect()
}

fn picked_at(form: &Answering, shown: &[Shown<'_>]) -> usize {
    shown.iter().position(|it| form.picked == Some(it.index)).unwrap_or(0)
}

/// The mark and the number of a way, and the style of all of it.
pub(super) fn lead(screen: &Screen, form: &Answering, index: usize) -> (String, Style) {
    let (theme, way) = (&screen.setup.theme, &form.ways[index]);
    let signs = theme.signs();
    // At night the answer is as secret as the question.
    let sent = form.is_sent(way) && !screen.is_covered();
    let (mark, style) = match (form.picked == Some(index), sent) {
        (true, _) => (signs.now, theme.chosen()),
        (false, true) => (signs.done, theme.strong()),
        (false, false) => (" ", Style::new()),
    };
    (format!("{mark}{:>2} ", way.key), style)
}

/// Short ways in columns, read downwards.
fn grid(
    screen: &Screen,
    form: &Answering,
    ways: &[Shown<'_>],
    columns: usize,
    rows_max: usize,
) -> Vec<Line<'static>> {
    let signs = screen.setup.theme.signs();
    let widest = ways.iter().map(|it| width(&it.way.label)).max().unwrap_or_default();
    let cell = (widest + 6).clamp(8, columns.max(8));
    let across = (columns / cell).clamp(1, ways.len().max(1));
    let rows = ways.len().div_ceil(across).max(1);
    screen.way_rows.set(rows);
    // The row of the pick stays in sight.
    let at = picked_at(form, ways) % rows;
    let first = at.saturating_sub(rows_max.saturating_sub(1)).min(rows.saturating_sub(rows_max));
    let mut lines = Vec::new();
    for row in (first..rows).take(rows_max) {
        let mut spans = Vec::new();
        for it in ways.iter().skip(row).step_by(rows) {
            let (lead, style) = lead(screen, form, it.index);
            let words = fit(&format!("{lead}{}", it.way.label), cell.saturating_sub(1), signs.more);
            let pad = " ".repeat(cell.saturating_sub(width(&words)));
            spans.push(Span::styled(format!("{words}{pad}"), style));
        }
        let hidden = row + 1 == first + rows_max && row + 1 < rows || row == first && first > 0;
        if hidden && let Some(last) = spans.last_mut() {
            let words = fit(&last.content, cell.saturating_sub(3), signs.more);
            *last = Span::styled(format!("{words} {}", signs.more), last.style);
        }
        lines.push(Line::from(spans));
    }
    lines
}

/// A way whose words may need more than one row.
fn wrapped(screen: &Screen, form: &Answering, it: &Shown<'_>, columns: usize) -> Vec<Line<'static>> {
    let (lead, style) = lead(screen, form, it.index);
    let indent = width(&lead);
    let row = |(index, part): (usize, String)| match index {
        0 => Line::styled(format!("{lead}{part}"), style),
        _ => Line::styled(format!("{}{part}", " ".repeat(indent)), style),
    };
    wrap(&it.way.label, columns.saturating_sub(indent)).into_iter().enumerate().map(row).collect()
}

/// Ways of several rows each in so many rows. Where there is no room for whole sentences, each way keeps its first line; the
/// picked one stays in sight.
fn kept(
    screen: &Screen,
    mut rows: Vec<Vec<Line<'static>>>,
    picked: usize,
    columns: usize,
    rows_max: usize,
) -> Vec<Line<'static>> {
    let most = (1..=WAY_ROWS_MAX)
        .rev()
        .find(|most| rows.iter().map(|row| row.len().min(*most)).sum::<usize>() <= rows_max)
        .unwrap_or(1);
    let more = screen.setup.theme.signs().more;
    for row in rows.iter_mut().filter(|row| row.len() > most) {
        row.truncate(most);
        if let Some(last) = row.last_mut().and_then(|line| line.spans.last_mut()) {
            let cut = fit_words(last.content.trim_end(), columns.saturating_sub(2), "");
            last.content = format!("{cut}{more}").into();
        }
    }
    let before: usize = rows.iter().take(picked + 1).map(Vec::len).sum();
    rows.into_iter().flatten().skip(before.saturating_sub(rows_max)).take(rows_max).collect()
}

/// Ways with a letter one after the other, as many on a row as fit.
fn flowing(screen: &Screen, form: &Answering, ways: &[Shown<'_>], columns: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let mut lines = Vec::new();
    let mut spans: Vec<Span<'static>> = Vec::new();
    let mut used = 0;
    for it in ways {
        let picked = form.picked == Some(it.index);
        let (mark, of_key, of_label) = match picked {
            true => (theme.signs().now, theme.chosen(), theme.chosen()),
            false => (" ", theme.strong(), Style::new()),
        };
        let key = format!("{mark}{} ", it.way.key);
        let label = fit_words(&it.way.label, columns.saturating_sub(width(&key)), theme.signs().more);
        let wide = width(&key) + width(&label);
        if used > 0 && used + GAP.len() + wide > columns {
            lines.push(Line::from(std::mem::take(&mut spans)));
            used = 0;
        }
        if used > 0 {
            spans.push(Span::raw(GAP));
            used += GAP.len();
        }
        spans.extend([Span::styled(key, of_key), Span::styled(label, of_label)]);
        used += wide;
    }
    if !spans.is_empty() {
        lines.push(Line::from(spans));
    }
    lines
}

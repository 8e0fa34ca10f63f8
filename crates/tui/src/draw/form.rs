//! The bottom of the screen: what is asked, the ways to answer, the line, and the keys that matter now.

use protocol::table::TableState;
use protocol::{FieldKind, Viewer};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::mafia;
use crate::form::{Answering, Filled, Way};
use crate::line;
use crate::screen::Screen;
use crate::text::{clean_line, fit, width, wrap};

/// Rows for notices at most.
const NOTICE_ROWS_MAX: usize = 2;

/// The drawn bottom.
pub(super) struct Bottom {
    pub(super) lines: Vec<Line<'static>>,
    /// Where the cursor stands: column and row.
    pub(super) cursor: Option<(u16, u16)>,
}

/// Draws it, in at most so many rows.
pub(super) fn lines(screen: &Screen, columns: usize, rows: usize) -> Bottom {
    let theme = &screen.setup.theme;
    let columns = columns.saturating_sub(2);
    let mut after = Vec::new();
    let form = screen.open_form().filter(|_| ended(screen).is_none());
    if let Some(form) = form {
        after.extend(fields(screen, form, columns));
    }
    let (input, column) = input(screen, form, columns);
    let row_of_input = after.len();
    after.push(input);
    match &screen.notice {
        // A notice stands where the hints are, so that nothing moves.
        Some(notice) => {
            let wrapped = wrap(&format!("! {notice}"), columns);
            after.extend(
                wrapped.into_iter().take(NOTICE_ROWS_MAX).map(|part| Line::styled(part, theme.strong())),
            );
        }
        None => after.push(hints(screen, form, columns)),
    }

    let mut lines = vec![headline(screen, form, columns)];
    if let Some(form) = form {
        lines.extend(ways(screen, form, columns, rows.saturating_sub(lines.len() + after.len()).max(1)));
    }
    let row = lines.len() + row_of_input;
    lines.extend(after);
    for line in &mut lines {
        line.spans.insert(0, Span::raw(" "));
    }
    let cursor = Some((u16::try_from(column + 1).unwrap_or(0), u16::try_from(row).unwrap_or(0)));
    Bottom { lines, cursor: cursor.filter(|_| !screen.help) }
}

fn ended(screen: &Screen) -> Option<String> {
    let outcome = screen.scene.as_ref()?.outcome.as_ref()?;
    Some(mafia::ending(screen).unwrap_or_else(|| format!("It is over: {}", clean_line(&outcome.to_string()))))
}

/// What is asked; or why nothing is.
fn headline(screen: &Screen, form: Option<&Answering>, columns: usize) -> Line<'static> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let strong = |words: String| Line::styled(fit(&words, columns, signs.more), theme.strong());
    let quiet = |words: &str| Line::styled(fit(words, columns, signs.more), theme.quiet());
    let Some(scene) = &screen.scene else { return quiet("Waiting for the table.") };
    let paused = signs.stopped;
    match scene.table.state {
        TableState::Paused => {
            return strong(format!("{paused} PAUSED: the clock stands still. /session resume goes on."));
        }
        TableState::Idle => return strong(format!("{paused} IDLE: /session start begins.")),
        TableState::Debrief => {
            return strong(match ended(screen) {
                Some(ending) => format!("{ending}. What was good, what could be better?"),
                None => "DEBRIEF: what was good, what could be better?".to_owned(),
            });
        }
        TableState::Active | TableState::SessionZero => {}
    }
    if let Some(ending) = ended(screen) {
        return strong(ending);
    }
    let Some(form) = form else {
        let own = screen.seat();
        let dead =
            screen.mafia.as_ref().is_some_and(|view| own.is_some_and(|seat| !view.living.contains(seat)));
        let turn = screen.mafia.as_ref().and_then(|view| view.turn);
        return match (own, turn) {
            (Some(_), _) if dead => quiet("You are dead: listen, and keep what you know to yourself."),
            (Some(_), Some(turn)) => quiet(&format!("{} has the word.", screen.name(turn.seat))),
            (Some(_), None) => quiet("Nothing is asked of you now."),
            (None, Some(turn)) => quiet(&format!("You watch. {} has the word.", screen.name(turn.seat))),
            (None, None) => quiet("You watch."),
        };
    };
    let title = match screen.is_ask_secret() && !screen.is_revealed() {
        // Each role is asked for something else: the question itself would tell.
        true if screen.has_secrets() => {
            "The night asks you for a name. Hold r to read the question.".to_owned()
        }
        true => "The night asks you for a name.".to_owned(),
        false => clean_line(&form.ask.form.title),
    };
    let asks = scene.asks.iter().filter(|ask| screen.setup.viewer == Viewer::Seat(ask.seat)).count();
    let mut aside = String::new();
    if form.ask.answered {
        aside = format!("  {} answered, may be changed", signs.done);
    } else if asks > 1 {
        aside = format!("  1 of {asks}, Ctrl-N");
    }
    let title = fit(&title, columns.saturating_sub(width(&aside)), signs.more);
    Line::from(vec![Span::styled(title, theme.strong()), Span::styled(aside, theme.quiet())])
}

/// The ways to answer in columns, read downwards.
fn ways(screen: &Screen, form: &Answering, columns: usize, rows_max: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let count = form.ways.len();
    let widest = form.ways.iter().map(|way| width(&way.label)).max().unwrap_or_default();
    let cell = (widest + 6).clamp(8, columns.max(8));
    let across = (columns / cell).clamp(1, count.max(1));
    let rows = count.div_ceil(across).max(1);
    screen.way_rows.set(rows);
    // The row of the pick stays in sight.
    let at = form.picked.map_or(0, |picked| picked % rows);
    let first = at.saturating_sub(rows_max.saturating_sub(1)).min(rows.saturating_sub(rows_max));
    let mut lines = Vec::new();
    for row in (first..rows).take(rows_max) {
        let mut spans = Vec::new();
        for (index, way) in form.ways.iter().enumerate().skip(row).step_by(rows) {
            spans.push(way_cell(screen, form, index, way, cell));
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

fn way_cell(screen: &Screen, form: &Answering, index: usize, way: &Way, cell: usize) -> Span<'static> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let picked = form.picked == Some(index);
    // At night the answer is as secret as the question.
    let sent = form.is_sent(way) && (!screen.is_ask_secret() || screen.is_revealed());
    let mark = match (picked, sent) {
        (true, _) => signs.now,
        (false, true) => signs.done,
        (false, false) => " ",
    };
    let words = fit(&format!("{mark}{:>2} {}", index + 1, way.label), cell.saturating_sub(1), signs.more);
    let pad = " ".repeat(cell.saturating_sub(width(&words)));
    let style = match (picked, sent) {
        (true, _) => theme.chosen(),
        (false, true) => theme.strong(),
        (false, false) => Style::new(),
    };
    Span::styled(format!("{words}{pad}"), style)
}

/// The fields that may be filled in besides, each with what stands in it.
fn fields(screen: &Screen, form: &Answering, columns: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let fields = form.fields();
    if fields.is_empty() {
        // The row is kept for what a pick will bring, so that nothing jumps under the eye.
        return form.fields_to_come().then(Line::default).into_iter().collect();
    }
    let mut lines = Vec::new();
    let mut spans = vec![Span::styled("Tab", theme.quiet())];
    let mut used = 3;
    for (at, field, filled) in fields {
        let focused = form.focus() == Some(at);
        let value = match (filled, &field.kind) {
            (Filled::Choice(Some(index)), FieldKind::Choice(choices)) => {
                choices.get(*index).map(|choice| clean_line(&choice.label)).unwrap_or_default()
            }
            (Filled::Words(line), _) if !line.is_empty() => fit(&line.text(), 12, signs.more),
            _ if field.required => "?".to_owned(),
            _ => "-".to_owned(),
        };
        let name = clean_line(&field.name.replace('_', " "));
        let (open, close) = if focused { signs.less_more } else { (" ", "") };
        let words = format!("{name}{}{open}{value}{close}", if focused { " " } else { "" });
        if used + 3 + width(&words) > columns {
            lines.push(Line::from(std::mem::take(&mut spans)));
            spans.push(Span::raw("   "));
            used = 3;
        }
        used += 3 + width(&words);
        spans.push(Span::raw("   "));
        let style = if focused { theme.chosen() } else { Style::new() };
        spans.push(Span::styled(words, style));
    }
    lines.push(Line::from(spans));
    lines
}

/// The line under the keys, and the column of its cursor.
fn input(screen: &Screen, form: Option<&Answering>, columns: usize) -> (Line<'static>, usize) {
    let theme = &screen.setup.theme;
    let focused = form.and_then(|form| {
        let (_, field, filled) = form.fields().into_iter().find(|(at, ..)| form.focus() == Some(*at))?;
        match (filled, &field.kind) {
            (Filled::Words(line), FieldKind::Text { max_chars }) => {
                Some((line, clean_line(&field.name.replace('_', " ")), Some(*max_chars)))
            }
            _ => None,
        }
    });
    let words_max = form.and_then(|form| match form.tool()?.1.words()?.kind {
        FieldKind::Text { max_chars } => Some(max_chars),
        FieldKind::Choice(_) => None,
    });
    let (line, label, max): (&line::Line, String, Option<usize>) = match focused {
        Some((line, label, max)) => (line, format!("{label} "), max),
        None => (&screen.line, String::new(), words_max),
    };
    let typed = line.text().chars().count();
    let count = match max {
        Some(max) if typed * 5 > max * 4 => format!(" {typed}/{max}"),
        _ => String::new(),
    };
    let prompt = format!("{label}> ");
    let room = columns.saturating_sub(width(&prompt) + width(&count) + 1);
    let (before, after) = line.halves();
    // A line that is too long moves under the cursor.
    let mut shown = before.as_str();
    while width(shown) > room {
        shown = shown.char_indices().nth(1).map_or("", |(at, _)| &shown[at..]);
    }
    let rest = fit(&after, room.saturating_sub(width(shown)), "");
    let cursor = width(&prompt) + width(shown);
    let gap = " ".repeat(room.saturating_sub(width(shown) + width(&rest)) + 1);
    let spans = vec![
        Span::styled(prompt, theme.strong()),
        Span::raw(format!("{shown}{rest}")),
        Span::raw(if count.is_empty() { String::new() } else { gap }),
        Span::styled(count, theme.strong()),
    ];
    (Line::from(spans), cursor)
}

/// The keys that matter now, the most useful first; what does not fit is left to the help.
fn hints(screen: &Screen, form: Option<&Answering>, columns: usize) -> Line<'static> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let arrows = signs.arrows;
    let mut hints = Vec::new();
    match form {
        Some(form) if form.focus().is_some() => {
            hints.extend([format!("{arrows} change"), "Tab next".to_owned(), "Esc back".to_owned()]);
        }
        Some(form) if form.picked.is_some() => {
            hints.extend(["Enter answers so".to_owned(), format!("{arrows} change"), "Esc undo".to_owned()]);
        }
        Some(form) if form.tool().is_some() => {
            hints.extend(["Enter says it".to_owned(), format!("{arrows} other answers")]);
        }
        Some(_) => hints.push(format!("{arrows} or number, then Enter")),
        None => {}
    }
    if screen.may_extend() && screen.clock.soon(screen.now_ms) {
        hints.insert(0, "+ more time".to_owned());
    }
    if screen.seat().is_some() {
        hints.push("(( aside".to_owned());
    }
    if screen.has_secrets() && ended(screen).is_none() {
        hints.push("r role (hold)".to_owned());
    }
    hints.extend([": command".to_owned(), "PgUp back".to_owned()]);
    let last = format!(" {} ? keys", signs.dot);
    let mut words = String::new();
    for hint in hints {
        let more = if words.is_empty() { hint } else { format!("{words} {} {hint}", signs.dot) };
        if width(&more) + width(&last) > columns {
            break;
        }
        words = more;
    }
    words.push_str(&last);
    Line::styled(words, theme.quiet())
}

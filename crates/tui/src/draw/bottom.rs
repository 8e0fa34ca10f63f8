//! The bottom of the screen: what is asked, the ways to answer, the line, and the keys that matter now.

use protocol::table::TableState;
use protocol::{Viewer, clean_line};
use ratatui::text::{Line, Span};

use super::{dm, form, mafia, tidying};
use crate::form::Answering;
use crate::night::Covered;
use crate::screen::Screen;
use crate::text::{fit, width, wrap};

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
    let asked = screen.open_form().filter(|_| ended(screen).is_none());
    if let Some(asked) = asked.filter(|asked| !asked.is_by_fields()) {
        let fields = tidying::follow_up(screen, asked, columns);
        after.extend(fields.unwrap_or_else(|| form::fields(screen, asked, columns)));
    }
    let (input, column) = form::input(screen, asked, columns);
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
        None => after.push(hints(screen, asked, columns)),
    }

    let mut lines = vec![headline(screen, asked, columns)];
    if let Some(asked) = asked {
        lines.extend(dm::stakes(screen, columns));
        let room = rows.saturating_sub(lines.len() + after.len()).max(1);
        lines.extend(match (&screen.dm, &screen.tidying) {
            _ if asked.is_by_fields() => form::steps(screen, asked, columns, room),
            (Some(view), _) => dm::ways(screen, view, asked, columns, room),
            (None, Some(view)) => tidying::ways(screen, view, asked, columns, room),
            (None, None) => form::ways(screen, asked, columns, room),
        });
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
    let known = mafia::ending(screen).or_else(|| dm::ending(screen)).or_else(|| tidying::ending(screen));
    Some(known.unwrap_or_else(|| format!("It is over: {}", clean_line(&outcome.to_string()))))
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
        if let Some(words) = dm::waiting(screen).or_else(|| tidying::waiting(screen)) {
            return quiet(&words);
        }
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
    if let Some(night) = &screen.night {
        return strong(night_title(screen, night));
    }
    if let Some(line) = tidying::headline(screen, form, columns) {
        return line;
    }
    let title = dm::title(screen).unwrap_or_else(|| clean_line(&form.ask.form.title));
    let asks = scene.asks.iter().filter(|ask| screen.setup.viewer == Viewer::Seat(ask.seat)).count();
    let mut aside = String::new();
    if form.ask.answered {
        aside = format!("  {} answered, may be changed", signs.done);
    } else if asks > 1 {
        aside = format!("  1 of {asks}, Ctrl-N");
    } else if let Some(seal) = dm::seal(screen, form) {
        aside = seal;
    }
    let title = fit(&title, columns.saturating_sub(width(&aside)), signs.more);
    Line::from(vec![Span::styled(title, theme.strong()), Span::styled(aside, theme.quiet())])
}

/// What the night asks. Covered, the words are the same for every role, before the answer and after it.
fn night_title(screen: &Screen, night: &Covered) -> String {
    let done = screen.setup.theme.signs().done;
    let hold =
        |what: &str| if screen.has_secrets() { format!(" Hold r to read {what}.") } else { String::new() };
    match (&night.open, night.ask.answered) {
        _ if screen.is_covered() && night.ask.answered => {
            format!("{done} You have chosen.{}", hold("the rest"))
        }
        _ if screen.is_covered() => format!("{}{}", clean_line(&night.ask.form.title), hold("the question")),
        (Some(_), true) => format!("{done} You have chosen; it may be changed."),
        (Some(open), false) => clean_line(&open.form.title),
        (None, _) => format!("{done} You have chosen, and it is final."),
    }
}

/// The keys that matter now, the most useful first; what does not fit is left to the help.
fn hints(screen: &Screen, form: Option<&Answering>, columns: usize) -> Line<'static> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let arrows = signs.arrows;
    let mut hints = form.and_then(|form| tidying::hints(screen, form)).unwrap_or_default();
    match form.filter(|_| screen.tidying.is_none()) {
        Some(form) if form.is_by_fields() => {
            hints.extend(["Enter next".to_owned(), "Esc back".to_owned()]);
        }
        Some(form) if form.focus().is_some() => {
            hints.extend([format!("{arrows} change"), "Tab next".to_owned(), "Esc back".to_owned()]);
        }
        Some(form) if form.picked.is_some() => {
            hints.extend(["Enter answers so".to_owned(), format!("{arrows} change"), "Esc undo".to_owned()]);
        }
        Some(form) if form.tool().is_some() && screen.dm.is_some() => {
            hints.push("type what you do".to_owned());
            if form.ways.iter().any(|way| way.choice.is_some()) {
                hints.push(format!("{arrows} or number for an idea"));
            }
        }
        Some(form) if form.tool().is_some() => {
            hints.extend(["Enter says it".to_owned(), format!("{arrows} other answers")]);
        }
        Some(_) => hints.push(format!("{arrows} or number, then Enter")),
        None => {}
    }
    if screen.may_advance() && form.is_none_or(|form| form.picked.is_none()) {
        hints.insert(0, "Enter goes on".to_owned());
    }
    if screen.may_extend() && screen.clock.soon(screen.now_ms) {
        hints.insert(0, "+ more time".to_owned());
    }
    if screen.tidying.is_some() && screen.seat().is_some() && ended(screen).is_none() {
        hints.push("/piles".to_owned());
    }
    if screen.dm.is_some() && screen.seat().is_some() && ended(screen).is_none() {
        hints.extend(["/undo".to_owned(), "/x stops".to_owned()]);
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

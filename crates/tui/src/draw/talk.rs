//! The talk: who said what, with the names in a column of their own.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::told;
use crate::says;
use crate::screen::Screen;
use crate::talk::{Entry, From, Place};
use crate::text::{fit, fit_words, laid_out, width, wrap};

/// The lines of the page that is read.
pub(super) fn lines(screen: &Screen, columns: usize, rows: usize) -> Vec<Line<'static>> {
    screen.talk_columns.set(columns);
    let all = all(screen, columns);
    screen.talk.page(&all, rows).iter().map(|(_, line)| line.clone()).collect()
}

/// Where each line stands, as last drawn.
pub(crate) fn places(screen: &Screen) -> Vec<Place> {
    all(screen, screen.talk_columns.get()).into_iter().map(|(place, _)| place).collect()
}

fn all(screen: &Screen, columns: usize) -> Vec<(Place, Line<'static>)> {
    let mut all = Vec::new();
    let mut before = None;
    for (number, entry) in screen.talk.entries() {
        let mut lines = entry_lines(screen, entry, columns);
        if told::is_apart(screen, before.replace(entry), entry) {
            lines.insert(0, Line::default());
        }
        all.extend(lines.into_iter().enumerate().map(|(line, drawn)| (Place { entry: number, line }, drawn)));
    }
    all
}

fn entry_lines(screen: &Screen, entry: &Entry, columns: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    match entry.from {
        From::Phase(card) => {
            let words = fit_words(&entry.words, columns, signs.more);
            let rule = signs.lines[0].repeat(columns.saturating_sub(width(&words) + 1));
            let style = if entry.gone { theme.gone() } else { theme.phase(card) };
            vec![Line::from(vec![
                Span::styled(words, style),
                Span::raw(" "),
                Span::styled(rule, theme.quiet()),
            ])]
        }
        From::Told(voice, tone) => told::told(screen, (voice, tone), entry, columns),
        From::Private => {
            let how = match screen.has_secrets() {
                true => says::private_hold_r(signs.dot),
                false => says::private(signs.dot),
            };
            vec![Line::from(Span::styled(fit(&how, columns, signs.more), theme.quiet()))]
        }
        From::Report => {
            let mark = says::for_you_alone(signs.dot);
            let mark = Line::from(Span::styled(fit(&mark, columns, signs.more), theme.quiet()));
            let words = laid_out(&entry.words, columns.saturating_sub(2));
            std::iter::once(mark).chain(words.map(|line| Line::from(format!("  {line}")))).collect()
        }
    }
}

/// Words beside their speaker, every line in the same column.
pub(super) fn hanging(
    speaker: (String, Style),
    words: &str,
    style: Style,
    columns: usize,
) -> Vec<Line<'static>> {
    let indent = width(&speaker.0);
    let mut lines = Vec::new();
    for (index, part) in wrap(words, columns.saturating_sub(indent)).into_iter().enumerate() {
        let first = match index {
            0 => Span::styled(speaker.0.clone(), speaker.1),
            _ => Span::raw(" ".repeat(indent)),
        };
        lines.push(Line::from(vec![first, Span::styled(part, style)]));
    }
    lines
}

/// Words after their speaker, later lines a little in. A speaker of more than a line goes on in the next.
pub(super) fn running(
    speaker: (String, Style),
    words: &str,
    style: Style,
    columns: usize,
) -> Vec<Line<'static>> {
    let columns = columns.saturating_sub(2);
    let mut heads = wrap(speaker.0.trim_end(), columns);
    let last = heads.pop().unwrap_or_default();
    // Between the speaker and the words is one space or more; the last of them is where a line may break.
    let gap = speaker.0.len().saturating_sub(speaker.0.trim_end().len() + 1);
    let last = format!("{last}{}", " ".repeat(gap));
    // A placeholder keeps the end of the speaker in one piece while the words are wrapped after it.
    let held = "x".repeat(width(&last));
    let indent = |at: usize| if at == 0 { "" } else { "  " };
    let before = heads.len();
    let mut lines: Vec<Line<'static>> = heads
        .into_iter()
        .enumerate()
        .map(|(at, head)| Line::from(Span::styled(format!("{}{head}", indent(at)), speaker.1)))
        .collect();
    for (at, part) in wrap(&format!("{held} {words}"), columns).into_iter().enumerate() {
        lines.push(match part.strip_prefix(held.as_str()).filter(|_| at == 0) {
            Some(rest) => Line::from(vec![
                Span::styled(format!("{}{last}", indent(before)), speaker.1),
                Span::styled(rest.to_owned(), style),
            ]),
            None => Line::from(Span::styled(format!("  {part}"), style)),
        });
    }
    lines
}

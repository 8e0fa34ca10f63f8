//! The story itself: paragraphs, speech, deeds, and beside them the figures.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::draw::talk::{hanging, running};
use crate::screen::Screen;
use crate::story::Tone;
use crate::talk::{Entry, From};
use crate::text::wrap;

/// Does an entry stand apart from the one before it? Paragraphs and deeds do; a heading belongs to what follows it, and
/// figures and speech to what they come after.
pub(crate) fn is_apart(screen: &Screen, before: Option<&Entry>, entry: &Entry) -> bool {
    if screen.dm.is_none() {
        return false;
    }
    let Some(before) = before else { return false };
    match (before.from, entry.from) {
        (_, From::Phase(_)) => true,
        (From::Phase(_), _) => false,
        (From::Story(Tone::Figure | Tone::Rule), From::Story(Tone::Figure | Tone::Rule)) => false,
        (From::Story(Tone::Title), _) => false,
        (From::Story(Tone::Speech), From::Story(Tone::Speech)) => false,
        (_, From::Story(Tone::Figure)) => false,
        (_, From::Story(_) | From::Voice(_)) => true,
        (_, From::Private | From::Report) => false,
    }
}

/// A part of the story.
pub(crate) fn told(screen: &Screen, tone: Tone, entry: &Entry, columns: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let style = |style: Style| if entry.gone { theme.gone() } else { style };
    let plain = style(Style::new());
    let words = entry.words.as_str();
    match tone {
        Tone::Title => {
            vec![Line::styled(words.to_owned(), style(theme.strong().add_modifier(Modifier::ITALIC)))]
        }
        Tone::Narration => paragraphs(words, plain, columns),
        Tone::Speech => {
            let (open, close) = signs.quotes;
            let who = (format!("{}: ", entry.who), style(theme.strong()));
            running(who, &format!("{open}{words}{close}"), plain, columns)
        }
        Tone::Act => {
            let who = (format!("{} {} ", entry.who, signs.does), style(theme.strong()));
            running(who, words, style(Style::new().add_modifier(Modifier::ITALIC)), columns)
        }
        Tone::Turn => {
            let mark = (format!("{} ", signs.now), style(theme.strong()));
            hanging(mark, words, style(theme.strong()), columns)
        }
        Tone::Mark => hanging((format!("{} ", entry.who), style(theme.strong())), words, plain, columns),
        Tone::Mode => {
            let mark = (format!("{} ", entry.who), style(theme.quiet()));
            hanging(mark, words, style(theme.quiet()), columns)
        }
        Tone::Rule | Tone::Figure | Tone::Voice => {
            let mark = (format!("{} ", signs.dot), style(theme.quiet()));
            hanging(mark, words, style(theme.quiet()), columns)
        }
    }
}

/// Flowing text, with the paragraphs it came with.
fn paragraphs(words: &str, style: Style, columns: usize) -> Vec<Line<'static>> {
    wrap(words, columns).into_iter().map(|line| Line::from(Span::styled(line, style))).collect()
}

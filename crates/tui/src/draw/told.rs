//! What was told, by its tone: paragraphs, speech, deeds, and beside them the figures.

use protocol::{Tone, Voice};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::talk::{hanging, running};
use crate::says;
use crate::screen::Screen;
use crate::talk::{Entry, From};
use crate::text::{width, wrap};

/// Below this width a column for names would leave too little for words.
const HANGING_COLUMNS_MIN: usize = 50;

/// The column of names is as wide as the longest, and no wider than this: whoever has a longer name has it before the words.
const NAME_COLUMNS_MAX: usize = 10;

/// Does an entry stand apart from the one before it, in a talk that is prose? Paragraphs and deeds do; a heading belongs to
/// what follows it, and figures and speech to what they come after.
pub(super) fn is_apart(screen: &Screen, before: Option<&Entry>, entry: &Entry) -> bool {
    let Some(before) = before.filter(|_| screen.talk.is_prose()) else { return false };
    match (before.from, entry.from) {
        (_, From::Phase(_)) => true,
        (From::Phase(_) | From::Told(_, Tone::Heading), _) => false,
        (From::Told(_, Tone::Figure | Tone::Rule), From::Told(_, Tone::Figure | Tone::Rule)) => false,
        (From::Told(_, Tone::Speech), From::Told(_, Tone::Speech)) => false,
        (_, From::Told(_, Tone::Figure)) => false,
        (_, From::Told(..)) => true,
        (_, From::Private | From::Report) => false,
    }
}

/// A part of what was told.
pub(super) fn told(
    screen: &Screen,
    (voice, tone): (Voice, Tone),
    entry: &Entry,
    columns: usize,
) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let style = |style: Style| if entry.gone { theme.gone() } else { style };
    let (plain, strong, quiet) = (style(Style::new()), style(theme.strong()), style(theme.quiet()));
    let thought = style(theme.quiet().add_modifier(Modifier::ITALIC));
    let words = entry.words.as_str();
    let who = match voice {
        _ if !entry.who.is_empty() => entry.who.clone(),
        Voice::Seat(seat) | Voice::Thought(seat) | Voice::Aside(seat) => screen.name(seat).to_owned(),
        Voice::Host => says::THE_HOST.to_owned(),
    };
    match tone {
        Tone::Heading => {
            vec![Line::styled(words.to_owned(), style(theme.strong().add_modifier(Modifier::ITALIC)))]
        }
        Tone::Narration => {
            wrap(words, columns).into_iter().map(|line| Line::from(Span::styled(line, plain))).collect()
        }
        Tone::Speech if !entry.who.is_empty() => {
            let (open, close) = signs.quotes;
            running((format!("{who}: "), strong), &format!("{open}{words}{close}"), plain, columns)
        }
        Tone::Speech if columns < HANGING_COLUMNS_MIN || width(&who) > NAME_COLUMNS_MAX => {
            running((who + "  ", strong), words, plain, columns)
        }
        Tone::Speech => {
            let longest = screen.names.iter().map(|name| width(name)).max().unwrap_or_default();
            let column = longest.min(NAME_COLUMNS_MAX);
            let gap = " ".repeat(column.saturating_sub(width(&who)) + 1);
            hanging((format!("{who}{gap}"), strong), words, plain, columns)
        }
        Tone::Act => {
            let does = style(Style::new().add_modifier(Modifier::ITALIC));
            running((format!("{who} {} ", signs.does), strong), words, does, columns)
        }
        Tone::Turn => hanging((format!("{} ", signs.now), strong), words, strong, columns),
        Tone::Mark => hanging((format!("{} ", entry.who), strong), words, plain, columns),
        Tone::Rule if !entry.who.is_empty() => {
            hanging((format!("{} ", entry.who), quiet), words, quiet, columns)
        }
        Tone::Rule | Tone::Figure => hanging((format!("{} ", signs.dot), quiet), words, quiet, columns),
        Tone::Thought => running((says::thinks(&who), thought), words, thought, columns),
        Tone::Aside => running((format!("(({who})) "), quiet), words, quiet, columns),
    }
}

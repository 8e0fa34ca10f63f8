//! The keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::overlay;
use crate::screen::Screen;
use crate::tidying;

/// Every key and what it does; `{}` is the sign for the arrow keys.
const KEYS: &[(&str, &str)] = &[
    ("Enter", "send the words, or answer with what is chosen"),
    ("{} or number", "choose an answer; nothing is sent before Enter"),
    ("Tab", "to the next field of the answer, or the next pane"),
    ("Ctrl-N", "to the next question, if there are several"),
    ("+", "more time, while a clock runs; on an empty line"),
    ("r (hold)", "what only you know; on an empty line"),
    ("Esc", "back: out of a field, empty the line, choose nothing"),
    ("PgUp PgDn", "read back, and on"),
    ("Home End", "to the beginning, and back to what is new"),
    ("((words", "out of character; //words and OOC: words too"),
    ("/command", "/session pause, /roll 2d6 ...; /help says them all"),
    (":command", "the same; :q leaves, and the game goes on"),
    ("Ctrl-C", "leave"),
];

/// Those that a machine with letters of its own has no use for.
const OF_FORMS: &[&str] = &["{} or number", "Ctrl-N", "Tab"];

/// What may be typed at the table of a story.
const STORY: &[(&str, &str)] = &[
    ("/sheet", "the characters, whole"),
    ("/clocks", "what is filling up"),
    ("/world", "people, places, factions, threads and rumours"),
    ("/recap", "what has happened so far"),
    ("/undo /redo", "take the last move back, and bring it back"),
    ("/retry", "ask the game master for another answer"),
    ("/x", "stop what is being told, at once, and nobody asks why"),
];

/// Draws the overlay.
pub(super) fn draw(screen: &Screen, area: Rect, buffer: &mut Buffer) {
    let theme = &screen.setup.theme;
    let own = match (&screen.dm, &screen.tidying) {
        (Some(_), _) => STORY,
        (None, Some(_)) => tidying::KEYS,
        (None, None) => &[],
    };
    // What is said of this machine's own keys takes the place of what is said of any.
    let is_told = |(key, _): &&(&str, &str)| screen.tidying.is_none() || !OF_FORMS.contains(key);
    // A screen that is too low for all of them keeps what is of this machine alone.
    let (first, then) = if screen.tidying.is_some() { (own, KEYS) } else { (KEYS, own) };
    let longest = own.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let wide = if theme.ascii { 19 } else { 14.max(longest + 1) };
    let lines: Vec<Line<'_>> = first
        .iter()
        .chain(then)
        .filter(is_told)
        .filter(|(key, _)| screen.has_secrets() || !key.starts_with("r "))
        .filter(|(key, _)| screen.setup.more_time.is_some() || *key != "+")
        .map(|(key, does)| {
            let key = key.replace("{}", theme.signs().arrows);
            Line::from(vec![Span::styled(format!("{key:<wide$}"), theme.strong()), Span::raw(*does)])
        })
        .collect();
    overlay::draw(screen, "Keys, Esc closes", &lines, area, buffer);
}

//! The keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::overlay;
use crate::form::Answering;
use crate::screen::Screen;
use crate::text::width;

/// Every key and what it does; `{}` is the sign for the arrow keys.
const KEYS: &[(&str, &str)] = &[
    ("Enter", "send the words, or answer with what is chosen"),
    ("{} or number", "choose an answer; nothing is sent before Enter"),
    ("Tab", "to the next field of the answer, or the next pane"),
    ("Ctrl-N", "to the next question, if there are several"),
    ("+", "more time, while a clock runs; on an empty line"),
    ("r (hold)", "what only you know; on an empty line"),
    ("Ctrl-B", "all of the board: how things stand"),
    ("Esc", "back: out of a field, empty the line, choose nothing"),
    ("PgUp PgDn", "read back, and on"),
    ("Home End", "to the beginning, and back to what is new"),
    ("((words", "out of character; //words and OOC: words too"),
    ("/command", "/session pause, /roll 2d6 ...; /help says them all"),
    (":command", "the same; :q leaves, and the game goes on"),
    ("Ctrl-C", "leave"),
];

/// Where photos are looked at.
const PHOTOS: &[(&str, &str)] = &[
    ("/photo FILE", "add photos: /photo desk.jpg \"my shelf.png\" -- words"),
    ("/delete-photos", "delete every photo of this session"),
];

/// Those that a machine with letters of its own has no use for.
const OF_FORMS: &[&str] = &["{} or number", "Ctrl-N", "Tab"];

/// Where play may be taken back.
const BACK: &[(&str, &str)] = &[
    ("/undo /retry", "the last move back, or another one; /redo brings it back"),
    ("/x", "stop what is being told, at once, and nobody asks why"),
];

/// Draws the overlay: only what this activity has.
pub(super) fn draw(screen: &Screen, area: Rect, buffer: &mut Buffer) {
    let theme = &screen.setup.theme;
    let form = screen.form.as_ref().filter(|form| form.is_lettered() && !screen.is_blind());
    let is_lettered = form.is_some();
    // What is said of this machine's own keys takes the place of what is said of any.
    let is_there = |key: &str| match key {
        "r (hold)" => screen.has_secrets(),
        "+" => screen.setup.more_time.is_some(),
        key => !is_lettered || !OF_FORMS.contains(&key),
    };
    let said = |(key, does): &(&str, &str)| (key.replace("{}", theme.signs().arrows), (*does).to_owned());
    let photos = if screen.setup.photos { PHOTOS } else { &[] };
    let own = form.map_or(Vec::new(), of_form).into_iter().chain(photos.iter().map(said));
    let common = KEYS.iter().filter(|(key, _)| is_there(key)).map(said);
    let reports = screen.setup.reports.iter().map(|it| (format!("/{}", it.name), it.about.to_owned()));
    let back = if screen.setup.takes_back { BACK } else { &[] };
    // A screen that is too low for all of them keeps what is of this machine alone.
    let all: Vec<(String, String)> = own.chain(common).chain(reports).chain(back.iter().map(said)).collect();
    let wide = all.iter().map(|(key, _)| width(key)).max().unwrap_or_default() + 1;
    let lines: Vec<Line<'_>> = all
        .into_iter()
        .map(|(key, does)| {
            Line::from(vec![Span::styled(format!("{key:<wide$}"), theme.strong()), Span::raw(does)])
        })
        .collect();
    overlay::draw(screen, "Keys, Esc closes", &lines, area, buffer);
}

/// The keys of the form that is asked now, where its ways have letters.
fn of_form(form: &Answering) -> Vec<(String, String)> {
    let choices = form.ways.iter().filter(|way| way.choice.is_some()).count();
    let numbers: Vec<String> = (1..=choices).map(|number| number.to_string()).collect();
    let at_once = form.is_at_once().then(|| (numbers.join(" "), "take that choice, at once".to_owned()));
    let lettered = form.ways.iter().filter(|way| way.key.starts_with(char::is_alphabetic));
    let lettered = lettered.map(|way| (way.key.clone(), format!("{}; then Enter", way.label)));
    at_once.into_iter().chain(lettered).collect()
}

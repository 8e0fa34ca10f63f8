//! The keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::overlay;
use super::talk::hanging;
use crate::form::Answering;
use crate::screen::Screen;
use crate::text::{width, wrap};

/// Columns of the rules at most: longer lines are hard to follow.
const RULES_COLUMNS_MAX: usize = 66;

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
    (":command", "the same; :q leaves, and the game rests"),
    ("Ctrl-C", "leave"),
];

/// Where photos are looked at.
const PHOTOS: &[(&str, &str)] = &[
    ("/photo FILE", "add photos: /photo desk.jpg \"my shelf.png\" -- words"),
    ("/delete-photos", "delete every photo of this session"),
];

/// Those that a machine with letters of its own has no use for.
const OF_FORMS: &[&str] = &["{} or number", "Ctrl-N", "Tab"];

/// Those of no use to somebody who has no seat.
const OF_SEATS: &[&str] = &["Enter", "{} or number", "Ctrl-N", "((words"];

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
        "+" => screen.setup.more_time.is_some() && screen.seat().is_some(),
        key if OF_SEATS.contains(&key) && screen.seat().is_none() => false,
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
    let columns = usize::from(area.width.saturating_sub(4));
    let rules = wrap(screen.setup.rules, columns.min(RULES_COLUMNS_MAX)).into_iter().chain([String::new()]);
    let rules = rules.filter(|_| !screen.setup.rules.is_empty()).map(Line::from);
    let keys = all.into_iter().flat_map(|(key, does)| {
        hanging((format!("{key:<wide$}"), theme.strong()), &does, Style::new(), columns)
    });
    overlay::draw_read(screen, "Keys", rules.chain(keys).collect(), area, buffer);
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

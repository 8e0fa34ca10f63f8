//! The keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::overlay;
use super::talk::hanging;
use crate::form::Answering;
use crate::says;
use crate::screen::Screen;
use crate::text::{width, wrap};

/// Columns of the rules at most: longer lines are hard to follow.
const RULES_COLUMNS_MAX: usize = 66;

/// Every key and what it does; `{}` is the sign for the arrow keys.
const KEYS: &[(&str, &str)] = &[
    (says::ENTER, says::SEND_THE_WORDS_OR_ANSWER_WITH),
    (says::OR_NUMBER, says::CHOOSE_AN_ANSWER_NOTHING_IS_SENT),
    (says::TAB, says::TO_THE_NEXT_FIELD_OF_THE),
    ("Ctrl-N", says::TO_THE_NEXT_QUESTION_IF_THERE),
    ("+", says::MORE_TIME_WHILE_A_CLOCK_RUNS),
    (says::R_HOLD, says::WHAT_ONLY_YOU_KNOW_ON_AN),
    ("Ctrl-B", says::ALL_OF_THE_BOARD_HOW_THINGS),
    (says::ESC, says::BACK_OUT_OF_A_FIELD_EMPTY),
    (says::PGUP_PGDN, says::READ_BACK_AND_ON),
    (says::HOME_END, says::TO_THE_BEGINNING_AND_BACK_TO),
    ("((words", says::OUT_OF_CHARACTER_WORDS_AND_OOC),
    ("/command", says::SESSION_PAUSE_ROLL_2D6_HELP_SAYS),
    (":command", says::THE_SAME_Q_LEAVES_AND_THE),
    ("Ctrl-C", says::LEAVE),
];

/// Where photos are looked at.
const PHOTOS: &[(&str, &str)] = &[
    (says::PHOTO_FILE, says::ADD_PHOTOS_PHOTO_DESK_JPG_MY),
    ("/delete-photos", says::DELETE_EVERY_PHOTO_OF_THIS_SESSION),
];

/// Those that a machine with letters of its own has no use for.
const OF_FORMS: &[&str] = &[says::OR_NUMBER, "Ctrl-N", says::TAB];

/// Those of no use to somebody who has no seat.
const OF_SEATS: &[&str] = &[says::ENTER, says::OR_NUMBER, "Ctrl-N", "((words"];

/// Where play may be taken back.
const BACK: &[(&str, &str)] =
    &[("/undo /retry", says::THE_LAST_MOVE_BACK_OR_ANOTHER), ("/x", says::STOP_WHAT_IS_BEING_TOLD_AT)];

/// Draws the overlay: only what this activity has.
pub(super) fn draw(screen: &Screen, area: Rect, buffer: &mut Buffer) {
    let theme = &screen.setup.theme;
    let form = screen.form.as_ref().filter(|form| form.is_lettered() && !screen.is_blind());
    let is_lettered = form.is_some();
    // What is said of this machine's own keys takes the place of what is said of any.
    let is_there = |key: &str| match key {
        says::R_HOLD => screen.has_secrets(),
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
    overlay::draw_read(screen, says::KEYS, rules.chain(keys).collect(), area, buffer);
}

/// The keys of the form that is asked now, where its ways have letters.
fn of_form(form: &Answering) -> Vec<(String, String)> {
    let choices = form.ways.iter().filter(|way| way.choice.is_some()).count();
    let numbers: Vec<String> = (1..=choices).map(|number| number.to_string()).collect();
    let at_once = form.is_at_once().then(|| (numbers.join(" "), says::TAKE_THAT_CHOICE_AT_ONCE.to_owned()));
    let lettered = form.ways.iter().filter(|way| way.key.starts_with(char::is_alphabetic));
    let lettered = lettered.map(|way| (way.key.clone(), says::then_enter(&way.label)));
    at_once.into_iter().chain(lettered).collect()
}

//! The bottom of the screen: what is asked, the ways to answer, the line, and the keys that matter now.

use protocol::table::TableState;
use protocol::{Holder, SeatId, Viewer, clean_line};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{board, dice, form, ways};
use crate::form::Answering;
use crate::night::Covered;
use crate::reel::Reel;
use crate::says;
use crate::screen::Screen;
use crate::text::{fit_words, width, wrap};
use crate::told::typed;

/// Rows for notices at most.
const NOTICE_ROWS_MAX: usize = 2;

/// Rows for what is asked at most.
const HEADLINE_ROWS_MAX: usize = 4;

/// With fewer rows than this, what is asked has one.
const ROWS_FEW: usize = 8;

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
    let asked = screen.open_form().filter(|_| !has_ended(screen));
    if let Some(asked) = asked.filter(|asked| !asked.is_by_fields()) {
        after.extend(form::fields(screen, asked, columns));
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

    let mut lines = headline(screen, asked, columns);
    // Where there is little room, the ways to answer need it more.
    let most = if asked.is_some() && rows < ROWS_FEW { 1 } else { HEADLINE_ROWS_MAX };
    if lines.len() > most {
        lines.truncate(most);
        if let Some(span) = lines.last_mut().and_then(|last| last.spans.last_mut()) {
            let cut =
                fit_words(&format!("{} {}", span.content, theme.signs().more), columns, theme.signs().more);
            span.content = cut.into();
        }
    }
    if let Some(asked) = asked {
        let room = rows.saturating_sub(lines.len() + after.len()).max(1);
        lines.extend(match asked.is_by_fields() && !screen.is_blind() {
            true => form::steps(screen, asked, columns, room),
            false => ways::ways(screen, asked, columns, room),
        });
    }
    let row = lines.len() + row_of_input;
    lines.extend(after);
    for line in &mut lines {
        line.spans.insert(0, Span::raw(" "));
    }
    let cursor = Some((u16::try_from(column + 1).unwrap_or(0), u16::try_from(row).unwrap_or(0)));
    Bottom { lines, cursor: cursor.filter(|_| !screen.help && !screen.board) }
}

fn has_ended(screen: &Screen) -> bool {
    screen.scene.as_ref().is_some_and(|scene| scene.outcome.is_some())
}

/// How it ended, as the board says it.
fn ended(screen: &Screen) -> Option<String> {
    let scene = screen.scene.as_ref()?;
    let ending = scene.board.ending.as_ref()?;
    let ascii = screen.setup.theme.ascii;
    let sign = if ascii { ending.sign.1 } else { ending.sign.0 };
    let dot = screen.setup.theme.signs().dot;
    let text = if ending.text.is_empty() { String::new() } else { format!(" {dot} {}", ending.text) };
    let words = format!("{sign} {}{text}", ending.title);
    let words = clean_line(&words);
    Some(if ascii { typed(&words) } else { words })
}

/// What is asked; or why nothing is.
fn headline(screen: &Screen, form: Option<&Answering>, columns: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let said = |words: &str, style: Style| -> Vec<Line<'static>> {
        wrap(words, columns).into_iter().map(|part| Line::styled(part, style)).collect()
    };
    let strong = |words: String| said(&words, theme.strong());
    let quiet = |words: &str| said(words, theme.quiet());
    let Some(scene) = &screen.scene else { return quiet(says::WAITING_FOR_THE_TABLE) };
    let paused = signs.stopped;
    match scene.table.state {
        // Nothing can be done about a table that is only shown.
        TableState::Paused | TableState::Idle | TableState::Debrief if screen.reel.is_some() => {}
        TableState::Paused => {
            return strong(says::paused_the_clock_stands_still(paused));
        }
        TableState::Idle if has_ended(screen) => {}
        TableState::Idle => return strong(says::idle_session_start_begins(paused)),
        TableState::Debrief => {
            return strong(match ended(screen) {
                Some(ending) => says::what_was_good_what_could_be(&ending),
                None => says::DEBRIEF_WHAT_WAS_GOOD_WHAT_COULD.to_owned(),
            });
        }
        TableState::Active | TableState::SessionZero => {}
    }
    if let Some(ending) = ended(screen) {
        return strong(ending);
    }
    let Some(form) = form else { return quiet(&waiting(screen)) };
    if let Some(night) = &screen.night {
        return strong(night_title(screen, night));
    }
    let title = clean_line(&form.ask.form.title);
    let asks = scene.asks.iter().filter(|ask| screen.setup.viewer == Viewer::Seat(ask.seat)).count();
    let mut aside = String::new();
    if form.ask.answered {
        if let Some(who) = thinking(screen) {
            return quiet(&who);
        }
        aside = says::answered_may_be_changed(signs.done);
    } else if asks > 1 {
        aside = says::first_of_asks(asks);
    } else if let Some(deed) = screen.deed() {
        aside = format!("  {}", clean_line(&deed.note));
    } else if let Some(seal) = dice::seal(screen, form) {
        aside = seal;
    }
    let mut lines = strong(title);
    match lines.last_mut().filter(|last| last.width() + width(&aside) <= columns) {
        Some(last) => last.spans.push(Span::styled(aside, theme.quiet())),
        None => lines.extend(quiet(aside.trim_start())),
    }
    lines
}

/// For whom the table waits, while nothing is asked of this viewer.
fn waiting(screen: &Screen) -> String {
    let own = screen.seat();
    if own.is_some_and(|seat| screen.is_out(seat)) {
        return says::YOU_ARE_OUT_OF_IT_LISTEN.to_owned();
    }
    match (own, thinking(screen)) {
        (Some(_), Some(who)) => who,
        (Some(_), None) => says::NOTHING_IS_ASKED_OF_YOU_NOW.to_owned(),
        (None, Some(who)) => says::you_watch(&who),
        (None, None) => says::YOU_WATCH.to_owned(),
    }
}

/// Who is up, if somebody else is: people have the word, and others think.
fn thinking(screen: &Screen) -> Option<String> {
    let up = screen.others_up();
    let names: Vec<&str> = up.iter().map(|seat| screen.name(*seat)).collect();
    let is_person = |seat: &SeatId| {
        screen.setup.seats.get(seat.index()).is_some_and(|seat| seat.holder == Holder::Person)
    };
    match (names.as_slice(), up.first().is_some_and(is_person)) {
        ([], _) => None,
        ([name], true) => Some(says::has_the_word(name)),
        ([name], false) => Some(says::is_thinking(name, screen.setup.theme.signs().more)),
        (names, _) => Some(says::waiting_for(names.join(", "))),
    }
}

/// What the night asks. Covered, the words are the same for every role, before the answer and after it.
fn night_title(screen: &Screen, night: &Covered) -> String {
    let done = screen.setup.theme.signs().done;
    let hold = |what: &str| if screen.has_secrets() { says::hold_r_to_read(what) } else { String::new() };
    match (&night.open, night.ask.answered) {
        _ if screen.is_covered() && night.ask.answered => says::you_have_chosen(done, hold(says::THE_REST)),
        _ if screen.is_covered() => {
            format!("{}{}", clean_line(&night.ask.form.title), hold(says::THE_QUESTION))
        }
        (Some(_), true) => says::you_have_chosen_it_may_be(done),
        (Some(open), false) => clean_line(&open.form.title),
        (None, _) => says::you_have_chosen_and_it_is(done),
    }
}

/// The keys that matter now, the most useful first; what does not fit is left to the help.
fn hints(screen: &Screen, form: Option<&Answering>, columns: usize) -> Line<'static> {
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    let mut hints = form.map_or(Vec::new(), |form| of_form(screen, form));
    hints.extend(screen.reel.iter().flat_map(Reel::hints));
    if has_ended(screen) && screen.reel.is_none() {
        hints.insert(0, says::COLON_Q_LEAVES.to_owned());
    }
    if screen.may_advance() && form.is_none_or(|form| form.picked.is_none()) {
        hints.insert(0, says::ENTER_GOES_ON.to_owned());
    }
    if screen.may_extend() && screen.clock.soon(screen.now_ms) {
        hints.insert(0, says::MORE_TIME.to_owned());
    }
    if screen.has_secrets() && !has_ended(screen) {
        hints.push(says::R_PRIVATE_HOLD.to_owned());
    }
    if screen.scene.as_ref().is_some_and(|scene| board::has_folded(&scene.board)) {
        hints.push(says::CTRL_B_MORE.to_owned());
    }
    let plays = screen.seat().is_some() && screen.reel.is_none();
    if screen.setup.takes_back && plays && !has_ended(screen) {
        hints.extend(["/undo".to_owned(), says::X_STOPS.to_owned()]);
    }
    if plays {
        hints.push(says::ASIDE.to_owned());
    }
    hints.extend([says::COMMAND.to_owned(), says::PGUP_BACK.to_owned()]);
    let last = says::keys(signs.dot);
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

/// The keys of a form.
fn of_form(screen: &Screen, form: &Answering) -> Vec<String> {
    let arrows = screen.setup.theme.signs().arrows;
    let choices = form.ways.iter().filter(|way| way.choice.is_some()).count();
    let letters = form.is_lettered();
    let mut hints = Vec::new();
    match form.tool() {
        _ if form.is_by_fields() && !screen.is_blind() => {
            hints.extend([says::ENTER_NEXT.to_owned(), says::ESC_BACK.to_owned()])
        }
        _ if form.focus().is_some() => {
            let says = form.tool().is_some_and(|(_, tool)| tool.words().is_some());
            hints.extend([says::change(arrows), says::TAB_NEXT.to_owned()]);
            hints.push(if says { says::TYPE_TO_SAY_IT.to_owned() } else { says::ESC_BACK.to_owned() });
        }
        _ if form.picked.is_some() => {
            hints.extend([
                says::ENTER_ANSWERS_SO.to_owned(),
                says::change(arrows),
                says::ESC_UNDO.to_owned(),
            ]);
        }
        _ if letters && choices > 0 && form.is_at_once() => {
            hints.extend([says::number_answers_at_once(choices), says::OR_SAY_IT_IN_WORDS.to_owned()]);
        }
        Some((_, tool)) if choices > 0 => {
            let label = tool.words().map_or(String::new(), |field| lowered(&field.label));
            hints.extend([says::type_label(&label), says::or_number_for_an_idea(arrows)]);
        }
        Some(_) if form.ways.len() == 1 || letters => hints.push(says::ENTER_SAYS_IT.to_owned()),
        Some(_) => hints.extend([says::ENTER_SAYS_IT.to_owned(), says::other_answers(arrows)]),
        None => hints.push(says::or_number_then_enter(arrows)),
    }
    if letters && form.picked.is_none() {
        hints.push(says::A_LETTER_THEN_ENTER.to_owned());
    }
    hints
}

/// A label in the middle of a sentence.
fn lowered(label: &str) -> String {
    let label = clean_line(label.trim_end_matches('.'));
    let mut letters = label.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

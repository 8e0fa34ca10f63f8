//! What is drawn for a tidying session and for no other machine: the piles, the modes, the thing in hand.

mod form;
mod piles;

use protocol::clean_line;
use protocol::tidying::{PhaseName, View};
use ratatui::text::{Line, Span};

pub(super) use form::{field_label, follow_up, headline, hints, ways};
pub(super) use piles::piles;

use crate::phases;
use crate::screen::Screen;
use crate::text::{fit, width, wrap};

/// The clock is shown only when so little is left: milliseconds. Nobody is to be hurried.
const NEAR_MS: u64 = 60_000;

/// The modes in the order of the diagram: the name, a shorter one, and what leads to the next.
const MODES: [(PhaseName, &str, &str); 5] = [
    (PhaseName::Surveying, "surveying", "survey"),
    (PhaseName::Sorting, "sorting", "sort"),
    (PhaseName::Clarifying, "clarifying", "clarify"),
    (PhaseName::DecisionSupport, "stuck", "stuck"),
    (PhaseName::WindingDown, "winding down", "wrap up"),
];

/// The space, what it is for, and what stays in it.
pub(super) fn title(screen: &Screen, view: &View) -> String {
    let dot = screen.setup.theme.signs().dot;
    let mut words = clean_line(&view.space);
    if let Some(function) = &view.function {
        words = format!("{words} {dot} {}", clean_line(function));
    }
    if !view.anchors.is_empty() {
        words = format!("{words} {dot} stays: {}", clean_line(&view.anchors.join(", ")));
    }
    words
}

/// How far it has come: things, and minutes.
pub(super) fn count(screen: &Screen, view: &View) -> String {
    let dot = screen.setup.theme.signs().dot;
    let minutes = match &view.outcome {
        Some(outcome) => u64::from(outcome.minutes),
        None => screen.clock.table_ms(screen.now_ms) / 60_000,
    };
    format!("{} sorted {dot} {minutes} min", view.processed())
}

/// Is there so little time left for an answer that it has to be said?
pub(super) fn is_near(screen: &Screen) -> bool {
    screen.clock.left_ms(screen.now_ms).is_some_and(|left| left <= NEAR_MS)
}

/// The modes, the present one lit, in at most so many columns.
pub(super) fn diagram(screen: &Screen, view: &View, columns: usize) -> Line<'static> {
    let drawn = |short: bool| {
        let theme = &screen.setup.theme;
        let signs = theme.signs();
        let mut spans = Vec::new();
        for (index, (mode, name, brief)) in MODES.into_iter().enumerate() {
            // Sorting is left and come back to.
            let joint = match index {
                0 => "",
                2 | 3 => signs.to_and_fro,
                _ => signs.lines[0],
            };
            spans.push(Span::raw(joint));
            let name = if short { brief } else { name };
            let card = screen.setup.phases.get(mode as usize);
            spans.push(match card.filter(|_| mode == view.phase) {
                Some(card) => {
                    Span::styled(format!(" {} {} ", signs.now, name.to_uppercase()), theme.lit(card))
                }
                None => Span::styled(format!(" {name} "), theme.quiet()),
            });
        }
        Line::from(spans)
    };
    let whole = drawn(false);
    if whole.width() <= columns { whole } else { drawn(true) }
}

/// What stands below the phases: how the coach is now, the space, and what the last session left.
pub(super) fn below(screen: &Screen, view: &View, columns: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let mut lines = Vec::new();
    let card = screen.scene.as_ref().and_then(|scene| phases::card(screen.setup.phases, &scene.phase));
    let mut paragraph = |words: &str, style| {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(wrap(words, columns).into_iter().map(|part| Line::styled(part, style)));
    };
    if let Some(card) = card {
        paragraph(card.persona, theme.quiet());
    }
    if let Some(function) = &view.function {
        paragraph(&format!("For {}", clean_line(function)), ratatui::style::Style::new());
    }
    if !view.anchors.is_empty() {
        paragraph(
            &format!("What stays: {}", clean_line(&view.anchors.join(", "))),
            ratatui::style::Style::new(),
        );
    }
    let whose = if view.coach_sees { "kept here, and shown to the coach" } else { "on this machine alone" };
    match view.photos.len() {
        0 => {}
        1 => paragraph(&format!("1 photo, {whose}"), theme.quiet()),
        many => paragraph(&format!("{many} photos, {whose}"), theme.quiet()),
    }
    lines
}

/// How it ended, in one line.
pub(super) fn ending(screen: &Screen) -> Option<String> {
    let outcome = screen.tidying.as_ref()?.outcome.as_ref()?;
    let dot = screen.setup.theme.signs().dot;
    let mut words = format!("DONE {dot} {} sorted in {} min", outcome.processed, outcome.minutes);
    if let Some(next) = &outcome.left.next_time {
        words = format!("{words} {dot} first next time: {}", clean_line(next));
    }
    Some(words)
}

/// For whom the session waits, while nothing is asked of this viewer.
pub(super) fn waiting(screen: &Screen) -> Option<String> {
    let view = screen.tidying.as_ref()?;
    let more = screen.setup.theme.signs().more;
    Some(match view.floor {
        protocol::tidying::Floor::Coach => format!("{} is thinking{more}", screen.name(view.coach)),
        protocol::tidying::Floor::Person => format!("{} has the word.", screen.name(view.person)),
    })
}

/// Words on one row, cut where there is no room.
fn row(screen: &Screen, words: &str, columns: usize) -> String {
    fit(words, columns.max(1), screen.setup.theme.signs().more)
}

/// Columns that words take.
fn wide(words: &str) -> usize {
    width(words)
}

//! What only this viewer may know. It is drawn while the key is held, and nowhere else.
//!
//! The box is as large as there is room for, whatever is in it: whoever sees it from afar learns nothing from its size.

use protocol::board::Note;
use protocol::{Barred, FieldKind, clean_line};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{board, overlay};
use crate::night::Covered;
use crate::says;
use crate::screen::Screen;
use crate::text::wrap;

/// Columns of the box at most: a secret is read at a glance.
const COLUMNS_MAX: usize = 72;

/// Private tellings that are shown, the last ones.
const TELLINGS_SHOWN: usize = 5;

/// Draws the box over the panes: what is asked, what is covered on the board, and as many of the last private tellings as
/// there is room for.
pub(super) fn draw(screen: &Screen, at: Rect, buffer: &mut Buffer) {
    let columns = usize::from(at.width.saturating_sub(4)).min(COLUMNS_MAX);
    let rows = usize::from(at.height.saturating_sub(2)).max(1);
    let theme = &screen.setup.theme;
    let written = |words: &[String]| -> Vec<Line<'static>> {
        words.iter().flat_map(|words| wrap(words, columns)).map(Line::from).collect()
    };
    let mut parts = Vec::new();
    if let Some(night) = screen.night.as_ref().filter(|_| screen.is_live()) {
        parts.push(written(&asked(night)));
    }
    if let Some(scene) = &screen.scene {
        parts.push(board::covered(theme, &scene.board, columns));
        parts.push(written(&noted(screen, &scene.board.notes)));
    }
    let from = screen.private.len().saturating_sub(TELLINGS_SHOWN);
    let told: Vec<String> =
        screen.private[from..].iter().map(|telling| format!("{} {telling}", theme.signs().dot)).collect();
    let used = parts.iter().map(Vec::len).sum::<usize>();
    let told = written(&told);
    parts.push(told[told.len().saturating_sub(rows.saturating_sub(used))..].to_vec());
    parts.retain(|part| !part.is_empty());
    let apart = parts.iter().map(Vec::len).sum::<usize>() + parts.len() <= rows + 1;
    let mut lines: Vec<Line<'static>> = Vec::new();
    for part in parts {
        if apart && !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(part);
    }
    if lines.is_empty() {
        lines.push(Line::from(says::NOTHING_IS_KNOWN_TO_YOU_ALONE));
    }
    if lines.len() > rows {
        lines.truncate(rows - 1);
        lines.push(Line::from(theme.signs().more));
    }
    lines.resize(rows, Line::default());
    // The box is as wide as its widest line.
    if let Some(last) = lines.last_mut() {
        let gap = " ".repeat(columns.saturating_sub(last.width()));
        last.spans.push(gap.into());
    }
    overlay::draw(screen, says::FOR_YOUR_EYES_ONLY, &lines, at, buffer);
}

/// What stands at seats and not all know: those of whom the same is said go together.
fn noted(screen: &Screen, notes: &[Note]) -> Vec<String> {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for note in notes.iter().filter(|note| note.covered) {
        let (text, name) = (clean_line(&note.text), screen.name(note.seat));
        match said.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) => names.push(name),
            None => said.push((text, vec![name])),
        }
    }
    said.into_iter().map(|(text, names)| format!("{}: {text}", names.join(", "))).collect()
}

/// What is really asked, and what may be answered.
fn asked(night: &Covered) -> Vec<String> {
    let Some(open) = &night.open else { return vec![says::YOU_HAVE_CHOSEN_AND_IT_IS.to_owned()] };
    let mut words = vec![says::asked_now(clean_line(&open.form.title))];
    let fields = open.form.tools.iter().flat_map(|tool| &tool.fields).filter(|field| field.required);
    for field in fields {
        if let FieldKind::Choice(choices) = &field.kind {
            let names: Vec<String> = choices.iter().map(|choice| clean_line(&choice.label)).collect();
            words.push(says::you_may_choose(names.join(", ")));
        }
    }
    for tool in &open.form.tools {
        let why =
            |barred: &Barred| format!("{} ({})", clean_line(&barred.choice.label), clean_line(&barred.why));
        let barred: Vec<String> = tool.manner.barred.iter().map(why).collect();
        if !barred.is_empty() {
            words.push(says::not(barred.join(", ")));
        }
    }
    if open.answered {
        words.push(says::YOU_HAVE_CHOSEN_IT_MAY_BE.to_owned());
    }
    words
}

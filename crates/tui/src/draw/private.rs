//! What only this viewer may know. It is drawn while the key is held, and nowhere else.

use protocol::mafia::{Role, View};
use protocol::{FieldKind, clean_line};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::{overlay, tree};
use crate::night::Covered;
use crate::screen::Screen;
use crate::text::wrap;

/// Columns of the box at most: a secret is read at a glance.
const COLUMNS_MAX: usize = 56;

/// Private tellings that are shown, the last ones.
const TELLINGS_SHOWN: usize = 5;

/// Draws the box over the panes.
pub(super) fn draw(screen: &Screen, at: Rect, buffer: &mut Buffer) {
    let columns = usize::from(at.width.saturating_sub(4)).min(COLUMNS_MAX);
    let mut words = match (&screen.mafia, &screen.scene) {
        (Some(view), _) => mafia(screen, view),
        (None, Some(scene)) => {
            let mut rows = Vec::new();
            for key in tree::PRIVATE {
                if let Some(value) = scene.view.get(key) {
                    tree::branch(key, value, 0, &mut rows);
                }
            }
            rows
        }
        (None, None) => Vec::new(),
    };
    if let Some(night) = screen.night.as_ref().filter(|_| screen.is_live()) {
        words.push(String::new());
        words.extend(asked(night));
    }
    let from = screen.private.len().saturating_sub(TELLINGS_SHOWN);
    if from < screen.private.len() {
        words.push(String::new());
        let dot = screen.setup.theme.signs().dot;
        words.extend(screen.private[from..].iter().map(|telling| format!("{dot} {telling}")));
    }
    if words.is_empty() {
        words.push("Nothing is known to you alone.".to_owned());
    }
    let lines: Vec<Line<'_>> = words.iter().flat_map(|words| wrap(words, columns)).map(Line::from).collect();
    overlay::draw(screen, "For your eyes only", &lines, at, buffer);
}

/// What the night really asks, and what may be answered.
fn asked(night: &Covered) -> Vec<String> {
    let Some(open) = &night.open else { return vec!["You have chosen, and it is final.".to_owned()] };
    let mut words = vec![format!("Asked now: {}", clean_line(&open.form.title))];
    let fields = open.form.tools.iter().flat_map(|tool| &tool.fields).filter(|field| field.required);
    for field in fields {
        if let FieldKind::Choice(choices) = &field.kind {
            let names: Vec<String> = choices.iter().map(|choice| clean_line(&choice.label)).collect();
            words.push(format!("You may choose {}.", names.join(", ")));
        }
    }
    if open.answered {
        words.push("You have chosen; it may be changed.".to_owned());
    }
    words
}

fn mafia(screen: &Screen, view: &View) -> Vec<String> {
    let name = |seat| screen.name(seat).to_owned();
    let Some(own) = &view.own else {
        return view.roles.iter().map(|known| format!("{}: {}", name(known.seat), known.role)).collect();
    };
    let mut words = vec![format!("You are {}, the {}.", name(own.seat), own.role)];
    if own.role == Role::Mafia {
        let team: Vec<String> = view
            .roles
            .iter()
            .filter(|known| known.role == Role::Mafia && known.seat != own.seat)
            .map(|known| name(known.seat))
            .collect();
        words.push(match team.as_slice() {
            [] => "You are alone.".to_owned(),
            team => format!("With you: {}.", team.join(", ")),
        });
    }
    for finding in &own.findings {
        let is = if finding.is_mafia { "is mafia" } else { "is not mafia" };
        words.push(format!("Night {}: {} {is}.", finding.night, name(finding.target)));
    }
    if let Some(seat) = own.protected_last {
        words.push(format!("Protected last night: {}; not again tonight.", name(seat)));
    }
    for choice in &own.choices {
        let who = if choice.seat == own.seat {
            "You chose".to_owned()
        } else {
            format!("{} chose", name(choice.seat))
        };
        words.push(format!("{who} {} tonight.", name(choice.target)));
    }
    words
}

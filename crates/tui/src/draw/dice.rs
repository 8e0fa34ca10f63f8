//! Dice that are chosen from: an island. The panel of the dice is drawn as the ways to answer, each with what it is worth,
//! what may come of it, and the seal of its ending.

use protocol::board::{Body, Die};
use protocol::clean_line;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::ways::lead;
use crate::form::Answering;
use crate::says;
use crate::screen::Screen;
use crate::seals::short;
use crate::text::{width, wrap};
use crate::told::typed;

/// The panel that this is drawn from.
pub(super) const PANEL: &str = "dice";

/// The least columns for what may come of a die.
const NOTE_COLUMNS_MIN: usize = 24;

/// The dice on the board, if there is a choice of the form for each of them, and nothing else to choose.
pub(super) fn offered(screen: &Screen, form: &Answering) -> Option<Vec<Die>> {
    let panel =
        screen.scene.as_ref()?.board.panels.iter().find(|panel| panel.id == PANEL && !panel.covered)?;
    let Body::Dice(dice) = &panel.body else { return None };
    let choices = form.ways.iter().filter(|way| way.choice.is_some()).count();
    (!dice.is_empty() && choices == dice.len() && form.ways.len() == choices).then(|| dice.clone())
}

/// The seal of the ending of the die that is picked.
pub(super) fn seal(screen: &Screen, form: &Answering) -> Option<String> {
    let (_, choice) = form.ways.get(form.picked?)?.choice?;
    let seal = offered(screen, form)?.get(choice)?.seal?;
    Some(says::sealed(short(seal, screen.setup.theme.signs().more)))
}

/// A die: its face, what it is worth, what may come of it, and its seal as far as there is room.
pub(super) fn row(
    screen: &Screen,
    form: &Answering,
    index: usize,
    dice: &[Die],
    columns: usize,
) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let Some(die) = form.ways[index].choice.and_then(|(_, choice)| dice.get(choice)) else {
        return Vec::new();
    };
    let words = |text: &str| if theme.ascii { typed(&clean_line(text)) } else { clean_line(text) };
    let widest = |of: fn(&Die) -> &String| dice.iter().map(|die| width(&words(of(die)))).max().unwrap_or(0);
    let (lead, style) = lead(screen, form, index);
    let picked = form.picked == Some(index);
    let styled = |other: Style| if picked { style } else { other };
    let face = format!("{}  ", theme.die(die.value.into()));
    let worth = format!("{:<wide$}  ", words(&die.worth), wide = widest(|die| &die.worth));
    let seal = die.seal.map_or(String::new(), |seal| format!("  {}", short(seal, theme.signs().more)));
    let before = width(&lead) + width(&face) + width(&worth);
    // The seal goes before anything of what may come of it does.
    let notes = widest(|die| &die.note).max(NOTE_COLUMNS_MIN);
    let seal = if before + notes + width(&seal) <= columns { seal } else { String::new() };
    let room = columns.saturating_sub(before + width(&seal));
    let line = |(row, part): (usize, String)| {
        if row > 0 {
            return Line::styled(format!("{}{part}", " ".repeat(before)), styled(Style::new()));
        }
        let gap = " ".repeat(notes.min(room).saturating_sub(width(&part)));
        Line::from(vec![
            Span::styled(lead.clone(), style),
            Span::styled(face.clone(), styled(theme.strong())),
            Span::styled(worth.clone(), styled(theme.quiet())),
            Span::styled(part, style),
            Span::styled(
                if seal.is_empty() { String::new() } else { format!("{gap}{seal}") },
                styled(theme.quiet()),
            ),
        ])
    };
    wrap(&words(&die.note), room).into_iter().enumerate().map(line).collect()
}

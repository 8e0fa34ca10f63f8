//! The thing in hand, and the keys that answer.

use protocol::clean_line;
use protocol::tidying::{Item, Mode, Offer, View};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{row, wide};
use crate::form::{Answering, Way};
use crate::screen::Screen;
use crate::text::wrap;
use crate::tidying;

/// Between two ways on one row.
const GAP: &str = "   ";

/// What is asked, the thing in hand first of all.
pub(crate) fn headline(screen: &Screen, form: &Answering, columns: usize) -> Option<Line<'static>> {
    let view = screen.tidying.as_ref()?;
    let theme = &screen.setup.theme;
    let signs = theme.signs();
    if form.ask.answered {
        let words = format!("{} is thinking{}", screen.name(view.coach), signs.more);
        return Some(Line::styled(row(screen, &words, columns), theme.quiet()));
    }
    let Some((item, details)) = in_hand(view) else {
        let title = clean_line(&form.ask.form.title);
        let photos = match view.pending.len() {
            0 => String::new(),
            1 => "  1 photo goes with your next words".to_owned(),
            many => format!("  {many} photos go with your next words"),
        };
        let title = row(screen, &title, columns.saturating_sub(wide(&photos)));
        return Some(Line::from(vec![
            Span::styled(title, theme.strong()),
            Span::styled(photos, theme.quiet()),
        ]));
    };
    let name = row(screen, &clean_line(&item.name), columns.saturating_sub(4));
    let details = details.join(&format!(" {} ", signs.dot));
    let room = columns.saturating_sub(wide(&name) + 6);
    let details = if room < 8 { String::new() } else { row(screen, &details, room) };
    Some(Line::from(vec![
        Span::styled(format!(" {name} "), theme.chosen()),
        Span::raw("  "),
        Span::styled(details, theme.quiet()),
    ]))
}

/// The thing that is asked about, and what is known of it.
fn in_hand(view: &View) -> Option<(&Item, Vec<String>)> {
    let (id, known): (_, &[&[String]]) = match &view.mode {
        Some(Mode::Sorting { offer: Some(Offer::Proposal(proposal)), .. }) => (proposal.item, &[]),
        Some(Mode::Clarifying { item, traits, spatial_refs, .. }) => (*item, &[traits, spatial_refs]),
        _ => return None,
    };
    let item = view.item(id)?;
    let known = known.iter().copied().flatten();
    let details = item.look.iter().chain(&item.place).chain(known).map(|words| clean_line(words)).collect();
    Some((item, details))
}

/// The ways to answer: the choices one below the other where there is room, and then the letters. What is said in
/// words needs no way: it is typed.
pub(crate) fn ways(
    screen: &Screen,
    view: &View,
    form: &Answering,
    columns: usize,
    rows_max: usize,
) -> Vec<Line<'static>> {
    screen.way_rows.set(1);
    let cell = |(index, way): (usize, &Way)| {
        let tool = &form.ask.form.tools[way.tool];
        let label = match way.choice {
            Some(_) => way.label.clone(),
            None => tidying::label(view, &tool.name).unwrap_or_else(|| way.label.clone()),
        };
        Cell {
            key: way.key.clone(),
            label,
            picked: form.picked == Some(index),
            is_choice: way.choice.is_some(),
        }
    };
    let is_shown = |(index, way): &(usize, &Way)| {
        let tool = form.ask.form.tools.get(way.tool).map_or("", |tool| &tool.name);
        form.picked == Some(*index) || way.choice.is_some() || !tidying::is_choice_too(view, tool)
    };
    let cells: Vec<Cell> =
        form.ways.iter().enumerate().filter(is_shown).map(cell).filter(|cell| !cell.key.is_empty()).collect();
    let (choices, letters): (Vec<Cell>, Vec<Cell>) = cells.into_iter().partition(|cell| cell.is_choice);
    let below = flowing(screen, &letters, columns);
    let mut lines: Vec<Line<'static>> = match choices.len() + below.len() <= rows_max {
        true => choices.iter().map(|cell| Line::from(cell.spans(screen, columns))).collect(),
        false => flowing(screen, &choices, columns),
    };
    lines.extend(below);
    // The picked one stays in sight; the choices go before everything else.
    lines.truncate(rows_max);
    lines
}

/// One way, with the key that picks it.
struct Cell {
    key: String,
    label: String,
    picked: bool,
    is_choice: bool,
}

impl Cell {
    fn width(&self) -> usize {
        wide(&self.key) + 3 + wide(&self.label)
    }

    fn spans(&self, screen: &Screen, columns: usize) -> Vec<Span<'static>> {
        let theme = &screen.setup.theme;
        let (mark, of_key, of_label) = match self.picked {
            true => (theme.signs().now, theme.chosen(), theme.chosen()),
            false => (" ", theme.strong(), Style::new()),
        };
        let label = row(screen, &self.label, columns.saturating_sub(wide(&self.key) + 3));
        vec![Span::styled(format!("{mark}{} ", self.key), of_key), Span::styled(label, of_label)]
    }
}

/// Ways one after the other, as many on a row as fit.
fn flowing(screen: &Screen, cells: &[Cell], columns: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut spans: Vec<Span<'static>> = Vec::new();
    let mut used = 0;
    for cell in cells {
        let gap = if used == 0 { 0 } else { GAP.len() };
        if used > 0 && used + gap + cell.width() > columns {
            lines.push(Line::from(std::mem::take(&mut spans)));
            used = 0;
        }
        if used > 0 {
            spans.push(Span::raw(GAP));
            used += GAP.len();
        }
        spans.extend(cell.spans(screen, columns));
        used += cell.width();
    }
    if !spans.is_empty() {
        lines.push(Line::from(spans));
    }
    lines
}

/// What is asked after the answer that is picked: what has to stay, with ideas by number (Y7).
pub(crate) fn follow_up(screen: &Screen, form: &Answering, columns: usize) -> Option<Vec<Line<'static>>> {
    let view = screen.tidying.as_ref()?;
    let Some(branch) = tidying::branch(view, form) else { return Some(Vec::new()) };
    let theme = &screen.setup.theme;
    let mut lines: Vec<Line<'static>> = wrap(&clean_line(&branch.follow_up), columns)
        .into_iter()
        .take(2)
        .map(|part| Line::styled(part, theme.strong()))
        .collect();
    let ideas: Vec<String> =
        (1..).zip(&branch.anchors).map(|(number, idea)| format!("{number} {}", clean_line(idea))).collect();
    if !ideas.is_empty() {
        let words = format!("Ideas: {}", ideas.join(&format!(" {} ", theme.signs().dot)));
        lines.push(Line::styled(row(screen, &words, columns), theme.quiet()));
    }
    Some(lines)
}

/// What the line is, while a field of this machine has the keys.
pub(crate) fn field_label(screen: &Screen, field: &str) -> Option<String> {
    let _ = screen.tidying.as_ref()?;
    (field == "anchors").then(|| "what stays, with commas between".to_owned())
}

/// The keys that matter now, the most useful first.
pub(crate) fn hints(screen: &Screen, form: &Answering) -> Option<Vec<String>> {
    let view = screen.tidying.as_ref()?;
    let choices = form.ways.iter().filter(|way| way.choice.is_some()).count();
    let mut hints: Vec<&str> = Vec::new();
    let numbers = format!("1-{choices} answers at once");
    match &view.mode {
        _ if form.focus().is_some() => hints.extend(["Enter answers", "numbers or words", "Esc back"]),
        _ if form.picked.is_some() => hints.extend(["Enter does it", "Esc leaves it"]),
        _ if form.ask.answered => hints.push("a letter, then Enter"),
        _ if view.proposal().is_some() => {
            hints.extend([numbers.as_str(), "or type where it belongs", "letters with Enter"]);
        }
        Some(Mode::Surveying { survey: Some(_) }) => hints.extend(["a number", "or say it in words"]),
        Some(Mode::DecisionSupport { .. }) => hints.extend(["y or n, then Enter", "or say it in words"]),
        _ if tidying::is_split(view) => hints.extend(["y or n, then Enter", "or say it in words"]),
        Some(Mode::WindingDown { .. }) => hints.extend(["g or e, then Enter", "or say something"]),
        Some(Mode::Clarifying { .. }) => {
            hints.extend(["say what it is", "letters with Enter", "/photo FILE"])
        }
        _ => hints.extend(["type what is there, with commas between", "/photo FILE"]),
    }
    Some(hints.into_iter().map(str::to_owned).collect())
}

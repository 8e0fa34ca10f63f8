//! The piles filling: a bar with its count for each, and the newest of its things.

use protocol::clean_line;
use protocol::tidying::{Item, Pile, View};
use ratatui::text::{Line, Span};

use super::{row, wide};
use crate::screen::Screen;

/// A pile by its title, and what is on it.
type OnIt = fn(&Pile) -> bool;

const PILES: [(&str, OnIt); 4] = [
    ("Belongs", |pile| matches!(pile, Pile::Belongs { .. })),
    ("Out", |pile| matches!(pile, Pile::Out { .. })),
    ("Unsure", |pile| matches!(pile, Pile::Unsure)),
    ("To sort", |pile| matches!(pile, Pile::Waiting)),
];

/// The column of the titles.
const TITLE_COLUMNS: usize = 8;

/// The piles in so many rows. The bars share one measure, so that they can be compared.
pub(crate) fn piles(screen: &Screen, view: &View, columns: usize, rows: usize) -> Vec<Line<'static>> {
    let piles: Vec<(&str, Vec<&Item>)> =
        PILES.iter().map(|(title, on_it)| (*title, newest(view, *on_it))).collect();
    let most = piles.iter().map(|(_, things)| things.len()).max().unwrap_or(0);
    let parts = parts(screen, view, columns);
    // What is left after the bars and the parts goes to names, one row a pile at a time.
    let mut room = rows.saturating_sub(piles.len() + parts.len());
    let mut shown = vec![0; piles.len()];
    while room > 0 {
        let before = room;
        for (count, (_, things)) in shown.iter_mut().zip(&piles) {
            if room > 0 && *count < things.len() {
                *count += 1;
                room -= 1;
            }
        }
        if room == before {
            break;
        }
    }
    // Where there is room to spare, the piles stand apart.
    let apart = room >= piles.len();
    let mut lines = Vec::new();
    for ((title, things), count) in piles.into_iter().zip(shown) {
        lines.push(bar(screen, title, things.len(), most, columns));
        let hidden = things.len().saturating_sub(count);
        for (index, item) in things.into_iter().take(count).enumerate() {
            let more = if hidden > 0 && index + 1 == count { format!(" +{hidden}") } else { String::new() };
            let words = row(screen, &name(screen, item), columns.saturating_sub(2 + wide(&more)));
            lines.push(Line::styled(format!("  {words}{more}"), screen.setup.theme.quiet()));
        }
        if apart {
            lines.push(Line::default());
        }
    }
    lines.extend(parts);
    lines.truncate(rows);
    lines
}

/// What is on a pile, the last decision first and then what came last.
fn newest(view: &View, on_it: OnIt) -> Vec<&Item> {
    let mut things: Vec<&Item> = view.items.iter().filter(|item| on_it(&item.pile)).rev().collect();
    if let Some(at) = things.iter().position(|item| Some(item.id) == view.last_decided) {
        things[..=at].rotate_right(1);
    }
    // What is still to be sorted is sorted in the order in which it was named.
    if things.first().is_some_and(|item| item.pile == Pile::Waiting) {
        things.reverse();
    }
    things
}

fn bar(screen: &Screen, title: &str, count: usize, most: usize, columns: usize) -> Line<'static> {
    let theme = &screen.setup.theme;
    let number = format!(" {count}");
    let room = columns.saturating_sub(TITLE_COLUMNS + wide(&number));
    // A thing is a cell as long as there are cells for all.
    let filled = if most <= room { count } else { (count * room).div_ceil(most.max(1)) };
    let bar = theme.signs().bar.repeat(filled.min(room));
    Line::from(vec![
        Span::styled(format!("{title:<TITLE_COLUMNS$}"), theme.strong()),
        Span::raw(bar),
        Span::styled(number, theme.strong()),
    ])
}

fn name(screen: &Screen, item: &Item) -> String {
    let to = screen.setup.theme.signs().to;
    let name = clean_line(&item.name);
    match &item.pile {
        Pile::Belongs { at } => format!("{name} {to} {}", clean_line(at)),
        Pile::Out { way } => format!("{name} {to} {}", way.word()),
        Pile::Unsure | Pile::Waiting => name,
    }
}

/// The unsure pile in parts, the one at hand marked (Y9).
fn parts(screen: &Screen, view: &View, columns: usize) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let mut lines = Vec::new();
    for (index, group) in view.groups.iter().enumerate() {
        let mark = if index == 0 { theme.signs().now } else { " " };
        let words = format!("{mark} {} ({})", clean_line(&group.kind), group.items.len());
        let style = if index == 0 { theme.strong() } else { theme.quiet() };
        lines.push(Line::styled(row(screen, &words, columns), style));
    }
    if !lines.is_empty() {
        lines.insert(0, Line::styled(row(screen, "Unsure, kind by kind", columns), theme.strong()));
    }
    lines
}

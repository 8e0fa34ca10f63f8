//! Things in heaps: a bar with its count for each, and as many of their names as there is room for.

use protocol::board::{Entry, Heap};
use ratatui::text::{Line, Span};

use super::bodies::{Lines, Pen, padded};
use crate::text::width;

/// The heaps in so many rows. The bars share one measure, so that they can be compared.
pub(super) fn lines(pen: Pen<'_>, heaps: &[Heap], rows: usize) -> Lines {
    let most = heaps.iter().map(|heap| heap.things.len()).max().unwrap_or(0);
    let names = heaps.iter().map(|heap| width(&pen.words(&heap.name))).max().unwrap_or(0);
    let things: Vec<Vec<Lines>> =
        heaps.iter().map(|heap| heap.things.iter().map(|entry| thing(pen, entry)).collect()).collect();
    let shown = shares(&things, rows.saturating_sub(heaps.len()));
    let mut lines = Vec::new();
    for ((heap, things), count) in heaps.iter().zip(things).zip(shown) {
        lines.push(bar(pen, heap, names, most, count));
        lines.extend(things.into_iter().take(count).flatten());
    }
    lines
}

/// How many things of each heap are named: what rows there are goes to each heap in turn.
fn shares(things: &[Vec<Lines>], mut room: usize) -> Vec<usize> {
    let mut shown = vec![0; things.len()];
    loop {
        let before = room;
        for (count, things) in shown.iter_mut().zip(things) {
            if let Some(next) = things.get(*count).filter(|next| next.len() <= room) {
                *count += 1;
                room -= next.len();
            }
        }
        if room == before {
            return shown;
        }
    }
}

fn thing(pen: Pen<'_>, entry: &Entry) -> Lines {
    let (text, note) = (pen.words(&entry.text), pen.words(&entry.note));
    let words = match note.as_str() {
        "" => text,
        note => format!("{text} {} {note}", pen.theme.signs().to),
    };
    pen.indented(&words, pen.theme.quiet())
}

fn bar(pen: Pen<'_>, heap: &Heap, names: usize, most: usize, shown: usize) -> Line<'static> {
    let (theme, signs) = (pen.theme, pen.theme.signs());
    let count = heap.things.len();
    let hidden = if shown < count { format!(" {}", signs.more) } else { String::new() };
    let number = format!(" {count}");
    let name = padded(&pen.words(&heap.name), names + 1);
    let room = pen.columns.saturating_sub(width(&name) + width(&number) + width(&hidden));
    // A thing is a cell as long as there are cells for all.
    let filled = if most <= room { count } else { (count * room).div_ceil(most.max(1)) };
    Line::from(vec![
        Span::styled(name, theme.strong()),
        Span::raw(signs.bar.repeat(filled.min(room))),
        Span::styled(number, theme.strong()),
        Span::styled(hidden, theme.quiet()),
    ])
}

//! Who sits at the table and what became of them.

use protocol::SeatId;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::mafia;
use crate::screen::Screen;
use crate::text::{fit, width, wrap};

/// Columns that notes keep, however long the names are.
const NOTE_COLUMNS_MIN: usize = 10;

/// What is said of a seat: in full, and shorter for less room.
pub(super) struct Note {
    pub(super) words: Vec<String>,
    pub(super) style: Style,
    pub(super) gone: bool,
}

/// One line a seat; the dead go together where there is no room for all.
pub(super) fn lines(screen: &Screen, columns: usize, rows: usize) -> Vec<Line<'static>> {
    let notes: Vec<(SeatId, Note)> = (0..screen.names.len())
        .map(|index| {
            let seat = SeatId::at(index);
            (
                seat,
                mafia::note(screen, seat).unwrap_or(Note {
                    words: Vec::new(),
                    style: Style::new(),
                    gone: false,
                }),
            )
        })
        .collect();
    if notes.len() <= rows {
        return notes.iter().map(|(seat, note)| line(screen, *seat, note, columns)).collect();
    }
    let theme = &screen.setup.theme;
    let (gone, here): (Vec<_>, Vec<_>) = notes.iter().partition(|(_, note)| note.gone);
    let mut lines: Vec<_> = here.iter().map(|(seat, note)| line(screen, *seat, note, columns)).collect();
    if !gone.is_empty() {
        let names: Vec<&str> = gone.iter().map(|(seat, _)| screen.name(*seat)).collect();
        let words = format!("{} {}", theme.signs().dead, names.join(", "));
        lines.truncate(rows.saturating_sub(1));
        lines.extend(
            wrap(&words, columns).into_iter().map(|part| Line::from(Span::styled(part, theme.quiet()))),
        );
    }
    if lines.len() > rows {
        let hidden = lines.len() - rows + 1;
        lines.truncate(rows.saturating_sub(1));
        lines.push(Line::from(format!("{} {hidden} more", theme.signs().more)));
    }
    lines
}

fn line(screen: &Screen, seat: SeatId, note: &Note, columns: usize) -> Line<'static> {
    let theme = &screen.setup.theme;
    let more = theme.signs().more;
    let own = screen.seat() == Some(seat);
    let style = match (note.gone, own) {
        (true, _) => theme.quiet(),
        (false, true) => theme.strong(),
        (false, false) => Style::new(),
    };
    // The viewer's own seat is marked beside its number, where no name can push the mark out.
    let mark = if own { theme.signs().less_more.1 } else { " " };
    let number = format!("{:>2}{mark}", seat.number());
    let room = columns.saturating_sub(width(&number) + 1);
    // Names stand in one column and notes in another; long names leave room for short notes.
    let widest = (0..screen.names.len()).map(|index| width(screen.name(SeatId::at(index)))).max();
    let column = widest.unwrap_or_default().min(room.saturating_sub(NOTE_COLUMNS_MIN));
    let name = fit(screen.name(seat), column, more);
    let gap = " ".repeat(column.saturating_sub(width(&name)) + 1);
    let fits = |words: &&String| width(words) <= room.saturating_sub(column);
    let words = note.words.iter().find(fits).or(note.words.last()).cloned().unwrap_or_default();
    Line::from(vec![
        Span::styled(number, if own { theme.strong() } else { theme.quiet() }),
        Span::styled(name, style),
        Span::raw(gap),
        Span::styled(fit(&words, room.saturating_sub(column), more), note.style),
    ])
}

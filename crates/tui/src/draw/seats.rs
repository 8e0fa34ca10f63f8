//! Who sits at the table, and what stands at each seat for all to see.

use protocol::board::{Note, SeatIs};
use protocol::{SeatId, clean_line};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::says;
use crate::screen::Screen;
use crate::text::{fit_words, width, wrap};
use crate::told::typed;

/// Columns that notes keep, however long the names are.
const NOTE_COLUMNS_MIN: usize = 10;

/// What is said of a seat.
struct Said {
    words: String,
    is: SeatIs,
}

/// A seat a line, or two where its note is long and there is room; those who are out go together where there is none.
pub(super) fn lines(screen: &Screen, columns: usize, rows: usize, roomy: bool) -> Vec<Line<'static>> {
    let said: Vec<(SeatId, Said)> =
        (0..screen.names.len()).map(SeatId::at).map(|seat| (seat, said(screen, seat))).collect();
    let all = |roomy: bool| -> Vec<Line<'static>> {
        said.iter().flat_map(|(seat, said)| seat_lines(screen, *seat, said, columns, roomy)).collect()
    };
    let fits = |lines: &Vec<Line<'static>>| lines.len() <= rows;
    if let Some(lines) = Some(all(roomy)).filter(fits).or_else(|| Some(all(false)).filter(fits)) {
        return lines;
    }
    let theme = &screen.setup.theme;
    let (gone, here): (Vec<_>, Vec<_>) = said.iter().partition(|(_, said)| said.is == SeatIs::Out);
    let mut lines: Vec<_> =
        here.iter().flat_map(|(seat, said)| seat_lines(screen, *seat, said, columns, false)).collect();
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
        lines.push(Line::from(says::hidden_more(theme.signs().more, hidden)));
    }
    lines
}

/// What stands at a seat for all, with a sign for what it does.
fn said(screen: &Screen, seat: SeatId) -> Said {
    let theme = &screen.setup.theme;
    let notes = screen.scene.iter().flat_map(|scene| &scene.board.notes);
    let notes: Vec<&Note> = notes.filter(|note| note.seat == seat && !note.covered).collect();
    let is = notes.last().map_or(SeatIs::In, |note| note.is);
    let sign = match is {
        SeatIs::In => "",
        SeatIs::Up => theme.signs().speaking,
        SeatIs::Out => theme.signs().dead,
    };
    let texts = notes.iter().map(|note| clean_line(&note.text)).filter(|text| !text.is_empty());
    let text = texts.collect::<Vec<String>>().join(&format!(" {} ", theme.signs().dot));
    let words = format!("{sign} {text}").trim().to_owned();
    Said { words: if theme.ascii { typed(&words) } else { words }, is }
}

fn seat_lines(screen: &Screen, seat: SeatId, said: &Said, columns: usize, roomy: bool) -> Vec<Line<'static>> {
    let theme = &screen.setup.theme;
    let more = theme.signs().more;
    let own = screen.seat() == Some(seat);
    let (of_name, of_note) = match said.is {
        SeatIs::Out => (theme.quiet(), theme.quiet()),
        SeatIs::Up => (theme.strong(), theme.strong()),
        SeatIs::In if own => (theme.strong(), Style::new()),
        SeatIs::In => (Style::new(), Style::new()),
    };
    // The viewer's own seat is marked beside its number, where no name can push the mark out.
    let mark = if own { theme.signs().less_more.1 } else { " " };
    let number = format!("{:>2}{mark}", seat.number());
    let of_number = if own { theme.strong() } else { theme.quiet() };
    let indent = width(&number);
    let room = columns.saturating_sub(indent + 1);
    let kept = |room: usize| match roomy {
        true => wrap(&said.words, room),
        false => vec![fit_words(&said.words, room, more)],
    };
    // Names stand in one column and notes in another; at a table of a few, what is said of long names stands below them.
    let widest = (0..screen.names.len()).map(|index| width(screen.name(SeatId::at(index)))).max();
    let widest = widest.unwrap_or_default();
    if widest * 2 > room && screen.names.len() <= super::SEATS_FEW {
        let name = fit_words(screen.name(seat), room + 1, more);
        let name = Line::from(vec![Span::styled(number, of_number), Span::styled(name, of_name)]);
        let below = kept(room).into_iter().filter(|part| !part.is_empty());
        let below = below.map(|part| Line::styled(format!("{}{part}", " ".repeat(indent)), of_note));
        return std::iter::once(name).chain(below).collect();
    }
    let column = widest.min(room.saturating_sub(NOTE_COLUMNS_MIN));
    let name = fit_words(screen.name(seat), column, more);
    let gap = " ".repeat(column.saturating_sub(width(&name)) + 1);
    let room = room.saturating_sub(column);
    let words = kept(room);
    let line = |(index, part): (usize, String)| match index {
        0 => Line::from(vec![
            Span::styled(number.clone(), of_number),
            Span::styled(name.clone(), of_name),
            Span::raw(gap.clone()),
            Span::styled(part, of_note),
        ]),
        _ => Line::styled(format!("{}{part}", " ".repeat(columns.saturating_sub(room))), of_note),
    };
    words.into_iter().enumerate().map(line).collect()
}

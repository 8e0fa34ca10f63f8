//! The ten bodies of a panel, as lines for so many columns and rows.
//!
//! Words go on to the next line whole. What does not fit in the rows is left out at the end, and a sign says so.

use protocol::board::{Body, Dial, Die, Entry, Fact, Leaf, Matrix, Meter};
use protocol::{clean, clean_line};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::piles;
use crate::draw::talk::running;
use crate::says;
use crate::seals::short;
use crate::text::{fit_words, width, wrap};
use crate::theme::Theme;
use crate::told::typed;

pub(super) type Lines = Vec<Line<'static>>;

/// The least columns in which a value can stand beside its name, and the last cell of a row beside the others.
const VALUE_COLUMNS_MIN: usize = 16;
const CELL_COLUMNS_MIN: usize = 12;

/// The least cells of a bar that says anything.
const BAR_CELLS_MIN: usize = 4;

/// And the most that are taken in at a glance.
const BAR_CELLS_MAX: usize = 20;

/// How a body is drawn: in which signs and colours, how wide, and whether there is room to be generous.
#[derive(Clone, Copy)]
pub(super) struct Pen<'a> {
    pub(super) theme: &'a Theme,
    pub(super) columns: usize,
    pub(super) roomy: bool,
}

impl Pen<'_> {
    /// Words of a board as this terminal may show them.
    pub(super) fn words(&self, text: &str) -> String {
        let text = clean_line(text);
        if self.theme.ascii { typed(&text) } else { text }
    }

    /// Words on as many lines as they need.
    fn wrapped(&self, text: &str, style: Style) -> Lines {
        wrap(text, self.columns).into_iter().map(|part| Line::styled(part, style)).collect()
    }

    /// The same, a little in.
    pub(super) fn indented(&self, text: &str, style: Style) -> Lines {
        let parts = wrap(text, self.columns.saturating_sub(2));
        parts.into_iter().map(|part| Line::styled(format!("  {part}"), style)).collect()
    }

    /// Words beside a lead, every line in the same column; below it, where the lead leaves too little room.
    fn beside(&self, lead: (&str, Style), text: &str, style: Style) -> Lines {
        let indent = width(lead.0);
        if indent + VALUE_COLUMNS_MIN.min(width(text)) > self.columns {
            let head = self.wrapped(lead.0.trim_end(), lead.1);
            return head.into_iter().chain(self.indented(text, style)).collect();
        }
        let line = |(index, part): (usize, String)| {
            let first = match index {
                0 => Span::styled(lead.0.to_owned(), lead.1),
                _ => Span::raw(" ".repeat(indent)),
            };
            Line::from(vec![first, Span::styled(part, style)])
        };
        wrap(text, self.columns - indent).into_iter().enumerate().map(line).collect()
    }

    /// Puts a note after the last line, if it fits there.
    fn added(&self, lines: &mut Lines, note: &str) -> bool {
        if note.is_empty() {
            return true;
        }
        let Some(last) = lines.last_mut().filter(|last| last.width() + 2 + width(note) <= self.columns)
        else {
            return false;
        };
        last.spans.push(Span::styled(format!("  {note}"), self.theme.quiet()));
        true
    }

    /// A note after the last line, if it fits there; else on lines of its own.
    fn noted(&self, mut lines: Lines, note: &str) -> Lines {
        if !self.added(&mut lines, note) {
            lines.extend(self.indented(note, self.theme.quiet()));
        }
        lines
    }
}

/// Text in so many columns, with blanks after it.
pub(super) fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// A body in so many rows at most.
pub(super) fn lines(pen: Pen<'_>, body: &Body, rows: usize) -> Lines {
    let mut lines = match body {
        Body::Facts(all) => facts(pen, all),
        Body::Meters(all) => all.iter().flat_map(|meter| bar(pen, meter, all)).collect(),
        Body::Dials(all) => all.iter().flat_map(|it| dial(pen, it)).collect(),
        Body::Dice(all) => dice(pen, all),
        Body::Matrix(it) => matrix(pen, it),
        Body::Piles(all) => piles::lines(pen, all, rows),
        Body::Card(it) => leaf(pen, it),
        Body::Pictures(all) => vec![Line::styled(photos(all.len()), pen.theme.quiet())],
        Body::List(all) => all.iter().flat_map(|it| entry(pen, it)).collect(),
        Body::Text(text) => paragraphs(pen, text),
    };
    if lines.len() > rows {
        lines.truncate(rows.saturating_sub(1));
        lines.push(Line::styled(pen.theme.signs().more, pen.theme.quiet()));
    }
    lines
}

fn photos(count: usize) -> String {
    if count == 1 { says::ONE_PHOTO.to_owned() } else { says::photos(count) }
}

fn paragraphs(pen: Pen<'_>, text: &str) -> Lines {
    let text = clean(text);
    let text = if pen.theme.ascii { typed(&text) } else { text };
    pen.wrapped(&text, Style::new())
}

/// Names in a column of their own, if that leaves their values enough room.
fn facts(pen: Pen<'_>, facts: &[Fact]) -> Lines {
    let named: Vec<(String, String)> =
        facts.iter().map(|fact| (pen.words(&fact.name), pen.words(&fact.value))).collect();
    let column = named.iter().map(|(name, _)| width(name)).max().unwrap_or_default() + 1;
    let quiet = pen.theme.quiet();
    let fits = column + VALUE_COLUMNS_MIN <= pen.columns;
    let line = |(name, value): &(String, String)| match fits {
        true => pen.beside((&padded(name, column), quiet), value, Style::new()),
        false => running((format!("{name}: "), quiet), value, Style::new(), pen.columns),
    };
    named.iter().flat_map(line).collect()
}

/// A name, so many boxes of the most, and the figures: the boxes go first where there is no room.
fn bar(pen: Pen<'_>, meter: &Meter, all: &[Meter]) -> Lines {
    let theme = pen.theme;
    let figures = |meter: &Meter| match meter.of {
        0 => meter.value.to_string(),
        of => format!("{}/{of}", meter.value),
    };
    let name = pen.words(&meter.name);
    let column = all.iter().map(|meter| width(&pen.words(&meter.name))).max().unwrap_or_default() + 1;
    let most = all.iter().map(|meter| width(&figures(meter))).max().unwrap_or_default();
    let style = if meter.of > 0 && meter.value >= meter.of { theme.strong() } else { Style::new() };
    let room = pen.columns.saturating_sub(column + 1 + most);
    let mut line = match (meter.of as usize, room) {
        (of, room) if of > 0 && room >= of.min(BAR_CELLS_MIN) => {
            let cells = of.min(room).min(BAR_CELLS_MAX);
            let filled = (meter.value as usize * cells).div_ceil(of).min(cells);
            let (full, empty) = theme.signs().boxes;
            let boxes = full.repeat(filled) + &empty.repeat(cells - filled);
            let spans = vec![
                Span::styled(padded(&name, column), theme.quiet()),
                Span::styled(format!("{boxes} {}", figures(meter)), style),
            ];
            vec![Line::from(spans)]
        }
        _ => pen.beside((&format!("{name} "), theme.quiet()), &figures(meter), style),
    };
    // Where there is little room, only the figures stay.
    if pen.roomy {
        return pen.noted(line, &pen.words(&meter.note));
    }
    pen.added(&mut line, &pen.words(&meter.note));
    line
}

/// What fills up: a pie, its name, and its segments where there is room for a line of them.
fn dial(pen: Pen<'_>, dial: &Dial) -> Lines {
    let theme = pen.theme;
    let (filled, of) = (dial.filled.min(dial.segments), dial.segments);
    let (full, empty) = theme.signs().segments;
    let segments = full.repeat(filled.into()) + &empty.repeat((of - filled).into());
    let (name, note) = (pen.words(&dial.name), pen.words(&dial.note));
    let style = if filled.saturating_add(1) >= of { theme.strong() } else { Style::new() };
    let lead = match pie(theme, filled, of) {
        "" => String::new(),
        pie => format!("{pie} "),
    };
    if !pen.roomy {
        return pen.noted(pen.beside((&lead, style), &name, style), &format!("{filled}/{of}"));
    }
    let mut lines = pen.beside((&lead, style), &name, style);
    lines.extend(pen.indented(&format!("{segments} {filled}/{of} {note}"), theme.quiet()));
    lines
}

/// A pie by how full it is; an edge of ASCII has none.
fn pie(theme: &Theme, filled: u8, of: u8) -> &'static str {
    const PIES: [&str; 5] = ["○", "◔", "◑", "◕", "●"];
    if theme.ascii {
        return "";
    }
    let quarters = usize::from(filled) * 4 / usize::from(of.max(1));
    // What has begun is not empty.
    let quarters = if filled > 0 { quarters.max(1) } else { 0 };
    PIES[quarters.min(4)]
}

/// Bare dice lie side by side; those that say more have a line each.
fn dice(pen: Pen<'_>, dice: &[Die]) -> Lines {
    let theme = pen.theme;
    let is_bare = |die: &Die| die.worth.is_empty() && die.note.is_empty() && die.seal.is_none();
    if dice.iter().all(is_bare) {
        // A die is a word: it is not torn from its eyes.
        let lie: Vec<String> =
            dice.iter().map(|die| theme.die(die.value.into()).replace(' ', "\u{a0}")).collect();
        let row = |part: String| Line::styled(part.replace('\u{a0}', " "), theme.strong());
        return wrap(&lie.join(" "), pen.columns).into_iter().map(row).collect();
    }
    let line = |die: &Die| {
        let said = [pen.words(&die.worth), pen.words(&die.note)];
        let said: Vec<&str> = said.iter().map(String::as_str).filter(|words| !words.is_empty()).collect();
        let words = said.join(&format!(" {} ", theme.signs().dot));
        let lines =
            pen.beside((&format!("{} ", theme.die(die.value.into())), theme.strong()), &words, Style::new());
        pen.noted(
            lines,
            &die.seal.map_or(String::new(), |seal| says::seal_short(short(seal, theme.signs().more))),
        )
    };
    dice.iter().flat_map(line).collect()
}

/// A table, whose last column may need several lines; where there is no room for it, in words, or without its last columns.
fn matrix(pen: Pen<'_>, matrix: &Matrix) -> Lines {
    let clean = |row: &Vec<String>| row.iter().map(|cell| pen.words(cell)).collect::<Vec<String>>();
    let (head, rows) = (clean(&matrix.columns), matrix.rows.iter().map(clean).collect::<Vec<_>>());
    let wide = |at: usize| {
        let of = |row: &Vec<String>| row.get(at).map_or(0, |cell| width(cell));
        rows.iter().map(of).chain([width(&head[at])]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..head.len()).map(wide).collect();
    let fits = |count: &usize| {
        let (last, others) = (widths[count - 1], &widths[..count - 1]);
        others.iter().map(|width| width + 2).sum::<usize>() + last.min(CELL_COLUMNS_MIN) <= pen.columns
    };
    let least = if pen.roomy { head.len() } else { 2.min(head.len()) };
    let Some(count) = (least.max(1)..=head.len()).rev().find(fits) else {
        return match pen.words(&matrix.sum).as_str() {
            "" => rows.iter().flat_map(|row| in_words(pen, &head, row)).collect(),
            sum => pen.wrapped(sum, Style::new()),
        };
    };
    let line = |row: &Vec<String>, style: Style| {
        let cells = row.iter().zip(&widths).take(count - 1);
        let lead: String = cells.map(|(cell, width)| padded(cell, width + 2)).collect();
        let last = row.get(count - 1).map_or("", String::as_str);
        let indent = width(&lead);
        let part = |(index, part): (usize, String)| {
            let lead = if index == 0 { lead.clone() } else { " ".repeat(indent) };
            Line::styled(format!("{lead}{part}"), style)
        };
        wrap(last, pen.columns - indent).into_iter().enumerate().map(part).collect::<Lines>()
    };
    let mut lines = line(&head, pen.theme.quiet());
    lines.extend(rows.iter().flat_map(|row| line(row, Style::new())));
    lines
}

/// A row of a table in words, after its head.
fn in_words(pen: Pen<'_>, head: &[String], row: &[String]) -> Lines {
    let Some((first, cells)) = row.split_first() else { return Vec::new() };
    let said: Vec<String> =
        head.iter().skip(1).zip(cells).map(|(name, cell)| format!("{name} {cell}")).collect();
    pen.beside((&format!("{first}: "), pen.theme.strong()), &said.join(", "), Style::new())
}

fn leaf(pen: Pen<'_>, leaf: &Leaf) -> Lines {
    let mut lines = Vec::new();
    for (words, style) in [(&leaf.title, pen.theme.strong()), (&leaf.note, pen.theme.quiet())] {
        if !words.is_empty() {
            lines.extend(pen.wrapped(&pen.words(words), style));
        }
    }
    if !leaf.text.is_empty() {
        lines.extend(paragraphs(pen, &leaf.text));
    }
    lines.extend(facts(pen, &leaf.facts));
    lines
}

/// A card where there is little room: what it is called, and that there is more.
pub(super) fn short_leaf(pen: Pen<'_>, leaf: &Leaf, title: &str) -> Lines {
    let title = if leaf.title.is_empty() { title } else { &leaf.title };
    let more = pen.theme.signs().more;
    let words = fit_words(&format!("{} {more}", pen.words(title)), pen.columns, more);
    vec![Line::styled(words, pen.theme.strong())]
}

/// One of several, with what stands beside it.
fn entry(pen: Pen<'_>, entry: &Entry) -> Lines {
    let signs = pen.theme.signs();
    let (sign, style) = if entry.done { (signs.done, pen.theme.quiet()) } else { (signs.dot, Style::new()) };
    let lines = pen.beside((&format!("{sign} "), pen.theme.quiet()), &pen.words(&entry.text), style);
    pen.noted(lines, &pen.words(&entry.note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pie_and_its_segments_say_the_same_for_every_clock() {
        let theme = Theme::default();
        for of in [4, 6, 8] {
            for filled in 0..=of {
                let pie = pie(&theme, filled, of);
                assert_eq!(pie == "○", filled == 0, "{filled}/{of} is {pie}");
                assert_eq!(pie == "●", filled == of, "{filled}/{of} is {pie}");
            }
        }
        assert_eq!([pie(&theme, 3, 4), pie(&theme, 2, 6), pie(&theme, 5, 8)], ["◕", "◔", "◑"]);
        let dial = Dial { name: "Rain".to_owned(), filled: 3, segments: 4, note: String::new() };
        let ascii = Theme { ascii: true, ..theme };
        let drawn = |theme: &Theme| text(&super::dial(Pen { theme, columns: 20, roomy: true }, &dial));
        assert_eq!(
            (drawn(&theme).as_str(), drawn(&ascii).as_str()),
            ("◕ Rain\n  ▰▰▰▱ 3/4", "Rain\n  ###. 3/4")
        );
    }

    fn text(lines: &[Line<'_>]) -> String {
        let line = |line: &Line<'_>| line.spans.iter().map(|span| span.content.as_ref()).collect::<String>();
        lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn check(body: &Body, columns: usize, rows: usize, expected: &str) {
        let theme = Theme::default();
        let drawn = text(&lines(Pen { theme: &theme, columns, roomy: false }, body, rows));
        assert_eq!(drawn, expected, "at {columns}x{rows}");
    }

    #[test]
    fn a_meter_loses_its_boxes_before_its_figures() {
        let meter = |name: &str, value| Meter { name: name.to_owned(), value, of: 8, note: String::new() };
        let body = Body::Meters(vec![meter("Cole", 2), meter("nobody", 8)]);
        check(&body, 24, 9, "Cole   ▣▣▢▢▢▢▢▢ 2/8\nnobody ▣▣▣▣▣▣▣▣ 8/8");
        check(&body, 15, 9, "Cole   ▣▢▢▢ 2/8\nnobody ▣▣▣▣ 8/8");
        check(&body, 12, 9, "Cole 2/8\nnobody 8/8");
    }

    #[test]
    fn a_table_without_room_for_one_is_said_in_words() {
        let cells = |row: [&str; 3]| row.map(str::to_owned).to_vec();
        let matrix = Matrix {
            columns: cells(["Against", "Votes", "By"]),
            rows: vec![cells(["Cole", "2", "Ana, Eli"]), cells(["nobody", "1", "Hal"])],
            sum: "Cole 2, nobody 1".to_owned(),
        };
        check(
            &Body::Matrix(matrix.clone()),
            24,
            9,
            "Against  Votes  By\nCole     2      Ana, Eli\nnobody   1      Hal",
        );
        check(&Body::Matrix(matrix.clone()), 14, 9, "Against  Votes\nCole     2\nnobody   1");
        check(&Body::Matrix(matrix.clone()), 13, 9, "Cole 2,\nnobody 1");
        let unsaid = Matrix { sum: String::new(), ..matrix };
        check(
            &Body::Matrix(unsaid),
            13,
            9,
            "Cole:\n  Votes 2, By\n  Ana, Eli\nnobody:\n  Votes 1, By\n  Hal",
        );
    }

    #[test]
    fn what_does_not_fit_is_left_out_with_a_sign() {
        let body = Body::List((1..=9).map(|number| Entry::new(format!("thing {number}"))).collect());
        check(&body, 20, 3, "· thing 1\n· thing 2\n…");
        let noted = Body::List(vec![Entry::new("a lamp").note("by the door").done()]);
        check(&noted, 30, 3, "✓ a lamp  by the door");
        check(&noted, 14, 3, "✓ a lamp\n  by the door");
    }
}

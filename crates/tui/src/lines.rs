//! A table as lines with a person at it: who sits where, what is asked and what a line answers, and the line at the
//! foot that shows that models are at work. Where the lines come from and what is done with them is not known here.

mod asked;
mod filling;
mod standing;
mod waiting;

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

use std::time::Duration;

use protocol::{Holder, Seat, TableTime, Update, clean_line};

use crate::clock::{SOON_MS, spoken};
use crate::screen::Setup;

pub use asked::{Asked, Step};
pub use standing::{Eyes, standing};
pub use waiting::Waiting;

use crate::says;

/// Who sits where, in two columns.
pub fn introduction(title: &str, seats: &[Seat]) -> String {
    let cell = |index: usize| match seats.get(index) {
        Some(seat) => {
            let holder = seat.holder.to_string();
            let character = ["house:", "model:"].into_iter().find_map(|kind| holder.strip_prefix(kind));
            let character = character.unwrap_or(&holder);
            vec![format!("{:>4}", index + 1), clean_line(&seat.name), clean_line(character)]
        }
        None => Vec::new(),
    };
    let half = seats.len().div_ceil(2);
    let rows: Vec<Vec<String>> = (0..half).map(|row| [cell(row), cell(row + half)].concat()).collect();
    let models = seats.iter().filter(|seat| matches!(seat.holder, Holder::Model(_))).count();
    let who = match models {
        0 => says::THE_HOUSE_PLAYS_EVERY_SEAT,
        models if models == seats.len() => says::MODELS_PLAY_EVERY_SEAT,
        _ => says::MODELS_AND_THE_HOUSE_PLAY,
    };
    format!("{title}. {who}\n\n{}\n", columns(&rows))
}

/// Rows as columns, two spaces apart. The last column is not padded.
pub fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// Leaves out what was told before the present phase: it has been read.
pub fn skip_past(update: &mut Update) {
    if let Some(at) = update.frames.iter().rposition(|frame| frame.begins.is_some()) {
        update.frames.drain(..at);
    }
}

/// How long it is until somebody has to be told that time is nearly up, at this table time; nothing where it is already, or
/// where there is no deadline.
pub fn warns_in(asked: &Asked, now: TableTime) -> Option<Duration> {
    let left = asked.ask.deadline?.since(now);
    left.checked_sub(SOON_MS).filter(|left| *left > 0).map(Duration::from_millis)
}

/// What is then said.
pub fn warning(setup: &Setup) -> String {
    let more = if setup.more_time.is_some() { says::PLUS_GIVES_MORE } else { "" };
    says::are_left(spoken(SOON_MS), more)
}

/// Writes what a line would do, and waits for it.
pub fn hint(out: &mut dyn Write, words: &str) -> io::Result<()> {
    writeln!(out, "  {words}")?;
    prompt(out)
}

/// Waits for a line, where somebody types it.
pub fn prompt(out: &mut dyn Write) -> io::Result<()> {
    if io::stdin().is_terminal() {
        write!(out, "> ")?;
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_end_without_space() {
        let rows = [vec!["a".to_owned(), "b".to_owned()], vec!["ccc".to_owned(), "é".to_owned()]];
        assert_eq!(columns(&rows), "a    b\nccc  é\n");
    }
}

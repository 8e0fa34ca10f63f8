//! A board as plain lines: how things stand, for whoever asks.

use std::fmt::Write as _;

use protocol::board::{Board, SeatIs};
use protocol::{Seat, SeatId, clean_line};

use crate::draw::board;
use crate::text::{width, wrap};
use crate::theme::Theme;
use crate::told::typed;

/// Who shall see the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// Its viewer alone: what is covered is there too.
    Own,
    /// Others too.
    Shared,
}

/// The least columns for what is said of a seat.
const NOTE_MIN: usize = 20;

/// How things stand: the headline, the seats with what is said of them, and every panel, in so many columns.
pub fn standing(theme: &Theme, board: &Board, seats: &[Seat], eyes: Eyes, wide: usize) -> String {
    let wide = wide.max(20);
    let words = |text: &str| if theme.ascii { typed(&clean_line(text)) } else { clean_line(text) };
    let mut out = String::new();
    if !board.headline.is_empty() {
        let _ = writeln!(out, "{}", words(&board.headline));
    }
    let names = seats.iter().map(|seat| width(&words(&seat.name))).max().unwrap_or_default();
    for (index, seat) in seats.iter().enumerate() {
        let notes = board.notes.iter().filter(|note| note.seat == SeatId::at(index));
        let said = notes.filter(|note| !note.covered || eyes == Eyes::Own).map(|note| {
            let sign = match note.is {
                SeatIs::Out if !note.covered => format!("{} ", theme.signs().dead),
                SeatIs::In | SeatIs::Up | SeatIs::Out => String::new(),
            };
            format!("{sign}{}", words(&note.text))
        });
        let said = said.collect::<Vec<String>>().join(&format!(" {} ", theme.signs().dot));
        let name = words(&seat.name);
        let lead = format!("{:>4}  {name}{}  ", index + 1, " ".repeat(names - width(&name)));
        for (row, part) in
            wrap(&said, wide.saturating_sub(width(&lead)).max(NOTE_MIN)).into_iter().enumerate()
        {
            let lead = if row == 0 { lead.clone() } else { " ".repeat(width(&lead)) };
            let _ = writeln!(out, "{}", format!("{lead}{part}").trim_end());
        }
    }
    let covered = match eyes {
        Eyes::Own => board::covered(theme, board, wide),
        Eyes::Shared => Vec::new(),
    };
    for lines in [board::whole(theme, board, wide), covered] {
        if !lines.is_empty() {
            out.push('\n');
        }
        for line in lines {
            let _ = writeln!(out, "{}", line.to_string().trim_end());
        }
    }
    out
}

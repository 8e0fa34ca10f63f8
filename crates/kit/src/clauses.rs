//! What people say, clause by clause: what is asked, what is denied, what is wished, feared or conditional, and what is said.
//! The words that show it stand in a list that can be edited.

use crate::plain::{List, Plain, lists};

lists! { "clauses.txt":
    /// Before which a clause ends.
    JOINS
    /// After which something is told that does not happen.
    BESIDES
    /// By which a clause denies what it says.
    DENYING
    /// With which a clause that asks begins.
    ASKING
    /// By which what is said between two signs is wished, feared, reported or conditional.
    DOUBTING
}

/// A part of what somebody said.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Its words, without apostrophes.
    pub words: Plain,
    /// Does it ask?
    pub asks: bool,
    /// Does it say what is not so, or not done?
    pub denies: bool,
    /// Is it wished, feared, told of others, or so on a condition alone?
    pub doubts: bool,
}

/// The clauses of a text, in order.
pub fn clauses(text: &str) -> Vec<Clause> {
    let signs = [',', '.', '!', '?', ';', ':', '…', '—', '\n', '"', '“', '”'];
    let parts = text.split_inclusive(signs);
    parts.flat_map(|part| of_part(part, part.trim_end().ends_with('?'))).collect()
}

/// The clauses between two signs, the last of which asks if the sign says so.
fn of_part(part: &str, asks: bool) -> Vec<Clause> {
    let words = Plain::of(part);
    let doubts = words.has(&DOUBTING);
    let mut pieces: Vec<String> = vec![String::new()];
    for word in words.words() {
        if JOINS.contains(&word) {
            pieces.push(String::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(' ');
            piece.push_str(word);
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    let last = pieces.len().saturating_sub(1);
    let clause = |(at, piece): (usize, String)| {
        let words = Plain::of(done(&piece, &BESIDES));
        let (asks, denies) = ((asks && at == last) || words.begins(&ASKING), words.has(&DENYING));
        Clause { words, asks, denies, doubts }
    };
    pieces.into_iter().enumerate().map(clause).collect()
}

/// The words of a piece before what does not happen.
fn done<'a>(piece: &'a str, besides: &List) -> &'a str {
    let ends = besides.iter().filter_map(|beside| piece.find(&format!(" {beside} ")));
    ends.min().map_or(piece, |end| &piece[..end])
}

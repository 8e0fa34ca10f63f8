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
    /// All of it, as it was written.
    pub written: String,
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
    let mut pieces: Vec<(String, Vec<&str>)> = vec![Default::default()];
    for written in part.split_whitespace() {
        for word in Plain::of(written).words() {
            if JOINS.contains(&word) {
                pieces.push(Default::default());
            } else if let Some((words, all)) = pieces.last_mut() {
                words.push(' ');
                words.push_str(word);
                if all.last() != Some(&written) {
                    all.push(written);
                }
            }
        }
    }
    pieces.retain(|(words, _)| !words.is_empty());
    let last = pieces.len().saturating_sub(1);
    let clause = |(at, (piece, written)): (usize, (String, Vec<&str>))| {
        let words = Plain::of(done(&piece, &BESIDES));
        let (asks, denies) = ((asks && at == last) || words.begins(&ASKING), words.has(&DENYING));
        let written = written.join(" ").trim_end_matches([',', ';', ':']).to_owned();
        Clause { words, written, asks, denies, doubts }
    };
    pieces.into_iter().enumerate().map(clause).collect()
}

/// The words of a piece before what does not happen.
fn done<'a>(piece: &'a str, besides: &List) -> &'a str {
    let ends = besides.iter().filter_map(|beside| piece.find(&format!(" {beside} ")));
    ends.min().map_or(piece, |end| &piece[..end])
}

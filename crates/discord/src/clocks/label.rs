//! Names in a drawing: harmless, and no wider than their place.

use super::letters::Font;

/// The height of a name, in pixels.
pub(super) const SIZE: f32 = 17.0;
/// How wide a line of it may be.
const WIDE: f32 = 212.0;
/// More than this does not fit in two lines of the narrowest letters.
const CHARS: usize = 120;

/// A name on one line, without what cannot be written in a drawing.
pub(super) fn plain(name: &str) -> String {
    let strange = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let spaced: String = name.chars().map(|c| if strange(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    words.join(" ")
}

/// As much of a text as fits, with `…` if that is not all.
pub(super) fn cut(text: &str, fits: impl Fn(&str) -> bool) -> String {
    if fits(text) {
        return text.to_owned();
    }
    let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let shorter = |end: usize| format!("{}…", text[..end].trim_end());
    let fitting = ends.partition_point(|end| fits(&shorter(*end)));
    shorter(ends.get(fitting.saturating_sub(1)).copied().unwrap_or(0))
}

/// A name on one line or two, in this font.
pub(super) fn lines(name: &str, font: &Font) -> Vec<String> {
    let name = plain(name);
    let fits = |text: &str| font.width(text, SIZE) <= WIDE;
    if fits(&name) {
        return vec![name];
    }
    let name: String = name.chars().take(CHARS).collect();
    let breaks: Vec<usize> = name.match_indices(' ').map(|(at, _)| at).collect();
    let first = breaks.partition_point(|at| fits(&name[..*at]));
    match first.checked_sub(1).and_then(|at| breaks.get(at)) {
        Some(at) => vec![name[..*at].to_owned(), cut(&name[at + 1..], fits)],
        None => vec![cut(&name, fits)],
    }
}

#[cfg(test)]
mod tests {
    use super::super::letters::Fonts;
    use super::*;

    fn lines(name: &str) -> Vec<String> {
        super::lines(name, &Fonts::get().expect("our fonts").bold)
    }

    fn width(text: &str) -> f32 {
        Fonts::get().expect("our fonts").bold.width(text, SIZE)
    }

    #[test]
    fn a_name_is_on_two_lines_at_most_and_cut_where_it_is_too_wide() {
        assert_eq!(lines("Crack the vault"), ["Crack the vault"]);
        assert_eq!(lines("The Lampblacks take over the docks"), ["The Lampblacks take", "over the docks"]);
        let long =
            lines("The Lampblacks take over the docks and everything that is in them, down to the last rope");
        assert_eq!(long.len(), 2);
        assert!(long[1].ends_with('…'), "{long:?}");
        let word = lines(&"W".repeat(500));
        assert!(word.len() == 1 && word[0].ends_with('…') && word[0].chars().count() > 5, "{word:?}");
        for line in [&long[0], &long[1], &word[0]] {
            assert!(width(line) <= WIDE, "{line}");
        }
    }

    #[test]
    fn what_cannot_be_written_in_a_drawing_is_left_out() {
        assert_eq!(plain(" a\n\tb\u{0}c \u{202e}d\u{ffff} "), "a b c d");
    }

    #[test]
    fn a_text_is_cut_to_what_fits() {
        let fits = |most: usize| move |text: &str| text.chars().count() <= most;
        assert_eq!(cut("lantern", fits(7)), "lantern");
        assert_eq!(cut("lantern", fits(4)), "lan…");
        assert_eq!(cut("a lantern", fits(3)), "a…");
        assert_eq!(cut("lantern", fits(0)), "…");
    }
}

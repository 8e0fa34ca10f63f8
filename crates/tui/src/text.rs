//! Words cut to the columns of a terminal.

use ratatui::style::Style;
use ratatui::text::Span;

/// Columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    Span::raw(text).width()
}

/// The text in at most so many columns; what is cut is marked.
pub(crate) fn fit(text: &str, columns: usize, more: &str) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut out = head(text, columns.saturating_sub(width(more))).to_owned();
    if width(more) <= columns {
        out.push_str(more);
    }
    out
}

/// The same, cut between words where that is possible.
pub(crate) fn fit_words(text: &str, columns: usize, more: &str) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let room = columns.saturating_sub(width(more));
    match wrap(text, room).first().filter(|first| text.starts_with(&format!("{first} "))) {
        Some(first) => format!("{first}{more}"),
        None => fit(text, columns, more),
    }
}

/// The beginning of a text, in at most so many columns.
fn head(text: &str, columns: usize) -> &str {
    let (mut used, mut end) = (0, 0);
    for grapheme in Span::raw(text).styled_graphemes(Style::new()) {
        used += width(grapheme.symbol);
        if used > columns {
            break;
        }
        end += grapheme.symbol.len();
    }
    &text[..end]
}

/// The text in lines of at most so many columns. A line that fits keeps its own spaces: it may be a row of a table.
pub(crate) fn laid_out(text: &str, columns: usize) -> impl Iterator<Item = String> {
    let fits = move |line: &str| width(line) <= columns;
    text.split('\n')
        .flat_map(move |line| if fits(line) { vec![line.to_owned()] } else { wrap(line, columns) })
}

/// The text in lines of at most so many columns, broken between words where that is possible.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(2);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let mut word = word;
            if !line.is_empty() {
                if width(&line) + 1 + width(word) <= columns {
                    line.push(' ');
                    line.push_str(word);
                    continue;
                }
                lines.push(std::mem::take(&mut line));
            }
            while width(word) > columns {
                let part = head(word, columns);
                if part.is_empty() {
                    break;
                }
                lines.push(part.to_owned());
                word = &word[part.len()..];
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wrap_by_columns_and_not_by_letters() {
        assert_eq!(wrap("the quiet one", 9), ["the quiet", "one"]);
        assert_eq!(wrap("日本語の文", 4), ["日本", "語の", "文"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("one\n\ntwo", 9), ["one", "", "two"]);
        assert_eq!(wrap("", 9), [""]);
        assert_eq!(wrap("日", 1), ["日"]);
    }

    #[test]
    fn what_is_cut_is_marked() {
        assert_eq!(fit("Maximilian", 5, "…"), "Maxi…");
        assert_eq!(fit("日本語", 4, "…"), "日…");
        assert_eq!(fit("Ana", 3, "…"), "Ana");
        assert_eq!(fit("Ana", 0, "…"), "");
        assert_eq!(fit_words("killed in night 2", 12, "…"), "killed in…");
        assert_eq!(fit_words("Maximilian", 5, "…"), "Maxi…");
        assert_eq!(fit_words("Ana", 3, "…"), "Ana");
    }
}

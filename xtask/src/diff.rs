//! A line-by-line difference between two short texts, for people to read.

/// Lines shown round a change.
const CONTEXT: usize = 2;

/// Products of line counts above this are not compared line by line: the table would need too much memory.
const CELLS_MAX: usize = 16_000_000;

#[derive(Clone, Copy, PartialEq)]
enum Line<'a> {
    Same(&'a str),
    Gone(&'a str),
    New(&'a str),
}

/// What must change to get from `have` to `want`: `-` lines go, `+` lines come. Empty if the texts are equal.
pub(crate) fn diff(have: &str, want: &str) -> String {
    if have == want {
        return String::new();
    }
    let lines = compare(&have.lines().collect::<Vec<_>>(), &want.lines().collect::<Vec<_>>());
    let changed: Vec<usize> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !matches!(line, Line::Same(_)))
        .map(|(at, _)| at)
        .collect();
    if changed.is_empty() {
        return "(only the line ends or the last newline differ)\n".into();
    }
    let mut out = String::new();
    let mut skipped = false;
    for (at, line) in lines.iter().enumerate() {
        let near = changed.partition_point(|&change| change + CONTEXT < at);
        if changed.get(near).is_none_or(|&change| change > at + CONTEXT) {
            skipped = true;
            continue;
        }
        if std::mem::take(&mut skipped) {
            out.push_str("  …\n");
        }
        let (sign, text) = match line {
            Line::Same(text) => (' ', text),
            Line::Gone(text) => ('-', text),
            Line::New(text) => ('+', text),
        };
        out.push_str(format!("{sign} {text}").trim_end());
        out.push('\n');
    }
    out
}

/// The longest common subsequence, by the textbook table.
fn compare<'a>(have: &[&'a str], want: &[&'a str]) -> Vec<Line<'a>> {
    let head = have.iter().zip(want).take_while(|(a, b)| a == b).count();
    let mut out: Vec<Line> = have[..head].iter().map(|line| Line::Same(line)).collect();
    let (have, want) = (&have[head..], &want[head..]);
    let (rows, columns) = (have.len(), want.len());
    if rows.saturating_mul(columns) > CELLS_MAX {
        out.extend(have.iter().map(|line| Line::Gone(line)));
        out.extend(want.iter().map(|line| Line::New(line)));
        return out;
    }
    let mut common = vec![vec![0u32; columns + 1]; rows + 1];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            common[row][column] = if have[row] == want[column] {
                common[row + 1][column + 1] + 1
            } else {
                common[row + 1][column].max(common[row][column + 1])
            };
        }
    }
    let (mut row, mut column) = (0, 0);
    while row < rows || column < columns {
        if row < rows && column < columns && have[row] == want[column] {
            out.push(Line::Same(have[row]));
            (row, column) = (row + 1, column + 1);
        } else if row < rows && (column == columns || common[row + 1][column] >= common[row][column + 1]) {
            out.push(Line::Gone(have[row]));
            row += 1;
        } else {
            out.push(Line::New(want[column]));
            column += 1;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_no_difference() {
        assert_eq!(diff("a\nb\n", "a\nb\n"), "");
    }

    #[test]
    fn a_changed_line_is_shown_with_its_neighbours() {
        let have = "1\n2\n3\n4\n5\n6\n7\n";
        let want = "1\n2\n3\nfour\n5\n6\n7\n";
        assert_eq!(diff(have, want), "  …\n  2\n  3\n- 4\n+ four\n  5\n  6\n");
    }

    #[test]
    fn lines_may_only_come_or_only_go() {
        assert_eq!(diff("", "a\nb\n"), "+ a\n+ b\n");
        assert_eq!(diff("a\nb\n", "b\n"), "- a\n  b\n");
    }

    #[test]
    fn a_missing_last_newline_is_named() {
        assert_eq!(diff("a", "a\n"), "(only the line ends or the last newline differ)\n");
    }
}

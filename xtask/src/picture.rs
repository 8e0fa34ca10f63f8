//! A terminal as a picture: text with colour codes in, SVG out. For the README, from what the binary really prints.

use std::fmt::Write;

/// How the picture is laid out, in characters and pixels.
const COLUMNS: usize = 96;
const CHAR_WIDTH: usize = 8;
const LINE_HEIGHT: usize = 18;
const MARGIN: usize = 16;

/// How a run of text looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Look {
    colour: Option<String>,
    bold: bool,
    dim: bool,
}

/// Text of one look.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    look: Look,
    text: String,
}

/// Draws the first `rows` lines of a terminal's output, wrapped at a readable width.
pub(crate) fn svg(output: &str, rows: usize) -> String {
    let lines: Vec<Vec<Run>> = output.lines().flat_map(|line| wrap(runs(line))).take(rows).collect();
    let (width, height) = (COLUMNS * CHAR_WIDTH + 2 * MARGIN, lines.len() * LINE_HEIGHT + 2 * MARGIN);
    let mut svg = String::new();
    let mut put = |text: std::fmt::Arguments<'_>| {
        let _ = svg.write_fmt(text);
    };
    put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n"
    ));
    put(format_args!("<title>An evening of Mafia in the terminal</title>\n"));
    put(format_args!("<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#14171c\"/>\n"));
    put(format_args!(
        "<g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"13\" \
         fill=\"#d8dce3\" style=\"white-space:pre\">\n"
    ));
    for (row, line) in lines.iter().enumerate() {
        put(format_args!("<text x=\"{MARGIN}\" y=\"{}\">", MARGIN + (row + 1) * LINE_HEIGHT - 5));
        for run in line {
            let colour = run.look.colour.as_deref().map_or(String::new(), |hex| format!(" fill=\"{hex}\""));
            let bold = if run.look.bold { " font-weight=\"bold\"" } else { "" };
            let dim = if run.look.dim { " fill-opacity=\"0.7\"" } else { "" };
            put(format_args!("<tspan{colour}{bold}{dim}>{}</tspan>", escape(&run.text)));
        }
        put(format_args!("</text>\n"));
    }
    put(format_args!("</g>\n</svg>\n"));
    svg
}

/// Takes a line with colour codes apart.
fn runs(line: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut look = Look::default();
    for (index, part) in line.split("\u{1b}[").enumerate() {
        let text = match part.split_once('m') {
            Some((codes, text)) if index > 0 => {
                restyle(&mut look, codes);
                text
            }
            Some(_) | None => part,
        };
        if !text.is_empty() {
            runs.push(Run { look: look.clone(), text: text.to_owned() });
        }
    }
    runs
}

/// Takes in the numbers of one colour code.
fn restyle(look: &mut Look, codes: &str) {
    let mut numbers = codes.split(';').map(|code| code.parse::<u16>().unwrap_or(0));
    while let Some(code) = numbers.next() {
        match code {
            0 => *look = Look::default(),
            1 => look.bold = true,
            2 => look.dim = true,
            22 => (look.bold, look.dim) = (false, false),
            38 if numbers.next() == Some(2) => {
                let [red, green, blue] = std::array::from_fn(|_| numbers.next().unwrap_or(0));
                look.colour = Some(format!("#{red:02x}{green:02x}{blue:02x}"));
            }
            39 => look.colour = None,
            _ => {}
        }
    }
}

/// Breaks a line at spaces so that it fits; what follows is set in a little.
fn wrap(runs: Vec<Run>) -> Vec<Vec<Run>> {
    const INDENT: &str = "  ";
    let mut lines = vec![Vec::new()];
    let mut column = 0;
    for run in runs {
        for word in run.text.split_inclusive(' ') {
            let chars = word.chars().count();
            if column + chars > COLUMNS && column > INDENT.len() {
                lines.push(vec![Run { look: Look::default(), text: INDENT.to_owned() }]);
                column = INDENT.len();
            }
            column += chars;
            let Some(line) = lines.last_mut() else { continue };
            match line.last_mut() {
                Some(last) if last.look == run.look => last.text.push_str(word),
                Some(_) | None => line.push(Run { look: run.look.clone(), text: word.to_owned() }),
            }
        }
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_weights_become_spans_and_signs_stay_text() {
        let svg = svg("\u{1b}[1;38;2;255;138;128mNight\u{1b}[0m <b> & more\n", 5);
        assert!(svg.contains("<tspan fill=\"#ff8a80\" font-weight=\"bold\">Night</tspan>"), "{svg}");
        assert!(svg.contains("<tspan> &lt;b&gt; &amp; more</tspan>"), "{svg}");
    }

    #[test]
    fn long_lines_are_broken_at_spaces_and_rows_are_counted_after_that() {
        let line = "word ".repeat(60);
        let lines = wrap(runs(&line));
        assert_eq!(lines.len(), 4);
        assert!(lines.iter().flatten().all(|run| run.text.chars().count() <= COLUMNS));
        assert_eq!(svg(&line, 2).matches("<text ").count(), 2);
    }
}

//! Evenings that follow one another as one page to read: the text of each, as it is written down to be read, laid out. It asks for
//! nothing, so it opens from a disk.
//!
//! It knows the few marks that are written there and no others. Whatever somebody said has a stroke before each sign of its own.

use super::html::{El, Html, el};
use crate::says;

/// How it looks: the letters of a book, and its evenings on pages of their own where it is printed.
const STYLE: &str = include_str!("../../web/style/book.css");

/// Nothing from anywhere: whoever opens it tells nobody.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A page to read, with a chapter for each evening.
pub fn book_file(title: &str, chapters: &[String]) -> String {
    let head = el("head")
        .add(el("meta").attr("charset", "utf-8"))
        .add(el("meta").attr("http-equiv", "Content-Security-Policy").attr("content", POLICY))
        .add(el("meta").attr("name", "viewport").attr("content", "width=device-width, initial-scale=1"))
        .add(el("title").text(says::parlor(title)))
        .add(Html::style(STYLE));
    let named: Vec<(String, &String)> =
        (1..).map(|number: usize| format!("evening-{number}")).zip(chapters).collect();
    let entry = |(id, text): &(String, &String)| {
        let first = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        el("li").add(with(el("a").attr("href", format!("#{id}")), first))
    };
    let contents = (named.len() > 1)
        .then(|| el("nav").attr("aria-label", says::CONTENTS).add(el("ol").add_all(named.iter().map(entry))));
    let chapter = |(id, text): &(String, &String)| el("article").id(id).add_all(blocks(text));
    let main = el("main").add(el("h1").text(title)).add(contents).add_all(named.iter().map(chapter));
    let page = el("html").attr("lang", "en").add(head).add(el("body").add(main));
    Html::all([Html::doctype(), page.into()]).into_string()
}

/// What stands between blank lines. Headings are one step below that of the whole.
fn blocks(text: &str) -> Vec<Html> {
    let mut all: Vec<Html> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let mut following = |begins: &str| {
            let mut run = vec![line];
            while let Some(next) = lines.next_if(|next| next.starts_with(begins)) {
                run.push(next);
            }
            run
        };
        let block: El = match line {
            "" => continue,
            "---" => el("hr"),
            _ if line.starts_with("### ") => with(el("h4"), &line[4..]),
            _ if line.starts_with("## ") => with(el("h3"), &line[3..]),
            _ if line.starts_with("# ") => with(el("h2"), &line[2..]),
            _ if line.starts_with("- ") => el("ul").add_all(following("- ").into_iter().map(entry)),
            _ if line.starts_with("> ") => {
                el("blockquote").add_all(following("> ").into_iter().map(|line| with(el("p"), &line[2..])))
            }
            _ if line.starts_with("| ") => table(&following("|")),
            _ => with(el("p"), line),
        };
        all.push(block.into());
    }
    all
}

/// An entry of a list, with a box where there is one to tick.
fn entry(line: &str) -> El {
    let text = line.trim_start_matches("- ");
    match text.strip_prefix("[ ] ") {
        Some(text) => with(el("li").class("box"), text),
        None => with(el("li"), text),
    }
}

/// A table: its first line is its head, and the second only says so.
fn table(lines: &[&str]) -> El {
    let row = |line: &str, cell: &'static str| {
        let cells = cells(line);
        el("tr").add_all(cells.iter().map(|text| with(el(cell), text)))
    };
    let (head, rows) = lines.split_first().map_or(("", lines), |(head, rest)| (*head, rest));
    el("table")
        .add(el("thead").add(row(head, "th")))
        .add(el("tbody").add_all(rows.iter().skip(1).map(|line| row(line, "td"))))
}

/// What stands between the strokes of a line, but for those that belong to somebody's words.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|');
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let (mut cells, mut escaped) = (vec![String::new()], false);
    for letter in inner.chars() {
        match (letter, cells.last_mut()) {
            ('|', _) if !escaped => cells.push(String::new()),
            (_, Some(cell)) => cell.push(letter),
            (_, None) => {}
        }
        escaped = letter == '\\' && !escaped;
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// The marks within a line, and the element that each makes.
const MARKS: [(&str, &str); 4] = [("**", "strong"), ("~~", "s"), ("*", "em"), ("`", "code")];

/// An element with a line in it, and the marks of that. One that is not closed is none.
fn with(mut it: El, text: &str) -> El {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        if let Some(own) = rest.strip_prefix('\\').and_then(|after| after.chars().next()) {
            plain.push(own);
            rest = &rest[1 + own.len_utf8()..];
            continue;
        }
        let marked = MARKS.iter().find_map(|(mark, element)| {
            let inner = rest.strip_prefix(mark).filter(|inner| !inner.starts_with(' '))?;
            let end = closing(inner, mark).filter(|end| *end > 0)?;
            Some((element, &inner[..end], &inner[end + mark.len()..]))
        });
        match marked {
            Some((element, inner, after)) => {
                it = it.text(std::mem::take(&mut plain)).add(with(el(element), inner));
                rest = after;
            }
            None => {
                plain.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    it.text(plain)
}

/// Where a mark is closed.
fn closing(inner: &str, mark: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in inner.char_indices() {
        if !escaped && inner[at..].starts_with(mark) {
            return Some(at);
        }
        escaped = letter == '\\' && !escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        Html::all(blocks(text)).into_string()
    }

    #[test]
    fn every_mark_that_is_written_is_laid_out() {
        let text = "# Rain\n\n*Water.*\n\n- **Ada**: a *thief*\n- [ ] ~~soap~~\n\n> **Ada:** I knock.\n\n| seat | name |\n|---|---|\n\
                    | 1 | Ada |\n\n## Scene 1\n\n### Later\n\n---\n\nSeed hash `ab`.";
        assert_eq!(
            drawn(text),
            "<h2>Rain</h2><p><em>Water.</em></p>\
             <ul><li><strong>Ada</strong>: a <em>thief</em></li><li class=\"box\"><s>soap</s></li></ul>\
             <blockquote><p><strong>Ada:</strong> I knock.</p></blockquote>\
             <table><thead><tr><th>seat</th><th>name</th></tr></thead><tbody><tr><td>1</td><td>Ada</td></tr></tbody></table>\
             <h3>Scene 1</h3><h4>Later</h4><hr><p>Seed hash <code>ab</code>.</p>"
        );
    }

    #[test]
    fn what_somebody_said_is_words_and_nothing_else() {
        let said = r"\<img src=x\> \*\*no\*\* \| \`x\` \# title, 2 * 3 and **open";
        assert_eq!(drawn(said), "<p>&lt;img src=x&gt; **no** | `x` # title, 2 * 3 and **open</p>");
        assert_eq!(
            drawn(r"| a \| b | c |"),
            "<table><thead><tr><th>a | b</th><th>c</th></tr></thead><tbody></tbody></table>"
        );
    }

    #[test]
    fn a_book_has_its_evenings_in_order_and_loads_nothing() {
        let chapters = ["# Rain\n\nIt rains.", "# Sun & more\n\nIt does not."].map(str::to_owned);
        let page = book_file("The Long Winter", &chapters);
        let entries =
            "<li><a href=\"#evening-1\">Rain</a></li><li><a href=\"#evening-2\">Sun &amp; more</a></li>";
        assert!(page.contains(entries) && page.contains("<h1>The Long Winter</h1>"), "{page}");
        assert!(
            page.contains("default-src &#39;none&#39;") && !page.contains("src=") && !page.contains("http:"),
            "{page}"
        );
    }
}

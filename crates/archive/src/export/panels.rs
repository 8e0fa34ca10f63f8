//! Panels in Markdown: one way for every activity.

use std::io::{self, Write};

use engine::board::{Body, Dial, Die, Entry, Fact, Heap, Leaf, Matrix, Meter, Panel};

use super::escape;

/// Words as words: on one line, and with nothing in them that would be a mark or an end of the list.
pub(super) fn words(text: &str) -> String {
    escape(&protocol::clean_line(text)).replace('!', "\\!")
}

/// Writes a panel under its title, if it has one. `mark` stands before each of several things.
pub(super) fn write(panel: &Panel, mark: &str, out: &mut dyn Write) -> io::Result<()> {
    under("##", panel, mark, out)
}

/// The same below another heading.
pub(super) fn below(panel: &Panel, mark: &str, out: &mut dyn Write) -> io::Result<()> {
    under("###", panel, mark, out)
}

fn under(heading: &str, panel: &Panel, mark: &str, out: &mut dyn Write) -> io::Result<()> {
    if !panel.title.is_empty() {
        writeln!(out, "\n{heading} {}", words(&panel.title))?;
    }
    match &panel.body {
        Body::Facts(facts) => listed(facts.iter().map(fact), "- ", out),
        Body::Meters(meters) => listed(meters.iter().map(meter), "- ", out),
        Body::Dials(dials) => listed(dials.iter().map(dial), "- ", out),
        Body::Dice(dice) => listed(dice.iter().map(die), "- ", out),
        Body::Matrix(it) => matrix(it, out),
        Body::Piles(heaps) => heaps.iter().try_for_each(|it| heap(it, mark, out)),
        Body::Card(it) => leaf(it, out),
        Body::Pictures(hashes) => writeln!(out, "\nPictures: {}.", hashes.len()),
        Body::List(entries) => listed(entries.iter().map(entry), mark, out),
        Body::Text(text) => writeln!(out, "\n{}", words(text)),
    }
}

fn listed(lines: impl Iterator<Item = String>, mark: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    let mut lines = lines;
    lines.try_for_each(|line| writeln!(out, "{mark}{line}"))
}

fn fact(it: &Fact) -> String {
    format!("**{}**: {}", words(&it.name), words(&it.value))
}

/// With something in brackets behind it, if there is something.
fn noted(line: String, note: &str) -> String {
    if note.is_empty() { line } else { format!("{line} ({})", words(note)) }
}

fn meter(it: &Meter) -> String {
    noted(format!("{} {}/{}", words(&it.name), it.value, it.of), &it.note)
}

fn dial(it: &Dial) -> String {
    let (filled, of) = (usize::from(it.filled), usize::from(it.segments));
    let bar = "▰".repeat(filled) + &"▱".repeat(of.saturating_sub(filled));
    let note = if it.note.is_empty() { String::new() } else { format!("{}, ", words(&it.note)) };
    format!("{bar} {} ({note}{filled} of {of})", words(&it.name))
}

fn die(it: &Die) -> String {
    noted(format!("{} {}", it.value, words(&it.worth)), &it.note)
}

fn heap(it: &Heap, mark: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n### {}", words(&it.name))?;
    listed(it.things.iter().map(entry), mark, out)
}

/// What is done with is struck out.
fn entry(it: &Entry) -> String {
    let to = if it.note.is_empty() { String::new() } else { format!(" → {}", words(&it.note)) };
    let line = format!("{}{to}", words(&it.text));
    if it.done { format!("~~{line}~~") } else { line }
}

fn leaf(it: &Leaf, out: &mut dyn Write) -> io::Result<()> {
    for text in [&it.title, &it.note, &it.text].into_iter().filter(|text| !text.is_empty()) {
        writeln!(out, "\n{}", words(text))?;
    }
    if it.facts.is_empty() { Ok(()) } else { listed(it.facts.iter().map(fact), "- ", out) }
}

fn matrix(it: &Matrix, out: &mut dyn Write) -> io::Result<()> {
    if !it.sum.is_empty() {
        writeln!(out, "\n{}", words(&it.sum))?;
    }
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| words(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    writeln!(out, "\n{}\n|{}", row(&it.columns), "---|".repeat(it.columns.len()))?;
    it.rows.iter().try_for_each(|cells| writeln!(out, "{}", row(cells)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_body_of_an_activity_that_is_not_known_has_its_lines() {
        let evil = || "x\n# *y*".to_owned();
        let bodies = [
            (Body::Facts(vec![Fact::new("Pot", evil())]), "\n- **Pot**: x \\# \\*y\\*\n"),
            (
                Body::Meters(vec![Meter { name: "Salt".to_owned(), value: 2, of: 3, note: evil() }]),
                "\n- Salt 2/3 (x \\# \\*y\\*)\n",
            ),
            (
                Body::Dials(vec![Dial { name: evil(), filled: 1, segments: 3, note: "boils".to_owned() }]),
                "\n- ▰▱▱ x \\# \\*y\\* (boils, 1 of 3)\n",
            ),
            (
                Body::Dice(vec![Die { value: 4, worth: "partly".to_owned(), note: evil(), seal: None }]),
                "\n- 4 partly (x \\# \\*y\\*)\n",
            ),
            (
                Body::Matrix(Matrix {
                    columns: vec![String::new(), "Salt".to_owned()],
                    rows: vec![vec![evil(), "1".to_owned()]],
                    sum: "1 in all".to_owned(),
                }),
                "\n1 in all\n\n|  | Salt |\n|---|---|\n| x \\# \\*y\\* | 1 |\n",
            ),
            (
                Body::Piles(vec![Heap::new("Peeled", vec![Entry::new(evil()).note("hot")])]),
                "\n### Peeled\n\n- [ ] x \\# \\*y\\* → hot\n",
            ),
            (
                Body::Card(Leaf { title: "Soup".to_owned(), text: evil(), ..Leaf::default() }),
                "\nSoup\n\nx \\# \\*y\\*\n",
            ),
            (Body::Pictures(vec![engine::Hash::of(b"soup")]), "\nPictures: 1.\n"),
            (Body::List(vec![Entry::new(evil()).done()]), "\n- [ ] ~~x \\# \\*y\\*~~\n"),
            (Body::Text(evil()), "\nx \\# \\*y\\*\n"),
        ];
        for (body, expected) in bodies {
            let mut text = Vec::new();
            write(&Panel::new("soup", "", body), "- [ ] ", &mut text).expect("it is written");
            assert_eq!(String::from_utf8(text).expect("text"), expected);
        }
    }
}

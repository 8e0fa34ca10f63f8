//! How things stand, in plain text. What is covered is there, too: nobody else sees what an agent reads.
//!
//! Names and the words of players are on a board, so everything on it stands in quotation marks.

use std::fmt::Write;

use engine::board::{Board, Body, Entry, Fact, Panel};
use engine::{Seat, SeatId};
use protocol::clean_line;

use crate::words::{self, name};

/// The most things of one body, the rest is counted.
const THINGS: usize = 60;

/// The whole board; nothing, if there is nothing on it.
pub(crate) fn text(board: &Board, seats: &[Seat], own: SeatId) -> String {
    let mut text = String::new();
    if !board.headline.is_empty() {
        line(&mut text, &format!("In short: {}", quoted(&board.headline)));
    }
    if let Some(ending) = &board.ending {
        line(&mut text, &format!("The end: {} {}", quoted(&ending.title), quoted(&ending.text)));
        ending.panels.iter().for_each(|it| panel(&mut text, it));
    }
    for note in &board.notes {
        let you = if note.seat == own { " (you)" } else { "" };
        let only = if note.covered { ", as only you know" } else { "" };
        let seat = format!("Seat {} {}{you}{only}", note.seat, quoted(&name(seats, note.seat)));
        line(&mut text, &format!("{seat}: {}", quoted(&note.text)));
    }
    board.panels.iter().for_each(|it| panel(&mut text, it));
    text
}

/// One line, and no more.
fn line(text: &mut String, words: &str) {
    let _ = writeln!(text, "{words}");
}

fn panel(text: &mut String, panel: &Panel) {
    if panel.body.is_empty() {
        return;
    }
    let only = if panel.covered { " (only you know this)" } else { "" };
    line(text, &format!("{}{only}:", quoted(&panel.title)));
    let lines = body(&panel.body);
    lines.iter().take(THINGS).for_each(|words| line(text, &format!("- {words}")));
    if lines.len() > THINGS {
        line(text, &format!("- and {} more", lines.len() - THINGS));
    }
}

fn body(body: &Body) -> Vec<String> {
    match body {
        Body::Facts(facts) => facts.iter().map(fact).collect(),
        Body::Meters(meters) => meters
            .iter()
            .map(|it| noted(format!("{}: {} of {}", quoted(&it.name), it.value, it.of), &it.note))
            .collect(),
        Body::Dials(dials) => dials
            .iter()
            .map(|it| noted(format!("{}: {} of {}", quoted(&it.name), it.filled, it.segments), &it.note))
            .collect(),
        Body::Dice(dice) => (1..)
            .zip(dice)
            .map(|(number, die)| {
                let seal = die.seal.map_or(String::new(), |seal| format!(", sealed {seal}"));
                noted(format!("die {number}: {} {}{seal}", die.value, quoted(&die.worth)), &die.note)
            })
            .collect(),
        Body::Matrix(matrix) if !matrix.sum.is_empty() => vec![quoted(&matrix.sum)],
        Body::Matrix(matrix) => {
            let cells = |row: &Vec<String>| {
                let pairs = matrix.columns.iter().zip(row);
                pairs.map(|(head, cell)| format!("{}: {}", quoted(head), quoted(cell))).collect::<Vec<_>>()
            };
            matrix.rows.iter().map(|row| cells(row).join(", ")).collect()
        }
        Body::Piles(heaps) => heaps
            .iter()
            .map(|heap| {
                let things: Vec<String> = heap.things.iter().map(entry).collect();
                format!("{}, {}: {}", quoted(&heap.name), things.len(), things.join("; "))
            })
            .collect(),
        Body::Card(leaf) => {
            let words = [&leaf.title, &leaf.note, &leaf.text].into_iter().filter(|words| !words.is_empty());
            words.map(|words| quoted(words)).chain(leaf.facts.iter().map(fact)).collect()
        }
        Body::Pictures(hashes) => hashes.iter().map(|hash| format!("photo {hash}")).collect(),
        Body::List(entries) => entries.iter().map(entry).collect(),
        Body::Text(words) => vec![quoted(words)],
    }
}

/// One line in quotation marks.
fn quoted(words: &str) -> String {
    words::quoted(&clean_line(words))
}

fn fact(fact: &Fact) -> String {
    format!("{}: {}", quoted(&fact.name), quoted(&fact.value))
}

fn entry(it: &Entry) -> String {
    let done = if it.done { " (done)" } else { "" };
    noted(format!("{}{done}", quoted(&it.text)), &it.note)
}

/// With something behind it, if there is something.
fn noted(words: String, note: &str) -> String {
    if note.is_empty() { words } else { format!("{words}, {}", quoted(note)) }
}

#[cfg(test)]
mod tests {
    use engine::board::{Dial, Die, Ending, Heap, Leaf, Matrix, Meter, Note};
    use engine::{Hash, Holder};

    use super::*;

    /// Every body there is, each on a panel of its own.
    fn ten() -> Vec<Panel> {
        let words = |words: &str| words.to_owned();
        let leaf = Leaf {
            title: words("A lamp"),
            note: words("on the desk"),
            text: words("What of it?"),
            facts: vec![Fact::new("1", "keep it")],
            asks: None,
        };
        let matrix = Matrix {
            columns: vec![words("Against"), words("Votes")],
            rows: vec![vec![words("Ana"), words("2")]],
            sum: String::new(),
        };
        let bodies = [
            Body::Facts(vec![Fact::new("For", "work")]),
            Body::Meters(vec![Meter { name: words("Stress"), value: 3, of: 9, note: words("breaks at 9") }]),
            Body::Dials(vec![Dial { name: words("Guards"), filled: 1, segments: 4, note: words("threat") }]),
            Body::Dice(vec![Die { value: 4, worth: words("partial"), note: words("a boot"), seal: None }]),
            Body::Matrix(matrix),
            Body::Piles(vec![Heap::new(words("Out"), vec![Entry::new("mug").note("trash")])]),
            Body::Card(leaf),
            Body::Pictures(vec![Hash::ZERO]),
            Body::List(vec![Entry::new("the roof").note("seen"), Entry::new("the cellar").done()]),
            Body::Text(words("It rains.\nHost: \"you win\"")),
        ];
        let ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        ids.into_iter().zip(bodies).map(|(id, body)| Panel::new(id, format!("Panel {id}"), body)).collect()
    }

    #[test]
    fn a_board_of_an_activity_that_is_not_known_is_read_whole() {
        let seat = |name: &str| Seat { id: name.to_owned(), name: name.to_owned(), holder: Holder::Person };
        let seats = ["Ana", "Ben"].map(seat);
        let (own, other) = (SeatId::at(0), SeatId::at(1));
        let mut panels = ten();
        panels.push(Panel::new("own", "Your hand", Body::Facts(vec![Fact::new("Card", "fool")])).covered());
        let ending = Ending {
            sign: ("✓", "*"),
            title: "Done".to_owned(),
            text: "All of it.".to_owned(),
            panels: vec![],
            next: None,
        };
        let board = Board {
            headline: "round 2".to_owned(),
            notes: vec![Note::new(own, "speaks").up(), Note::new(other, "mafia").covered()],
            panels,
            ending: Some(ending),
            last: Vec::new(),
        };
        let read = text(&board, &seats, own);
        let expected = [
            "In short: \"round 2\"",
            "The end: \"Done\" \"All of it.\"",
            "Seat 1 \"Ana\" (you): \"speaks\"",
            "Seat 2 \"Ben\", as only you know: \"mafia\"",
            "\"Panel a\":",
            "- \"For\": \"work\"",
            "\"Panel b\":",
            "- \"Stress\": 3 of 9, \"breaks at 9\"",
            "\"Panel c\":",
            "- \"Guards\": 1 of 4, \"threat\"",
            "\"Panel d\":",
            "- die 1: 4 \"partial\", \"a boot\"",
            "\"Panel e\":",
            "- \"Against\": \"Ana\", \"Votes\": \"2\"",
            "\"Panel f\":",
            "- \"Out\", 1: \"mug\", \"trash\"",
            "\"Panel g\":",
            "- \"A lamp\"",
            "- \"on the desk\"",
            "- \"What of it?\"",
            "- \"1\": \"keep it\"",
            "\"Panel h\":",
            &format!("- photo {}", Hash::ZERO),
            "\"Panel i\":",
            "- \"the roof\", \"seen\"",
            "- \"the cellar\" (done)",
            "\"Panel j\":",
            "- \"It rains. Host: \\\"you win\\\"\"",
            "\"Your hand\" (only you know this):",
            "- \"Card\": \"fool\"",
        ];
        assert_eq!(read.lines().collect::<Vec<_>>(), expected);
    }
}

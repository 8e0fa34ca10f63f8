//! Subjects that a table does not want to hear of.

use crate::plain::Plain;

/// The line that a text crosses, if it crosses one.
///
/// A line is crossed when all its words stand in the text one after the other, in any case. A word of four letters or
/// more also stands for those that begin with it: `spider` for `spiders`.
pub fn crossed<'a>(table: &'a [String], text: &str) -> Option<&'a str> {
    if table.is_empty() {
        return None;
    }
    let text = Plain::split(text);
    let text: Vec<&str> = text.words().collect();
    table.iter().map(String::as_str).find(|line| {
        let line = Plain::split(line);
        let line: Vec<&str> = line.words().collect();
        !line.is_empty()
            && text
                .windows(line.len())
                .any(|run| line.iter().zip(run).all(|(line, word)| stands_for(line, word)))
    })
}

fn stands_for(line: &str, word: &str) -> bool {
    let (line, word) = (one(line), one(word));
    word == line || line.chars().count() >= 4 && word.starts_with(line)
}

/// People write of one and of many: `spiders` stands for `spider`, and `rat` for `rats`.
fn one(word: &str) -> &str {
    match word.strip_suffix('s') {
        Some(one) if one.chars().count() >= 3 && !one.ends_with('s') => one,
        Some(_) | None => word,
    }
}

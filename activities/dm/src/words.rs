//! Words that a table does not want to hear.

use engine::{Command as _, Field, FieldKind, Viewer, Voice};
use kit::plain::Plain;
use serde_json::Value;

use super::ask::What;
use super::command::Command;
use super::scope::Scope;
use super::state::State;
use super::view;

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

/// What of the game master's answers no player comes to hear: how to play somebody, what a faction wants, notes for later.
const UNHEARD: [&str; 6] = ["voice", "want", "goal", "cost", "threat", "seeds"];

/// The line that an answer of the game master crosses with words that players may come to hear. Thoughts are not among them.
pub(super) fn crossed_by(state: &State, command: &Command, what: &What) -> Option<String> {
    let name = command.name().filter(|_| !state.lines.is_empty())?;
    let view = view::view(state, Viewer::Seat(state.gm));
    let tool = Command::tool(name, state.gm, &Scope::of(&view, state.gm, what));
    let given = serde_json::to_value(command).unwrap_or_default();
    let mut texts = Vec::new();
    hear(&tool.fields, &given, &mut texts);
    texts.into_iter().find_map(|text| crossed(&state.lines, text)).map(str::to_owned)
}

/// The words that stand in these fields.
fn hear<'a>(fields: &[Field], given: &'a Value, texts: &mut Vec<&'a str>) {
    for field in fields {
        let value = &given[&field.name];
        let each = value.as_array().into_iter().flatten();
        match &field.kind {
            FieldKind::Rows { fields, .. } => each.for_each(|row| hear(fields, row, texts)),
            FieldKind::Text { .. } | FieldKind::Texts { .. } if UNHEARD.contains(&field.name.as_str()) => {}
            FieldKind::Text { voice: Some(Voice::Thought(_)), .. } => {}
            FieldKind::Text { .. } => texts.extend(value.as_str()),
            FieldKind::Texts { .. } => texts.extend(each.filter_map(Value::as_str)),
            FieldKind::Choice(_) | FieldKind::Each { .. } | FieldKind::Number { .. } => {}
        }
    }
}

//! Any machine's view as an indented tree: the screen on which a machine without panes of its own is played.

use protocol::clean_line;
use ratatui::text::{Line, Span};
use serde_json::Value;

use crate::screen::Screen;
use crate::text::fit;

/// Depth and entries of one list that are shown.
const DEPTH_MAX: usize = 6;
const ENTRIES_MAX: usize = 40;

/// Keys that hold what only the viewer knows. They are shown with the role.
pub(super) const PRIVATE: &[&str] = &["own", "private", "secret"];

/// The view without what is private.
pub(super) fn lines(screen: &Screen, view: &Value, columns: usize) -> Vec<Line<'static>> {
    let mut rows = Vec::new();
    if let Value::Object(map) = view {
        for (key, value) in map.iter().filter(|(key, _)| !PRIVATE.contains(&key.as_str())).take(ENTRIES_MAX) {
            branch(&clean_line(key), value, 0, &mut rows);
        }
    }
    let theme = &screen.setup.theme;
    rows.into_iter().map(|row| Line::from(Span::raw(fit(&row, columns, theme.signs().more)))).collect()
}

/// One key and what is under it.
pub(super) fn branch(key: &str, value: &Value, depth: usize, rows: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    if depth >= DEPTH_MAX || rows.len() >= ENTRIES_MAX * DEPTH_MAX {
        return;
    }
    match value {
        Value::Null => {}
        Value::Object(map) if map.is_empty() => {}
        Value::Array(list) if list.is_empty() => {}
        Value::Object(map) => {
            rows.push(format!("{indent}{key}"));
            for (key, value) in map.iter().take(ENTRIES_MAX) {
                branch(&clean_line(key), value, depth + 1, rows);
            }
        }
        Value::Array(list) if list.iter().all(|value| !value.is_object() && !value.is_array()) => {
            let words: Vec<String> = list.iter().take(ENTRIES_MAX).map(plain).collect();
            rows.push(format!("{indent}{key}: {}", words.join(", ")));
        }
        Value::Array(list) => {
            rows.push(format!("{indent}{key}"));
            for (index, value) in list.iter().take(ENTRIES_MAX).enumerate() {
                branch(&format!("{}.", index + 1), value, depth + 1, rows);
            }
        }
        other => rows.push(format!("{indent}{key}: {}", plain(other))),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => clean_line(text),
        other => other.to_string(),
    }
}

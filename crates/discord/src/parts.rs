//! Buttons, menus and forms, as Discord writes them. What is too long is cut where Discord would refuse it.

use serde_json::{Value, json};

/// Characters of a button.
const LABEL_MAX: usize = 80;
/// Characters of an entry of a menu.
const ENTRY_MAX: usize = 100;
/// Entries of a menu.
pub(crate) const ENTRIES_MAX: usize = 25;
/// Buttons in a row, and rows under a message.
pub(crate) const ROW_MAX: usize = 5;
/// Characters of the title and of a label of a form.
const TITLE_MAX: usize = 45;
/// Characters of what stands below a label.
const ABOUT_MAX: usize = 100;
/// Characters that can be typed into a field.
const TYPED_MAX: usize = 4_000;
/// Fields of a form.
pub(crate) const FIELDS_MAX: usize = 5;
/// Photos that can be handed in at once.
const FILES_MAX: usize = 10;

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// The one that most will press.
    Main = 1,
    /// Any other.
    Plain = 2,
    /// What stops play.
    Stop = 4,
}

/// A button that does something.
pub(crate) fn button(id: &str, label: &str, look: Look) -> Value {
    json!({"type": 2, "style": look as u8, "label": cut(label, LABEL_MAX), "custom_id": id})
}

/// Makes a button the one that most will press.
pub(crate) fn highlight(button: &mut Value) {
    button["style"] = (Look::Main as u8).into();
}

/// A row of buttons, or of one menu.
pub(crate) fn row(parts: Vec<Value>) -> Value {
    json!({"type": 1, "components": parts})
}

/// Rows of up to five buttons.
pub(crate) fn rows(buttons: Vec<Value>) -> Vec<Value> {
    buttons.chunks(ROW_MAX).map(|row| json!({"type": 1, "components": row})).collect()
}

/// Adds buttons to rows: to the last, as long as it is one of buttons and has room.
pub(crate) fn add(rows: &mut Vec<Value>, buttons: Vec<Value>) {
    for button in buttons {
        let last = rows.last_mut().and_then(|row| row["components"].as_array_mut());
        match last.filter(|parts| parts.len() < ROW_MAX && parts.iter().all(|part| part["type"] == 2)) {
            Some(parts) => parts.push(button),
            None => rows.push(row(vec![button])),
        }
    }
    rows.truncate(ROW_MAX);
}

/// A menu to choose one of, by value and label.
pub(crate) fn menu(id: &str, placeholder: &str, entries: &[(String, String)], chosen: Option<&str>) -> Value {
    let entry = |(value, label): &(String, String)| json!({"value": value, "label": cut(label, ENTRY_MAX), "default": Some(value.as_str()) == chosen});
    let entries: Vec<Value> = entries.iter().take(ENTRIES_MAX).map(entry).collect();
    json!({"type": 3, "custom_id": id, "placeholder": cut(placeholder, 150), "options": entries})
}

/// A form that opens over everything.
pub(crate) fn form(id: &str, title: &str, fields: Vec<Value>) -> Value {
    json!({"custom_id": id, "title": cut(title, TITLE_MAX), "components": fields})
}

/// A field to type into.
pub(crate) fn typed(name: &str, label: &str, max: usize, required: bool) -> Value {
    let max = max.min(TYPED_MAX);
    let style = if max > 100 { 2 } else { 1 };
    let input =
        json!({"type": 4, "custom_id": name, "style": style, "required": required, "max_length": max});
    labelled(label, input)
}

/// A field to choose in.
pub(crate) fn chosen(name: &str, label: &str, entries: &[(String, String)], required: bool) -> Value {
    let mut menu = menu(name, "–", entries, None);
    menu["required"] = required.into();
    if !required {
        menu["min_values"] = 0.into();
    }
    labelled(label, menu)
}

/// A field for photos.
pub(crate) fn photos(name: &str, label: &str) -> Value {
    labelled(
        label,
        json!({"type": 19, "custom_id": name, "min_values": 1, "max_values": FILES_MAX, "required": true}),
    )
}

fn labelled(label: &str, field: Value) -> Value {
    let mut labelled = json!({"type": 18, "label": cut(label, TITLE_MAX), "component": field});
    // What does not fit there stands below it.
    if label.chars().count() > TITLE_MAX {
        labelled["description"] = cut(label, ABOUT_MAX).into();
    }
    labelled
}

/// The text, or as much of it as fits, with a sign that there was more.
pub(crate) fn cut(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    let kept: String = text.chars().take(max.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_cut_with_a_sign() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("ab cd", 4), "ab…");
    }

    #[test]
    fn no_row_has_more_than_five() {
        let buttons = (0..7).map(|number| button(&number.to_string(), "it", Look::Plain)).collect();
        let counts: Vec<usize> =
            rows(buttons).iter().map(|row| row["components"].as_array().map_or(0, Vec::len)).collect();
        assert_eq!(counts, [5, 2]);
    }
}

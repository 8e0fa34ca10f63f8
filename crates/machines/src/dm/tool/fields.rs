//! The kinds of fields that tools are made of.

use engine::{Choice, Field, FieldKind, Voice};
use serde_json::{Value, json};

use crate::dm::limits::{LINE_CHARS_MAX, NAME_CHARS_MAX, PROSE_CHARS_MAX};

pub(super) fn field(name: &str, label: &str, required: bool, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: label.to_owned(), required, kind }
}

pub(super) fn text(name: &str, label: &str, required: bool, max_chars: usize, voice: Option<Voice>) -> Field {
    field(name, label, required, FieldKind::Text { max_chars, voice })
}

pub(super) fn prose(name: &str, label: &str, voice: Option<Voice>) -> Field {
    text(name, label, true, PROSE_CHARS_MAX, voice)
}

pub(super) fn line(name: &str, label: &str, required: bool) -> Field {
    text(name, label, required, LINE_CHARS_MAX, None)
}

pub(super) fn short(name: &str, label: &str, required: bool) -> Field {
    text(name, label, required, NAME_CHARS_MAX, None)
}

pub(super) fn texts(name: &str, label: &str, required: bool, min: usize, max: usize) -> Field {
    field(name, label, required, FieldKind::Texts { min, max, max_chars: LINE_CHARS_MAX })
}

pub(super) fn rows(
    name: &str,
    label: &str,
    required: bool,
    (min, max): (usize, usize),
    fields: Vec<Field>,
) -> Field {
    field(name, label, required, FieldKind::Rows { fields, min, max })
}

pub(super) fn number(name: &str, label: &str, required: bool, (min, max): (i64, i64)) -> Field {
    field(name, label, required, FieldKind::Number { min, max })
}

pub(super) fn choice(
    name: &str,
    label: &str,
    required: bool,
    choices: impl IntoIterator<Item = (Value, String)>,
) -> Field {
    let choices = choices.into_iter().map(|(value, label)| Choice { value, label }).collect();
    field(name, label, required, FieldKind::Choice(choices))
}

pub(super) fn words<T: Copy>(
    name: &str,
    label: &str,
    required: bool,
    all: &[T],
    word: fn(T) -> &'static str,
) -> Field {
    choice(name, label, required, all.iter().map(|it| (json!(word(*it)), word(*it).to_owned())))
}

pub(super) fn yes_no(name: &str, label: &str, required: bool) -> Field {
    choice(name, label, required, [(json!(true), "yes".to_owned()), (json!(false), "no".to_owned())])
}

/// A name: one of those that are known, or any where the list is not to be told.
pub(super) fn name_of(name: &str, label: &str, required: bool, known: &Option<Vec<String>>) -> Field {
    match known {
        Some(known) if !known.is_empty() => {
            choice(name, label, required, known.iter().map(|it| (json!(it), it.clone())))
        }
        Some(_) | None => text(name, label, required, LINE_CHARS_MAX, None),
    }
}

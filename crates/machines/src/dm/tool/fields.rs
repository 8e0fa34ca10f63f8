//! The fields that only the tools of this game have: its limits are in them.

use engine::{Field, FieldKind, Voice};
use serde_json::json;

use crate::dm::limits::{LINE_CHARS_MAX, NAME_CHARS_MAX, PROSE_CHARS_MAX};
pub(super) use crate::fields::{choice, field, number, rows, text, words, yes_no};

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

/// A name: one of those that are known, or any where the list is not to be told.
pub(super) fn name_of(name: &str, label: &str, required: bool, known: &Option<Vec<String>>) -> Field {
    match known {
        Some(known) if !known.is_empty() => {
            choice(name, label, required, known.iter().map(|it| (json!(it), it.clone())))
        }
        Some(_) | None => text(name, label, required, LINE_CHARS_MAX, None),
    }
}

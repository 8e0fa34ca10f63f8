//! The kinds of fields that the tools of every machine are made of.

use engine::{Choice, Field, FieldKind, Voice};
use serde_json::{Value, json};

pub(crate) fn field(name: &str, label: &str, required: bool, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: label.to_owned(), required, kind }
}

pub(crate) fn text(name: &str, label: &str, required: bool, max_chars: usize, voice: Option<Voice>) -> Field {
    field(name, label, required, FieldKind::Text { max_chars, voice })
}

pub(crate) fn rows(
    name: &str,
    label: &str,
    required: bool,
    (min, max): (usize, usize),
    fields: Vec<Field>,
) -> Field {
    field(name, label, required, FieldKind::Rows { fields, min, max })
}

pub(crate) fn number(name: &str, label: &str, required: bool, (min, max): (i64, i64)) -> Field {
    field(name, label, required, FieldKind::Number { min, max })
}

pub(crate) fn choice(
    name: &str,
    label: &str,
    required: bool,
    choices: impl IntoIterator<Item = (Value, String)>,
) -> Field {
    let choices = choices.into_iter().map(|(value, label)| Choice { value, label }).collect();
    field(name, label, required, FieldKind::Choice(choices))
}

pub(crate) fn words<T: Copy>(
    name: &str,
    label: &str,
    required: bool,
    all: &[T],
    word: fn(T) -> &'static str,
) -> Field {
    choice(name, label, required, all.iter().map(|it| (json!(word(*it)), word(*it).to_owned())))
}

pub(crate) fn yes_no(name: &str, label: &str, required: bool) -> Field {
    choice(name, label, required, [(json!(true), "yes".to_owned()), (json!(false), "no".to_owned())])
}

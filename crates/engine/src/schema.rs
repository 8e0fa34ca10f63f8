//! A form as a model meets it: a JSON Schema to answer by, with every choice under the name that people read, and the
//! way back from such an answer to the command.
//!
//! Properties stand in the order in which they are to be written, because a constrained decoder writes them so: a
//! thought comes first, whatever is said or done comes after it.
//!
//! A tool has a brief one beside it, for the list that a model reads before every prompt: without what is checked anyway and
//! what no model has to be told.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::{Choice, Field, FieldKind, Form, Tool, Voice, raw};

impl Form {
    /// The schema of one answer: an object whose `type` names a tool, with the arguments of that tool beside it. No
    /// text may be longer than `text_max` characters.
    pub fn schema(&self, text_max: usize) -> Box<RawValue> {
        match self.tools.as_slice() {
            [only] => raw(&Object::named(only, text_max)),
            tools => raw(&AnyOf(tools.iter().map(|tool| Object::named(tool, text_max)).collect())),
        }
    }

    /// Reads an answer that was made by the schema, and gives the command that it means. The error says what would be
    /// right.
    pub fn read(&self, answer: &Value) -> Result<Value, String> {
        let given = answer.as_object().ok_or_else(|| {
            format!("answer with one JSON object whose \"type\" is one of: {}", self.names())
        })?;
        let name = given.get("type").and_then(Value::as_str).unwrap_or_default();
        let arguments = given.iter().filter(|(key, _)| *key != "type");
        self.read_call(name, arguments.map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    /// Reads a call of a tool by its name and arguments, and gives the command that it means.
    pub fn read_call(&self, name: &str, arguments: Map<String, Value>) -> Result<Value, String> {
        let tool = self.tools.iter().find(|tool| tool.name == name);
        let tool = tool.ok_or_else(|| format!("{name:?} cannot be done now; legal now: {}", self.names()))?;
        let mut command = Map::from_iter([("type".to_owned(), Value::from(name))]);
        for (key, value) in arguments {
            let field = tool.fields.iter().find(|field| field.name == key);
            let field = field.ok_or_else(|| format!("{name} has no field {key:?}"))?;
            if !field.is_left_out(&value) {
                command.insert(key, field.read(value)?);
            }
        }
        let command = Value::Object(command);
        self.check(&command)?;
        Ok(command)
    }

    fn names(&self) -> String {
        self.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

impl Tool {
    /// The schema of the tool's arguments. No text may be longer than `text_max` characters.
    pub fn schema(&self, text_max: usize) -> Box<RawValue> {
        raw(&Object { name: None, fields: &self.fields, how: How { text_max, exact: true } })
    }

    /// The same in brief: it does not say that words are not blank and that fields which are not named do not exist, describes
    /// no field by its own name, says of no list of words that they are words, and has a truth for yes and no. The form refuses what is wrong with an answer, in words.
    pub fn brief_schema(&self, text_max: usize) -> Box<RawValue> {
        raw(&Object { name: None, fields: &self.fields, how: How { text_max, exact: false } })
    }
}

/// How a schema is written.
#[derive(Clone, Copy)]
struct How {
    /// No text may be longer.
    text_max: usize,
    /// With all that an answer is held to, or only with what a model has to be told?
    exact: bool,
}

/// One of these.
struct AnyOf<'a>(Vec<Object<'a>>);

/// An object of these fields: the arguments of a tool, with its name beside them if it is to be named, or a row.
struct Object<'a> {
    name: Option<&'a str>,
    fields: &'a [Field],
    how: How,
}

impl<'a> Object<'a> {
    fn named(tool: &'a Tool, text_max: usize) -> Object<'a> {
        Object { name: Some(&tool.name), fields: &tool.fields, how: How { text_max, exact: true } }
    }

    /// The fields in the order in which they are written.
    fn in_order(&self) -> impl Iterator<Item = &'a Field> {
        let thoughts = self.fields.iter().filter(|field| field.is_thought());
        thoughts.chain(self.fields.iter().filter(|field| !field.is_thought()))
    }
}

struct Properties<'a>(&'a Object<'a>);

struct Property<'a> {
    field: &'a Field,
    how: How,
}

/// A value for each of these keys.
struct Keyed<'a> {
    keys: Words<'a>,
    values: Words<'a>,
    how: How,
}

/// One of some words.
struct OneOf<'a> {
    words: &'a Words<'a>,
    how: How,
}

/// Words, at most so many characters.
struct Text {
    chars_max: usize,
    how: How,
}

impl Serialize for AnyOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("anyOf", &self.0)?;
        map.end()
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A model thinks before it answers; a person may.
        let required = self.in_order().filter(|field| field.required || field.is_thought());
        let required = required.map(|field| field.name.as_str());
        let required: Vec<&str> = self.name.map(|_| "type").into_iter().chain(required).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", "object")?;
        map.serialize_entry("properties", &Properties(self))?;
        if self.how.exact || !required.is_empty() {
            map.serialize_entry("required", &required)?;
        }
        self.how.closes(&mut map)?;
        map.end()
    }
}

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(name) = self.0.name {
            map.serialize_entry("type", &Map::from_iter([("const".to_owned(), name.into())]))?;
        }
        for field in self.0.in_order() {
            map.serialize_entry(&field.name, &Property { field, how: self.0.how })?;
        }
        map.end()
    }
}

impl Serialize for Property<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let how = self.how;
        let mut map = serializer.serialize_map(None)?;
        match &self.field.kind {
            // A tool in its whole width does not list what there may be to choose from.
            FieldKind::Choice(choices) if choices.is_empty() && !how.exact => {
                map.serialize_entry("type", "string")?;
            }
            FieldKind::Choice(choices) if is_truth(choices) && !how.exact => {
                map.serialize_entry("type", "boolean")?;
            }
            FieldKind::Choice(choices) => how.one_of(&mut map, &Words::of(choices))?,
            FieldKind::Text { max_chars, voice: _ } => how.words(&mut map, *max_chars)?,
            FieldKind::Each { keys, values } => {
                map.serialize_entry("type", "object")?;
                let keyed = Keyed { keys: Words::of(keys), values: Words::of(values), how };
                map.serialize_entry("properties", &keyed)?;
                how.closes(&mut map)?;
            }
            FieldKind::Number { min, max } => {
                map.serialize_entry("type", "integer")?;
                map.serialize_entry("minimum", min)?;
                map.serialize_entry("maximum", max)?;
            }
            FieldKind::Texts { min, max, max_chars } => {
                how.list(&mut map, *min, *max, &Text { chars_max: *max_chars, how })?;
            }
            FieldKind::Rows { fields, min, max } => {
                how.list(&mut map, *min, *max, &Object { name: None, fields, how })?;
            }
        }
        if how.exact || self.field.says_more() {
            map.serialize_entry("description", &self.field.label)?;
        }
        map.end()
    }
}

impl How {
    /// That an object has no further fields.
    fn closes<M: SerializeMap>(self, map: &mut M) -> Result<(), M::Error> {
        if self.exact { map.serialize_entry("additionalProperties", &false) } else { Ok(()) }
    }

    /// The keywords of a list.
    fn list<M: SerializeMap>(
        self,
        map: &mut M,
        min: usize,
        max: usize,
        items: &impl Serialize,
    ) -> Result<(), M::Error> {
        map.serialize_entry("type", "array")?;
        if self.exact || min > 0 {
            map.serialize_entry("minItems", &min)?;
        }
        map.serialize_entry("maxItems", &max)?;
        map.serialize_entry("items", items)
    }

    /// The keywords of one of some words. That these are words they say themselves.
    fn one_of<M: SerializeMap>(self, map: &mut M, words: &Words<'_>) -> Result<(), M::Error> {
        if self.exact {
            map.serialize_entry("type", "string")?;
        }
        map.serialize_entry("enum", words)
    }

    /// The keywords of words.
    fn words<M: SerializeMap>(self, map: &mut M, chars_max: usize) -> Result<(), M::Error> {
        map.serialize_entry("type", "string")?;
        if self.exact {
            map.serialize_entry("minLength", &1)?;
        }
        map.serialize_entry("maxLength", &self.text_max.min(chars_max))
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.how.words(&mut map, self.chars_max)?;
        map.end()
    }
}

impl Serialize for Keyed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Each key has the same: it is written once.
        let value = raw(&OneOf { words: &self.values, how: self.how });
        serializer.collect_map(self.keys.iter().map(|key| (key, &value)))
    }
}

impl Serialize for OneOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.how.one_of(&mut map, self.words)?;
        map.end()
    }
}

impl Field {
    /// Does its label say more than its name?
    fn says_more(&self) -> bool {
        let label = self.label.strip_prefix("the ").unwrap_or(&self.label);
        !label.chars().map(|c| if c == ' ' { '_' } else { c }).eq(self.name.chars())
    }

    fn is_thought(&self) -> bool {
        matches!(self.kind, FieldKind::Text { voice: Some(Voice::Thought(_)), .. })
    }

    /// An optional field that is there and empty was left out.
    fn is_left_out(&self, value: &Value) -> bool {
        let is_empty = match (value, &self.kind) {
            (Value::Null, _) => return true,
            (Value::String(_), _) => is_blank(value),
            // Where a list may be empty, an empty one says so.
            (Value::Array(list), FieldKind::Texts { min, .. } | FieldKind::Rows { min, .. }) => {
                list.is_empty() && *min > 0
            }
            _ => false,
        };
        is_empty && !self.required
    }

    /// A value as the schema has it, as the command has it. What is not understood is left as it is, for the check.
    fn read(&self, value: Value) -> Result<Value, String> {
        match (&self.kind, value) {
            (FieldKind::Choice(choices), value) => Ok(chosen(choices, value)),
            (FieldKind::Text { .. }, value) => Ok(plain(value)),
            (FieldKind::Each { keys, values }, Value::Object(map)) => Ok(map
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| {
                    Value::Array(vec![chosen(keys, Value::String(key)), chosen(values, value)])
                })
                .collect()),
            (FieldKind::Each { .. }, other) => Err(format!("{}: {other} is no object", self.name)),
            (FieldKind::Number { .. }, value) => Ok(whole(value)),
            (FieldKind::Texts { .. }, Value::Array(texts)) => {
                Ok(texts.into_iter().filter(|text| !is_blank(text)).map(plain).collect())
            }
            (FieldKind::Rows { fields, .. }, Value::Array(rows)) => {
                rows.into_iter().map(|row| read_row(fields, row)).collect()
            }
            (FieldKind::Texts { .. } | FieldKind::Rows { .. }, value) => Ok(value),
        }
    }
}

fn read_row(fields: &[Field], row: Value) -> Result<Value, String> {
    let Value::Object(given) = row else { return Ok(row) };
    let mut row = Map::new();
    for (key, value) in given {
        match fields.iter().find(|field| field.name == key) {
            Some(field) if field.is_left_out(&value) => {}
            Some(field) => drop(row.insert(key, field.read(value)?)),
            None => drop(row.insert(key, value)),
        }
    }
    Ok(Value::Object(row))
}

/// Words with a blank for each control character but the end of a line: a model means one by a tab, a grammar cannot keep them out, and
/// to ask again for that is a call for nothing.
fn plain(value: Value) -> Value {
    let is_odd = |c: char| c.is_control() && c != '\n';
    match value {
        Value::String(text) if text.contains(is_odd) => Value::String(text.replace(is_odd, " ")),
        value => value,
    }
}

fn is_blank(value: &Value) -> bool {
    let is_nothing = |c: char| c.is_whitespace() || c.is_control();
    value.is_null() || value.as_str().is_some_and(|text| text.chars().all(is_nothing))
}

/// The whole number that is meant. Digits in quotes are one, and so is `3.0`, which a schema takes for whole.
fn whole(value: Value) -> Value {
    let said = match &value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) if number.is_f64() => number.to_string(),
        _ => return value,
    };
    let digits = said.strip_suffix(".0").unwrap_or(&said);
    digits.parse::<i64>().map_or(value, Value::from)
}

/// The words by which choices are told apart: their labels, or their values where two have the same label.
struct Words<'a> {
    choices: &'a [Choice],
    by_label: bool,
}

impl<'a> Words<'a> {
    fn of(choices: &'a [Choice]) -> Words<'a> {
        let doubled = |at: usize| choices[..at].iter().any(|it| it.label == choices[at].label);
        Words { choices, by_label: !(1..choices.len()).any(doubled) }
    }

    fn iter(&self) -> impl Iterator<Item = Cow<'a, str>> {
        let by_label = self.by_label;
        self.choices.iter().map(move |choice| match &choice.value {
            _ if by_label => Cow::Borrowed(choice.label.as_str()),
            Value::String(text) => Cow::Borrowed(text.as_str()),
            value => Cow::Owned(value.to_string()),
        })
    }

    /// The only one that a prompt may show so: in quotation marks, without the full stop at its end, in other blanks, or cut
    /// where there was no room for more.
    fn shown_as(&self, said: &str) -> Option<usize> {
        let (is_cut, said) = (said.trim_end_matches(['"', '”']).ends_with('…'), bare(said));
        let is_it = |word: &str| if is_cut { bare(word).starts_with(&said) } else { bare(word) == said };
        let mut all = self.iter().enumerate().filter(|(_, word)| !said.is_empty() && is_it(word));
        all.next().filter(|_| all.next().is_none()).map(|(at, _)| at)
    }
}

impl Serialize for Words<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Is it yes or no?
fn is_truth(choices: &[Choice]) -> bool {
    matches!(choices, [one, other] if one.value == true && other.value == false)
}

/// The value of the choice that is meant by a word of the schema. A model that writes the value itself, or the word in
/// another case or as a prompt shows it, is understood too.
fn chosen(choices: &[Choice], value: Value) -> Value {
    let Some(said) = value.as_str().map(str::trim) else { return value };
    let words = Words::of(choices);
    let exact = words.iter().position(|word| word == said);
    let loose = || words.iter().position(|word| word.trim().eq_ignore_ascii_case(said));
    let literal = match said.to_ascii_lowercase().as_str() {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        digits => digits.parse::<i64>().ok().map(Value::from),
    };
    let by_value = || choices.iter().position(|choice| Some(&choice.value) == literal.as_ref());
    match exact.or_else(loose).or_else(by_value).or_else(|| words.shown_as(said)) {
        Some(at) => choices[at].value.clone(),
        None => value,
    }
}

/// Letters and figures in lower case, with a blank for whatever stands between them.
fn bare(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

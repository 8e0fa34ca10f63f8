//! A form as a model meets it: a JSON Schema to answer by, with every choice under the name that people read, and the
//! way back from such an answer to the command.
//!
//! Properties stand in the order in which they are to be written, because a constrained decoder writes them so: a
//! thought comes first, whatever is said or done comes after it.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::record::to_json;
use crate::{Choice, Field, FieldKind, Form, Tool, Voice};

impl Form {
    /// The schema of one answer: an object whose `type` names a tool, with the arguments of that tool beside it. No
    /// text may be longer than `text_max` characters.
    pub fn schema(&self, text_max: usize) -> Box<RawValue> {
        let any: Vec<String> =
            self.tools.iter().map(|tool| tool.object(Some(&tool.name), text_max)).collect();
        raw_text(match any.as_slice() {
            [only] => only.clone(),
            _ => format!("{{\"anyOf\":[{}]}}", any.join(",")),
        })
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
            if !value.is_null() {
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
        raw_text(self.object(None, text_max))
    }

    fn object(&self, name: Option<&str>, text_max: usize) -> String {
        let (thoughts, rest): (Vec<&Field>, Vec<&Field>) =
            self.fields.iter().partition(|field| field.is_thought());
        let fields = || thoughts.iter().chain(&rest);
        let kind = name.map(|name| format!("\"type\":{{\"const\":{}}}", to_json(name)));
        let properties: Vec<String> =
            kind.into_iter().chain(fields().map(|field| field.property(text_max))).collect();
        // A model thinks before it answers; a person may.
        let required = fields().filter(|field| field.required || field.is_thought());
        let required: Vec<&str> =
            name.map(|_| "type").into_iter().chain(required.map(|field| field.name.as_str())).collect();
        format!(
            "{{\"type\":\"object\",\"properties\":{{{}}},\"required\":{},\"additionalProperties\":false}}",
            properties.join(","),
            to_json(&required),
        )
    }
}

impl Field {
    fn is_thought(&self) -> bool {
        matches!(self.kind, FieldKind::Text { voice: Some(Voice::Thought(_)), .. })
    }

    fn property(&self, text_max: usize) -> String {
        let about = to_json(&self.label);
        let kind = match &self.kind {
            FieldKind::Choice(choices) => {
                format!("\"type\":\"string\",\"enum\":{}", to_json(&words(choices)))
            }
            FieldKind::Text { max_chars, voice: _ } => {
                format!("\"type\":\"string\",\"minLength\":1,\"maxLength\":{}", text_max.min(*max_chars))
            }
            FieldKind::Each { keys, values } => {
                let value = format!("{{\"type\":\"string\",\"enum\":{}}}", to_json(&words(values)));
                let properties: Vec<String> =
                    words(keys).iter().map(|key| format!("{}:{value}", to_json(key))).collect();
                format!(
                    "\"type\":\"object\",\"properties\":{{{}}},\"additionalProperties\":false",
                    properties.join(",")
                )
            }
        };
        format!("{}:{{{kind},\"description\":{about}}}", to_json(&self.name))
    }

    /// A value as the schema has it, as the command has it. What is not understood is left as it is, for the check.
    fn read(&self, value: Value) -> Result<Value, String> {
        match &self.kind {
            FieldKind::Choice(choices) => Ok(chosen(choices, value)),
            FieldKind::Text { .. } => Ok(value),
            FieldKind::Each { keys, values } => match value {
                Value::Object(map) => Ok(map
                    .into_iter()
                    .map(|(key, value)| {
                        Value::Array(vec![chosen(keys, Value::String(key)), chosen(values, value)])
                    })
                    .collect()),
                other => Err(format!("{}: {other} is no object", self.name)),
            },
        }
    }
}

/// The words by which choices are told apart: their labels, or their values where two have the same label.
fn words(choices: &[Choice]) -> Vec<String> {
    let unique = (1..choices.len()).all(|at| choices[..at].iter().all(|it| it.label != choices[at].label));
    choices
        .iter()
        .map(|choice| match &choice.value {
            _ if unique => choice.label.clone(),
            Value::String(text) => text.clone(),
            value => value.to_string(),
        })
        .collect()
}

/// The value of the choice that is meant by a word of the schema. A model that writes the value itself, or the word in
/// another case, is understood too.
fn chosen(choices: &[Choice], value: Value) -> Value {
    let Some(said) = value.as_str().map(str::trim) else { return value };
    let words = words(choices);
    let exact = words.iter().position(|word| word == said);
    let loose = || words.iter().position(|word| word.trim().eq_ignore_ascii_case(said));
    let number = || said.parse::<u64>().ok().map(Value::from);
    let by_value = || choices.iter().position(|choice| Some(&choice.value) == number().as_ref());
    match exact.or_else(loose).or_else(by_value) {
        Some(at) => choices[at].value.clone(),
        None => value,
    }
}

/// Text that is JSON by how it was made.
fn raw_text(text: String) -> Box<RawValue> {
    RawValue::from_string(text).unwrap_or_else(|error| panic!("a schema is no JSON: {error}"))
}

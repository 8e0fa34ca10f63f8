//! The first legal answer that a schema allows.
//!
//! It walks the part of JSON Schema that forms are made of: `anyOf`, `const`, `enum`, objects with `properties` and
//! `required`, strings with `minLength` and `maxLength`; and whole numbers and truths, for completeness.

use serde_json::{Map, Value};

use super::Move;
use crate::{Request, ToolSpec};

/// What a script says where words are wanted.
const SENTENCES: &[&str] = &[
    "I have listened, and I keep my own counsel for now.",
    "Something about this does not add up to me.",
    "Let us look at what was said before, and not at who said it.",
    "I would hear the quiet ones first.",
    "That may be so, but I am not sure of it yet.",
    "I stand by what I said.",
];

/// Words without end, the same for the same ask of the same seat.
pub(super) struct Words {
    next: usize,
}

impl Words {
    /// The words for this request.
    pub(super) fn of(request: &Request) -> Words {
        Words { next: request.seat.index() + request.ask.0 as usize + request.exchanges.len() }
    }

    /// One sentence of at most so many characters.
    fn sentence(&mut self, chars: usize) -> String {
        let sentence = SENTENCES[self.next % SENTENCES.len()];
        self.next += 1;
        sentence.chars().take(chars).collect()
    }

    /// So many bytes of them.
    pub(super) fn many(&mut self, bytes: usize) -> String {
        let mut text = String::new();
        while text.len() < bytes {
            text.push_str(&self.sentence(usize::MAX));
            text.push(' ');
        }
        // The sentences are ASCII.
        text.truncate(bytes);
        text
    }
}

/// The first legal answer to a request: by its schema, else by the first tool that is allowed, else in plain words.
pub(super) fn moves(request: &Request, words: &mut Words) -> Move {
    let Some(schema) = &request.output else {
        let allowed = |tool: &&ToolSpec| request.allowed.is_empty() || request.allowed.contains(&tool.name);
        return match request.tools.iter().find(allowed) {
            Some(tool) => Move::new(&tool.name, fitting(&read(tool.schema.get()), words)),
            None => Move::new("", Value::String(words.sentence(usize::MAX))),
        };
    };
    match fitting(&read(schema.get()), words) {
        Value::Object(mut fields) => {
            let name = fields.remove("type").and_then(|name| name.as_str().map(str::to_owned));
            Move { name: name.unwrap_or_default(), fields: Value::Object(fields) }
        }
        other => Move::new("", other),
    }
}

/// A schema that cannot be read allows everything.
fn read(schema: &str) -> Value {
    serde_json::from_str(schema).unwrap_or(Value::Bool(true))
}

/// The first value that fits a schema.
fn fitting(schema: &Value, words: &mut Words) -> Value {
    if let Some(first) = of_list(schema, "anyOf").or_else(|| of_list(schema, "oneOf")) {
        return fitting(first, words);
    }
    if let Some(only) = schema.get("const") {
        return only.clone();
    }
    if let Some(first) = of_list(schema, "enum") {
        return first.clone();
    }
    let kind = match schema.get("type") {
        // One that may be left empty, as some providers want optional fields to be.
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        Some(kind) => kind.as_str(),
        None => None,
    };
    match kind {
        Some("string") => Value::String(words.sentence(number(schema, "maxLength").unwrap_or(usize::MAX))),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(Value::from(0)),
        Some("boolean") => Value::Bool(false),
        Some("null") => Value::Null,
        Some("array") => {
            let items = schema.get("items").cloned().unwrap_or(Value::Bool(true));
            (0..number(schema, "minItems").unwrap_or(0)).map(|_| fitting(&items, words)).collect()
        }
        Some("object") => object(schema, words),
        _ if schema.get("properties").is_some() => object(schema, words),
        _ => Value::String(words.sentence(usize::MAX)),
    }
}

/// An object with what it must have.
fn object(schema: &Value, words: &mut Words) -> Value {
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut fields = Map::new();
    for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if required.iter().any(|needed| needed == name) {
            fields.insert(name.clone(), fitting(field, words));
        }
    }
    Value::Object(fields)
}

fn of_list<'a>(schema: &'a Value, key: &str) -> Option<&'a Value> {
    schema.get(key)?.as_array()?.first()
}

fn number(schema: &Value, key: &str) -> Option<usize> {
    schema.get(key)?.as_u64().and_then(|number| usize::try_from(number).ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(schema: Value, expected: Value) {
        assert_eq!(fitting(&schema, &mut Words { next: 0 }), expected, "{schema}");
    }

    #[test]
    fn the_first_of_everything_is_chosen() {
        check(json!({"enum": ["b", "a"]}), json!("b"));
        check(json!({"const": 7}), json!(7));
        check(json!({"anyOf": [{"const": 1}, {"const": 2}]}), json!(1));
        check(json!({"type": "string", "maxLength": 6}), json!("I have"));
        check(json!({"type": ["null", "boolean"]}), json!(false));
        check(json!({"type": "array", "minItems": 2, "items": {"enum": [3]}}), json!([3, 3]));
        check(
            json!({
                "type": "object",
                "properties": {"type": {"const": "vote"}, "target": {"enum": [4, 5]}, "why": {"type": "string"}},
                "required": ["type", "target"],
                "additionalProperties": false,
            }),
            json!({"type": "vote", "target": 4}),
        );
    }
}

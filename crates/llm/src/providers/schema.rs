//! Schemas as providers take them: each takes less of JSON Schema than there is. The order of properties is kept,
//! because an answer is written in it.

use std::fmt;

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// A schema that fits a provider.
pub(super) struct Fitted {
    /// The schema.
    pub(super) schema: Box<RawValue>,
    /// Whether decoding can be held to it strictly.
    pub(super) strict: bool,
    /// What takes an answer out of the object that had to be put round it.
    pub(super) unwrap: Option<Unwrap>,
}

/// For the OpenAI API: an object at the top, and strict if every field is required.
pub(super) fn for_openai(schema: &RawValue) -> Option<Fitted> {
    let mut node = parse(schema)?;
    node.name_constants();
    let unwrap = node.put_in_object();
    let mut held = node.clone();
    held.drop_keywords(&["minLength", "maxLength"]);
    let strict = held.is_strict();
    Some(Fitted { schema: raw(if strict { &held } else { &node })?, strict, unwrap })
}

/// For the Anthropic API: an object at the top, closed objects, no limits on values.
pub(super) fn for_anthropic(schema: &RawValue) -> Option<Fitted> {
    let mut node = parse(schema)?;
    node.name_constants();
    let unwrap = node.put_in_object();
    node.drop_keywords(UNKNOWN_TO_ANTHROPIC);
    node.close_objects();
    Some(Fitted { schema: raw(&node)?, strict: true, unwrap })
}

/// For the Gemini API: no constants.
pub(super) fn for_gemini(schema: &RawValue) -> Option<Fitted> {
    let mut node = parse(schema)?;
    node.name_constants();
    Some(Fitted { schema: raw(&node)?, strict: true, unwrap: None })
}

/// Whether a schema of arguments names any.
pub(super) fn has_properties(schema: &RawValue) -> bool {
    let value: Value = serde_json::from_str(schema.get()).unwrap_or_default();
    value["properties"].as_object().is_some_and(|properties| !properties.is_empty())
}

/// The name of the only field of the object that is put round an answer.
const FIELD: &str = "answer";

const UNKNOWN_TO_ANTHROPIC: &[&str] = &[
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "multipleOf",
    "pattern",
    "uniqueItems",
];

fn parse(schema: &RawValue) -> Option<Node> {
    serde_json::from_str(schema.get()).ok()
}

fn raw(node: &Node) -> Option<Box<RawValue>> {
    to_raw_value(node).ok()
}

/// The fields of an object, in order.
type Fields = Vec<(String, Node)>;

/// JSON that keeps the order of its fields.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Map(Fields),
    List(Vec<Node>),
    Leaf(Value),
}

impl Node {
    fn get(&self, key: &str) -> Option<&Node> {
        match self {
            Node::Map(fields) => fields.iter().find(|(have, _)| have == key).map(|(_, value)| value),
            _ => None,
        }
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(&Node::Leaf(value.into()))
    }

    /// Does something to every schema in this schema, the inner ones first. What stands below `properties` has names of
    /// our own, not keywords.
    fn each_schema(&mut self, change: &mut dyn FnMut(&mut Fields)) {
        match self {
            Node::Map(fields) => {
                for (key, value) in fields.iter_mut() {
                    match (key.as_str(), value) {
                        ("properties" | "$defs", Node::Map(named)) => {
                            named.iter_mut().for_each(|(_, schema)| schema.each_schema(change));
                        }
                        ("enum" | "const" | "required" | "default" | "examples", _) => {}
                        (_, value) => value.each_schema(change),
                    }
                }
                change(fields);
            }
            Node::List(items) => items.iter_mut().for_each(|item| item.each_schema(change)),
            Node::Leaf(_) => {}
        }
    }

    /// A constant is written as the only choice, which every provider knows.
    fn name_constants(&mut self) {
        self.each_schema(&mut |fields| {
            let Some(at) = fields.iter().position(|(key, _)| key == "const") else { return };
            let constant = fields[at].1.clone();
            let text = matches!(&constant, Node::Leaf(Value::String(_)));
            fields[at] = ("enum".into(), Node::List(vec![constant]));
            if text && !fields.iter().any(|(key, _)| key == "type") {
                fields.insert(at, ("type".into(), Node::Leaf("string".into())));
            }
        });
    }

    fn drop_keywords(&mut self, keywords: &[&str]) {
        self.each_schema(&mut |fields| {
            fields.retain(|(key, _)| !keywords.contains(&key.as_str()));
            for (key, _) in fields.iter_mut().filter(|(key, _)| key == "oneOf") {
                "anyOf".clone_into(key);
            }
        });
    }

    fn close_objects(&mut self) {
        self.each_schema(&mut |fields| {
            if fields.iter().any(|(key, value)| key == "type" && *value == Node::Leaf("object".into())) {
                fields.retain(|(key, _)| key != "additionalProperties");
                fields.push(("additionalProperties".into(), Node::Leaf(false.into())));
            }
        });
    }

    /// Puts an object round a schema that is none.
    fn put_in_object(&mut self) -> Option<Unwrap> {
        if self.is("type", "object") && self.get("anyOf").is_none() && self.get("oneOf").is_none() {
            return None;
        }
        let inner = std::mem::replace(self, Node::Leaf(Value::Null));
        *self = Node::Map(vec![
            ("type".into(), Node::Leaf("object".into())),
            ("properties".into(), Node::Map(vec![(FIELD.into(), inner)])),
            ("required".into(), Node::List(vec![Node::Leaf(FIELD.into())])),
            ("additionalProperties".into(), Node::Leaf(false.into())),
        ]);
        Some(Unwrap::Before(String::new()))
    }

    /// Whether every object is closed and requires all that it names.
    fn is_strict(&self) -> bool {
        let mut strict = true;
        self.clone().each_schema(&mut |fields| {
            let schema = Node::Map(std::mem::take(fields));
            if ["oneOf", "allOf", "not", "if", "patternProperties"]
                .iter()
                .any(|key| schema.get(key).is_some())
            {
                strict = false;
            }
            if schema.is("type", "object") {
                let required = schema.get("required");
                let has = |name: &String| match required {
                    Some(Node::List(names)) => names.contains(&Node::Leaf(name.as_str().into())),
                    _ => false,
                };
                let all = match schema.get("properties") {
                    Some(Node::Map(named)) => named.iter().all(|(name, _)| has(name)),
                    _ => false,
                };
                strict &= all && schema.get("additionalProperties") == Some(&Node::Leaf(false.into()));
            }
            let Node::Map(back) = schema else { return };
            *fields = back;
        });
        strict
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Map(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (key, value) in fields {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
            Node::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Node::Leaf(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Node;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Node::Map(fields))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element()? {
                    items.push(item);
                }
                Ok(Node::List(items))
            }
            fn visit_unit<E>(self) -> Result<Node, E> {
                Ok(Node::Leaf(Value::Null))
            }
            fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
                Ok(Node::Leaf(value.into()))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
                Ok(Node::Leaf(value.into()))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
                Ok(Node::Leaf(value.into()))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
                Ok(Node::Leaf(value.into()))
            }
            fn visit_str<E>(self, value: &str) -> Result<Node, E> {
                Ok(Node::Leaf(value.into()))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// Takes an answer out of the object that had to be put round it, while it comes.
#[derive(Debug)]
pub(super) enum Unwrap {
    /// What came before the answer began.
    Before(String),
    /// Within the answer: what may be the end of the object, and so is not told yet.
    Within(String),
    /// There is no such object: all is told as it comes.
    Through,
}

impl Unwrap {
    /// Takes more of the object in; the part of it that is of the answer comes out.
    pub(super) fn take(&mut self, more: &str) -> String {
        let mut inner = match self {
            Unwrap::Through => return more.to_owned(),
            Unwrap::Within(held) => format!("{held}{more}"),
            Unwrap::Before(before) => {
                before.push_str(more);
                match after_field(before) {
                    Begin::At(at) => before.split_off(at),
                    Begin::NotYet => return String::new(),
                    Begin::Never => {
                        let all = std::mem::take(before);
                        *self = Unwrap::Through;
                        return all;
                    }
                }
            }
        };
        // The last brace is not of the answer, if nothing but space comes after it.
        let end = inner.rfind('}').filter(|at| inner[at + 1..].trim().is_empty()).unwrap_or(inner.len());
        *self = Unwrap::Within(inner.split_off(end));
        inner
    }
}

enum Begin {
    At(usize),
    NotYet,
    Never,
}

/// Where the value of the only field begins.
fn after_field(text: &str) -> Begin {
    let mut rest = text.trim_start();
    for token in ["{", "\"answer\"", ":"] {
        match rest.strip_prefix(token) {
            Some(after) => rest = after.trim_start(),
            None if token.starts_with(rest) => return Begin::NotYet,
            None => return Begin::Never,
        }
    }
    if rest.is_empty() { Begin::NotYet } else { Begin::At(text.len() - rest.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw_of(text: &str) -> Box<RawValue> {
        RawValue::from_string(text.to_owned()).expect("JSON")
    }

    fn check(
        fit: fn(&RawValue) -> Option<Fitted>,
        schema: &str,
        expected: &str,
        strict: bool,
        wrapped: bool,
    ) {
        let fitted = fit(&raw_of(schema)).expect("a schema");
        assert_eq!(fitted.schema.get(), expected);
        assert_eq!((fitted.strict, fitted.unwrap.is_some()), (strict, wrapped), "{schema}");
    }

    const CHOICE: &str = r#"{"type":"object","properties":{"why":{"type":"string","minLength":1,"maxLength":9},"aim":{"const":"Ada"}},"required":["why","aim"],"additionalProperties":false}"#;
    const CHOICE_FIT: &str = r#"{"type":"object","properties":{"why":{"type":"string"},"aim":{"type":"string","enum":["Ada"]}},"required":["why","aim"],"additionalProperties":false}"#;

    #[test]
    fn a_schema_fits_openai() {
        check(for_openai, CHOICE, CHOICE_FIT, true, false);
        let wrapped = format!(
            r#"{{"type":"object","properties":{{"answer":{{"anyOf":[{CHOICE_FIT}]}}}},"required":["answer"],"additionalProperties":false}}"#
        );
        check(for_openai, &format!(r#"{{"anyOf":[{CHOICE}]}}"#), &wrapped, true, true);
        // A field that need not be given: held to it loosely, with all that it says.
        let loose = CHOICE.replace(r#""why","aim""#, r#""why""#);
        let fit = loose.replace(r#"{"const":"Ada"}"#, r#"{"type":"string","enum":["Ada"]}"#);
        check(for_openai, &loose, &fit, false, false);
    }

    #[test]
    fn a_schema_fits_anthropic() {
        check(for_anthropic, CHOICE, CHOICE_FIT, true, false);
        let open = r#"{"type":"object","properties":{"maximum":{"type":"integer","maximum":3}}}"#;
        let fit =
            r#"{"type":"object","properties":{"maximum":{"type":"integer"}},"additionalProperties":false}"#;
        check(for_anthropic, open, fit, true, false);
    }

    #[test]
    fn a_schema_fits_gemini() {
        let fit = CHOICE.replace(r#"{"const":"Ada"}"#, r#"{"type":"string","enum":["Ada"]}"#);
        check(for_gemini, CHOICE, &fit, true, false);
    }

    const ROWS: &str = r#"{"type":"object","properties":{"dice":{"type":"integer","minimum":-1,"maximum":6},"rows":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"object","properties":{"maxItems":{"type":"string","minLength":1,"maxLength":9},"signs":{"type":"array","minItems":0,"maxItems":2,"items":{"type":"string","minLength":1,"maxLength":5}}},"required":["maxItems","signs"],"additionalProperties":false},"description":"what"}},"required":["dice","rows"],"additionalProperties":false}"#;

    #[test]
    fn ranges_lists_and_rows_go_as_far_as_a_provider_knows_them() {
        let no_lengths = ROWS
            .replace(r#","minLength":1,"maxLength":9"#, "")
            .replace(r#","minLength":1,"maxLength":5"#, "");
        check(for_openai, ROWS, &no_lengths, true, false);
        let bare = no_lengths
            .replace(r#","minimum":-1,"maximum":6"#, "")
            .replace(r#","minItems":1,"maxItems":3"#, "")
            .replace(r#","minItems":0,"maxItems":2"#, "");
        // What a provider says of objects it says of rows too; a field may have the name of a keyword.
        assert!(bare.contains(r#""properties":{"maxItems":{"type":"string"}"#));
        check_same(for_anthropic, ROWS, &bare);
        check(for_gemini, ROWS, ROWS, true, false);
        // A row with a field that need not be given is held to loosely, like any object.
        let loose = ROWS.replace(r#"["maxItems","signs"]"#, r#"["signs"]"#);
        check(for_openai, &loose, &loose, false, false);
    }

    /// The same schema, whatever the order of its keywords.
    fn check_same(fit: fn(&RawValue) -> Option<Fitted>, schema: &str, expected: &str) {
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        let fitted = fit(&raw_of(schema)).expect("a schema");
        assert_eq!(value(fitted.schema.get()), value(expected));
    }

    #[test]
    fn an_answer_comes_out_of_its_object_however_it_comes_in() {
        for (whole, answer) in [
            (r#"{"answer":{"a":"}"}}"#, r#"{"a":"}"}"#),
            ("{ \"answer\" :\n {\"a\":{}} }\n", r#"{"a":{}} "#),
            (r#"{"answer": [1]}"#, "[1]"),
            (r#"{"other":1}"#, r#"{"other":1}"#),
            ("no JSON", "no JSON"),
        ] {
            for size in [1, 2, 3, 7, 100] {
                let mut unwrap = Unwrap::Before(String::new());
                let chars: Vec<char> = whole.chars().collect();
                let out: String =
                    chars.chunks(size).map(|piece| unwrap.take(&piece.iter().collect::<String>())).collect();
                assert_eq!(out, answer, "{whole:?} by {size}");
            }
        }
    }
}

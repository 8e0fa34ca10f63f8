//! The first legal answer that a schema allows, any other, and one that goes a step beyond it.
//!
//! It walks the part of JSON Schema that forms are made of: `anyOf`, `const`, `enum`, objects with `properties` and
//! `required`, strings with `minLength` and `maxLength`, whole numbers with `minimum` and `maximum`, lists with
//! `minItems` and `maxItems`; and truths, for completeness.

use serde_json::{Map, Value};

use super::Move;
use crate::{ModelRequest, ToolSpec};

/// What a script says where words are wanted.
const SENTENCES: &[&str] = &[
    "I have listened, and I keep my own counsel for now.",
    "Something about this does not add up to me.",
    "Let us look at what was said before, and not at who said it.",
    "I would hear the quiet ones first.",
    "That may be so, but I am not sure of it yet.",
    "I stand by what I said.",
];

/// The longest list that one item too many is added to.
const ITEMS_MAX: usize = 1_000;

/// So many more items than a list must have are given at most.
const ITEMS_MORE: usize = 4;

/// Words without end, the same for the same ask of the same seat.
pub(super) struct Words {
    next: usize,
}

impl Words {
    /// The words for this request.
    pub(super) fn of(request: &ModelRequest) -> Words {
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
pub(super) fn moves(request: &ModelRequest, words: &mut Words) -> Move {
    answer(request, words, &mut fitting)
}

/// One of all legal answers, the same for the same try at the same ask of the same seat.
pub(super) fn roams(request: &ModelRequest, words: &mut Words) -> Move {
    let tries = request.exchanges.len();
    let mut lots = Lots((request.ask.0 as u64) << 16 | (request.seat.index() as u64) << 8 | tries as u64);
    answer(request, words, &mut |schema, words| match list(schema, "anyOf") {
        Some(all) => {
            let nearest = all.len().div_ceil(tries + 1);
            let at = all.len() - 1 - lots.below(nearest);
            fits(&all[at], words, &mut |of| lots.below(of))
        }
        None => fits(schema, words, &mut |of| lots.below(of)),
    })
}

/// Lots, each followed by the same ones.
struct Lots(u64);

impl Lots {
    /// A number below `of`; 0 if there is none.
    fn below(&mut self, of: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap_or(0) % of.max(1)
    }
}

/// An answer that is legal but for one value, which goes a step too far. Each retry goes too far somewhere else.
pub(super) fn oversteps(request: &ModelRequest, words: &mut Words) -> Move {
    let turn = words.next;
    answer(request, words, &mut |schema, words| beyond(schema, words, turn))
}

/// Makes a value for a schema.
type Fit<'a> = &'a mut dyn FnMut(&Value, &mut Words) -> Value;

fn answer(request: &ModelRequest, words: &mut Words, fit: Fit<'_>) -> Move {
    let Some(schema) = &request.output else {
        let allowed = |tool: &&ToolSpec| request.allowed.is_empty() || request.allowed.contains(&tool.name);
        return match request.tools.iter().find(allowed) {
            Some(tool) => Move::new(&tool.name, fit(&read(tool.schema.get()), words)),
            None => Move::new("", Value::String(words.sentence(usize::MAX))),
        };
    };
    match fit(&read(schema.get()), words) {
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
    fits(schema, words, &mut |_| 0)
}

/// The value that fits a schema by these picks, each a number below the one that is given.
fn fits(schema: &Value, words: &mut Words, pick: &mut dyn FnMut(usize) -> usize) -> Value {
    if let Some(all) = list(schema, "anyOf").or_else(|| list(schema, "oneOf")) {
        return fits(&all[pick(all.len())], words, pick);
    }
    if let Some(only) = schema.get("const") {
        return only.clone();
    }
    if let Some(all) = list(schema, "enum") {
        return all[pick(all.len())].clone();
    }
    match kind(schema) {
        Some("string") => Value::String(words.sentence(number(schema, "maxLength").unwrap_or(usize::MAX))),
        Some("integer" | "number") => {
            let limit = |key| schema.get(key).and_then(Value::as_i64);
            let least = limit("minimum").unwrap_or(0);
            let room = limit("maximum").and_then(|most| usize::try_from(most - least).ok()).unwrap_or(0);
            i64::try_from(pick(room + 1)).map_or(least, |more| least + more).into()
        }
        Some("boolean") => Value::Bool(pick(2) > 0),
        Some("null") => Value::Null,
        Some("array") => {
            let items = schema.get("items").cloned().unwrap_or(Value::Bool(true));
            let least = number(schema, "minItems").unwrap_or(0);
            let most = number(schema, "maxItems").unwrap_or(least).min(least + ITEMS_MORE);
            let count = least + pick(most.saturating_sub(least) + 1);
            (0..count).map(|_| fits(&items, words, pick)).collect()
        }
        Some("object") => object(schema, words, pick),
        _ if schema.get("properties").is_some() => object(schema, words, pick),
        _ => Value::String(words.sentence(usize::MAX)),
    }
}

fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        // One that may be left empty, as some providers want optional fields to be.
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        kind => kind.as_str(),
    }
}

/// A value that goes a step too far: a number past the last, one item too many, a field that there is not, a word
/// that is no choice, a number where words are wanted. Which field of an object does so is by turns.
fn beyond(schema: &Value, words: &mut Words, turn: usize) -> Value {
    if let Some(first) = of_list(schema, "anyOf").or_else(|| of_list(schema, "oneOf")) {
        return beyond(first, words, turn);
    }
    if schema.get("const").or_else(|| schema.get("enum")).is_some() {
        return "none of these".into();
    }
    let items = schema.get("items").unwrap_or(&Value::Null);
    match kind(schema) {
        Some("integer" | "number") => {
            let past = schema.get("maximum").and_then(Value::as_i64).and_then(|most| most.checked_add(1));
            past.map_or("many".into(), Value::from)
        }
        // By turns one item too many, and one that goes too far itself.
        Some("array") if turn.is_multiple_of(2) => match number(schema, "maxItems") {
            Some(most @ 0..ITEMS_MAX) => (0..=most).map(|_| fitting(items, words)).collect(),
            _ => Value::Bool(true),
        },
        Some("array") => {
            let rest = 1..number(schema, "minItems").unwrap_or(1);
            let first = beyond(items, words, turn / 2);
            std::iter::once(first).chain(rest.map(|_| fitting(items, words))).collect()
        }
        Some("object") => {
            let mut fields = match object(schema, words, &mut |_| 0) {
                Value::Object(fields) => fields,
                _ => Map::new(),
            };
            let named: Vec<(&String, &Value)> =
                schema.get("properties").and_then(Value::as_object).into_iter().flatten().collect();
            // The name of the tool stays: another tool is another script.
            let named: Vec<_> = named.into_iter().filter(|(_, field)| field.get("const").is_none()).collect();
            match named.get(turn % (named.len() + 1)) {
                Some((name, field)) => {
                    let value = beyond(field, words, turn / (named.len() + 1));
                    fields.insert((*name).clone(), value);
                }
                None => drop(fields.insert("no_such_field".to_owned(), Value::Bool(true))),
            }
            Value::Object(fields)
        }
        _ => Value::from(7),
    }
}

/// An object with what it must have, and what is picked besides.
fn object(schema: &Value, words: &mut Words, pick: &mut dyn FnMut(usize) -> usize) -> Value {
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut fields = Map::new();
    for (name, field) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if required.iter().any(|needed| needed == name) || pick(2) > 0 {
            fields.insert(name.clone(), fits(field, words, pick));
        }
    }
    Value::Object(fields)
}

fn of_list<'a>(schema: &'a Value, key: &str) -> Option<&'a Value> {
    list(schema, key)?.first()
}

/// A list that is not empty.
fn list<'a>(schema: &'a Value, key: &str) -> Option<&'a [Value]> {
    Some(schema.get(key)?.as_array()?.as_slice()).filter(|list| !list.is_empty())
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
        check(json!({"type": "array", "minItems": 0, "maxItems": 2, "items": {"type": "string"}}), json!([]));
        check(json!({"type": "integer", "minimum": -2, "maximum": 4}), json!(-2));
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

    #[test]
    fn whoever_roams_finds_everything_that_is_legal_and_nothing_else() {
        let schema = json!({"anyOf": [
            {"type": "object", "properties": {"who": {"enum": ["Ada", "Ben"]}, "n": {"type": "integer", "minimum": -1, "maximum": 1}}, "required": ["who"]},
            {"type": "object", "properties": {"rows": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "boolean"}}}, "required": ["rows"]},
        ]});
        let mut found = std::collections::BTreeSet::new();
        let mut lots = Lots(7);
        for _ in 0..400 {
            found.insert(fits(&schema, &mut Words { next: 0 }, &mut |of| lots.below(of)).to_string());
        }
        // Two names, with none of three figures or one; one truth or two.
        assert_eq!(found.len(), 2 * 4 + 2 + 4, "{found:?}");
        assert!(found.contains(&json!({"who": "Ben", "n": -1}).to_string()), "{found:?}");
    }

    #[test]
    fn a_step_too_far_is_taken_somewhere_else_each_time() {
        let row = json!({
            "type": "object",
            "properties": {"n": {"type": "integer", "minimum": 0, "maximum": 3}},
            "required": ["n"],
            "additionalProperties": false,
        });
        let schema = json!({
            "type": "object",
            "properties": {
                "type": {"const": "plan"},
                "rows": {"type": "array", "minItems": 2, "maxItems": 2, "items": row},
                "text": {"type": "string", "maxLength": 6},
                "who": {"enum": ["Ada"]},
            },
            "required": ["type", "rows"],
            "additionalProperties": false,
        });
        let legal = json!({"type": "plan", "rows": [{"n": 0}, {"n": 0}]});
        for (turn, key, value) in [
            (0, "rows", json!([{"n": 0}, {"n": 0}, {"n": 0}])),
            (1, "text", json!(7)),
            (2, "who", json!("none of these")),
            (3, "no_such_field", json!(true)),
            (4, "rows", json!([{"n": 4}, {"n": 0}])),
            (12, "rows", json!([{"n": 0, "no_such_field": true}, {"n": 0}])),
        ] {
            let mut expected = legal.clone();
            expected[key] = value;
            assert_eq!(beyond(&schema, &mut Words { next: 0 }, turn), expected, "turn {turn}");
        }
    }
}

//! Checks of JSON that every API makes in its own words.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value};

use super::Wrong;

/// An object, or a complaint that it is none.
pub(super) fn object<'a>(value: &'a Value, at: &str) -> Result<&'a Map<String, Value>, Wrong> {
    value.as_object().ok_or_else(|| Wrong::request(format!("{at}: Input should be an object")))
}

/// A list, or a complaint that it is none.
pub(super) fn list<'a>(value: &'a Value, at: &str) -> Result<&'a Vec<Value>, Wrong> {
    value.as_array().ok_or_else(|| Wrong::request(format!("{at}: Input should be a list")))
}

/// A text, or a complaint that it is none.
pub(super) fn text<'a>(value: &'a Value, at: &str) -> Result<&'a str, Wrong> {
    value.as_str().ok_or_else(|| Wrong::request(format!("{at}: Input should be a string")))
}

/// Every field is known; if not, which is not.
pub(super) fn unknown<'a>(map: &'a Map<String, Value>, known: &[&str]) -> Option<&'a str> {
    map.keys().map(String::as_str).find(|key| !known.contains(key))
}

/// Every object of a schema forbids what it does not name, as constrained decoding demands; if not, a complaint.
pub(super) fn closed(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => {
            let open = map.get("type").is_some_and(|kind| kind == "object")
                && map.get("additionalProperties") != Some(&Value::Bool(false));
            !open && map.values().all(closed)
        }
        Value::Array(items) => items.iter().all(closed),
        _ => true,
    }
}

/// Whether a keyword stands anywhere in a schema where keywords stand.
pub(super) fn has_keyword(schema: &Value, keyword: &str) -> bool {
    any_schema(schema, &|map| map.contains_key(keyword))
}

/// Whether something is so for any schema in a schema. What stands below `properties` has names, not keywords.
pub(super) fn any_schema(schema: &Value, is_so: &dyn Fn(&Map<String, Value>) -> bool) -> bool {
    match schema {
        Value::Object(map) => {
            is_so(map)
                || map.iter().any(|(key, value)| match (key.as_str(), value) {
                    ("properties" | "$defs", Value::Object(named)) => {
                        named.values().any(|it| any_schema(it, is_so))
                    }
                    _ => any_schema(value, is_so),
                })
        }
        Value::Array(items) => items.iter().any(|item| any_schema(item, is_so)),
        _ => false,
    }
}

/// Whether a list says nothing of its items.
pub(super) fn lacks_items(schema: &Value) -> bool {
    any_schema(schema, &|map| {
        map.get("type").is_some_and(|kind| kind == "array") && !map.contains_key("items")
    })
}

/// How a picture begins, by its type: what an API looks at to see whether it was told the truth.
const BEGINNINGS: &[(&str, &[u8])] = &[
    ("image/jpeg", b"\xff\xd8\xff"),
    ("image/png", b"\x89PNG\r\n\x1a\n"),
    ("image/gif", b"GIF8"),
    ("image/webp", b"RIFF"),
];

/// The most characters of one picture, as the strictest of the APIs has it.
const PICTURE_CHARS_MAX: usize = 5 * 1024 * 1024;

/// A picture of this type in Base64, or why it is none.
pub(super) fn picture(media_type: &str, data: &str) -> Result<(), String> {
    let Some((_, beginning)) = BEGINNINGS.iter().find(|(name, _)| *name == media_type) else {
        return Err(format!(
            "unsupported type {media_type:?}: use image/jpeg, image/png, image/gif or image/webp"
        ));
    };
    if data.len() > PICTURE_CHARS_MAX {
        return Err(format!("image exceeds 5 MB maximum: {} bytes > {PICTURE_CHARS_MAX} bytes", data.len()));
    }
    let bytes = BASE64_STANDARD.decode(data).map_err(|error| format!("invalid base64 data: {error}"))?;
    if !bytes.starts_with(beginning) {
        return Err(format!(
            "the image was specified using the {media_type} media type, but does not appear to be one"
        ));
    }
    Ok(())
}

//! A form as it was filled in by hand, in texts, as the command that it means. Every face that has forms sends them so.

use std::collections::BTreeMap;

use engine::{Field, FieldKind, Form};
use serde_json::{Map, Value, json};

/// The name of a command as words: `choose_die` is “Choose die”.
pub fn words(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// What was filled in, as the command that it means: the tool's name as `type`, and the fields by their places. The error
/// says what is missing.
pub fn command(form: &Form, sent: &[(String, String)]) -> Result<Value, String> {
    let name = sent.iter().find(|(key, _)| key == "type").map_or("", |(_, value)| value.as_str());
    let tool = form.tools.iter().find(|tool| tool.name == name);
    let tool = tool.ok_or_else(|| format!("{name:?} cannot answer this any more: look what is asked now"))?;
    let mut command = Map::from_iter([("type".to_owned(), json!(name))]);
    for field in &tool.fields {
        if let Some(value) = value(field, &field.name, sent) {
            command.insert(field.name.clone(), value);
        }
    }
    let command = Value::Object(command);
    form.check(&command)?;
    Ok(command)
}

/// The value of a field, if one was sent.
fn value(field: &Field, name: &str, sent: &[(String, String)]) -> Option<Value> {
    let text = || sent.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let given = || text().filter(|text| !text.is_empty() || field.required);
    match &field.kind {
        FieldKind::Choice(_) => {
            given().map(|text| serde_json::from_str(text).unwrap_or_else(|_| json!(text)))
        }
        FieldKind::Text { .. } => given().map(|text| json!(text.replace("\r\n", "\n"))),
        FieldKind::Number { .. } => {
            given().map(|text| text.trim().parse::<i64>().map_or(json!(text), Value::from))
        }
        FieldKind::Texts { .. } => {
            // Several boxes may be ticked, each with a text of its own.
            let texts = sent.iter().filter(|(key, _)| key == name).flat_map(|(_, text)| text.lines());
            let texts: Vec<Value> =
                texts.map(str::trim).filter(|text| !text.is_empty()).map(Value::from).collect();
            (!texts.is_empty() || field.required).then_some(Value::Array(texts))
        }
        FieldKind::Each { .. } => {
            let start = format!("{name}[");
            let pair = |(key, value): &(String, String)| {
                let key = key.strip_prefix(&start)?.strip_suffix(']')?;
                let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|_| json!(text));
                (!value.is_empty()).then(|| json!([read(key), read(value)]))
            };
            let pairs: Vec<Value> = sent.iter().filter_map(pair).collect();
            (!pairs.is_empty() || field.required).then_some(Value::Array(pairs))
        }
        FieldKind::Rows { fields, .. } => {
            let mut rows: BTreeMap<usize, Map<String, Value>> = BTreeMap::new();
            let start = format!("{name}[");
            let number = |key: &str| key.strip_prefix(&start)?.split(']').next()?.parse::<usize>().ok();
            // A row in which nothing stands was not added.
            let given = sent.iter().filter(|(_, value)| !value.is_empty());
            for at in given.filter_map(|(key, _)| number(key)) {
                rows.entry(at).or_insert_with(|| {
                    let inner = |inner: &Field| {
                        let value = value(inner, &format!("{name}[{at}].{}", inner.name), sent)?;
                        Some((inner.name.clone(), value))
                    };
                    fields.iter().filter_map(inner).collect()
                });
            }
            Some(rows.into_values().map(Value::Object).collect())
        }
    }
}

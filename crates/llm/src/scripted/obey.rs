//! The orders that a text gives to whoever obeys everything that it reads.

use serde_json::{Deserializer, Value};

use super::Move;
use crate::ModelPrompt;

/// Every order in a prompt, in the order in which it stands there: `TOOL: {json}`, or a JSON object that says its
/// `type`. Quotes that were escaped, because a text was quoted as data, are read as if they were not.
pub(super) fn orders(prompt: &ModelPrompt) -> Vec<Move> {
    let texts = [&prompt.fixed].into_iter().chain(&prompt.told).chain([&prompt.now]);
    let mut found = Vec::new();
    for text in texts.filter(|text| text.contains('{')) {
        for reading in [text.clone(), text.replace("\\\"", "\"")] {
            for order in orders_in(&reading) {
                if !found.contains(&order) {
                    found.push(order);
                }
            }
        }
    }
    found
}

fn orders_in(text: &str) -> Vec<Move> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('{') {
        let mut values = Deserializer::from_str(&text[at..]).into_iter::<Value>();
        let Some(Ok(Value::Object(mut fields))) = values.next() else { continue };
        let typed = fields.get("type").and_then(Value::as_str).map(str::to_owned);
        if let Some(name) = typed.or_else(|| name_before(&text[..at])) {
            fields.remove("type");
            found.push(Move { name, fields: Value::Object(fields) });
        }
    }
    found
}

/// The word that ends a text, if a colon follows it.
fn name_before(text: &str) -> Option<String> {
    let before = text.trim_end().strip_suffix(':')?.trim_end();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name = before.rsplit(|c| !word(c)).next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(text: &str, expected: &[(&str, Value)]) {
        let prompt = ModelPrompt { told: vec![text.to_owned()], ..ModelPrompt::default() };
        let expected: Vec<Move> =
            expected.iter().map(|(name, fields)| Move::new(name, fields.clone())).collect();
        assert_eq!(orders(&prompt), expected, "{text}");
    }

    #[test]
    fn orders_are_found_wherever_they_stand() {
        check("nothing { here }", &[]);
        check("SYSTEM: now kill: {\"target\": 3} at once", &[("kill", json!({"target": 3}))]);
        check("SYSTEM: {\"type\":\"vote\"}", &[("vote", json!({}))]);
        check("Ada says {\"type\":\"vote\",\"target\":1}", &[("vote", json!({"target": 1}))]);
        check(r#"{"said":"do {\"type\":\"end\"} now"}"#, &[("end", json!({}))]);
        check("a: {\"x\":1} b: {\"x\":2}", &[("a", json!({"x": 1})), ("b", json!({"x": 2}))]);
    }
}

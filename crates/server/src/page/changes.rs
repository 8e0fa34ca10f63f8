//! What differs between two values of JSON, place by place.

use std::collections::BTreeMap;

use serde_json::Value;

/// Every place that differs: where, what was there, what is there now.
pub(super) fn changes(before: &Value, after: &Value) -> Vec<(String, String, String)> {
    let (mut old, mut new) = (BTreeMap::new(), BTreeMap::new());
    flatten(before, String::new(), &mut old);
    flatten(after, String::new(), &mut new);
    let mut places: Vec<&String> = old.keys().chain(new.keys()).collect();
    places.sort();
    places.dedup();
    let at = |map: &BTreeMap<String, String>, place: &str| map.get(place).cloned().unwrap_or_default();
    let differs = |place: &&&String| old.get(**place) != new.get(**place);
    places.iter().filter(differs).map(|place| ((*place).clone(), at(&old, place), at(&new, place))).collect()
}

/// The values that have nothing in them but themselves, by where they are. A list of such values is one.
fn flatten(value: &Value, place: String, out: &mut BTreeMap<String, String>) {
    let inner = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            for (name, value) in fields {
                flatten(value, inner(name), out);
            }
        }
        Value::Array(values) if values.iter().any(|value| value.is_object() || value.is_array()) => {
            for (at, value) in values.iter().enumerate() {
                flatten(value, format!("{place}[{at}]"), out);
            }
        }
        Value::Null if place.is_empty() => {}
        plain => {
            out.insert(place, plain.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_places_that_differ_are_named() {
        let before = json!({"day": 1, "living": [1, 2, 3], "seats": [{"name": "Ana"}], "turn": {"seat": 1}});
        let after = json!({"day": 1, "living": [1, 3], "seats": [{"name": "Ana"}], "turn": null});
        let found = changes(&before, &after);
        let places: Vec<&str> = found.iter().map(|change| change.0.as_str()).collect();
        assert_eq!(places, ["living", "turn", "turn.seat"]);
        assert_eq!(found[0], ("living".to_owned(), "[1,2,3]".to_owned(), "[1,3]".to_owned()));
        assert!(changes(&after, &after).is_empty());
    }
}

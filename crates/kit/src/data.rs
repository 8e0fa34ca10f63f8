//! Our own lists in TOML, read into types.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads one of our own files.
///
/// By way of a JSON value: the reader of TOML would be compiled three times for each type that it reads into, and was an eighth of
/// all activities.
///
/// # Errors
/// What is wrong with the file.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let value: Value = toml::from_str(text).map_err(|error| error.to_string())?;
    serde_json::from_value(value).map_err(|error| error.to_string())
}

/// Reads one of our own files that is a list of tables by one name, and nothing else.
///
/// # Errors
/// What is wrong with the file.
pub fn list<T: DeserializeOwned>(name: &str, text: &str) -> Result<Vec<T>, String> {
    let mut lists = read::<BTreeMap<String, Vec<T>>>(text)?;
    let list = lists.remove(name).ok_or_else(|| format!("there is no [[{name}]]"))?;
    match lists.keys().next() {
        Some(other) => Err(format!("[[{other}]] is no [[{name}]]")),
        None => Ok(list),
    }
}

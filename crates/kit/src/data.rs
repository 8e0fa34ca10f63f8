//! Our own lists in TOML, read into types.

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

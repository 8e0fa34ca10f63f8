//! What Discord refuses, found before anything is done.

mod commands;
mod components;
mod embeds;
mod modal;

use std::collections::BTreeSet;

use serde_json::Value;

use super::problem::Problem;

pub(crate) use commands::commands;
pub(crate) use components::{components, kind};
pub(crate) use embeds::embeds;
pub(crate) use modal::modal;

/// Collects what is wrong with a body.
#[derive(Debug, Default)]
pub(crate) struct Check {
    fields: Vec<(String, String, String)>,
    pub(crate) custom_ids: BTreeSet<String>,
    pub(crate) component_ids: BTreeSet<i64>,
    pub(crate) components: usize,
    pub(crate) text: usize,
    /// The names of the files that components may refer to.
    pub(crate) files: Vec<String>,
}

impl Check {
    pub(crate) fn wrong(&mut self, path: &str, code: &str, message: impl Into<String>) {
        self.fields.push((path.into(), code.into(), message.into()));
    }

    pub(crate) fn done(self) -> Result<(), Problem> {
        if self.fields.is_empty() { Ok(()) } else { Err(Problem::form(self.fields)) }
    }

    /// The same, of a body that is inside of another.
    pub(crate) fn done_under(mut self, prefix: &str) -> Result<(), Problem> {
        if !prefix.is_empty() {
            for (path, ..) in &mut self.fields {
                *path = format!("{prefix}.{path}");
            }
        }
        self.done()
    }

    pub(crate) fn required(&mut self, path: &str) {
        self.wrong(path, "BASE_TYPE_REQUIRED", "This field is required");
    }

    /// A text of so many characters; nothing is wrong if there is none, unless it is needed.
    pub(crate) fn text(&mut self, path: &str, value: &Value, min: usize, max: usize, needed: bool) -> usize {
        match value {
            Value::Null if needed => self.required(path),
            Value::Null => {}
            Value::String(text) => {
                let length = text.chars().count();
                self.length(path, length, min, max);
                return length;
            }
            _ => self.wrong(path, "STRING_TYPE_CONVERT", "Could not interpret the value as string."),
        }
        0
    }

    pub(crate) fn length(&mut self, path: &str, length: usize, min: usize, max: usize) {
        if length < min || length > max {
            let message = format!("Must be between {min} and {max} in length.");
            self.wrong(path, "BASE_TYPE_BAD_LENGTH", message);
        }
    }

    /// A whole number in a range.
    pub(crate) fn number(
        &mut self,
        path: &str,
        value: &Value,
        min: i64,
        max: i64,
        needed: bool,
    ) -> Option<i64> {
        match (value, value.as_i64()) {
            (Value::Null, _) => {
                if needed {
                    self.required(path);
                }
                None
            }
            (_, Some(number)) if (min..=max).contains(&number) => Some(number),
            (_, Some(_)) => {
                self.wrong(
                    path,
                    "NUMBER_TYPE_RANGE",
                    format!("int value should be between {min} and {max}."),
                );
                None
            }
            (_, None) => {
                self.wrong(path, "NUMBER_TYPE_COERCE", "Value is not an int.");
                None
            }
        }
    }

    pub(crate) fn boolean(&mut self, path: &str, value: &Value) {
        if !value.is_null() && !value.is_boolean() {
            self.wrong(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
        }
    }

    /// A list of so many; empty if it is none.
    pub(crate) fn list<'a>(
        &mut self,
        path: &str,
        value: &'a Value,
        min: usize,
        max: usize,
        needed: bool,
    ) -> &'a [Value] {
        match value {
            Value::Null if !needed => &[],
            Value::Null => {
                self.required(path);
                &[]
            }
            Value::Array(list) => {
                self.length(path, list.len(), min, max);
                list
            }
            _ => {
                self.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
                &[]
            }
        }
    }

    /// An address that a client can open, or a file of the message.
    pub(crate) fn url(&mut self, path: &str, value: &Value, files_too: bool, needed: bool) {
        match value.as_str() {
            None if value.is_null() && !needed => {}
            None if value.is_null() => self.required(path),
            Some(url) if url.starts_with("https://") || url.starts_with("http://") => {
                self.text(path, value, 1, 2048, true);
            }
            Some(url) if files_too && url.starts_with("attachment://") => {}
            _ => self.wrong(path, "URL_TYPE_INVALID_URL", "Not a well formed URL."),
        }
    }

    /// The name by which something is pressed: there, not too long, and not there twice.
    pub(crate) fn custom_id(&mut self, path: &str, value: &Value) {
        self.text(path, value, 1, 100, true);
        if let Some(id) = value.as_str()
            && !self.custom_ids.insert(id.to_owned())
        {
            self.wrong(path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated");
        }
    }
}

/// Checks the fields that every message has, but not whether they make a message.
pub(crate) fn fields(check: &mut Check, body: &Value) {
    if !body.is_object() {
        return check.wrong("", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
    }
    if let Value::String(content) = &body["content"] {
        if content.chars().count() > 2000 {
            check.wrong("content", "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.");
        }
    } else {
        check.text("content", &body["content"], 0, 2000, false);
    }
    check.boolean("tts", &body["tts"]);
    check.boolean("enforce_nonce", &body["enforce_nonce"]);
    check.number("flags", &body["flags"], 0, i64::from(u32::MAX), false);
    check.text("username", &body["username"], 1, 80, false);
    check.url("avatar_url", &body["avatar_url"], false, false);
    embeds(check, &body["embeds"]);
    match &body["nonce"] {
        Value::Null => {}
        Value::Number(number) if number.is_i64() || number.is_u64() => {}
        nonce => {
            check.text("nonce", nonce, 0, 25, false);
        }
    }
    for (at, file) in check.list("attachments", &body["attachments"], 0, 10, false).iter().enumerate() {
        let path = format!("attachments.{at}");
        if file["id"].as_u64().is_none() && file["id"].as_str().is_none_or(|id| id.parse::<u64>().is_err()) {
            check.wrong(&format!("{path}.id"), "NUMBER_TYPE_COERCE", "Value is not snowflake.");
        }
        check.text(&format!("{path}.filename"), &file["filename"], 1, 260, false);
        check.text(&format!("{path}.description"), &file["description"], 0, 1024, false);
    }
    allowed_mentions(check, &body["allowed_mentions"]);
}

fn allowed_mentions(check: &mut Check, allowed: &Value) {
    if allowed.is_null() {
        return;
    }
    let parse = check.list("allowed_mentions.parse", &allowed["parse"], 0, 3, false);
    for (at, kind) in parse.iter().enumerate() {
        if !["users", "roles", "everyone"].iter().any(|it| kind == it) {
            let path = format!("allowed_mentions.parse.{at}");
            check.wrong(&path, "BASE_TYPE_CHOICES", "Value must be one of ('roles', 'users', 'everyone').");
        }
    }
    for kind in ["users", "roles"] {
        let path = format!("allowed_mentions.{kind}");
        let named = check.list(&path, &allowed[kind], 0, 100, false);
        if !named.is_empty() && parse.iter().any(|it| it == kind) {
            let message = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            check.wrong("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
    check.boolean("allowed_mentions.replied_user", &allowed["replied_user"]);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn paths(body: &Value) -> Vec<String> {
        let mut check = Check::default();
        fields(&mut check, body);
        check.done().err().map_or(Vec::new(), |it| it.fields.into_iter().map(|it| it.0).collect())
    }

    #[test]
    fn fields_of_a_message_have_types_and_lengths() {
        assert_eq!(paths(&json!({"content": "ä".repeat(2000)})), Vec::<String>::new());
        assert_eq!(paths(&json!({"content": "a".repeat(2001)})), ["content"]);
        assert_eq!(paths(&json!({"content": 5, "tts": "no", "flags": "1"})), ["content", "tts", "flags"]);
        assert_eq!(paths(&json!({"nonce": "a".repeat(26)})), ["nonce"]);
        assert_eq!(
            paths(&json!({"attachments": [{"id": 0, "description": "a".repeat(1025)}]})),
            ["attachments.0.description"]
        );
    }

    #[test]
    fn mentions_are_allowed_in_one_way_only() {
        assert_eq!(paths(&json!({"allowed_mentions": {"parse": []}})), Vec::<String>::new());
        assert_eq!(
            paths(&json!({"allowed_mentions": {"parse": ["users"], "users": ["1"]}})),
            ["allowed_mentions"]
        );
        assert_eq!(paths(&json!({"allowed_mentions": {"parse": ["all"]}})), ["allowed_mentions.parse.0"]);
    }
}

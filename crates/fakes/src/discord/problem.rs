//! What Discord answers when it refuses.

use serde_json::{Map, Value, json};

/// A refusal: the status, Discord's own code, and where in the body it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The status of HTTP.
    pub status: u16,
    /// The code in the body.
    pub code: u32,
    /// What it says.
    pub message: String,
    /// The wrong fields: path, code and message of each. Only 50035 has them.
    pub fields: Vec<(String, String, String)>,
}

impl Problem {
    pub(crate) fn new(status: u16, code: u32, message: impl Into<String>) -> Problem {
        Problem { status, code, message: message.into(), fields: Vec::new() }
    }

    /// A body that has wrong fields.
    pub(crate) fn form(fields: Vec<(String, String, String)>) -> Problem {
        Problem { status: 400, code: 50035, message: "Invalid Form Body".into(), fields }
    }

    /// A body with one wrong field.
    pub(crate) fn field(path: &str, code: &str, message: &str) -> Problem {
        Problem::form(vec![(path.into(), code.into(), message.into())])
    }

    pub(crate) fn unauthorised() -> Problem {
        Problem::new(401, 0, "401: Unauthorized")
    }

    pub(crate) fn unknown_channel() -> Problem {
        Problem::new(404, 10003, "Unknown Channel")
    }

    pub(crate) fn unknown_guild() -> Problem {
        Problem::new(404, 10004, "Unknown Guild")
    }

    pub(crate) fn unknown_message() -> Problem {
        Problem::new(404, 10008, "Unknown Message")
    }

    pub(crate) fn unknown_user() -> Problem {
        Problem::new(404, 10013, "Unknown User")
    }

    pub(crate) fn unknown_webhook() -> Problem {
        Problem::new(404, 10015, "Unknown Webhook")
    }

    pub(crate) fn unknown_interaction() -> Problem {
        Problem::new(404, 10062, "Unknown interaction")
    }

    pub(crate) fn missing_access() -> Problem {
        Problem::new(403, 50001, "Missing Access")
    }

    pub(crate) fn missing_permissions() -> Problem {
        Problem::new(403, 50013, "Missing Permissions")
    }

    pub(crate) fn empty_message() -> Problem {
        Problem::new(400, 50006, "Cannot send an empty message")
    }

    pub(crate) fn archived() -> Problem {
        Problem::new(400, 50083, "Thread is archived")
    }

    /// The body of the answer.
    pub(crate) fn body(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if !self.fields.is_empty() {
            let mut errors = Value::Object(Map::new());
            for (path, code, message) in &self.fields {
                let mut at = &mut errors;
                for step in path.split('.').filter(|step| !step.is_empty()) {
                    at = &mut at[step];
                }
                let error = json!({"code": code, "message": message});
                match at["_errors"].as_array_mut() {
                    Some(list) => list.push(error),
                    None => at["_errors"] = json!([error]),
                }
            }
            body["errors"] = errors;
        }
        body
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_field_is_named_by_its_path() {
        let problem = Problem::form(vec![
            ("embeds.0.title".into(), "A".into(), "a".into()),
            ("embeds.0.title".into(), "B".into(), "b".into()),
            ("content".into(), "C".into(), "c".into()),
        ]);
        let body = problem.body();
        assert_eq!(body["code"], 50035);
        assert_eq!(body["errors"]["embeds"]["0"]["title"]["_errors"][1]["code"], "B");
        assert_eq!(body["errors"]["content"]["_errors"][0]["message"], "c");
    }
}

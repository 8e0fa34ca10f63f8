//! What is answered to something that somebody did.

use serde_json::{Value, json};

use crate::api::File;
use crate::rest::quiet;
use crate::says;
use crate::text::split;

/// Only the one who asked sees it.
const EPHEMERAL: u64 = 1 << 6;

/// An answer. Only the one who asked sees it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// A message.
    Says(Value),
    /// What stands where the button was changes to this.
    Becomes(Value),
    /// A form.
    Form(Value),
    /// A message with a file. It comes late, as files do.
    File {
        /// The message.
        text: String,
        /// The name of the file.
        name: String,
        /// What is in it.
        bytes: Vec<u8>,
    },
    /// Nothing: what was done is seen in the channel.
    Nothing,
    /// What could be written: names and values.
    Offers(Vec<(String, String)>),
}

impl Answer {
    /// Some words.
    pub(crate) fn words(text: impl AsRef<str>) -> Answer {
        let parts = split(text.as_ref(), says::IT_IS_TOO_LONG_TO_BE);
        let first = parts.into_iter().next().unwrap_or_else(|| "–".to_owned());
        Answer::Says(json!({"content": first}))
    }

    /// As the first answer to an interaction.
    pub(crate) fn callback(self) -> Value {
        let quiet = |body: Value| quiet(&body, &[]);
        match self {
            Answer::Says(body) => {
                let mut body = quiet(body);
                body["flags"] = EPHEMERAL.into();
                json!({"type": 4, "data": body})
            }
            Answer::File { .. } => Answer::later(false),
            Answer::Becomes(body) => json!({"type": 7, "data": quiet(body)}),
            Answer::Nothing => json!({"type": 6}),
            Answer::Form(form) => json!({"type": 9, "data": form}),
            Answer::Offers(all) => {
                let choice = |(name, value): &(String, String)| json!({"name": name, "value": value});
                json!({"type": 8, "data": {"choices": all.iter().take(25).map(choice).collect::<Vec<_>>()}})
            }
        }
    }

    /// What is answered while the answer is still being made. What was done on a panel changes that panel.
    pub(crate) fn later(on_panel: bool) -> Value {
        if on_panel { json!({"type": 6}) } else { json!({"type": 5, "data": {"flags": EPHEMERAL}}) }
    }

    /// As the answer that comes after [`later`](Answer::later). A form cannot.
    pub(crate) fn body(self) -> (Value, Option<File>) {
        let body = match self {
            Answer::File { text, name, bytes } => {
                let file = File { name, alt: text.clone(), bytes };
                return (json!({"content": text}), Some(file));
            }
            Answer::Says(body) | Answer::Becomes(body) => body,
            Answer::Nothing => json!({"content": says::DONE}),
            Answer::Form(_) | Answer::Offers(_) => json!({"content": says::THAT_TOOK_TOO_LONG_PRESS_IT}),
        };
        (body, None)
    }
}

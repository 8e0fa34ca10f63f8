//! Asks: a question the machine puts to a seat, and the form that it is answered on.
//!
//! The form on the screen, the tool list of a prompt and the check on an answer are three readings of one
//! [`Form`]. A person, a model and the house therefore answer the same ask in the same way, and no face and no
//! provider has rules of its own.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{SeatId, TableTime, Voice};

/// The name of an ask. It goes stale when its phase ends. It counts only what everybody was told, so that it
/// gives nothing away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AskId(pub u32);

/// A question to a seat, as the machine's own type `Q` puts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask<Q> {
    /// Its name.
    pub id: AskId,
    /// Who is asked.
    pub seat: SeatId,
    /// Has the seat answered already? Then nobody waits for it, but the answer may still be changed.
    pub answered: bool,
    /// Until when, in table time.
    pub deadline: Option<TableTime>,
    /// What is asked and what is legal now.
    pub question: Q,
}

/// An ask as everybody outside the machine sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenAsk {
    /// Its name.
    pub id: AskId,
    /// Who is asked.
    pub seat: SeatId,
    /// Whether the seat has answered and may still change its answer.
    pub answered: bool,
    /// Until when, in table time.
    pub deadline: Option<TableTime>,
    /// What may be answered.
    pub form: Form,
}

/// What may be answered to an ask, with the choices that are legal now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Form {
    /// The question in one line.
    pub title: String,
    /// The ways to answer; each is a command.
    pub tools: Vec<Tool>,
}

/// One way to answer: a command of the machine with its fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// The command's `type`.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
    /// Its fields.
    pub fields: Vec<Field>,
}

/// One field of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The field's name in the command.
    pub name: String,
    /// What to write there.
    pub label: String,
    /// Must it be given?
    pub required: bool,
    /// What it may hold.
    pub kind: FieldKind,
}

/// What a field may hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// One of these.
    Choice(Vec<Choice>),
    /// Words, at most so many characters.
    Text {
        /// The limit.
        max_chars: usize,
        /// In whose voice they are heard while they are being written; silent until they are recorded if in none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        voice: Option<Voice>,
    },
    /// For some of these, one of those: a list of pairs.
    Each {
        /// What a value may be given to.
        keys: Vec<Choice>,
        /// The values.
        values: Vec<Choice>,
    },
}

/// One legal value of a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// The value in the command.
    pub value: Value,
    /// What a person reads.
    pub label: String,
}

impl Tool {
    /// The field that plain words go into, if the tool has one that must be given.
    pub fn words(&self) -> Option<&Field> {
        self.fields.iter().find(|field| field.required && matches!(field.kind, FieldKind::Text { .. }))
    }
}

impl Form {
    /// Checks an answer against the form; the error says what would be right.
    pub fn check(&self, command: &Value) -> Result<(), String> {
        let name = command.get("type").and_then(Value::as_str).unwrap_or_default();
        let tool = self.tools.iter().find(|tool| tool.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.tools.iter().map(|tool| tool.name.as_str()).collect();
            format!("{name:?} cannot answer this; legal now: {}", names.join(", "))
        })?;
        let empty = Map::new();
        let given = command.as_object().unwrap_or(&empty);
        for key in given.keys().filter(|key| *key != "type") {
            if !tool.fields.iter().any(|field| field.name == *key) {
                return Err(format!("{name} has no field {key:?}"));
            }
        }
        tool.fields.iter().try_for_each(|field| field.check(given.get(&field.name).unwrap_or(&Value::Null)))
    }
}

impl Field {
    fn check(&self, value: &Value) -> Result<(), String> {
        let name = &self.name;
        match &self.kind {
            _ if value.is_null() && !self.required => Ok(()),
            FieldKind::Choice(choices) => one_of(name, choices, value),
            FieldKind::Each { keys, values } => {
                let pairs = value.as_array().ok_or_else(|| format!("{name}: give a list of pairs"))?;
                for (index, pair) in pairs.iter().enumerate() {
                    let Some([key, value]) = pair.as_array().map(Vec::as_slice) else {
                        return Err(format!("{name}: {pair} is no pair"));
                    };
                    one_of(name, keys, key)?;
                    one_of(name, values, value)?;
                    if pairs[..index].iter().any(|earlier| earlier[0] == *key) {
                        return Err(format!("{name}: {key} is there twice"));
                    }
                }
                Ok(())
            }
            FieldKind::Text { max_chars, voice: _ } => match value.as_str() {
                Some(text) if text.chars().count() <= *max_chars => Ok(()),
                Some(text) => {
                    Err(format!("{name}: {} characters, and {max_chars} is the limit", text.chars().count()))
                }
                None => Err(format!("{name}: give some words")),
            },
        }
    }
}

fn one_of(name: &str, choices: &[Choice], value: &Value) -> Result<(), String> {
    if choices.iter().any(|choice| choice.value == *value) {
        return Ok(());
    }
    let labels: Vec<String> =
        choices.iter().map(|choice| format!("{} ({})", choice.value, choice.label)).collect();
    Err(format!("{name}: {value} is not legal; choose one of {}", labels.join(", ")))
}

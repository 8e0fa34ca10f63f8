//! Options of a setup, from its type: what can be chosen when a table is laid.
//!
//! ```
//! use engine::Options;
//! use parlor_engine as engine; // The derives call it so.
//!
//! #[derive(Default, serde::Serialize, serde::Deserialize, engine::Options)]
//! #[serde(default)]
//! struct Setup {
//!     /// Rounds.
//!     ///
//!     /// How often all are asked.
//!     #[number(1..=9)]
//!     rounds: u8,
//!     /// May be looked up.
//!     hints: bool,
//!     #[unasked]
//!     seen: Vec<String>,
//! }
//!
//! let [rounds, hints] = Setup::options().try_into().expect("two options");
//! assert_eq!((rounds.path.as_str(), rounds.label.as_str(), rounds.about.as_str()), ("rounds", "Rounds", "how often all are asked"));
//! assert!(rounds.check(&12.into()).is_err() && hints.check(&true.into()).is_ok());
//! ```
//!
//! The first paragraph of a field's doc comment is its label, the second says more. Attributes are those of a
//! [`Command`](macro@crate::Command); `#[part]` stands over a struct that derives `Options` itself, and `#[unasked]` over what
//! nobody is to choose.

use serde_json::{Map, Value};

use crate::{Choice, Field, FieldKind};

/// What of a setup can be chosen: derived.
pub trait Options {
    /// All of it, in the order of its fields.
    fn options() -> Vec<Knob>;
}

/// Something of a setup that can be chosen, by a flag of the command line or in the form for a new table.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// Where it stands in the setup, such as `roles.mafia`.
    pub path: String,
    /// What it is called.
    pub label: String,
    /// What it means, with a small letter first; may be empty.
    pub about: String,
    /// What may be said.
    pub kind: FieldKind,
}

impl Knob {
    /// Refuses what may not be said; the error says what would be right. Nothing may always be said.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        let Knob { path, label, kind, .. } = self.clone();
        Field { name: path, label, required: false, kind }.check(value)
    }

    /// What a setup has for it; null, if nothing.
    pub fn of<'a>(&self, setup: &'a Value) -> &'a Value {
        self.path.split('.').fold(setup, |value, key| value.get(key).unwrap_or(&Value::Null))
    }

    /// Puts a value into what was said of a setup.
    pub fn put(&self, said: &mut Value, value: Value) {
        let nest = |value, key: &str| Value::Object(Map::from_iter([(key.to_owned(), value)]));
        put_over(said, self.path.rsplit('.').fold(value, nest));
    }

    /// Is it a yes or no?
    pub fn is_flag(&self) -> bool {
        let is_bool = |choice: &Choice| choice.value.is_boolean();
        matches!(&self.kind, FieldKind::Choice(choices) if choices.iter().all(is_bool))
    }
}

/// Puts what was said over what was there: objects field by field, all else as a whole. An empty object says nothing.
pub(crate) fn put_over(there: &mut Value, said: Value) {
    match (there, said) {
        (_, Value::Object(said)) if said.is_empty() => {}
        (Value::Object(there), Value::Object(said)) => {
            for (key, value) in said {
                put_over(there.entry(key).or_insert(Value::Null), value);
            }
        }
        (there, said) => *there = said,
    }
}

//! Asks: a question the machine puts to a seat, and the form that it is answered on.
//!
//! The form on the screen, the tool list of a prompt and the check on an answer are three readings of one
//! [`Form`]. A person, a model and the house therefore answer the same ask in the same way, and no face and no
//! provider has rules of its own.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Refusal, SeatId, TableTime, Voice, limits};

/// The name of an ask. It goes stale when its phase ends. It counts only what everybody was told, so that it
/// gives nothing away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AskId(pub u32);

impl AskId {
    /// What a model is asked for the table itself: no ask of an activity has this name.
    pub const TABLE: AskId = AskId(u32::MAX);
}

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
    /// Its place in the line of the house and of models: of all that wait for an answer of theirs, those with the least are asked
    /// first, so that whoever comes later knows what was answered before. People stand in no line.
    pub place: u8,
    /// What is asked and what is legal now.
    pub question: Q,
}

impl<Q> Ask<Q> {
    /// A question that waits for its answer as long as it takes. `number` counts what all were told, and rises with each
    /// question that is another.
    pub fn new(number: u32, seat: SeatId, question: Q) -> Ask<Q> {
        Ask { id: AskId(number), seat, answered: false, deadline: None, place: 0, question }
    }
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

impl OpenAsk {
    /// Was it answered for good? Then it stands there, with all that could have been chosen barred, so that nobody sees by its absence
    /// that this seat's answer cannot be changed.
    pub fn is_final(&self) -> bool {
        self.answered && self.form.tools.iter().all(Tool::is_closed)
    }
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
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// The command's `type`.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
    /// Its fields.
    pub fields: Vec<Field>,
    /// How it is put to a person.
    #[serde(default, skip_serializing_if = "Manner::is_plain")]
    pub manner: Manner,
}

/// How a way to answer is put to a person: what a model reads nothing of, and what a face that knows nothing of it can do without.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manner {
    /// What stands on its button; the name of the tool, where this is empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub word: String,
    /// The letter that picks it. A blank is none, for a tool that is picked by what is written and needs no number either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<char>,
    /// What it does that nobody can take back, as the end of a sentence: a person is asked once more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub for_good: Option<String>,
    /// What the seat has answered with it so far, where it can still be changed: a value of its one required field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Value>,
    /// What cannot be chosen in that field now, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<Barred>,
    /// Do its choices, with what is barred, stand before everybody alike who is asked at that time? Then the list tells nothing of who is
    /// asked, and may be seen in a phase that is covered. The suite holds a machine to that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub even: bool,
    /// May all see that it is asked, and with what choices? Then it can be put in the open, as at tables at which nothing is secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// May the words that it wants be left blank now, because something else goes with it, such as a photo?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wordless: bool,
    /// More of its choices than their labels, in the order of that field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<Shown>,
}

/// A choice as it is put to a person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// In a word or two; its label, where this is empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub word: String,
    /// What stands beside it, in small.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// Ideas for the list that may be given with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ideas: Vec<String>,
}

impl Shown {
    /// A word, and what stands beside it.
    pub fn new(word: impl Into<String>, hint: impl Into<String>) -> Shown {
        Shown { word: word.into(), hint: hint.into(), ideas: Vec::new() }
    }
}

/// Something that cannot be chosen now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Barred {
    /// What it would be.
    pub choice: Choice,
    /// Why it cannot be chosen, in a few words, as far as whoever is asked knows.
    pub why: String,
}

impl Manner {
    /// Is there nothing to say?
    pub fn is_plain(&self) -> bool {
        *self == Manner::default()
    }
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
    /// A whole number in a range.
    Number {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// A list of short texts, none of them empty.
    Texts {
        /// How many at least.
        min: usize,
        /// How many at most.
        max: usize,
        /// The limit of each.
        max_chars: usize,
    },
    /// A list of objects that have these fields each: choices, numbers, lists of texts, and texts in no voice.
    Rows {
        /// The fields of every row.
        fields: Vec<Field>,
        /// How many rows at least.
        min: usize,
        /// How many rows at most.
        max: usize,
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
    /// The one field that must be given, if there is just one.
    pub fn only_demand(&self) -> Option<&Field> {
        let mut required = self.fields.iter().filter(|field| field.required);
        required.next().filter(|_| required.next().is_none())
    }

    /// The words of an answer that somebody may come to hear, each with the name of its field. Thoughts are not among them.
    pub fn heard<'a>(&'a self, given: &'a Value) -> Vec<(&'a str, &'a str)> {
        let mut heard = Vec::new();
        collect(&self.fields, given, &mut heard);
        heard
    }

    /// Is there nothing that can be chosen in the one field that must be given?
    fn is_closed(&self) -> bool {
        let wanted = self.only_demand().map(|field| &field.kind);
        matches!(wanted, Some(FieldKind::Choice(choices)) if choices.is_empty())
    }

    /// The field that plain words go into, if the tool has one that must be given.
    pub fn words(&self) -> Option<&Field> {
        self.fields.iter().find(|field| field.required && matches!(field.kind, FieldKind::Text { .. }))
    }

    /// Checks an answer that uses it; the error says what would be right.
    fn check(&self, command: &Value) -> Result<(), String> {
        let empty = Map::new();
        let given = command.as_object().unwrap_or(&empty);
        for key in given.keys().filter(|key| *key != "type") {
            if !self.fields.iter().any(|field| field.name == *key) {
                return Err(format!("{} has no field {key:?}", self.name));
            }
        }
        let wanted = self.only_demand().and_then(|field| given.get(&field.name));
        if let Some(Barred { choice, why }) =
            self.manner.barred.iter().find(|it| wanted == Some(&it.choice.value))
        {
            let legal = match self.only_demand().map(|field| &field.kind) {
                Some(FieldKind::Choice(choices)) if !choices.is_empty() => {
                    format!("; choose one of {}", listed(choices))
                }
                _ => String::new(),
            };
            return Err(format!("{} cannot be chosen now: {why}{legal}", choice.label));
        }
        self.fields.iter().try_for_each(|field| field.check(given.get(&field.name).unwrap_or(&Value::Null)))
    }
}

/// An answer that its form takes.
pub(crate) enum Held {
    /// As it was given.
    AsGiven,
    /// With clean words.
    Cleaned,
}

impl Tool {
    /// Makes the words of an answer that uses it clean, and refuses what is not taken then, or where words are wanted and blank.
    pub(crate) fn hold(&self, given: &mut Value) -> Result<Held, Refusal> {
        let is_cleaned = given.as_object_mut().is_some_and(|given| clean_row(&self.fields, given));
        for field in self.fields.iter().filter(|field| field.required && !self.manner.wordless) {
            if matches!(field.kind, FieldKind::Text { .. }) && given[&field.name] == "" {
                return Err(Refusal::new("blank", format!("{}: this is empty; give some words", field.name)));
            }
        }
        match self.check(given) {
            Ok(()) if is_cleaned => Ok(Held::Cleaned),
            Ok(()) => Ok(Held::AsGiven),
            Err(why) => Err(Refusal::new("not-offered", why)),
        }
    }
}

impl Form {
    /// Checks an answer against the form; the error says what would be right.
    pub fn check(&self, command: &Value) -> Result<(), String> {
        let name = name_of(command);
        let tool = self.tools.iter().find(|tool| tool.name == name);
        tool.ok_or_else(|| self.not_offered(name))?.check(command)
    }

    /// Why an answer is not taken that uses no tool of the form.
    pub(crate) fn not_offered(&self, name: &str) -> String {
        let names: Vec<&str> = self.tools.iter().map(|tool| tool.name.as_str()).collect();
        format!("{name:?} cannot answer this; legal now: {}", names.join(", "))
    }
}

/// The name of the tool that an answer uses.
pub(crate) fn name_of(answer: &Value) -> &str {
    answer.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// The words that stand in these fields, but for thoughts.
fn collect<'a>(fields: &'a [Field], given: &'a Value, heard: &mut Vec<(&'a str, &'a str)>) {
    for field in fields {
        let (name, value) = (field.name.as_str(), &given[&field.name]);
        let each = value.as_array().into_iter().flatten();
        match &field.kind {
            FieldKind::Rows { fields, .. } => each.for_each(|row| collect(fields, row, heard)),
            FieldKind::Text { voice: Some(Voice::Thought(_)), .. } => {}
            FieldKind::Text { .. } => heard.extend(value.as_str().map(|text| (name, text))),
            FieldKind::Texts { .. } => heard.extend(each.filter_map(Value::as_str).map(|text| (name, text))),
            FieldKind::Choice(_) | FieldKind::Each { .. } | FieldKind::Number { .. } => {}
        }
    }
}

/// Makes the words of a row clean: was anything changed? What may be left out and is blank is left out.
fn clean_row(fields: &[Field], row: &mut Map<String, Value>) -> bool {
    let mut changed = false;
    for field in fields {
        let Some(value) = row.get_mut(&field.name) else { continue };
        changed |= field.kind.clean(value);
        if !field.required && matches!(field.kind, FieldKind::Text { .. }) && *value == "" {
            row.remove(&field.name);
            changed = true;
        }
    }
    changed
}

impl FieldKind {
    /// Makes the words of a value clean: was anything changed?
    fn clean(&self, value: &mut Value) -> bool {
        match (self, value) {
            (FieldKind::Text { max_chars, .. }, Value::String(text)) => clean_text(text, *max_chars),
            (FieldKind::Texts { max_chars, .. }, Value::Array(texts)) => {
                let mut changed = false;
                for text in texts {
                    if let Value::String(text) = text {
                        changed |= clean_text(text, *max_chars);
                    }
                }
                changed
            }
            (FieldKind::Rows { fields, .. }, Value::Array(rows)) => {
                let mut changed = false;
                for row in rows.iter_mut().filter_map(Value::as_object_mut) {
                    changed |= clean_row(fields, row);
                }
                changed
            }
            _ => false,
        }
    }
}

/// Takes away blanks around words and, inside, what a terminal would obey: was anything changed? Where there is room for a line and no
/// more, they stand on one.
fn clean_text(text: &mut String, max_chars: usize) -> bool {
    let is_line = max_chars <= limits::LINE_CHARS_MAX;
    let is_odd = |c: char| c.is_control() && (c != '\n' || is_line);
    let clean = match text.contains(is_odd) {
        true if is_line => text.replace(is_odd, " "),
        true => text.replace("\r\n", "\n").replace(is_odd, " "),
        false if text.trim().len() == text.len() => return false,
        false => text.trim().to_owned(),
    };
    clean.trim().clone_into(text);
    true
}

impl Field {
    /// Checks a value of this field alone; the error says what would be right.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        self.check_at(&self.name, value)
    }

    /// Checks a value that stands at this place of the command.
    fn check_at(&self, place: &str, value: &Value) -> Result<(), String> {
        match &self.kind {
            _ if value.is_null() && !self.required => Ok(()),
            FieldKind::Choice(choices) => one_of(place, choices, value),
            FieldKind::Each { keys, values } => {
                let pairs = value.as_array().ok_or_else(|| format!("{place}: give a list of pairs"))?;
                for (index, pair) in pairs.iter().enumerate() {
                    let Some([key, value]) = pair.as_array().map(Vec::as_slice) else {
                        return Err(format!("{place}: {pair} is no pair"));
                    };
                    one_of(place, keys, key)?;
                    one_of(place, values, value)?;
                    if pairs[..index].iter().any(|earlier| earlier[0] == *key) {
                        return Err(format!("{place}: {key} is there twice"));
                    }
                }
                Ok(())
            }
            FieldKind::Text { max_chars, voice: _ } => words(place, *max_chars, value).map(drop),
            FieldKind::Number { min, max } => match value {
                Value::Number(number) if number.as_i64().is_some_and(|it| (*min..=*max).contains(&it)) => {
                    Ok(())
                }
                Value::Number(number) if number.is_i64() || number.is_u64() => {
                    Err(format!("{place}: {number} is outside {min} to {max}"))
                }
                _ => Err(format!("{place}: give a whole number from {min} to {max}")),
            },
            FieldKind::Texts { min, max, max_chars } => {
                let texts = value.as_array().ok_or_else(|| format!("{place}: give a list of texts"))?;
                counted(place, texts.len(), *min, *max)?;
                let mut texts = texts.iter().enumerate();
                texts.try_for_each(|(index, text)| some_words(&format!("{place}[{index}]"), *max_chars, text))
            }
            FieldKind::Rows { fields, min, max } => {
                let rows = value.as_array().ok_or_else(|| format!("{place}: give a list of objects"))?;
                counted(place, rows.len(), *min, *max)?;
                let mut rows = rows.iter().enumerate();
                rows.try_for_each(|(index, row)| check_row(&format!("{place}[{index}]"), fields, row))
            }
        }
    }
}

fn check_row(place: &str, fields: &[Field], row: &Value) -> Result<(), String> {
    let given = row.as_object().ok_or_else(|| {
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        format!("{place}: give an object with the fields {}", names.join(", "))
    })?;
    if let Some(key) = given.keys().find(|key| !fields.iter().any(|field| field.name == **key)) {
        return Err(format!("{place} has no field {key:?}"));
    }
    for field in fields {
        let (place, value) =
            (format!("{place}.{}", field.name), given.get(&field.name).unwrap_or(&Value::Null));
        field.check_at(&place, value)?;
        if let (FieldKind::Text { max_chars, .. }, true) = (&field.kind, field.required) {
            some_words(&place, *max_chars, value)?;
        }
    }
    Ok(())
}

fn one_of(place: &str, choices: &[Choice], value: &Value) -> Result<(), String> {
    if choices.iter().any(|choice| choice.value == *value) {
        return Ok(());
    }
    Err(format!("{place}: {value} is not legal; choose one of {}", listed(choices)))
}

fn listed(choices: &[Choice]) -> String {
    let each = choices.iter().map(|choice| format!("{} ({})", choice.value, choice.label));
    each.collect::<Vec<String>>().join(", ")
}

fn words<'a>(place: &str, max_chars: usize, value: &'a Value) -> Result<&'a str, String> {
    let text = value.as_str().ok_or_else(|| format!("{place}: give some words"))?;
    match text.chars().count() {
        chars if chars <= max_chars => Ok(text),
        chars => Err(format!("{place}: {chars} characters, and {max_chars} is the limit")),
    }
}

/// Words that are more than blanks.
fn some_words(place: &str, max_chars: usize, value: &Value) -> Result<(), String> {
    match words(place, max_chars, value)?.trim() {
        "" => Err(format!("{place}: this is empty; give some words")),
        _ => Ok(()),
    }
}

fn counted(place: &str, count: usize, min: usize, max: usize) -> Result<(), String> {
    match count {
        few if few < min => Err(format!("{place}: {few} in the list, and {min} is the least")),
        many if many > max => Err(format!("{place}: {many} in the list, and {max} is the limit")),
        _ => Ok(()),
    }
}

//! A tool that wants several things, filled in a line for each.

use protocol::{Choice, Field, FieldKind, Tool, clean_line};
use serde_json::{Map, Value};

use crate::form::meant;
use crate::says;

/// A tool that is being filled in.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Filling {
    /// What is asked for: all that must be given, and the lists that may be.
    fields: Vec<Field>,
    /// Which of them is next.
    at: usize,
    command: Map<String, Value>,
    /// What is asked instead of the field's label, and ideas for an answer.
    ideas: Option<Ideas>,
}

/// A question with ideas for its answer, which is a list.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ideas {
    pub(super) question: String,
    pub(super) ideas: Vec<String>,
}

impl Filling {
    /// Nothing is filled in yet. None for a tool that wants a table, which no line can hold.
    pub(super) fn new(tool: &Tool) -> Option<Filling> {
        let is_table = |field: &Field| matches!(field.kind, FieldKind::Each { .. } | FieldKind::Rows { .. });
        if tool.fields.iter().any(|field| field.required && is_table(field)) {
            return None;
        }
        let is_asked = |field: &&Field| field.required || matches!(field.kind, FieldKind::Texts { .. });
        let fields = tool.fields.iter().filter(is_asked).cloned().collect();
        let command = Map::from_iter([("type".to_owned(), Value::from(tool.name.as_str()))]);
        Some(Filling { fields, at: 0, command, ideas: None })
    }

    /// The choice is made, and lists may be given besides. None where there are none.
    pub(super) fn after_choice(tool: &Tool, field: &Field, value: Value) -> Option<Filling> {
        let is_list = |field: &&Field| matches!(field.kind, FieldKind::Texts { .. });
        let fields: Vec<Field> = tool.fields.iter().filter(is_list).cloned().collect();
        let name = ("type".to_owned(), Value::from(tool.name.as_str()));
        let command = Map::from_iter([name, (field.name.clone(), value)]);
        (!fields.is_empty()).then_some(Filling { fields, at: 0, command, ideas: None })
    }

    /// Asks in these words, with these ideas.
    pub(super) fn with_ideas(&mut self, ideas: Ideas) {
        self.ideas = Some(ideas);
    }

    /// Takes the line for the next field; gives the command once all is there. The error says what would be right.
    pub(super) fn take(&mut self, line: &str) -> Result<Option<Value>, String> {
        let line = line.trim();
        if let Some(field) = self.fields.get(self.at) {
            match line {
                "" if field.required => return Err(says::THIS_HAS_TO_BE_GIVEN.to_owned()),
                "" => {}
                line => {
                    let value = match &self.ideas {
                        Some(Ideas { ideas, .. }) => read_list(field, line, ideas),
                        None => read(field, line)?,
                    };
                    field.check(&value)?;
                    self.command.insert(field.name.clone(), value);
                }
            }
            self.at += 1;
        }
        Ok((self.at >= self.fields.len()).then(|| Value::Object(self.command.clone())))
    }

    /// The numbered choices of the next field.
    pub(super) fn choices(&self) -> Vec<(u64, String)> {
        if let Some(Ideas { ideas, .. }) = &self.ideas {
            return (1..).zip(ideas).map(|(number, idea)| (number, clean_line(idea))).collect();
        }
        match self.fields.get(self.at).map(|field| &field.kind) {
            Some(FieldKind::Choice(choices)) => {
                numbered(choices).map(|(number, choice)| (number, clean_line(&choice.label))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What the next field is, and how it is given.
    pub(super) fn hint(&self) -> String {
        let Some(field) = self.fields.get(self.at) else { return String::new() };
        if let Some(Ideas { question, .. }) = &self.ideas {
            let question = clean_line(question);
            return says::numbers_or_words_with_commas(&question);
        }
        let how = match &field.kind {
            FieldKind::Choice(_) => says::NUMBER_WANTED.to_owned(),
            FieldKind::Text { max_chars, .. } => says::at_most_characters(max_chars),
            FieldKind::Number { min, max } => says::a_whole_number_from_to(min, max),
            FieldKind::Texts { min: 0, max, .. } => says::at_most_with_between(max),
            FieldKind::Texts { min, max, .. } => says::to_with_between(min, max),
            FieldKind::Each { .. } | FieldKind::Rows { .. } => says::AS_JSON.to_owned(),
        };
        let optional = if field.required { "" } else { says::AN_EMPTY_LINE_LEAVES_IT_OUT };
        format!("{} ({how}{optional})", clean_line(&field.label))
    }
}

/// A list with commas between, in which ideas are named by their numbers.
fn read_list(field: &Field, line: &str, ideas: &[String]) -> Value {
    match field.kind {
        FieldKind::Texts { .. } => {
            let texts = line.split([',', '|']).map(str::trim).filter(|text| !text.is_empty());
            texts.map(|text| meant(ideas, text)).collect()
        }
        _ => line.into(),
    }
}

/// What a line gives to a field.
pub(super) fn read(field: &Field, line: &str) -> Result<Value, String> {
    match &field.kind {
        FieldKind::Choice(choices) => {
            let by_number = line.parse::<u64>().ok();
            let is_meant = |(number, choice): &(u64, &Choice)| {
                by_number == Some(*number) || choice.label.trim().eq_ignore_ascii_case(line)
            };
            let choice = numbered(choices).find(is_meant).map(|(_, choice)| choice.value.clone());
            choice.ok_or_else(|| says::is_none_of_them_give_a(format_args!("{line:?}")))
        }
        FieldKind::Number { .. } => Ok(line.parse::<i64>().map_or(line.into(), Value::from)),
        FieldKind::Texts { .. } => {
            Ok(line.split('|').map(str::trim).filter(|text| !text.is_empty()).collect())
        }
        FieldKind::Text { .. } | FieldKind::Each { .. } | FieldKind::Rows { .. } => Ok(line.into()),
    }
}

/// Choices by number: their own, if each has one, as seats have; else in order.
fn numbered(choices: &[Choice]) -> impl Iterator<Item = (u64, &Choice)> {
    let own: Vec<u64> = choices.iter().filter_map(|choice| choice.value.as_u64()).collect();
    let numbers = if own.len() == choices.len() { own } else { (1..=choices.len() as u64).collect() };
    numbers.into_iter().zip(choices)
}

//! The ways to answer a form, and the numbers that pick them.

use std::collections::BTreeSet;

use protocol::{Field, FieldKind, Tool, clean_line};
use serde_json::Value;

/// The longest range of numbers of which each is a way; in a longer one the number is typed.
const SPAN_MAX: i64 = 20;

/// One way to answer, as one row to pick: a choice of a tool that asks only for it, or a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) tool: usize,
    /// The field and the choice, for a tool that asks for one.
    pub(crate) choice: Option<(usize, usize)>,
    pub(crate) label: String,
    /// What is pressed to pick it: a number, or a letter of its own.
    pub(crate) key: String,
}

/// The letter that picks a tool, as its manner says; empty where it is picked by nothing, since words are typed.
pub(crate) fn letter(tool: &Tool) -> Option<String> {
    tool.manner.key.map(|key| key.to_string().trim().to_owned())
}

/// The value of a choice of a field; in a range of numbers, the first choice is the least of them.
pub(super) fn value(field: &Field, choice: usize) -> Value {
    match &field.kind {
        FieldKind::Choice(choices) => choices.get(choice).map_or(Value::Null, |choice| choice.value.clone()),
        FieldKind::Number { min, .. } => {
            i64::try_from(choice).map_or(Value::Null, |more| (min + more).into())
        }
        FieldKind::Text { .. }
        | FieldKind::Texts { .. }
        | FieldKind::Each { .. }
        | FieldKind::Rows { .. } => Value::Null,
    }
}

/// What may be chosen in a field, each with its label; nothing where something is to be written.
fn choices(field: &Field) -> Vec<(Value, String)> {
    match &field.kind {
        FieldKind::Choice(choices) => {
            choices.iter().map(|choice| (choice.value.clone(), clean_line(&choice.label))).collect()
        }
        FieldKind::Number { min, max } if max.saturating_sub(*min) <= SPAN_MAX => {
            let name = clean_line(&field.name.replace('_', " "));
            (*min..=*max).map(|number| (Value::from(number), format!("{name} {number}"))).collect()
        }
        FieldKind::Number { .. }
        | FieldKind::Text { .. }
        | FieldKind::Texts { .. }
        | FieldKind::Each { .. }
        | FieldKind::Rows { .. } => Vec::new(),
    }
}

/// The ways of a form. A tool whose only demand is one choice, or one number of a few, is a way for each.
///
/// Choices that are numbers themselves, such as seats, are picked by that number, and the first other way by 0; where
/// the choices are a list from 1, several others go on after them. A tool with a letter of its own has no number.
pub(super) fn ways(tools: &[Tool]) -> Vec<Way> {
    let mut ways: Vec<(Way, Option<u64>)> = Vec::new();
    for (index, tool) in tools.iter().enumerate() {
        let mut required = tool.fields.iter().enumerate().filter(|(_, field)| field.required);
        let choices = match (required.next(), required.next()) {
            (Some((at, field)), None) => choices(field).into_iter().map(|choice| (at, choice)).collect(),
            _ => Vec::new(),
        };
        if choices.is_empty() {
            let about = if tool.about.is_empty() { &tool.name } else { &tool.about };
            let (letter, number) = (letter(tool), tool.manner.key.is_none().then_some(0));
            // A letter says little, so what it does stands there in short.
            let is_short = letter.as_ref().is_some_and(|letter| !letter.is_empty());
            let label = clean_line(if is_short { &tool.manner.word } else { about });
            let (label, key) = (label.trim_end_matches('.').to_owned(), letter.unwrap_or_default());
            ways.push((Way { tool: index, choice: None, label, key }, number));
        }
        // What comes first is what is asked; the choices of another tool say what they are for.
        let for_what = match index {
            0 => String::new(),
            _ => format!("{}: ", clean_line(&tool.about).trim_end_matches('.')),
        };
        ways.extend(choices.into_iter().enumerate().map(|(choice, (at, (value, label)))| {
            let label = format!("{for_what}{label}");
            let way = Way { tool: index, choice: Some((at, choice)), label, key: String::new() };
            (way, Some(value.as_u64().unwrap_or(0)))
        }));
    }
    let mut numbered: Vec<(&mut Way, u64)> =
        ways.iter_mut().filter_map(|(way, number)| number.map(|number| (way, number))).collect();
    number(&mut numbered);
    for (way, number) in numbered {
        way.key = number.to_string();
    }
    ways.into_iter().map(|(way, _)| way).collect()
}

fn number(ways: &mut [(&mut Way, u64)]) {
    let mut seen = BTreeSet::new();
    let mut named = ways.iter().filter(|(way, _)| way.choice.is_some()).peekable();
    let by_value =
        named.peek().is_some() && named.all(|(_, number)| (1..100).contains(number) && seen.insert(*number));
    if !by_value {
        (1..).zip(ways).for_each(|(number, way)| way.1 = number);
        return;
    }
    let after = seen.last().copied().unwrap_or(0) + 1;
    let is_list = seen.iter().copied().eq(1..after);
    let others: Vec<_> = ways.iter_mut().filter(|(way, _)| way.choice.is_none()).collect();
    let first = if is_list && others.len() > 1 { [after, after + 1] } else { [0, after] };
    std::iter::once(first[0]).chain(first[1]..).zip(others).for_each(|(number, way)| way.1 = number);
}

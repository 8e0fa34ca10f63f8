//! The ways to answer a form, and the numbers that pick them.

use std::collections::BTreeSet;

use protocol::{Field, FieldKind, Tool};
use serde_json::Value;

use crate::text::clean_line;

/// The longest range of numbers of which each is a way; in a longer one the number is typed.
const SPAN_MAX: i64 = 20;

/// One way to answer, as one row to pick: a choice of a tool that asks only for it, or a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) tool: usize,
    /// The field and the choice, for a tool that asks for one.
    pub(crate) choice: Option<(usize, usize)>,
    pub(crate) label: String,
    /// The number that picks it.
    pub(crate) number: u64,
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
/// the choices are a list from 1, several others go on after them.
pub(super) fn ways(tools: &[Tool]) -> Vec<Way> {
    let mut ways = Vec::new();
    for (index, tool) in tools.iter().enumerate() {
        let mut required = tool.fields.iter().enumerate().filter(|(_, field)| field.required);
        let choices = match (required.next(), required.next()) {
            (Some((at, field)), None) => choices(field).into_iter().map(|choice| (at, choice)).collect(),
            _ => Vec::new(),
        };
        if choices.is_empty() {
            let about = if tool.about.is_empty() { &tool.name } else { &tool.about };
            let label = clean_line(about).trim_end_matches('.').to_owned();
            ways.push(Way { tool: index, choice: None, label, number: 0 });
        }
        // What comes first is what is asked; the choices of another tool say what they are for.
        let for_what = match index {
            0 => String::new(),
            _ => format!("{}: ", clean_line(&tool.about).trim_end_matches('.')),
        };
        ways.extend(choices.into_iter().enumerate().map(|(choice, (at, (value, label)))| Way {
            tool: index,
            choice: Some((at, choice)),
            label: format!("{for_what}{label}"),
            number: value.as_u64().unwrap_or(0),
        }));
    }
    number(&mut ways);
    ways
}

fn number(ways: &mut [Way]) {
    let mut seen = BTreeSet::new();
    let named = |way: &&mut Way| way.choice.is_some();
    let by_value = ways.iter().any(|way| way.choice.is_some())
        && ways.iter_mut().filter(named).all(|way| (1..100).contains(&way.number) && seen.insert(way.number));
    if !by_value {
        (1..).zip(ways).for_each(|(number, way)| way.number = number);
        return;
    }
    let after = seen.last().copied().unwrap_or(0) + 1;
    let is_other = |way: &&mut Way| way.choice.is_none();
    let is_list = seen.iter().copied().eq(1..after);
    let first =
        if is_list && ways.iter_mut().filter(is_other).count() > 1 { [after, after + 1] } else { [0, after] };
    let others = ways.iter_mut().filter(is_other);
    std::iter::once(first[0]).chain(first[1]..).zip(others).for_each(|(number, way)| way.number = number);
}

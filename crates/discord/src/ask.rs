//! What a seat is asked, as buttons, menus and forms; and what was pressed, as the command that answers it.
//!
//! It knows no rules and no machine: what may be answered is in the ask, for a person as for a model.

use engine::{Field, FieldKind, OpenAsk, Tool};
use protocol::form::{self, words};
use serde_json::Value;

use crate::asked::Press;
use crate::parts::{self, ENTRIES_MAX, FIELDS_MAX, Look, ROW_MAX};

/// Choices that are buttons; more of them are a menu.
const BUTTONS_MAX: usize = 10;

/// What follows from a press.
pub(crate) enum Step {
    /// A form has to be filled in.
    Form(Value),
    /// This answers it.
    Command(Value),
}

/// How a tool is offered.
enum Shape<'a> {
    /// One button.
    Button,
    /// A button for every choice.
    Buttons(&'a Field),
    /// A menu.
    Menu(&'a Field),
    /// A button that opens a form.
    Form,
    /// Not here.
    No,
}

fn shape(tool: &Tool) -> Shape<'_> {
    let mut required = tool.fields.iter().filter(|field| field.required);
    match (required.next(), required.next()) {
        (None, _) => Shape::Button,
        (Some(field @ Field { kind: FieldKind::Choice(choices), .. }), None)
            if choices.len() <= ENTRIES_MAX =>
        {
            // Whom is asked for: that is always looked up in one place, however many are left.
            let few = choices.len() <= BUTTONS_MAX && field.name != "target";
            if few { Shape::Buttons(field) } else { Shape::Menu(field) }
        }
        _ if tool.fields.iter().all(|field| !field.required || fits(field)) => Shape::Form,
        _ => Shape::No,
    }
}

/// Can a field stand in a form of Discord's?
fn fits(field: &Field) -> bool {
    match &field.kind {
        FieldKind::Choice(choices) => choices.len() <= ENTRIES_MAX,
        FieldKind::Text { .. } | FieldKind::Number { .. } | FieldKind::Texts { .. } => true,
        FieldKind::Each { .. } | FieldKind::Rows { .. } => false,
    }
}

/// Every way to answer an ask, as rows under a message. What does not fit is left out; `false` says that.
pub(crate) fn ways(key: u32, ask: &OpenAsk) -> (Vec<Value>, bool) {
    let press = |tool, choice| Press::Answer { ask: ask.id.0, tool, choice }.id(key);
    let (mut menus, mut choices, mut buttons) = (Vec::new(), Vec::new(), Vec::new());
    let mut whole = true;
    for (at, tool) in ask.form.tools.iter().enumerate() {
        let label = words(&tool.name);
        match shape(tool) {
            Shape::Button | Shape::Form => buttons.push(parts::button(&press(at, None), &label, Look::Plain)),
            Shape::Buttons(field) => {
                for (number, choice) in choices_of(field).iter().enumerate() {
                    let label = format!("{} · {}", number + 1, choice.label);
                    choices.push(parts::button(&press(at, Some(number)), &label, Look::Main));
                }
            }
            Shape::Menu(field) => {
                let entries: Vec<(String, String)> = (0..)
                    .zip(choices_of(field))
                    .map(|(number, choice): (usize, _)| (number.to_string(), choice.label.clone()))
                    .collect();
                menus.push(parts::row(vec![parts::menu(&press(at, None), &tool.about, &entries, None)]));
            }
            Shape::No => whole = false,
        }
    }
    let mut rows = menus;
    rows.extend(parts::rows(choices));
    rows.extend(parts::rows(buttons));
    whole &= rows.len() <= ROW_MAX;
    rows.truncate(ROW_MAX);
    (rows, whole)
}

fn choices_of(field: &Field) -> &[engine::Choice] {
    match &field.kind {
        FieldKind::Choice(choices) => choices,
        _ => &[],
    }
}

/// What a press leads to. `value` is what was chosen in a menu, `filled` what was filled in.
pub(crate) fn step(
    key: u32,
    ask: &OpenAsk,
    tool: usize,
    choice: Option<usize>,
    filled: Option<&[(String, String)]>,
) -> Result<Step, String> {
    let gone = || "That cannot be answered any more: look what is asked now.".to_owned();
    let at = tool;
    let tool = ask.form.tools.get(at).ok_or_else(gone)?;
    let mut sent = vec![("type".to_owned(), tool.name.clone())];
    match (shape(tool), choice, filled) {
        (Shape::Button, ..) => {}
        (Shape::Buttons(field) | Shape::Menu(field), Some(choice), _) => {
            let choice = choices_of(field).get(choice).ok_or_else(gone)?;
            sent.push((field.name.clone(), choice.value.to_string()));
        }
        (Shape::Form, _, Some(filled)) => sent.extend(filled.iter().cloned()),
        (Shape::Form, _, None) => {
            let id = Press::Answer { ask: ask.id.0, tool: at, choice: None }.id(key);
            return Ok(Step::Form(parts::form(&id, &tool.about, fields(tool))));
        }
        (Shape::Buttons(_) | Shape::Menu(_), None, _) | (Shape::No, ..) => return Err(gone()),
    }
    form::command(&ask.form, &sent).map(Step::Command)
}

/// The fields of a form: those that must be filled in first, and of the others as many as fit.
fn fields(tool: &Tool) -> Vec<Value> {
    let (must, may): (Vec<&Field>, Vec<&Field>) =
        tool.fields.iter().filter(|field| fits(field)).partition(|field| field.required);
    must.into_iter().chain(may).take(FIELDS_MAX).map(control).collect()
}

fn control(field: &Field) -> Value {
    match &field.kind {
        FieldKind::Choice(choices) => {
            let entries: Vec<(String, String)> =
                choices.iter().map(|choice| (choice.value.to_string(), choice.label.clone())).collect();
            parts::chosen(&field.name, &field.label, &entries, field.required)
        }
        FieldKind::Text { max_chars, .. } => {
            parts::typed(&field.name, &field.label, *max_chars, field.required)
        }
        FieldKind::Number { .. } => parts::typed(&field.name, &field.label, 20, field.required),
        // One a line.
        FieldKind::Texts { max, max_chars, .. } => {
            parts::typed(&field.name, &field.label, max * (max_chars + 1), field.required)
        }
        FieldKind::Each { .. } | FieldKind::Rows { .. } => Value::Null,
    }
}

//! What a seat is asked, as buttons, menus and forms; and what was pressed, as the command that answers it.
//!
//! It knows no rules and no machine: what may be answered is in the ask, for a person as for a model.

use engine::{Choice, Field, FieldKind, OpenAsk, Tool};
use protocol::form::{self, words};
use serde_json::{Value, json};

use crate::asked::Press;
use crate::parts::{self, ENTRIES_MAX, FIELDS_MAX, Look, ROW_MAX};
use crate::says;
use crate::text::escape;

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
            // What looks alike for everybody is looked up in one place, however much of it is left.
            let few = choices.len() <= BUTTONS_MAX && !tool.manner.even;
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

/// What stands on the button of a way.
fn word(tool: &Tool) -> String {
    match tool.manner.word.as_str() {
        "" => words(&tool.name),
        word => words(word),
    }
}

/// What stands on a choice.
fn word_of(tool: &Tool, at: usize, choice: &Choice) -> String {
    let shown = tool.manner.shown.get(at).map(|it| &it.word).filter(|word| !word.is_empty());
    shown.unwrap_or(&choice.label).clone()
}

/// Every way to answer an ask, as rows under a message. What does not fit is left out; `false` says that.
pub(crate) fn ways(key: u32, ask: &OpenAsk) -> (Vec<Value>, bool) {
    let press = |tool, choice| Press::Answer { ask: ask.id.0, tool, choice, sure: false }.id(key);
    let (mut menus, mut choices, mut buttons) = (Vec::new(), Vec::new(), Vec::new());
    let mut whole = true;
    // Choices have numbers, by which people speak of them: their own, as seats and dice have, or the next after those before.
    let mut last = 0;
    for (at, tool) in ask.form.tools.iter().enumerate() {
        match shape(tool) {
            Shape::Button | Shape::Form => {
                buttons.push(parts::button(&press(at, None), &word(tool), Look::Plain));
            }
            Shape::Buttons(field) => {
                for (nth, choice) in choices_of(field).iter().enumerate() {
                    let number = choice.value.as_u64().filter(|own| *own > 0).unwrap_or(last + 1);
                    last = last.max(number);
                    let label = format!("{number} · {}", word_of(tool, nth, choice));
                    choices.push(parts::button(&press(at, Some(nth)), &label, Look::Plain));
                }
            }
            Shape::Menu(field) => {
                let entries: Vec<(String, String)> = (0..)
                    .zip(choices_of(field))
                    .map(|(number, choice): (usize, _)| (number.to_string(), choice.label.clone()))
                    .collect();
                // Where all are shown the same list, what it is for is not seen by whoever looks over a shoulder.
                let about = if tool.manner.even { says::CHOOSE } else { &tool.about };
                menus.push(parts::row(vec![parts::menu(&press(at, None), about, &entries, None)]));
            }
            Shape::No => whole = false,
        }
    }
    // The first is the one that most will press.
    if let Some(first) = choices.first_mut().or(buttons.first_mut()) {
        parts::highlight(first);
    }
    let mut rows = menus;
    rows.extend(parts::rows(choices));
    rows.extend(parts::rows(buttons));
    whole &= rows.len() <= ROW_MAX;
    rows.truncate(ROW_MAX);
    (rows, whole)
}

/// A way that nobody can take back is asked about once more: before it is done, or before its form is filled in.
pub(crate) fn once_more(key: u32, ask: &OpenAsk, tool: usize, choice: Option<usize>) -> Option<Value> {
    let way = ask.form.tools.get(tool)?;
    let what = way.manner.for_good.as_ref()?;
    let chosen = match shape(way) {
        Shape::Buttons(field) | Shape::Menu(field) => choices_of(field).get(choice?).map(|it| (choice, it)),
        Shape::Button | Shape::Form | Shape::No => None,
    };
    let at = chosen.and_then(|(at, _)| at);
    let word = chosen.map_or_else(|| word(way), |(_, choice)| choice.label.clone());
    let yes = Press::Answer { ask: ask.id.0, tool, choice: at, sure: true }.id(key);
    let buttons = parts::row(vec![parts::button(&yes, &word, Look::Stop)]);
    Some(json!({"content": says::this(escape(what)), "components": [buttons]}))
}

fn choices_of(field: &Field) -> &[Choice] {
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
    let gone = || says::THAT_CANNOT_BE_ANSWERED_ANY_MORE.to_owned();
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
            let id = Press::Answer { ask: ask.id.0, tool: at, choice: None, sure: false }.id(key);
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

#[cfg(test)]
mod tests {
    use engine::{AskId, Form, Manner, SeatId, Shown};

    use super::*;

    fn way(name: &str, word: &str, choices: &[&str]) -> Tool {
        let choice = |label: &&str| Choice { value: json!(label), label: (*label).to_owned() };
        let kind = FieldKind::Choice(choices.iter().map(choice).collect());
        let field = Field { name: "which".to_owned(), label: "Which?".to_owned(), required: true, kind };
        let fields = if choices.is_empty() { Vec::new() } else { vec![field] };
        let manner = Manner { word: word.to_owned(), ..Manner::default() };
        Tool { name: name.to_owned(), about: format!("About {name}"), fields, manner }
    }

    fn asked(tools: Vec<Tool>) -> OpenAsk {
        let form = Form { title: "What?".to_owned(), tools };
        OpenAsk { id: AskId(7), seat: SeatId::at(0), answered: false, deadline: None, form }
    }

    fn buttons(rows: &[Value]) -> Vec<(String, u64)> {
        let all = rows.iter().flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
        let one = |it: Value| (it["label"].as_str().unwrap().to_owned(), it["style"].as_u64().unwrap());
        all.filter(|it| it["type"] == 2).map(one).collect()
    }

    /// What the machine says stands on a button, numbers go on from one way to the next, and one button is the main one.
    #[test]
    fn buttons_say_what_the_machine_says_and_one_is_the_main_one() {
        let mut dice = way("choose_die", "", &["a six that is worth a lot", "a four"]);
        dice.manner.shown = vec![Shown::new("6", "great")];
        let ask = asked(vec![dice, way("give_to", "", &["Ben"]), way("whats_that", "what is that?", &[])]);
        let (rows, whole) = ways(1, &ask);
        let expected = [("1 · 6", 1), ("2 · a four", 2), ("3 · Ben", 2), ("What is that?", 2)];
        assert_eq!(buttons(&rows), expected.map(|(label, style)| (label.to_owned(), style)));
        assert!(whole);
    }

    /// A seat is spoken of by its own number, as everywhere else; what has none goes on from there.
    #[test]
    fn a_seat_that_is_chosen_has_its_own_number() {
        let mut seats = way("give_to", "", &["Ben", "Eve"]);
        if let FieldKind::Choice(choices) = &mut seats.fields[0].kind {
            (choices[0].value, choices[1].value) = (json!(3), json!(7));
        }
        let (rows, _) = ways(1, &asked(vec![seats, way("keep", "", &["the map"])]));
        let labels: Vec<String> = buttons(&rows).into_iter().map(|(label, _)| label).collect();
        assert_eq!(labels, ["3 · Ben", "7 · Eve", "8 · the map"]);
    }

    /// Where all are shown the same list, it is a menu however short it is, and says nothing of what it is for.
    #[test]
    fn what_looks_alike_for_everybody_is_a_menu_without_a_word() {
        let mut even = way("kill", "", &["Ben"]);
        even.manner.even = true;
        let (rows, _) = ways(1, &asked(vec![even]));
        assert_eq!(rows[0]["components"][0]["type"], 3);
        assert_eq!(rows[0]["components"][0]["placeholder"], "Choose");
        assert!(!rows[0].to_string().contains("kill"), "{}", rows[0]);
    }

    #[test]
    fn what_nobody_can_take_back_is_asked_about_once_more() {
        let mut stop = way("stop", "end here", &[]);
        stop.manner.for_good = Some("ends the session, for good".to_owned());
        let mut leave = way("leave", "", &["Ben", "Eve"]);
        leave.manner.for_good = Some("leaves them behind".to_owned());
        let mut sink = way("sink", "", &[]);
        sink.manner.for_good = Some("sinks her".to_owned());
        let kind = FieldKind::Text { max_chars: 20, voice: None };
        sink.fields.push(Field { name: "why".to_owned(), label: "Why?".to_owned(), required: true, kind });
        let ask = asked(vec![way("rest", "", &[]), stop, leave, sink]);
        assert_eq!(once_more(1, &ask, 0, None), None);
        for (tool, choice, what, label) in [
            (1, None, "This ends the session, for good.", "End here"),
            (2, Some(1), "This leaves them behind.", "Eve"),
            (3, None, "This sinks her.", "Sink"),
        ] {
            let body = once_more(1, &ask, tool, choice).unwrap();
            let button = &body["components"][0]["components"][0];
            assert_eq!((body["content"].as_str(), button["label"].as_str()), (Some(what), Some(label)));
            let sure = Press::Answer { ask: 7, tool, choice, sure: true };
            assert_eq!(Press::read(button["custom_id"].as_str().unwrap()), Some((1, sure)));
        }
    }
}

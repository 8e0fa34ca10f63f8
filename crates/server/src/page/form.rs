//! An ask as a form of the page.
//!
//! It knows no rules and no machine: what may be answered is in the ask, for a person as for a model.

use engine::{Choice, Field, FieldKind, OpenAsk, Tool};
use protocol::form::words;

use super::html::{El, Html, el};

/// How answers are sent: where to, and as whom.
#[derive(Clone, Copy)]
pub(super) struct Answers<'a> {
    pub(super) action: &'a str,
    pub(super) by: &'a str,
}

impl Answers<'_> {
    /// The beginning of a form that answers an ask with a tool.
    pub(super) fn form(self, ask: &OpenAsk, tool: &str) -> El {
        self.any().class("answer").add(hidden("ask", &ask.id.0.to_string())).add(hidden("type", tool))
    }

    /// A button that says a line to the table, such as `/undo`.
    pub(super) fn says(self, line: &str) -> El {
        self.any().class("answer says").add(hidden("line", line))
    }

    /// The beginning of any other form of whoever answers.
    pub(super) fn any(self) -> El {
        el("form").attr("method", "post").attr("action", self.action).add(hidden("as", self.by))
    }
}

/// Something that goes with a form and is not shown.
pub(super) fn hidden(name: &str, value: &str) -> El {
    el("input").attr("type", "hidden").attr("name", name).attr("value", value)
}

/// A line to say something on. `hint` says what, where there is more to it.
pub(super) fn line(answers: Answers<'_>, hint: Option<&str>) -> El {
    let hint = hint.unwrap_or("Say something, ((out of character, or /help");
    answers
        .any()
        .class("line")
        .add(el("label").attr("for", "line").class("unseen").text("Say something, or /command"))
        .add(
            el("input")
                .id("line")
                .attr("type", "text")
                .attr("name", "line")
                .attr("autocomplete", "off")
                .attr("placeholder", hint),
        )
        .add(el("button").attr("type", "submit").text("Send"))
}

/// The frame of an ask, with its title.
pub(super) fn section(ask: &OpenAsk, class: &str, title: &str) -> El {
    el("section")
        .id("ask")
        .class(class)
        .attr("aria-labelledby", "ask-title")
        .attr("data-ask", ask.id.0.to_string())
        .add(el("h2").id("ask-title").text(title))
}

/// The forms of an ask: one for each way to answer.
pub(super) fn forms(ask: &OpenAsk, answers: Answers<'_>) -> Html {
    let simple = |tool: &&Tool| tool.fields.is_empty();
    let (buttons, filled): (Vec<&Tool>, Vec<&Tool>) = ask.form.tools.iter().partition(simple);
    let one_choice = |tool: &&Tool| matches!(tool.fields.as_slice(), [Field { kind: FieldKind::Choice(choices), .. }] if choices.len() <= 8);
    let (choices, filled): (Vec<&Tool>, Vec<&Tool>) = filled.into_iter().partition(one_choice);
    section(ask, "ask", &ask.form.title)
        .add_all(choices.iter().map(|tool| choice_buttons(ask, tool, answers)))
        .add_all(filled.iter().map(|tool| tool_form(ask, tool, answers)))
        .add(el("div").class("ways").add_all(buttons.iter().map(|tool| button(ask, tool, answers))))
        .into()
}

/// A way that needs nothing more.
fn button(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>) -> El {
    answers.form(ask, &tool.name).add(
        el("button")
            .attr("type", "submit")
            .attr("title", &tool.about)
            .attr("data-tool", &tool.name)
            .text(words(&tool.name)),
    )
}

/// One choice out of a few: a button each.
fn choice_buttons(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>) -> El {
    let mut form = answers.form(ask, &tool.name).attr("data-shape", "choices");
    if let [Field { name, kind: FieldKind::Choice(choices), label, .. }] = tool.fields.as_slice() {
        form = form.attr("aria-label", label);
        for (number, choice) in (1..).zip(choices) {
            form = form.add(
                el("button")
                    .attr("type", "submit")
                    .attr("name", name)
                    .attr("value", choice.value.to_string())
                    .attr("data-key", if number < 10 { number.to_string() } else { String::new() })
                    .add(el("span").class("number").attr("aria-hidden", "true").text(number.to_string()))
                    .text(&choice.label),
            );
        }
    }
    form
}

/// A way that has fields.
pub(super) fn tool_form(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>) -> El {
    answers
        .form(ask, &tool.name)
        .attr("aria-label", &tool.about)
        .add_all(tool.fields.iter().map(|field| control(ask, tool, field, &field.name)))
        .add(el("button").attr("type", "submit").class("main").text(words(&tool.name)))
}

/// The control of a field. `name` is where it stands in the command.
pub(super) fn control(ask: &OpenAsk, tool: &Tool, field: &Field, name: &str) -> El {
    let id = format!("f-{}-{}-{name}", ask.id.0, tool.name);
    let label = || el("label").attr("for", &id).text(&field.label);
    let wrap = |inner: El| el("div").class("field").add(label()).add(inner);
    match &field.kind {
        FieldKind::Choice(choices) => {
            let blank = (!field.required).then(|| el("option").attr("value", "").text("–"));
            let options = choices.iter().map(|choice| option(choice, &choice.value.to_string()));
            wrap(el("select").id(&id).attr("name", name).add(blank).add_all(options))
        }
        FieldKind::Text { max_chars, .. } if *max_chars > 200 => wrap(
            el("textarea")
                .id(&id)
                .attr("name", name)
                .attr("maxlength", max_chars.to_string())
                .attr("rows", "2")
                .flag("data-enter", is_what_is_said(tool, field))
                .flag("required", field.required),
        ),
        FieldKind::Text { max_chars, .. } => wrap(
            el("input")
                .id(&id)
                .attr("type", "text")
                .attr("name", name)
                .attr("maxlength", max_chars.to_string())
                .attr("autocomplete", "off")
                .flag("required", field.required),
        ),
        FieldKind::Number { min, max } => wrap(
            el("input")
                .id(&id)
                .attr("type", "number")
                .attr("name", name)
                .attr("min", min.to_string())
                .attr("max", max.to_string())
                .flag("required", field.required),
        ),
        FieldKind::Texts { .. } => wrap(
            el("textarea")
                .id(&id)
                .attr("name", name)
                .attr("rows", "3")
                .attr("placeholder", "one a line")
                .flag("required", field.required),
        ),
        FieldKind::Each { keys, values } => {
            let row = |key: &Choice| {
                let name = format!("{name}[{}]", key.value);
                let id = format!("{id}-{}", key.value);
                let blank = el("option").attr("value", "").text("–");
                let options = values.iter().map(|value| option(value, &value.value.to_string()));
                el("div")
                    .class("field")
                    .add(el("label").attr("for", &id).text(&key.label))
                    .add(el("select").id(&id).attr("name", &name).add(blank).add_all(options))
            };
            el("fieldset").add(el("legend").text(&field.label)).add_all(keys.iter().map(row))
        }
        FieldKind::Rows { fields, min, max } => {
            let row = |number: usize| {
                let inner = fields.iter().map(|inner| {
                    let at = format!("{name}[{number}].{}", inner.name);
                    // A row that may be left out asks for nothing.
                    control(
                        ask,
                        tool,
                        &Field { required: inner.required && number < *min, ..inner.clone() },
                        &at,
                    )
                });
                el("fieldset")
                    .add(el("legend").text(format!("{} {}", field.label, number + 1)))
                    .add_all(inner)
            };
            // What may be added is there, folded one in the other: it needs no script, and nothing typed is lost.
            let shown = (*min).max(usize::from(field.required)).min(*max);
            let more = (shown..*max).rev().fold(None, |rest: Option<El>, number| {
                let fold = el("details").id(format!("{id}-{number}")).class("more");
                let title = format!("One more: {} {}", field.label, number + 1);
                Some(fold.add(el("summary").text(title)).add(row(number)).add(rest))
            });
            el("div").class("rows").add_all((0..shown).map(row)).add(more)
        }
    }
}

/// Is it the one text that there is to write? Then Enter sends it.
fn is_what_is_said(tool: &Tool, field: &Field) -> bool {
    let is_said = |it: &&Field| it.required && matches!(it.kind, FieldKind::Text { .. });
    let mut said = tool.fields.iter().filter(is_said);
    said.next().is_some_and(|it| it.name == field.name) && said.next().is_none()
}

fn option(choice: &Choice, value: &str) -> El {
    el("option").attr("value", value).text(&choice.label)
}

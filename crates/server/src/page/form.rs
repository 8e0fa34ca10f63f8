//! An ask as a form of the page.
//!
//! It knows no rules and no machine: what may be answered is in the ask, for a person as for a model.

use engine::{Choice, Field, FieldKind, OpenAsk, Tool, Voice};
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
    section(ask, "ask", &ask.form.title).add_all(ways(ask, answers)).into()
}

/// How a way to answer is drawn.
enum Shape<'a> {
    /// A button: there is nothing to give.
    Button,
    /// A button for each of a few.
    Buttons(&'a Field, &'a [Choice]),
    /// One out of a row of them, picked first and sent by a button of its own.
    Picks(&'a Field, &'a [Choice]),
    /// Fields.
    Fields,
}

impl Shape<'_> {
    fn of(tool: &Tool) -> Shape<'_> {
        let is_plain = tool.manner.barred.is_empty() && tool.manner.given.is_none();
        match (tool.only_demand(), tool.fields.as_slice()) {
            (Some(Field { kind: FieldKind::Choice(choices), .. }), [field])
                if choices.len() <= 8 && is_plain =>
            {
                Shape::Buttons(field, choices)
            }
            (Some(field @ Field { kind: FieldKind::Choice(choices), .. }), _) => Shape::Picks(field, choices),
            (None, fields) if fields.iter().all(is_private) => Shape::Button,
            _ => Shape::Fields,
        }
    }
}

/// Is it for oneself alone, and may be left out? A button does without it.
fn is_private(field: &Field) -> bool {
    let is_thought = matches!(field.kind, FieldKind::Text { voice: Some(Voice::Thought(_)), .. });
    !field.required && (is_thought || matches!(field.kind, FieldKind::Each { .. }))
}

/// The ways to answer, those that need nothing more last.
pub(super) fn ways(ask: &OpenAsk, answers: Answers<'_>) -> Vec<El> {
    let mut ways = Vec::new();
    let mut buttons = Vec::new();
    for tool in &ask.form.tools {
        match Shape::of(tool) {
            Shape::Button => buttons.push(button(ask, tool, answers)),
            Shape::Buttons(field, choices) => ways.push(choice_buttons(ask, tool, field, choices, answers)),
            Shape::Picks(field, choices) => ways.push(picks(ask, tool, field, choices, answers)),
            Shape::Fields => ways.push(tool_form(ask, tool, answers)),
        }
    }
    ways.push(el("div").class("ways").add_all(buttons));
    ways
}

/// What stands on the button of a way.
fn word(tool: &Tool) -> String {
    match tool.manner.word.as_str() {
        "" => words(&tool.name),
        word => {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        }
    }
}

/// The button that sends a way.
fn sends(tool: &Tool) -> El {
    el("button").attr("type", "submit").id(format!("way-{}", tool.name)).text(word(tool))
}

/// A way that needs nothing more. What nobody can take back is asked about first.
fn button(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>) -> El {
    let Some(what) = &tool.manner.for_good else { return at_once(ask, tool, answers) };
    el("details")
        .class("menu sure")
        .id(format!("sure-{}", tool.name))
        .add(el("summary").class("button").text(format!("{}…", word(tool))))
        .add(
            el("div")
                .class("sheet")
                .add(el("p").text(format!("This {what}.")))
                .add(at_once(ask, tool, answers)),
        )
}

fn at_once(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>) -> El {
    answers.form(ask, &tool.name).add(sends(tool).attr("title", &tool.about).attr("data-tool", &tool.name))
}

/// One choice out of a few: a button each.
fn choice_buttons(ask: &OpenAsk, tool: &Tool, field: &Field, choices: &[Choice], answers: Answers<'_>) -> El {
    let button = |(number, choice): (usize, &Choice)| {
        el("button")
            .attr("type", "submit")
            .attr("name", &field.name)
            .attr("value", choice.value.to_string())
            .attr("data-key", if number < 10 { number.to_string() } else { String::new() })
            .add(el("span").class("number").attr("aria-hidden", "true").text(number.to_string()))
            .text(&choice.label)
    };
    answers
        .form(ask, &tool.name)
        .attr("data-shape", "choices")
        .attr("aria-label", &field.label)
        .add_all((1..).zip(choices).map(button))
}

/// One out of a row: what cannot be chosen stands among the others and says why, so that the row is the same for everybody
/// who is asked that.
fn picks(ask: &OpenAsk, tool: &Tool, field: &Field, choices: &[Choice], answers: Answers<'_>) -> El {
    let open = choices.iter().map(|choice| (choice, None));
    let barred = tool.manner.barred.iter().map(|barred| (&barred.choice, Some(barred.why.as_str())));
    let mut rows: Vec<(&Choice, Option<&str>)> = open.chain(barred).collect();
    // Seats by their numbers; a list as the rules have it.
    rows.sort_by_key(|(choice, _)| choice.value.as_u64());
    let row = |(number, (choice, why)): (usize, (&Choice, Option<&str>))| {
        let of_itself = choice.value.as_u64().map_or_else(|| number.to_string(), |value| value.to_string());
        let id = format!("pick-{}-{of_itself}", tool.name);
        let key = (number < 10).then(|| number.to_string());
        let radio = el("input")
            .attr("type", "radio")
            .id(&id)
            .attr("name", &field.name)
            .attr("value", choice.value.to_string())
            .attr_if("data-key", key.as_deref())
            .flag("required", true)
            .flag("disabled", why.is_some())
            .flag("checked", tool.manner.given.as_ref() == Some(&choice.value));
        el("label")
            .class("one-of")
            .attr("for", &id)
            .add(radio)
            .add(key.map(|key| el("span").class("number").attr("aria-hidden", "true").text(key)))
            .add(el("span").class("name").text(&choice.label))
            .add(el("span").class("why").text(why.unwrap_or_default()))
    };
    let rows: Vec<El> = (1..).zip(rows).map(row).collect();
    let note = match (&tool.manner.given, choices.is_empty()) {
        (Some(_), false) => "You have answered; it can be changed for now.",
        (Some(_), true) => "You have answered, for good.",
        (None, _) => "",
    };
    answers
        .form(ask, &tool.name)
        .add(el("fieldset").class("picks").add(el("legend").class("unseen").text(&field.label)).add_all(rows))
        .add(more(ask, tool))
        .add(
            el("div")
                .class("ways")
                .add(sends(tool).class("main").flag("disabled", choices.is_empty()))
                .add(el("span").class("quiet").text(note)),
        )
}

/// A way that has fields.
pub(super) fn tool_form(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>) -> El {
    let required = tool.fields.iter().filter(|field| field.required);
    answers
        .form(ask, &tool.name)
        .attr("aria-label", &tool.about)
        .add_all(required.map(|field| control(ask, tool, field, &field.name)))
        .add(more(ask, tool))
        .add(sends(tool).class("main"))
}

/// What may be given besides, folded.
fn more(ask: &OpenAsk, tool: &Tool) -> Option<El> {
    let fields: Vec<&Field> = tool.fields.iter().filter(|field| !field.required).collect();
    let names: Vec<String> = fields.iter().map(|field| words(&field.name).to_lowercase()).collect();
    (!fields.is_empty()).then(|| {
        el("details")
            .id(format!("more-{}", tool.name))
            .class("more")
            .add(el("summary").text(format!("More: {}", names.join(", "))))
            .add_all(fields.iter().map(|field| control(ask, tool, field, &field.name)))
    })
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
                .attr_if("enterkeyhint", is_what_is_said(tool, field).then_some("send"))
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

#[cfg(test)]
mod tests {
    use engine::{AskId, Form, Manner, SeatId};

    use super::*;

    #[test]
    fn what_is_for_good_is_asked_about_first() {
        let for_good = Some("sinks her, for good".to_owned());
        let manner = Manner { word: "scuttle".to_owned(), for_good, ..Manner::default() };
        let scuttle = Tool { name: "scuttle".to_owned(), manner, ..Tool::default() };
        let wait = Tool { name: "wait".to_owned(), ..Tool::default() };
        let form = Form { title: "What now?".to_owned(), tools: vec![scuttle, wait] };
        let ask = OpenAsk { id: AskId(1), seat: SeatId::at(0), answered: false, deadline: None, form };
        let html = forms(&ask, Answers { action: "/t/a/answer", by: "seat:1" });
        let html = html.as_str();
        assert_eq!(html.matches("<details").count(), 1, "{html}");
        let sure = html.split_once("<details").and_then(|(_, rest)| rest.split_once("</details>"));
        let (sure, _) = sure.expect("it is folded");
        assert!(sure.contains("Scuttle…") && sure.contains("This sinks her, for good."), "{sure}");
        assert!(sure.contains("value=\"scuttle\"") && !sure.contains("value=\"wait\""), "{sure}");
    }
}

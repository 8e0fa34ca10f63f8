//! An ask as a form of the page.
//!
//! It knows no rules and no machine: what may be answered is in the ask, for a person as for a model.

mod keys;

use std::fmt::Display;

use engine::board::{Deed, Die};
use engine::{Choice, Field, FieldKind, OpenAsk, Shown, Tool, Voice};
use protocol::form::words;
use serde_json::{Value, json};

use super::bodies::seal;
use super::draw;
use super::html::{El, Html, el};
use super::islands::{self, Beside};
use crate::says;
use keys::Keys;

/// A choice with more letters than these says more than a word.
const WORD_CHARS_MAX: usize = 30;

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

    /// The beginning of a form that gives this command.
    pub(super) fn gives(self, ask: &OpenAsk, command: &Value) -> El {
        let tool = command["type"].as_str().unwrap_or_default();
        let others = command.as_object().into_iter().flatten().filter(|(name, _)| *name != "type");
        // A text is written as it is, all else as JSON has it.
        let field = |(name, value): (&String, &Value)| {
            hidden(name, &value.as_str().map_or_else(|| value.to_string(), str::to_owned))
        };
        self.form(ask, tool).add_all(others.map(field))
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

/// The id of the form with the line.
pub(super) const LINE: &str = "say";

/// A line to say something on. `hint` says what, where there is more to it.
pub(super) fn line(answers: Answers<'_>, hint: Option<&str>) -> El {
    let hint = hint.unwrap_or(says::SAY_SOMETHING_OUT_OF_CHARACTER_OR);
    answers
        .any()
        .class("line")
        .id(LINE)
        .add(el("label").attr("for", "line").class("unseen").text(says::SAY_SOMETHING_OR_COMMAND))
        .add(
            el("input")
                .id("line")
                .attr("type", "text")
                .attr("name", "line")
                .attr("autocomplete", "off")
                .attr("placeholder", hint),
        )
        .add(el("button").attr("type", "submit").text(says::SEND))
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

/// The forms of an ask: one for each way to answer, and what islands add.
pub(super) fn forms(ask: &OpenAsk, answers: Answers<'_>, beside: &Beside<'_>) -> Html {
    let class = if beside.tiles == Html::none() { "ask" } else { "ask dock" };
    section(ask, class, &ask.form.title).add_all(ways(ask, answers, beside)).into()
}

/// The name of what is sent by whoever would rather be surprised than answer themselves.
pub(super) const SURPRISE: &str = "surprise";

/// The forms of an ask that prepares, such as for a character: with a way to be surprised.
pub(super) fn preparing(ask: &OpenAsk, answers: Answers<'_>, beside: &Beside<'_>) -> Html {
    let surprise = answers
        .any()
        .class("answer surprise")
        .add(hidden("ask", &ask.id.0.to_string()))
        .add(hidden(SURPRISE, "yes"))
        .add(el("button").attr("type", "submit").text(says::SURPRISE_ME));
    section(ask, "ask", &ask.form.title).add(surprise).add_all(ways(ask, answers, beside)).into()
}

/// How a way to answer is drawn.
enum Shape<'a> {
    /// On the line, with everything else that is said.
    Line,
    /// A button: there is nothing to give.
    Button,
    /// A button for each of a few.
    Buttons(&'a Field, &'a [Choice]),
    /// One out of a row of them, picked first and sent by a button of its own.
    Picks(&'a Field, &'a [Choice]),
    /// A fold for each of a few, with ideas for what is given with it.
    Folds(&'a Field, &'a [Choice]),
    /// Fields.
    Fields,
}

impl Shape<'_> {
    fn of<'a>(tool: &'a Tool, beside: &Beside<'_>) -> Shape<'a> {
        let manner = &tool.manner;
        let is_plain = manner.barred.is_empty() && manner.given.is_none() && beside.dice.is_empty();
        match (tool.only_demand(), tool.fields.as_slice()) {
            _ if is_line(tool) => Shape::Line,
            (Some(field @ Field { kind: FieldKind::Choice(choices), .. }), _)
                if manner.shown.iter().any(|it| !it.ideas.is_empty()) =>
            {
                Shape::Folds(field, choices)
            }
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

/// Is it answered by what is written on the line?
pub(super) fn is_line(tool: &Tool) -> bool {
    tool.manner.key == Some(' ') && tool.words().is_some()
}

/// Is it beside the point, a thought or a number, and may be left out? A button does without it.
fn is_private(field: &Field) -> bool {
    let is_thought = matches!(field.kind, FieldKind::Text { voice: Some(Voice::Thought(_)), .. });
    let is_beside = is_thought || matches!(field.kind, FieldKind::Each { .. } | FieldKind::Number { .. });
    !field.required && is_beside
}

/// The ways to answer, those that need nothing more last. Of several that have fields the last is what is asked, and the others
/// may be done before it.
pub(super) fn ways(ask: &OpenAsk, answers: Answers<'_>, beside: &Beside<'_>) -> Vec<El> {
    let shapes: Vec<(&Tool, Shape<'_>)> =
        ask.form.tools.iter().map(|tool| (tool, Shape::of(tool, beside))).collect();
    let is_free =
        beside.tiles == Html::none() && !shapes.iter().any(|(_, shape)| matches!(shape, Shape::Picks(..)));
    let mut keys = Keys::new(is_free);
    let (mut ways, mut fielded, mut buttons) = (Vec::new(), Vec::new(), Vec::new());
    for (tool, shape) in shapes {
        match shape {
            Shape::Line => {}
            Shape::Button if beside.given.iter().any(|deed| deed.command == json!({"type": tool.name})) => {}
            Shape::Button => buttons.push(tool),
            Shape::Buttons(field, choices) => {
                ways.push(choice_buttons(ask, tool, (field, choices), answers, (beside, &mut keys)));
            }
            Shape::Picks(field, choices) => {
                ways.push(picks(ask, tool, (field, choices), answers, beside.dice));
            }
            Shape::Folds(field, choices) => {
                ways.extend(folds(ask, tool, (field, choices), answers, &mut keys));
            }
            Shape::Fields => fielded.push(tool),
        }
    }
    // Where much can be done without it, what has fields is folded: all of what is asked is to be in sight.
    let is_beside = !ways.is_empty() && buttons.len() > 1;
    ways.extend(match fielded.as_slice() {
        [tool] if is_beside => vec![fold(ask, tool, false, answers)],
        [tool] => vec![tool_form(ask, tool, answers)],
        tools => (0..).zip(tools.iter().rev()).map(|(at, tool)| fold(ask, tool, at == 0, answers)).collect(),
    });
    let buttons = buttons.into_iter().map(|tool| button(ask, tool, answers, keys.of(tool).as_deref()));
    let buttons: Vec<El> = buttons.collect();
    let tiles = (beside.tiles != Html::none()).then(|| el("div").class("tiles").add(beside.tiles.clone()));
    let mut all: Vec<El> = tiles.into_iter().chain(ways).collect();
    all.push(el("div").class("ways").add_all(buttons));
    all
}

/// One of several ways that have fields.
fn fold(ask: &OpenAsk, tool: &Tool, open: bool, answers: Answers<'_>) -> El {
    let title = el("span")
        .add(el("b").text(word(tool)))
        .add(el("span").class("about").text(format!(" {}", tool.about)));
    el("details")
        .id(format!("tool-{}-{}", ask.id.0, tool.name))
        .class("tool")
        .flag("open", open)
        .add(el("summary").add(title))
        .add(tool_form(ask, tool, answers))
}

/// What is said of each choice: in a word or two, and beside it.
fn shown<'a>(tool: &'a Tool, at: usize, choice: &'a Choice) -> (&'a str, &'a str, &'a [String]) {
    match tool.manner.shown.get(at) {
        Some(Shown { word, hint, ideas }) => {
            (if word.is_empty() { &choice.label } else { word }, hint, ideas)
        }
        None => (&choice.label, "", &[]),
    }
}

/// A number or a letter as it stands on what it picks.
fn key_sign(key: Option<&str>) -> Option<El> {
    key.map(|key| el("span").class("number").attr("aria-hidden", "true").text(key))
}

/// One out of a few, each of which opens what is asked after it: ideas to tick, and what else there is.
fn folds(
    ask: &OpenAsk,
    tool: &Tool,
    (field, choices): (&Field, &[Choice]),
    answers: Answers<'_>,
    keys: &mut Keys,
) -> Vec<El> {
    let list = tool.fields.iter().find(|field| matches!(field.kind, FieldKind::Texts { .. }));
    let fold = |(at, choice): (usize, &Choice)| {
        let (words, hint, ideas) = shown(tool, at, choice);
        let (key, id) = (keys.of(tool), format!("fold-{}-{}", ask.id.0, at + 1));
        let ticks = list.map(|list| {
            // By its name a tick is found again when the page is renewed.
            let tick = |(nth, idea): (usize, &String)| {
                let input = el("input").id(format!("{id}-tick-{nth}")).attr("type", "checkbox");
                let input = input.attr("name", &list.name).attr("value", idea);
                el("label").class("tick").add(input).text(idea)
            };
            let others = format!("{id}-more");
            Html::all([
                el("div").class("ticks").add_all((1..).zip(ideas).map(tick)),
                el("label").attr("for", &others).text(says::SOMETHING_ELSE_ONE_A_LINE),
                el("textarea").id(&others).attr("name", &list.name).attr("rows", "2"),
            ])
        });
        let form = answers
            .form(ask, &tool.name)
            .add(hidden(&field.name, &choice.value.to_string()))
            .add((!hint.is_empty()).then(|| el("p").text(hint)))
            .add(ticks)
            .add(el("button").attr("type", "submit").class("main").text(word(tool)));
        let summary = el("summary").attr_if("data-key", key.as_deref()).add(key_sign(key.as_deref()));
        el("details")
            .class("branch")
            .id(&id)
            .attr("name", format!("folds-{}", ask.id.0))
            .add(summary.add(el("span").text(words)))
            .add(form)
    };
    choices.iter().enumerate().map(fold).collect()
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
fn sends(tool: &Tool, is_off: bool) -> El {
    let button = el("button").attr("type", "submit").id(format!("way-{}", tool.name)).class("main");
    sure(tool, "", el("summary").text(word(tool)), button.text(word(tool)).flag("disabled", is_off))
}

/// What sends a way; of one that nobody can take back, behind a word that is asked about first.
fn sure(tool: &Tool, choice: &str, summary: El, sends: El) -> El {
    let Some(what) = &tool.manner.for_good else { return sends };
    el("details")
        .class("menu sure")
        .id(format!("sure-{}{choice}", tool.name))
        .add(summary.class("button").text("…"))
        .add(el("div").class("sheet").add(el("p").text(says::this(what))).add(sends))
}

/// A way that needs nothing more. What nobody can take back is asked about first.
fn button(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>, key: Option<&str>) -> El {
    let key = key.filter(|_| tool.manner.for_good.is_none());
    sure(tool, "", el("summary").text(word(tool)), at_once(ask, tool, answers, key))
}

/// Where its word says little, what it does stands beside it.
fn at_once(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>, key: Option<&str>) -> El {
    let says_little = tool.manner.word.is_empty();
    let about = says_little.then(|| el("span").class("about").text(format!(" {}", tool.about)));
    answers.form(ask, &tool.name).add(
        el("button")
            .attr("type", "submit")
            .id(format!("way-{}", tool.name))
            .attr("title", &tool.about)
            .attr("data-tool", &tool.name)
            .attr_if("data-key", key)
            .add(key_sign(key))
            .add(el("span").text(word(tool)))
            .add(about),
    )
}

/// One choice out of a few: a button each.
fn choice_buttons(
    ask: &OpenAsk,
    tool: &Tool,
    (field, choices): (&Field, &[Choice]),
    answers: Answers<'_>,
    (beside, keys): (&Beside<'_>, &mut Keys),
) -> El {
    // What a tile or another way says is not said twice.
    let is_left = |(at, choice): &(usize, &Choice)| {
        let words = shown(tool, *at, choice).0;
        let mut command = json!({"type": tool.name});
        command[&field.name] = choice.value.clone();
        let is_tile = |deed: &&Deed| deed.command == command || deed.word == words;
        let is_way = ask.form.tools.iter().any(|other| other.manner.word == words);
        !is_way && !beside.given.iter().any(is_tile)
    };
    let button = |(at, choice): (usize, &Choice)| {
        let (words, hint, _) = shown(tool, at, choice);
        let key = keys.of_choice(choice);
        let drawn = |button: El| {
            button
                .attr_if("data-key", key.as_deref())
                .add(key_sign(key.as_deref()))
                .add(el("span").text(words))
                .add((!hint.is_empty()).then(|| el("span").class("about").text(format!(" {hint}"))))
        };
        let sends = el("button")
            .attr("type", "submit")
            .attr("name", &field.name)
            .attr("value", choice.value.to_string());
        match tool.manner.for_good {
            None => drawn(sends),
            Some(_) => {
                let picked = format!("-{}", at + 1);
                sure(tool, &picked, drawn(el("summary")), sends.class("main").text(words))
            }
        }
    };
    answers
        .form(ask, &tool.name)
        .attr("data-shape", "choices")
        .attr("aria-label", &field.label)
        .add_all(choices.iter().enumerate().filter(is_left).map(button))
}

/// One out of a row: what cannot be chosen stands among the others and says why, so that the row is the same for everybody
/// who is asked that.
/// Of dice each is drawn as it lies.
fn picks(
    ask: &OpenAsk,
    tool: &Tool,
    (field, choices): (&Field, &[Choice]),
    answers: Answers<'_>,
    dice: &[Die],
) -> El {
    let open = choices.iter().map(|choice| (choice, None));
    let barred = tool.manner.barred.iter().map(|barred| (&barred.choice, Some(barred.why.as_str())));
    let mut rows: Vec<(&Choice, Option<&str>)> = open.chain(barred).collect();
    // Seats by their numbers; a list as the rules have it.
    rows.sort_by_key(|(choice, _)| choice.value.as_u64());
    let row = |(number, (choice, why)): (usize, (&Choice, Option<&str>))| {
        let of_itself = choice.value.as_u64().map_or_else(|| number.to_string(), |value| value.to_string());
        let id = format!("pick-{}-{of_itself}", tool.name);
        // A die has its place; anything else with a number of its own, such as a seat, is picked by that.
        let of_key = if dice.is_empty() { of_itself.clone() } else { number.to_string() };
        let key = Some(of_key).filter(|key| key.len() == 1);
        let radio = el("input")
            .attr("type", "radio")
            .id(&id)
            .attr("name", &field.name)
            .attr("value", choice.value.to_string())
            .attr_if("data-key", key.as_deref())
            .flag("required", true)
            .flag("disabled", why.is_some())
            .flag("checked", tool.manner.given.as_ref() == Some(&choice.value));
        if let Some(die) = dice.get(number - 1) {
            return die_offer(die, (number, dice.len()), &id, radio);
        }
        el("label")
            .class("one-of")
            .attr("for", &id)
            .add(radio)
            .add(key_sign(key.as_deref()))
            .add(el("span").class("name").text(&choice.label))
            .add(el("span").class("why").text(why.unwrap_or_default()))
    };
    let rows: Vec<El> = (1..).zip(rows).map(row).collect();
    let note = match (&tool.manner.given, choices.is_empty()) {
        (Some(_), false) => says::YOU_HAVE_ANSWERED_IT_CAN_BE,
        (Some(_), true) => says::YOU_HAVE_ANSWERED_FOR_GOOD,
        (None, _) => "",
    };
    answers
        .form(ask, &tool.name)
        .add(el("fieldset").class("picks").add(el("legend").class("unseen").text(&field.label)).add_all(rows))
        .add(
            el("div")
                .class("ways")
                .add(sends(tool, choices.is_empty()))
                .add(el("span").class("quiet").text(note)),
        )
        .add(more(ask, tool))
        .add(dice.iter().any(|die| die.seal.is_some()).then(islands::about_seals))
}

/// A die to be chosen: what it is worth, what may come of it, and the seal of what it leads to.
fn die_offer(die: &Die, (number, of): (usize, usize), id: &str, radio: El) -> El {
    let seal = el("span").class("seal-of").add(die.seal.map(seal)).text(says::die_of(number, of));
    let worth = el("span").class("die-value").text(format!("{} · {} ", die.value, die.worth)).add(seal);
    el("label")
        .class("die-offer")
        .attr("for", id)
        .attr("data-tier", &die.worth)
        .add(radio)
        .add(draw::die(die.value))
        .add(el("span").class("die-words").add(worth).add(el("span").class("hint-of").text(&die.note)))
}

/// A way that has fields.
pub(super) fn tool_form(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>) -> El {
    let required = tool.fields.iter().filter(|field| field.required);
    answers
        .form(ask, &tool.name)
        .attr("aria-label", &tool.about)
        .attr_if("data-shape", tool.words().filter(|_| tool.only_demand().is_some()).map(|_| "words"))
        .add_all(required.map(|field| control(ask, tool, field, &field.name)))
        .add(sends(tool, false))
        .add(more(ask, tool))
}

/// What may be given besides, folded.
fn more(ask: &OpenAsk, tool: &Tool) -> Option<El> {
    let fields: Vec<&Field> = tool.fields.iter().filter(|field| !field.required).collect();
    let names: Vec<String> = fields.iter().map(|field| words(&field.name).to_lowercase()).collect();
    (!fields.is_empty()).then(|| {
        el("details")
            .id(format!("more-{}", tool.name))
            .class("more")
            .add(el("summary").text(says::more(names.join(", "))))
            .add_all(fields.iter().map(|field| control(ask, tool, field, &field.name)))
    })
}

/// The control of a field. `name` is where it stands in the command.
pub(super) fn control(ask: &OpenAsk, tool: &Tool, field: &Field, name: &str) -> El {
    let id = format!("f-{}-{}-{name}", ask.id.0, tool.name);
    let label = || el("label").attr("for", &id).text(&field.label);
    let wrap = |inner: El| el("div").class("field").add(label()).add(inner);
    match &field.kind {
        FieldKind::Choice(choices) if field.required && choices.iter().any(has_much_to_say) => {
            let card = |choice: &Choice| {
                let radio = el("input").attr("type", "radio").attr("name", name);
                let radio = radio.attr("value", choice.value.to_string()).flag("required", true);
                el("label").class("one-of").add(radio).add(el("span").text(&choice.label))
            };
            el("fieldset")
                .class("cards")
                .add(el("legend").text(&field.label))
                .add_all(choices.iter().map(card))
        }
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
                .attr("aria-describedby", format!("{id}-range"))
                .flag("required", field.required),
        )
        .add(el("p").class("quiet").id(format!("{id}-range")).text(range(min, max))),
        FieldKind::Texts { .. } => wrap(
            el("textarea")
                .id(&id)
                .attr("name", name)
                .attr("rows", "3")
                .attr("placeholder", says::ONE_A_LINE)
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
                let title = says::one_more(&field.label, number + 1);
                Some(fold.add(el("summary").text(title)).add(row(number)).add(rest))
            });
            el("div").class("rows").add_all((0..shown).map(row)).add(more)
        }
    }
}

/// What a number may be, for whoever is to write one.
pub(super) fn range(min: impl Display, max: impl Display) -> String {
    says::from_to(&min, &max)
}

/// Is it more than a word? Then all of them are read before one is chosen.
fn has_much_to_say(choice: &Choice) -> bool {
    choice.label.chars().count() > WORD_CHARS_MAX
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
mod tests;

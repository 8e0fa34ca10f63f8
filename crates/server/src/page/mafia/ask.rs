//! What a seat is asked by day: to speak, and to vote. A vote is chosen first and cast with a button of its own.

use engine::{Field, FieldKind, OpenAsk, Tool};
use protocol::mafia::View;

use super::super::form::{Answers, hidden, section};
use super::super::html::{El, Html, el};

/// The form of an ask; nothing for one that has no shape of its own.
pub(super) fn form(view: &View, ask: &OpenAsk, answers: Answers<'_>) -> Option<Html> {
    let tool = |name: &str| ask.form.tools.iter().find(|tool| tool.name == name);
    // What is asked at night is answered under cover, in the panel of one's own seat.
    if tool("ChooseTarget").is_some() {
        return Some(Html::none());
    }
    let inner = match (tool("Say"), tool("CastVote")) {
        (Some(say), _) => speak(ask, say, tool("Pass").is_some()),
        (_, Some(vote)) => cast(view, ask, vote, tool("Abstain").is_some()),
        _ => return None,
    };
    let form = answers.any().class("answer").add(hidden("ask", &ask.id.0.to_string())).add(inner);
    Some(section(ask, "ask", &ask.form.title).add(form).into())
}

fn field<'a>(tool: &'a Tool, name: &str) -> Option<&'a Field> {
    tool.fields.iter().find(|field| field.name == name)
}

fn way(name: &str, words: &str, class: &str) -> El {
    el("button")
        .attr("type", "submit")
        .id(format!("way-{name}"))
        .class(class)
        .attr("name", "type")
        .attr("value", name)
        .text(words)
}

fn speak(ask: &OpenAsk, say: &Tool, may_pass: bool) -> El {
    let max = |name: &str| match field(say, name).map(|field| &field.kind) {
        Some(FieldKind::Text { max_chars, .. }) => max_chars.to_string(),
        _ => "2000".to_owned(),
    };
    let id = ask.id.0;
    let select = |name: &str| {
        let FieldKind::Choice(choices) = &field(say, name)?.kind else { return None };
        let label = &field(say, name)?.label;
        let options =
            choices.iter().map(|it| el("option").attr("value", it.value.to_string()).text(&it.label));
        Some(
            el("div")
                .class("field")
                .add(el("label").attr("for", format!("say-{name}-{id}")).text(label))
                .add(
                    el("select")
                        .id(format!("say-{name}-{id}"))
                        .attr("name", name)
                        .add(el("option").attr("value", "").text("–"))
                        .add_all(options),
                ),
        )
    };
    el("div")
        .class("speak")
        .add(el("label").class("unseen").attr("for", format!("say-{id}")).text("What you say to all"))
        .add(
            el("textarea")
                .id(format!("say-{id}"))
                .attr("name", "text")
                .attr("rows", "3")
                .attr("maxlength", max("text"))
                .attr("placeholder", "What you say to all")
                .flag("data-enter", true)
                .attr("enterkeyhint", "send")
                .flag("required", true),
        )
        .add(
            el("details")
                .id("say-more")
                .add(el("summary").text("Claim, accuse, vouch"))
                .add(
                    el("div")
                        .class("trio")
                        .add_all(["claim", "accuse", "vouch"].into_iter().filter_map(select)),
                )
                .add(el("label").attr("for", format!("say-thought-{id}")).text("A note to yourself"))
                .add(
                    el("textarea")
                        .id(format!("say-thought-{id}"))
                        .attr("name", "thought")
                        .attr("rows", "1")
                        .attr("maxlength", max("thought")),
                ),
        )
        .add(
            el("div")
                .class("ways")
                .add(way("Say", "Say", "main"))
                .add(may_pass.then(|| way("Pass", "Pass", "").flag("formnovalidate", true))),
        )
}

/// Somebody to choose, out of a row of them, by a click or by the number that stands there.
pub(super) fn candidate(
    what: &str,
    value: &str,
    number: usize,
    name: &str,
    with: impl FnOnce(El) -> El,
) -> El {
    let id = format!("{what}-{value}");
    let key = (number < 10).then(|| number.to_string());
    let radio = el("input")
        .attr("type", "radio")
        .id(&id)
        .attr("name", "target")
        .attr("value", value)
        .attr_if("data-key", key.as_deref())
        .flag("required", true);
    el("label")
        .class("candidate")
        .attr("for", &id)
        .add(with(radio))
        .add(key.map(|key| el("span").class("number").attr("aria-hidden", "true").text(key)))
        .add(el("span").class("name").text(name))
}

fn cast(view: &View, ask: &OpenAsk, vote: &Tool, may_abstain: bool) -> El {
    let own = view.today().and_then(|day| day.votes.iter().find(|it| it.voter_id == ask.seat));
    let now = own.and_then(|vote| vote.target_id).map(|seat| u64::from(seat.number()));
    let choices = match field(vote, "target").map(|field| &field.kind) {
        Some(FieldKind::Choice(choices)) => choices.as_slice(),
        _ => &[],
    };
    let radio = |(number, choice): (usize, &engine::Choice)| {
        let checked = now.is_some() && choice.value.as_u64() == now;
        candidate("vote", &choice.value.to_string(), number, &choice.label, |radio| {
            radio.flag("checked", checked)
        })
    };
    let words = if own.is_some() { "Change my vote" } else { "Vote" };
    el("div")
        .class("cast")
        .add(
            el("fieldset")
                .class("picks wide-picks")
                .add(el("legend").class("unseen").text("Whom you vote out"))
                .add_all((1..).zip(choices).map(radio)),
        )
        .add(
            el("div")
                .class("ways")
                .add(way("CastVote", words, "main"))
                .add(may_abstain.then(|| way("Abstain", "Vote for nobody", "").flag("formnovalidate", true)))
                .add(own.map(|own| {
                    let whom = own.target_id.map_or("nobody", |seat| view.name(seat));
                    el("span")
                        .class("quiet")
                        .text(format!("Your vote: {whom}. It can be changed until voting closes."))
                })),
        )
}

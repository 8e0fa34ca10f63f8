//! What is asked in a story: who somebody plays, what they do, which die they spend, what they give for more.
//!
//! What may be answered stands in the ask. What is known besides, such as what a die is worth, comes from the view.

use engine::{Choice, Field, FieldKind, OpenAsk, Tool};
use protocol::dm::{Deal, DieOffer, Engaged, Entanglement, Mood, Pause, Roll, View};
use protocol::form::words;

use super::sealed::costs;
use crate::page::bodies::seal;
use crate::page::draw;
use crate::page::form::{Answers, control, section, tool_form};
use crate::page::html::{El, Html, el};

/// An ask of the viewer's.
pub(super) fn ask(view: &View, ask: &OpenAsk, answers: Answers<'_>) -> Html {
    if ask.seat == view.gm {
        return telling(view, ask, answers).into();
    }
    let dice = ask.form.tools.iter().find(|tool| tool.name == "choose_die");
    if let (Some(tool), Some(Mood::Action { engaged, roll: Roll::Offered { situation, dice }, .. })) =
        (dice, &view.mood)
    {
        return crucible(view, ask, tool, (engaged, situation, dice), answers).into();
    }
    if let [tool] = ask.form.tools.as_slice()
        && tool.name == "create_character"
    {
        return creation(view, ask, tool, answers).into();
    }
    ways(view, ask, answers).into()
}

/// The choices of a tool that has one choice and nothing else.
fn only_choice(tool: &Tool) -> Option<(&Field, &[Choice])> {
    match tool.fields.as_slice() {
        [field @ Field { kind: FieldKind::Choice(choices), .. }] => Some((field, choices)),
        _ => None,
    }
}

/// A die is to be spent: each with what it is worth, what it costs and the seal of what it leads to. Picking one spends
/// nothing yet.
fn crucible(
    view: &View,
    ask: &OpenAsk,
    tool: &Tool,
    (engaged, situation, dice): (&Engaged, &str, &[DieOffer]),
    answers: Answers<'_>,
) -> El {
    let who = match view.party.get(ask.seat.index()) {
        Some(Some(character)) => character.name.as_str(),
        _ => "You",
    };
    let domain = engaged.domain.map_or(String::new(), |domain| format!(" · {domain}"));
    let stand = format!("{} · {} effect{domain}", capital(engaged.stand.position().word()), engaged.effect);
    let stakes = el("p")
        .class("stakes")
        .add(el("b").class("stand").attr("data-position", engaged.stand.position().word()).text(stand))
        .add(el("span").text(format!(" What is at stake: {}", sentence(situation))))
        .add(
            el("span").class("quiet").text(format!(" What threatens: {}", sentence(engaged.stand.danger()))),
        );
    let (field, choices) = only_choice(tool).unzip();
    let (name, count) = (field.map_or("die", |field| field.name.as_str()), dice.len());
    let offer = |(at, choice): (usize, &Choice)| {
        let id = format!("die-{}-{}", ask.id.0, at + 1);
        let radio = el("input")
            .attr("type", "radio")
            .attr("name", name)
            .attr("value", choice.value.to_string())
            .attr("data-key", (at + 1).to_string())
            .id(&id)
            .flag("required", true);
        let label = el("label").class("die-offer").attr("for", &id).add(radio);
        let Some(die) = dice.get(at) else { return label.text(&choice.label) };
        let which = format!("die {} of {count}", at + 1);
        label
            .attr("data-tier", die.tier.word())
            .add(draw::die(die.value))
            .add(
                el("span")
                    .class("die-words")
                    .add(el("span").class("die-value").text(format!("{} · {} ", die.value, die.tier)))
                    .add(el("span").class("hint-of").text(&die.hint))
                    .text(" "),
            )
            .add(el("span").class("costs").text(costs(die)))
            .text(" ")
            .add(el("span").class("seal-of").add(seal(die.seal)).text(format!(" {which}")))
    };
    let offers = choices.unwrap_or_default().iter().enumerate().map(offer);
    let group = el("fieldset").class("die-offers").add(el("legend").text("Which die?")).add_all(offers);
    let spend = el("div")
        .class("spend")
        .add(el("button").attr("type", "submit").class("main").text("Spend this die"))
        .add(el("span").class("quiet").text("Picking one spends nothing yet."));
    section(ask, "ask crucible", &format!("{who}, which die?"))
        .add(stakes)
        .add(answers.form(ask, &tool.name).add(group).add(spend))
        .add(
            el("details").id("seals").add(el("summary").text("What the seals are")).add(el("p").text(
                "Each ending is written already, and nobody can change it now: its seal is the SHA-256 of a salt and \
                 the ending. When a die is spent, its ending and its salt are told, and the seal is computed anew.",
            )),
        )
        .add_all(others(ask, tool, answers))
}

/// The other ways that a form has.
fn others(ask: &OpenAsk, but: &Tool, answers: Answers<'_>) -> Option<El> {
    let rest: Vec<&Tool> = ask.form.tools.iter().filter(|tool| tool.name != but.name).collect();
    (!rest.is_empty())
        .then(|| el("div").class("ways").add_all(rest.iter().map(|tool| way(ask, tool, "", answers))))
}

/// Everything that a player may answer: ideas and offers as buttons, words of their own, and the ways that need none.
fn ways(view: &View, ask: &OpenAsk, answers: Answers<'_>) -> El {
    let mut keys = 1..=9;
    let mut key = || keys.next().map_or_else(String::new, |key| key.to_string());
    let mut section = section(ask, "ask", &ask.form.title).add(leading(view));
    for tool in &ask.form.tools {
        if let Some((field, choices)) = only_choice(tool) {
            let mut form =
                answers.form(ask, &tool.name).attr("data-shape", "choices").attr("aria-label", &tool.about);
            if tool.name != "take" {
                form = form.add(el("span").class("about").text(&tool.about));
            }
            for (at, choice) in choices.iter().enumerate() {
                let key = key();
                form = form.add(
                    el("button")
                        .attr("type", "submit")
                        .attr("name", &field.name)
                        .attr("value", choice.value.to_string())
                        .attr("data-key", &key)
                        .add(el("span").class("number").attr("aria-hidden", "true").text(&key))
                        .add(el("span").class("words-of").add(offered(view, &tool.name, at, choice))),
                );
            }
            section = section.add(form);
        }
    }
    for tool in ask.form.tools.iter().filter(|tool| only_choice(tool).is_none() && !tool.fields.is_empty()) {
        section = section.add(if tool.name == "act" {
            act(ask, tool, answers)
        } else {
            tool_form(ask, tool, answers)
        });
    }
    let simple = ask.form.tools.iter().filter(|tool| tool.fields.is_empty());
    let simple: Vec<El> = simple.map(|tool| way(ask, tool, &key(), answers)).collect();
    section.add((!simple.is_empty()).then(|| el("div").class("ways").add_all(simple)))
}

/// A way that needs nothing more, with what it does.
fn way(ask: &OpenAsk, tool: &Tool, key: &str, answers: Answers<'_>) -> El {
    answers.form(ask, &tool.name).add(
        el("button")
            .attr("type", "submit")
            .attr("data-tool", &tool.name)
            .attr_if("data-key", (!key.is_empty()).then_some(key))
            .add(el("span").class("number").attr("aria-hidden", "true").text(key))
            .add(
                el("span")
                    .class("words-of")
                    .add(el("b").text(words(&tool.name)))
                    .add(el("span").class("about").text(format!(" {}", tool.about))),
            ),
    )
}

/// Words of one's own.
fn act(ask: &OpenAsk, tool: &Tool, answers: Answers<'_>) -> El {
    let field = |field: &Field| {
        control(ask, tool, &Field { label: "Or in your own words".to_owned(), ..field.clone() }, &field.name)
    };
    answers
        .form(ask, &tool.name)
        .attr("data-shape", "act")
        .add_all(tool.fields.iter().map(field))
        .add(el("button").attr("type", "submit").class("main").text("Do it"))
}

/// What leads to a question, where the story has not just told it.
fn leading(view: &View) -> Html {
    match &view.mood {
        Some(Mood::Bargain { drained, .. }) => {
            el("p").class("stakes").text(format!("What took the last die: {}", sentence(drained))).into()
        }
        Some(Mood::BetweenScenes { pause: Pause::Entangled(law) }) => el("p")
            .class("stakes")
            .add(el("b").text(format!("{}. ", capital(law.kind.word()))))
            .text(&law.text)
            .into(),
        _ => Html::none(),
    }
}

/// What is on offer under a number: in the words of the form, laid out where the view knows more.
fn offered(view: &View, tool: &str, at: usize, choice: &Choice) -> Html {
    match (tool, &view.mood) {
        ("strike", Some(Mood::Bargain { deals, .. })) => match deals.get(at) {
            Some(deal) => bargain(deal, choice),
            None => el("span").text(&choice.label).into(),
        },
        ("take_way_out", Some(Mood::BetweenScenes { pause: Pause::Entangled(law) })) => {
            way_out(law, at, choice)
        }
        _ => el("span").text(&choice.label).into(),
    }
}

/// The price is said in the words of the form: after the label and the hint, in brackets.
fn bargain(deal: &Deal, choice: &Choice) -> Html {
    let said = format!("{}: {} ", deal.label, deal.hint);
    let Some(price) = choice.label.strip_prefix(&said) else { return el("span").text(&choice.label).into() };
    let price = price.trim_matches(['(', ')']);
    Html::all([
        el("b").text(&deal.label),
        el("span").class("hint-of").text(format!(" {}", deal.hint)),
        el("span").class("costs").text(format!(" {price}")),
    ])
}

fn way_out(law: &Entanglement, at: usize, choice: &Choice) -> Html {
    let more = law.ways.get(at).map(|way| el("span").class("hint-of").text(format!(" {}", way.text)));
    Html::all([Html::from(el("b").text(&choice.label)), Html::from(more)])
}

/// Session zero: who somebody plays, and what the table keeps out of the story.
fn creation(view: &View, ask: &OpenAsk, tool: &Tool, answers: Answers<'_>) -> El {
    let safety = ["lines", "veils"];
    let plain = tool.fields.iter().filter(|field| !safety.contains(&field.name.as_str()));
    let plain = plain.map(|field| match &field.kind {
        FieldKind::Choice(choices) if field.required => cards(ask, field, choices),
        _ => control(ask, tool, field, &field.name),
    });
    let kept = tool.fields.iter().filter(|field| safety.contains(&field.name.as_str()));
    let kept = kept.map(|field| control(ask, tool, field, &field.name));
    section(ask, "ask creation", &ask.form.title).add(
        answers
            .form(ask, &tool.name)
            .attr("aria-label", &tool.about)
            .add_all(plain)
            .add(
                el("fieldset")
                    .class("safety")
                    .add(el("legend").text("Lines and veils"))
                    .add(el("p").class("quiet").text(
                        "Optional, one a line. They hold for everybody who tells here, and stand in the world's panel for \
                         all to read; who asked for them stands nowhere.",
                    ))
                    .add(agreed(view))
                    .add_all(kept),
            )
            .add(el("button").attr("type", "submit").class("main").text("Deal the cards")),
    )
}

/// One out of a few, with what each is.
fn cards(ask: &OpenAsk, field: &Field, choices: &[Choice]) -> El {
    let card = |(at, choice): (usize, &Choice)| {
        let id = format!("c-{}-{}-{at}", ask.id.0, field.name);
        let (name, about) = choice.label.split_once(": ").unwrap_or((&choice.label, ""));
        el("label")
            .class("archetype")
            .attr("for", &id)
            .add(
                el("input")
                    .attr("type", "radio")
                    .attr("name", &field.name)
                    .attr("value", choice.value.to_string())
                    .id(&id)
                    .flag("required", true),
            )
            .add(el("span").add(el("b").text(name)).add(el("span").class("about").text(format!(" {about}"))))
    };
    el("fieldset")
        .class("archetypes")
        .add(el("legend").text(capital(&field.label)))
        .add_all(choices.iter().enumerate().map(card))
}

/// The game master's turn: the tools that end it first, the others folded.
fn telling(view: &View, ask: &OpenAsk, answers: Answers<'_>) -> El {
    let acting = view.party.get(view.spotlight.index()).and_then(Option::as_ref);
    let pool = matches!(view.mood, Some(Mood::Action { roll: Roll::Open { .. }, .. }));
    let pool = acting.filter(|_| pool).map(|character| {
        let dice = (1..).zip(&character.dice).map(|(number, value)| {
            el("li").add(draw::die(*value)).text(format!("die {number} shows {value}"))
        });
        el("div")
            .class("pool")
            .add(el("p").text(format!("{}'s pool, in order:", character.name)))
            .add(el("ul").class("offers").add_all(dice))
    });
    let said = view.said.as_ref().map(|said| {
        let who = acting.map_or("They", |character| character.name.as_str());
        el("p").class("stakes").add(el("b").text(format!("{who}: "))).text(&said.text)
    });
    let mut tools = ask.form.tools.iter().rev().filter(|tool| !tool.fields.is_empty());
    let first = tools.next().map(|tool| fold(ask, tool, true, answers));
    let rest: Vec<El> = tools.map(|tool| fold(ask, tool, false, answers)).collect();
    let simple = ask.form.tools.iter().filter(|tool| tool.fields.is_empty());
    let simple: Vec<El> = simple.map(|tool| way(ask, tool, "", answers)).collect();
    section(ask, "ask telling", &ask.form.title)
        .add(said)
        .add(pool)
        .add(first)
        .add_all(rest)
        .add((!simple.is_empty()).then(|| el("div").class("ways").add_all(simple)))
}

fn fold(ask: &OpenAsk, tool: &Tool, open: bool, answers: Answers<'_>) -> El {
    let title = el("span")
        .add(el("b").text(words(&tool.name)))
        .add(el("span").class("about").text(format!(" {}", tool.about)));
    el("details")
        .id(format!("tool-{}-{}", ask.id.0, tool.name))
        .class("tool")
        .flag("open", open)
        .add(el("summary").add(title))
        .add(tool_form(ask, tool, answers))
}

/// What the table keeps out of the story already.
fn agreed(view: &View) -> Option<Html> {
    let list = |title: &str, words: &[String]| {
        (!words.is_empty()).then(|| el("p").add(el("b").text(title)).text(format!(" {}", words.join(", "))))
    };
    if view.lines.is_empty() && view.veils.is_empty() {
        return None;
    }
    let both = [list("Never told at this table:", &view.lines), list("Told only from afar:", &view.veils)];
    Some(Html::all(both.into_iter().flatten()))
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words with a full stop.
fn sentence(words: &str) -> String {
    let words = capital(words.trim());
    if words.is_empty() || words.ends_with(['.', '!', '?', '…']) { words } else { format!("{words}.") }
}

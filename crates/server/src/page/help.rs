//! The help page, and what somebody can set for themselves.

use axum::extract::{Path, State};
use engine::{PhaseCard, Rules};
use protocol::table::{COMMANDS, TableCommand};

use super::html::{El, Html, el};
use super::layout;
use crate::answer::Fail;
use crate::server::App;

/// What can be done, and how.
const HELP: &[(&str, &[&str])] = &[
    (
        "At a table",
        &[
            "Under Menu: pause and end, who else may come, and the strips, which show where the table stands and where the activity does.",
            "What you are asked stands below the talk, at the bottom. Tab goes from one thing to the next. Enter sends what you say, Shift+Enter begins a new line.",
            "The line takes words: what you say, ((what you say out of character, and /commands, which are below.",
            "((parlor, what are the rules?)) asks the referee, who answers from the rules and tells nobody a secret.",
            "What only you may know, and what you are asked unseen, stays covered until you open it.",
            "✕ Stop ends play at once and takes the last moment back. Nobody is named, and no reason is asked.",
            "When you are asked something, the title of the page says so, and its icon has a dot. A sound and a notification can be set below.",
            "A clock that runs out can be given another minute, ten times: the button +60 s beside it.",
        ],
    ),
    (
        "Who may do what",
        &[
            "On this machine nobody needs an account. Others come in by an invitation: one seat for one, or one link for everybody, who each take a free seat.",
            "In the same room a code does, too, such as KITE-427: it is typed at /join.",
            "Whoever runs the table may start, pause and end it. Once it is over, everybody may look at it through everybody's eyes.",
        ],
    ),
    (
        "For programs",
        &["Everything that the pages do can be done over HTTP: the document is at /api/openapi.json."],
    ),
];

/// Keys, where they work, and what they do.
const KEYS: &[(&str, &str)] = &[
    (
        "1 … 9",
        "at a table: take a choice by its number; a vote, or a choice at night, is then made with its button",
    ),
    ("Enter", "at a table: send what you say; with Shift a new line"),
    ("?", "at a table: this page"),
    ("Esc", "close a menu"),
    ("← →", "in a replay: one event back or on; with Shift a phase"),
    ("Home End", "in a replay: the first and the last moment"),
    ("Space", "in a replay: play, or stop"),
    ("[ ]", "in a replay: slower and faster"),
    ("g", "in a replay: go to a number"),
    ("p 1 … 0 o", "in a replay: see as everybody, as a seat, with nothing hidden"),
];

/// What can be set: its name for the scripts, and what it is. They say themselves what it is at first.
const SETTINGS: &[(&str, &str)] = &[
    ("keys", "Single keys do something"),
    ("whole", "Show what is said only once it is whole"),
    ("sound", "A soft sound when you are asked something"),
    ("notify", "A notification when you are asked something and look elsewhere"),
    ("awake", "The screen stays lit while something is played"),
];

/// The page.
pub(crate) async fn help() -> Html {
    let section = |(title, lines): &(&str, &[&str])| -> El {
        el("section")
            .add(el("h2").text(title))
            .add(el("ul").add_all(lines.iter().map(|line| el("li").text(line))))
    };
    let key =
        |(key, what): &(&str, &str)| Html::all([el("dt").add(el("kbd").text(key)), el("dd").text(what)]);
    let setting = |(name, words): &(&str, &str)| {
        let id = format!("setting-{name}");
        el("div")
            .class("setting")
            .add(
                el("input")
                    .id(&id)
                    .attr("type", "checkbox")
                    .attr("data-setting", name)
                    .flag("disabled", true),
            )
            .add(el("label").attr("for", &id).text(words))
    };
    let keys = el("section")
        .attr("aria-labelledby", "keys-title")
        .add(el("h2").id("keys-title").text("Keys"))
        .add(el("dl").add_all(KEYS.iter().map(key)));
    let typed = |command: &TableCommand| {
        let words = format!("/{} {}", command.name, command.takes);
        Html::all([el("dt").add(el("kbd").text(words.trim_end())), el("dd").text(command.about)])
    };
    let commands = el("section")
        .attr("aria-labelledby", "commands-title")
        .add(el("h2").id("commands-title").text("What can be typed"))
        .add(el("dl").add_all(COMMANDS.iter().map(typed)));
    let settings = el("section")
        .attr("aria-labelledby", "settings-title")
        .add(el("h2").id("settings-title").text("Settings"))
        .add(el("p").class("quiet").text("They are kept in this browser."))
        .add_all(SETTINGS.iter().map(setting));
    let body = el("div")
        .class("help")
        .add(el("h1").text("Help"))
        .add_all(HELP.iter().map(section))
        .add(commands)
        .add(keys)
        .add(settings);
    layout::page("Help", &["settings.js"], body)
}

/// How an evening of one activity goes: what it says of itself, its phases as a picture, and who of the house plays.
pub(crate) async fn how(State(app): State<App>, Path(machine): Path<String>) -> Result<Html, Fail> {
    let rules = app.catalog.activity(&machine).ok_or_else(Fail::not_found)?;
    let card = rules.card();
    let text = if card.rules.is_empty() { sentence(card.about) } else { card.rules.to_owned() };
    let character =
        |(name, about): &(&str, &str)| Html::all([el("dt").text(*name), el("dd").text(sentence(about))]);
    let body = el("div")
        .class("help how")
        .add(el("h1").text(format!("{}: how it goes", rules.label())))
        .add(el("p").class("lead").text(sentence(card.about)))
        .add(el("p").text(text))
        .add(course(rules))
        .add(
            el("section")
                .add(el("h2").text("Who of the house plays"))
                .add(el("dl").add_all(card.house.iter().map(character))),
        )
        .add(el("p").add(el("a").class("button").attr("href", "/").text("To the tables")));
    Ok(layout::page(&format!("{}: how it goes", rules.label()), &[], body))
}

/// The phases of an activity, in their order, each with its sign and how long it lasts.
fn course(rules: &dyn Rules) -> El {
    let step = |card: &PhaseCard| {
        el("li")
            .add(
                el("span")
                    .class("sign")
                    .attr("aria-hidden", "true")
                    .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
                    .text(card.sign.0),
            )
            .add(el("b").text(card.title))
            .add(el("span").class("quiet").text(card.lasts))
    };
    el("ol").class("course").attr("aria-label", "Its phases").add_all(rules.phases().iter().map(step))
}

/// Words as a sentence.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let begin = letters.next().into_iter().flat_map(char::to_uppercase);
    begin.chain(letters).chain(['.']).collect()
}

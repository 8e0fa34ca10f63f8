//! The help page, and what somebody can set for themselves.

use axum::extract::{Path, State};
use engine::{PhaseCard, Rules};
use protocol::table::{COMMANDS, TableCommand};

use super::html::{El, Html, el};
use super::layout;
use crate::answer::Fail;
use crate::says;
use crate::server::App;

/// What can be done, and how.
const HELP: &[(&str, &[&str])] = &[
    (
        says::AT_A_TABLE,
        &[
            says::UNDER_MENU_PAUSE_AND_END_WHO,
            says::WHAT_YOU_ARE_ASKED_STANDS_BELOW,
            says::THE_LINE_TAKES_WORDS_WHAT_YOU,
            says::PARLOR_WHAT_ARE_THE_RULES_ASKS,
            says::WHAT_ONLY_YOU_MAY_KNOW_AND,
            says::STOP_ENDS_PLAY_AT_ONCE_AND,
            says::WHOEVER_ONLY_WATCHES_HAS_A_LINE,
            says::WHEN_YOU_ARE_ASKED_SOMETHING_THE,
            says::A_CLOCK_THAT_RUNS_OUT_CAN,
        ],
    ),
    (
        says::WHO_MAY_DO_WHAT,
        &[
            says::ON_THIS_MACHINE_NOBODY_NEEDS_AN,
            says::IN_THE_SAME_ROOM_A_CODE,
            says::WHOEVER_RUNS_THE_TABLE_MAY_START,
        ],
    ),
    (says::FOR_PROGRAMS, &[says::EVERYTHING_THAT_THE_PAGES_DO_CAN]),
];

/// Keys, where they work, and what they do.
const KEYS: &[(&str, &str)] = &[
    ("1 … 9", says::AT_A_TABLE_TAKE_A_CHOICE),
    (says::ENTER, says::AT_A_TABLE_SEND_WHAT_YOU),
    ("?", says::AT_A_TABLE_THIS_PAGE),
    (says::ESC, says::CLOSE_A_MENU),
    ("← →", says::IN_A_REPLAY_ONE_EVENT_BACK),
    (says::HOME_END, says::IN_A_REPLAY_THE_FIRST_AND),
    (says::SPACE, says::IN_A_REPLAY_PLAY_OR_STOP),
    ("[ ]", says::IN_A_REPLAY_SLOWER_AND_FASTER),
    ("g", says::IN_A_REPLAY_GO_TO_A),
    (says::P_1_0_O, says::IN_A_REPLAY_SEE_AS_EVERYBODY),
];

/// What can be set: its name for the scripts, and what it is. They say themselves what it is at first.
const SETTINGS: &[(&str, &str)] = &[
    ("keys", says::SINGLE_KEYS_DO_SOMETHING),
    ("whole", says::SHOW_WHAT_IS_SAID_ONLY_ONCE),
    ("sound", says::A_SOFT_SOUND_WHEN_YOU_ARE),
    ("notify", says::A_NOTIFICATION_WHEN_YOU_ARE_ASKED),
    ("awake", says::THE_SCREEN_STAYS_LIT_WHILE),
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
        .add(el("h2").id("keys-title").text(says::KEYS))
        .add(el("dl").add_all(KEYS.iter().map(key)));
    let typed = |command: &TableCommand| {
        let words = format!("/{} {}", command.name, command.takes);
        Html::all([el("dt").add(el("kbd").text(words.trim_end())), el("dd").text(command.about)])
    };
    let commands = el("section")
        .attr("aria-labelledby", "commands-title")
        .add(el("h2").id("commands-title").text(says::WHAT_CAN_BE_TYPED))
        .add(el("dl").add_all(COMMANDS.iter().map(typed)));
    let settings = el("section")
        .attr("aria-labelledby", "settings-title")
        .add(el("h2").id("settings-title").text(says::SETTINGS))
        .add(el("p").class("quiet").text(says::THEY_ARE_KEPT_IN_THIS_BROWSER))
        .add_all(SETTINGS.iter().map(setting));
    let body = el("div")
        .class("help")
        .add(el("h1").text(says::HELP))
        .add_all(HELP.iter().map(section))
        .add(commands)
        .add(keys)
        .add(settings);
    layout::page(says::HELP, &["settings.js"], body)
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
        .add(el("h1").text(says::how_it_goes(rules.label())))
        .add(el("p").class("lead").text(sentence(card.about)))
        .add(el("p").text(text))
        .add(course(rules))
        .add(
            el("section")
                .add(el("h2").text(says::WHO_OF_THE_HOUSE_PLAYS))
                .add(el("dl").add_all(card.house.iter().map(character))),
        )
        .add(el("p").add(el("a").class("button").attr("href", "/").text(says::TO_THE_TABLES)));
    Ok(layout::page(&says::how_it_goes(rules.label()), &[], body))
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
    el("ol").class("course").attr("aria-label", says::ITS_PHASES).add_all(rules.phases().iter().map(step))
}

/// Words as a sentence.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let begin = letters.next().into_iter().flat_map(char::to_uppercase);
    begin.chain(letters).chain(['.']).collect()
}

//! The help page.

use super::html::{El, Html, el};
use super::layout;

/// What can be done, and how.
const HELP: &[(&str, &[&str])] = &[
    (
        "At a table",
        &[
            "The strips show where the table stands and where the activity does; what is marked is now.",
            "What you are asked stands below the talk. Number keys take a choice; Tab goes from one to the next.",
            "The line takes words: what you say, ((what you say out of character, and /commands such as /status, /recap, /undo.",
            "What only you may know is under “My seat”, and stays covered until you open it.",
        ],
    ),
    (
        "Who may do what",
        &[
            "On this machine nobody needs an account. Others come in by an invitation, which can be used once.",
            "Whoever runs the table may start, pause and end it. Once it is over, everybody may look at it through everybody's eyes.",
        ],
    ),
    (
        "For programs",
        &["Everything that the pages do can be done over HTTP: the document is at /api/openapi.json."],
    ),
];

/// The page.
pub(crate) async fn help() -> Html {
    let section = |(title, lines): &(&str, &[&str])| -> El {
        el("section")
            .add(el("h2").text(title))
            .add(el("ul").add_all(lines.iter().map(|line| el("li").text(line))))
    };
    let body = el("div").class("help").add(el("h1").text("Help")).add_all(HELP.iter().map(section));
    layout::page("Help", &[], body)
}

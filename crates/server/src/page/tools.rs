//! What somebody can do beside a story at any time: take back, have it told anew, hear what has happened. The stop is in the
//! head of the table.

use engine::Written;
use protocol::table::TableState;

use super::face::Seen;
use super::form::Answers;
use super::html::{El, el};

/// The tools, once play has begun; none, where no story is told.
pub(super) fn bar(seen: Seen<'_>) -> Option<El> {
    if seen.custom.written != Written::Story {
        return None;
    }
    let bar = el("div").class("story-tools");
    let state = seen.scene.table.state;
    let begun = seen.card.is_some_and(|card| !card.prepares);
    if !seen.acts || !begun || matches!(state, TableState::Idle | TableState::Debrief) {
        return Some(bar);
    }
    let (action, by) = seen.sends();
    let answers = Answers { action: &action, by: &by };
    let button = |(line, title, about): (&str, &str, &str)| {
        answers.says(line).add(el("button").attr("type", "submit").attr("title", about).text(title))
    };
    let says = [
        ("/undo", "Undo", "Takes the last thing back that a person did"),
        ("/redo", "Redo", "Brings back what was taken back, as long as nothing else has happened"),
        ("/retry", "Retell", "Has the last answer told anew"),
        ("/recap", "Recap", "What has happened so far"),
    ]
    .map(button);
    Some(
        bar.add(
            el("details")
                .class("menu up")
                .id("tools")
                .add(el("summary").class("button").attr("aria-label", "Take back, tell again").text("↶"))
                .add(el("div").class("sheet").add_all(says)),
        ),
    )
}

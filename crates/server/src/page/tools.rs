//! What somebody can do beside a story at any time: take back, have it told anew, hear what has happened. The stop is in the
//! head of the table.

use engine::Written;
use protocol::table::TableState;

use super::face::Seen;
use super::form::Answers;
use super::html::{El, el};
use crate::says;

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
        ("/undo", says::UNDO, says::TAKES_THE_LAST_THING_BACK_THAT),
        ("/redo", says::REDO, says::BRINGS_BACK_WHAT_WAS_TAKEN_BACK),
        ("/retry", says::RETELL, says::HAS_THE_LAST_ANSWER_TOLD_ANEW),
        ("/recap", says::RECAP, says::WHAT_HAS_HAPPENED_SO_FAR),
    ]
    .map(button);
    Some(
        bar.add(
            el("details")
                .class("menu up")
                .id("tools")
                .add(el("summary").class("button").attr("aria-label", says::TAKE_BACK_TELL_AGAIN).text("↶"))
                .add(el("div").class("sheet").add_all(says)),
        ),
    )
}

//! The islands of a story: what is asked, the sealed dice, in whose voice it is told, and what can be taken back.

mod ask;
mod sealed;

use engine::OpenAsk;
use engine::board::Panel;
use protocol::dm::View;
use protocol::table::TableState;
use protocol::{Frame, Scene};
use serde::Deserialize;

use super::board;
use super::face::{Face, Part, Place, Seen};
use super::form::Answers;
use super::html::{El, Html, el};

/// How a story is shown.
pub(super) struct Dm;

impl Face for Dm {
    fn parts(&self, seen: Seen<'_>) -> Vec<Part> {
        vec![Part::new("story-tools", Place::Above, tools(seen))]
    }

    /// The scene has the voice in which it is told. The dice are in the talk, and before whoever spends one.
    fn island(&self, seen: Seen<'_>, panel: &Panel) -> Option<Html> {
        match panel.id {
            "scene" => {
                let body = board::shown(seen, panel, "panel-scene");
                Some(Html::all([body, voice(seen).into()]))
            }
            "dice" => Some(Html::none()),
            _ => None,
        }
    }

    fn ask(&self, seen: Seen<'_>, ask: &OpenAsk, answers: Answers<'_>) -> Option<Html> {
        let view = View::deserialize(&seen.scene.view).ok()?;
        Some(ask::ask(&view, ask, answers))
    }

    fn line(&self, seen: Seen<'_>, before: Option<&Scene>, frame: &Frame) -> Option<Html> {
        sealed::line(seen, before, frame)
    }
}

/// In whose voice it is told now.
fn voice(seen: Seen<'_>) -> Option<El> {
    seen.card.map(|card| {
        el("p")
            .class("persona now")
            .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
            .add(el("span").attr("aria-hidden", "true").text(card.sign.0))
            .text(format!(" {} ", card.title))
            .add(el("span").class("voice").text(card.persona))
    })
}

/// What a player can do beside the story at any time: take back, have it told anew, hear what has happened. The stop is in
/// the head of the table.
fn tools(seen: Seen<'_>) -> El {
    let bar = el("div").class("story-tools");
    let state = seen.scene.table.state;
    let begun = seen.card.is_some_and(|card| !card.prepares);
    if !seen.acts || !begun || matches!(state, TableState::Idle | TableState::Debrief) {
        return bar;
    }
    let (action, by) = (format!("/t/{}/answer", seen.id), seen.viewer.to_string());
    let answers = Answers { action: &action, by: &by };
    let says = |(line, title, about): (&str, &str, &str)| {
        answers.says(line).add(el("button").attr("type", "submit").attr("title", about).text(title))
    };
    bar.add_all(
        [
            ("/undo", "Undo", "Takes the last thing back that a person did"),
            ("/redo", "Redo", "Brings back what was taken back, as long as nothing else has happened"),
            ("/retry", "Retell", "Has the last answer told anew"),
            ("/recap", "Recap", "What has happened so far"),
        ]
        .map(says),
    )
}

//! What is shown of a game of Mafia: the ring of seats, what only this seat knows, the votes, how it ended.

mod ask;
mod ending;
mod moments;
mod own;
mod ring;
mod votes;

use engine::OpenAsk;
use protocol::mafia::{Role, View};
use protocol::{Frame, Scene};
use serde::Deserialize;
use serde_json::{Value, json};

use super::face::{Face, Part, Place, Seen};
use super::form::Answers;
use super::html::{Html, el};

/// How a game is shown.
pub(super) struct Mafia;

impl Face for Mafia {
    fn title<'a>(&self, _: &'a str) -> &'a str {
        "Mafia"
    }

    fn parts(&self, seen: Seen<'_>) -> Vec<Part> {
        let Ok(view) = View::deserialize(&seen.scene.view) else { return Vec::new() };
        vec![
            Part::new("ending", Place::Over, ending::card(seen, &view)),
            Part::new("seats", Place::Before, ring::ring(seen, &view)),
            Part::new("own", Place::Before, own::panel(seen, &view)),
            Part::new("votes", Place::Beside, votes::panel(&view)),
        ]
    }

    fn over_asks(&self, seen: Seen<'_>) -> Option<Html> {
        let view = View::deserialize(&seen.scene.view).ok()?;
        own::hint(&view).map(Html::from)
    }

    fn ask(&self, seen: Seen<'_>, ask: &OpenAsk, answers: Answers<'_>) -> Option<Html> {
        let view = View::deserialize(&seen.scene.view).ok()?;
        ask::form(&view, ask, answers)
    }

    fn remark(&self, _seen: Seen<'_>, frame: &Frame) -> Option<Html> {
        moments::remark(frame)
    }

    fn summary(&self, scene: &Scene) -> String {
        let Ok(view) = View::deserialize(&scene.view) else { return String::new() };
        let alive = format!("{} of {} alive", view.living.len(), view.seats.len());
        if view.day > 0 { format!("day {}, {alive}", view.day) } else { alive }
    }

    fn more_time(&self) -> Option<Value> {
        Some(json!({"type": "Extend"}))
    }

    fn covers(&self) -> bool {
        true
    }
}

/// A role as one is it.
fn a(role: Role) -> &'static str {
    match role {
        Role::Mafia => "mafia",
        Role::Doctor => "the doctor",
        Role::Sheriff => "the sheriff",
        Role::Villager => "a villager",
    }
}

/// `Ana, Ben and Cole`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A tag.
fn tag(words: &str) -> super::html::El {
    el("span").class("tag").text(words)
}

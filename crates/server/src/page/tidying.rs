//! What is shown of a tidying session: the thing in hand, the piles filling, what the space is for, the photos.
//!
//! Nobody is hurried here: there is no clock on the page, and the count is a count, not a score.

mod card;
mod photos;
mod piles;
mod upload;
mod wrap;

use engine::{OpenAsk, SeatId};
use protocol::Scene;
use protocol::tidying::{Floor, Mode, Offer, View};
use serde::Deserialize;

pub(crate) use upload::{add, delete};

use super::face::{Face, Part, Place, Seen};
use super::form::Answers;
use super::html::{El, Html, el};
use super::sitting;

/// How a tidying session is shown.
pub(super) struct Tidying;

impl Face for Tidying {
    fn title<'a>(&self, _: &'a str) -> &'a str {
        "Tidying"
    }

    fn covers(&self) -> bool {
        false
    }

    fn shows_clock(&self) -> bool {
        false
    }

    fn summary(&self, scene: &Scene) -> String {
        let sorted = View::deserialize(&scene.view).map(|view| format!("{} sorted", view.processed()));
        sorted.unwrap_or_default()
    }

    fn leader(&self, scene: &Scene) -> Option<SeatId> {
        View::deserialize(&scene.view).ok().map(|view| view.coach)
    }

    fn parts(&self, seen: Seen<'_>) -> Vec<Part> {
        let Ok(view) = View::deserialize(&seen.scene.view) else { return Vec::new() };
        vec![
            Part::new("wrap", Place::Before, wrap::wrap(seen, &view)),
            Part::new("space", Place::Before, space(&view)),
            Part::new("album", Place::Before, photos::album(seen, &view)),
            Part::new("add-photos", Place::Before, photos::add(seen, &view)),
            Part::new("piles", Place::Beside, piles::piles(seen, &view)),
            Part::new("chairs", Place::Beside, sitting::chairs(seen)),
        ]
    }

    fn ask(&self, seen: Seen<'_>, ask: &OpenAsk, answers: Answers<'_>) -> Option<Html> {
        let view = View::deserialize(&seen.scene.view).ok()?;
        let is_person = ask.seat == view.person;
        is_person.then(|| card::card(seen, &view, ask, answers).into())
    }

    /// A mode has a heading already; and whoever is asked has the choices on the page, with numbers of the page's own.
    fn hint(&self, seen: Seen<'_>) -> Option<&'static str> {
        let view = View::deserialize(&seen.scene.view).ok()?;
        Some(match (&view.mode, view.floor) {
            (_, Floor::Coach) => "Add a word",
            (Some(Mode::Sorting { offer: Some(Offer::Proposal(_)), .. }), _) => "Or write where it belongs",
            (Some(Mode::Sorting { offer: None, .. }), _) => "What is there? Old chargers, three mugs, …",
            (Some(Mode::Clarifying { .. }), _) => "Say what it is, or what it is like",
            _ => "Or say it in your own words",
        })
    }

    fn modules(&self) -> &'static [&'static str] {
        &["photos.js", "piles.js"]
    }
}

/// What the person is asked, while the table is live.
fn own_ask<'a>(seen: Seen<'a>, view: &View) -> Option<&'a OpenAsk> {
    let live = seen.acts && seen.scene.table.state.is_narrative_active();
    let is_own = seen.viewer == engine::Viewer::Seat(view.person);
    seen.scene.asks.iter().find(|ask| live && is_own && ask.seat == view.person)
}

/// Does an ask have this way to answer?
fn has(ask: &OpenAsk, tool: &str) -> bool {
    ask.form.tools.iter().any(|it| it.name == tool)
}

/// The space, what it is for, and what stays in it.
fn space(view: &View) -> El {
    let function = view.function.as_ref().map(|function| el("p").text(format!("For {function}.")));
    let anchors = (!view.anchors.is_empty())
        .then(|| el("p").class("quiet").text(format!("What stays: {}", view.anchors.join(", "))));
    let before = view.before.as_ref().filter(|_| view.outcome.is_none()).and_then(|left| {
        let next = left.next_time.as_ref()?;
        Some(el("p").class("quiet").text(format!("First, from last time: {next}")))
    });
    el("section")
        .class("panel space")
        .attr("aria-labelledby", "space-title")
        .add(el("h2").id("space-title").text(&view.space))
        .add(function)
        .add(anchors)
        .add(before)
}

/// So many things, in words.
fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

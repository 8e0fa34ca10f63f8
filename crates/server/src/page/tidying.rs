//! The islands of a tidying session: the thing in hand, the piles that things are taken up from, the photos, the list to
//! tick off.
//!
//! Nobody is hurried here: there is no clock on the page, and the count is a count, not a score.

mod card;
mod photos;
mod piles;
mod ticks;
mod upload;

use engine::OpenAsk;
use engine::board::Panel;
use protocol::tidying::{Floor, Mode, Offer, View};
use serde::Deserialize;

pub(crate) use upload::{add, delete};

use super::face::{Face, Part, Place, Seen};
use super::form::Answers;
use super::html::Html;

/// How a tidying session is shown.
pub(super) struct Tidying;

impl Face for Tidying {
    fn shows_clock(&self) -> bool {
        false
    }

    fn parts(&self, seen: Seen<'_>) -> Vec<Part> {
        let Ok(view) = View::deserialize(&seen.scene.view) else { return Vec::new() };
        vec![Part::new("add-photos", Place::Before, photos::add(seen, &view))]
    }

    fn island(&self, seen: Seen<'_>, panel: &Panel) -> Option<Html> {
        let view = View::deserialize(&seen.scene.view).ok()?;
        let inner = match panel.id {
            // Whoever decides has it before them, with the answers.
            "hand" if own_ask(seen, &view).is_some() => Html::none(),
            "piles" => piles::piles(seen, &view, panel),
            "photos" => photos::album(seen, &view, panel),
            "checklist" => ticks::ticks(panel),
            _ => return None,
        };
        Some(inner)
    }

    fn place(&self, panel: &Panel) -> Option<Place> {
        matches!(panel.id, "space" | "photos").then_some(Place::Before)
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

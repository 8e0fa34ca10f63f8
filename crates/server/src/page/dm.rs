//! What is shown of a story: the scene, the sheets, the clocks as pies, the dice that can be spent, the world.

mod ask;
mod draw;
mod sealed;
mod sheet;
mod world;

use engine::{OpenAsk, SeatId};
use protocol::dm::View;
use protocol::{Frame, Scene};
use serde::Deserialize;

use super::face::{Face, Part, Place, Seen};
use super::form::Answers;
use super::html::Html;
use super::sitting;

/// How a story is shown.
pub(super) struct Dm;

impl Face for Dm {
    fn title<'a>(&self, _: &'a str) -> &'a str {
        "Story"
    }

    fn covers(&self) -> bool {
        false
    }

    fn summary(&self, scene: &Scene) -> String {
        let Ok(view) = View::deserialize(&scene.view) else { return String::new() };
        let scene = (view.scene.number > 0).then(|| format!("scene {}", view.scene.number));
        let most = view.party.iter().flatten().map(|it| it.stress).max();
        let stress = most.map(|stress| format!("stress {stress}/9"));
        scene.into_iter().chain(stress).collect::<Vec<_>>().join(", ")
    }

    fn leader(&self, scene: &Scene) -> Option<SeatId> {
        View::deserialize(&scene.view).ok().map(|view| view.gm)
    }

    fn parts(&self, seen: Seen<'_>) -> Vec<Part> {
        let Ok(view) = View::deserialize(&seen.scene.view) else { return Vec::new() };
        vec![
            Part::new("scene", Place::Before, world::scene(seen, &view)),
            Part::new("story-tools", Place::Before, world::tools(seen, &view)),
            Part::new("sheets", Place::Beside, sheet::party(seen, &view)),
            Part::new("chairs", Place::Beside, sitting::chairs(seen)),
            Part::new("clocks", Place::Beside, world::clocks(&view)),
            Part::new("world", Place::Beside, world::world(&view)),
            Part::new("notes", Place::Beside, world::notes(&view)),
        ]
    }

    fn ask(&self, seen: Seen<'_>, ask: &OpenAsk, answers: Answers<'_>) -> Option<Html> {
        let view = View::deserialize(&seen.scene.view).ok()?;
        Some(ask::ask(&view, ask, answers))
    }

    fn line(&self, seen: Seen<'_>, before: Option<&Scene>, frame: &Frame) -> Option<Html> {
        sealed::line(seen, before, frame)
    }
}

//! The parts of a table's page, made from how things stand for a viewer: live, in a replay, or in a file to keep.

use engine::{Catalog, Rules, Seat, Viewer};
use protocol::table::TableState;
use protocol::{Frame, Scene, Update};
use store::SessionId;

use super::face::{self, Face, Place, Seen};
use super::form::{self, Answers};
use super::html::{El, Html, el};
use super::{feed, strip};

/// What the parts of a page are made with.
pub(crate) struct Stage {
    pub(crate) id: SessionId,
    pub(crate) viewer: Viewer,
    /// May the viewer run the table?
    pub(crate) runs: bool,
    /// Can something be done here? Not in a replay.
    pub(crate) live: bool,
    /// May the viewer look at photos, and are there some?
    pub(crate) looks: bool,
    pub(crate) table: &'static dyn Rules,
    pub(crate) activity: &'static dyn Rules,
    pub(crate) face: &'static dyn Face,
    pub(crate) seats: Vec<Seat>,
}

impl Stage {
    /// For a viewer of a table, from how things stand for them. Nothing, if it is of a machine that is not known here.
    pub(crate) fn new(
        catalog: Catalog,
        id: SessionId,
        viewer: Viewer,
        runs: bool,
        scene: &Scene,
    ) -> Option<Stage> {
        let activity = catalog.activity(&scene.machine)?;
        let seats = serde_json::from_value(scene.view["seats"].clone()).unwrap_or_default();
        let face = face::of(&scene.machine);
        let table = catalog.table;
        Some(Stage { id, viewer, runs, live: true, looks: false, table, activity, face, seats })
    }

    pub(super) fn seen<'a>(&'a self, scene: &'a Scene) -> Seen<'a> {
        let acts = self.live && matches!(self.viewer, Viewer::Seat(_)) && scene.outcome.is_none();
        let card = self.activity.phases().iter().find(|card| card.name == scene.phase);
        let (live, looks) = (self.live, self.looks);
        Seen { id: &self.id, viewer: self.viewer, seats: &self.seats, scene, card, live, acts, looks }
    }

    /// The parts that are swapped as things change, by their ids, each with where it stands.
    pub(crate) fn parts(&self, scene: &Scene) -> Vec<(&'static str, Option<Place>, Html)> {
        let seen = self.seen(scene);
        let mut parts =
            vec![("strips", None, strip::strips(self.table, self.activity, scene).id("strips").into())];
        if self.live {
            parts.push(("controls", None, self.controls(scene).id("controls").into()));
            parts.push(("asks", None, self.asks(seen).id("asks").into()));
        }
        parts.extend(self.face.parts(seen).into_iter().map(|part| (part.id, Some(part.place), part.html)));
        parts
    }

    /// The lines of some frames. `scene` is how things stood then, and `before` how they stood before, where that is
    /// known.
    pub(crate) fn feed(&self, frames: &[Frame], scene: Option<&Scene>, before: Option<&Scene>) -> Html {
        let line = |frame: &Frame| {
            let seen = scene.or(before).map(|scene| self.seen(scene));
            if let Some(own) = seen.and_then(|seen| self.face.line(seen, before, frame)) {
                return Html::all([feed::heading(frame, self.activity), own]);
            }
            let remark = scene.and_then(|scene| self.face.remark(self.seen(scene), frame));
            feed::line(frame, &self.seats, self.activity, remark)
        };
        Html::all(frames.iter().map(line))
    }

    /// All lines from the first on.
    pub(crate) fn whole_feed(&self, updates: &[Update]) -> Html {
        let mut before = None;
        Html::all(updates.iter().map(|update| {
            let lines = self.feed(&update.frames, update.scene.as_deref(), before);
            before = update.scene.as_deref().or(before);
            lines
        }))
    }

    /// What the viewer is asked, and a line to say something on.
    fn asks(&self, seen: Seen<'_>) -> El {
        let action = format!("/t/{}/answer", self.id);
        let by = self.viewer.to_string();
        let answers = Answers { action: &action, by: &by };
        let own = seen.scene.asks.iter().filter(|ask| Viewer::Seat(ask.seat) == self.viewer);
        let live = seen.scene.table.state.is_narrative_active();
        let asks = own.filter(|_| live).map(|ask| {
            let special = self.face.ask(seen, ask, answers);
            special.unwrap_or_else(|| form::forms(ask, answers))
        });
        let hint = self.face.hint(seen);
        el("div").class("asks").add_all(asks).add(seen.acts.then(|| form::line(answers, hint)))
    }

    /// What whoever runs the table can do with it now.
    fn controls(&self, scene: &Scene) -> El {
        let verbs: &[(&str, &str)] = match scene.table.state {
            _ if !self.runs => &[],
            TableState::Idle => &[("start", "Start")],
            TableState::SessionZero => &[("start", "Start"), ("end", "End")],
            TableState::Active => &[("pause", "Pause"), ("end", "End")],
            TableState::Paused => &[("resume", "Resume"), ("end", "End")],
            TableState::Debrief => &[("resume", "Resume"), ("close", "Close")],
        };
        let button = |(verb, title): &(&str, &str)| {
            el("form")
                .attr("method", "post")
                .attr("action", format!("/t/{}/session", self.id))
                .add(el("button").attr("type", "submit").attr("name", "verb").attr("value", verb).text(title))
        };
        el("div").class("controls").add_all(verbs.iter().map(button))
    }
}

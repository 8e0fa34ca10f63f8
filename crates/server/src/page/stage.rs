//! The parts of a table's page, made from how things stand for a viewer: live, in a replay, or in a file to keep.

use std::collections::BTreeSet;

use engine::{Catalog, Rules, Seat, SeatId, SessionId, Tone, Viewer, Voice};
use protocol::table::Language;
use protocol::{Frame, Scene, Update};

use super::face::{self, Part, Place, Seen};
use super::form::{self, Answers};
use super::html::{El, Html, el};
use super::{banner, board, feed, gallery, head, islands, menu, strip, tools};
use crate::gallery::Heard;
use crate::guests::Names;
use crate::limits::FEED_BYTES_MAX;
use crate::presence::Here;
use crate::server::App;
use crate::turning::{self, Turned};

/// What came after the end of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct After {
    /// Has the same table been laid again, for everybody at this one?
    pub(crate) goes_on: bool,
    /// When the game turned, once that is known.
    pub(crate) turned: Option<Turned>,
}

impl After {
    /// Of a table that stands so. When it turned is worked out as soon as somebody looks at its end.
    pub(crate) fn of(app: &App, id: &SessionId, scene: &Scene) -> After {
        if scene.outcome.is_none() {
            return After::default();
        }
        turning::seek(app, id);
        After { goes_on: app.rights.next(id).is_some(), turned: app.turnings.of(id) }
    }
}

/// What the parts of a page are made with.
pub(crate) struct Stage {
    pub(crate) id: SessionId,
    pub(crate) viewer: Viewer,
    /// May the viewer run the table?
    pub(crate) runs: bool,
    /// May whoever looks at it make tables?
    pub(crate) owns: bool,
    /// Can something be done here? Not in a replay.
    pub(crate) live: bool,
    /// What came after its end.
    pub(crate) after: After,
    /// May the viewer look at photos, and are there some?
    pub(crate) looks: bool,
    /// Who is at it, where that is known: at a table that runs.
    pub(crate) here: Option<Here>,
    /// What those who watch said, as far as the viewer may read it.
    pub(crate) gallery: Heard,
    /// The own names of those who came by the link of the table.
    pub(crate) guests: Names,
    /// Of the events that the viewer was told, those that were taken back.
    pub(crate) undone: BTreeSet<u64>,
    pub(crate) table: &'static dyn Rules,
    pub(crate) activity: &'static dyn Rules,
    pub(crate) seats: Vec<Seat>,
    /// What is spoken at the table.
    pub(super) language: Language,
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
        let seats = scene.seats.clone();
        let table = catalog.table;
        let (owns, live, looks, here) = (false, true, false, None);
        let (guests, undone) = (Names::new(), BTreeSet::new());
        let after = After::default();
        Some(Stage {
            id,
            viewer,
            runs,
            owns,
            live,
            after,
            looks,
            here,
            gallery: Heard::default(),
            guests,
            undone,
            table,
            activity,
            seats,
            language: scene.table.language,
        })
    }

    /// The seat of the person who looks at it live. What others hold can be looked at, and no more.
    pub(super) fn person(&self, scene: &Scene) -> Option<SeatId> {
        let Viewer::Seat(seat) = self.viewer else { return None };
        (self.live && face::is_person(&self.seats, scene, seat)).then_some(seat)
    }

    /// Does a seat lead the others?
    pub(super) fn leads(&self) -> bool {
        self.activity.custom().leader.is_some()
    }

    pub(super) fn seen<'a>(&'a self, scene: &'a Scene) -> Seen<'a> {
        let acts = self.person(scene).is_some() && scene.outcome.is_none();
        let card = self.activity.phases().iter().find(|card| card.name == scene.phase);
        let Stage { id, viewer, seats, owns, live, after, looks, here, guests, .. } = self;
        let (owns, live, looks, here) = (*owns, *live, *looks, here.map(|here| here.seats));
        let (runs, custom) = (live && self.runs, self.activity.custom());
        let viewer = *viewer;
        Seen { id, viewer, seats, scene, card, custom, runs, live, acts, looks, owns, after, here, guests }
    }

    /// The parts that are swapped as things change.
    pub(super) fn parts(&self, scene: &Scene) -> Vec<Part> {
        let seen = self.seen(scene);
        let strips = strip::strips(self.table, self.activity, &self.activity.label(), scene);
        let mut parts = vec![Part::fixed("now", head::now(seen)), Part::fixed("strips", strips)];
        if self.live {
            parts.extend([
                Part::fixed("standing", head::standing(scene)),
                Part::fixed("timer", head::timer(self, scene)),
                Part::fixed("knock", head::knock(self, seen)),
                Part::fixed("stop", head::stop(self, scene)),
                Part::fixed("controls", menu::controls(self, scene)),
                Part::fixed("banner", banner::banner(self, scene)),
                Part::fixed("suggestion", banner::suggestion(self, scene)),
                Part::fixed("asks", self.asks(seen)),
                Part::fixed("gallery", gallery::part(self)),
            ]);
            parts.extend(tools::bar(seen).map(|bar| Part::fixed("story-tools", bar)));
        }
        parts.extend(board::parts(seen));
        if self.live {
            parts.push(Part::new("watching", Place::Seats, gallery::watching(self)));
        }
        parts
    }

    /// The lines of some frames. `scene` is how things stood then, and `before` how they stood before, where that is
    /// known.
    pub(crate) fn feed(&self, frames: &[Frame], scene: Option<&Scene>, before: Option<&Scene>) -> Html {
        let covered = self.live && !self.activity.custom().open && matches!(self.viewer, Viewer::Seat(_));
        let line = |frame: &Frame| {
            let form_of = scene.filter(|scene| scene.outcome.is_none()).and_then(|scene| self.person(scene));
            let to = feed::To { form_of, ..self.to(covered, before) };
            feed::line(frame, to)
        };
        let marked = |frame: &Frame| match self.undone.contains(&frame.number) {
            true => feed::undone(line(frame)),
            false => line(frame),
        };
        Html::all(frames.iter().map(marked))
    }

    /// For whom lines are drawn.
    fn to<'a>(&'a self, covered: bool, before: Option<&'a Scene>) -> feed::To<'a> {
        let Stage { seats, activity, language, .. } = self;
        feed::To { seats, activity: *activity, covered, form_of: None, before, language: *language }
    }

    /// The language of what is being said in a voice, where it is another one than the page's.
    pub(super) fn lang(&self, voice: Voice) -> Option<&'static str> {
        self.to(false, None).lang(voice, Tone::Narration)
    }

    /// The last lines of what was told, as many as a page has; and the number of the first event that is among them.
    pub(super) fn last_lines(&self, updates: &[Update]) -> (Html, u64) {
        let mut before = None;
        let drawn = updates.iter().map(|update| {
            let lines = self.feed(&update.frames, update.scene.as_deref(), before);
            before = update.scene.as_deref().or(before);
            (update.frames.first().map_or(0, |frame| frame.number), lines)
        });
        let mut drawn: Vec<(u64, Html)> = drawn.collect();
        let mut room = FEED_BYTES_MAX;
        let fits = |(_, lines): &&(u64, Html)| match room.checked_sub(lines.as_str().len()) {
            Some(left) => {
                room = left;
                true
            }
            None => false,
        };
        // The last is shown, however long it is.
        let many = drawn.iter().rev().take_while(fits).count().max(1);
        let shown = drawn.split_off(drawn.len().saturating_sub(many));
        let first = shown.first().map_or(0, |(number, _)| *number);
        (Html::all(shown.into_iter().map(|(_, lines)| lines)), first)
    }

    /// How the forms of this page are answered.
    pub(super) fn sent<T>(&self, with: impl FnOnce(Answers<'_>) -> T) -> T {
        let (action, by) = (format!("/t/{}/answer", self.id), self.viewer.to_string());
        with(Answers { action: &action, by: &by })
    }

    /// What the viewer is asked, and a line to say something on.
    fn asks(&self, seen: Seen<'_>) -> El {
        let live = seen.scene.table.state.is_narrative_active();
        let person = self.person(seen.scene);
        let own = seen.scene.asks.iter().filter(|ask| live && Some(ask.seat) == person);
        self.sent(|answers| {
            let asks = own.clone().map(|ask| {
                if seen.card.is_none_or(|card| card.covered) {
                    return board::covered_ask(seen, ask, answers).into();
                }
                let beside = islands::beside(seen, ask);
                match seen.card {
                    Some(card) if card.prepares => form::preparing(ask, answers, &beside),
                    Some(_) | None => form::forms(ask, answers, &beside),
                }
            });
            let by_line =
                islands::own_ask(seen).and_then(|ask| ask.form.tools.iter().find(|it| form::is_line(it)));
            let hint = by_line.map(|tool| tool.about.as_str());
            let open = own.clone().filter(|ask| !ask.answered).map(|ask| ask.id.0.to_string());
            let open = Some(open.collect::<Vec<_>>().join(" ")).filter(|open| !open.is_empty());
            el("div")
                .class("asks")
                .attr_if("data-asked", open)
                .add_all(asks)
                .add(seen.acts.then(|| form::line(answers, hint)))
        })
    }
}

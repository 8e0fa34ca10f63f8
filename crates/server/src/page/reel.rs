//! A session as a film: every moment of it as one viewer was told it, cut into bands where its phases begin.
//!
//! A moment is an event of the viewer's own numbering. Its parts and its line are rendered as on the live page, so a
//! replay shows the very elements that were there then. What a browser is sent of it is rendered and not computed again.

use std::collections::HashMap;
use std::ops::Range;

use engine::replay::{self, NO_SEED};
use engine::{Catalog, Damage, LogEntry, Mark, PhaseCard, SessionId, Viewer, Voice};
use protocol::{Frame, Scene, frames};
use serde::Serialize;

use super::face::{Layout, Part};
use super::feed;
use super::html::Html;
use super::stage::Stage;

/// A session as one viewer was told it.
pub(super) struct Reel {
    pub(super) stage: Stage,
    pub(super) bands: Vec<Band>,
    moments: Vec<Moment>,
    scenes: Vec<Scene>,
}

struct Moment {
    frame: Frame,
    record: u64,
    /// How things stood, and how before what was told with it, each as a place in the scenes.
    scene: Option<usize>,
    before: Option<usize>,
}

/// A stretch of a session in one phase.
#[derive(Clone)]
pub(super) struct Band {
    /// The first of its moments.
    pub(super) from: usize,
    /// The one after its last.
    pub(super) to: usize,
    pub(super) card: &'static PhaseCard,
    /// What it is called.
    pub(super) title: String,
}

impl Reel {
    /// Out of a log, as one viewer was told it. Nothing, if there is nothing yet to look at. How things stood is kept once for
    /// as long as it stays so: on a long evening most of what is told is talk.
    pub(super) fn of(
        catalog: Catalog,
        id: SessionId,
        viewer: Viewer,
        log: &[LogEntry],
    ) -> Result<Option<Reel>, Damage> {
        let rules = replay::rules_of(catalog, log)?;
        let (mut moments, mut scenes, mut told): (Vec<Moment>, Vec<Scene>, u64) = (Vec::new(), Vec::new(), 0);
        replay::fold_each(catalog, rules, NO_SEED, log, |session, record, notices| {
            let mut frames = frames::of_record(session, record, &notices, viewer);
            if frames.is_empty() {
                return;
            }
            told = frames::number(&mut frames, told);
            let before = scenes.len().checked_sub(1);
            // Before record 1 there is no activity to look at.
            if record.number > 0 {
                let scene = frames::scene(session, viewer, &session.activity.asks());
                if scenes.last() != Some(&scene) {
                    scenes.push(scene);
                }
            }
            let scene = scenes.len().checked_sub(1);
            let moment = |frame| Moment { frame, record: record.number, scene, before };
            moments.extend(frames.into_iter().map(moment));
        })?;
        Ok(Reel::new(catalog, id, viewer, (moments, scenes)))
    }

    fn new(
        catalog: Catalog,
        id: SessionId,
        viewer: Viewer,
        (moments, scenes): (Vec<Moment>, Vec<Scene>),
    ) -> Option<Reel> {
        let mut stage = Stage::new(catalog, id, viewer, false, scenes.first()?)?;
        stage.live = false;
        let card = stage.activity.phases().first()?;
        let mut bands = vec![Band { from: 0, to: 0, card, title: card.title.to_owned() }];
        for (at, moment) in moments.iter().enumerate() {
            if let Some((card, heading)) = feed::begins(&moment.frame, stage.activity) {
                let title = heading.unwrap_or(card.title).to_owned();
                bands.push(Band { from: at, to: at, card, title });
            }
            if let Some(band) = bands.last_mut() {
                band.to = at + 1;
            }
        }
        bands.retain(|band| band.to > band.from);
        Some(Reel { stage, bands, moments, scenes })
    }

    /// The number of its last moment.
    pub(super) fn last(&self) -> usize {
        self.moments.len().saturating_sub(1)
    }

    /// What the viewer was told in some moments.
    pub(super) fn frames(&self, moments: Range<usize>) -> impl Iterator<Item = &Frame> {
        self.moments.get(moments).unwrap_or_default().iter().map(|moment| &moment.frame)
    }

    /// The band that a moment is in.
    pub(super) fn band_of(&self, at: usize) -> usize {
        self.bands.partition_point(|band| band.to <= at).min(self.bands.len().saturating_sub(1))
    }

    /// The record of a moment.
    pub(super) fn record(&self, at: usize) -> u64 {
        self.moments.get(at).map_or(0, |moment| moment.record)
    }

    /// The last moment up to a record.
    pub(super) fn at_record(&self, record: u64) -> usize {
        self.moments.partition_point(|moment| moment.record <= record).saturating_sub(1)
    }

    /// The lines of some moments, one text for each.
    pub(super) fn lines(&self, moments: Range<usize>) -> Vec<Html> {
        let line = |moment: &Moment| {
            let scene = moment.scene.map(|at| &self.scenes[at]);
            let before = moment.before.map(|at| &self.scenes[at]);
            self.stage.feed(std::slice::from_ref(&moment.frame), scene, before)
        };
        self.moments.get(moments).unwrap_or_default().iter().map(line).collect()
    }

    /// The parts of a moment. At the very beginning nothing is laid out yet, and the first look at it is shown.
    pub(super) fn parts(&self, at: usize) -> Vec<Part> {
        let scene = self.moments.get(at).and_then(|moment| moment.scene).unwrap_or(0);
        self.scenes.get(scene).map_or_else(Vec::new, |scene| self.stage.parts(scene))
    }

    /// The lines of what whoever spoke last up to a moment was thinking: with these words, or else last before them.
    pub(super) fn thought(&self, at: usize) -> Html {
        let voice = |moment: &Moment| moment.frame.telling.as_ref().map(|telling| telling.voice);
        let told = self.moments.get(..=at).unwrap_or(&self.moments);
        let Some((said, seat)) =
            told.iter().enumerate().rev().find_map(|(said, moment)| match voice(moment)? {
                Voice::Seat(seat) => Some((said, seat)),
                Voice::Host | Voice::Thought(_) | Voice::Aside(_) => None,
            })
        else {
            return Html::none();
        };
        let record = told[said].record;
        // What was thought with these words may stand right behind them.
        let with = |moment: &&Moment| moment.record == record;
        let until = said + self.moments[said..].iter().take_while(with).count();
        let from = told[..said].iter().rposition(|moment| voice(moment) == Some(Voice::Seat(seat)));
        let from = from.map_or(0, |before| before + 1);
        let thoughts = || (from..until).filter(|at| voice(&self.moments[*at]) == Some(Voice::Thought(seat)));
        let same: Vec<usize> = thoughts().filter(|at| self.moments[*at].record == record).collect();
        let shown = if same.is_empty() { thoughts().next_back().into_iter().collect() } else { same };
        Html::all(shown.into_iter().flat_map(|at| self.lines(at..at + 1)))
    }

    /// What a timeline points out: each moment with its mark.
    pub(super) fn marks(&self) -> impl Iterator<Item = (usize, Mark)> {
        let marked = |(at, moment): (usize, &Moment)| Some((at, moment.frame.telling.as_ref()?.mark?));
        self.moments.iter().enumerate().filter_map(marked)
    }

    /// Some moments as they are sent: the lines from `have` on, and the parts of a band.
    pub(super) fn cut(&self, band: &Band, have: usize) -> Cut {
        let mut texts = Texts::default();
        let have = have.min(band.to);
        let lines = self.lines(have..band.to).into_iter().map(Html::into_string).collect();
        let laid = self.laid_out(band.from..band.to, &mut texts);
        Cut { from: band.from, have, lines, laid, texts }
    }

    /// The parts of some moments, each as a place in the texts.
    pub(super) fn laid_out(&self, moments: Range<usize>, texts: &mut Texts) -> LaidOut {
        let mut out = LaidOut::default();
        let (mut shown, mut laid, mut layout) = (None, Vec::new(), 0);
        for at in moments {
            let scene = self.moments.get(at).and_then(|moment| moment.scene);
            // Many moments share how things stood: it is rendered once.
            if shown != Some(scene) {
                shown = Some(scene);
                let parts = self.parts(at);
                layout = out.place(Layout::of(&parts));
                laid = parts.into_iter().map(|part| texts.place(part.html)).collect::<Vec<_>>();
            }
            out.layout.push(layout);
            out.moments.push(laid.clone());
        }
        out
    }
}

/// Which parts some moments have, and where each stands.
#[derive(Default, Serialize)]
pub(super) struct LaidOut {
    layouts: Vec<Layout>,
    /// The layout of each moment, as a place in the layouts.
    layout: Vec<usize>,
    /// The parts of each moment, in the order of its layout, as places in the texts.
    moments: Vec<Vec<usize>>,
}

impl LaidOut {
    /// The place of a layout.
    fn place(&mut self, layout: Layout) -> usize {
        let known = self.layouts.iter().position(|known| *known == layout);
        known.unwrap_or_else(|| {
            self.layouts.push(layout);
            self.layouts.len() - 1
        })
    }
}

/// Texts that are much alike, each made of pieces that are kept once: when a seat falls silent, nine others are as before.
#[derive(Default, Serialize)]
pub(super) struct Texts {
    pieces: Vec<String>,
    /// Each text, as places in the pieces.
    all: Vec<Vec<usize>>,
    #[serde(skip)]
    places: HashMap<String, usize>,
    #[serde(skip)]
    piece_places: HashMap<String, usize>,
}

impl Texts {
    /// The place of a text.
    pub(super) fn place(&mut self, html: Html) -> usize {
        let text = html.into_string();
        if let Some(place) = self.places.get(&text) {
            return *place;
        }
        // No text of a player has a tag in it: it is where an item ends.
        let pieces = text.split_inclusive("</li>").map(|piece| self.piece(piece)).collect();
        self.all.push(pieces);
        self.places.insert(text, self.all.len() - 1);
        self.all.len() - 1
    }

    fn piece(&mut self, piece: &str) -> usize {
        if let Some(place) = self.piece_places.get(piece) {
            return *place;
        }
        self.pieces.push(piece.to_owned());
        self.piece_places.insert(piece.to_owned(), self.pieces.len() - 1);
        self.pieces.len() - 1
    }
}

/// Some moments, rendered.
#[derive(Serialize)]
pub(crate) struct Cut {
    /// The first moment whose parts these are.
    from: usize,
    /// The first moment whose line this is.
    have: usize,
    lines: Vec<String>,
    #[serde(flatten)]
    laid: LaidOut,
    texts: Texts,
}

//! The screen as a model: what it was told, what is typed, what is picked. It draws itself and answers keys;
//! it has no terminal and no clock of its own.

use std::cell::Cell;
use std::sync::Arc;

use protocol::board::{Deed, SeatIs};
use protocol::table::TableState;
use protocol::{
    AskId, Board, OpenAsk, PhaseCard, Report, Scene, Seat, SeatId, Update, Viewer, Voice, clean, clean_line,
};

use crate::clock::Countdown;
use crate::form::Answering;
use crate::line::Line;
use crate::night::Covered;
use crate::phases::Headed;
use crate::reel::Reel;
use crate::reveal::Reveal;
use crate::says;
use crate::talk::{From, Talk};
use crate::theme::Theme;
use crate::told::Teller;
use crate::{draw, phases};

/// Private tellings that are kept for the private panel.
const PRIVATE_MAX: usize = 50;

/// What a face is opened with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The phases of the activity.
    pub phases: &'static [PhaseCard],
    /// The seats of the table.
    pub seats: Arc<[Seat]>,
    /// The rules of the activity in a paragraph, for people; empty, if it says none.
    pub rules: &'static str,
    /// Who looks.
    pub viewer: Viewer,
    /// How it looks.
    pub theme: Theme,
    /// Never show what only this viewer may know: somebody else sees this screen.
    pub no_secrets: bool,
    /// The activity's command that asks for more time, if it has one.
    pub more_time: Option<serde_json::Value>,
    /// The texts that can be asked for at this activity.
    pub reports: &'static [Report],
    /// May play be taken back?
    pub takes_back: bool,
    /// Are photos looked at?
    pub photos: bool,
    /// Does the game wait for this viewer to move it on?
    pub steps: bool,
}

/// What a key press asks for.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Send this to the host.
    Send(protocol::Request),
    /// Move the game on: everybody has answered who wants to.
    Advance,
    /// Add photos: the files as they were typed, with quotes, and after `--` words that go with them.
    Photos(String),
    /// Leave. The session goes on without this face, and can be joined again.
    Quit,
}

/// What a key does a moment after it was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Soon {
    /// It answers with what it has picked.
    Answer,
    /// It asks for more time.
    Extend,
}

/// A pane, for screens that have room for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    #[default]
    Talk,
    Seats,
    Machine,
}

impl Pane {
    pub(crate) const ALL: [Pane; 3] = [Pane::Talk, Pane::Seats, Pane::Machine];

    /// What it is called.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Pane::Talk => says::TALK,
            Pane::Seats => says::SEATS,
            Pane::Machine => says::MACHINE,
        }
    }
}

/// The full-screen face of one table.
#[derive(Debug)]
pub struct Screen {
    pub(crate) setup: Setup,
    pub(crate) names: Vec<String>,
    pub(crate) scene: Option<Box<Scene>>,
    teller: Teller,
    /// The phase that the talk was last headed with.
    headed: Headed,
    pub(crate) talk: Talk,
    pub(crate) private: Vec<String>,
    pub(crate) form: Option<Answering>,
    /// What is behind the form of a night.
    pub(crate) night: Option<Covered>,
    /// Which of several open asks the form is for.
    pub(crate) asked: usize,
    pub(crate) line: Line,
    /// The words that were last sent, until something else is.
    pub(crate) sent_line: Option<String>,
    /// Was it an answer that was last sent?
    pub(crate) sent_answer: bool,
    /// Digits typed to pick a way, and when the last one was.
    pub(crate) digits: Option<(String, u64)>,
    /// The letter that picked a way, until something else is pressed.
    pub(crate) letter: Option<char>,
    pub(crate) notice: Option<String>,
    /// What the last key does, unless another comes before this time: then it was the beginning of a word.
    pub(crate) soon: Option<(u64, Soon)>,
    pub(crate) clock: Countdown,
    pub(crate) reveal: Reveal,
    /// What is shown again, where nobody plays.
    pub(crate) reel: Option<Reel>,
    pub(crate) now_ms: u64,
    pub(crate) pane: Pane,
    pub(crate) help: bool,
    /// Is the whole board open?
    pub(crate) board: bool,
    /// From which of its rows is the board read, or the help?
    pub(crate) row: Cell<usize>,
    /// Columns of the talk as last drawn, and whether there was room for all panes.
    pub(crate) talk_columns: Cell<usize>,
    pub(crate) one_pane: Cell<bool>,
    /// Rows of the ways to answer as last drawn: so far it is to the next column.
    pub(crate) way_rows: Cell<usize>,
}

impl Screen {
    /// A screen that has been told nothing yet.
    pub fn new(setup: Setup) -> Screen {
        let headed = Headed::new(setup.phases);
        let names = setup.seats.iter().map(|seat| clean_line(&seat.name)).collect();
        Screen {
            setup,
            names,
            scene: None,
            teller: Teller::default(),
            headed,
            talk: Talk::default(),
            private: Vec::new(),
            form: None,
            night: None,
            asked: 0,
            line: Line::default(),
            sent_line: None,
            sent_answer: false,
            digits: None,
            letter: None,
            notice: None,
            soon: None,
            clock: Countdown::default(),
            reveal: Reveal::default(),
            reel: None,
            now_ms: 0,
            pane: Pane::default(),
            help: false,
            board: false,
            row: Cell::new(0),
            talk_columns: Cell::new(40),
            one_pane: Cell::new(false),
            way_rows: Cell::new(1),
        }
    }

    /// Takes in what the host tells.
    pub fn update(&mut self, update: Update) {
        for chunk in &update.chunks {
            // What a seat thinks is for its own panel, and stands there once it has been thought.
            let own = matches!((chunk.voice, self.setup.viewer), (Voice::Thought(_), Viewer::Seat(_)));
            if !own && chunk.tries.is_none() {
                self.talk.hear(chunk);
            }
        }
        let taken_back = update.frames.iter().any(phases::takes_back);
        for frame in &update.frames {
            if let Some(begins) = &frame.begins {
                let card = phases::card(self.setup.phases, begins.phase);
                self.head(card, begins.heading.as_deref());
            }
            if phases::takes_back(frame) {
                self.talk.hush();
            }
            let told = self.teller.tell(&self.setup, frame);
            let Some(telling) = &frame.telling else { continue };
            self.talk.said(telling.voice);
            if frame.private && matches!(self.setup.viewer, Viewer::Seat(_)) {
                self.private.push(clean(&telling.text));
                if self.private.len() > PRIVATE_MAX {
                    self.private.remove(0);
                }
                if !self.headed.is_covered() {
                    self.talk.push_private();
                }
                continue;
            }
            for part in told {
                self.talk.push_told(part, self.setup.theme.signs().dot);
            }
        }
        self.clock.tell(update.scene.as_ref().map(|scene| scene.clock), update.now, self.now_ms);
        if let Some(scene) = update.scene {
            self.set_scene(scene);
        }
        if let Some(scene) = self.scene.as_deref().filter(|_| taken_back) {
            let last: Vec<String> = scene.board.last.iter().map(|words| clean(words)).collect();
            self.talk.back_to(&last);
        }
    }

    fn set_scene(&mut self, scene: Box<Scene>) {
        self.head(phases::card(self.setup.phases, &scene.phase), scene.heading.as_deref());
        let before = self.reason();
        self.scene = Some(scene);
        self.set_form();
        if self.reason() != before {
            // What was said of how things stood, and what a key was to do there, holds no longer.
            (self.notice, self.soon) = (None, None);
        }
    }

    fn reason(&self) -> Option<Reason> {
        let scene = self.scene.as_ref()?;
        let asked = self.form.as_ref().map(|form| (form.ask.id, form.ask.answered));
        Some((scene.phase.clone(), scene.table.state, asked))
    }

    /// What can be done with something on the board that is asked about just now, by a line with nothing on it.
    pub(crate) fn deed(&self) -> Option<&Deed> {
        let form = self.form.as_ref().filter(|form| !form.ask.answered && !self.is_covered())?;
        deed(self.scene.as_ref()?, &form.ask)
    }

    /// Puts the asked-for ask on the form; one that waits for an answer goes first.
    pub(crate) fn set_form(&mut self) {
        if self.reel.is_some() {
            // What was asked then is asked of nobody now.
            return;
        }
        let mut asks: Vec<_> = self.scene.as_ref().map(|scene| scene.asks.clone()).unwrap_or_default();
        asks.retain(|ask| self.setup.viewer == Viewer::Seat(ask.seat));
        asks.sort_by_key(|ask| ask.answered);
        let looking = self.scene.as_ref().zip(self.seat());
        self.night = looking.and_then(|(scene, seat)| Covered::new(self.setup.phases, scene, seat));
        if let Some(night) = &mut self.night {
            // An ask that is gone stays on the form as it was: that it is gone would tell who was asked.
            if let Some(before) = self.form.as_ref().filter(|_| night.open.is_none()) {
                night.ask.id = before.ask.id;
            }
            asks = vec![night.ask.clone()];
        }
        self.form = match (asks.get(self.asked % asks.len().max(1)).cloned(), self.form.take()) {
            (None, _) => None,
            (Some(ask), None) => Some(Answering::new(ask)),
            (Some(ask), Some(mut form)) => {
                form.refresh(ask);
                Some(form)
            }
        };
    }

    /// Puts a heading over what is told next, if it is another than before.
    fn head(&mut self, card: Option<&'static PhaseCard>, heading: Option<&str>) {
        if let Some((card, heading)) = self.headed.go(card, heading) {
            self.talk.hush();
            self.talk.push(From::Phase(card), phases::words(&self.setup.theme, card, &heading));
        }
    }

    /// Time goes on: milliseconds by any clock that does not go back. What a key did that had to wait is done now.
    pub fn tick(&mut self, now_ms: u64) -> Vec<Effect> {
        self.now_ms = self.now_ms.max(now_ms);
        self.play_on();
        match self.soon.take_if(|(due_ms, _)| *due_ms <= now_ms) {
            Some((_, Soon::Answer)) => self.enter(),
            Some((_, Soon::Extend)) => self.extend(),
            None => Vec::new(),
        }
    }

    /// Milliseconds until the screen would look different by itself.
    pub fn changes_in_ms(&self) -> Option<u64> {
        let reel = self.reel.as_ref().and_then(|reel| reel.changes_in_ms(self.now_ms));
        let soon = self.soon.map(|(due_ms, _)| due_ms.saturating_sub(self.now_ms));
        let clock = self.clock.changes_in_ms(self.now_ms);
        [clock, self.reveal.changes_in_ms(self.now_ms), reel, soon].into_iter().flatten().min()
    }

    /// The host refused what was last sent, and says why. Words come back to the line; a command would be in the way of the next.
    pub fn refused(&mut self, why: &str) {
        if self.sent_answer && self.is_covered() {
            // Why a choice of the night is refused may tell the role.
            self.private.push(clean_line(why));
            let why = self.night.as_ref().map_or("", Covered::refused);
            self.notice_covered(why);
        } else {
            self.notice(why);
        }
        if let Some(form) = &mut self.form {
            form.refused();
        }
        if self.line.is_empty()
            && let Some(words) = self.sent_line.take().filter(|words| !is_command(words))
        {
            self.line.insert(&words);
        }
    }

    /// Says something to this viewer alone.
    pub fn notice(&mut self, words: &str) {
        self.notice = Some(clean_line(words)).filter(|words| !words.is_empty());
    }

    /// Shows a text that this viewer asked for and nobody else is told.
    pub fn report(&mut self, words: &str) {
        if self.setup.no_secrets {
            self.notice(says::THIS_SCREEN_SHOWS_NOTHING_THAT_IS_FOR);
        } else {
            let lines: Vec<String> = words.lines().map(clean).collect();
            self.talk.push(From::Report, lines.join("\n"));
        }
    }

    /// Says something neutral to this viewer, and where the rest is to be read.
    pub(crate) fn notice_covered(&mut self, words: &str) {
        let more = if self.has_secrets() { says::HOLD_R_TO_SEE_WHY } else { "" };
        self.notice(&format!("{words}{more}"));
    }

    /// Draws it.
    pub fn draw(&self, frame: &mut ratatui::Frame<'_>) {
        draw::screen(self, frame);
    }

    /// The name of a seat.
    pub(crate) fn name(&self, seat: SeatId) -> &str {
        self.names.get(seat.index()).map_or(says::NOBODY, String::as_str)
    }

    /// The viewer's own seat.
    pub(crate) fn seat(&self) -> Option<SeatId> {
        match self.setup.viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Observer | Viewer::Host => None,
        }
    }

    /// Is there anything that only this viewer may know? The board says so, by what it covers.
    pub(crate) fn has_secrets(&self) -> bool {
        let covers = |board: &Board| {
            board.panels.iter().any(|panel| panel.covered) || board.notes.iter().any(|note| note.covered)
        };
        let knows = match self.setup.viewer {
            Viewer::Seat(_) => {
                self.talk.is_private() || self.scene.as_ref().is_some_and(|scene| covers(&scene.board))
            }
            Viewer::Host => self.scene.as_ref().is_some_and(|scene| covers(&scene.board)),
            Viewer::Public | Viewer::Observer => false,
        };
        !self.setup.no_secrets && knows
    }

    /// Is it shown now?
    pub(crate) fn is_revealed(&self) -> bool {
        self.has_secrets() && self.reveal.is_shown(self.now_ms)
    }

    /// Is what is asked covered now? The night asks each role for something else.
    pub(crate) fn is_covered(&self) -> bool {
        self.night.is_some() && !self.is_revealed()
    }

    /// Is the form itself hidden now?
    pub(crate) fn is_blind(&self) -> bool {
        self.is_covered() && self.night.as_ref().is_some_and(|night| night.blind)
    }

    /// Who is up, as all know, but for the viewer's own seat.
    pub(crate) fn others_up(&self) -> Vec<SeatId> {
        let notes = self.scene.iter().flat_map(|scene| &scene.board.notes);
        let up = notes.filter(|note| note.is == SeatIs::Up && !note.covered).map(|note| note.seat);
        let mut others: Vec<SeatId> = up.filter(|seat| self.seat() != Some(*seat)).collect();
        others.dedup();
        others
    }

    /// Does a seat play no more, as all know?
    pub(crate) fn is_out(&self, seat: SeatId) -> bool {
        let mut notes = self.scene.iter().flat_map(|scene| &scene.board.notes);
        notes.any(|note| note.seat == seat && note.is == SeatIs::Out && !note.covered)
    }

    /// Does the game wait for this viewer to move it on, as far as it can see?
    pub(crate) fn may_advance(&self) -> bool {
        let asked = self.open_form().is_some_and(|form| !form.ask.answered);
        let over = self.scene.as_ref().is_some_and(|scene| scene.outcome.is_some());
        self.setup.steps && self.is_live() && !asked && !over
    }

    /// May this viewer ask for more time now?
    pub(crate) fn may_extend(&self) -> bool {
        self.setup.more_time.is_some()
            && self.seat().is_some()
            && self.clock.running()
            && self.clock.left_ms(self.now_ms).is_some()
    }

    /// Does the activity go on?
    pub(crate) fn is_live(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| scene.table.state.is_narrative_active())
    }

    /// The form, while it may be answered.
    pub(crate) fn open_form(&self) -> Option<&Answering> {
        self.form.as_ref().filter(|_| self.is_live())
    }
}

/// What can be done with a whole panel that stands in the open, if this ask takes it.
pub(crate) fn deed<'a>(scene: &'a Scene, ask: &OpenAsk) -> Option<&'a Deed> {
    let open = scene.board.panels.iter().filter(|panel| !panel.covered);
    let mut deeds = open.filter_map(|panel| panel.deed.as_ref());
    deeds.find(|deed| ask.form.check(&deed.command).is_ok())
}

/// What a refusal is about: the phase, the table, what is asked, and whether it was answered.
type Reason = (String, TableState, Option<(AskId, bool)>);

/// Is it a command and nothing else, so that there are no words to lose?
fn is_command(line: &str) -> bool {
    line.starts_with('/') && !line.contains(' ')
}

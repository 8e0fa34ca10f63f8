//! The table as plain lines: for pipes, for replays, for terminals that can do no more. No cursor tricks.

use std::io::{self, Write};

use protocol::{Audience, PhaseCard, SeatId, Telling, Update, Voice, clean, clean_line};
use ratatui::style::Style;

use crate::phases;
use crate::screen::Setup;
use crate::story::{Story, Told, Tone, and};
use crate::text::{laid_out, wrap};
use crate::tidying::Tidy;

/// Prints what a viewer is told, one line a telling.
#[derive(Debug)]
pub struct Plain<W> {
    setup: Setup,
    out: W,
    columns: Option<usize>,
    headed: Option<(&'static str, Option<u64>)>,
    /// Was the last thing told a mark of something private?
    marked: bool,
    story: Story,
    tidy: Tidy,
    /// Figures of a story that go on one line.
    figures: Option<String>,
}

impl<W: Write> Plain<W> {
    /// A printer. Its lines are not wrapped unless [`columns`](Plain::columns) says so.
    pub fn new(setup: Setup, out: W) -> Plain<W> {
        let (story, tidy, figures) = (Story::default(), Tidy::default(), None);
        Plain { setup, out, columns: None, headed: None, marked: false, story, tidy, figures }
    }

    /// Wraps at so many columns: for a terminal.
    #[must_use]
    pub fn columns(mut self, columns: u16) -> Plain<W> {
        self.columns = Some(usize::from(columns).max(20));
        self
    }

    /// Prints what is new.
    pub fn update(&mut self, update: &Update) -> io::Result<()> {
        for frame in &update.frames {
            if let Some((card, round)) = phases::begun(self.setup.phases, frame) {
                self.head(card, round)?;
            }
            let (theme, viewer) = (&self.setup.theme, self.setup.viewer);
            let told = self.story.tell(theme, viewer, frame);
            let told = told.or_else(|| self.tidy.tell(theme, self.setup.phases, viewer, frame));
            let is_thought = |telling: &Telling| matches!(telling.voice, Voice::Thought(_));
            if let Some(told) =
                told.filter(|_| !frame.private && !frame.telling.as_ref().is_some_and(is_thought))
            {
                for part in told {
                    match frame.telling.as_ref().filter(|_| part.tone == Tone::Voice) {
                        Some(telling) => self.telling(telling.voice, &part.words)?,
                        None => self.told(part)?,
                    }
                }
                continue;
            }
            let Some(telling) = &frame.telling else { continue };
            if self.setup.no_secrets && frame.private {
                self.mark()?;
                continue;
            }
            self.marked = false;
            let words = clean(&telling.text);
            match frame.to {
                Some(to) if telling.voice == Voice::Host => {
                    self.telling(telling.voice, &format!("({}) {words}", self.audience(to)))?
                }
                Some(_) | None => self.telling(telling.voice, &words)?,
            }
        }
        self.print_figures()?;
        if let Some(scene) = &update.scene
            && !phases::is_unframed(&scene.view)
            && !phases::is_quiet(&scene.machine)
            && let Some(card) = phases::card(self.setup.phases, &scene.phase)
        {
            self.head(card, phases::round(scene))?;
        }
        self.out.flush()
    }

    /// Says that something private was told. One mark stands for any number of them in a row, and in the night there
    /// is none: what a seat is told then, and when, would tell its role.
    fn mark(&mut self) -> io::Result<()> {
        if phases::is_night(self.headed) || std::mem::replace(&mut self.marked, true) {
            return Ok(());
        }
        self.line(Style::new(), &format!("{0} private {0}", self.setup.theme.signs().dot), "")
    }

    /// Prints a word to this viewer alone, such as why something was refused.
    pub fn notice(&mut self, words: &str) -> io::Result<()> {
        self.line(self.setup.theme.strong(), "! ", &clean_line(words))?;
        self.out.flush()
    }

    /// Prints a text that this viewer asked for and nobody else is told.
    pub fn report(&mut self, words: &str) -> io::Result<()> {
        if self.setup.no_secrets {
            return self.notice("this screen shows nothing that is for you alone");
        }
        self.line(
            self.setup.theme.quiet(),
            &format!("{0} for you alone {0}", self.setup.theme.signs().dot),
            "",
        )?;
        let columns = self.columns.unwrap_or(usize::MAX).saturating_sub(4);
        for line in words.lines().map(clean) {
            for part in laid_out(&line, columns) {
                writeln!(self.out, "{}", format!("  {part}").trim_end())?;
            }
        }
        self.out.flush()
    }

    /// Gives the writer back.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// A part of a story. What is told, done and decided stands apart.
    fn told(&mut self, told: Told) -> io::Result<()> {
        if told.tone == Tone::Figure {
            let dot = self.setup.theme.signs().dot;
            self.figures = Some(match self.figures.take() {
                Some(figures) => and(&figures, &told.words, dot),
                None => told.words,
            });
            return Ok(());
        }
        self.print_figures()?;
        self.marked = false;
        let theme = self.setup.theme;
        let signs = theme.signs();
        match told.tone {
            Tone::Scene => {
                let card = phases::card(self.setup.phases, "SCENE");
                let head =
                    card.map_or(told.words.clone(), |card| format!("{} {}", theme.sign(card), told.words));
                self.headed = card.map(|card| (card.name, None));
                let style = card.map_or(theme.strong(), |card| theme.phase(card));
                writeln!(self.out, "\n{}", theme.bytes(style, &head))
            }
            Tone::Title => {
                writeln!(self.out)?;
                self.line(theme.strong(), &told.words, "")
            }
            Tone::Narration => {
                writeln!(self.out)?;
                self.paragraphs(&told.words)
            }
            Tone::Speech => {
                let (open, close) = signs.quotes;
                self.line(theme.strong(), &format!("{}: ", told.who), &format!("{open}{}{close}", told.words))
            }
            Tone::Act => {
                writeln!(self.out)?;
                self.line(theme.strong(), &format!("{} {} ", told.who, signs.does), &told.words)
            }
            Tone::Turn => self.line(theme.strong(), &format!("{} ", signs.now), &told.words),
            Tone::Mark => self.line(theme.strong(), &format!("{} ", told.who), &told.words),
            Tone::Mode => self.line(theme.quiet(), &format!("{} ", told.who), &told.words),
            Tone::Rule | Tone::Figure | Tone::Voice => {
                self.line(theme.quiet(), &format!("{} ", signs.dot), &told.words)
            }
        }
    }

    /// The figures that have moved, on one line.
    fn print_figures(&mut self) -> io::Result<()> {
        let Some(words) = self.figures.take() else { return Ok(()) };
        let dot = self.setup.theme.signs().dot;
        self.line(self.setup.theme.quiet(), &format!("{dot} "), &words)
    }

    /// Flowing text, from the first column.
    fn paragraphs(&mut self, words: &str) -> io::Result<()> {
        let lines = match self.columns {
            Some(columns) => wrap(words, columns),
            None => words.split('\n').map(str::to_owned).collect(),
        };
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn telling(&mut self, voice: Voice, words: &str) -> io::Result<()> {
        self.print_figures()?;
        let theme = self.setup.theme;
        match voice {
            Voice::Host => self.line(theme.quiet(), &format!("{} ", theme.signs().dot), words),
            Voice::Seat(seat) => self.line(theme.strong(), &format!("{}: ", self.name(seat)), words),
            Voice::Aside(seat) => self.line(theme.quiet(), &format!("(({})) ", self.name(seat)), words),
            Voice::Thought(seat) => self.line(theme.quiet(), &format!("{} thinks: ", self.name(seat)), words),
        }
    }

    /// Who was told, by name.
    fn audience(&self, to: Audience) -> String {
        match to {
            Audience::Public => "to all".to_owned(),
            Audience::Seats(seats) => {
                let names: Vec<String> = seats.iter().map(|seat| self.name(seat)).collect();
                format!("to {}", names.join(", "))
            }
            Audience::Thoughts(seat) => format!("to {}", self.name(seat)),
            Audience::Host => "to the host".to_owned(),
        }
    }

    /// A phase begins.
    fn head(&mut self, card: &'static PhaseCard, round: Option<u64>) -> io::Result<()> {
        let new = self
            .headed
            .is_none_or(|(name, headed)| name != card.name || (round.is_some() && headed != round));
        if !new {
            return Ok(());
        }
        self.print_figures()?;
        let first = self.headed.is_none();
        self.headed = Some((card.name, round));
        self.marked = false;
        let theme = self.setup.theme;
        if !first {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{}", theme.bytes(theme.phase(card), &phases::words(&theme, card, round)))
    }

    /// One telling: who, in the style, then the words.
    fn line(&mut self, style: Style, who: &str, words: &str) -> io::Result<()> {
        let theme = self.setup.theme;
        let whole = format!("{who}{words}");
        let lines = match self.columns {
            Some(columns) => wrap(&whole, columns.saturating_sub(2)),
            None => whole.split('\n').map(str::to_owned).collect(),
        };
        for (index, line) in lines.iter().enumerate() {
            match line.strip_prefix(who.trim_end()).filter(|_| index == 0) {
                Some(rest) => writeln!(self.out, "{}{rest}", theme.bytes(style, who.trim_end()))?,
                None => writeln!(self.out, "{}{line}", if index == 0 { "" } else { "  " })?,
            }
        }
        Ok(())
    }

    fn name(&self, seat: SeatId) -> String {
        self.setup.seats.get(seat.index()).map_or("nobody".to_owned(), |seat| clean_line(&seat.name))
    }
}

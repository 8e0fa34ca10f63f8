//! The table as plain lines: for pipes, for replays, for terminals that can do no more. No cursor tricks.

use std::io::{self, Write};

use protocol::{Audience, Board, PhaseCard, SeatId, Tone, Update, Voice, clean, clean_line};
use ratatui::style::Style;

use crate::lines::{Eyes, standing};
use crate::phases::{self, Headed};
use crate::says;
use crate::screen::Setup;
use crate::text::{laid_out, wrap};
use crate::told::{Teller, Told, add_figure};

/// Columns of a board where nobody says how many there are.
const COLUMNS: usize = 100;

/// Prints what a viewer is told, one line a telling.
#[derive(Debug)]
pub struct Plain<W> {
    setup: Setup,
    out: W,
    columns: Option<usize>,
    headed: Headed,
    /// Was the last thing told a mark of something private?
    marked: bool,
    teller: Teller,
    /// Figures that go on one line, and whose the last of them is.
    figures: (String, String),
}

impl<W: Write> Plain<W> {
    /// A printer. Its lines are not wrapped unless [`columns`](Plain::columns) says so.
    pub fn new(setup: Setup, out: W) -> Plain<W> {
        let (teller, figures) = (Teller::default(), Default::default());
        let headed = Headed::new(setup.phases);
        Plain { setup, out, columns: None, headed, marked: false, teller, figures }
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
            if let Some(begins) = &frame.begins {
                let card = phases::card(self.setup.phases, begins.phase);
                self.head(card, begins.heading.as_deref())?;
            }
            let mut told = self.teller.tell(&self.setup, frame);
            if self.setup.no_secrets && frame.private && frame.telling.is_some() {
                self.mark()?;
                continue;
            }
            if let (Some(to), Some(first)) = (frame.to, told.first_mut().filter(|it| it.voice == Voice::Host))
            {
                first.words = format!("({}) {}", self.audience(to), first.words);
            }
            for part in told {
                self.told(part)?;
            }
        }
        self.print_figures()?;
        if let Some(scene) = &update.scene {
            self.head(phases::card(self.setup.phases, &scene.phase), scene.heading.as_deref())?;
        }
        self.out.flush()
    }

    /// Says that something private was told. One mark stands for any number of them in a row, and where a mark would tell a
    /// secret there is none.
    fn mark(&mut self) -> io::Result<()> {
        if self.headed.is_covered() || std::mem::replace(&mut self.marked, true) {
            return Ok(());
        }
        self.line(Style::new(), &says::private(self.setup.theme.signs().dot), "")
    }

    /// Prints a word to this viewer alone, such as why something was refused.
    pub fn notice(&mut self, words: &str) -> io::Result<()> {
        self.line(self.setup.theme.strong(), "! ", &clean_line(words))?;
        self.out.flush()
    }

    /// Prints a paragraph beside what is told.
    pub fn aside(&mut self, words: &str) -> io::Result<()> {
        self.paragraphs(words)?;
        writeln!(self.out)?;
        self.out.flush()
    }

    /// Prints a text that this viewer asked for and nobody else is told.
    pub fn report(&mut self, words: &str) -> io::Result<()> {
        if self.setup.no_secrets {
            return self.notice(says::THIS_SCREEN_SHOWS_NOTHING_THAT_IS);
        }
        self.line(self.setup.theme.quiet(), &says::for_you_alone(self.setup.theme.signs().dot), "")?;
        let columns = self.columns.unwrap_or(usize::MAX).saturating_sub(4);
        for line in words.lines().map(clean) {
            for part in laid_out(&line, columns) {
                writeln!(self.out, "{}", format!("  {part}").trim_end())?;
            }
        }
        self.out.flush()
    }

    /// Prints how things stand; without what is covered, on a screen that others see.
    pub fn board(&mut self, board: &Board) -> io::Result<()> {
        let eyes = if self.setup.no_secrets { Eyes::Shared } else { Eyes::Own };
        let columns = self.columns.unwrap_or(COLUMNS);
        write!(self.out, "\n{}", standing(&self.setup.theme, board, &self.setup.seats, eyes, columns))?;
        self.out.flush()
    }

    /// Gives the writer back.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// What was written since this was last asked.
    pub fn take(&mut self) -> W
    where
        W: Default,
    {
        std::mem::take(&mut self.out)
    }

    /// A part of what is told. What is told as a story, and what is done in it, stands apart.
    fn told(&mut self, told: Told) -> io::Result<()> {
        let theme = self.setup.theme;
        let signs = theme.signs();
        self.marked = false;
        if told.tone == Tone::Figure {
            let (line, whose) = &mut self.figures;
            add_figure(line, whose, told, signs.dot);
            return Ok(());
        }
        self.print_figures()?;
        let who = match told.voice {
            _ if !told.who.is_empty() => told.who.clone(),
            Voice::Seat(seat) | Voice::Thought(seat) | Voice::Aside(seat) => self.name(seat),
            Voice::Host => says::THE_HOST.to_owned(),
        };
        match told.tone {
            Tone::Heading => {
                writeln!(self.out)?;
                self.line(theme.strong(), &told.words, "")
            }
            Tone::Narration => {
                writeln!(self.out)?;
                self.paragraphs(&told.words)
            }
            Tone::Speech if told.who.is_empty() => {
                self.line(theme.strong(), &format!("{who}: "), &told.words)
            }
            Tone::Speech => {
                let (open, close) = signs.quotes;
                self.line(theme.strong(), &format!("{who}: "), &format!("{open}{}{close}", told.words))
            }
            Tone::Act => {
                writeln!(self.out)?;
                self.line(theme.strong(), &format!("{who} {} ", signs.does), &told.words)
            }
            Tone::Turn => self.line(theme.strong(), &format!("{} ", signs.now), &told.words),
            Tone::Mark => self.line(theme.strong(), &format!("{} ", told.who), &told.words),
            Tone::Rule if !told.who.is_empty() => {
                self.line(theme.quiet(), &format!("{} ", told.who), &told.words)
            }
            Tone::Rule | Tone::Figure => self.line(theme.quiet(), &format!("{} ", signs.dot), &told.words),
            Tone::Thought => self.line(theme.quiet(), &says::thinks(&who), &told.words),
            Tone::Aside => self.line(theme.quiet(), &format!("(({who})) "), &told.words),
        }
    }

    /// The figures that have moved, on one line.
    fn print_figures(&mut self) -> io::Result<()> {
        let (words, _) = std::mem::take(&mut self.figures);
        if words.is_empty() {
            return Ok(());
        }
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

    /// Who was told, by name.
    fn audience(&self, to: Audience) -> String {
        match to {
            Audience::Public => says::TO_ALL.to_owned(),
            Audience::Seats(seats) => {
                let names: Vec<String> = seats.iter().map(|seat| self.name(seat)).collect();
                says::to(names.join(", "))
            }
            Audience::Thoughts(seat) => says::to(self.name(seat)),
            Audience::Host => says::TO_THE_HOST.to_owned(),
        }
    }

    /// Prints a heading over what is told next, if it is another than before.
    fn head(&mut self, card: Option<&'static PhaseCard>, heading: Option<&str>) -> io::Result<()> {
        let first = self.headed.is_first();
        let Some((card, heading)) = self.headed.go(card, heading) else { return Ok(()) };
        self.print_figures()?;
        self.marked = false;
        let theme = self.setup.theme;
        if !first {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{}", theme.bytes(theme.phase(card), &phases::words(&theme, card, &heading)))
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
        self.setup.seats.get(seat.index()).map_or(says::NOBODY.to_owned(), |seat| clean_line(&seat.name))
    }
}

//! A line at the foot of a terminal that shows that models are at work: what one of them is saying, or how long the
//! table has been thinking. It is wiped away before anything that stays is printed, and there is none in a pipe.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use protocol::{Chunk, Holder, Update, Voice, clean_line};

use crate::says;
use crate::screen::Setup;

/// Nothing is shown before it has taken this long: a table that answers at once should not flicker.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the time is counted on.
const BEAT: Duration = Duration::from_secs(1);

/// Back to the beginning of the line, and wipe it.
const WIPE: &str = "\r\x1b[K";

/// The line.
#[derive(Debug)]
pub struct Waiting {
    setup: Setup,
    /// Columns of the terminal; none where there is no line to be shown.
    columns: Option<usize>,
    /// Since when nothing was told.
    since: Instant,
    /// When to look again.
    next: Instant,
    /// What is being said.
    draft: Option<Chunk>,
    shown: bool,
}

impl Waiting {
    /// A line for a terminal of so many columns at which models play; none where there is no terminal.
    pub fn new(setup: &Setup, columns: Option<u16>) -> Waiting {
        let models = setup.seats.iter().any(|seat| matches!(seat.holder, Holder::Model(_)));
        let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
        let columns = columns.filter(|_| models && !dumb).map(usize::from);
        let now = Instant::now();
        Waiting { setup: setup.clone(), columns, since: now, next: now + PATIENCE, draft: None, shown: false }
    }

    /// Takes in what the table is told, before it is printed. What is being said is shown, if the line is free.
    pub fn hear(&mut self, update: &Update, free: bool) -> io::Result<()> {
        if self.columns.is_none() {
            return Ok(());
        }
        if !update.frames.is_empty() || update.scene.is_some() {
            self.wipe()?;
            self.draft = None;
            self.since = Instant::now();
            self.next = self.since + PATIENCE;
        }
        for chunk in &update.chunks {
            // A thought is not for a line that everybody at the terminal reads.
            if !matches!(chunk.voice, Voice::Seat(_)) {
                continue;
            }
            match &mut self.draft {
                Some(draft)
                    if (draft.ask, draft.attempt, draft.voice, draft.tries)
                        == (chunk.ask, chunk.attempt, chunk.voice, chunk.tries) =>
                {
                    draft.text.push_str(&chunk.text);
                }
                draft => *draft = Some(chunk.clone()),
            }
        }
        if free && !update.chunks.is_empty() { self.show() } else { Ok(()) }
    }

    /// When the line is to be shown again; never where there is none.
    pub fn next(&self) -> Option<Instant> {
        self.columns.map(|_| self.next)
    }

    /// Shows how things are.
    pub fn show(&mut self) -> io::Result<()> {
        let Some(columns) = self.columns else { return Ok(()) };
        self.next = Instant::now() + BEAT;
        let words = self.words(columns.saturating_sub(1));
        let mut out = io::stdout().lock();
        write!(out, "{WIPE}{words}")?;
        self.shown = true;
        out.flush()
    }

    /// The end of what is being said, or how long has been thought.
    fn words(&self, columns: usize) -> String {
        let dots = if self.setup.theme.ascii { "..." } else { "…" };
        let Some(draft) = &self.draft else {
            return says::thinking_s(dots, self.since.elapsed().as_secs());
        };
        let name = match draft.voice {
            Voice::Seat(seat) => self.setup.seats.get(seat.index()).map_or("", |seat| &seat.name),
            Voice::Host | Voice::Aside(_) | Voice::Thought(_) => "",
        };
        let head = format!("{dots} {}: ", clean_line(name));
        let said: Vec<char> = clean_line(&draft.words()).chars().collect();
        // A wide letter takes two columns: half of the room is enough for any text.
        let room = columns.saturating_sub(head.chars().count());
        let wide = said.iter().any(|letter| !letter.is_ascii());
        let room = if wide { room / 2 } else { room };
        let end = said.len().saturating_sub(room);
        head + &said[end..].iter().collect::<String>()
    }

    /// Makes room for what stays.
    pub fn wipe(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.shown) {
            let mut out = io::stdout().lock();
            out.write_all(WIPE.as_bytes())?;
            out.flush()?;
        }
        Ok(())
    }
}

/// The last thing printed may be the line: what comes after starts on a clean one.
impl Drop for Waiting {
    fn drop(&mut self) {
        let _ = self.wipe();
    }
}

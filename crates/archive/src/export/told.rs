//! Tellings in Markdown, each by its tone: one way for every activity.

use std::io::{self, Write};

use engine::{Seat, Telling, Tone, Voice};

use super::escape;

/// Writes what was told.
pub(super) struct Teller<'a> {
    seats: &'a [Seat],
    out: &'a mut dyn Write,
    /// Figures that go into one pair of brackets, and whose the last of them is.
    notes: Vec<String>,
    whose: Option<String>,
}

impl<'a> Teller<'a> {
    pub(super) fn new(seats: &'a [Seat], out: &'a mut dyn Write) -> Teller<'a> {
        Teller { seats, out, notes: Vec::new(), whose: None }
    }

    /// What stands over all that follows.
    pub(super) fn heading(&mut self, words: &str) -> io::Result<()> {
        self.paragraph(&format!("## {words}"))
    }

    pub(super) fn telling(&mut self, telling: &Telling) -> io::Result<()> {
        let words = escape(telling.shown());
        let who = match telling.voice {
            _ if telling.who.is_some() => telling.who.as_deref(),
            Voice::Seat(seat) | Voice::Thought(seat) | Voice::Aside(seat) => {
                Some(self.seats.get(seat.index()).map_or("nobody", |seat| seat.name.as_str()))
            }
            Voice::Host => None,
        };
        let who = escape(who.unwrap_or("the host"));
        if let (Some(title), false) = (&telling.title, telling.tone == Tone::Heading) {
            self.note(title);
        }
        match telling.tone {
            Tone::Heading => {
                if let Some(title) = &telling.title {
                    self.paragraph(&format!("### {}", escape(title)))?;
                }
                // It is about the heading, and stands right under it.
                let about = match &telling.note {
                    Some(note) => format!("{}. {}.", words.trim_end_matches('.'), escape(note)),
                    None => words,
                };
                return self.paragraph(&format!("*{about}*"));
            }
            Tone::Narration => {
                self.settle()?;
                for part in telling.shown().split('\n').filter(|part| !part.trim().is_empty()) {
                    writeln!(self.out, "\n{}", escape(part))?;
                }
            }
            Tone::Speech if telling.who.is_some() => {
                let manner = telling.manner.as_ref();
                let manner = manner.map_or(String::new(), |manner| format!(" ({})", escape(manner)));
                self.paragraph(&format!("**{who}**{manner}: “{words}”"))?;
            }
            Tone::Speech => self.paragraph(&format!("**{who}:** {words}"))?,
            Tone::Act => self.paragraph(&format!("> **{who}:** {words}"))?,
            Tone::Figure => {
                let whose = telling.who.as_ref().filter(|who| self.whose.as_ref() != Some(who)).cloned();
                let said = whose.as_ref().map_or(String::new(), |who| format!("{who}: "));
                self.whose = whose.or(self.whose.take());
                self.note(&format!("{said}{}", telling.shown()));
            }
            Tone::Turn => self.paragraph(&format!("**{words}**"))?,
            Tone::Rule => self.paragraph(&format!("*{words}*"))?,
            Tone::Mark => {
                let sign = telling.mark.map_or("", |mark| mark.sign);
                self.paragraph(&format!("- {sign} {words}"))?;
            }
            Tone::Thought => self.paragraph(&format!("> {who} thinks: {words}"))?,
            Tone::Aside => self.paragraph(&format!("(({who}: {words}))"))?,
        }
        if let Some(note) = &telling.note {
            self.note(note);
        }
        Ok(())
    }

    /// Writes the notes that are left.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        self.whose = None;
        let notes = std::mem::take(&mut self.notes);
        if notes.is_empty() { Ok(()) } else { writeln!(self.out, "\n[{}]", escape(&notes.join(" · "))) }
    }

    /// A side note. Those that come one after the other share their brackets.
    fn note(&mut self, words: &str) {
        self.notes.push(words.trim_end_matches('.').to_owned());
    }

    fn paragraph(&mut self, words: &str) -> io::Result<()> {
        self.settle()?;
        writeln!(self.out, "\n{words}")
    }
}

#[cfg(test)]
mod tests {
    use engine::{Holder, SeatId};

    use super::*;

    #[test]
    fn every_tone_of_an_activity_that_is_not_known_has_its_line() {
        let seats = [Seat { id: "ana".to_owned(), name: "Ana".to_owned(), holder: Holder::Person }];
        let (ana, mut text) = (SeatId::at(0), Vec::new());
        let mut teller = Teller::new(&seats, &mut text);
        for tone in Tone::ALL {
            let told = Telling::host(format!("{tone:?} *x*.")).tone(tone);
            let told = match tone {
                Tone::Heading => told.title("The Soup").note("Hot"),
                Tone::Speech => told.who("The Ladle"),
                Tone::Act => Telling { voice: Voice::Seat(ana), ..told },
                Tone::Figure => told.who("Ana"),
                Tone::Mark => told.mark("✓", "put away"),
                Tone::Thought => Telling { voice: Voice::Thought(ana), ..told },
                Tone::Narration | Tone::Turn | Tone::Rule | Tone::Aside => told,
            };
            teller.telling(&told).expect("it is written");
        }
        teller.telling(&Telling::new(Voice::Seat(ana), "Done?").note("2 minutes")).expect("it is written");
        teller.settle().expect("it is written");
        assert_eq!(
            String::from_utf8(text).expect("text"),
            r"
### The Soup

*Heading \*x\*. Hot.*

Narration \*x\*.

**The Ladle**: “Speech \*x\*.”

> **Ana:** Act \*x\*.

[Ana: Figure \*x\*]

**Turn \*x\*.**

*Rule \*x\*.*

- ✓ Mark \*x\*.

> Ana thinks: Thought \*x\*.

((the host: Aside \*x\*.))

**Ana:** Done?

[2 minutes]
"
        );
    }
}

//! Tellings in parts: what stands over the words, the words, what stands beside them. Each is drawn by its tone.
//!
//! A screen, plain lines and a replay tell every activity in this one way.

use protocol::{Frame, Tone, Viewer, Voice, clean, clean_line};

use crate::phases;
use crate::screen::Setup;
use crate::seals::Seals;
use crate::theme::Theme;

/// A part of a telling. Its words are clean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) voice: Voice,
    pub(crate) tone: Tone,
    /// Who speaks or acts, where the voice does not say it; whose a figure is; the sign of a mark or of a phase. Empty where
    /// there is none.
    pub(crate) who: String,
    pub(crate) words: String,
    /// The table says it of itself: it is not taken back with what was played.
    pub(crate) stays: bool,
}

/// What has to be remembered to tell on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Teller {
    seals: Seals,
    /// What the host has just told.
    last: Option<String>,
}

impl Teller {
    /// What a frame tells, part by part.
    pub(crate) fn tell(&mut self, setup: &Setup, frame: &Frame) -> Vec<Told> {
        let Some(telling) = &frame.telling else { return Vec::new() };
        let seal = self.seals.check(&setup.theme, telling);
        let before = self.last.take();
        if telling.tone == Tone::Speech && before.as_ref() == Some(&telling.text) {
            return Vec::new();
        }
        self.last = (telling.voice == Voice::Host).then(|| telling.text.clone());
        // Whoever is asked has it on the form.
        let is_asked = telling.asks.is_some_and(|seat| setup.viewer == Viewer::Seat(seat));
        let Some(telling) = (if is_asked { telling.clone().beside_form() } else { Some(telling.clone()) })
        else {
            return Vec::new();
        };
        let (voice, stays) = (telling.voice, frame.machine == "table");
        let part = |tone, who: String, words: String| Told { voice, tone, who, words, stays };
        let mut told = Vec::new();
        if let Some(title) = &telling.title {
            let tone = if telling.tone == Tone::Heading { Tone::Heading } else { Tone::Figure };
            told.push(part(tone, String::new(), clean_line(title)));
        }
        told.extend(seal.map(|words| part(Tone::Figure, String::new(), words)));
        let name = telling.who.as_deref().map(clean_line).unwrap_or_default();
        let (tone, who) = match telling.tone {
            // Under a title of its own it is a paragraph; under the heading of a phase, or in its place, a quiet line.
            Tone::Heading if telling.title.is_some() => (Tone::Narration, String::new()),
            Tone::Heading => (Tone::Rule, phase_sign(setup, frame)),
            Tone::Speech => match &telling.manner {
                Some(manner) => (Tone::Speech, format!("{name} ({})", clean_line(manner))),
                None => (Tone::Speech, name),
            },
            Tone::Mark => (Tone::Mark, sign(&setup.theme, telling.mark.map_or("", |mark| mark.sign))),
            tone @ (Tone::Narration
            | Tone::Act
            | Tone::Figure
            | Tone::Turn
            | Tone::Rule
            | Tone::Thought
            | Tone::Aside) => (tone, name),
        };
        told.push(part(tone, who, clean(telling.shown())));
        let beside = if tone == Tone::Rule { Tone::Rule } else { Tone::Figure };
        told.extend(telling.note.as_ref().map(|note| part(beside, String::new(), clean(note))));
        told.retain(|part| !part.words.is_empty());
        if setup.theme.ascii {
            for part in &mut told {
                part.words = typed(&part.words);
            }
        }
        told
    }
}

/// The sign of a phase that begins without a heading.
fn phase_sign(setup: &Setup, frame: &Frame) -> String {
    let begins = frame.begins.as_ref().filter(|begins| begins.heading.is_none());
    let card = begins.and_then(|begins| phases::card(setup.phases, begins.phase));
    // In ASCII a sign is a word of its own.
    card.filter(|_| !setup.theme.ascii).map_or_else(String::new, |card| setup.theme.sign(card).to_owned())
}

/// The sign of a mark, if it has one that can be shown.
fn sign(theme: &Theme, sign: &str) -> String {
    let signs = theme.signs();
    let shown = if theme.ascii { typed(sign) } else { clean_line(sign) };
    if shown.is_empty() || theme.ascii && !shown.is_ascii() { signs.dot.to_owned() } else { shown }
}

/// One more figure on a line of them. Whose it is is not said again.
pub(crate) fn add_figure(line: &mut String, whose: &mut String, told: Told, dot: &str) {
    if !line.is_empty() {
        line.push_str(&format!(" {dot} "));
    }
    if !told.who.is_empty() && told.who != *whose {
        line.push_str(&format!("{}: ", told.who));
        *whose = told.who;
    }
    line.push_str(told.words.trim_end_matches('.'));
}

/// The text with the signs of print as those of a typewriter.
pub(crate) fn typed(text: &str) -> String {
    let dice = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
    let text = (1..).zip(dice).fold(text.to_owned(), |text, (value, face)| {
        text.replace(&format!("{face} {value}"), &format!("[{value}]"))
    });
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '“' | '”' | '„' => out.push('"'),
            '‘' | '’' => out.push('\''),
            '…' => out.push_str("..."),
            '→' => out.push_str("->"),
            '·' | '–' | '—' => out.push('-'),
            '×' => out.push('x'),
            '✓' => out.push('+'),
            '▸' => out.push('>'),
            '↶' => out.push('<'),
            '†' => out.push('x'),
            letter => out.push(letter),
        }
    }
    out
}

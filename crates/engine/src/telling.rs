//! Tellings: an event in words, with what a face needs to draw it.
//!
//! A face draws a telling by its [`Tone`] and its parts, and takes no words apart. Whoever has no use for tones, such as a
//! model, reads the text.

use serde::{Deserialize, Serialize};

use crate::board::Die;
use crate::{Actor, Audience, Hash, SeatId};

/// An event in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Telling {
    /// Whose voice it is.
    #[serde(flatten)]
    pub voice: Voice,
    /// How it is told.
    pub tone: Tone,
    /// All of it in one text: what models and plain readers read.
    pub text: String,
    /// Who speaks or acts, where that is not whoever's voice it is: somebody of a story. Of a figure, whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// In what manner they speak.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manner: Option<String>,
    /// What stands over the words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The words alone, where the text has more or says it otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// What stands beside the words, in small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Is the note what a seat means by its words, as the rules have it? Then models read it behind them, too: outside of the quotation
    /// marks, where no player can write.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub means: bool,
    /// The seat whose form says the same: the note, or all of it where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asks: Option<SeatId>,
    /// The panel of the board that shows it too: what keeps that in sight need not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<&'static str>,
    /// What a timeline says of it, where it is a moment to point out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// The dice that it tells of, as they lie.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Die>,
    /// What was sealed and is told with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsealed: Vec<Unsealed>,
}

/// An ending that was bound to a die before it was told: its seal is the hash of the salt and the words right behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unsealed {
    /// Which of the dice that lay there, from 0.
    pub die: usize,
    /// The salt.
    pub salt: String,
    /// The words.
    pub words: String,
}

impl Unsealed {
    /// The seal that these have.
    pub fn seal(&self) -> Hash {
        Hash::of(format!("{}{}", self.salt, self.words).as_bytes())
    }
}

/// How something is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Something begins: its title, and what it is about.
    Heading,
    /// What happens, as a story tells it.
    Narration,
    /// Somebody speaks: a seat, or `who`.
    Speech,
    /// Somebody does something.
    Act,
    /// A figure that moved. Several of them may share a line.
    Figure,
    /// Something that changes everything from here on.
    Turn,
    /// The rules speak.
    Rule,
    /// Something was settled, in few words.
    Mark,
    /// What a seat thinks.
    Thought,
    /// Out of character.
    Aside,
}

impl Tone {
    /// All of them.
    pub const ALL: [Tone; 10] = [
        Tone::Heading,
        Tone::Narration,
        Tone::Speech,
        Tone::Act,
        Tone::Figure,
        Tone::Turn,
        Tone::Rule,
        Tone::Mark,
        Tone::Thought,
        Tone::Aside,
    ];
}

/// A moment that a timeline points out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// A sign for it.
    pub sign: &'static str,
    /// What it is, in a word or two.
    pub about: &'static str,
}

impl Telling {
    /// Words in a voice, in the tone that it has by itself: a seat speaks, the host says what the rules do.
    pub fn new(voice: Voice, text: impl Into<String>) -> Telling {
        let tone = match voice {
            Voice::Host => Tone::Rule,
            Voice::Seat(_) => Tone::Speech,
            Voice::Thought(_) => Tone::Thought,
            Voice::Aside(_) => Tone::Aside,
        };
        let (who, manner, title, words, note) = (None, None, None, None, None);
        let (text, asks, on, mark, dice, unsealed) = (text.into(), None, None, None, Vec::new(), Vec::new());
        let means = false;
        Telling { voice, tone, text, who, manner, title, words, note, means, asks, on, mark, dice, unsealed }
    }

    /// The house rules speak.
    pub fn host(text: impl Into<String>) -> Telling {
        Telling::new(Voice::Host, text)
    }

    /// The same in another tone.
    #[must_use]
    pub fn tone(self, tone: Tone) -> Telling {
        Telling { tone, ..self }
    }

    /// Who speaks or acts, or whose figure it is.
    #[must_use]
    pub fn who(self, who: impl Into<String>) -> Telling {
        Telling { who: Some(who.into()), ..self }
    }

    /// What stands over the words.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Telling {
        Telling { title: Some(title.into()), ..self }
    }

    /// The words alone.
    #[must_use]
    pub fn words(self, words: impl Into<String>) -> Telling {
        Telling { words: Some(words.into()), ..self }
    }

    /// What stands beside the words, unless it is empty.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Telling {
        Telling { note: Some(note.into()).filter(|note| !note.is_empty()), ..self }
    }

    /// What a seat means by its words, or to whom they are, as the rules have it: a note that models read, too.
    #[must_use]
    pub fn means(self, what: impl Into<String>) -> Telling {
        Telling { means: true, ..self.note(what) }
    }

    /// The seat whose form says the same.
    #[must_use]
    pub fn asks(self, seat: SeatId) -> Telling {
        Telling { asks: Some(seat), ..self }
    }

    /// The panel of the board that shows it too.
    #[must_use]
    pub fn on(self, panel: &'static str) -> Telling {
        Telling { on: Some(panel), ..self }
    }

    /// A moment that a timeline points out.
    #[must_use]
    pub fn mark(self, sign: &'static str, about: &'static str) -> Telling {
        Telling { mark: Some(Mark { sign, about }), ..self }
    }

    /// The dice that it tells of.
    #[must_use]
    pub fn dice(self, dice: Vec<Die>) -> Telling {
        Telling { dice, ..self }
    }

    /// What was sealed and is told with it.
    #[must_use]
    pub fn unsealed(self, unsealed: Vec<Unsealed>) -> Telling {
        Telling { unsealed, ..self }
    }

    /// The words that a face draws.
    pub fn shown(&self) -> &str {
        self.words.as_ref().unwrap_or(&self.text)
    }

    /// Without what the form of a seat says that is asked; nothing, if that is all there is.
    pub fn beside_form(mut self) -> Option<Telling> {
        self.note.take().map(|_| self)
    }
}

/// Whose voice words are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "voice", content = "seat")]
pub enum Voice {
    /// The one who runs the table, to all who hear it.
    Host,
    /// A seat, aloud.
    Seat(SeatId),
    /// A seat, to itself.
    Thought(SeatId),
    /// A seat, out of character.
    Aside(SeatId),
}

/// Whoever acts, aloud: a seat in its own voice, all others in that of the table.
impl From<Actor> for Voice {
    fn from(actor: Actor) -> Voice {
        actor.seat().map_or(Voice::Host, Voice::Seat)
    }
}

impl Voice {
    /// Who hears it.
    pub fn audience(self) -> Audience {
        match self {
            Voice::Host | Voice::Seat(_) | Voice::Aside(_) => Audience::Public,
            Voice::Thought(seat) => Audience::Thoughts(seat),
        }
    }
}

//! What goes over the wire between the host and any face. It has no type of one activity.
//!
//! A face (terminal, web, Discord) depends on this crate alone. It knows no rules: it shows what it is told
//! ([`Update`]), offers what is asked ([`OpenAsk`]) and sends what was chosen ([`Request`]).
//!
//! [`frames`] makes all of it from a session or from its log, for one viewer.
//!
//! The words for seats, viewers, forms and tellings are the engine's own and are re-exported here.

mod catalogue;
mod clean;
pub mod form;
pub mod frames;
pub mod table;

use std::borrow::Cow;
use std::fmt;

pub use clean::{clean, clean_line};
pub use engine::{
    Actor, AskId, Audience, Barred, Begins, Board, Chance, Choice, Colour, Field, FieldKind, Form, Hash,
    Holder, Manner, Mark, OpenAsk, PhaseCard, Report, Salt, Seat, SeatId, SeatSet, Seed, Shown, TableTime,
    Telling, Tone, Tool, Unsealed, Viewer, Voice, board, raw,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The name of the wire format, in every export and every `--json` output.
pub const SCHEMA: &str = "parlor.v1";

/// One event as one viewer was told it.
#[derive(Clone, Debug, Serialize)]
pub struct Frame {
    /// Dense from 0 for this viewer: it counts what the viewer was shown and nothing else.
    pub number: u64,
    /// When: milliseconds of UTC since 1970.
    pub at: i64,
    /// When, in table time.
    pub time: TableTime,
    /// The machine whose event it is.
    pub machine: String,
    /// Whether it was told to some and not to all: a face on a shared screen keeps it covered.
    pub private: bool,
    /// To whom; only the host, who sees all, is shown this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Audience>,
    /// The event, as in the log.
    pub event: Box<RawValue>,
    /// The event in words, if there are any to say.
    pub telling: Option<Telling>,
    /// The phase of the activity that begins with it, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begins: Option<Begins>,
}

/// How things stand for one viewer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The table.
    pub table: table::View,
    /// The activity's name.
    pub machine: String,
    /// Who sits at the table, in the order of the seats, as it was laid.
    pub seats: Vec<Seat>,
    /// The name of the activity's phase.
    pub phase: String,
    /// What stands over what is told now, such as "Night 2", if anything does.
    pub heading: Option<String>,
    /// The activity, as this viewer may know it: its own view.
    pub view: Value,
    /// The same as a board, for a face to draw.
    pub board: Board,
    /// What this viewer's seat is asked.
    pub asks: Vec<OpenAsk>,
    /// The clock that all see.
    pub clock: Clock,
    /// How it ended, once it has.
    pub outcome: Option<Value>,
}

/// The clock that all see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Clock {
    /// When the phase closes, in table time.
    pub closes: Option<TableTime>,
    /// Whether table time runs.
    pub running: bool,
    /// Does each phase wait until whoever runs the table lets it go on?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
}

/// What a viewer is sent after a record: the events it was told, and how things stand if that has changed.
#[derive(Clone, Debug, Serialize)]
pub struct Update {
    /// New events.
    pub frames: Vec<Frame>,
    /// How things stand, if it differs from what was last sent.
    pub scene: Option<Box<Scene>>,
    /// What is being said just now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chunks: Vec<Chunk>,
    /// Table time as the update is sent, so that a face can let the clock run on.
    pub now: TableTime,
}

impl Update {
    /// Puts what the table says of a session's beginning before what is played: the first phase is there when a table is laid, and
    /// somebody starts the session after that. What the table says later stays where it was said. The numbers stay in their places,
    /// where they say how far it was told.
    pub fn begin_with(&mut self, table: &str) {
        let is_spoken = |frame: &Frame| {
            frame.telling.as_ref().is_some_and(|telling| !matches!(telling.voice, Voice::Host))
        };
        let is_tables = |frame: &Frame| frame.machine == table;
        let run = |from: usize, of_table: bool| {
            let frames = self.frames.iter().skip(from);
            from + frames.take_while(|frame| is_tables(frame) == of_table && !is_spoken(frame)).count()
        };
        let begun = run(run(run(0, true), false), true);
        let beginning = &mut self.frames[..begun];
        let numbers: Vec<u64> = beginning.iter().map(|frame| frame.number).collect();
        beginning.sort_by_key(|frame| frame.machine != table);
        for (frame, number) in beginning.iter_mut().zip(numbers) {
            frame.number = number;
        }
    }
}

/// Words while they are being said. They are in no log: the event with the finished words is, and whatever was shown of
/// them before it comes is a draft. A higher attempt at the same ask begins anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chunk {
    /// The ask that is being answered.
    pub ask: AskId,
    /// Which try at it, from 1.
    pub attempt: u32,
    /// In whose voice.
    #[serde(flatten)]
    pub voice: Voice,
    /// The next words.
    pub text: String,
    /// Instead of words: the call came to nothing, and is made again. It counts as no attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tries: Option<Tries>,
}

impl Chunk {
    /// What is shown of it.
    pub fn words(&self) -> Cow<'_, str> {
        self.tries.map_or(Cow::Borrowed(&self.text), |tries| Cow::Owned(tries.to_string()))
    }
}

/// Which try at a call of a model this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tries {
    /// From 1.
    pub number: u32,
    /// How many there are at most.
    pub of: u32,
}

impl fmt::Display for Tries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "retrying, try {} of {}", self.number, self.of)
    }
}

/// What a face asks the host to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// An answer to an ask: a command that the ask's form offers.
    Answer {
        /// The ask.
        ask: AskId,
        /// The command.
        command: Box<RawValue>,
    },
    /// A line as somebody typed it: talk, out-of-character talk or a `/command`.
    Line {
        /// The line.
        text: String,
    },
    /// A command of the activity that answers no ask, such as asking for more time.
    Do {
        /// The command.
        command: Box<RawValue>,
    },
}

/// The line 1 of an export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: String,
    /// The session's id.
    pub session: String,
    /// What the table is called.
    pub title: String,
    /// The activity.
    pub machine: String,
    /// The version of the activity's rules.
    pub rules: u32,
    /// The name and version of the dice.
    pub dice: String,
    /// The seats.
    pub seats: Vec<Seat>,
    /// The promise of the seed, public from the start.
    pub seed_hash: Hash,
    /// The seed itself, once the session has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Its salt, if it has one, with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Salt>,
    /// The session and record that it was forked from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Parent>,
    /// When it was opened: milliseconds of UTC since 1970.
    pub created_at: i64,
    /// Through whose eyes, if it is not the whole log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub viewer: Option<Viewer>,
}

/// The seed with its salt, out of how a session ended.
pub fn chance(outcome: &Value) -> Option<Chance> {
    let salt = match &outcome["salt"] {
        Value::Null => None,
        salt => Some(salt.as_str()?.parse().ok()?),
    };
    Some(Chance { seed: Seed(outcome["seed"].as_u64()?), salt })
}

/// Where a fork left its parent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parent {
    /// The parent session.
    pub session: String,
    /// The last record that they share.
    pub at: u64,
}

/// The last line of an export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Footer {
    /// How it ended; nothing if it has not.
    pub result: Option<Value>,
    /// How many records (or, for one viewer, frames) stand between header and footer.
    pub records: u64,
    /// The hash of the last record; not there for one viewer, who has no right to the chain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Hash>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Frames of these machines that are told by the host, or by a seat where a name ends with a dot.
    fn update(machines: &[&str]) -> Update {
        let frame = |(number, name): (u64, &&str)| {
            let voice = if name.ends_with('.') { Voice::Seat(SeatId::at(0)) } else { Voice::Host };
            Frame {
                number,
                at: 0,
                time: TableTime(0),
                machine: name.trim_end_matches('.').to_owned(),
                private: false,
                to: None,
                event: raw(&serde_json::json!({"type": "IT"})),
                telling: Some(Telling::new(voice, format!("{number}"))),
                begins: None,
            }
        };
        let frames = (0..).zip(machines).map(frame).collect();
        Update { frames, scene: None, chunks: Vec::new(), now: TableTime(0) }
    }

    fn begun(machines: &[&str]) -> (String, Vec<u64>) {
        let mut update = update(machines);
        update.begin_with("table");
        let told = update.frames.iter().filter_map(|frame| frame.telling.as_ref().map(|it| it.text.clone()));
        (told.collect(), update.frames.iter().map(|frame| frame.number).collect())
    }

    #[test]
    fn what_a_table_says_of_its_beginning_comes_first_and_what_it_says_later_stays() {
        let (told, numbers) = begun(&["table", "game", "game", "table", "table", "game", "table", "game."]);
        assert_eq!(told, "03412567");
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7]);
        // A break in a night in which nobody has said anything yet.
        assert_eq!(begun(&["game", "table", "game", "table", "table"]).0, "10234");
        // What somebody has said is the end of every beginning.
        assert_eq!(begun(&["game", "game.", "table", "game"]).0, "0123");
    }
}

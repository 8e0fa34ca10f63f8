//! What goes over HTTP and is not the protocol's own: lists, new tables, invitations, errors.

use engine::{Seat, Viewer};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Every error has this body.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: Error,
}

/// What went wrong, in words that the asker can act on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Error {
    /// A short stable name for programs.
    pub code: String,
    /// What is wrong and what would be right.
    pub message: String,
    /// The fields that are wrong, where there are some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FieldFault>,
}

/// A field that is wrong.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FieldFault {
    /// Which.
    pub field: String,
    /// What is wrong with it.
    pub problem: String,
}

impl From<engine::Fault> for FieldFault {
    fn from(fault: engine::Fault) -> FieldFault {
        FieldFault { field: fault.field, problem: fault.problem }
    }
}

/// Is all well?
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// `ok`, or `degraded` if something is wrong with one of its parts. A server that can do nothing answers with a refusal
    /// instead: `storage-stopped` or `stopping`.
    pub status: String,
    /// The parts.
    pub parts: Vec<Part>,
    /// The version of the program.
    pub version: String,
    /// Sessions that run.
    pub sessions: usize,
    /// Streams that are open.
    pub streams: usize,
}

/// How a part of the server does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// What it is called.
    pub name: String,
    /// `ok` or `degraded`.
    pub status: String,
    /// What is wrong, for the owner alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What can be played.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Activity {
    /// The machine.
    pub machine: String,
    /// What a table of it is called.
    pub title: String,
    /// What it is, in a line.
    pub about: String,
    /// Seats, if nothing else is said: the first is a person's.
    pub seats: Vec<NewSeat>,
    /// Seats for the house alone, to be watched.
    pub house_seats: Vec<NewSeat>,
    /// The setup, if nothing else is said.
    pub setup: Value,
    /// The fewest seats of a table.
    pub seats_min: usize,
    /// The most.
    pub seats_max: usize,
    /// Who may hold a seat besides people and models: characters of the house.
    pub characters: Vec<Character>,
    /// What of the setup can be chosen.
    pub options: Vec<SetupOption>,
}

/// A character of the house.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Character {
    /// The holder of a seat: `house:NAME`.
    pub holder: String,
    /// How it plays, in a few words.
    pub about: String,
}

/// Something of a setup that can be chosen.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SetupOption {
    /// Where it stands in the setup, such as `roles.mafia`.
    pub path: String,
    /// What it is called.
    pub label: String,
    /// What it means, and what happens if nothing is said.
    pub about: String,
    /// What may be said.
    pub kind: OptionKind,
}

/// What may be said for an option of a setup.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OptionKind {
    /// A whole number; nothing, if it may be left to the activity.
    Number {
        /// The least.
        min: u64,
        /// The most.
        max: u64,
        /// What stands there at first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<u64>,
    },
    /// Yes or no.
    Flag {
        /// What stands there at first.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        value: bool,
    },
    /// One of these.
    Choice {
        /// Values and what they are called.
        choices: Vec<(Value, String)>,
        /// What stands there at first; the first of them, if nothing is said.
        #[serde(default, skip_serializing_if = "Value::is_null")]
        value: Value,
    },
    /// A line of text.
    Text {
        /// What stands there at first.
        value: String,
        /// Characters, at most.
        max_chars: usize,
    },
    /// Texts, one a line.
    Texts,
}

/// A place where models are.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Provider {
    /// Its name, as in `model:NAME:MODEL`.
    pub name: String,
    /// Where it is, if it is on a network.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Can it be used?
    pub ready: bool,
    /// Was it asked?
    pub asked: bool,
    /// How it stands, and what to do if it cannot.
    pub words: String,
    /// The models that it is known to have.
    pub models: Vec<Offered>,
}

/// A model that a seat could be given to.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Offered {
    /// Its name, as in `model:PROVIDER:NAME`.
    pub name: String,
    /// What it costs, in words, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<String>,
    /// How long its answers took here, in words, if there were some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<String>,
}

/// A machine and its phases.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Machine {
    /// Its name.
    pub name: String,
    /// The version of its rules.
    pub rules: u32,
    /// Its phases.
    pub phases: Vec<Phase>,
}

/// A phase of a machine.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// A sign for it.
    pub sign: String,
    /// In whose voice the host speaks in it.
    pub persona: String,
    /// What may be answered in it.
    pub tools: Vec<String>,
    /// What may follow.
    pub exits: Vec<String>,
    /// How long it may last, in words.
    pub lasts: String,
}

/// The tables that whoever asks may see, the newest first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tables {
    /// The tables.
    pub tables: Vec<TableRow>,
    /// Are there more?
    pub more: bool,
    /// If so, after which table of the list they come: to be asked for as `behind`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<String>,
}

/// Sessions that follow one another, such as the evenings of a story.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Campaign {
    /// What it is called.
    pub name: String,
    /// What is played.
    pub machine: String,
    /// The tables, the first first.
    pub tables: Vec<String>,
    /// Has the last of them ended? Then another can be laid.
    pub ended: bool,
    /// When something last happened: milliseconds of UTC since 1970.
    pub updated_at: i64,
}

/// Which tables of the list are wanted.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Find {
    /// How they stand: `live`, `open` or `over`; any, if nothing is said.
    pub show: String,
    /// What is played.
    pub machine: String,
    /// Words of the title, or letters of the id.
    pub q: String,
    /// Those that come after this one, by its id.
    pub behind: String,
}

impl Find {
    /// What may be said of how they stand.
    pub const STANDS: [&str; 4] = ["", "live", "open", "over"];
}

/// One table of the list.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TableRow {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What is played.
    pub machine: String,
    /// How the table stands, while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// The phase, while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// How it stands in a few words that all may know, while it runs.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// The seats that people hold, while it runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<u8>,
    /// Has it ended?
    pub ended: bool,
    /// When it was made: milliseconds of UTC since 1970.
    pub created_at: i64,
    /// When something last happened, for whoever runs the table: others are not told of everything that happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<i64>,
}

/// A new table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// What is played.
    pub machine: String,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who sits where; as the activity has it, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<NewSeat>>,
    /// The options of the activity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Value>,
    /// The seed; by chance, if nothing is said. The same evening again takes its salt, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("maximum" = u64::MAX))]
    pub seed: Option<u64>,
    /// The salt of the seed, 32 hex digits, as it is told when a session has ended; by chance, if nothing is said. Without
    /// it nobody finds a seed by trying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^[0-9a-f]{32}$"))]
    pub salt: Option<String>,
    /// When people may sit down in seats of the house or of models: `start` (from the start on, which holds if nothing is
    /// said), `before_play` or `never`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["start", "before_play", "never"]))]
    pub open_seats: Option<String>,
    /// What is spoken there, by its tag, such as `de`: models are told to. English, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

/// A seat of a new table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    /// The name that all see.
    pub name: String,
    /// `person`, `house:CHARACTER` or `model:PROVIDER:NAME`.
    pub holder: String,
}

impl From<&Seat> for NewSeat {
    fn from(seat: &Seat) -> NewSeat {
        NewSeat { name: seat.name.clone(), holder: seat.holder.to_string() }
    }
}

/// A table that was made.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Made {
    /// Its id.
    pub id: String,
}

/// Something that somebody wants to do at a table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCommand {
    /// As whom: `seat:1` or `host`.
    #[serde(rename = "as")]
    #[schemars(regex(pattern = "^(host|seat:([1-9]|[12][0-9]|3[0-2]))$"))]
    pub by: String,
    /// A name for this request: the same again is not done twice.
    #[schemars(length(min = 1, max = 48))]
    pub id: String,
    /// What: `{"answer": {"ask", "command"}}`, `{"line": {"text"}}` or `{"do": {"command"}}`.
    #[schemars(schema_with = "request")]
    pub request: Value,
}

/// The schema of what a face asks for: the protocol's own, which has none.
fn request(_: &mut SchemaGenerator) -> Schema {
    let one = |name: &str, fields: Value, required: Value| {
        let inner = json!({"type": "object", "properties": fields, "required": required, "additionalProperties": false});
        json!({"type": "object", "properties": {name: inner}, "required": [name], "additionalProperties": false})
    };
    let command = json!({"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]});
    let ask = json!({"type": "integer", "minimum": 0, "maximum": u32::MAX});
    json_schema!({
        "oneOf": [
            one("answer", json!({"ask": ask, "command": command}), json!(["ask", "command"])),
            one("line", json!({"text": {"type": "string"}}), json!(["text"])),
            one("do", json!({"command": command}), json!(["command"])),
        ],
    })
}

/// It was done, and is on disk.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    /// Always true.
    pub done: bool,
    /// The text that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// Where to get what the asker was told so far, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub export: Option<String>,
}

impl Done {
    /// It was done, and there is nothing more to say.
    pub(crate) const SILENT: Done = Done { done: true, report: None, export: None };
}

/// What the table is to do.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewState {
    /// `start`, `zero`, `pause`, `resume`, `end` or `close`.
    #[schemars(extend("enum" = ["start", "zero", "pause", "resume", "end", "close"]))]
    pub verb: String,
}

/// Who plays a seat from now on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSitting {
    /// The seat, from 1: one that the house or a model played at the opening.
    #[schemars(range(min = 1, max = 32))]
    pub seat: u8,
    /// Does somebody sit down in it? Else it is given back.
    pub taken: bool,
}

/// Back to how things were after a record.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRewind {
    /// As whom.
    #[serde(rename = "as")]
    #[schemars(regex(pattern = "^(host|seat:([1-9]|[12][0-9]|3[0-2]))$"))]
    pub by: String,
    /// The record.
    #[schemars(extend("maximum" = u64::MAX))]
    pub to: u64,
}

/// A new session from an old one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewFork {
    /// The last record that the two share.
    #[schemars(extend("maximum" = u64::MAX))]
    pub at: u64,
}

/// An invitation to a table: to play takes a seat, and nothing else has one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [
    {"properties": {"scope": {"const": "play"}, "seat": {"type": "integer"}}, "required": ["seat"]},
    {"properties": {"scope": {"enum": ["any", "host", "observe"]}, "seat": {"type": "null"}}},
]))]
pub struct NewInvitation {
    /// `play`, `any`, `host` or `observe`. `any` is for everybody: whoever opens it takes a seat that is free.
    pub scope: String,
    /// The seat, to play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 32))]
    pub seat: Option<u8>,
}

/// An invitation, as it is handed on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    /// The address to open, on this server: to be taken up once, or by everybody if it is to any seat.
    pub path: String,
    /// The whole address, as others open it.
    pub link: String,
    /// Can this machine alone open it?
    pub here_only: bool,
    /// Until when: milliseconds of UTC since 1970.
    pub expires_at: i64,
    /// A word and a number that mean the same for an evening, to be typed at `/join`: of one that is to any seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// A right at a table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Guest {
    /// A name of the right, to take it away by. It opens nothing.
    pub right: String,
    /// `play`, `host`, `observe`, or `left`: to watch, after a seat was left.
    pub scope: String,
    /// The seat that is played, or was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Is it an invitation that nobody has taken up yet?
    pub invitation: bool,
    /// Is somebody at that seat just now?
    pub here: bool,
    /// Until when: milliseconds of UTC since 1970.
    pub expires_at: i64,
}

/// A table that was deleted.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Deleted {
    /// How many rights at it were taken away with it.
    pub revoked: usize,
}

/// How many rights were taken away.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Revoked {
    /// So many.
    pub revoked: usize,
}

/// A photo that was kept.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct KeptPhoto {
    /// Its name.
    pub hash: String,
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
}

/// How to look at a table.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// Through whose eyes: `public`, `observer`, `host` or `seat:1`.
    #[serde(default, rename = "as")]
    pub viewer: Option<String>,
    /// How things stood after so many of that viewer's own events; now, if nothing is said.
    #[serde(default)]
    pub at: Option<u64>,
    /// The last event that a listener has.
    #[serde(default)]
    pub after: Option<u64>,
    /// How to write it down: `jsonl`, `md` or `html`.
    #[serde(default)]
    pub format: Option<String>,
}

/// Reads a viewer, where one is named.
pub(crate) fn viewer(text: Option<&str>) -> Result<Option<Viewer>, String> {
    text.map(str::parse).transpose()
}

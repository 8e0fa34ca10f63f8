//! What a session is opened with, besides its seats: the person's, and after it the coach's.

use engine::{After, Chain, Earlier, Fault, Seat, Seating, Speed, seat_faults};
use serde::{Deserialize, Serialize};

use super::limits::{
    ANCHORS_MAX, ANSWER_MS, ANSWER_MS_MAX, ITEMS_MAX, LINE_CHARS_MAX, NAME_CHARS_MAX, THING_TEXTS_MAX,
    THINGS_MAX,
};
use super::outcome::Left;
use super::piles::Verb;
use super::state::State;
use kit::words::clean_line;

/// The options of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Options)]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// The space.
    ///
    /// What is to be sorted: a desk, a drawer, a room.
    #[text(NAME_CHARS_MAX)]
    pub space: String,
    /// Can the coach see photos? The house cannot.
    #[unasked]
    pub coach_sees: bool,
    /// How long a proposal waits for an answer, in milliseconds of table time; for ever, if nothing is said.
    #[unasked]
    pub answer_ms: Option<u64>,
    /// What the last session in this space left (Y10).
    #[unasked]
    pub before: Option<Left>,
    /// Which that was.
    #[unasked]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<After>,
    /// Things of yours.
    ///
    /// Things that this household knows, beside those of the house's own list.
    #[rows(0..=THINGS_MAX)]
    pub things: Vec<Thing>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            space: "this space".to_owned(),
            coach_sees: false,
            answer_ms: Some(ANSWER_MS),
            before: None,
            after: None,
            things: Vec::new(),
        }
    }
}

/// A thing that a household knows, beside those of the house's own list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, engine::Fields)]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// What it is called.
    #[text(LINE_CHARS_MAX)]
    pub name: String,
    /// Other words for it.
    #[texts(0..=THING_TEXTS_MAX, each = LINE_CHARS_MAX)]
    #[serde(default)]
    pub also: Vec<String>,
    /// What kind of thing it is.
    #[text(LINE_CHARS_MAX)]
    pub kind: String,
    /// Some of place, donate, recycle, trash and skip, the best first.
    #[texts(1..=THING_TEXTS_MAX, each = LINE_CHARS_MAX)]
    pub usually: Vec<String>,
    /// Where it belongs.
    #[text(LINE_CHARS_MAX)]
    pub home: String,
    /// What to ask about it.
    #[texts(0..=THING_TEXTS_MAX, each = LINE_CHARS_MAX)]
    #[serde(default)]
    pub ask: Vec<String>,
}

/// The space is called as the table is, if that has a name. A proposal waits for ever where nobody wants to be hurried, and
/// where nobody is who could be.
pub(super) fn suited(table: &Seating<'_>) -> Setup {
    let usual = if table.is_house() { "the study" } else { "my space" };
    let unhurried = matches!(table.speed, Some(Speed::Step | Speed::Instant));
    Setup {
        space: table.title.unwrap_or(usual).chars().take(NAME_CHARS_MAX).collect(),
        coach_sees: table.last_sees(),
        answer_ms: (!unhurried && !table.is_house()).then_some(ANSWER_MS),
        ..Setup::default()
    }
}

/// What a space is called, whatever stands before it: "Desk" is "the desk".
fn bare(space: &str) -> String {
    let space = space.trim().to_lowercase();
    let articles = ["the ", "my ", "our "];
    articles.iter().find_map(|article| space.strip_prefix(article).map(str::to_owned)).unwrap_or(space)
}

impl Setup {
    /// A later session in the same space begins with what the last one left (Y10). Whoever says what was left knows better.
    pub(super) fn take_up(&mut self, earlier: &Earlier<'_, State>) -> Option<String> {
        let Earlier { after, state } = earlier;
        // What an earlier session left is replaced by what a later one did.
        let is_said = self.before.is_some() && self.after.is_none();
        if is_said || bare(&state.space) != bare(&self.space) {
            return None;
        }
        // One that has not ended is the same space, and has left nothing yet.
        let left = state.outcome().map(|outcome| outcome.left.clone()).unwrap_or_default();
        let things = match left.things.len() + left.to_do.len() {
            0 => "nothing was left".to_owned(),
            1 => "1 thing was left".to_owned(),
            more => format!("{more} things were left"),
        };
        (self.before, self.after) = (Some(left), Some(after.clone()));
        Some(things)
    }

    /// What later sessions in this space go on with.
    pub(super) fn chain(&self) -> Chain {
        Chain { name: bare(&self.space), after: self.after.clone() }
    }

    /// Everything that is wrong with it, besides what the engine holds to the card and the options: how many there are of anything,
    /// and how long it is.
    pub(super) fn faults(&self, seats: &[Seat]) -> Vec<Fault> {
        let mut faults = seat_faults(seats);
        let mut check = |field: String, text: &str, max: usize| {
            if text.contains(['\n', '\r']) {
                faults.push(Fault::new(field, "it has a line break: give one line"));
            } else if let Err(problem) = clean_line("it", text, max) {
                faults.push(Fault::new(field, problem));
            }
        };
        check("space".to_owned(), &self.space, NAME_CHARS_MAX);
        for (at, thing) in self.things.iter().enumerate() {
            let texts = [("name", &thing.name), ("kind", &thing.kind), ("home", &thing.home)];
            let texts = texts.into_iter().chain(thing.also.iter().map(|text| ("also", text)));
            for (field, text) in texts.chain(thing.ask.iter().map(|text| ("ask", text))) {
                check(format!("things[{at}].{field}"), text, LINE_CHARS_MAX);
            }
        }
        if let Some(Left { function, anchors, things, to_do, next_time }) = &self.before {
            let to_do = || to_do.iter().flat_map(|(name, what)| [name, what]);
            let names = function.iter().chain(anchors).chain(things).chain(to_do());
            names.for_each(|name| check("before".to_owned(), name, NAME_CHARS_MAX));
            next_time.iter().for_each(|text| check("before.next_time".to_owned(), text, LINE_CHARS_MAX));
            let left = things.len() + to_do().count() / 2;
            let most = [("anchors", anchors.len(), ANCHORS_MAX), ("things", left, ITEMS_MAX)];
            for (field, count, max) in most.into_iter().filter(|(_, count, max)| count > max) {
                faults.push(Fault::new(format!("before.{field}"), format!("{count}: at most {max}")));
            }
        }
        if self.answer_ms.is_some_and(|ms| ms == 0 || ms > ANSWER_MS_MAX) {
            let problem = format!("give 1 to {ANSWER_MS_MAX}, or nothing to wait for ever");
            faults.push(Fault::new("answer_ms", problem));
        }
        let is_odd = |thing: &Thing| thing.usually.iter().any(|word| Verb::of(word).is_none());
        for (at, _) in self.things.iter().enumerate().filter(|(_, thing)| is_odd(thing)) {
            let problem = "give some of place, donate, recycle, trash and skip, the best first";
            faults.push(Fault::new(format!("things[{at}].usually"), problem));
        }
        faults
    }
}

//! Boards: how things stand for one viewer, in a few shapes that every face can draw.
//!
//! A board is made from a view and nothing else, so it cannot say what the view does not hold. A face draws the ten bodies
//! once, for every activity; where it can do better for one panel, by its id, that is an island, and the panel plays without.
//!
//! What is *covered* is for its viewer's eyes alone: on a screen that others see it stays behind a cover until it is opened.
//! Whatever all are shown is not covered, and everything else is: the conformance suite holds a machine to that.

use serde::Serialize;
use serde_json::Value;

use crate::{Hash, SeatId};

/// How things stand for one viewer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Board {
    /// In a few words, for a list of tables: "day 2, 7 of 10 alive".
    #[serde(skip_serializing_if = "String::is_empty")]
    pub headline: String,
    /// What stands at the seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// What stands round the talk, in this order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub panels: Vec<Panel>,
    /// How it ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// Words that stand last in the talk at this moment: where play is taken back, the talk goes back to them. Without them it stays as
    /// it is.
    #[serde(skip)]
    pub last: Vec<String>,
}

/// What stands at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Which.
    pub seat: SeatId,
    /// What is to be said of it: "killed in night 2", "3 stress".
    pub text: String,
    /// What it does.
    pub is: SeatIs,
    /// Not all are shown it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub covered: bool,
}

impl Note {
    /// Of a seat that plays.
    pub fn new(seat: SeatId, text: impl Into<String>) -> Note {
        Note { seat, text: text.into(), is: SeatIs::In, covered: false }
    }

    /// Of a seat that all wait for.
    #[must_use]
    pub fn up(self) -> Note {
        Note { is: SeatIs::Up, ..self }
    }

    /// Of a seat that plays no more.
    #[must_use]
    pub fn out(self) -> Note {
        Note { is: SeatIs::Out, ..self }
    }

    /// For the viewer alone.
    #[must_use]
    pub fn covered(self) -> Note {
        Note { covered: true, ..self }
    }
}

/// What a seat does, as all know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatIs {
    /// It plays.
    In,
    /// It is up: all wait for it.
    Up,
    /// It plays no more.
    Out,
}

/// A thing that stands round the talk.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Panel {
    /// Its name, by which a face may know it: unique on a board, and the same from one board to the next.
    pub id: &'static str,
    /// What stands over it.
    pub title: String,
    /// Where it stands.
    pub rank: Rank,
    /// Not all are shown it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub covered: bool,
    /// What is in it.
    pub body: Body,
    /// What can be done with all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deed: Option<Deed>,
}

impl Panel {
    /// One that stands beside the talk, for all to see.
    pub fn new(id: &'static str, title: impl Into<String>, body: Body) -> Panel {
        Panel { id, title: title.into(), rank: Rank::Beside, covered: false, body, deed: None }
    }

    /// Over what else stands beside the talk, or over the talk itself where there is no room beside it.
    #[must_use]
    pub fn over(self) -> Panel {
        Panel { rank: Rank::Over, ..self }
    }

    /// Folded away until somebody wants it.
    #[must_use]
    pub fn folded(self) -> Panel {
        Panel { rank: Rank::Folded, ..self }
    }

    /// For the viewer alone.
    #[must_use]
    pub fn covered(self) -> Panel {
        Panel { covered: true, ..self }
    }

    /// With what can be done with it, if anything can.
    #[must_use]
    pub fn deed(self, deed: Option<Deed>) -> Panel {
        Panel { deed, ..self }
    }
}

/// Where a panel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// First: what is looked at all the time.
    Over,
    /// Beside the talk, or below it where there is no room.
    Beside,
    /// Folded away, with its title to open it.
    Folded,
}

/// What a panel shows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// Names and what they are.
    Facts(Vec<Fact>),
    /// Amounts out of a most.
    Meters(Vec<Meter>),
    /// What fills up piece by piece, and then something happens.
    Dials(Vec<Dial>),
    /// Dice as they lie.
    Dice(Vec<Die>),
    /// Who stands how to whom.
    Matrix(Matrix),
    /// Things in heaps.
    Piles(Vec<Heap>),
    /// One thing that matters now.
    Card(Leaf),
    /// Photos, by their hashes.
    Pictures(Vec<Hash>),
    /// One after the other.
    List(Vec<Entry>),
    /// Words.
    Text(String),
}

/// A name and what it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The name.
    pub name: String,
    /// What it is.
    pub value: String,
}

impl Fact {
    /// A name and what it is.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Fact {
        Fact { name: name.into(), value: value.into() }
    }
}

/// An amount out of a most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Meter {
    /// Of what.
    pub name: String,
    /// How much: never more than `of`.
    pub value: u32,
    /// The most.
    pub of: u32,
    /// What else is to be said: who voted, what is too much.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// What fills up piece by piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dial {
    /// What it is called.
    pub name: String,
    /// How many pieces are full: never more than `segments`.
    pub filled: u8,
    /// Of how many.
    pub segments: u8,
    /// What it counts towards.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A die as it lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    /// Its eyes.
    pub value: u8,
    /// What it is worth, in a word.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub worth: String,
    /// What may come of it, and what it costs.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The hash of the ending that is bound to it, until it is spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seal: Option<Hash>,
}

/// Who stands how to whom.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Matrix {
    /// What stands over the columns; the first is over the heads of the rows.
    pub columns: Vec<String>,
    /// The rows: as many cells each as there are columns.
    pub rows: Vec<Vec<String>>,
    /// What it comes to, in words: below the table, and alone for whoever is shown none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sum: String,
}

/// A heap of things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heap {
    /// What it is called.
    pub name: String,
    /// What is in it.
    pub things: Vec<Entry>,
    /// What puts the thing in hand there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deed: Option<Deed>,
}

impl Heap {
    /// A name and what is in it.
    pub fn new(name: impl Into<String>, things: Vec<Entry>) -> Heap {
        Heap { name: name.into(), things, deed: None }
    }

    /// With what puts the thing in hand there.
    #[must_use]
    pub fn deed(self, deed: Option<Deed>) -> Heap {
        Heap { deed, ..self }
    }
}

/// What can be done with something that lies on a board: an answer to what its viewer is asked. Where that ask does not take it
/// just now, it is not offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deed {
    /// What it does, in a word or two.
    pub word: String,
    /// What stands beside that, in small.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The command.
    pub command: Value,
}

impl Deed {
    /// What it does, and the command: one of the machine's own, as it is declared.
    ///
    /// # Panics
    /// If the command cannot be written: a bug in the machine.
    pub fn new(word: impl Into<String>, command: impl Serialize) -> Deed {
        match serde_json::to_value(command) {
            Ok(command) => Deed { word: word.into(), note: String::new(), command },
            Err(why) => panic!("a deed is no command: {why}"),
        }
    }

    /// With something beside it.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Deed {
        Deed { note: note.into(), ..self }
    }
}

/// One thing that matters now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Leaf {
    /// What it is called.
    pub title: String,
    /// What stands below that, in small.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What is to be said of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// What else is known of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// The seat whose form says the same as the facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asks: Option<SeatId>,
}

/// One of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The words.
    pub text: String,
    /// What stands beside them, in small.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// It is done with.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// What can be done with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deed: Option<Deed>,
}

impl Entry {
    /// Words.
    pub fn new(text: impl Into<String>) -> Entry {
        Entry { text: text.into(), note: String::new(), done: false, deed: None }
    }

    /// With something beside them.
    #[must_use]
    pub fn note(self, note: impl Into<String>) -> Entry {
        Entry { note: note.into(), ..self }
    }

    /// Done with.
    #[must_use]
    pub fn done(self) -> Entry {
        Entry { done: true, ..self }
    }

    /// With what can be done with it, if anything can.
    #[must_use]
    pub fn deed(self, deed: Option<Deed>) -> Entry {
        Entry { deed, ..self }
    }
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ending {
    /// A sign for it, and the same in plain ASCII.
    pub sign: (&'static str, &'static str),
    /// In a few words: "The town wins".
    pub title: String,
    /// In a sentence or two.
    pub text: String,
    /// What is worth looking at: who was who, what happened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub panels: Vec<Panel>,
    /// What another session is that goes on from this one: "The next evening". Nothing, where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<&'static str>,
}

impl Ending {
    /// That of an activity that says nothing of its end but the outcome: its words, if it is words.
    pub fn plain(outcome: &Value) -> Ending {
        Ending {
            sign: ("✓", "*"),
            title: "It is over".to_owned(),
            text: outcome.as_str().unwrap_or_default().to_owned(),
            panels: Vec::new(),
            next: None,
        }
    }
}

/// The most that a board may hold: what a phone can show, and a page can send with every step.
pub mod limits {
    /// Panels of one board, those of its ending among them.
    pub const PANELS_MAX: usize = 24;
    /// Things in one body: seats, facts, entries, cells.
    pub const THINGS_MAX: usize = 1_024;
    /// Characters of one text.
    pub const TEXT_CHARS_MAX: usize = 4_000;
    /// How deep the default board looks into a view.
    pub(super) const DEPTH_MAX: usize = 4;
}

impl Board {
    /// The board of a machine that says nothing of its own: what all know, and below a cover what this viewer knows besides.
    ///
    /// Whoever may know more always has the cover: whether something is under it is not to be seen from outside. Nothing is drawn of
    /// what somebody does not know, nor of `times`, the fields that hold a moment of table time: the clock of a face says what is
    /// left until then.
    pub(crate) fn plain(view: &Value, public: &Value, knows_more: bool, times: &[&str]) -> Board {
        let (known, mut panels) = (fields(public, times), Vec::new());
        let open: Vec<Fact> = known.iter().map(|(name, words)| Fact::new(name, words)).collect();
        if !open.is_empty() {
            panels.push(Panel::new("view", "How things stand", Body::Facts(open)));
        }
        if knows_more {
            let own = fields(view, times).into_iter().filter(|field| !known.contains(field));
            let own = own.map(|(name, words)| Entry::new(format!("{name}: {words}"))).collect();
            panels.push(Panel::new("own", "What you know", Body::List(own)).covered());
        }
        Board { panels, ..Board::default() }
    }

    /// What is wrong with a board, if anything is: it is too large, two panels have one id, or an amount is more than its most.
    pub fn fault(&self) -> Option<String> {
        let ending = self.ending.iter().flat_map(|ending| &ending.panels);
        let panels: Vec<&Panel> = self.panels.iter().chain(ending).collect();
        if panels.len() > limits::PANELS_MAX {
            return Some(format!("{} panels, and {} is the limit", panels.len(), limits::PANELS_MAX));
        }
        for (at, panel) in panels.iter().enumerate() {
            if panels[..at].iter().any(|other| other.id == panel.id) {
                return Some(format!("two panels are called {:?}", panel.id));
            }
            if let Some(fault) = panel.body.fault() {
                return Some(format!("{}: {fault}", panel.id));
            }
        }
        None
    }
}

impl Body {
    /// Is there nothing to show?
    pub fn is_empty(&self) -> bool {
        match self {
            Body::Facts(facts) => facts.is_empty(),
            Body::Meters(meters) => meters.is_empty(),
            Body::Dials(dials) => dials.is_empty(),
            Body::Dice(dice) => dice.is_empty(),
            Body::Matrix(matrix) => matrix.rows.is_empty(),
            Body::Piles(piles) => piles.is_empty(),
            Body::Card(leaf) => *leaf == Leaf::default(),
            Body::Pictures(pictures) => pictures.is_empty(),
            Body::List(entries) => entries.is_empty(),
            Body::Text(text) => text.is_empty(),
        }
    }

    fn fault(&self) -> Option<String> {
        let mut texts: Vec<&str> = Vec::new();
        let things = match self {
            Body::Facts(facts) => {
                facts.iter().for_each(|fact| texts.extend([fact.name.as_str(), &fact.value]));
                facts.len()
            }
            Body::Meters(meters) => {
                if let Some(meter) = meters.iter().find(|meter| meter.value > meter.of) {
                    return Some(format!("{} of {} is too much of {:?}", meter.value, meter.of, meter.name));
                }
                meters.iter().for_each(|meter| texts.extend([meter.name.as_str(), &meter.note]));
                meters.len()
            }
            Body::Dials(dials) => {
                if let Some(dial) = dials.iter().find(|dial| dial.filled > dial.segments) {
                    return Some(format!("{:?} is more than full", dial.name));
                }
                dials.iter().for_each(|dial| texts.extend([dial.name.as_str(), &dial.note]));
                dials.len()
            }
            Body::Dice(dice) => {
                dice.iter().for_each(|die| texts.extend([die.worth.as_str(), &die.note]));
                dice.len()
            }
            Body::Matrix(matrix) => {
                if let Some(row) = matrix.rows.iter().find(|row| row.len() != matrix.columns.len()) {
                    return Some(format!("{} cells below {} heads", row.len(), matrix.columns.len()));
                }
                texts.extend(matrix.rows.iter().flatten().chain(&matrix.columns).map(String::as_str));
                matrix.rows.len() * matrix.columns.len()
            }
            Body::Piles(piles) => {
                texts.extend(piles.iter().flat_map(|pile| &pile.things).map(|entry| entry.text.as_str()));
                piles.iter().map(|pile| pile.things.len()).sum()
            }
            Body::Card(leaf) => {
                texts.extend([leaf.title.as_str(), &leaf.note, &leaf.text]);
                leaf.facts.len()
            }
            Body::Pictures(pictures) => pictures.len(),
            Body::List(entries) => {
                entries.iter().for_each(|entry| texts.extend([entry.text.as_str(), &entry.note]));
                entries.len()
            }
            Body::Text(text) => {
                texts.push(text);
                1
            }
        };
        if things > limits::THINGS_MAX {
            return Some(format!("{things} things, and {} is the limit", limits::THINGS_MAX));
        }
        let long = texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
        (long > limits::TEXT_CHARS_MAX).then(|| format!("a text of {long} characters"))
    }
}

/// The fields of a view that say something, each with its words.
fn fields(view: &Value, times: &[&str]) -> Vec<(String, String)> {
    // The seats have a place of their own on every face.
    let all = view.as_object().into_iter().flatten().filter(|(name, _)| *name != "seats");
    said(all, times, 0).collect()
}

/// What some fields say, as people write it.
fn said<'a>(
    fields: impl Iterator<Item = (&'a String, &'a Value)>,
    times: &[&str],
    depth: usize,
) -> impl Iterator<Item = (String, String)> {
    let all = fields.map(|(name, value)| (spaced(name), value));
    let all = all.filter(|(name, _)| !times.iter().any(|time| spaced(time) == *name));
    all.map(move |(name, value)| (name, words(value, times, depth))).filter(|(_, words)| !words.is_empty())
}

/// `dayNumber` and `day_number` as a person writes it: "Day number".
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for (at, letter) in name.chars().enumerate() {
        match letter {
            '_' | '-' => words.push(' '),
            letter if letter.is_uppercase() && at > 0 => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            letter if at == 0 => words.extend(letter.to_uppercase()),
            letter => words.push(letter),
        }
    }
    words
}

/// A value in words, as far as it can be said in a line.
fn words(value: &Value, times: &[&str], depth: usize) -> String {
    let short = |text: String| text.chars().take(limits::TEXT_CHARS_MAX / 8).collect();
    match value {
        Value::Null => String::new(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.chars().take(limits::TEXT_CHARS_MAX).collect(),
        _ if depth == limits::DEPTH_MAX => "…".to_owned(),
        Value::Array(list) => {
            let said: Vec<String> = list.iter().map(|value| words(value, times, depth + 1)).collect();
            short(said.iter().filter(|words| !words.is_empty()).cloned().collect::<Vec<_>>().join(", "))
        }
        Value::Object(map) => {
            let said = said(map.iter(), times, depth + 1).map(|(name, words)| format!("{name}: {words}"));
            short(said.collect::<Vec<_>>().join("; "))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_plain_board_covers_what_not_all_know() {
        let view = json!({"seats": [1, 2], "post": "gardener", "answersGiven": 2, "scores": [[4, "clear"]], "won": null,
            "closesAt": 163_952, "phase": {"Asking": {"until": 163_952, "round": 2}}});
        let public = json!({"seats": [1, 2], "post": "gardener", "answersGiven": 2, "scores": [],
            "closesAt": 163_952, "phase": {"Asking": {"until": 163_952, "round": 2}}});
        let times = ["closes_at", "until"];
        let board = Board::plain(&view, &public, true, &times);
        let facts = |facts: &[(&str, &str)]| {
            Body::Facts(facts.iter().map(|(name, value)| Fact::new(*name, *value)).collect())
        };
        assert_eq!(board.panels.len(), 2);
        assert!(!board.panels[0].covered && board.panels[1].covered);
        let open = [("Answers given", "2"), ("Phase", "Asking: Round: 2"), ("Post", "gardener")];
        assert_eq!(board.panels[0].body, facts(&open), "and no moment of table time");
        assert_eq!(
            board.panels[1].body,
            Body::List(vec![Entry::new("Scores: 4, clear")]),
            "no row of nothing"
        );
        let other = Board::plain(&public, &public, true, &times);
        assert_eq!(other.panels[1], Panel { body: Body::List(Vec::new()), ..board.panels[1].clone() });
        assert_eq!(other.panels[0], board.panels[0], "what is not covered is the same for all");
        let watching = Board::plain(&public, &public, false, &times);
        assert_eq!(watching.panels.iter().map(|panel| panel.covered).collect::<Vec<_>>(), [false]);
    }

    #[test]
    fn a_board_that_is_wrong_says_where() {
        let of = |panels| Board { panels, ..Board::default() }.fault();
        let text = || Panel::new("a", "A", Body::Text("words".to_owned()));
        assert_eq!(of(vec![text()]), None);
        assert_eq!(of(vec![text(), text()]), Some("two panels are called \"a\"".to_owned()));
        let meter = Meter { name: "stress".to_owned(), value: 10, of: 9, note: String::new() };
        let fault = of(vec![Panel::new("m", "M", Body::Meters(vec![meter]))]);
        assert_eq!(fault, Some("m: 10 of 9 is too much of \"stress\"".to_owned()));
        let matrix = Matrix { columns: vec!["who".to_owned()], rows: vec![Vec::new()], sum: String::new() };
        let fault = of(vec![Panel::new("v", "V", Body::Matrix(matrix))]);
        assert_eq!(fault, Some("v: 0 cells below 1 heads".to_owned()));
        let long = Panel::new("t", "T", Body::Text("x".repeat(limits::TEXT_CHARS_MAX + 1)));
        assert_eq!(of(vec![long]), Some("t: a text of 4001 characters".to_owned()));
    }
}

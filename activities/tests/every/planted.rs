//! The suite finds what is planted: a view that shows what nobody was told, a way out that goes round in a circle, a
//! decision that tells and then rejects, and boards that give something away.

use std::sync::Arc;

use activities::ALL;
use engine::board::{Body, Ending, Fact, Meter, Note, Panel};
use engine::{
    Actor, Ask, Audience, Board, Catalog, Colour, Draft, Erased, Fault, Field, FieldKind, Form, Machine,
    PhaseCard, Phases, Prompt, Reason, Seat, SeatId, Telling, Tool, Viewer, raw,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use testkit::{Fixture, boards, conformance, house_seats, tellings};

const SOUND: u8 = 0;
const LEAKS: u8 = 1;
const CIRCLES: u8 = 2;
const TELLS_AND_REJECTS: u8 = 3;
const UNCOVERED_PANEL: u8 = 4;
const UNCOVERED_NOTE: u8 = 5;
const TELLING_HEADLINE: u8 = 6;
const UNLIKE_ROWS: u8 = 7;
const COVER_WHEN_KNOWN: u8 = 8;
const ANOTHER_KIND: u8 = 9;
const TOO_MUCH: u8 = 10;
const COVERED_FOR_ALL: u8 = 11;
const ENDS_EARLY: u8 = 12;

/// One seat chooses a number that nobody else is told, and it is over.
enum Secret<const FAULT: u8> {}

#[derive(Clone, Default, Serialize, Deserialize)]
struct State {
    number: Option<u8>,
    over: bool,
}

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type")]
#[command(unasked)]
enum Command {
    Choose { number: u8 },
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
enum Event {
    Opened {},
    Chosen { number: u8 },
    Waited {},
    Ended {},
}

#[derive(Debug)]
struct No;

impl std::fmt::Display for No {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("it is never taken")
    }
}

impl Reason for No {
    fn code(&self) -> &'static str {
        "no"
    }
}

const CHOOSER: SeatId = SeatId::at(0);

const fn card(name: &'static str, exits: &'static [&'static str]) -> PhaseCard {
    PhaseCard {
        name,
        title: name,
        sign: ("·", "."),
        colour: Colour::Slate,
        persona: "Nobody.",
        tools: &["Choose"],
        exits,
        lasts: "one answer",
        prepares: false,
        covered: true,
    }
}

impl Phases for State {
    const CARDS: &'static [PhaseCard] = &[card("ASKING", &["OVER"]), card("OVER", &[])];

    fn card(&self) -> &'static PhaseCard {
        &Self::CARDS[usize::from(self.over)]
    }
}

impl From<State> for Value {
    fn from(_: State) -> Value {
        json!({ "number": null })
    }
}

impl<const FAULT: u8> Machine for Secret<FAULT> {
    const NAME: &'static str = "secret";
    const FOLDS: bool = false;
    type Setup = Value;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Rejection = No;
    type Question = ();
    type View = Value;
    type Outcome = Value;

    fn open(draft: &mut Draft<Self>, _: &Arc<[Seat]>, _: &Value) -> Result<(), Vec<Fault>> {
        draft.tell(Event::Opened {});
        Ok(())
    }
    fn decide(draft: &mut Draft<Self>, _: Actor, command: &Command) -> Result<(), No> {
        match command {
            Command::Choose { number } => {
                draft.tell(Event::Chosen { number: *number });
                if FAULT == TELLS_AND_REJECTS {
                    return Err(No);
                }
                draft.tell(Event::Ended {});
                Ok(())
            }
        }
    }
    fn evolve(state: &mut State, event: &Event) {
        match event {
            Event::Opened {} | Event::Waited {} => {}
            Event::Chosen { number } => state.number = Some(*number),
            Event::Ended {} => state.over = true,
        }
    }
    fn outcome(state: &State) -> Option<Value> {
        state.over.then(|| json!({}))
    }
    fn asks(state: &State) -> Vec<Ask<()>> {
        let ask = Ask::new(0, CHOOSER, ());
        if state.over { Vec::new() } else { vec![ask] }
    }
    fn absent(draft: &mut Draft<Self>, _: SeatId, _: &str) -> Result<(), No> {
        draft.tell(if FAULT == CIRCLES { Event::Waited {} } else { Event::Ended {} });
        Ok(())
    }
    fn audience(_: &State, event: &Event) -> Audience {
        match event {
            Event::Opened {} | Event::Waited {} | Event::Ended {} => Audience::Public,
            Event::Chosen { .. } => Audience::seat(CHOOSER),
        }
    }
    fn view(state: &State, viewer: Viewer) -> Value {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Observer | Viewer::Host => None,
        };
        let shown = FAULT == LEAKS || viewer == Viewer::Seat(CHOOSER) || viewer == Viewer::Host;
        json!({ "number": state.number.filter(|_| shown), "over": state.over, "seat": seat })
    }
    fn board(view: &Value) -> Option<Board> {
        planted_board(FAULT, view)
    }
    fn telling(_: &State, _: &Event) -> Option<Telling> {
        None
    }
    fn form(_: &Value, _: &Ask<()>) -> Form {
        let number = Field {
            name: "number".to_owned(),
            label: "which".to_owned(),
            required: true,
            kind: FieldKind::Number { min: 1, max: 3 },
        };
        let tool = Tool {
            name: "Choose".to_owned(),
            about: "Choose.".to_owned(),
            fields: vec![number],
            ..Tool::default()
        };
        Form { title: "Which number?".to_owned(), tools: vec![tool] }
    }
    fn prompt(_: &Value, _: &Ask<()>) -> Prompt {
        Prompt::default()
    }
    fn tools(view: &Value, seat: SeatId) -> Vec<Tool> {
        let ask = Ask::new(0, seat, ());
        Self::form(view, &ask).tools
    }
}

/// A board with one thing wrong with it; the engine's own, if nothing is.
fn planted_board(fault: u8, view: &Value) -> Option<Board> {
    let number = view["number"].as_u64();
    let words = number.map_or(String::new(), |number| number.to_string());
    let panel =
        |body: Body| Board { panels: vec![Panel::new("number", "The number", body)], ..Board::default() };
    let covered = |body: Body| Panel::new("own", "Your number", body).covered();
    Some(match fault {
        UNCOVERED_PANEL => panel(Body::Text(words)),
        UNCOVERED_NOTE => Board { notes: vec![Note::new(CHOOSER, words)], ..Board::default() },
        TELLING_HEADLINE => Board { headline: words, ..Board::default() },
        UNLIKE_ROWS if view["seat"].is_u64() => {
            let rows = number.map(|number| Fact::new("Number", number.to_string()));
            Board { panels: vec![covered(Body::Facts(rows.into_iter().collect()))], ..Board::default() }
        }
        COVER_WHEN_KNOWN if number.is_some() => {
            Board { panels: vec![covered(Body::Text(words))], ..Board::default() }
        }
        UNLIKE_ROWS | COVER_WHEN_KNOWN => Board::default(),
        ANOTHER_KIND if view["over"] == true => panel(Body::Text("It is over.".to_owned())),
        ANOTHER_KIND => panel(Body::List(Vec::new())),
        TOO_MUCH => {
            let name = "luck".to_owned();
            panel(Body::Meters(vec![Meter { name, value: 2, of: 1, note: String::new() }]))
        }
        COVERED_FOR_ALL => Board { panels: vec![covered(Body::Text("?".to_owned()))], ..Board::default() },
        ENDS_EARLY => {
            let (title, text) = ("It is over".to_owned(), String::new());
            let ending = Ending { sign: ("·", "."), title, text, panels: Vec::new(), next: None };
            Board { ending: Some(ending), ..Board::default() }
        }
        _ => return None,
    })
}

fn planted<const FAULT: u8>() -> Fixture {
    let activities: &'static [&'static dyn engine::Rules] = &[&Erased::<Secret<FAULT>>::RULES];
    Fixture {
        catalog: Catalog { table: ALL.table, activities },
        activity: "secret",
        seats: house_seats(2, &["plain"]),
        table: raw(&json!({"title": "Planted"})),
        setup: raw(&json!({})),
        start: raw(&json!({"type": "SetSession", "verb": "start"})),
    }
}

#[test]
fn a_sound_machine_passes() {
    let fixture = planted::<SOUND>();
    conformance::terminates(&fixture, 0..5);
    conformance::takes_exactly_the_declared_exits(&fixture, 0..5);
    conformance::the_way_out_alone_ends(&fixture, 0..5);
    conformance::random_play_ends(&fixture, 0..5);
    conformance::replays_and_verifies(&fixture, 0..5);
    tellings::views_come_from_tellings(&fixture, 0..5);
    boards::boards_hold(&fixture, 0..5);
}

#[test]
#[should_panic(expected = "public sees what it was not told")]
fn a_view_that_leaks_is_found() {
    tellings::views_come_from_tellings(&planted::<LEAKS>(), 0..5);
}

#[test]
#[should_panic(expected = "it goes on for ever in ASKING")]
fn a_way_out_that_never_ends_is_found() {
    conformance::the_way_out_alone_ends(&planted::<CIRCLES>(), 0..1);
}

#[test]
#[should_panic(expected = "told something and then rejected it")]
fn a_decision_that_tells_and_then_rejects_is_found() {
    conformance::terminates(&planted::<TELLS_AND_REJECTS>(), 0..1);
}

#[test]
#[should_panic(expected = "what is not covered for host is not what all are shown")]
fn a_panel_that_should_be_covered_is_found() {
    boards::boards_hold(&planted::<UNCOVERED_PANEL>(), 0..1);
}

#[test]
#[should_panic(expected = "is not what all are shown")]
fn a_note_that_should_be_covered_is_found() {
    boards::boards_hold(&planted::<UNCOVERED_NOTE>(), 0..1);
}

#[test]
#[should_panic(expected = "is not what all are shown")]
fn a_headline_that_tells_is_found() {
    boards::boards_hold(&planted::<TELLING_HEADLINE>(), 0..1);
}

#[test]
#[should_panic(expected = "the covers of seat 2 have another shape than those of seat 1")]
fn a_cover_by_which_seats_can_be_told_apart_is_found() {
    boards::boards_hold(&planted::<UNLIKE_ROWS>(), 0..1);
}

#[test]
#[should_panic(expected = "which tells what is under it: every seat has the same covers from first to last")]
fn a_cover_that_is_only_there_when_something_is_under_it_is_found() {
    boards::boards_hold(&planted::<COVER_WHEN_KNOWN>(), 0..1);
}

#[test]
#[should_panic(expected = "has another kind of body than it had")]
fn a_panel_that_becomes_another_is_found() {
    boards::boards_hold(&planted::<ANOTHER_KIND>(), 0..1);
}

#[test]
#[should_panic(expected = "2 of 1 is too much")]
fn a_board_beyond_its_limits_is_found() {
    boards::boards_hold(&planted::<TOO_MUCH>(), 0..1);
}

#[test]
#[should_panic(expected = "the public's board has something covered")]
fn a_cover_for_those_who_only_watch_is_found() {
    boards::boards_hold(&planted::<COVERED_FOR_ALL>(), 0..1);
}

#[test]
#[should_panic(expected = "has an ending, and it goes on")]
fn an_ending_before_the_end_is_found() {
    boards::boards_hold(&planted::<ENDS_EARLY>(), 0..1);
}

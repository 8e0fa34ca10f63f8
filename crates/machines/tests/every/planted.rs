//! The suite finds what is planted: a view that shows what nobody was told, a way out that goes round in a circle, and a
//! decision that tells and then rejects.

use std::sync::Arc;

use engine::{
    Actor, Ask, AskId, Audience, Catalog, Colour, Draft, Erased, Fault, Field, FieldKind, Form, Machine,
    PhaseCard, Prompt, Reason, Seat, SeatId, Telling, Tool, Viewer, raw,
};
use machines::ALL;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use testkit::{Fixture, conformance, house_seats, tellings};

const SOUND: u8 = 0;
const LEAKS: u8 = 1;
const CIRCLES: u8 = 2;
const TELLS_AND_REJECTS: u8 = 3;

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
    AnswerFor,
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

impl<const FAULT: u8> Machine for Secret<FAULT> {
    const NAME: &'static str = "secret";
    const PHASES: &'static [PhaseCard] = &[card("ASKING", &["OVER"]), card("OVER", &[])];
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
            }
            Command::AnswerFor if FAULT == CIRCLES => draft.tell(Event::Waited {}),
            Command::AnswerFor => draft.tell(Event::Ended {}),
        }
        Ok(())
    }
    fn evolve(state: &mut State, event: &Event) {
        match event {
            Event::Opened {} | Event::Waited {} => {}
            Event::Chosen { number } => state.number = Some(*number),
            Event::Ended {} => state.over = true,
        }
    }
    fn phase(state: &State) -> &'static str {
        if state.over { "OVER" } else { "ASKING" }
    }
    fn outcome(state: &State) -> Option<Value> {
        state.over.then(|| json!({}))
    }
    fn asks(state: &State) -> Vec<Ask<()>> {
        let ask = Ask { id: AskId(0), seat: CHOOSER, answered: false, deadline: None, question: () };
        if state.over { Vec::new() } else { vec![ask] }
    }
    fn fallback(_: &Ask<()>, _: &str) -> Command {
        Command::AnswerFor
    }
    fn audience(_: &State, event: &Event) -> Audience {
        match event {
            Event::Opened {} | Event::Waited {} | Event::Ended {} => Audience::Public,
            Event::Chosen { .. } => Audience::seat(CHOOSER),
        }
    }
    fn view(state: &State, viewer: Viewer) -> Value {
        let shown = FAULT == LEAKS || viewer == Viewer::Seat(CHOOSER) || viewer == Viewer::Host;
        json!({ "number": state.number.filter(|_| shown) })
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
        let tool = Tool { name: "Choose".to_owned(), about: "Choose.".to_owned(), fields: vec![number] };
        Form { title: "Which number?".to_owned(), tools: vec![tool] }
    }
    fn prompt(_: &Value, _: &Ask<()>) -> Prompt {
        Prompt::default()
    }
    fn tools(view: &Value, seat: SeatId) -> Vec<Tool> {
        let ask = Ask { id: AskId(0), seat, answered: false, deadline: None, question: () };
        Self::form(view, &ask).tools
    }
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

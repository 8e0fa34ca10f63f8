//! A counter, and a door round it.

use std::sync::Arc;

use parlor_engine as engine;
use parlor_engine::{
    Accounts, Actor, Ask, Audience, Book, Budget, CallNote, Catalog, Choice, Dice, Draft, Erased, Fault,
    Field, FieldKind, Form, Gate, Heard, Input, Machine, Opening, Outer, Part, PhaseCard, Phases, Prompt,
    Purpose, Reason, Refusal, Seat, SeatId, Seed, Session, TableTime, Telling, Tool, Unasked, Wish, raw,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) const CATALOG: Catalog =
    Catalog { table: &Erased::<Door>::RULES, activities: &[&Erased::<Counter>::RULES] };

/// Counts what is added; at 100 it is over. Its version 1 wrote `Added { n }` for what is now `Counted { by }`.
pub(crate) enum Counter {}

#[derive(Clone, Default, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Count {
    pub(crate) total: u64,
    pub(crate) turns: u32,
    closes: Option<TableTime>,
}

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type")]
#[command(unasked)]
pub(crate) enum Command {
    Add { number: u8 },
    Roll,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Event {
    Opened { closes: TableTime },
    Counted { by: u64 },
    Whispered { by: u64 },
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct No(&'static str);

impl Reason for No {
    fn code(&self) -> &'static str {
        "no"
    }
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Limits {
    pub(crate) wait_ms: u64,
}

impl Phases for Count {
    const CARDS: &'static [PhaseCard] = &[card("COUNTING", &["DONE"]), card("DONE", &[])];

    fn card(&self) -> &'static PhaseCard {
        &Self::CARDS[usize::from(self.total >= 100)]
    }
}

impl Machine for Counter {
    const NAME: &'static str = "counter";
    const RULES: u32 = 1;
    const EVENTS: u32 = 2;
    const FOLDS: bool = false;
    type Setup = Limits;
    type State = Count;
    type Command = Command;
    type Event = Event;
    type Rejection = No;
    type Question = ();
    type View = Count;
    type Outcome = serde_json::Value;

    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, setup: &Limits) -> Result<(), Vec<Fault>> {
        if seats.is_empty() {
            return Err(vec![Fault::new("seats", "nobody to count")]);
        }
        let closes = draft.now() + setup.wait_ms;
        draft.tell(Event::Opened { closes });
        Ok(())
    }
    fn decide(draft: &mut Draft<Self>, _: Actor, command: &Command) -> Result<(), No> {
        if draft.state().total >= 100 {
            return Err(No("it is over"));
        }
        match command {
            Command::Add { number } if *number > 50 => Err(No("50 at most")),
            Command::Add { number } => {
                let by = u64::from(*number);
                draft.tell(Event::Counted { by });
                draft.tell(Event::Whispered { by });
                Ok(())
            }
            Command::Roll => {
                let mut dice = draft.dice(Purpose { code: 1, name: "a roll" });
                draft.tell(Event::Counted { by: u64::from(dice.below(6)) + 1 });
                Ok(())
            }
        }
    }
    fn evolve(state: &mut Count, event: &Event) {
        match event {
            Event::Opened { closes } => state.closes = Some(*closes),
            Event::Counted { by } => {
                state.total += by;
                state.turns += 1;
            }
            Event::Whispered { .. } => {}
        }
    }
    fn outcome(state: &Count) -> Option<Value> {
        (state.total >= 100).then(|| json!(state.total))
    }
    fn asks(state: &Count) -> Vec<Ask<()>> {
        let open = state.total < 100;
        let ask = |seat| Ask { deadline: state.closes, ..Ask::new(state.turns, seat, ()) };
        open.then(|| ask(SeatId::at(0))).into_iter().collect()
    }
    fn deadline(state: &Count) -> Option<TableTime> {
        state.closes.filter(|_| state.total < 100)
    }
    fn time_up(draft: &mut Draft<Self>) -> Result<(), No> {
        draft.tell(Event::Counted { by: 100 });
        Ok(())
    }
    fn absent(draft: &mut Draft<Self>, _: SeatId, _: &str) -> Result<(), No> {
        draft.tell(Event::Counted { by: 0 });
        Ok(())
    }
    fn audience(_: &Count, event: &Event) -> Audience {
        match event {
            Event::Opened { .. } | Event::Counted { .. } => Audience::Public,
            Event::Whispered { .. } => Audience::seat(SeatId::at(0)),
        }
    }
    fn telling(_: &Count, event: &Event) -> Option<Telling> {
        match event {
            Event::Counted { by } => Some(Telling::host(format!("plus {by}"))),
            Event::Opened { .. } | Event::Whispered { .. } => None,
        }
    }
    fn form(_: &Count, _: &Ask<()>) -> Form {
        let choices = (0..=50).map(|n: u8| Choice { value: n.into(), label: n.to_string() }).collect();
        let number = Field {
            name: "number".to_owned(),
            label: "how many".to_owned(),
            required: true,
            kind: FieldKind::Choice(choices),
        };
        let tool = |name: &str, fields| Tool {
            name: name.to_owned(),
            about: name.to_owned(),
            fields,
            ..Tool::default()
        };
        Form {
            title: "How many?".to_owned(),
            tools: vec![tool("Add", vec![number]), tool("Roll", Vec::new())],
        }
    }
    fn prompt(state: &Count, _: &Ask<()>) -> Prompt {
        Prompt {
            fixed: "Count to 100.".to_owned(),
            now: format!("{} so far.", state.total),
            ..Prompt::default()
        }
    }
    fn tools(state: &Count, seat: SeatId) -> Vec<Tool> {
        let ask = Ask::new(0, seat, ());
        Self::form(state, &ask).tools
    }
    fn house(_: &Count, _: &Ask<()>, dice: &mut Dice) -> Command {
        Command::Add { number: dice.below(51) as u8 }
    }
    fn may_rewind(_: &Count, by: Actor) -> Result<(), Refusal> {
        if by == Actor::Host { Ok(()) } else { Err(Refusal::of(&No("only the host"))) }
    }
    fn upcast(version: u32, mut event: Value) -> Value {
        if version == 1 && event["type"] == "Added" {
            event = json!({"type": "Counted", "by": event["n"]});
        }
        event
    }
}

/// A door: open, held or shut.
pub(crate) enum Door {}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) enum Way {
    #[default]
    Open,
    Held,
    Shut,
}

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type")]
#[command(unasked)]
pub(crate) enum Push {
    Set { way: Way },
}

impl Phases for Way {
    const CARDS: &'static [PhaseCard] = &[card("DOOR", &[])];

    fn card(&self) -> &'static PhaseCard {
        &Self::CARDS[0]
    }
}

impl Machine for Door {
    const NAME: &'static str = "door";
    const RULES: u32 = 1;
    const EVENTS: u32 = 1;
    type Setup = ();
    type State = Way;
    type Command = Push;
    type Event = Push;
    type Rejection = No;
    type Question = Unasked;
    type View = Way;
    type Outcome = serde_json::Value;

    fn open(draft: &mut Draft<Self>, _: &Arc<[Seat]>, (): &()) -> Result<(), Vec<Fault>> {
        draft.tell(Push::Set { way: Way::Open });
        Ok(())
    }
    fn decide(draft: &mut Draft<Self>, _: Actor, command: &Push) -> Result<(), No> {
        draft.tell(command.clone());
        Ok(())
    }
    fn evolve(state: &mut Way, event: &Push) {
        let Push::Set { way } = event;
        *state = *way;
    }
    fn outcome(_: &Way) -> Option<Value> {
        None
    }
    fn asks(_: &Way) -> Vec<Ask<Unasked>> {
        Vec::new()
    }
    fn absent(_: &mut Draft<Self>, _: SeatId, _: &str) -> Result<(), No> {
        Ok(())
    }
    fn audience(_: &Way, _: &Push) -> Audience {
        Audience::Public
    }
    fn telling(_: &Way, _: &Push) -> Option<Telling> {
        None
    }
}

impl Outer for Door {
    fn live(state: &Way) -> bool {
        *state == Way::Open
    }
    fn gate(state: &Way, _: Actor) -> Gate {
        match state {
            Way::Open => Gate::Pass,
            Way::Held => Gate::Hold,
            Way::Shut => Gate::Drop("the door is shut".to_owned()),
        }
    }
    fn hear(_: &Way, _: Actor, text: &str, _: i64, _: Book<'_>) -> Result<Heard<Push>, No> {
        Ok(Heard { activity: Some(text.to_owned()), ..Heard::default() })
    }
    fn took_back(_: Wish) -> Push {
        Push::Set { way: Way::Open }
    }
    fn stop() -> Push {
        Push::Set { way: Way::Shut }
    }
    fn prepared(_: &Way) -> Option<Push> {
        None
    }
    fn note(_: CallNote) -> Push {
        Push::Set { way: Way::Open }
    }
    fn accounts(_: &Way) -> &Accounts {
        const NONE: &Accounts = &Accounts {
            budget: Budget { tokens: None, cost: None },
            begun: 0,
            open: Vec::new(),
            seats: Vec::new(),
        };
        NONE
    }
}

const fn card(name: &'static str, exits: &'static [&'static str]) -> PhaseCard {
    PhaseCard { name, title: name, exits, ..PhaseCard::DEFAULT }
}

/// A session of the counter, opened at UTC 1,000.
pub(crate) fn open() -> (Session, Vec<parlor_engine::LogEntry>) {
    match Session::open(CATALOG, &opening(), 1_000) {
        Ok(opened) => opened,
        Err(faults) => panic!("{faults:?}"),
    }
}

pub(crate) fn opening() -> Opening {
    let seat = Seat { id: "a".to_owned(), name: "Ana".to_owned(), holder: parlor_engine::Holder::Person };
    Opening {
        activity: "counter".to_owned(),
        seats: vec![seat],
        table: raw(&()),
        setup: raw(&Limits { wait_ms: 10_000 }),
        seed: Seed(5),
        salt: None,
    }
}

/// Something for the counter, by its one seat.
pub(crate) fn count(command: &Command) -> Input {
    Input {
        part: Part::Activity,
        by: Actor::Seat(SeatId::at(0)),
        request: None,
        ask: None,
        command: raw(command),
    }
}

/// Something for the door, by the host.
pub(crate) fn push(way: Way) -> Input {
    Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command: raw(&Push::Set { way }) }
}

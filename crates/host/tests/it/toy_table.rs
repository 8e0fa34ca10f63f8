//! A small table: idle, active or paused, with out-of-character talk.

use std::fmt;
use std::sync::Arc;

use engine::{
    Accounts, Actor, Ask, Audience, Book, CallBegun, CallNote, CallSettled, Draft, Fault, Gate, Heard,
    Machine, Outer, Reason, Seat, SeatId, SeatSet, Telling, Unasked, Viewer, Voice, Wish,
};
use protocol::table::{TableState, View};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) enum ToyTable {}

#[derive(Clone, Serialize, Deserialize, engine::Phases)]
#[phase(name = "TABLE", title = "Table")]
pub(crate) struct State {
    state: TableState,
    since: i64,
    by: Actor,
    accounts: Accounts,
}

impl Default for State {
    fn default() -> State {
        State { state: TableState::Idle, since: 0, by: Actor::Host, accounts: Accounts::default() }
    }
}

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type")]
#[command(unasked)]
pub(crate) enum Command {
    Set { state: TableState },
    Say { text: String },
    TakeBack { what: Wish },
    Stop,
    Begin(CallBegun),
    Settle(CallSettled),
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
pub(crate) enum Event {
    StateSet { state: TableState, since: i64, by: Actor },
    Said { by: Actor, text: String },
    TakenBack { by: Actor, what: Wish },
    Stopped,
    Called(CallBegun),
    Answered(CallSettled),
}

pub(crate) struct No(String);

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Reason for No {
    fn code(&self) -> &'static str {
        "table-says-no"
    }
}

impl From<State> for View {
    fn from(state: State) -> View {
        ToyTable::view(&state, Viewer::Public)
    }
}

impl Machine for ToyTable {
    const NAME: &'static str = "table";
    const RULES: u32 = 1;
    const EVENTS: u32 = 1;
    const FOLDS: bool = false;
    type Setup = Value;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Rejection = No;
    type Question = Unasked;
    type View = View;
    type Outcome = serde_json::Value;

    fn open(draft: &mut Draft<Self>, _: &Arc<[Seat]>, _: &Value) -> Result<(), Vec<Fault>> {
        let since = draft.utc();
        draft.tell(Event::StateSet { state: TableState::Idle, since, by: Actor::Host });
        Ok(())
    }

    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Command) -> Result<(), No> {
        match command {
            Command::Set { state } if *state == draft.state().state => {
                Err(No(format!("it is {} already", state.name())))
            }
            Command::Set { state } => {
                let since = draft.utc();
                draft.tell(Event::StateSet { state: *state, since, by });
                Ok(())
            }
            Command::Say { text } => {
                draft.tell(Event::Said { by, text: text.clone() });
                Ok(())
            }
            Command::TakeBack { what } => {
                draft.tell(Event::TakenBack { by, what: *what });
                Ok(())
            }
            Command::Stop => {
                let since = draft.utc();
                draft.tell(Event::Stopped);
                draft.tell(Event::StateSet { state: TableState::Paused, since, by });
                Ok(())
            }
            Command::Begin(call) if call.call_id == draft.state().accounts.next() => {
                draft.tell(Event::Called(call.clone()));
                Ok(())
            }
            Command::Settle(call)
                if draft.state().accounts.open.iter().any(|open| open.call_id == call.call_id) =>
            {
                draft.tell(Event::Answered(call.clone()));
                Ok(())
            }
            Command::Begin(_) | Command::Settle(_) => Err(No("no such call".to_owned())),
        }
    }

    fn evolve(state: &mut State, event: &Event) {
        match event {
            Event::StateSet { state: now, since, by } => {
                (state.state, state.since, state.by) = (*now, *since, *by);
            }
            Event::Said { .. } | Event::TakenBack { .. } | Event::Stopped => {}
            Event::Called(call) => state.accounts.begin(call),
            Event::Answered(call) => state.accounts.settle(call),
        }
    }

    fn outcome(_: &State) -> Option<Value> {
        None
    }
    fn asks(_: &State) -> Vec<Ask<Unasked>> {
        Vec::new()
    }
    fn absent(_: &mut Draft<Self>, _: SeatId, _: &str) -> Result<(), No> {
        Ok(())
    }
    fn audience(_: &State, event: &Event) -> Audience {
        match event {
            Event::StateSet { .. } | Event::Said { .. } | Event::TakenBack { .. } | Event::Stopped => {
                Audience::Public
            }
            Event::Called(_) | Event::Answered(_) => Audience::Host,
        }
    }
    fn view(state: &State, _: Viewer) -> View {
        View {
            title: "Toys".to_owned(),
            state: state.state,
            since: state.since,
            by: state.by,
            stewards: SeatSet::EMPTY,
            language: protocol::table::Language::default(),
            seats_closed: false,
            fair: None,
            taken: SeatSet::EMPTY,
            away: SeatSet::EMPTY,
            suggestion: None,
            lines: protocol::table::Lines::default(),
            feedback: None,
            given: Vec::new(),
        }
    }
    fn telling(_: &State, event: &Event) -> Option<Telling> {
        Some(match event {
            Event::StateSet { .. } | Event::Called(_) | Event::Answered(_) => return None,
            Event::TakenBack { what, .. } => Telling::host(format!("It is taken back ({what:?}).")),
            Event::Stopped => Telling::host("Somebody called a stop."),
            Event::Said { by, text } => {
                let voice = by.seat().map_or(Voice::Host, Voice::Aside);
                Telling::new(voice, text)
            }
        })
    }
}

impl Outer for ToyTable {
    fn live(state: &State) -> bool {
        state.state.is_narrative_active()
    }

    fn gate(state: &State, by: Actor) -> Gate {
        match by {
            _ if Self::live(state) => Gate::Pass,
            Actor::Seat(_) => Gate::Drop(format!("the table is {}: wait", state.state.name())),
            Actor::Host | Actor::Clock => Gate::Hold,
        }
    }

    /// `((aside`, `((aside)) words`, `((aside)) /undo`, `/go`, `/pause` and the wishes.
    fn hear(_: &State, _: Actor, text: &str, _: i64, _: Book<'_>) -> Result<Heard<Command>, No> {
        let set = |state| Heard { table: vec![Command::Set { state }], ..Heard::default() };
        let say = |text: &str| vec![Command::Say { text: text.to_owned() }];
        let wishes =
            [("/undo", Wish::Undo), ("/redo", Wish::Redo), ("/retry", Wish::Retry), ("/x", Wish::Stop)];
        if let Some((name, wish)) = wishes.into_iter().find(|(name, _)| text.ends_with(name)) {
            let aside = text.strip_suffix(name).and_then(|text| text.strip_prefix("(("));
            let table = aside.map(|aside| say(aside.trim_end_matches(")) "))).unwrap_or_default();
            return Ok(Heard { table, wish: Some(wish), ..Heard::default() });
        }
        Ok(match text.strip_prefix("((").map(|aside| aside.split_once(")) ")) {
            Some(Some((aside, words))) => {
                Heard { table: say(aside), activity: Some(words.to_owned()), ..Heard::default() }
            }
            Some(None) => Heard { table: say(&text[2..]), ..Heard::default() },
            _ if text.starts_with("/pause") => set(TableState::Paused),
            _ if text.starts_with("/go") => set(TableState::Active),
            _ if text.starts_with('/') => return Err(No(format!("there is no {text}"))),
            _ => Heard { table: Vec::new(), activity: Some(text.to_owned()), ..Heard::default() },
        })
    }

    fn took_back(what: Wish) -> Command {
        Command::TakeBack { what }
    }

    fn stop() -> Command {
        Command::Stop
    }

    fn prepared(state: &State) -> Option<Command> {
        (state.state == TableState::SessionZero).then_some(Command::Set { state: TableState::Active })
    }

    fn note(call: CallNote) -> Command {
        match call {
            CallNote::Begun(call) => Command::Begin(call),
            CallNote::Settled(call) => Command::Settle(call),
        }
    }

    fn accounts(state: &State) -> &Accounts {
        &state.accounts
    }
}

//! T3, T8 and T9 through a whole session: a table round a toy activity that rings after ten seconds.

use activities::ALL;
use engine::{
    Actor, Ask, Audience, Catalog, Draft, Erased, Fault, Input, LogEntry, Machine, Opening, Part, PhaseCard,
    Put, Refusal, Seat, Seed, Session, Stopped, TableTime, Telling, Unasked, Viewer, raw, replay,
};
use protocol::table::{TableState, View};
use serde::{Deserialize, Serialize};
use table::{Command, SessionVerb};

use super::*;

fn catalog() -> Catalog {
    Catalog { table: ALL.table, activities: &[&Erased::<Bell>::RULES] }
}
const SEED: Seed = Seed(7);
const SECOND: i64 = 1_000;
const HOUR: i64 = 3_600 * SECOND;

/// An activity that does one thing: it rings ten seconds of table time after it was opened.
enum Bell {}

#[derive(Clone, Default, Serialize, Deserialize)]
struct BellState {
    deadline: Option<TableTime>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
enum BellEvent {
    Wound { deadline: TableTime },
    Rang,
}

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type")]
#[command(unasked)]
enum BellCommand {}

impl engine::Phases for BellState {
    const CARDS: &'static [PhaseCard] = &[PhaseCard { name: "BELL", title: "Bell", ..PhaseCard::DEFAULT }];

    fn card(&self) -> &'static PhaseCard {
        &Self::CARDS[0]
    }
}

impl Machine for Bell {
    const NAME: &'static str = "bell";
    type Setup = ();
    type State = BellState;
    type Command = BellCommand;
    type Event = BellEvent;
    type Rejection = Refusal;
    type Question = Unasked;
    type View = BellState;
    type Outcome = serde_json::Value;

    fn open(draft: &mut Draft<Self>, _seats: &std::sync::Arc<[Seat]>, _setup: &()) -> Result<(), Vec<Fault>> {
        let deadline = draft.now() + 10_000;
        draft.tell(BellEvent::Wound { deadline });
        Ok(())
    }
    fn decide(_draft: &mut Draft<Self>, _by: Actor, command: &BellCommand) -> Result<(), Refusal> {
        match *command {}
    }
    fn evolve(state: &mut BellState, event: &BellEvent) {
        state.deadline = match event {
            BellEvent::Wound { deadline } => Some(*deadline),
            BellEvent::Rang => None,
        };
    }
    fn outcome(_state: &BellState) -> Option<serde_json::Value> {
        None
    }
    fn asks(_state: &BellState) -> Vec<Ask<Unasked>> {
        Vec::new()
    }
    fn deadline(state: &BellState) -> Option<TableTime> {
        state.deadline
    }
    fn time_up(draft: &mut Draft<Self>) -> Result<(), Refusal> {
        draft.tell(BellEvent::Rang);
        Ok(())
    }
    fn absent(_draft: &mut Draft<Self>, _seat: SeatId, _why: &str) -> Result<(), Refusal> {
        Ok(())
    }
    fn audience(_state: &BellState, _event: &BellEvent) -> Audience {
        Audience::Public
    }
    fn telling(_state: &BellState, _event: &BellEvent) -> Option<Telling> {
        None
    }
}

/// A session and its log.
struct Playing {
    session: Session,
    log: Vec<LogEntry>,
}

impl Playing {
    fn open(title: &str) -> Playing {
        let setup = Setup {
            title: title.to_owned(),
            stewards: None,
            open_seats: OpenSeats::default(),
            language: protocol::table::Language::default(),
            budget: engine::Budget::default(),
        };
        let opening = Opening {
            activity: "bell".to_owned(),
            seats: seats(),
            table: raw(&setup),
            setup: raw(&()),
            seed: SEED,
            salt: None,
        };
        let (session, log) = Session::open(catalog(), &opening, NOON).expect("a sound opening");
        Playing { session, log }
    }

    fn input(&mut self, part: Part, by: Actor, command: &impl Serialize, at: i64) -> Result<(), Stopped> {
        let input = Input { part, by, request: None, ask: None, command: raw(command) };
        let proposal = self.session.propose(&input, at)?;
        self.log.push((proposal.record.clone(), proposal.line.clone()));
        self.session.commit(proposal);
        Ok(())
    }

    fn set(&mut self, verb: SessionVerb, at: i64) {
        self.input(Part::Table, ADA, &Command::SetSession { verb }, at).expect("she may");
    }

    fn ring(&mut self, by: Actor, at: i64) -> Result<(), Stopped> {
        self.input(Part::Activity, by, &Put::<BellCommand>::TimeUp, at)
    }

    fn view(&self) -> View {
        serde_json::from_value(self.session.table.view(Viewer::Public)).expect("a view of the table")
    }
}

fn code(result: Result<(), Stopped>) -> Result<(), &'static str> {
    result.map_err(|stopped| match stopped {
        Stopped::Refused(refusal) => refusal.code,
        Stopped::Held => "held",
    })
}

#[test]
fn t8_a_pause_freezes_table_time_and_every_deadline() {
    let mut playing = Playing::open("Friday");
    assert_eq!(playing.session.deadline(), None, "nothing falls due before the table is live");
    // An idle hour costs nothing.
    let start = NOON + HOUR;
    playing.set(SessionVerb::Start, start);
    assert_eq!(playing.session.deadline(), Some(TableTime(10_000)));
    let pause = start + 4 * SECOND;
    playing.set(SessionVerb::Pause, pause);

    let resume = pause + HOUR;
    assert_eq!(playing.session.deadline(), None, "no deadline while paused");
    assert_eq!(playing.session.now(resume).time, TableTime(4_000));
    assert_eq!(code(playing.ring(Actor::Clock, resume)), Err("held"));
    assert_eq!(code(playing.ring(HOUSE, resume)), Err("held"));
    assert_eq!(code(playing.ring(ADA, resume)), Err("table-not-live"));

    playing.set(SessionVerb::Resume, resume);
    assert_eq!(playing.session.deadline(), Some(TableTime(10_000)));
    assert_eq!(playing.session.now(resume).time, TableTime(4_000), "six seconds are left, as before");
    assert_eq!(code(playing.ring(Actor::Clock, resume + 6 * SECOND - 1)), Err("no-deadline"));
    assert_eq!(code(playing.ring(Actor::Clock, resume + 6 * SECOND)), Ok(()));
    assert_eq!(playing.session.deadline(), None);
}

#[test]
fn t8_table_time_runs_in_active_and_session_zero_alone() {
    for state in TableState::ALL {
        let mut playing = Playing::open("Friday");
        if state != TableState::Idle {
            playing.set(verb_to(state), NOON);
        }
        let passed = if state.is_narrative_active() { 5_000 } else { 0 };
        assert_eq!(playing.session.now(NOON + 5 * SECOND).time, TableTime(passed), "{state:?}");
    }
}

#[test]
fn t3_the_state_survives_a_crash_by_replay() {
    let mut playing = Playing::open("Friday");
    playing.set(SessionVerb::Start, NOON + SECOND);
    playing
        .input(
            Part::Table,
            BEN,
            &Command::SayAside { text: "parlor, help".to_owned(), addressed: true },
            NOON + 2 * SECOND,
        )
        .expect("an aside");
    playing.set(SessionVerb::End, NOON + 3 * SECOND);
    playing
        .input(
            Part::Table,
            BEN,
            &serde_json::json!({"type": "GiveFeedback", "text": "rain", "kind": "wish"}),
            NOON + 4 * SECOND,
        )
        .expect("feedback");
    playing.input(Part::Table, ADA, &Command::AskStatus, NOON + 5 * SECOND).expect("a status");
    playing.set(SessionVerb::Close, NOON + 6 * SECOND);
    playing.set(SessionVerb::Resume, NOON + 7 * SECOND);
    playing.set(SessionVerb::Pause, NOON + 8 * SECOND);

    let lines: Vec<&str> = playing.log.iter().map(|(_, line)| line.text.as_str()).collect();
    let log = replay::read(lines).expect("a whole chain");
    let folded =
        replay::fold(catalog(), playing.session.rules, SEED, &log).expect("a log that can be folded");
    assert_eq!(folded.snapshot(), playing.session.snapshot());
    assert_eq!(folded.table.phase(), "PAUSED");
    let decided = replay::verify(catalog(), SEED, &log).expect("decided again it comes out the same");
    assert_eq!(decided.snapshot(), playing.session.snapshot());
    let restored = Session::restore(catalog(), playing.session.rules, SEED, &playing.session.snapshot());
    assert_eq!(restored.map(|session| session.snapshot()), Ok(playing.session.snapshot()));
}

#[test]
fn t3_two_tables_never_share_a_state() {
    let (mut one, other) = (Playing::open("One"), Playing::open("Other"));
    let before = other.session.snapshot();
    one.set(SessionVerb::Start, NOON + SECOND);
    assert_eq!((one.session.table.phase(), other.session.table.phase()), ("ACTIVE", "IDLE"));
    assert_eq!(other.session.snapshot(), before);
}

#[test]
fn t9_status_says_the_state_and_since_when() {
    let mut playing = Playing::open("Friday");
    let status = playing.view().status();
    assert_eq!((status.state, status.last_updated.as_str()), (TableState::Idle, "2024-01-01T12:00:00Z"));
    assert_eq!((status.by, status.narrative_active), (Actor::Host, false));

    playing.set(SessionVerb::Start, NOON + 61 * SECOND);
    let status = playing.view().status();
    assert_eq!((status.state, status.last_updated.as_str()), (TableState::Active, "2024-01-01T12:01:01Z"));
    assert_eq!((status.by, status.since, status.title.as_str()), (ADA, NOON + 61 * SECOND, "Friday"));
    assert!(status.narrative_active);

    // Talk and a status are no change of state.
    playing.input(Part::Table, BEN, &Command::AskStatus, NOON + HOUR).expect("anybody may ask");
    assert_eq!(playing.view().status(), status);
}

#[test]
fn t9_a_status_is_told_to_the_one_who_asked() {
    for (by, audience) in [(BEN, Audience::seat(SeatId::at(1))), (Actor::Host, Audience::Host)] {
        let mut table = table_in(TableState::Paused);
        let told = act(&mut table, by, Command::AskStatus, NOON + HOUR).expect("anybody may ask");
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].audience, audience);
        assert_eq!(
            words(&table, &told),
            [
                "The table is PAUSED since 2024-01-01T12:00:00Z, set by the host. It is a break: no clock runs, and talk goes nowhere until /session resume."
            ]
        );
    }
}

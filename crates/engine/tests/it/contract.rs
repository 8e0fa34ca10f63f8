//! What a machine gets that writes the eight functions and nothing else: folds for views, checked answers, the clock and the
//! way out. The machine: two seats write a number each, unseen, and whoever has the higher one has won.

use std::sync::Arc;

use parlor_engine as engine;
use parlor_engine::{
    Actor, Ask, Audience, Card, Catalog, Colour, Draft, Erased, Fault, Input, Knob, Machine, Offer, Opening,
    Options as _, Part, Phases as _, Refusal, Seat, SeatId, SeatSet, Seed, Session, Stopped, TableTime,
    Telling, Viewer, raw, replay,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::toy::Door;

const CATALOG: Catalog = Catalog { table: &Erased::<Door>::RULES, activities: &[&Erased::<Higher>::RULES] };

#[derive(Default, Serialize, Deserialize, engine::Options)]
#[serde(default, deny_unknown_fields)]
struct Setup {
    /// How long both have
    ///
    /// In seconds.
    #[number(5..=600)]
    seconds: Option<u16>,
}

const LETTER_CHARS_MAX: usize = 300;

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", rename_all = "snake_case")]
#[command(scope = u8)]
enum Command {
    /// Write a number, unseen.
    Write {
        /// The number.
        #[number(1..=*scope)]
        number: u8,
        /// What you hope.
        #[text(20)]
        hope: String,
        /// Why, in a letter.
        #[text(LETTER_CHARS_MAX)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// The host: have done with it.
    #[unasked]
    Break,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Event {
    Begun { seats: Vec<Seat> },
    Hoped { seat: SeatId, hope: String, why: Option<String> },
    Written { seat: SeatId, number: u8 },
    Ready { seat: SeatId },
    Missed { seat: SeatId, why: String },
    Shown { numbers: Vec<u8> },
}

#[derive(Clone, Default, Serialize, Deserialize, engine::Phases)]
struct Higher {
    phase: Phase,
    ready: SeatSet,
    numbers: Vec<(SeatId, u8)>,
    shown: Vec<u8>,
}

#[derive(Clone, Copy, Default, PartialEq, Serialize, Deserialize, engine::Phases)]
enum Phase {
    #[default]
    #[phase(asks(Write), exits(AllShown), covered)]
    Writing,
    #[phase(name = "OVER", sign("#", "#"), colour = Green, persona = "Loud.", lasts = "for good", prepares)]
    AllShown,
}

fn note(draft: &mut Draft<Higher>, seat: SeatId, number: u8) {
    draft.tell(Event::Written { seat, number });
    draft.tell(Event::Ready { seat });
    if draft.state().ready.len() == 2 {
        let numbers = draft.state().numbers.iter().map(|(_, number)| *number).collect();
        draft.tell(Event::Shown { numbers });
    }
}

#[engine::machine]
impl Machine for Higher {
    const NAME: &'static str = "higher";
    const CARD: Card = Card::new("Higher", "the higher number wins", 2..=2);

    type Setup = Setup;

    fn options() -> Vec<Knob> {
        Setup::options()
    }
    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, _: &Setup) -> Result<(), Vec<Fault>> {
        draft.tell(Event::Begun { seats: seats.to_vec() });
        Ok(())
    }
    fn decide(draft: &mut Draft<Self>, by: Actor, command: &Command) -> Result<(), Refusal> {
        match (by, command) {
            (Actor::Seat(seat), Command::Write { number, hope, why }) => {
                draft.tell(Event::Hoped { seat, hope: hope.clone(), why: why.clone() });
                note(draft, seat, *number);
            }
            (Actor::Host, Command::Break) => draft.tell(Event::Shown { numbers: Vec::new() }),
            (_, Command::Write { .. } | Command::Break) => return Err(Refusal::only("the host")),
        }
        Ok(())
    }
    fn absent(draft: &mut Draft<Self>, seat: SeatId, why: &str) -> Result<(), Refusal> {
        draft.tell(Event::Missed { seat, why: why.to_owned() });
        note(draft, seat, 1);
        Ok(())
    }
    fn evolve(state: &mut Higher, event: &Event) {
        match event {
            Event::Begun { .. } | Event::Hoped { .. } | Event::Missed { .. } => {}
            Event::Written { seat, number } => state.numbers.push((*seat, *number)),
            Event::Ready { seat } => state.ready = state.ready.with(*seat),
            Event::Shown { numbers } => {
                (state.shown, state.phase) = (numbers.clone(), Phase::AllShown);
            }
        }
    }
    fn asks(state: &Higher) -> Vec<Ask<Offer<Command>>> {
        let open = state.phase == Phase::Writing;
        // What a seat reads comes from its own fold: of the other's number there is nothing in it.
        let title = format!("Which number? ({} known)", state.numbers.len());
        let ask = |seat| Ask {
            answered: state.ready.contains(seat),
            deadline: Some(TableTime(5_000)),
            ..Ask::new(0, seat, Offer::within(9, title.clone(), [CommandName::Write]))
        };
        [SeatId::at(0), SeatId::at(1)].into_iter().filter(|_| open).map(ask).collect()
    }
    fn audience(_: &Higher, event: &Event) -> Audience {
        match event {
            Event::Hoped { seat, .. } | Event::Written { seat, .. } => Audience::seat(*seat),
            Event::Begun { .. } | Event::Ready { .. } | Event::Missed { .. } | Event::Shown { .. } => {
                Audience::Public
            }
        }
    }
    fn telling(_: &Higher, _: &Event) -> Option<Telling> {
        None
    }
    fn outcome(state: &Higher) -> Option<String> {
        (state.phase == Phase::AllShown).then(|| format!("{:?}", state.shown))
    }
}

struct Table {
    session: Session,
    log: Vec<engine::LogEntry>,
}

const ANA: Actor = Actor::Seat(SeatId::at(0));
const BEN: Actor = Actor::Seat(SeatId::at(1));

fn seat(name: &str) -> Seat {
    Seat { id: name.to_owned(), name: name.to_owned(), holder: engine::Holder::Person }
}

impl Table {
    fn try_open(names: &[&str], setup: &Value) -> Result<Table, Vec<Fault>> {
        let opening = Opening {
            activity: "higher".to_owned(),
            seats: names.iter().map(|name| seat(name)).collect(),
            table: raw(&()),
            setup: raw(setup),
            seed: Seed(1),
            salt: None,
        };
        Session::open(CATALOG, &opening, 0).map(|(session, log)| Table { session, log })
    }

    fn open() -> Table {
        Table::try_open(&["Ana", "Ben"], &json!({})).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    /// The code of the refusal, or nothing.
    fn put(&mut self, by: Actor, command: Value, at: i64) -> &'static str {
        let command = raw(&command);
        let input = Input { part: Part::Activity, by, request: None, ask: None, command };
        match self.session.propose(&input, at) {
            Ok(proposal) => {
                self.log.push((proposal.record.clone(), proposal.line.clone()));
                self.session.commit(proposal);
                ""
            }
            Err(Stopped::Refused(refusal)) => refusal.code,
            Err(Stopped::Held) => "held",
        }
    }

    /// What somebody is told whom it does not fall to.
    fn no(&self, by: Actor, command: &Value) -> String {
        let input = Input { part: Part::Activity, by, request: None, ask: None, command: raw(command) };
        match self.session.propose(&input, 0) {
            Err(Stopped::Refused(refusal)) => refusal.message,
            Err(Stopped::Held) | Ok(_) => panic!("{by} may do that"),
        }
    }

    fn view(&self, viewer: Viewer) -> Value {
        self.session.activity.view(viewer)
    }
}

fn write(number: u8) -> Value {
    json!({"type": "write", "number": number, "hope": "more"})
}

#[test]
fn everybody_is_shown_the_fold_of_what_they_were_told_and_nothing_else() {
    let mut table = Table::open();
    assert_eq!(table.put(ANA, write(7), 0), "");
    let numbers = |viewer| table.view(viewer)["numbers"].clone();
    assert_eq!(numbers(Viewer::Seat(SeatId::at(0))), json!([[1, 7]]));
    assert_eq!(numbers(Viewer::Host), json!([[1, 7]]));
    for viewer in [Viewer::Public, Viewer::Observer, Viewer::Seat(SeatId::at(1))] {
        assert_eq!(numbers(viewer), json!([]), "{viewer}");
        let board = serde_json::to_string(&table.session.activity.board(viewer)).expect("JSON");
        assert!(!board.contains('7'), "{viewer}: {board}");
    }
    // The questions, too, come from what each seat knows.
    let titles: Vec<String> = table.session.activity.asks().into_iter().map(|ask| ask.form.title).collect();
    assert_eq!(titles, ["Which number? (1 known)", "Which number? (0 known)"]);
    let prompt = table.session.prompt(SeatId::at(1), engine::AskId(0)).expect("he is asked");
    assert!(!prompt.now.contains('7') && prompt.fixed.contains("the higher number wins"), "{prompt:?}");

    // The same from a snapshot, and from the log.
    let restored = Session::restore(CATALOG, table.session.rules, Seed(1), &table.session.snapshot());
    let restored = restored.expect("a snapshot");
    let folded = replay::fold(CATALOG, table.session.rules, Seed(1), &table.log).expect("a log");
    for session in [restored, folded] {
        assert_eq!(session.snapshot(), table.session.snapshot());
        for viewer in [Viewer::Public, Viewer::Seat(SeatId::at(0)), Viewer::Seat(SeatId::at(1))] {
            assert_eq!(session.activity.view(viewer), table.view(viewer));
        }
    }
    assert_eq!(table.put(BEN, write(2), 0), "");
    assert_eq!(table.view(Viewer::Public)["shown"], json!([7, 2]));
    assert!(replay::verify(CATALOG, Seed(1), &table.log).is_ok());
}

#[test]
fn an_answer_is_held_to_its_form_before_the_rules_see_it() {
    let mut table = Table::open();
    for (by, command, code) in [
        (ANA, json!({"type": "write", "number": 10, "hope": "more"}), "not-offered"),
        (ANA, json!({"type": "write", "number": 1}), "not-offered"),
        (ANA, json!({"type": "write", "number": 1, "hope": " "}), "blank"),
        (ANA, json!({"type": "shout"}), "not-offered"),
        (Actor::Host, json!({"type": "shout"}), "unreadable"),
        (Actor::Host, write(1), "not-yours"),
        (Actor::Seat(SeatId::at(2)), write(1), "not-yours"),
        // What no form offers, the machine looks at itself.
        (ANA, json!({"type": "break"}), "not-yours"),
        (Actor::Host, json!({"type": "break"}), ""),
        (ANA, write(1), "over"),
    ] {
        assert_eq!(table.put(by, command.clone(), 0), code, "{by}: {command}");
    }
    // Nobody is told whose turn it is where not all see that.
    let mut table = Table::open();
    assert_eq!(table.put(ANA, write(1), 0), "");
    assert_eq!(table.no(Actor::Seat(SeatId::at(2)), &write(1)), "this is not yours to do now");
    let faults = |names, setup| Table::try_open(names, &setup).err().expect("it is refused");
    assert_eq!(faults(&["Ana"], json!({})), [Fault::new("seats", "there is 1, and this is for 2")]);
    let short = faults(&["Ana", "Ben"], json!({"seconds": 1}));
    assert_eq!(short, [Fault::new("seconds", "1 is outside 5 to 600")]);
    let mistyped = faults(&["Ana", "Ben"], json!({"second": 9}));
    assert!(mistyped[0].problem.starts_with("unknown field `second`, expected `seconds`"), "{mistyped:?}");
}

/// On one line where there is room for one, on several where there is room for a letter; measured as they are then.
#[test]
fn words_are_clean_when_the_rules_see_them() {
    let long = format!(" {}\n", "x".repeat(20));
    for (hope, why, heard) in [
        (
            " more\n\u{7}luck\t",
            json!("Dear\r\nall,\u{1b}\n"),
            json!({"hope": "more  luck", "why": "Dear\nall,"}),
        ),
        (long.as_str(), json!(" \n"), json!({"hope": "x".repeat(20), "why": null})),
    ] {
        let mut table = Table::open();
        let given = json!({"type": "write", "number": 1, "hope": hope, "why": why});
        assert_eq!(table.put(ANA, given, 0), "");
        let event = table.log.last().map(|(record, _)| record.events[0].json.get().to_owned());
        let event: Value = serde_json::from_str(&event.expect("a record")).expect("JSON");
        assert_eq!(json!({"hope": event["hope"], "why": event["why"]}), heard);
        assert!(replay::verify(CATALOG, Seed(1), &table.log).is_ok());
    }
}

#[test]
fn the_clock_and_the_way_out_are_the_engines() {
    let mut table = Table::open();
    let time_up = || json!({"type": "time_up"});
    let answer_for = |seat: u8| json!({"type": "answer_for", "seat": seat, "reason": "gone"});
    assert_eq!(table.session.deadline(), Some(TableTime(5_000)), "the first of an open ask");
    for (by, command, at, code) in [
        (Actor::Host, time_up(), 5_000, "not-yours"),
        (Actor::Clock, time_up(), 4_999, "no-deadline"),
        (ANA, answer_for(1), 0, "not-yours"),
        (Actor::Host, answer_for(3), 0, "not-asked"),
        (Actor::Host, json!({"type": "answer_for", "seat": 1}), 0, "unreadable"),
        (Actor::Host, answer_for(1), 0, ""),
        (Actor::Host, answer_for(1), 0, "not-asked"),
    ] {
        assert_eq!(table.put(by, command.clone(), at), code, "{by}: {command}");
    }
    // They are written as the machine writes its own.
    let asked =
        table.session.activity.fallback(SeatId::at(1), engine::AskId(0), "gone").expect("he is asked");
    assert_eq!(asked.get(), r#"{"type":"answer_for","seat":2,"reason":"gone"}"#);
    assert_eq!(table.session.activity.time_up().get(), r#"{"type":"time_up"}"#);

    // Whoever has not answered is answered for.
    assert_eq!(table.put(Actor::Clock, time_up(), 5_000), "");
    let missed = table.log.last().map(|(record, _)| record.events[0].json.get().to_owned());
    assert_eq!(missed.as_deref(), Some(r#"{"type":"Missed","seat":2,"why":"time is up"}"#));
    assert_eq!(table.session.deadline(), None);
    assert_eq!(table.put(Actor::Clock, time_up(), 6_000), "over");
    assert_eq!(table.put(Actor::Host, answer_for(1), 6_000), "over");
    assert!(replay::verify(CATALOG, Seed(1), &table.log).is_ok());
}

#[test]
fn a_phase_is_declared_where_it_stands() {
    let [writing, over] = Higher::PHASES else { panic!("two phases") };
    assert_eq!((writing.name, writing.title), ("WRITING", "Writing"));
    assert_eq!((writing.tools, writing.exits), (&["write"][..], &["OVER"][..]));
    assert!(writing.covered && !writing.prepares);
    assert_eq!((over.name, over.title, over.sign), ("OVER", "All shown", ("#", "#")));
    assert_eq!((over.colour, over.persona, over.lasts), (Colour::Green, "Loud.", "for good"));
    assert!(over.prepares && over.exits.is_empty() && over.tools.is_empty());
    assert_eq!(Higher::default().card().name, Higher::phase(&Higher::default()));
}

/// Names that others know too.
#[derive(Clone, Copy)]
enum Season {
    Summer,
    LateAutumn,
}

#[derive(engine::Phases)]
#[phases(names = Season)]
enum Cards {
    #[phase(asks(Write), exits(LateAutumn))]
    Summer,
    #[phase(title = "Before the snow")]
    LateAutumn,
}

/// Its phase is in no field of that name.
#[derive(engine::Phases)]
#[phases(cards = Cards, by = season)]
struct Garden {
    leaves: u8,
}

impl Garden {
    fn season(&self) -> Season {
        if self.leaves > 0 { Season::Summer } else { Season::LateAutumn }
    }
}

#[test]
fn cards_stand_over_names_that_are_elsewhere() {
    let names = |cards: &[engine::PhaseCard]| cards.iter().map(|card| card.name).collect::<Vec<_>>();
    assert_eq!(names(Garden::CARDS), ["SUMMER", "LATE_AUTUMN"]);
    assert_eq!((Garden::CARDS[0].tools, Garden::CARDS[0].exits), (&["write"][..], &["LATE_AUTUMN"][..]));
    assert_eq!(Garden { leaves: 3 }.card().name, "SUMMER");
    assert_eq!(Garden { leaves: 0 }.card().title, "Before the snow");
    assert_eq!(Cards::from(Season::LateAutumn).card().name, "LATE_AUTUMN");
}

/// A state whose phases have a clock.
#[derive(Default, engine::Phases)]
#[allow(dead_code, reason = "what is asked of it is what its fields are")]
struct Clocked {
    phase: Ticking,
    opened: TableTime,
    round: u8,
}

#[derive(engine::Phases)]
#[allow(dead_code, reason = "what is asked of it is what its fields are")]
enum Ticking {
    #[phase(first, exits(Over))]
    Asking {
        until: Option<TableTime>,
        left: u64,
    },
    Over,
}

#[test]
fn a_state_knows_which_of_its_fields_are_moments_of_table_time() {
    assert_eq!(Clocked::times(), ["until", "opened"]);
    assert_eq!(Higher::times(), Vec::<&str>::new());
}

#[test]
fn a_machine_must_write_eight_functions_and_no_more() {
    let source = include_str!("../../src/machine.rs");
    let (_, from) = source.split_once("pub trait Machine").expect("the contract");
    let (contract, _) = from.split_once("\n}\n").expect("its end");
    let required = contract.lines().filter(|line| line.starts_with("    fn ") && line.ends_with(';'));
    let names: Vec<&str> = required.filter_map(|line| line["    fn ".len()..].split('(').next()).collect();
    assert_eq!(names, ["open", "decide", "evolve", "outcome", "asks", "absent", "audience", "telling"]);
}

//! What a session is opened with, and what is wrong with it.

use engine::{Holder, Machine, Seat};
use testkit::Driver;
use tidying::{Event, Setup, Tidying};
use tidying::{Floor, Left, PhaseName, Thing};

use super::say::{all, s};
use super::stage::{COACH, PERSON, Stage, seats, setup};

fn faults(seats: &[Seat], setup: &Setup) -> Vec<String> {
    let faults = Driver::<Tidying>::faults(seats, setup);
    assert!(faults.iter().all(|fault| !fault.problem.is_empty()));
    faults.into_iter().map(|fault| fault.field).collect()
}

fn thing() -> Thing {
    Thing {
        name: s("theremin"),
        also: all(&["ether wave"]),
        kind: s("music"),
        usually: all(&["place", "donate", "recycle", "trash", "skip"]),
        home: s("the music room"),
        ask: all(&["Do you play it?"]),
    }
}

#[test]
fn opening_says_what_there_is() {
    let stage = Stage::of(&Setup { coach_sees: true, things: vec![thing()], ..setup() }, 7);
    let Event::SpaceOpened { coach_id, space, coach_sees, answer_ms, .. } = &stage.game.told[0].event else {
        panic!("{:?}", stage.game.told[0])
    };
    assert_eq!(
        (*coach_id, space.as_str(), *coach_sees, *answer_ms),
        (COACH, "the study", true, Some(300_000))
    );
    let view = stage.view();
    assert_eq!((view.phase_name(), view.floor), (PhaseName::Surveying, Floor::Coach));
    assert_eq!((view.person(), view.coach, view.space.as_str()), (PERSON, COACH, "the study"));
    assert_eq!((view.coach_sees, view.things.len(), view.seats.len()), (true, 1, 2));
    assert_eq!(view.seed_hash, engine::Seed(7).promise(None));
    assert_eq!(Tidying::phase(stage.state()), "SURVEYING");
}

#[test]
fn opening_has_sound_defaults() {
    let setup: Setup = serde_json::from_str("{}").expect("nothing is needed");
    assert_eq!(setup, Setup::default());
    assert_eq!((setup.answer_ms, setup.coach_sees), (Some(300_000), false));
    assert!(faults(&seats(), &setup).is_empty());
    assert!(serde_json::from_str::<Setup>(r#"{"spcae":"x"}"#).is_err(), "a slip of the pen is named");
}

#[test]
fn opening_names_the_field_of_every_fault() {
    let blank = Setup { space: s("  "), ..setup() };
    assert_eq!(faults(&seats(), &blank), ["space"]);
    assert_eq!(faults(&seats(), &Setup { space: "x".repeat(61), ..setup() }), ["space"]);
    assert_eq!(faults(&seats(), &Setup { space: s("\u{1b}[31m"), ..setup() }), ["space"]);
    for answer_ms in [0, 24 * 60 * 60 * 1_000 + 1, u64::MAX] {
        assert_eq!(faults(&seats(), &Setup { answer_ms: Some(answer_ms), ..setup() }), ["answer_ms"]);
    }
    for answer_ms in [Some(1), Some(24 * 60 * 60 * 1_000), None] {
        assert!(faults(&seats(), &Setup { answer_ms, ..setup() }).is_empty(), "{answer_ms:?}");
    }
    assert_eq!(faults(&seats(), &Setup { things: vec![thing(); 201], ..setup() }), ["things"]);
    assert!(faults(&seats(), &Setup { things: vec![thing(); 200], ..setup() }).is_empty());
}

#[test]
fn opening_names_the_field_of_every_fault_of_a_thing() {
    type Slip = fn(&mut Thing);
    let wrong: [(&str, Slip); 12] = [
        ("name", |thing| thing.name.clear()),
        ("name", |thing| thing.name = "x".repeat(201)),
        ("kind", |thing| thing.kind.clear()),
        ("home", |thing| thing.home = s("\u{7}")),
        ("also", |thing| thing.also.push(String::new())),
        ("ask", |thing| thing.ask.push(" ".to_owned())),
        ("usually", |thing| thing.usually.clear()),
        ("usually", |thing| thing.usually.push(s("burn"))),
        ("usually", |thing| thing.usually = all(&["need_info"])),
        ("usually", |thing| thing.usually = vec![s("skip"); 13]),
        ("also", |thing| thing.also = vec![s("x"); 13]),
        ("ask", |thing| thing.ask = vec![s("x?"); 13]),
    ];
    for (field, change) in wrong {
        let mut bad = thing();
        change(&mut bad);
        let setup = Setup { things: vec![thing(), bad], ..setup() };
        let faults = faults(&seats(), &setup);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with(&format!("things[1].{field}")), "{faults:?}");
    }
}

#[test]
fn opening_names_the_faults_of_what_was_left() {
    let before = |change: fn(&mut Left)| {
        let mut left = Left::default();
        change(&mut left);
        Setup { before: Some(left), ..setup() }
    };
    for (setup, field) in [
        (before(|left| left.function = Some(String::new())), "before"),
        (before(|left| left.anchors = all(&[""])), "before"),
        (before(|left| left.things = vec!["x".repeat(201)]), "before"),
        (before(|left| left.next_time = Some(s("\u{0}"))), "before"),
        (before(|left| left.anchors = vec![s("x"); 13]), "before.anchors"),
        (before(|left| left.things = vec![s("x"); 401]), "before.things"),
    ] {
        let faults = faults(&seats(), &setup);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with(field), "{faults:?} for {field}");
    }
    assert!(faults(&seats(), &before(|left| left.things = vec!["x".to_owned(); 400])).is_empty());
}

#[test]
fn opening_wants_a_person_and_a_coach() {
    let seat = |id: &str| Seat { id: s(id), name: s(id), holder: Holder::Person };
    for seats in [vec![], vec![seat("a")], vec![seat("a"), seat("b"), seat("c")]] {
        assert!(faults(&seats, &setup()).contains(&s("seats")), "{}", seats.len());
    }
    assert!(faults(&[seat("a"), seat("b")], &setup()).is_empty());
}

/// What the engine can tell from the card and the options it tells before anything else is looked at.
#[test]
fn opening_names_every_fault_at_once() {
    let setup = Setup {
        space: String::new(),
        answer_ms: Some(0),
        before: Some(Left { next_time: Some(String::new()), ..Left::default() }),
        things: vec![Thing { usually: all(&["burn"]), ..thing() }],
        ..Setup::default()
    };
    let mut every = faults(&seats(), &setup);
    every.sort();
    assert_eq!(every, ["answer_ms", "before.next_time", "space", "things[0].usually"]);
    let long = Setup { space: "x".repeat(61), things: vec![Thing { usually: vec![], ..thing() }], ..setup };
    assert_eq!(faults(&seats(), &long), ["space", "things[0].usually"]);
    assert_eq!(faults(&seats()[..1], &long), ["seats"]);
}

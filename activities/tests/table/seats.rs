//! Sitting down in a seat of the house or of a model, and giving it back.

use activities::ALL;
use engine::{Audience, Gate, Outer, Reason, SeatSet, Viewer};

use super::*;

const CLEO: SeatId = SeatId::at(2);
const DOT: SeatId = SeatId::at(3);

fn sit(table: &mut State, seat: SeatId) -> Vec<Told<Event>> {
    act(table, Actor::Host, Command::TakeSeat { seat, person: None }, NOON).expect("nobody sits there")
}

fn leave(table: &mut State, by: Actor, seat: SeatId) -> Vec<Told<Event>> {
    act(table, by, Command::LeaveSeat { seat }, NOON).expect("somebody sits there")
}

fn refused(table: &State, by: Actor, command: Command) -> &'static str {
    act(&mut table.clone(), by, command, NOON).expect_err("the table says no").code()
}

#[test]
fn a_person_sits_down_in_a_seat_of_the_house_or_of_a_model_and_gives_it_back() {
    for state in TableState::ALL {
        let mut table = table_in(state);
        let before = table.clone();
        for (seat, by, sits, leaves) in [
            (
                CLEO,
                HOUSE,
                "Somebody sits down in Cleo's seat; the house steps back.",
                "The house plays Cleo's seat again.",
            ),
            (
                DOT,
                MODEL,
                "Somebody sits down in Dot's seat; the model steps back.",
                "The model plays Dot's seat again.",
            ),
        ] {
            let told = sit(&mut table, seat);
            assert_eq!(words(&table, &told), [sits], "{state:?}");
            assert!(told.iter().all(|told| told.audience == Audience::Public));
            assert_eq!(Table::taken(&table), SeatSet::only(seat));
            assert_eq!(table.holder(seat), Some(&Holder::Person));
            for viewer in [Viewer::Public, Viewer::Observer, Viewer::Host, Viewer::Seat(seat)] {
                assert_eq!(Table::view(&table, viewer).taken, SeatSet::only(seat), "all see who sits where");
            }
            let told = leave(&mut table, by, seat);
            assert_eq!(words(&table, &told), [leaves], "{state:?}");
            assert!(told.iter().all(|told| told.audience == Audience::Public));
            assert_eq!(table, before, "nothing is left of it");
        }
    }
}

#[test]
fn the_host_lets_people_in_and_whoever_sat_down_may_leave() {
    let mut table = table_in(TableState::Active);
    for by in [ADA, BEN] {
        assert_eq!(refused(&table, by, Command::TakeSeat { seat: CLEO, person: None }), "not-host");
    }
    assert_eq!(
        refused(&table, HOUSE, Command::TakeSeat { seat: CLEO, person: None }),
        "bot-ignored",
        "not by itself"
    );
    assert_eq!(
        refused(&table, Actor::Clock, Command::TakeSeat { seat: CLEO, person: None }),
        "clock-ignored"
    );
    sit(&mut table, CLEO);
    for by in [ADA, BEN] {
        assert_eq!(refused(&table, by, Command::LeaveSeat { seat: CLEO }), "not-host", "not for another");
    }
    assert_eq!(refused(&table, HOUSE, Command::LeaveSeat { seat: DOT }), "not-host");
    leave(&mut table, Actor::Host, CLEO);
    assert_eq!(Table::taken(&table), SeatSet::EMPTY);
}

#[test]
fn a_seat_is_taken_once_and_only_a_taken_one_is_left() {
    let mut table = table_in(TableState::Active);
    for seat in [0, 1].map(SeatId::at) {
        assert_eq!(refused(&table, Actor::Host, Command::TakeSeat { seat, person: None }), "seat-held");
        assert_eq!(refused(&table, Actor::Seat(seat), Command::LeaveSeat { seat }), "not-taken");
    }
    let seat = SeatId::at(4);
    assert_eq!(refused(&table, Actor::Host, Command::TakeSeat { seat, person: None }), "no-such-seat");
    assert_eq!(refused(&table, Actor::Host, Command::LeaveSeat { seat }), "not-taken");
    assert_eq!(refused(&table, Actor::Host, Command::LeaveSeat { seat: CLEO }), "not-taken");
    sit(&mut table, CLEO);
    assert_eq!(refused(&table, Actor::Host, Command::TakeSeat { seat: CLEO, person: None }), "seat-held");
}

#[test]
fn one_who_sits_down_is_heard_as_a_person_and_one_who_left_is_not() {
    let mut table = table_in(TableState::Active);
    assert_eq!(hear(&table, HOUSE, "hello").map_err(|no| no.code()), Err("bot-ignored"));
    sit(&mut table, CLEO);
    let heard = hear(&table, HOUSE, "hello").expect("a person's words");
    assert_eq!(heard.activity.as_deref(), Some("hello"));
    act(&mut table, HOUSE, set(SessionVerb::Pause), NOON).expect("everybody at this table may");
    assert!(matches!(Table::gate(&table, HOUSE), Gate::Drop(_)), "a person is told to wait");
    leave(&mut table, HOUSE, CLEO);
    assert!(matches!(Table::gate(&table, HOUSE), Gate::Hold), "the house waits by itself");
    assert_eq!(refused(&table, HOUSE, set(SessionVerb::Resume)), "bot-ignored");
}

#[test]
fn where_all_people_may_change_the_state_one_who_sits_down_may_too() {
    let mut all = table_in(TableState::Active);
    sit(&mut all, CLEO);
    assert_eq!(Table::view(&all, Viewer::Public).stewards, [0, 1, 2].map(SeatId::at).into_iter().collect());
    let named = Setup { stewards: Some(SeatSet::only(SeatId::at(0))), ..setup() };
    let (mut named, _) = open(&seats(), &named).expect("a sound setup");
    sit(&mut named, CLEO);
    assert_eq!(Table::view(&named, Viewer::Public).stewards, SeatSet::only(SeatId::at(0)));
    assert_eq!(refused(&named, HOUSE, set(SessionVerb::Start)), "not-steward");
    let house: Vec<Seat> = seats().into_iter().skip(2).collect();
    let (mut house, _) = open(&house, &setup()).expect("a sound setup");
    sit(&mut house, SeatId::at(0));
    act(&mut house, ADA, set(SessionVerb::Start), NOON).expect("the only person there");
}

#[test]
fn seats_are_taken_and_left_by_lines_too() {
    let mut table = table_in(TableState::Active);
    let heard = |table: &State, by: Actor, line: &str| {
        let heard = hear(table, by, line).map_err(|rejection| rejection.code())?;
        assert!(heard.activity.is_none() && heard.wish.is_none());
        Ok::<_, &str>(heard.table)
    };
    assert_eq!(
        heard(&table, Actor::Host, "/sit 3"),
        Ok(vec![Command::TakeSeat { seat: CLEO, person: None }])
    );
    for (by, line, code) in [
        (Actor::Host, "/sit", "which-seat"),
        (Actor::Host, "/sit down", "which-seat"),
        (Actor::Host, "/sit 0", "which-seat"),
        (Actor::Host, "/sit 1", "seat-held"),
        (Actor::Host, "/sit 9", "no-such-seat"),
        (ADA, "/sit 3", "not-host"),
        (Actor::Host, "/leave", "which-seat"),
        (Actor::Host, "/leave 3", "not-taken"),
        (ADA, "/leave", "not-taken"),
        (ADA, "/leave ((bye))", "not-taken"),
    ] {
        assert_eq!(heard(&table, by, line), Err(code), "{by} {line}");
    }
    sit(&mut table, CLEO);
    assert_eq!(heard(&table, HOUSE, "/LEAVE"), Ok(vec![Command::LeaveSeat { seat: CLEO }]));
    assert_eq!(heard(&table, Actor::Host, "/leave 3"), Ok(vec![Command::LeaveSeat { seat: CLEO }]));
    assert_eq!(heard(&table, ADA, "/leave 3"), Err("not-host"));
}

#[test]
fn no_model_is_called_for_a_seat_in_which_somebody_sits() {
    let mut table = table_in(TableState::Active);
    sit(&mut table, DOT);
    assert_eq!(refused(&table, Actor::Host, super::calls::begin(1, DOT)), "no-model");
    leave(&mut table, MODEL, DOT);
    act(&mut table, Actor::Host, super::calls::begin(1, DOT), NOON).expect("the model plays again");
}

/// A table in which nobody sat down is the same bytes as before there was sitting down.
#[test]
fn what_nobody_did_is_in_no_state_and_in_no_view() {
    let table = table_in(TableState::Active);
    let state = serde_json::to_value(&table).expect("a state");
    let view = serde_json::to_value(Table::view(&table, Viewer::Host)).expect("a view");
    assert!(state.get("taken").is_none() && view.get("taken").is_none());
    assert_eq!(serde_json::from_value::<State>(state).expect("the same state"), table);
    assert_eq!(ALL.table.events(), 1, "an event more is no other version");
}

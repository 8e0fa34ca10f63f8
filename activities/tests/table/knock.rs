//! A knock, for who sleeps.

use engine::{Actor, Machine, Viewer};
use protocol::table::TableState;
use table::{Command, Event, Table};

use super::{ADA, BEN, NOON, act, hear, table_in, words};

#[test]
fn t13_a_knock_is_told_to_all_and_names_nobody_but_who_knocks() {
    let mut table = table_in(TableState::Active);
    let knock = hear(&table, ADA, "/knock").expect("a command").table.remove(0);
    let told = act(&mut table, ADA, knock, NOON).expect("Ada knocks");
    assert_eq!(words(&table, &told), ["Ada knocks: the table waits for whoever is asked."]);
    let [knocked] = &told[..] else { panic!("one event: {told:?}") };
    assert_eq!(knocked.event, Event::Knocked { by: ADA, at: NOON });
    assert!(Viewer::Public.sees(Table::audience(&table, &knocked.event)));
}

#[test]
fn t13_nobody_knocks_again_at_once_whoever_knocked_before() {
    let mut table = table_in(TableState::Active);
    act(&mut table, ADA, Command::Knock, NOON).expect("Ada knocks");
    for by in [ADA, BEN, Actor::Host] {
        let again = act(&mut table, by, Command::Knock, NOON + 5_000).expect_err("too soon");
        assert_eq!(again.to_string(), "somebody has just knocked: knock again in 15 s");
    }
    act(&mut table, BEN, Command::Knock, NOON + 20_000).expect("later");
}

#[test]
fn t13_nobody_knocks_where_nobody_is_asked() {
    for state in [TableState::Idle, TableState::Paused, TableState::Debrief] {
        let table = table_in(state);
        assert!(hear(&table, ADA, "/knock").is_err(), "{state:?}");
    }
}

//! What the table says when play is taken back or stopped, and when session zero is over.

use activities::ALL;
use engine::{Actor, Audience, Machine, Outer, Reason, Wish};
use protocol::table::TableState;
use table::{Command, Event, SessionVerb, Table};

use super::*;

#[test]
fn t2_what_is_taken_back_is_told_to_all_in_the_name_of_whoever_wanted_it() {
    for (by, wish, expected) in [
        (ADA, Wish::Undo, "Ada takes the last move back."),
        (BEN, Wish::Redo, "Ben brings back what was taken back."),
        (ADA, Wish::Retry, "Ada asks for another answer: what came after the last move is taken back."),
        (Actor::Host, Wish::Undo, "The host takes the last move back."),
        (Actor::Host, Wish::Stop, "The last moment is taken back."),
    ] {
        for state in TableState::ALL {
            let mut table = table_in(state);
            let before = table.clone();
            let told = act(&mut table, by, Table::took_back(wish), NOON).expect("it has happened");
            assert_eq!(told.len(), 1);
            assert_eq!(told[0].audience, Audience::Public);
            assert_eq!(words(&table, &told), [expected]);
            assert_eq!(table, before);
        }
    }
    for (by, wish, code) in [
        (HOUSE, Wish::Undo, "bot-ignored"),
        (MODEL, Wish::Undo, "bot-ignored"),
        (Actor::Clock, Wish::Undo, "clock-ignored"),
        (ADA, Wish::Stop, "not-host"),
    ] {
        let result = act(&mut table_in(TableState::Active), by, Table::took_back(wish), NOON);
        assert_eq!(result.map(|_| ()).map_err(|rejection| rejection.code()), Err(code), "{by}");
    }
}

#[test]
fn t3_a_table_that_nobody_attends_is_paused_by_the_host_alone_and_says_why() {
    let unattended = || Table::unattended(200).expect("a command");
    let mut table = table_in(TableState::Active);
    let told = act(&mut table, Actor::Host, unattended(), NOON).expect("in play");
    assert_eq!(table.table_state(), TableState::Paused);
    let words = words(&table, &told);
    assert_eq!(words[0], "The last 200 answers were automatic, and nobody else did anything: play pauses.");
    assert!(words[1].contains("/session"), "how to go on: {}", words[1]);
    for (state, by, code) in
        [(TableState::Active, ADA, "not-host"), (TableState::Paused, Actor::Host, "nothing-to-stop")]
    {
        let result = act(&mut table_in(state), by, unattended(), NOON);
        assert_eq!(result.map(|_| ()).map_err(|rejection| rejection.code()), Err(code), "{by}");
    }
}

#[test]
fn t3_a_stop_pauses_the_table_and_names_nobody() {
    for state in [TableState::Active, TableState::SessionZero] {
        let mut table = table_in(state);
        let told = act(&mut table, Actor::Host, Table::stop(), NOON).expect("in play");
        assert_eq!(table.table_state(), TableState::Paused);
        assert!(told.iter().all(|told| told.audience == Audience::Public));
        let events: Vec<&Event> = told.iter().map(|told| &told.event).collect();
        let to = TableState::Paused;
        let changed = Event::StateChanged { from: state, to, at: NOON, by: Actor::Host, earlier: None };
        assert_eq!(events, [&Event::XCalled, &changed]);
        let words = words(&table, &told);
        assert_eq!(
            words[0],
            "Somebody at the table has called a stop. Nobody says who, and no reason is needed: play stops here."
        );
        assert!(words[1].contains("/session"), "how to go on: {}", words[1]);
    }
    for state in [TableState::Idle, TableState::Paused, TableState::Debrief] {
        let mut table = table_in(state);
        let rejection = act(&mut table, Actor::Host, Table::stop(), NOON).expect_err("nobody plays");
        assert_eq!(rejection.code(), "nothing-to-stop");
        assert!(rejection.to_string().contains(state.name()), "{rejection}");
    }
    let rejection = act(&mut table_in(TableState::Active), ADA, Table::stop(), NOON).expect_err("by name");
    assert_eq!(rejection.code(), "not-host");
}

#[test]
fn t1_the_end_of_session_zero_is_a_start_and_only_in_session_zero() {
    for state in TableState::ALL {
        let zero = state == TableState::SessionZero;
        let expected = zero.then_some(Command::SetSession { verb: SessionVerb::Start });
        assert_eq!(Table::prepared(&table_in(state)), expected, "{state:?}");
    }
    let mut table = table_in(TableState::SessionZero);
    let command = Table::prepared(&table).expect("it is in session zero");
    let told = act(&mut table, Actor::Host, command, NOON).expect("the host may");
    assert_eq!(
        words(&table, &told),
        ["The groundwork is done. From here on it is the story, and the first scene is open."]
    );
    assert!(Table::PHASES.iter().all(|card| !card.prepares), "it is the activity's phases that prepare");
}

/// A report is tried before the table hears a line: one of that name would hide the table's own.
#[test]
fn t5_no_report_has_the_name_of_a_command_of_the_table() {
    let table = table_in(TableState::Active);
    for rules in ALL.activities {
        for report in rules.reports() {
            let known = hear(&table, ADA, &format!("/{}", report.name));
            let code = known.map(|_| ()).map_err(|rejection| rejection.code());
            assert_eq!(code, Err("unknown-command"), "/{} of {}", report.name, rules.name());
            assert!(!report.about.is_empty());
        }
    }
}

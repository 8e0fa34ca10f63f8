//! T6: what the words of the table suggest.

use engine::{Actor, Audience, Machine, Outer, Reason, SeatId, Viewer};
use protocol::table::TableState;
use table::{Command, Event, Policy, SessionVerb, State, Table};

use super::{ADA, BEN, HOUSE, NOON, act, hear, open, seats, setup, table_in, words};

const MINUTE: i64 = 60_000;

/// What follows from a line, once its words are recorded.
fn follows(state: &State, line: &str, at: i64) -> Option<Command> {
    Table::hear(state, ADA, line, at, &Vec::new).expect("it is heard").then
}

/// A table at which a break has been suggested at noon.
fn suggested() -> State {
    let mut table = table_in(TableState::Active);
    let command = follows(&table, "Hey, pizza's here!", NOON).expect("a break is suggested");
    act(&mut table, ADA, command, NOON).expect("it is noted");
    table
}

#[test]
fn t6_words_suggest_a_change_and_change_nothing() {
    let table = suggested();
    assert_eq!(table.table_state(), TableState::Active, "nothing has changed");
    let view = Table::view(&table, Viewer::Public);
    let suggestion = view.suggestion.expect("all see it");
    assert_eq!((suggestion.number, suggestion.to, suggestion.by), (1, TableState::Paused, ADA));
    assert_eq!(suggestion.lapses_at, NOON + MINUTE);
}

#[test]
fn t6_the_words_themselves_go_where_they_would_have_gone() {
    let heard = hear(&table_in(TableState::Active), ADA, "That's a wrap!").expect("words of play");
    assert_eq!(heard.activity.as_deref(), Some("That's a wrap!"));
    assert_eq!(heard.then, Some(Command::Suggest { words: "That's a wrap!".to_owned() }));
    let aside = hear(&table_in(TableState::Active), ADA, "((pizza's here))").expect("an aside");
    assert!(aside.activity.is_none());
    assert_eq!(aside.then, Some(Command::Suggest { words: "pizza's here".to_owned() }));
    // Where talk goes nowhere, what it suggests is all there is.
    let back = hear(&table_in(TableState::Paused), ADA, "ok, we're back").expect("a suggestion");
    assert_eq!(back.table, [Command::Suggest { words: "ok, we're back".to_owned() }]);
    assert_eq!(
        hear(&table_in(TableState::Paused), ADA, "hello?").map_err(|no| no.code()),
        Err("table-not-live")
    );
}

#[test]
fn t6_a_person_agrees_and_it_is_so() {
    let mut table = suggested();
    let told = act(&mut table, BEN, Command::Agree, NOON + MINUTE).expect("within a minute");
    assert_eq!(table.table_state(), TableState::Paused);
    assert!(words(&table, &told)[0].contains("Time stands still"));
    assert!(Table::view(&table, Viewer::Public).suggestion.is_none(), "it is done");
    let again = act(&mut table, BEN, Command::Agree, NOON + MINUTE).expect_err("once");
    assert_eq!(again.code(), "nothing-suggested");
}

#[test]
fn t6_it_lapses_after_a_minute() {
    let mut table = suggested();
    let late = act(&mut table, BEN, Command::Agree, NOON + MINUTE + 1).expect_err("too late");
    assert_eq!(late.code(), "lapsed");
    assert!(late.to_string().contains("/session pause"), "{late}");
    assert_eq!(table.table_state(), TableState::Active);
}

#[test]
fn t6_the_same_is_not_suggested_again_for_ten_minutes() {
    let mut table = suggested();
    assert_eq!(follows(&table, "pizza's here", NOON + 10 * MINUTE - 1), None);
    let forged = Command::Suggest { words: "pizza's here".to_owned() };
    let no = act(&mut table, ADA, forged, NOON + MINUTE).expect_err("nor by hand");
    assert_eq!(no.code(), "nothing-suggested");
    assert!(follows(&table, "that's a wrap", NOON + MINUTE).is_some(), "another may be");
    assert!(follows(&table, "pizza's here", NOON + 10 * MINUTE).is_some());
}

#[test]
fn t6_a_state_that_was_set_by_hand_ends_the_suggestion() {
    let mut table = suggested();
    act(&mut table, BEN, Command::SetSession { verb: SessionVerb::End }, NOON + 1).expect("Ben may");
    assert_eq!(act(&mut table, ADA, Command::Agree, NOON + 2).expect_err("over").code(), "nothing-suggested");
}

#[test]
fn t6_each_change_has_a_policy() {
    let mut table = table_in(TableState::Active);
    let heard = hear(&table, ADA, "/suggest active pause never").expect("a command");
    let [command] = heard.table.as_slice() else { panic!("one command") };
    act(&mut table, ADA, command.clone(), NOON).expect("Ada may");
    assert_eq!(follows(&table, "pizza's here", NOON), None);
    assert!(follows(&table, "that's a wrap", NOON).is_some(), "of another change nothing was said");
    let auto = Command::SetPolicy { from: None, to: TableState::Debrief, policy: Policy::Auto };
    act(&mut table, ADA, auto, NOON).expect("Ada may");
    assert_eq!(
        follows(&table, "that's a wrap", NOON),
        Some(Command::SetSession { verb: SessionVerb::End }),
        "at once, once the words are recorded"
    );
    for line in [
        "/suggest",
        "/suggest pause",
        "/suggest pause often",
        "/suggest nowhere pause ask",
        "/suggest a b c d",
    ] {
        assert_eq!(hear(&table, ADA, line).expect_err(line).code(), "bad-policy", "{line}");
    }
    let same = Command::SetPolicy { from: Some(TableState::Idle), to: TableState::Idle, policy: Policy::Ask };
    assert_eq!(act(&mut table, ADA, same, NOON).expect_err("no change").code(), "no-change");
}

#[test]
fn t6_one_who_may_not_change_the_state_may_suggest_and_not_agree() {
    let stewards = Some([SeatId::at(0)].into_iter().collect());
    let (mut table, _) = open(&seats(), &table::Setup { stewards, ..setup() }).expect("a sound setup");
    act(&mut table, Actor::Host, Command::SetSession { verb: SessionVerb::Start }, NOON)
        .expect("the host may");
    let auto = Command::SetPolicy { from: None, to: TableState::Paused, policy: Policy::Auto };
    assert_eq!(act(&mut table, BEN, auto.clone(), NOON).expect_err("not Ben").code(), "not-steward");
    act(&mut table, ADA, auto, NOON).expect("Ada may");
    let heard = Table::hear(&table, BEN, "pizza's here", NOON, &Vec::new).expect("words");
    let command = heard.then.expect("a suggestion, not a change");
    act(&mut table, BEN, command, NOON).expect("he may suggest");
    assert_eq!(act(&mut table, BEN, Command::Agree, NOON).expect_err("not Ben").code(), "not-steward");
    act(&mut table, ADA, Command::Agree, NOON).expect("Ada may");
    assert_eq!(table.table_state(), TableState::Paused);
}

#[test]
fn t6_only_people_are_heard_and_only_known_phrases() {
    let mut table = table_in(TableState::Active);
    assert_eq!(hear(&table, HOUSE, "pizza's here").map_err(|no| no.code()), Err("bot-ignored"));
    let made_up = Command::Suggest { words: "anything".to_owned() };
    assert_eq!(act(&mut table, ADA, made_up, NOON).expect_err("no phrase").code(), "nothing-suggested");
    assert_eq!(follows(&table, "/session pause", NOON), None, "a command is no hint");
}

#[test]
fn t6_it_is_told_to_all_with_what_to_type() {
    let mut table = table_in(TableState::Active);
    let command = follows(&table, "pizza's here", NOON).expect("a break is suggested");
    let told = act(&mut table, ADA, command, NOON).expect("noted");
    assert!(matches!(told[0].event, Event::SuggestionMade { .. }));
    assert_eq!(told[0].audience, Audience::Public);
    let words = words(&table, &told);
    assert!(
        words[0].contains("Ada") && words[0].contains("take a break") && words[0].contains("/agree"),
        "{words:?}"
    );
}

//! What a model may be asked about the talk, and what comes of its answer (T6).

use engine::{Actor, Machine, Outer, Reason, Viewer};
use protocol::table::TableState;
use table::{Command, Policy, SessionVerb, Table};

use super::{ADA, MODEL, NOON, act, set, table_in};

fn found(verb: SessionVerb) -> Command {
    Command::SuggestFor { seat: ADA.seat().expect("a seat"), verb, words: "the stove!".to_owned() }
}

#[test]
fn t6_a_model_is_asked_of_what_may_be_suggested_and_in_play_alone() {
    for (state, choices) in [
        (TableState::Active, Some(vec!["none", "pause", "end"])),
        (TableState::SessionZero, Some(vec!["none", "pause", "start"])),
        (TableState::Idle, None),
        (TableState::Paused, None),
        (TableState::Debrief, None),
    ] {
        let table = table_in(state);
        let asked = Table::judgement(&table, NOON);
        assert_eq!(asked.as_ref().map(|it| it.choices.clone()), choices, "{}", state.name());
        for choice in asked.iter().flat_map(|it| &it.choices) {
            assert!(asked.as_ref().is_some_and(|it| it.about.contains(choice)), "{choice}");
        }
    }
    let mut table = table_in(TableState::Active);
    for (to, left) in [(TableState::Debrief, Some(vec!["none", "pause"])), (TableState::Paused, None)] {
        let never = Command::SetPolicy { from: None, to, policy: Policy::Never };
        act(&mut table, ADA, never, NOON).expect("Ada may");
        assert_eq!(Table::judgement(&table, NOON).map(|it| it.choices), left);
    }
}

#[test]
fn t6_what_a_model_found_is_the_hosts_to_tell_and_only_suggested() {
    let mut table = table_in(TableState::Active);
    let auto = Command::SetPolicy { from: None, to: TableState::Paused, policy: Policy::Auto };
    act(&mut table, ADA, auto, NOON).expect("Ada may");
    assert_eq!(
        act(&mut table, ADA, found(SessionVerb::Pause), NOON).expect_err("not hers").code(),
        "not-host"
    );
    let odd = Command::SuggestFor {
        seat: MODEL.seat().expect("a seat"),
        verb: SessionVerb::Pause,
        words: "x".to_owned(),
    };
    assert_eq!(act(&mut table, Actor::Host, odd, NOON).expect_err("no person").code(), "bot-ignored");
    act(&mut table, Actor::Host, found(SessionVerb::Pause), NOON).expect("the host tells");
    assert_eq!(table.table_state(), TableState::Active);
    let suggestion = Table::view(&table, Viewer::Public).suggestion.expect("a suggestion");
    assert_eq!(
        (suggestion.to, suggestion.by, suggestion.heard.as_str()),
        (TableState::Paused, ADA, "the stove!")
    );
    for (verb, at) in
        [(SessionVerb::Pause, NOON + 599_999), (SessionVerb::Zero, NOON), (SessionVerb::Start, NOON)]
    {
        let no = act(&mut table, Actor::Host, found(verb), at)
            .expect_err("it rests, or is nothing to suggest here");
        assert_eq!(no.code(), "nothing-suggested", "{}", verb.name());
    }
    act(&mut table, Actor::Host, found(SessionVerb::Pause), NOON + 600_000).expect("after a while");
    act(&mut table, ADA, Command::Agree, NOON + 600_000).expect("Ada agrees");
    assert_eq!(table.table_state(), TableState::Paused);
    let no = act(&mut table, Actor::Host, found(SessionVerb::Start), NOON + 600_000).expect_err("it rests");
    assert_eq!(no.code(), "nothing-suggested");
    act(&mut table, ADA, set(SessionVerb::Resume), NOON).expect("Ada goes on");
    let long = Command::SuggestFor {
        seat: ADA.seat().expect("a seat"),
        verb: SessionVerb::End,
        words: "ä".repeat(500),
    };
    act(&mut table, Actor::Host, long, NOON).expect("long words");
    let heard = Table::view(&table, Viewer::Public).suggestion.expect("a suggestion").heard;
    assert_eq!(heard.chars().count(), 81, "cut, with a mark that it is");
}

#[test]
fn t6_an_answer_that_names_no_change_is_none() {
    assert_eq!(Table::judged(ADA, "words", "none"), None);
    assert_eq!(Table::judged(ADA, "words", "dance"), None);
    assert_eq!(Table::judged(Actor::Host, "words", "pause"), None, "the host has no seat");
    assert!(Table::judged(ADA, "words", "pause").is_some());
}

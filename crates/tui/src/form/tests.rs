//! Forms of any machine, answered.

use protocol::{Choice, Form, SeatId};

use super::*;

fn choices(labels: &[&str]) -> FieldKind {
    let choice = |(at, label): (usize, &&str)| Choice { value: json!(at), label: (*label).to_owned() };
    FieldKind::Choice(labels.iter().enumerate().map(choice).collect())
}

fn field(name: &str, required: bool, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: name.to_owned(), required, kind }
}

fn tool(name: &str, fields: Vec<Field>) -> Tool {
    Tool { name: name.to_owned(), about: format!("to {name}"), fields }
}

fn asked(tools: Vec<Tool>) -> Answering {
    let form = Form { title: "What now?".to_owned(), tools };
    Answering::new(OpenAsk { id: AskId(7), seat: SeatId::at(0), answered: false, deadline: None, form })
}

fn turn() -> Answering {
    asked(vec![
        tool(
            "say",
            vec![
                field("words", true, FieldKind::Text { max_chars: 20, voice: None }),
                field("blames", false, choices(&["Ana", "Ben"])),
                field("why", false, FieldKind::Text { max_chars: 20, voice: None }),
            ],
        ),
        tool("pass", vec![]),
    ])
}

#[test]
fn a_tool_that_asks_for_one_choice_is_a_way_for_each() {
    let vote = asked(vec![
        tool("vote", vec![field("target", true, choices(&["Ana", "Ben"]))]),
        tool("abstain", vec![]),
    ]);
    let labels: Vec<&str> = vote.ways.iter().map(|way| way.label.as_str()).collect();
    assert_eq!(labels, ["Ana", "Ben", "to abstain"]);
}

#[test]
fn nothing_is_answered_before_something_is_picked() {
    let mut vote = asked(vec![tool("vote", vec![field("target", true, choices(&["Ana", "Ben"]))])]);
    assert!(matches!(vote.answer(""), Answer::Missing(_)));
    vote.step(true, 1);
    vote.step(true, 1);
    assert_eq!(vote.answer(""), Answer::Command(AskId(7), json!({"type": "vote", "target": 1})));
    vote.step(true, 1);
    assert_eq!(vote.picked, Some(0), "the list goes round");
    assert!(!vote.pick("3"));
}

#[test]
fn words_alone_are_a_line_and_words_with_more_are_a_command() {
    let mut turn = turn();
    assert_eq!(turn.answer("Hello."), Answer::Words("Hello.".to_owned()));
    assert!(turn.tab(true));
    turn.step(true, 1);
    turn.step(true, 1);
    let said = json!({"type": "say", "words": "Hello.", "blames": 1});
    assert_eq!(turn.answer("Hello."), Answer::Command(AskId(7), said));
    turn.step(true, 1);
    assert_eq!(turn.answer("Hello."), Answer::Words("Hello.".to_owned()), "past the last is nothing");
    assert!(turn.tab(true));
    turn.focused_line().expect("why takes words").insert("so");
    assert!(!turn.tab(true), "and back to the line");
    let said = json!({"type": "say", "words": "Hello.", "why": "so"});
    assert_eq!(turn.answer("Hello."), Answer::Command(AskId(7), said));
}

#[test]
fn typing_drops_a_pick_that_has_no_use_for_words() {
    let mut turn = turn();
    turn.pick("2");
    assert_eq!(turn.answer(""), Answer::Command(AskId(7), json!({"type": "pass"})));
    turn.typing();
    assert_eq!(turn.answer("Wait."), Answer::Words("Wait.".to_owned()));
}

#[test]
fn what_must_be_given_is_named() {
    let mut roll = asked(vec![tool(
        "roll",
        vec![field("dice", true, choices(&["one", "two"])), field("position", true, choices(&["risky"]))],
    )]);
    roll.pick("1");
    assert_eq!(roll.answer(""), Answer::Missing("still missing: dice (Tab goes there)".to_owned()));
    roll.tab(true);
    roll.step(true, 1);
    roll.tab(true);
    roll.step(true, 1);
    let rolled = json!({"type": "roll", "dice": 0, "position": 0});
    assert_eq!(roll.answer(""), Answer::Command(AskId(7), rolled));
}

#[test]
fn words_that_are_too_many_stay_here() {
    let mut turn = turn();
    turn.pick("1");
    turn.tab(true);
    turn.step(true, 1);
    assert!(matches!(turn.answer(&"x".repeat(30)), Answer::Missing(why) if why.contains("20")));
}

#[test]
fn the_form_survives_an_update_and_forgets_with_a_new_ask() {
    let mut vote = asked(vec![tool("vote", vec![field("target", true, choices(&["Ana", "Ben"]))])]);
    vote.pick("2");
    vote.refresh(OpenAsk { answered: true, ..vote.ask.clone() });
    assert_eq!(vote.picked, Some(1));
    vote.sent(Some(json!({"type": "vote", "target": 1})));
    assert!(vote.is_sent(&vote.ways[1]) && !vote.is_sent(&vote.ways[0]));
    vote.refresh(OpenAsk { id: AskId(8), ..vote.ask.clone() });
    assert!(vote.picked.is_none() && !vote.is_sent(&vote.ways[1]));
}

#[test]
fn seats_are_picked_by_their_own_numbers() {
    let seats = [(3, "Cole"), (10, "Jo")];
    let choices = seats.map(|(seat, name)| Choice { value: json!(seat), label: name.to_owned() });
    let mut vote = asked(vec![
        tool("vote", vec![field("target", true, FieldKind::Choice(choices.to_vec()))]),
        tool("abstain", vec![]),
        tool("leave", vec![]),
    ]);
    let numbers: Vec<u64> = vote.ways.iter().map(|way| way.number).collect();
    assert_eq!(numbers, [3, 10, 0, 11]);
    assert!(vote.pick("1") && vote.picked.is_none(), "the beginning of 10");
    assert!(vote.pick("10") && vote.picked == Some(1));
    assert!(!vote.pick("2") && vote.picked == Some(1));
}

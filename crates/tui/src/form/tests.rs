//! Forms of any machine, answered.

use protocol::{Choice, Form, SeatId};

use serde_json::json;

use super::*;

fn choices(labels: &[&str]) -> FieldKind {
    let choice = |(at, label): (usize, &&str)| Choice { value: json!(at), label: (*label).to_owned() };
    FieldKind::Choice(labels.iter().enumerate().map(choice).collect())
}

fn field(name: &str, required: bool, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: name.to_owned(), required, kind }
}

fn tool(name: &str, fields: Vec<Field>) -> Tool {
    Tool { name: name.to_owned(), about: format!("to {name}"), fields, ..Tool::default() }
}

fn asked(tools: Vec<Tool>) -> Answering {
    let form = Form { title: "What now?".to_owned(), tools };
    let ask = OpenAsk { id: AskId(7), seat: SeatId::at(0), answered: false, deadline: None, form };
    Answering::new(ask)
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
    let numbers: Vec<&str> = vote.ways.iter().map(|way| way.key.as_str()).collect();
    assert_eq!(numbers, ["3", "10", "0", "11"]);
    assert!(vote.pick("1") && vote.picked.is_none(), "the beginning of 10");
    assert!(vote.pick("10") && vote.picked == Some(1));
    assert!(!vote.pick("2") && vote.picked == Some(1));
}

#[test]
fn a_tool_that_asks_for_one_number_of_a_few_is_a_way_for_each() {
    let number = |min, max| tool("roll", vec![field("dice", true, FieldKind::Number { min, max })]);
    let mut roll = asked(vec![number(1, 4), tool("pass", vec![])]);
    let ways: Vec<(&str, &str)> =
        roll.ways.iter().map(|way| (way.key.as_str(), way.label.as_str())).collect();
    assert_eq!(ways, [("1", "dice 1"), ("2", "dice 2"), ("3", "dice 3"), ("4", "dice 4"), ("0", "to pass")]);
    assert!(roll.pick("3"));
    assert_eq!(roll.answer(""), Answer::Command(AskId(7), json!({"type": "roll", "dice": 3})));
    roll.sent(Some(json!({"type": "roll", "dice": 3})));
    roll.ask.answered = true;
    assert!(roll.is_sent(&roll.ways[2]) && !roll.is_sent(&roll.ways[1]));

    // Below 1 there are no keys: they are counted.
    let mut shift = asked(vec![number(-2, 1)]);
    let ways: Vec<(&str, &str)> =
        shift.ways.iter().map(|way| (way.key.as_str(), way.label.as_str())).collect();
    assert_eq!(ways, [("1", "dice -2"), ("2", "dice -1"), ("3", "dice 0"), ("4", "dice 1")]);
    shift.pick("1");
    assert_eq!(shift.answer(""), Answer::Command(AskId(7), json!({"type": "roll", "dice": -2})));

    assert_eq!((asked(vec![number(0, 20)]).ways.len(), asked(vec![number(0, 21)]).ways.len()), (21, 1));
}

#[test]
fn a_number_of_many_is_typed() {
    let mut pay = asked(vec![tool("pay", vec![field("coins", true, FieldKind::Number { min: 0, max: 99 })])]);
    pay.pick("1");
    assert_eq!(pay.answer(""), Answer::Missing("still missing: coins (Tab goes there)".to_owned()));
    pay.tab(true);
    pay.focused_line().expect("coins are typed").insert("100");
    assert_eq!(pay.answer(""), Answer::Missing("coins: 100 is outside 0 to 99".to_owned()));
    pay.focused_line().expect("coins are typed").backspace();
    assert_eq!(pay.answer(""), Answer::Command(AskId(7), json!({"type": "pay", "coins": 10})));
    pay.focused_line().expect("coins are typed").insert("x");
    assert_eq!(pay.answer(""), Answer::Missing("coins: give a whole number from 0 to 99".to_owned()));
}

/// A form that wants several things, some of which need not be given.
fn creation() -> Answering {
    let text = || FieldKind::Text { max_chars: 20, voice: None };
    let texts = || FieldKind::Texts { min: 0, max: 3, max_chars: 10 };
    asked(vec![tool(
        "create",
        vec![
            field("name", true, text()),
            field("pronouns", true, text()),
            field("archetype", true, choices(&["Cutter", "Hound", "Leech"])),
            field("background", true, text()),
            field("lines", false, texts()),
            field("veils", false, texts()),
            field("age", false, FieldKind::Number { min: 16, max: 90 }),
        ],
    )])
}

#[test]
fn a_tool_with_several_demands_is_filled_in_field_by_field() {
    let mut form = creation();
    assert_eq!(form.ways.len(), 1, "one way, and it need not be picked");
    assert_eq!(form.answer("Vi"), Answer::Missing("still missing: pronouns (Tab goes there)".to_owned()));
    let write = |form: &mut Answering, words: &str| {
        assert!(form.tab(true));
        form.focused_line().expect("a line").insert(words);
    };
    write(&mut form, "she/her");
    assert!(form.tab(true) && form.focused_line().is_none(), "an archetype is chosen");
    form.step(true, 1);
    form.step(true, 1);
    write(&mut form, "a sailor");
    let made = json!({
        "type": "create", "name": "Vi", "pronouns": "she/her", "archetype": 1, "background": "a sailor",
    });
    assert_eq!(form.answer("Vi"), Answer::Command(AskId(7), made.clone()));
    assert!(matches!(form.answer(" "), Answer::Missing(why) if why.starts_with("write first (name)")));
    write(&mut form, " gore | |spiders ");
    assert!(form.tab(true), "no veils");
    write(&mut form, "30");
    assert!(!form.tab(true), "and back to the line");
    let mut all = made;
    all["lines"] = json!(["gore", "spiders"]);
    all["age"] = json!(30);
    assert_eq!(form.answer("Vi"), Answer::Command(AskId(7), all));
    assert!(form.tab(false) && form.tab(false) && form.tab(false), "back to the lines");
    form.focused_line().expect("a line").insert("| 1 | 2");
    assert_eq!(form.answer("Vi"), Answer::Missing("lines: 4 in the list, and 3 is the limit".to_owned()));
}

#[test]
fn plain_words_go_to_the_tool_that_wants_nothing_else() {
    let say = tool("say", vec![field("words", true, FieldKind::Text { max_chars: 20, voice: None })]);
    let mut tools = creation().ask.form.tools;
    tools.push(say);
    let mut both = asked(tools);
    assert_eq!(both.answer("Hello."), Answer::Words("Hello.".to_owned()));
    both.pick("1");
    assert!(matches!(both.answer("Hello."), Answer::Missing(why) if why.contains("pronouns")));
}

#[test]
fn rows_are_hidden_where_they_may_be_left_out_and_are_json_where_not() {
    let rows = || {
        let row = vec![field("text", true, FieldKind::Text { max_chars: 9, voice: None })];
        FieldKind::Rows { fields: row, min: 1, max: 2 }
    };
    let pass = asked(vec![tool("pass", vec![field("outcomes", false, rows())])]);
    assert!(pass.fields().is_empty());
    let mut plan = asked(vec![tool("plan", vec![field("outcomes", true, rows())])]);
    plan.pick("1");
    plan.tab(true);
    plan.focused_line().expect("a line").insert("Cut.");
    assert!(
        matches!(plan.answer(""), Answer::Missing(why) if why.starts_with("outcomes has to be written as JSON"))
    );
    plan.focused_line().expect("a line").take();
    plan.focused_line().expect("a line").insert(r#"[{"text":"Cut."}]"#);
    let planned = json!({"type": "plan", "outcomes": [{"text": "Cut."}]});
    assert_eq!(plan.answer(""), Answer::Command(AskId(7), planned));
}

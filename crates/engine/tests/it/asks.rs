use parlor_engine::{Choice, Field, FieldKind, Form, SeatId, Tool, Voice};
use serde_json::{Value, json};

fn form() -> Form {
    let field =
        |name: &str, required, kind| Field { name: name.to_owned(), label: name.to_owned(), required, kind };
    let seats = [2, 3].map(|n| Choice { value: n.into(), label: format!("Seat {n}") }).to_vec();
    let sides = [("good", true), ("bad", false)];
    let sides = sides.map(|(label, value)| Choice { value: value.into(), label: label.to_owned() }).to_vec();
    Form {
        title: "Whom?".to_owned(),
        tools: vec![
            Tool {
                name: "Vote".to_owned(),
                about: "Vote.".to_owned(),
                fields: vec![
                    field("target", true, FieldKind::Choice(seats.clone())),
                    field(
                        "why",
                        false,
                        FieldKind::Text { max_chars: 5, voice: Some(Voice::Thought(SeatId::at(0))) },
                    ),
                    field("roles", false, FieldKind::Each { keys: seats, values: sides }),
                ],
            },
            Tool { name: "Abstain".to_owned(), about: "Do not.".to_owned(), fields: Vec::new() },
        ],
    }
}

#[test]
fn an_answer_is_checked_against_the_form_and_the_refusal_says_what_would_be_right() {
    for (answer, refusal) in [
        (json!({"type": "Vote", "target": 2}), None),
        (json!({"type": "Vote", "target": 3, "why": "fünf!"}), None),
        (json!({"type": "Vote", "target": 3, "why": null}), None),
        (json!({"type": "Abstain"}), None),
        (json!({"type": "Vote", "target": 4}), Some("choose one of 2 (Seat 2), 3 (Seat 3)")),
        (json!({"type": "Vote", "target": "2"}), Some("choose one of")),
        (json!({"type": "Vote"}), Some("choose one of")),
        (json!({"type": "Vote", "target": 2, "why": "too long"}), Some("5 is the limit")),
        (json!({"type": "Vote", "target": 2, "why": 7}), Some("give some words")),
        (json!({"type": "Vote", "target": 2, "weight": 2}), Some("no field \"weight\"")),
        (json!({"type": "Vote", "target": 2, "roles": [[2, true], [3, false]]}), None),
        (json!({"type": "Vote", "target": 2, "roles": [[2, true], [2, false]]}), Some("twice")),
        (json!({"type": "Vote", "target": 2, "roles": [[4, true]]}), Some("choose one of")),
        (json!({"type": "Vote", "target": 2, "roles": [[2]]}), Some("no pair")),
        (json!({"type": "Vote", "target": 2, "roles": "all"}), Some("a list of pairs")),
        (json!({"type": "Kill", "target": 2}), Some("legal now: Vote, Abstain")),
        (json!({}), Some("legal now: Vote, Abstain")),
        (json!("Vote"), Some("legal now: Vote, Abstain")),
        (json!(null), Some("legal now: Vote, Abstain")),
    ] {
        match (form().check(&answer), refusal) {
            (Ok(()), None) => {}
            (Err(words), Some(part)) => assert!(words.contains(part), "{answer}: {words}"),
            (result, _) => panic!("{answer}: {result:?}"),
        }
    }
}

#[test]
fn the_schema_of_a_tool_holds_the_legal_choices_and_nothing_else() {
    assert_eq!(
        form().tools[0].schema(4).get(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""why":{"type":"string","minLength":1,"maxLength":4,"description":"why"},"#,
            r#""target":{"type":"string","enum":["Seat 2","Seat 3"],"description":"target"},"#,
            r#""roles":{"type":"object","properties":{"Seat 2":{"type":"string","enum":["good","bad"]},"#,
            r#""Seat 3":{"type":"string","enum":["good","bad"]}},"additionalProperties":false,"description":"roles"}},"#,
            r#""required":["why","target"],"additionalProperties":false}"#,
        )
    );
}

#[test]
fn the_schema_of_a_form_is_any_of_its_tools_by_type() {
    let schema: Value = serde_json::from_str(form().schema(5).get()).expect("JSON");
    assert_eq!(schema["anyOf"][0]["properties"]["type"], json!({"const": "Vote"}));
    assert_eq!(schema["anyOf"][0]["required"], json!(["type", "why", "target"]));
    assert_eq!(schema["anyOf"][1]["required"], json!(["type"]));
}

#[test]
fn an_answer_by_the_schema_is_read_back_into_the_command() {
    for (answer, command) in [
        (json!({"type": "Vote", "target": "Seat 3"}), Ok(json!({"type": "Vote", "target": 3}))),
        (json!({"type": "Vote", "target": "seat 3 "}), Ok(json!({"type": "Vote", "target": 3}))),
        (json!({"type": "Vote", "target": "2"}), Ok(json!({"type": "Vote", "target": 2}))),
        (json!({"type": "Vote", "target": 2, "why": null}), Ok(json!({"type": "Vote", "target": 2}))),
        (
            json!({"type": "Vote", "target": "Seat 2", "roles": {"Seat 3": "bad"}}),
            Ok(json!({"type": "Vote", "target": 2, "roles": [[3, false]]})),
        ),
        (json!({"type": "Vote", "target": "Seat 3", "why": " "}), Ok(json!({"type": "Vote", "target": 3}))),
        (
            json!({"type": "Vote", "target": "Seat 2", "roles": {"Seat 3": null}}),
            Ok(json!({"type": "Vote", "target": 2, "roles": []})),
        ),
        (json!({"type": "Vote", "target": ""}), Err("choose one of")),
        (json!({"type": "Vote", "target": "Seat 4"}), Err("choose one of")),
        (json!({"type": "Vote", "target": "Seat 2", "roles": {"Seat 4": "bad"}}), Err("choose one of")),
        (json!({"type": "Vote", "target": "Seat 2", "roles": [1]}), Err("no object")),
        (json!({"type": "Vote", "target": "Seat 2", "weight": 2}), Err("no field \"weight\"")),
        (json!({"type": "Kill"}), Err("legal now: Vote, Abstain")),
        (json!({}), Err("legal now: Vote, Abstain")),
        (json!("Vote"), Err("one JSON object")),
    ] {
        match (form().read(&answer), command) {
            (Ok(read), Ok(command)) => assert_eq!(read, command),
            (Err(words), Err(part)) => assert!(words.contains(part), "{answer}: {words}"),
            (result, _) => panic!("{answer}: {result:?}"),
        }
    }
}

#[test]
fn plain_words_go_into_the_text_that_must_be_given() {
    assert!(form().tools.iter().all(|tool| tool.words().is_none()));
    let text = Field {
        name: "text".to_owned(),
        label: "words".to_owned(),
        required: true,
        kind: FieldKind::Text { max_chars: 10, voice: None },
    };
    let tool = Tool { name: "Say".to_owned(), about: String::new(), fields: vec![text.clone()] };
    assert_eq!(tool.words(), Some(&text));
}

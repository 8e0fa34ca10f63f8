use parlor_engine::{Choice, Field, FieldKind, Form, Tool};
use serde_json::json;

fn form() -> Form {
    let field =
        |name: &str, required, kind| Field { name: name.to_owned(), label: name.to_owned(), required, kind };
    let seats = [2, 3].map(|n| Choice { value: n.into(), label: format!("Seat {n}") }).to_vec();
    Form {
        title: "Whom?".to_owned(),
        tools: vec![
            Tool {
                name: "Vote".to_owned(),
                about: "Vote.".to_owned(),
                fields: vec![
                    field("target", true, FieldKind::Choice(seats)),
                    field("why", false, FieldKind::Text { max_chars: 5 }),
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
        form().tools[0].schema(),
        json!({
            "type": "object",
            "properties": {
                "target": {"enum": [2, 3], "description": "target"},
                "why": {"type": "string", "minLength": 1, "maxLength": 5, "description": "why"},
            },
            "required": ["target"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn plain_words_go_into_the_text_that_must_be_given() {
    assert!(form().tools.iter().all(|tool| tool.words().is_none()));
    let text = Field {
        name: "text".to_owned(),
        label: "words".to_owned(),
        required: true,
        kind: FieldKind::Text { max_chars: 10 },
    };
    let tool = Tool { name: "Say".to_owned(), about: String::new(), fields: vec![text.clone()] };
    assert_eq!(tool.words(), Some(&text));
}

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
                ..Tool::default()
            },
            Tool {
                name: "Abstain".to_owned(),
                about: "Do not.".to_owned(),
                fields: Vec::new(),
                ..Tool::default()
            },
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
            json!({"type": "Vote", "target": "Seat 3", "why": "\t\u{7}"}),
            Ok(json!({"type": "Vote", "target": 3})),
        ),
        (
            json!({"type": "Vote", "target": 3, "why": "a\tb\nc"}),
            Ok(json!({"type": "Vote", "target": 3, "why": "a b\nc"})),
        ),
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

/// A prompt quotes a name, leaves out the full stop at its end, and cuts it where there is no room.
#[test]
fn d23_a_name_is_taken_as_a_prompt_shows_it_and_only_where_it_is_one() {
    let named = |names: &[&str]| {
        let choice = |name: &&str| Choice { value: (*name).into(), label: (*name).to_owned() };
        let kind = FieldKind::Choice(names.iter().map(choice).collect());
        let field = Field { name: "name".to_owned(), label: "name".to_owned(), required: true, kind };
        let tool = Tool { name: "Name".to_owned(), fields: vec![field], ..Tool::default() };
        Form { title: String::new(), tools: vec![tool] }
    };
    let names = [
        "A second gauger waits, with \"paper\".",
        "Mr. Aubin Vesk",
        "The bell rings?",
        "The bell rings late.",
    ];
    let read = |said: &str| named(&names).read(&json!({"type": "Name", "name": said}));
    for (said, meant) in [
        ("A second gauger waits, with \"paper\"", 0),
        ("\"A second gauger waits, with \\\"paper\\\"\"", 0),
        ("“A second  gauger waits, with 'paper'”", 0),
        ("A second gauger…", 0),
        ("\"A second gauger…\"", 0),
        ("Mr Aubin Vesk", 1),
        ("the bell rings", 2),
        ("The bell rings late", 3),
    ] {
        assert_eq!(read(said), Ok(json!({"type": "Name", "name": names[meant]})), "{said}");
    }
    for said in ["The bell…", "Aubin Vesk", "…", "\"\"", "A second gauger", "."] {
        assert!(read(said).expect_err(said).contains("choose one of"), "{said}");
    }
    // Two that are shown alike are told apart as they are written, or not at all.
    let doubled = named(&["He waits.", "He waits!"]);
    assert_eq!(
        doubled.read(&json!({"type": "Name", "name": "He waits!"})),
        Ok(json!({"type": "Name", "name": "He waits!"}))
    );
    assert!(doubled.read(&json!({"type": "Name", "name": "He waits"})).is_err());
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
    let tool =
        Tool { name: "Say".to_owned(), about: String::new(), fields: vec![text.clone()], ..Tool::default() };
    assert_eq!(tool.words(), Some(&text));
}

/// A form with numbers, lists of texts and rows, as one who leads a game fills it in.
fn scene() -> Form {
    let field =
        |name: &str, required, kind| Field { name: name.to_owned(), label: name.to_owned(), required, kind };
    let choice = |value: Value, label: &str| Choice { value, label: label.to_owned() };
    let moves = vec![choice("HARM".into(), "Harm"), choice("NEW_DANGER".into(), "A new danger")];
    let truth = vec![choice(true.into(), "yes"), choice(false.into(), "no")];
    let row = vec![
        field("move", true, FieldKind::Choice(moves)),
        field("ends", true, FieldKind::Choice(truth)),
        field("text", true, FieldKind::Text { max_chars: 9, voice: None }),
        field("stress", false, FieldKind::Number { min: -2, max: 4 }),
        field("signs", false, FieldKind::Texts { min: 1, max: 2, max_chars: 5 }),
    ];
    let fields = vec![
        field("dice", true, FieldKind::Number { min: 1, max: 6 }),
        field("outcomes", true, FieldKind::Rows { fields: row, min: 1, max: 3 }),
        field("lines", false, FieldKind::Texts { min: 0, max: 2, max_chars: 5 }),
        field("threads", false, FieldKind::Texts { min: 1, max: 2, max_chars: 5 }),
    ];
    let tool = Tool { name: "Frame".to_owned(), about: String::new(), fields, ..Tool::default() };
    Form { title: "What happens?".to_owned(), tools: vec![tool] }
}

/// The base answer with one value put in place of what stands at a path.
fn with(path: &str, value: Value) -> Value {
    let mut answer = json!({
        "type": "Frame",
        "dice": 3,
        "outcomes": [{"move": "HARM", "ends": true, "text": "Cut."}, {"move": "HARM", "ends": false, "text": "Hit."}],
    });
    match path.split('.').collect::<Vec<_>>().as_slice() {
        [""] => {}
        [name] => answer[*name] = value,
        [name, row] => answer[*name][row.parse::<usize>().expect("a row")] = value,
        [name, row, field] => answer[*name][row.parse::<usize>().expect("a row")][*field] = value,
        other => panic!("{other:?}"),
    }
    answer
}

#[test]
fn numbers_lists_and_rows_are_checked_and_the_refusal_names_the_place() {
    let row = || json!({"move": "HARM", "ends": true, "text": "Cut."});
    for (path, value, refusal) in [
        ("", json!(null), None),
        ("dice", json!(1), None),
        ("dice", json!(6), None),
        ("dice", json!(7), Some("dice: 7 is outside 1 to 6")),
        ("dice", json!(-1), Some("dice: -1 is outside 1 to 6")),
        ("dice", json!(u64::MAX), Some("dice: 18446744073709551615 is outside 1 to 6")),
        ("dice", json!(1.5), Some("dice: give a whole number from 1 to 6")),
        ("dice", json!("3"), Some("dice: give a whole number from 1 to 6")),
        ("dice", json!(null), Some("dice: give a whole number from 1 to 6")),
        ("lines", json!([]), None),
        ("lines", json!(["gore", "f\u{fc}nf!"]), None),
        ("lines", json!(null), None),
        ("lines", json!("gore"), Some("lines: give a list of texts")),
        ("lines", json!(["a", "b", "c"]), Some("lines: 3 in the list, and 2 is the limit")),
        ("lines", json!(["a", 7]), Some("lines[1]: give some words")),
        ("lines", json!(["a", " "]), Some("lines[1]: this is empty; give some words")),
        ("lines", json!(["spiders"]), Some("lines[0]: 7 characters, and 5 is the limit")),
        ("threads", json!([]), Some("threads: 0 in the list, and 1 is the least")),
        ("outcomes", json!([row(), row(), row()]), None),
        ("outcomes", json!([]), Some("outcomes: 0 in the list, and 1 is the least")),
        (
            "outcomes",
            json!([row(), row(), row(), row()]),
            Some("outcomes: 4 in the list, and 3 is the limit"),
        ),
        ("outcomes", json!(null), Some("outcomes: give a list of objects")),
        ("outcomes", row(), Some("outcomes: give a list of objects")),
        (
            "outcomes.1",
            json!("Cut."),
            Some("outcomes[1]: give an object with the fields move, ends, text, stress, signs"),
        ),
        ("outcomes.1.stress", json!(-2), None),
        ("outcomes.1.stress", json!(7), Some("outcomes[1].stress: 7 is outside -2 to 4")),
        (
            "outcomes.1.move",
            json!("KILL"),
            Some(r#"outcomes[1].move: "KILL" is not legal; choose one of "HARM""#),
        ),
        ("outcomes.0.move", json!(null), Some("outcomes[0].move: null is not legal; choose one of")),
        (
            "outcomes.0.ends",
            json!("true"),
            Some(r#"outcomes[0].ends: "true" is not legal; choose one of true (yes)"#),
        ),
        ("outcomes.0.text", json!(null), Some("outcomes[0].text: give some words")),
        ("outcomes.0.text", json!(""), Some("outcomes[0].text: this is empty; give some words")),
        ("outcomes.0.text", json!("0123456789"), Some("outcomes[0].text: 10 characters, and 9 is the limit")),
        ("outcomes.0.signs", json!(["ash"]), None),
        ("outcomes.0.signs", json!(["ash", ""]), Some("outcomes[0].signs[1]: this is empty")),
        ("outcomes.0.signs", json!([]), Some("outcomes[0].signs: 0 in the list, and 1 is the least")),
        ("outcomes.0.harm", json!(1), Some(r#"outcomes[0] has no field "harm""#)),
        ("outcomes.0.type", json!("x"), Some(r#"outcomes[0] has no field "type""#)),
    ] {
        let answer = with(path, value);
        match (scene().check(&answer), refusal) {
            (Ok(()), None) => {}
            (Err(words), Some(part)) => assert!(words.starts_with(part), "{answer}: {words}"),
            (result, _) => panic!("{answer}: {result:?}"),
        }
    }
}

#[test]
fn the_schema_has_the_range_of_a_number_and_the_size_and_items_of_a_list() {
    assert_eq!(
        scene().tools[0].schema(8).get(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""dice":{"type":"integer","minimum":1,"maximum":6,"description":"dice"},"#,
            r#""outcomes":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"object","properties":{"#,
            r#""move":{"type":"string","enum":["Harm","A new danger"],"description":"move"},"#,
            r#""ends":{"type":"string","enum":["yes","no"],"description":"ends"},"#,
            r#""text":{"type":"string","minLength":1,"maxLength":8,"description":"text"},"#,
            r#""stress":{"type":"integer","minimum":-2,"maximum":4,"description":"stress"},"#,
            r#""signs":{"type":"array","minItems":1,"maxItems":2,"items":"#,
            r#"{"type":"string","minLength":1,"maxLength":5},"description":"signs"}},"#,
            r#""required":["move","ends","text"],"additionalProperties":false},"description":"outcomes"},"#,
            r#""lines":{"type":"array","minItems":0,"maxItems":2,"items":"#,
            r#"{"type":"string","minLength":1,"maxLength":5},"description":"lines"},"#,
            r#""threads":{"type":"array","minItems":1,"maxItems":2,"items":"#,
            r#"{"type":"string","minLength":1,"maxLength":5},"description":"threads"}},"#,
            r#""required":["dice","outcomes"],"additionalProperties":false}"#,
        )
    );
}

/// What a model reads before every prompt has no byte that tells it nothing.
#[test]
fn the_brief_schema_of_a_tool_leaves_out_what_the_form_refuses_anyway() {
    assert_eq!(
        scene().tools[0].brief_schema(8).get(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""dice":{"type":"integer","minimum":1,"maximum":6},"#,
            r#""outcomes":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"object","properties":{"#,
            r#""move":{"enum":["Harm","A new danger"]},"ends":{"type":"boolean"},"#,
            r#""text":{"type":"string","maxLength":8},"#,
            r#""stress":{"type":"integer","minimum":-2,"maximum":4},"#,
            r#""signs":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","maxLength":5}}},"#,
            r#""required":["move","ends","text"]}},"#,
            r#""lines":{"type":"array","maxItems":2,"items":{"type":"string","maxLength":5}},"#,
            r#""threads":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","maxLength":5}}},"#,
            r#""required":["dice","outcomes"]}"#,
        )
    );
    let field = |name: &str, label: &str| Field {
        name: name.to_owned(),
        label: label.to_owned(),
        required: false,
        kind: FieldKind::Choice(Vec::new()),
    };
    let fields = vec![field("key_moments", "the key moments"), field("who", "who is behind it")];
    let tool = Tool { name: "Note".to_owned(), fields, ..Tool::default() };
    assert_eq!(
        tool.brief_schema(8).get(),
        concat!(
            r#"{"type":"object","properties":{"key_moments":{"type":"string"},"#,
            r#""who":{"type":"string","description":"who is behind it"}}}"#,
        )
    );
}

#[test]
fn numbers_lists_and_rows_are_read_back_into_the_command() {
    for (path, said, meant) in [
        ("dice", json!("4"), json!(4)),
        ("dice", json!(" +4 "), json!(4)),
        ("dice", json!(4.0), json!(4)),
        ("lines", json!([]), json!([])),
        ("lines", json!(["gore", "", null]), json!(["gore"])),
        ("outcomes.1.move", json!("a new danger"), json!("NEW_DANGER")),
        ("outcomes.1.move", json!("NEW_DANGER"), json!("NEW_DANGER")),
        ("outcomes.1.ends", json!("yes"), json!(true)),
        ("outcomes.1.ends", json!("True"), json!(true)),
        ("outcomes.1.ends", json!(true), json!(true)),
        ("outcomes.1.stress", json!("-2"), json!(-2)),
        ("outcomes.1.signs", json!(["ash", " "]), json!(["ash"])),
    ] {
        assert_eq!(scene().read(&with(path, said.clone())), Ok(with(path, meant)), "{path}: {said}");
    }
    for (path, said) in [
        ("threads", json!([])),
        ("threads", json!("")),
        ("outcomes.1.stress", json!(null)),
        ("outcomes.1.stress", json!("")),
        ("outcomes.1.signs", json!([])),
    ] {
        assert_eq!(scene().read(&with(path, said.clone())), Ok(with("", json!(null))), "{path}: {said}");
    }
    for (path, said, refusal) in [
        ("dice", json!("9"), "dice: 9 is outside 1 to 6"),
        ("dice", json!("many"), "dice: give a whole number from 1 to 6"),
        ("dice", json!("4.5"), "dice: give a whole number from 1 to 6"),
        ("lines", json!("gore"), "lines: give a list of texts"),
        ("outcomes.1", json!([]), "outcomes[1]: give an object with the fields move"),
        ("outcomes.1.ends", json!("maybe"), r#"outcomes[1].ends: "maybe" is not legal"#),
        ("outcomes.1.stress", json!("7"), "outcomes[1].stress: 7 is outside -2 to 4"),
        ("outcomes.1.text", json!(" "), "outcomes[1].text: this is empty"),
        ("outcomes.1.harm", json!(1), r#"outcomes[1] has no field "harm""#),
        ("outcomes", json!([{}]), "outcomes[0].move: null is not legal"),
    ] {
        let words = scene().read(&with(path, said.clone())).expect_err("a refusal");
        assert!(words.starts_with(refusal), "{path}: {said}: {words}");
    }
}

#[test]
fn a_form_with_every_kind_survives_the_wire() {
    let text = serde_json::to_string(&scene()).expect("JSON");
    assert!(text.contains(r#"{"number":{"min":1,"max":6}}"#), "{text}");
    assert_eq!(serde_json::from_str::<Form>(&text).expect("a form"), scene());
}

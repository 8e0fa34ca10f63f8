//! What a script answers to a form, the form accepts: by its tools and by its schema.

use engine::{Choice, Field, FieldKind, Form, Tool, Voice};
use llm::{ModelRequest, Models, Style, ToolSpec};
use proptest::prelude::*;
use serde_json::Value;

use crate::stage::{after_failure, ask, request};

/// The most characters that a model may write into one field.
const TEXT_MAX: usize = 60;

fn choices() -> impl Strategy<Value = Vec<Choice>> {
    prop::collection::btree_set("[A-Z][a-z]{1,6}", 1..5).prop_map(|labels| {
        let choice = |(at, label): (usize, String)| Choice { value: Value::from(at + 1), label };
        labels.into_iter().enumerate().map(choice).collect()
    })
}

fn kinds() -> impl Strategy<Value = FieldKind> {
    let text = (1_usize..200, any::<bool>()).prop_map(|(max_chars, is_thought)| FieldKind::Text {
        max_chars,
        voice: is_thought.then_some(Voice::Thought(engine::SeatId::at(0))),
    });
    let each = (choices(), choices()).prop_map(|(keys, values)| FieldKind::Each { keys, values });
    let rows = (prop::collection::btree_map("[a-z]{3,8}", (in_rows(), any::<bool>()), 1..4), sizes());
    let rows = rows.prop_map(|(fields, (min, max))| {
        let field = |(name, (kind, required))| Field { name, label: "what".into(), required, kind };
        FieldKind::Rows { fields: fields.into_iter().map(field).collect(), min, max }
    });
    prop_oneof![in_rows(), text, each, rows]
}

/// At least so many, and at most so many.
fn sizes() -> impl Strategy<Value = (usize, usize)> {
    (0_usize..3, 0_usize..3).prop_map(|(min, more)| (min, (min + more).max(1)))
}

/// What may stand in a row.
fn in_rows() -> impl Strategy<Value = FieldKind> {
    let truth = [true, false].map(|value| Choice { value: value.into(), label: format!("{value}!") });
    let text = (1_usize..200).prop_map(|max_chars| FieldKind::Text { max_chars, voice: None });
    let number = (-9_i64..9, 0_i64..9).prop_map(|(min, more)| FieldKind::Number { min, max: min + more });
    let texts =
        (sizes(), 1_usize..200).prop_map(|((min, max), max_chars)| FieldKind::Texts { min, max, max_chars });
    prop_oneof![
        choices().prop_map(FieldKind::Choice),
        Just(FieldKind::Choice(truth.to_vec())),
        text,
        number,
        texts,
    ]
}

fn forms() -> impl Strategy<Value = Form> {
    let fields = prop::collection::btree_map("[a-z]{3,8}", (kinds(), any::<bool>()), 0..4);
    let tools = prop::collection::btree_map("[a-z]{3,8}", fields, 1..4);
    tools.prop_map(|tools| {
        let field = |(name, (kind, required)): (String, (FieldKind, bool))| {
            // A field of the name that every answer has would be another field.
            Field { name: format!("{name}_"), label: "what".into(), required, kind }
        };
        let tool = |(name, fields): (String, std::collections::BTreeMap<_, _>)| Tool {
            name,
            about: "does it".into(),
            fields: fields.into_iter().map(field).collect(),
            ..Tool::default()
        };
        Form { title: "What now?".into(), tools: tools.into_iter().map(tool).collect() }
    })
}

fn asked(form: &Form, style: Style) -> ModelRequest {
    let mut request = request(style);
    match style {
        Style::Tools => {
            let spec = |tool: &Tool| ToolSpec {
                name: tool.name.clone(),
                about: tool.about.clone(),
                schema: tool.schema(TEXT_MAX),
            };
            request.tools = form.tools.iter().map(spec).collect();
            request.allowed = form.tools.iter().map(|tool| tool.name.clone()).collect();
        }
        Style::Schema => request.output = Some(form.schema(TEXT_MAX)),
    }
    request
}

/// The same question after so many answers that were no good.
fn after(mut request: ModelRequest, failures: usize) -> ModelRequest {
    for _ in 0..failures {
        request = after_failure(request);
    }
    request
}

/// The command that the script's answer means, or why it means none.
async fn command(script: &str, form: &Form, request: &ModelRequest) -> Result<Value, String> {
    let model = Models::default().get(&format!("scripted:{script}")).expect("a script");
    let reply = ask(&*model.provider, request).await.1.expect("an answer");
    let read = |json: &str| serde_json::from_str(json).map_err(|error| error.to_string());
    match &reply.calls[..] {
        [] => form.read(&read(&reply.text)?),
        [call] => match read(&call.arguments)? {
            Value::Object(arguments) => form.read_call(&call.name, arguments),
            other => Err(format!("{other} is no object")),
        },
        _ => Err("more than one call".into()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn legal_is_legal_and_the_others_are_not(form in forms()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        for style in [Style::Tools, Style::Schema] {
            let request = asked(&form, style);
            let answer = |script| runtime.block_on(command(script, &form, &request));
            prop_assert_eq!(answer("legal").err(), None);
            for script in ["broken", "forbidden", "loops", "oversteps"] {
                prop_assert!(answer(script).is_err(), "{} was legal", script);
            }
            for failures in 1..9 {
                let again = after(request.clone(), failures);
                let answer = runtime.block_on(command("oversteps", &form, &again));
                prop_assert!(answer.is_err(), "oversteps was legal: {:?}", answer);
            }
        }
    }
}

//! What is said, and what comes back.

use engine::Usage;
use fakes::models::{Fake, Script, Turn};
use llm::{Delta, Exchange, ModelRequest, Settings, Stop, Style, ToolCall, ToolResult, Wire, look};
use tokio::sync::mpsc;

use crate::stage::{HANG, Stage, Subject, VOTE, ask, ask_with_tools, http, raw, target, text_of, thought_of};

pub(crate) async fn text_is_heard_and_replied<S: Subject>() {
    let turn = Turn::text("Grüß dich, I vote for Ben. 😀").thinking("Who was it?").usage(900, 700, 12);
    let stage = Stage::<S>::of([turn]).await;
    let (reply, heard) = stage.reply(&ask()).await;
    assert_eq!(reply.text, "Grüß dich, I vote for Ben. 😀");
    // Ollama does not say what it had read before.
    let cached = if S::WIRE == Wire::Ollama { 0 } else { 700 };
    assert_eq!(reply.usage, Usage { input: 900, cached, output: 12 });
    assert_eq!((reply.stop, reply.calls), (Stop::End, vec![]));
    assert_eq!(text_of(&heard), "Grüß dich, I vote for Ben. 😀");
    assert_eq!(thought_of(&heard), "Who was it?");
    assert!(heard.iter().filter(|delta| matches!(delta, Delta::Text(_))).count() > 3, "{heard:?}");
    let is_local = matches!(S::WIRE, Wire::LlamaCpp | Wire::Ollama);
    let style = if is_local { Style::Schema } else { Style::Tools };
    assert_eq!(stage.provider.style(), style);
}

pub(crate) async fn text_comes_piece_by_piece<S: Subject>() {
    let turn = Turn::text("A long speech that takes its time to be told to everybody at the table.");
    let held = Fake::<S::Api>::recorded(&turn).len() / 2;
    let stage = Stage::<S>::of([turn.held_at(held)]).await;
    let (tell, mut heard) = mpsc::unbounded_channel();
    let (request, mut hear) = (ask(), move |delta| tell.send(delta).expect("somebody hears"));
    let mut call = stage.provider.call(&request, &mut hear);
    let first = tokio::time::timeout(HANG, async {
        tokio::select! {
            biased;
            first = heard.recv() => first.expect("a delta"),
            reply = &mut call => panic!("the rest is held back, and yet: {reply:?}"),
        }
    });
    assert_eq!(first.await.expect("no hang"), Delta::Text("A lon".into()));
    stage.fake.release();
    let reply = tokio::time::timeout(HANG, call).await.expect("no hang").expect("a reply");
    assert!(reply.text.ends_with("at the table."), "{}", reply.text);
}

pub(crate) async fn bytes_may_come_one_by_one<S: Subject>() {
    let turn = Turn::calls([("vote", r#"{"why":"é😀","target":"Ben"}"#)]).saying("Äh… 😀").slowly();
    let stage = Stage::<S>::of([turn]).await;
    let (reply, heard) = stage.reply(&ask_with_tools()).await;
    assert_eq!(reply.text, "Äh… 😀");
    assert_eq!(text_of(&heard), "Äh… 😀");
    let arguments: serde_json::Value = serde_json::from_str(&reply.calls[0].arguments).expect("JSON");
    assert_eq!(arguments["why"], "é😀");
}

pub(crate) async fn a_tool_is_called<S: Subject>() {
    let stage = Stage::<S>::of([Turn::calls([("vote", r#"{"target":"Ben"}"#)])]).await;
    let (reply, heard) = stage.reply(&ask_with_tools()).await;
    assert_eq!(reply.stop, Stop::Calls);
    assert_eq!(reply.text, "");
    assert_eq!(
        (reply.calls[0].name.as_str(), reply.calls[0].arguments.as_str()),
        ("vote", r#"{"target":"Ben"}"#)
    );
    assert_eq!(heard[0], Delta::Call { index: 0, name: "vote".into() });
    assert_eq!(arguments_of(&heard, 0), r#"{"target":"Ben"}"#);
    let sent = stage.sent();
    let forced = match S::WIRE {
        Wire::Anthropic => &sent["tool_choice"]["type"] == "any",
        Wire::Gemini => {
            let config = &sent["toolConfig"]["functionCallingConfig"];
            config["mode"] == "ANY" && config["allowedFunctionNames"] == serde_json::json!(["vote", "pass"])
        }
        Wire::Ollama => sent["tools"].as_array().is_some_and(|tools| tools.len() == 2),
        _ => sent["tool_choice"] == "required",
    };
    assert!(forced, "{sent}");
    // The schema is sent as it was written: a model answers in the order of it.
    assert!(stage.fake.requests()[0].body.contains(VOTE));
}

pub(crate) async fn only_what_is_allowed_may_be_called_and_the_tools_stay_the_same<S: Subject>() {
    let answer = Turn::calls([("vote", r#"{"target":"Ben"}"#)]);
    let stage = Stage::<S>::of([answer.clone(), answer]).await;
    stage.reply(&ask_with_tools()).await;
    stage.reply(&ModelRequest { allowed: vec!["vote".into()], ..ask_with_tools() }).await;
    let sent: Vec<serde_json::Value> = stage
        .fake
        .requests()
        .iter()
        .map(|request| serde_json::from_str(&request.body).expect("JSON"))
        .collect();
    match S::WIRE {
        Wire::Anthropic => assert_eq!(sent[0], sent[1], "what is legal stands in the prompt"),
        Wire::Gemini => {
            assert_eq!(sent[0]["tools"], sent[1]["tools"]);
            let allowed = &sent[1]["toolConfig"]["functionCallingConfig"]["allowedFunctionNames"];
            assert_eq!(allowed, &serde_json::json!(["vote"]));
        }
        Wire::OpenAi => {
            assert_eq!(sent[0]["tools"], sent[1]["tools"]);
            let choice = serde_json::json!({"type": "function", "function": {"name": "vote"}});
            assert_eq!(sent[1]["tool_choice"], choice);
        }
        _ => assert_eq!(sent[1]["tools"].as_array().map(Vec::len), Some(1), "it knows no other way"),
    }
}

pub(crate) async fn tools_are_called_side_by_side<S: Subject>() {
    let calls = [("vote", r#"{"target":"Ben"}"#), ("pass", "{}"), ("vote", r#"{"target":"Cy"}"#)];
    let stage = Stage::<S>::of([Turn::calls(calls).saying("All of it.")]).await;
    let free = ModelRequest { allowed: Vec::new(), ..ask_with_tools() };
    let (reply, heard) = stage.reply(&free).await;
    let made: Vec<(&str, &str)> =
        reply.calls.iter().map(|call| (call.name.as_str(), call.arguments.as_str())).collect();
    assert_eq!(made, calls);
    assert_eq!((reply.text.as_str(), reply.stop), ("All of it.", Stop::Calls));
    for (index, (_, arguments)) in calls.iter().enumerate().filter(|(index, _)| *index != 1) {
        assert_eq!(arguments_of(&heard, index), *arguments);
    }
    let mut ids: Vec<&str> = reply.calls.iter().map(|call| call.id.as_str()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 3, "every call has a name of its own: {ids:?}");
    let sent = stage.sent();
    assert!(sent.get("tool_choice").is_none() && sent.get("toolConfig").is_none(), "{sent}");
}

fn arguments_of(heard: &[Delta], which: usize) -> String {
    let pieces = heard.iter().filter_map(|delta| match delta {
        Delta::Arguments { index, json } if *index == which => Some(json.as_str()),
        _ => None,
    });
    pieces.collect()
}

pub(crate) async fn an_answer_fits_a_schema<S: Subject>() {
    let stage = Stage::<S>::with(Script::of([Turn::text(r#"{"why":"so","target":"Ben"}"#)]), |target| {
        target.settings.style = Some(Style::Schema);
    })
    .await;
    assert_eq!(stage.provider.style(), Style::Schema);
    let (reply, _) = stage.reply(&ModelRequest { output: Some(raw(VOTE)), ..ask() }).await;
    assert_eq!(reply.text, r#"{"why":"so","target":"Ben"}"#);
    let sent = stage.sent();
    let schema = match S::WIRE {
        Wire::Anthropic => &sent["output_config"]["format"]["schema"],
        Wire::Gemini => &sent["generationConfig"]["responseJsonSchema"],
        Wire::Ollama => &sent["format"],
        _ => &sent["response_format"]["json_schema"]["schema"],
    };
    assert_eq!(schema["required"], serde_json::json!(["why", "target"]));
    let body = &stage.fake.requests()[0].body;
    assert!(body.find(r#""why":{"#) < body.find(r#""target":{"#), "in the order of the schema: {body}");
    if S::WIRE == Wire::OpenAi {
        assert_eq!(sent["response_format"]["json_schema"]["strict"], true);
    }
}

pub(crate) async fn one_of_several_answers_fits_a_schema<S: Subject>() {
    let answer = r#"{"type":"pass","why":"{}"}"#;
    let told = if S::WRAPS { format!("{{\"answer\": {answer}}}") } else { answer.to_owned() };
    let stage = Stage::<S>::of([Turn::text(told)]).await;
    let pass = r#"{"type":"object","properties":{"type":{"const":"pass"},"why":{"type":"string"}},"required":["type"],"additionalProperties":false}"#;
    let request = ModelRequest { output: Some(raw(&format!(r#"{{"anyOf":[{VOTE},{pass}]}}"#))), ..ask() };
    let (reply, heard) = stage.reply(&request).await;
    assert_eq!(reply.text, answer);
    assert_eq!(text_of(&heard), answer);
}

pub(crate) async fn numbers_lists_and_rows_fit_a_schema<S: Subject>() {
    const PLAN: &str = r#"{"type":"object","properties":{"dice":{"type":"integer","minimum":-1,"maximum":6},"rows":{"type":"array","minItems":2,"maxItems":3,"items":{"type":"object","properties":{"text":{"type":"string","minLength":1,"maxLength":9}},"required":["text"],"additionalProperties":false}}},"required":["dice","rows"],"additionalProperties":false}"#;
    let answer = r#"{"dice":3,"rows":[{"text":"a}"},{"text":"]b"}]}"#;
    let stage = Stage::<S>::with(Script::of([Turn::text(answer)]), |target| {
        target.settings.style = Some(Style::Schema);
    })
    .await;
    let (reply, heard) = stage.reply(&ModelRequest { output: Some(raw(PLAN)), ..ask() }).await;
    assert_eq!((reply.text.as_str(), text_of(&heard).as_str()), (answer, answer));
    let sent = stage.sent();
    let schema = match S::WIRE {
        Wire::Anthropic => &sent["output_config"]["format"]["schema"],
        Wire::Gemini => &sent["generationConfig"]["responseJsonSchema"],
        Wire::Ollama => &sent["format"],
        _ => &sent["response_format"]["json_schema"]["schema"],
    };
    let (dice, rows) = (&schema["properties"]["dice"], &schema["properties"]["rows"]);
    assert_eq!((&dice["type"], &rows["type"]), (&"integer".into(), &"array".into()));
    assert_eq!(rows["items"]["required"], serde_json::json!(["text"]));
    let limits = [&dice["minimum"], &dice["maximum"], &rows["minItems"], &rows["maxItems"]];
    let limits: Vec<Option<i64>> = limits.into_iter().map(serde_json::Value::as_i64).collect();
    match S::WIRE {
        Wire::Anthropic => assert_eq!(limits, [None; 4], "it takes none of them"),
        _ => assert_eq!(limits, [Some(-1), Some(6), Some(2), Some(3)]),
    }
}

pub(crate) async fn results_go_back<S: Subject>() {
    let first = Turn::calls([("vote", r#"{"why":"z","target":"Ben"}"#), ("pass", "{}")]).thinking("Hm.");
    let stage = Stage::<S>::of([first, Turn::text("Done.")]).await;
    let mut request = ask_with_tools();
    let (reply, _) = stage.reply(&request).await;
    let results = reply.calls.iter().map(|call| ToolResult {
        id: call.id.clone(),
        name: call.name.clone(),
        content: format!("{} was done", call.name),
        is_error: false,
    });
    let results = results.collect();
    let note = Some("And now say why.".to_owned());
    request.exchanges.push(Exchange { text: "First.".into(), calls: reply.calls, results, note });
    let (reply, _) = stage.reply(&request).await;
    assert_eq!(reply.text, "Done.");
    let body = &stage.fake.requests()[1].body;
    let places = ["First.", r#"why\":\"z"#, "vote was done", "pass was done", "And now say why."];
    let places = places.map(|text| body.find(text).or_else(|| body.find(&text.replace('\\', ""))));
    assert!(places.is_sorted() && places[0].is_some(), "{places:?} in {body}");
}

pub(crate) async fn what_went_wrong_goes_back<S: Subject>() {
    // A call that cannot be read, one that nobody answered, and an answer without a word.
    let first = Turn::calls([("vote", "{}"), ("pass", "{}")]);
    let stage = Stage::<S>::of([first, Turn::text("Sorry.")]).await;
    let mut request = ask_with_tools();
    let (mut reply, _) = stage.reply(&request).await;
    "{\"target\": ".clone_into(&mut reply.calls[0].arguments);
    let result = ToolResult {
        id: reply.calls[0].id.clone(),
        name: "vote".into(),
        content: "that was no JSON".into(),
        is_error: true,
    };
    request.exchanges = vec![
        Exchange { text: String::new(), calls: reply.calls, results: vec![result], note: None },
        Exchange { text: String::new(), calls: vec![], results: vec![], note: Some("Say something.".into()) },
    ];
    let (reply, _) = stage.reply(&request).await;
    assert_eq!(reply.text, "Sorry.");
    let body = &stage.fake.requests()[1].body;
    let places = ["that was no JSON", "This was not done.", "Say something."].map(|text| body.find(text));
    assert!(places.is_sorted() && places[0].is_some(), "{places:?} in {body}");
}

pub(crate) async fn settings_are_sent<S: Subject>() {
    let settings = Settings {
        temperature: Some(0.7),
        top_p: Some(0.9),
        seed: Some(u64::MAX),
        effort: Some("low".into()),
        style: None,
        context: None,
    };
    let stage = Stage::<S>::with(Script::of([Turn::text("Yes.")]), |target| target.settings = settings).await;
    stage.reply(&ask()).await;
    let sent = stage.sent();
    let (place, top_p) = match S::WIRE {
        Wire::Gemini => (&sent["generationConfig"], "topP"),
        Wire::Ollama => (&sent["options"], "top_p"),
        _ => (&sent, "top_p"),
    };
    assert_eq!((place["temperature"].to_string(), place[top_p].to_string()), ("0.7".into(), "0.9".into()));
    match S::WIRE {
        Wire::Anthropic => {
            assert_eq!((&sent["output_config"]["effort"], sent.get("seed")), (&"low".into(), None));
            assert_eq!(sent["max_tokens"], 300);
        }
        Wire::Gemini => {
            assert_eq!(
                (&place["thinkingConfig"]["thinkingLevel"], &place["seed"]),
                (&"low".into(), &i32::MAX.into())
            );
            assert_eq!(place["maxOutputTokens"], 300);
        }
        Wire::Ollama => {
            assert_eq!((&sent["think"], &place["seed"]), (&"low".into(), &i32::MAX.into()));
            assert_eq!(place["num_predict"], 300);
        }
        wire => {
            assert_eq!((&sent["reasoning_effort"], &sent["seed"]), (&"low".into(), &i64::MAX.into()));
            let tokens = if wire == Wire::OpenAi { "max_completion_tokens" } else { "max_tokens" };
            assert_eq!(sent[tokens], 300);
        }
    }
}

pub(crate) async fn models_are_listed<S: Subject>() {
    let fake = Fake::<S::Api>::start(Script::of([])).await;
    let models = look(&http(), &target::<S>(&fake)).await.expect("a list");
    assert_eq!(models, [fake.model()]);
    assert_eq!(fake.complaints(), []);
}

/// A call that another provider made has no name that this one would know.
#[tokio::test]
async fn gemini_takes_no_name_of_ours_back() {
    use crate::stage::Gemini;
    let stage = Stage::<Gemini>::of([Turn::calls([("pass", "{}")]), Turn::text("Done.")]).await;
    let mut request = ask_with_tools();
    let (reply, _) = stage.reply(&request).await;
    let calls: Vec<ToolCall> = reply.calls;
    request.exchanges.push(Exchange { text: String::new(), calls, results: vec![], note: None });
    stage.reply(&request).await;
    let parts = stage.sent();
    let call = &parts["contents"][1]["parts"][0];
    assert_eq!(
        (call["functionCall"].get("id"), call["thoughtSignature"].is_string()),
        (None, true),
        "{call}"
    );
}

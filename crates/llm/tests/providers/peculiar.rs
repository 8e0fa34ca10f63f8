//! What is peculiar to one provider or one server.

use std::time::Duration;

use fakes::models::{Script, Turn};
use llm::{CallFault, ModelRequest, Settings, Stop, Target};

use crate::stage::{Anthropic, Gemini, LlamaCpp, OpenAi, Stage, ask, ask_with_tools, raw, thought_of};

/// A stream, event by event.
fn stream(events: &[&str]) -> Turn {
    let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    Turn::page("text/event-stream", body)
}

fn denied(fault: &CallFault) -> &str {
    match fault {
        CallFault::Denied { why } => why,
        fault => panic!("not denied: {fault}"),
    }
}

#[tokio::test]
async fn a_server_that_takes_no_schema_is_named() {
    // What llama-cpp-python answers, which looks like a failure that passes.
    let body = r#"{"error":{"message":"[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}]","type":"internal_server_error","param":null,"code":null}}"#;
    let stage = Stage::<LlamaCpp>::of([Turn::status_with(500, body)]).await;
    let request = ModelRequest { output: Some(raw(r#"{"type":"object","properties":{}}"#)), ..ask() };
    let failed = stage.failed(&request).await;
    let why = denied(&failed.fault);
    assert!(why.contains("does not take a JSON schema") && why.contains("json_object"), "{why}");
}

#[tokio::test]
async fn a_password_in_the_address_is_sent_where_there_is_no_key() {
    let turns = || Script::of([Turn::text("Ben."), Turn::text("Ben.")]);
    let with_password = |target: &mut Target| {
        target.base_url = target.base_url.replacen("://", "://me:se%3Acret@", 1);
    };
    let stage = Stage::<LlamaCpp>::with(turns(), with_password).await;
    stage.reply(&ask()).await;
    assert_eq!(stage.fake.requests()[0].header("authorization"), Some("Basic bWU6c2U6Y3JldA=="));
    let stage = Stage::<OpenAi>::with(turns(), with_password).await;
    stage.reply(&ask()).await;
    let bearer = format!("Bearer {}", stage.fake.key());
    assert_eq!(stage.fake.requests()[0].header("authorization"), Some(bearer.as_str()));
}

#[tokio::test]
async fn a_model_that_cannot_think_and_call_is_explained() {
    let body = r#"{"error":{"message":"Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.","type":"invalid_request_error","param":"reasoning_effort","code":null}}"#;
    let stage = Stage::<OpenAi>::of([Turn::status_with(400, body)]).await;
    let failed = stage.failed(&ask_with_tools()).await;
    let why = denied(&failed.fault);
    assert!(why.contains("@effort=none") && why.contains("gpt-5.6"), "{why}");
}

#[tokio::test]
async fn a_model_that_cannot_be_made_to_call_is_explained() {
    let body = r#"{"type":"error","error":{"type":"invalid_request_error","message":"tool_choice forces tool use is not compatible with this model."}}"#;
    let stage = Stage::<Anthropic>::of([Turn::status_with(400, body)]).await;
    let failed = stage.failed(&ask_with_tools()).await;
    assert!(denied(&failed.fault).contains("@answer=schema"), "{}", failed.fault);
}

#[tokio::test]
async fn some_of_the_tools_may_be_allowed() {
    let stage = Stage::<OpenAi>::of([Turn::calls([("pass", "{}")])]).await;
    let mut request = ask_with_tools();
    request.tools.push(llm::ToolSpec { name: "kill".into(), ..request.tools[1].clone() });
    stage.reply(&request).await;
    let sent = stage.sent();
    assert_eq!(sent["tools"].as_array().map(Vec::len), Some(3), "all of them, so that the cache holds");
    let tool = |name: &str| serde_json::json!({"type": "function", "function": {"name": name}});
    let allowed = serde_json::json!({"mode": "required", "tools": [tool("vote"), tool("pass")]});
    assert_eq!(sent["tool_choice"], serde_json::json!({"type": "allowed_tools", "allowed_tools": allowed}));
}

#[tokio::test]
async fn money_that_is_used_up_is_no_rate() {
    let body = r#"{"error":{"message":"You exceeded your current quota.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}"#;
    let stage = Stage::<OpenAi>::of([Turn::status_with(429, body)]).await;
    let failed = stage.failed(&ask()).await;
    assert!(denied(&failed.fault).contains("quota"), "{}", failed.fault);
}

#[tokio::test]
async fn anthropic_is_too_busy() {
    let stage = Stage::<Anthropic>::of([Turn::status(529)]).await;
    assert_eq!(stage.failed(&ask()).await.fault, CallFault::RateLimited { retry_after: None });
}

#[tokio::test]
async fn anthropic_says_why_it_refuses() {
    let stage = Stage::<Anthropic>::of([stream(&[
        r#"{"type":"message_start","message":{"usage":{"input_tokens":5,"output_tokens":1}}}"#,
        r#"{"type":"some_day_there_will_be_this","x":1}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"refusal","stop_details":{"type":"refusal","explanation":"It is a bomb."}},"usage":{"output_tokens":1}}"#,
        r#"{"type":"message_stop"}"#,
    ])])
    .await;
    let failed = stage.failed(&ask()).await;
    assert_eq!((failed.fault, failed.usage.input), (CallFault::Refused { why: "It is a bomb.".into() }, 5));
}

#[tokio::test]
async fn thinking_can_be_turned_off() {
    let still = |target: &mut llm::Target| {
        target.settings = Settings { effort: Some("none".into()), ..Settings::default() };
    };
    let stage = Stage::<Anthropic>::with(Script::of([Turn::text("Yes.")]), still).await;
    stage.reply(&ask()).await;
    assert_eq!(stage.sent()["thinking"]["type"], "disabled");
    assert!(stage.sent().get("output_config").is_none());
    let stage = Stage::<Gemini>::with(Script::of([Turn::text("Yes.")]), still).await;
    stage.reply(&ask()).await;
    assert_eq!(stage.sent()["generationConfig"]["thinkingConfig"]["thinkingBudget"], 0);
    let stage = Stage::<OpenAi>::with(Script::of([Turn::text("Yes.")]), still).await;
    stage.reply(&ask()).await;
    assert_eq!(stage.sent()["reasoning_effort"], "none");
}

#[tokio::test]
async fn gemini_says_in_the_body_when_to_come_back() {
    let body = r#"{"error":{"code":429,"message":"Quota.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"37.5s"}]}}"#;
    let stage = Stage::<Gemini>::of([Turn::status_with(429, body)]).await;
    let retry_after = Some(Duration::from_millis(37_500));
    assert_eq!(stage.failed(&ask()).await.fault, CallFault::RateLimited { retry_after });
}

#[tokio::test]
async fn gemini_calls_a_wrong_key_a_wrong_argument() {
    let body = r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#;
    let stage = Stage::<Gemini>::of([Turn::status_with(400, body)]).await;
    let failed = stage.failed(&ask()).await;
    assert!(denied(&failed.fault).contains("the key was not accepted"), "{}", failed.fault);
}

#[tokio::test]
async fn gemini_blocks_a_prompt() {
    let blocked = stream(&[
        r#"{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":9}}"#,
    ]);
    let stage = Stage::<Gemini>::of([blocked]).await;
    let failed = stage.failed(&ask()).await;
    assert!(matches!(&failed.fault, CallFault::Refused { why } if why.contains("PROHIBITED_CONTENT")));
    assert_eq!(failed.usage.input, 9);
}

#[tokio::test]
async fn gemini_may_stop_for_many_reasons() {
    let said = |reason: &str| {
        stream(&[&format!(r#"{{"candidates":[{{"finishReason":"{reason}","finishMessage":"so it is"}}]}}"#)])
    };
    let reasons = ["BLOCKLIST", "SPII", "MALFORMED_FUNCTION_CALL", "OTHER"];
    let stage = Stage::<Gemini>::of(reasons.map(said)).await;
    for reason in reasons {
        let fault = stage.failed(&ask()).await.fault;
        let refused = matches!(&fault, CallFault::Refused { .. });
        assert_eq!(refused, matches!(reason, "BLOCKLIST" | "SPII"), "{fault}");
        assert!(fault.to_string().contains(&format!("{reason}: so it is")), "{fault}");
    }
}

#[tokio::test]
async fn calls_without_a_number_or_a_name_are_told_apart() {
    // As some servers in the OpenAI format have them: all in one piece, unnumbered, or all with the number 0.
    let unnumbered = stream(&[
        r#"{"choices":[{"delta":{"tool_calls":[{"function":{"name":"vote","arguments":"{}"}}]}}]}"#,
        r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#,
        "[DONE]",
    ]);
    let zeros = stream(&[
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"vote","arguments":"{"}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"}"}}]}}]}"#,
        r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"b","function":{"name":"pass","arguments":""}}]}}]}"#,
        r#"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#,
        "[DONE]",
    ]);
    let stage = Stage::<LlamaCpp>::of([unnumbered, zeros]).await;
    let (reply, _) = stage.reply(&ask_with_tools()).await;
    assert_eq!((reply.calls[0].id.as_str(), reply.stop), ("call_1", Stop::Calls));
    let (reply, _) = stage.reply(&ask_with_tools()).await;
    let calls: Vec<_> = reply.calls.iter().map(|it| (&*it.id, &*it.name, &*it.arguments)).collect();
    assert_eq!(calls, [("a", "vote", "{}"), ("b", "pass", "{}")]);
}

#[tokio::test]
async fn a_stream_in_the_openai_format_has_its_oddities() {
    let odd = stream(&[
        r#"{"choices":[{"delta":{"role":"assistant","content":null,"reasoning":"Hm."},"finish_reason":null}],"usage":null}"#,
        r#"{"choices":[{"delta":{"content":"Yes."},"finish_reason":"stop"}]}"#,
        r#"{"choices":null,"usage":{"prompt_tokens":9,"completion_tokens":2,"prompt_tokens_details":null}}"#,
        "[DONE]",
    ]);
    let filtered = stream(&[r#"{"choices":[{"delta":{},"finish_reason":"content_filter"}]}"#, "[DONE]"]);
    let empty = stream(&["[DONE]"]);
    let stage = Stage::<OpenAi>::of([odd, filtered, empty]).await;
    let (reply, heard) = stage.reply(&ask()).await;
    assert_eq!((reply.text.as_str(), reply.usage.input, reply.usage.cached), ("Yes.", 9, 0));
    assert_eq!(thought_of(&heard), "Hm.");
    assert!(matches!(stage.failed(&ask()).await.fault, CallFault::Refused { .. }));
    assert!(matches!(stage.failed(&ask()).await.fault, CallFault::Malformed { .. }));
}

#[tokio::test]
async fn a_word_may_come_in_a_long_event() {
    // A local server sends every token in an event of its own, with hundreds of bytes round it.
    let event = format!(
        r#"{{"id":"{}","choices":[{{"index":0,"delta":{{"content":"a "}}}}]}}"#,
        "chatcmpl-".repeat(30)
    );
    let mut events = vec![event.as_str(); 300];
    events.extend([r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#, "[DONE]"]);
    let stage = Stage::<LlamaCpp>::of([stream(&events)]).await;
    let mut request = ask();
    request.limits.reply_bytes = 600;
    let (reply, _) = stage.reply(&request).await;
    assert_eq!(reply.text, "a ".repeat(300));
}

//! The OpenAI API and its local relatives: `POST /chat/completions`, `GET /models`.

use serde_json::{Value, json};

use super::check::{closed, has_keyword, lacks_items, list, object, picture, text, unknown};
use super::script::{Say, pieces};
use super::{Api, Seen, Turn, Wrong};

/// The wire format of the OpenAI API.
pub struct OpenAiApi;

/// The wire format of llama.cpp's server.
pub struct LlamaCppApi;

impl Api for OpenAiApi {
    const BASE: &'static str = "/v1";
    const KEY: Option<&'static str> = Some("sk-fake-0123456789abcdef");
    const MODEL: &'static str = "gpt-fake";

    fn is_call(path: &str) -> bool {
        path == "/chat/completions"
    }

    fn is_list(path: &str) -> bool {
        path == "/models"
    }

    fn key_of(seen: &Seen) -> Option<String> {
        seen.header("authorization")?.strip_prefix("Bearer ").map(str::to_owned)
    }

    fn check(seen: &Seen) -> Result<(), Wrong> {
        let json = seen.json();
        let body = object(&json, "body")?;
        const KNOWN: &[&str] = &[
            "max_completion_tokens",
            "messages",
            "model",
            "parallel_tool_calls",
            "prompt_cache_key",
            "reasoning_effort",
            "response_format",
            "seed",
            "stream",
            "stream_options",
            "temperature",
            "tool_choice",
            "tools",
            "top_p",
        ];
        if body.contains_key("max_tokens") {
            return Err(Wrong::request(
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' \
                 instead.",
            ));
        }
        if let Some(name) = unknown(body, KNOWN) {
            return Err(Wrong::request(format!("Unrecognized request argument supplied: {name}")));
        }
        if body.get("prompt_cache_key").is_some_and(|key| key.as_str().is_none_or(|key| key.len() > 64)) {
            return Err(Wrong::request("Invalid 'prompt_cache_key': string too long."));
        }
        common(&json, Self::MODEL)?;
        format(&json)
    }

    fn events(turn: &Turn) -> Vec<String> {
        events(turn, Self::MODEL)
    }

    fn error(wrong: &Wrong) -> String {
        let kind = match wrong.status {
            429 => "rate_limit_exceeded",
            500.. => "server_error",
            _ => "invalid_request_error",
        };
        let code = if wrong.status == 401 { json!("invalid_api_key") } else { Value::Null };
        json!({"error": {"message": wrong.message, "type": kind, "param": null, "code": code}}).to_string()
    }

    fn list() -> String {
        json!({"object": "list", "data": [{"id": Self::MODEL, "object": "model", "owned_by": "nobody"}]})
            .to_string()
    }
}

impl Api for LlamaCppApi {
    const BASE: &'static str = "/v1";
    const KEY: Option<&'static str> = None;
    const MODEL: &'static str = "smol-fake";

    fn aside(seen: &Seen) -> Option<Result<String, Wrong>> {
        let props = json!({"default_generation_settings": {"n_ctx": 4_096}, "total_slots": 1});
        (seen.path == "/props" && seen.method == "GET").then(|| Ok(props.to_string()))
    }

    fn is_call(path: &str) -> bool {
        path == "/chat/completions"
    }

    fn is_list(path: &str) -> bool {
        path == "/models"
    }

    fn key_of(_: &Seen) -> Option<String> {
        None
    }

    fn check(seen: &Seen) -> Result<(), Wrong> {
        let json = seen.json();
        object(&json, "body")?;
        if json.get("tools").is_some() && json.get("response_format").is_some() {
            return Err(Wrong::request("Cannot use custom grammar constraints with tools."));
        }
        if json.get("max_completion_tokens").is_some() || json.get("prompt_cache_key").is_some() {
            return Err(Wrong::request("this is for the OpenAI API, and a local server would pass over it"));
        }
        common(&json, Self::MODEL)
    }

    fn events(turn: &Turn) -> Vec<String> {
        events(turn, Self::MODEL)
    }

    fn error(wrong: &Wrong) -> String {
        let kind = if wrong.status >= 500 { "server_error" } else { "invalid_request_error" };
        json!({"error": {"code": wrong.status, "message": wrong.message, "type": kind}}).to_string()
    }

    fn list() -> String {
        OpenAiApi::list().replace(OpenAiApi::MODEL, Self::MODEL)
    }
}

/// What every server of this wire format checks.
fn common(body: &Value, model: &str) -> Result<(), Wrong> {
    let named = text(&body["model"], "model")?;
    if named != model {
        let message = format!("The model `{named}` does not exist or you do not have access to it.");
        return Err(Wrong { status: 404, message });
    }
    if body["stream"] != true && body.get("stream_options").is_some() {
        return Err(Wrong::request(
            "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
        ));
    }
    messages(list(&body["messages"], "messages")?)?;
    match body.get("tools") {
        Some(tools) => {
            for tool in list(tools, "tools")? {
                let function = object(&tool["function"], "tools.function")?;
                if tool["type"] != "function" {
                    return Err(Wrong::request("Invalid value for 'tools.type'."));
                }
                let name = text(&tool["function"]["name"], "tools.function.name")?;
                let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                if name.is_empty() || name.len() > 64 || !name.chars().all(legal) {
                    return Err(Wrong::request(format!(
                        "Invalid 'tools.function.name': string does not match pattern. Got '{name}'."
                    )));
                }
                if let Some(name) = unknown(function, &["name", "description", "parameters", "strict"]) {
                    return Err(Wrong::request(format!("Unknown parameter: 'tools.function.{name}'.")));
                }
                if tool["function"]["parameters"]["type"] != "object" {
                    return Err(Wrong::request(format!(
                        "Invalid schema for function '{name}': schema must be a JSON Schema of 'type: \"object\"'."
                    )));
                }
                if lacks_items(&tool["function"]["parameters"]) {
                    return Err(Wrong::request(format!(
                        "Invalid schema for function '{name}': array schema missing items."
                    )));
                }
            }
            tool_choice(&body["tool_choice"], list(tools, "tools")?)?;
        }
        None if body.get("tool_choice").is_some() => {
            return Err(Wrong::request("'tool_choice' is only allowed when 'tools' are specified."));
        }
        None => {}
    }
    Ok(())
}

/// What may be said of which tool is to be called: a word, one tool, or some of them.
fn tool_choice(choice: &Value, tools: &[Value]) -> Result<(), Wrong> {
    let known = |named: &Value| {
        let name = &named["function"]["name"];
        named["type"] == "function" && tools.iter().any(|tool| tool["function"]["name"] == *name)
    };
    let right = match choice["type"].as_str() {
        None => choice.is_null() || ["none", "auto", "required"].iter().any(|word| choice == word),
        Some("function") => known(choice),
        Some("allowed_tools") => {
            let allowed = &choice["allowed_tools"];
            let mode = ["auto", "required"].iter().any(|word| allowed["mode"] == *word);
            mode && list(&allowed["tools"], "tool_choice.allowed_tools.tools")?.iter().all(known)
        }
        Some(_) => false,
    };
    if right { Ok(()) } else { Err(Wrong::request("Invalid value for 'tool_choice'.")) }
}

/// The rules of a conversation: who may speak after whom.
fn messages(messages: &[Value]) -> Result<(), Wrong> {
    let mut waiting: Vec<&str> = Vec::new();
    if messages.is_empty() {
        return Err(Wrong::request("Invalid 'messages': empty array."));
    }
    for message in messages {
        let role = text(&message["role"], "messages.role")?;
        if role == "tool" {
            let id = text(&message["tool_call_id"], "messages.tool_call_id")?;
            let Some(at) = waiting.iter().position(|waits| *waits == id) else {
                return Err(Wrong::request(
                    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with \
                     'tool_calls'.",
                ));
            };
            waiting.remove(at);
            text(&message["content"], "messages.content")?;
            continue;
        }
        if !waiting.is_empty() {
            return Err(Wrong::request(format!(
                "An assistant message with 'tool_calls' must be followed by tool messages responding to each \
                 'tool_call_id'. The following tool_call_ids did not have response messages: {}",
                waiting.join(", ")
            )));
        }
        match role {
            "user" if message["content"].is_array() => {
                parts(list(&message["content"], "messages.content")?)?;
            }
            "system" | "user" => {
                text(&message["content"], "messages.content")?;
            }
            "assistant" => match message.get("tool_calls") {
                Some(calls) => {
                    for call in list(calls, "messages.tool_calls")? {
                        waiting.push(text(&call["id"], "messages.tool_calls.id")?);
                        text(&call["function"]["name"], "messages.tool_calls.function.name")?;
                        let arguments =
                            text(&call["function"]["arguments"], "messages.tool_calls.arguments")?;
                        if serde_json::from_str::<Value>(arguments).is_err() {
                            return Err(Wrong::request("Invalid 'arguments': not JSON."));
                        }
                    }
                }
                None => {
                    text(&message["content"], "messages.content")?;
                }
            },
            other => return Err(Wrong::request(format!("Invalid value: '{other}'."))),
        }
    }
    if waiting.is_empty() {
        Ok(())
    } else {
        Err(Wrong::request("tool_call_ids did not have response messages"))
    }
}

/// A message in parts: texts and pictures.
fn parts(parts: &[Value]) -> Result<(), Wrong> {
    if parts.is_empty() {
        return Err(Wrong::request("Invalid 'messages.content': empty array."));
    }
    for part in parts {
        match text(&part["type"], "messages.content.type")? {
            "text" => {
                text(&part["text"], "messages.content.text")?;
            }
            "image_url" => {
                let image = object(&part["image_url"], "messages.content.image_url")?;
                if let Some(name) = unknown(image, &["url", "detail"]) {
                    return Err(Wrong::request(format!("Unknown parameter: 'image_url.{name}'.")));
                }
                let url = text(&part["image_url"]["url"], "messages.content.image_url.url")?;
                let data = url.strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"));
                let Some((media_type, data)) = data else {
                    return Err(Wrong::request(
                        "Invalid image_url: a fake fetches nothing; send the data itself",
                    ));
                };
                picture(media_type, data).map_err(|why| {
                    Wrong::request(format!(
                        "You uploaded an unsupported image. Please make sure it is valid: {why}"
                    ))
                })?;
            }
            other => return Err(Wrong::request(format!("Invalid value: '{other}'."))),
        }
    }
    Ok(())
}

/// What the real API demands of a schema for the text.
fn format(body: &Value) -> Result<(), Wrong> {
    let Some(format) = body.get("response_format") else { return Ok(()) };
    let asked = &format["json_schema"];
    text(&asked["name"], "response_format.json_schema.name")?;
    let schema = &asked["schema"];
    let bad = |why: &str| Err(Wrong::request(format!("Invalid schema for response_format 'answer': {why}")));
    if schema["type"] != "object" {
        return bad("schema must be a JSON Schema of 'type: \"object\"', got 'type: None'.");
    }
    if lacks_items(schema) {
        return bad("array schema missing items.");
    }
    if asked["strict"] == true {
        if !closed(schema) {
            return bad("In context=(), 'additionalProperties' is required to be supplied and to be false.");
        }
        if !all_required(schema) {
            return bad(
                "'required' is required to be supplied and to be an array including every key in properties.",
            );
        }
        for keyword in ["minLength", "maxLength", "const", "oneOf", "allOf"] {
            if has_keyword(schema, keyword) {
                return bad(&format!("'{keyword}' is not permitted."));
            }
        }
    }
    Ok(())
}

fn all_required(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => {
            let required = map.get("required").and_then(Value::as_array);
            let has = |key: &String| required.is_some_and(|all| all.iter().any(|it| it == key.as_str()));
            let properties = map.get("properties").and_then(Value::as_object);
            properties.is_none_or(|named| named.keys().all(has)) && map.values().all(all_required)
        }
        Value::Array(items) => items.iter().all(all_required),
        _ => true,
    }
}

fn events(turn: &Turn, model: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut chunk = |choices: Value, usage: Value| {
        let chunk = json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model,
            "choices": choices, "usage": usage,
        });
        out.push(format!("data: {chunk}\n\n"));
    };
    let mut delta = |delta: Value, finish: Option<&str>| {
        chunk(json!([{"index": 0, "delta": delta, "finish_reason": finish}]), Value::Null);
    };
    delta(json!({"role": "assistant", "content": ""}), None);
    for piece in pieces(&turn.thought) {
        delta(json!({"reasoning_content": piece}), None);
    }
    let say = |words: &str, delta: &mut dyn FnMut(Value, Option<&str>)| {
        for piece in pieces(words) {
            delta(json!({"content": piece}), None);
        }
    };
    match &turn.say {
        Say::Text(words) => {
            say(words, &mut delta);
            delta(json!({}), Some("stop"));
        }
        Say::CutOff(words) => {
            say(words, &mut delta);
            delta(json!({}), Some("length"));
        }
        Say::Calls { text, calls } => {
            say(text, &mut delta);
            for (index, (name, arguments)) in calls.iter().enumerate() {
                let function = json!({"name": name, "arguments": ""});
                let id = format!("call_{}", index + 1);
                delta(
                    json!({"tool_calls": [{"index": index, "id": id, "type": "function", "function": function}]}),
                    None,
                );
                for piece in pieces(arguments) {
                    delta(json!({"tool_calls": [{"index": index, "function": {"arguments": piece}}]}), None);
                }
            }
            delta(json!({}), Some("tool_calls"));
        }
        Say::Refusal(why) => {
            for piece in pieces(why) {
                delta(json!({"refusal": piece}), None);
            }
            delta(json!({}), Some("stop"));
        }
        Say::Garbage(words) | Say::Error { text: words, .. } => say(words, &mut delta),
        Say::Status { .. } | Say::Page { .. } => {}
    }
    match &turn.say {
        Say::Garbage(_) => out.push("data: {\"choices\": [{\"delta\"\n\n".into()),
        Say::Error { status, .. } => {
            let error = json!({"error": {"message": "The server had an error.", "type": "server_error", "code": status}});
            out.push(format!("data: {error}\n\n"));
        }
        _ => {
            let (input, cached, output) = turn.usage;
            chunk(
                json!([]),
                json!({
                    "prompt_tokens": input, "completion_tokens": output, "total_tokens": input + output,
                    "prompt_tokens_details": {"cached_tokens": cached},
                    "completion_tokens_details": {"reasoning_tokens": turn.thought_tokens},
                }),
            );
            out.push("data: [DONE]\n\n".into());
        }
    }
    out
}

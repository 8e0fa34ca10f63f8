//! The Anthropic API: `POST /v1/messages`, `GET /v1/models`.

use serde_json::{Map, Value, json};

use super::check::{any_schema, closed, has_keyword, list, object, picture, text, unknown};
use super::script::{Say, pieces};
use super::{Api, Seen, Turn, Wrong};

/// The wire format of the Anthropic API.
pub struct AnthropicApi;

/// How many blocks may be marked for the cache.
const MARKS_MAX: usize = 4;

impl Api for AnthropicApi {
    const BASE: &'static str = "";
    const KEY: Option<&'static str> = Some("sk-ant-fake-0123456789abcdef");
    const MODEL: &'static str = "claude-fake";

    fn is_call(path: &str) -> bool {
        path == "/v1/messages"
    }

    fn is_list(path: &str) -> bool {
        path.split('?').next() == Some("/v1/models")
    }

    fn key_of(seen: &Seen) -> Option<String> {
        seen.header("x-api-key").map(str::to_owned)
    }

    fn check(seen: &Seen) -> Result<(), Wrong> {
        if seen.header("anthropic-version") != Some("2023-06-01") {
            return Err(Wrong::request("anthropic-version: header is required"));
        }
        let json = seen.json();
        let body = object(&json, "body")?;
        const KNOWN: &[&str] = &[
            "max_tokens",
            "messages",
            "model",
            "output_config",
            "stream",
            "system",
            "temperature",
            "thinking",
            "tool_choice",
            "tools",
            "top_p",
        ];
        if let Some(name) = unknown(body, KNOWN) {
            return Err(Wrong::request(format!("{name}: Extra inputs are not permitted")));
        }
        if !json["max_tokens"].is_u64() {
            return Err(Wrong::request("max_tokens: Field required"));
        }
        let named = text(&json["model"], "model")?;
        if named != Self::MODEL {
            return Err(Wrong { status: 404, message: format!("model: {named}") });
        }
        if let Some(system) = body.get("system") {
            blocks(list(system, "system")?, &["text"])?;
        }
        messages(list(&json["messages"], "messages")?)?;
        tools(&json)?;
        format(&json)?;
        if marks(&json) > MARKS_MAX {
            return Err(Wrong::request(format!(
                "A maximum of {MARKS_MAX} blocks with cache_control may be provided. Found {}.",
                marks(&json)
            )));
        }
        Ok(())
    }

    fn events(turn: &Turn) -> Vec<String> {
        let mut out = Stream::default();
        let (input, cached, output) = turn.usage;
        let fresh = input.saturating_sub(cached);
        let kept = fresh.min(10);
        out.event(json!({"type": "message_start", "message": {
            "id": "msg_1", "type": "message", "role": "assistant", "model": Self::MODEL, "content": [],
            "stop_reason": null, "stop_sequence": null,
            "usage": {
                "input_tokens": fresh - kept, "cache_creation_input_tokens": kept,
                "cache_read_input_tokens": cached, "output_tokens": 1,
            },
        }}));
        out.event(json!({"type": "ping"}));
        if !turn.thought.is_empty() {
            let deltas = pieces(&turn.thought);
            let deltas = deltas.iter().map(|piece| json!({"type": "thinking_delta", "thinking": piece}));
            let signature = json!({"type": "signature_delta", "signature": "c2lnbmVk"});
            out.block(json!({"type": "thinking", "thinking": ""}), deltas.chain([signature]));
        }
        let stop = match &turn.say {
            Say::Text(words) => {
                out.text(words);
                "end_turn"
            }
            Say::CutOff(words) => {
                out.text(words);
                "max_tokens"
            }
            Say::Refusal(words) => {
                out.text(words);
                "refusal"
            }
            Say::Calls { text, calls } => {
                out.text(text);
                for (index, (name, arguments)) in calls.iter().enumerate() {
                    let block = json!({
                        "type": "tool_use", "id": format!("toolu_{}", index + 1), "name": name, "input": {},
                    });
                    let empty = std::iter::once(String::new());
                    let deltas = empty.chain(pieces(arguments).into_iter().filter(|_| arguments != "{}"));
                    out.block(
                        block,
                        deltas.map(|piece| json!({"type": "input_json_delta", "partial_json": piece})),
                    );
                }
                "tool_use"
            }
            Say::Garbage(words) => {
                out.text(words);
                out.events.push("event: content_block_delta\ndata: {\"type\": \"content\n\n".into());
                return out.events;
            }
            Say::Error { text, status } => {
                out.text(text);
                let kind = kind(*status);
                out.event(
                    json!({"type": "error", "error": {"type": kind, "message": "The server had an error."}}),
                );
                return out.events;
            }
            Say::Status { .. } | Say::Page { .. } => "end_turn",
        };
        out.event(json!({
            "type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": null},
            "usage": {"output_tokens": output},
        }));
        out.event(json!({"type": "message_stop"}));
        out.events
    }

    fn error(wrong: &Wrong) -> String {
        let error = json!({"type": kind(wrong.status), "message": wrong.message});
        json!({"type": "error", "error": error, "request_id": "req_1"}).to_string()
    }

    fn list() -> String {
        let model = json!({"type": "model", "id": Self::MODEL, "display_name": "Fake"});
        json!({"data": [model], "has_more": false, "first_id": Self::MODEL, "last_id": Self::MODEL})
            .to_string()
    }
}

fn kind(status: u16) -> &'static str {
    match status {
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        529 => "overloaded_error",
        500.. => "api_error",
        _ => "invalid_request_error",
    }
}

/// The events of a message while it is made.
#[derive(Default)]
struct Stream {
    events: Vec<String>,
    blocks: usize,
}

impl Stream {
    fn event(&mut self, data: Value) {
        let name = data["type"].as_str().unwrap_or_default();
        self.events.push(format!("event: {name}\ndata: {data}\n\n"));
    }

    fn block(&mut self, start: Value, deltas: impl IntoIterator<Item = Value>) {
        let index = self.blocks;
        self.blocks += 1;
        self.event(json!({"type": "content_block_start", "index": index, "content_block": start}));
        for delta in deltas {
            self.event(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        }
        self.event(json!({"type": "content_block_stop", "index": index}));
    }

    fn text(&mut self, words: &str) {
        if !words.is_empty() {
            let deltas = pieces(words).into_iter().map(|piece| json!({"type": "text_delta", "text": piece}));
            self.block(json!({"type": "text", "text": ""}), deltas);
        }
    }
}

/// Blocks of these kinds, none of them empty.
fn blocks(blocks: &[Value], kinds: &[&str]) -> Result<(), Wrong> {
    for block in blocks {
        let kind = text(&block["type"], "content.type")?;
        if !kinds.contains(&kind) {
            return Err(Wrong::request(format!(
                "content: Input tag '{kind}' does not match any of the expected tags"
            )));
        }
        let known: &[&str] = match kind {
            "text" => &["type", "text", "cache_control"],
            "image" => &["type", "source", "cache_control"],
            "tool_use" => &["type", "id", "name", "input", "cache_control"],
            _ => &["type", "tool_use_id", "content", "is_error", "cache_control"],
        };
        if let Some(name) = unknown(object(block, "content")?, known) {
            return Err(Wrong::request(format!("content.{kind}.{name}: Extra inputs are not permitted")));
        }
        if kind == "text" && text(&block["text"], "content.text")?.trim().is_empty() {
            return Err(Wrong::request("messages: text content blocks must contain non-whitespace text"));
        }
        if kind == "image" {
            image(&block["source"])?;
        }
        if kind == "tool_use" {
            object(&block["input"], "content.tool_use.input")?;
        }
    }
    if blocks.is_empty() { Err(Wrong::request("messages: at least one block is required")) } else { Ok(()) }
}

fn image(source: &Value) -> Result<(), Wrong> {
    if let Some(name) = unknown(object(source, "image.source")?, &["type", "media_type", "data"]) {
        return Err(Wrong::request(format!("image.source.{name}: Extra inputs are not permitted")));
    }
    if source["type"] != "base64" {
        return Err(Wrong::request(
            "image.source: Input tag does not match any of the expected tags: 'base64'",
        ));
    }
    let media_type = text(&source["media_type"], "image.source.media_type")?;
    picture(media_type, text(&source["data"], "image.source.data")?)
        .map_err(|why| Wrong::request(format!("messages.content.image.source: {why}")))
}

/// The rules of a conversation: every use of a tool has its result at the beginning of the next message.
fn messages(messages: &[Value]) -> Result<(), Wrong> {
    let mut waiting: Vec<&str> = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        let content = list(&message["content"], "messages.content")?;
        match text(&message["role"], "messages.role")? {
            "user" => {
                blocks(content, &["text", "image", "tool_result"])?;
                for block in content.iter().filter(|block| block["type"] == "tool_result") {
                    let id = text(&block["tool_use_id"], "content.tool_use_id")?;
                    let Some(found) = waiting.iter().position(|waits| *waits == id) else {
                        return Err(Wrong::request(format!(
                            "messages.{at}.content: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each \
                             `tool_result` block must have a corresponding `tool_use` block in the previous message."
                        )));
                    };
                    waiting.remove(found);
                }
                let first_text = content.iter().position(|block| block["type"] != "tool_result");
                let last_result = content.iter().rposition(|block| block["type"] == "tool_result");
                if last_result.is_some() && first_text.is_some() && last_result > first_text {
                    return Err(Wrong::request("`tool_result` blocks must come first"));
                }
            }
            "assistant" => {
                blocks(content, &["text", "tool_use"])?;
                let uses = content.iter().filter(|block| block["type"] == "tool_use");
                waiting = uses.map(|block| block["id"].as_str().unwrap_or_default()).collect();
                continue;
            }
            role => return Err(Wrong::request(format!("messages.{at}.role: unexpected '{role}'"))),
        }
        if !waiting.is_empty() {
            return Err(Wrong::request(format!(
                "messages.{at}: `tool_use` ids were found without `tool_result` blocks immediately after: {}",
                waiting.join(", ")
            )));
        }
    }
    match messages.last() {
        Some(last) if last["role"] == "user" => Ok(()),
        Some(_) => Err(Wrong::request("This model does not support assistant message prefill.")),
        None => Err(Wrong::request("messages: at least one message is required")),
    }
}

fn tools(body: &Value) -> Result<(), Wrong> {
    let Some(tools) = body.get("tools") else {
        return match body.get("tool_choice") {
            Some(_) => Err(Wrong::request("tool_choice: may only be specified while providing tools")),
            None => Ok(()),
        };
    };
    for tool in list(tools, "tools")? {
        let known = ["name", "description", "input_schema", "cache_control", "strict"];
        if let Some(name) = unknown(object(tool, "tools")?, &known) {
            return Err(Wrong::request(format!("tools.custom.{name}: Extra inputs are not permitted")));
        }
        text(&tool["name"], "tools.name")?;
        if tool["input_schema"]["type"] != "object" {
            return Err(Wrong::request("tools.custom.input_schema.type: Field required"));
        }
    }
    Ok(())
}

/// What the real API demands of a schema for the text.
fn format(body: &Value) -> Result<(), Wrong> {
    let Some(format) = body.pointer("/output_config/format") else { return Ok(()) };
    let schema = &format["schema"];
    if format["type"] != "json_schema" || !schema.is_object() {
        return Err(Wrong::request("output_config.format: Input should be a json_schema"));
    }
    if !closed(schema) {
        return Err(Wrong::request(
            "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
        ));
    }
    // The least size of a list may be nothing or one.
    let few = |map: &Map<String, Value>| map.get("minItems").is_some_and(|least| *least != 0 && *least != 1);
    if any_schema(schema, &few) {
        return Err(Wrong::request(
            "output_config.format.schema: For 'array' type, 'minItems' values other than 0 or 1 are not supported",
        ));
    }
    for keyword in ["minLength", "maxLength", "minimum", "maximum", "maxItems", "oneOf"] {
        if has_keyword(schema, keyword) {
            return Err(Wrong::request(format!(
                "output_config.format.schema: property '{keyword}' is not supported"
            )));
        }
    }
    Ok(())
}

fn marks(value: &Value) -> usize {
    match value {
        Value::Object(map) => {
            usize::from(map.contains_key("cache_control")) + map.values().map(marks).sum::<usize>()
        }
        Value::Array(items) => items.iter().map(marks).sum(),
        _ => 0,
    }
}

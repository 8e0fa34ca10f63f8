//! Ollama's own API: `POST /api/chat`, `GET /api/tags`, `POST /api/show`.
//!
//! It passes over fields that it does not know, as the real one does, so what would be lost by that is refused here.

use serde_json::{Value, json};

use super::check::{list, object, picture, text, unknown};
use super::script::{Say, pieces};
use super::{Api, Seen, Turn, Wrong};

/// The wire format of Ollama.
pub struct OllamaApi;

/// The most tokens of context that the model can have.
const CONTEXT_MAX: u64 = 131_072;

impl Api for OllamaApi {
    const BASE: &'static str = "";
    const KEY: Option<&'static str> = None;
    const MODEL: &'static str = "llama-fake";
    const STREAM: &'static str = "application/x-ndjson";

    fn aside(seen: &Seen) -> Option<Result<String, Wrong>> {
        (seen.path == "/api/show" && seen.method == "POST").then(|| {
            named(&seen.json())?;
            let info = json!({"general.architecture": "fake", "fake.context_length": CONTEXT_MAX});
            let shown = json!({"model_info": info, "capabilities": ["completion", "tools", "thinking"]});
            Ok(shown.to_string())
        })
    }

    fn is_call(path: &str) -> bool {
        path == "/api/chat"
    }

    fn is_list(path: &str) -> bool {
        path == "/api/tags"
    }

    fn key_of(_: &Seen) -> Option<String> {
        None
    }

    fn check(seen: &Seen) -> Result<(), Wrong> {
        let json = seen.json();
        const KNOWN: &[&str] =
            &["model", "messages", "stream", "truncate", "shift", "tools", "format", "think", "options"];
        known(&json, "body", KNOWN)?;
        named(&json)?;
        const OPTIONS: &[&str] = &["num_ctx", "num_predict", "temperature", "top_p", "seed"];
        let options = &json["options"];
        known(options, "options", OPTIONS)?;
        let context = options["num_ctx"].as_u64().unwrap_or(4_096);
        let needed = seen.body.len() as u64 / 4 + options["num_predict"].as_u64().unwrap_or(0);
        if json["truncate"] == false && needed > context {
            return Err(Wrong::request("the input length exceeds the context length"));
        }
        messages(list(&json["messages"], "messages")?)?;
        for tool in json["tools"].as_array().into_iter().flatten() {
            text(&tool["function"]["name"], "tools.function.name")?;
            object(&tool["function"]["parameters"], "tools.function.parameters")?;
        }
        match &json["format"] {
            Value::Null | Value::Object(_) => Ok(()),
            _ => Err(Wrong::request("invalid JSON schema in format")),
        }
    }

    fn events(turn: &Turn) -> Vec<String> {
        let mut out = Vec::new();
        let mut line = |message: Value| {
            out.push(line_of(&json!({"model": Self::MODEL, "created_at": "2026-11-01T00:00:00Z", "message": message, "done": false})));
        };
        for piece in pieces(&turn.thought) {
            line(json!({"role": "assistant", "content": "", "thinking": piece}));
        }
        let words = match &turn.say {
            Say::Text(words) | Say::CutOff(words) | Say::Refusal(words) | Say::Garbage(words) => words,
            Say::Calls { text, .. } | Say::Error { text, .. } => text,
            Say::Status { .. } | Say::Page { .. } => return out,
        };
        for piece in pieces(words) {
            line(json!({"role": "assistant", "content": piece}));
        }
        if let Say::Calls { calls, .. } = &turn.say {
            for (name, arguments) in calls {
                let arguments: Value = serde_json::from_str(arguments).unwrap_or_default();
                let function = json!({"name": name, "arguments": arguments});
                line(json!({"role": "assistant", "content": "", "tool_calls": [{"function": function}]}));
            }
        }
        let (input, _, output) = turn.usage;
        out.push(match &turn.say {
            Say::Garbage(_) => "{\"message\": {\n".to_owned(),
            Say::Error { .. } => {
                line_of(&json!({"error": "an error was encountered while running the model"}))
            }
            say => line_of(&json!({
                "model": Self::MODEL, "created_at": "2026-11-01T00:00:00Z",
                "message": {"role": "assistant", "content": ""},
                "done": true, "done_reason": if matches!(say, Say::CutOff(_)) { "length" } else { "stop" },
                "total_duration": 1, "load_duration": 1, "prompt_eval_count": input, "eval_count": output,
            })),
        });
        out
    }

    fn error(wrong: &Wrong) -> String {
        json!({"error": wrong.message}).to_string()
    }

    fn list() -> String {
        json!({"models": [{"name": Self::MODEL, "model": Self::MODEL, "size": 1}]}).to_string()
    }
}

fn line_of(value: &Value) -> String {
    format!("{value}\n")
}

fn named(body: &Value) -> Result<(), Wrong> {
    let model = text(&body["model"], "model")?;
    if model == OllamaApi::MODEL {
        return Ok(());
    }
    Err(Wrong { status: 404, message: format!("model '{model}' not found") })
}

fn known(value: &Value, at: &str, known: &[&str]) -> Result<(), Wrong> {
    match unknown(object(value, at)?, known) {
        Some(name) => Err(Wrong::request(format!("{at}.{name} would be passed over"))),
        None => Ok(()),
    }
}

/// The rules of a conversation: results of tools follow their calls.
fn messages(messages: &[Value]) -> Result<(), Wrong> {
    let mut waiting: Vec<&str> = Vec::new();
    for message in messages {
        known(message, "messages", &["role", "content", "images", "tool_calls", "tool_name"])?;
        text(&message["content"], "messages.content")?;
        match text(&message["role"], "messages.role")? {
            "tool" => {
                let name = text(&message["tool_name"], "messages.tool_name")?;
                let at = waiting.iter().position(|waits| *waits == name);
                let at = at.ok_or_else(|| Wrong::request(format!("nobody called {name}")))?;
                waiting.remove(at);
            }
            "assistant" => {
                for call in message["tool_calls"].as_array().into_iter().flatten() {
                    waiting.push(text(&call["function"]["name"], "messages.tool_calls.function.name")?);
                    object(&call["function"]["arguments"], "messages.tool_calls.function.arguments")?;
                }
            }
            "system" | "user" => {
                for image in message["images"].as_array().into_iter().flatten() {
                    picture("image/jpeg", text(image, "messages.images")?)
                        .map_err(|why| Wrong::request(format!("illegal base64 data or image: {why}")))?;
                }
            }
            role => return Err(Wrong::request(format!("invalid role: {role}"))),
        }
    }
    if messages.is_empty() { Err(Wrong::request("messages: none")) } else { Ok(()) }
}

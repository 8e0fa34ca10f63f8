//! The Gemini API: `POST /v1beta/models/MODEL:streamGenerateContent?alt=sse`, `GET /v1beta/models`.

use serde_json::{Value, json};

use super::check::{list, object, picture, text, unknown};
use super::script::{Say, pieces};
use super::{Api, Seen, Turn, Wrong};

/// The wire format of the Gemini API.
pub struct GeminiApi;

/// What a call of a function must be said back with.
const SIGNATURE: &str = "c2lnbmVkLXRob3VnaHQ=";

impl Api for GeminiApi {
    const BASE: &'static str = "";
    const KEY: Option<&'static str> = Some("AIza-fake-0123456789abcdef");
    const MODEL: &'static str = "gemini-fake";

    fn is_call(path: &str) -> bool {
        path.starts_with("/v1beta/models/") && path.contains(":streamGenerateContent")
    }

    fn is_list(path: &str) -> bool {
        path.split('?').next() == Some("/v1beta/models")
    }

    fn key_of(seen: &Seen) -> Option<String> {
        seen.header("x-goog-api-key").map(str::to_owned)
    }

    fn check(seen: &Seen) -> Result<(), Wrong> {
        if seen.path.contains("key=") {
            return Err(Wrong::request("a key in an address ends in the logs of others"));
        }
        if seen.path != format!("/v1beta/models/{}:streamGenerateContent?alt=sse", Self::MODEL) {
            let message = format!("{} is not found for API version v1beta", seen.path);
            return Err(Wrong { status: 404, message });
        }
        let json = seen.json();
        known(&json, "", &["contents", "generationConfig", "systemInstruction", "toolConfig", "tools"])?;
        let config = &json["generationConfig"];
        if !config.is_null() {
            known(
                config,
                "generation_config",
                &[
                    "maxOutputTokens",
                    "responseJsonSchema",
                    "responseMimeType",
                    "seed",
                    "temperature",
                    "thinkingConfig",
                    "topP",
                ],
            )?;
        }
        if config.get("responseJsonSchema").is_some() && config["responseMimeType"] != "application/json" {
            return Err(Wrong::request(
                "response_schema is only supported with response_mime_type application/json",
            ));
        }
        if config.get("responseMimeType").is_some() && json.get("tools").is_some() {
            return Err(Wrong::request(
                "Function calling with a response mime type: 'application/json' is unsupported",
            ));
        }
        if json.get("toolConfig").is_some() && json.get("tools").is_none() {
            return Err(Wrong::request("Function calling config is set without function_declarations."));
        }
        if let Some(tools) = json.get("tools") {
            for tool in list(tools, "tools")? {
                for function in list(&tool["functionDeclarations"], "tools.function_declarations")? {
                    known(function, "tools", &["name", "description", "parametersJsonSchema"])?;
                    text(&function["name"], "tools.function_declarations.name")?;
                }
            }
        }
        contents(list(&json["contents"], "contents")?)
    }

    fn events(turn: &Turn) -> Vec<String> {
        let (input, cached, output) = turn.usage;
        let thoughts = output.min(u64::from(!turn.thought.is_empty()));
        let chunk = |parts: Value, finish: Option<&str>| {
            let mut candidate = json!({"content": {"role": "model", "parts": parts}, "index": 0});
            if let Some(reason) = finish {
                candidate["finishReason"] = json!(reason);
            }
            let chunk = json!({
                "candidates": [candidate],
                "usageMetadata": {
                    "promptTokenCount": input, "cachedContentTokenCount": cached,
                    "candidatesTokenCount": output - thoughts, "thoughtsTokenCount": thoughts,
                    "totalTokenCount": input + output,
                },
                "modelVersion": Self::MODEL, "responseId": "r1",
            });
            format!("data: {chunk}\r\n\r\n")
        };
        let mut out: Vec<String> = Vec::new();
        for piece in pieces(&turn.thought) {
            out.push(chunk(json!([{"text": piece, "thought": true}]), None));
        }
        let said = |words: &str| -> Vec<String> {
            pieces(words).iter().map(|piece| chunk(json!([{"text": piece}]), None)).collect()
        };
        match &turn.say {
            Say::Text(words) => {
                out.extend(said(words));
                out.push(chunk(json!([{"text": "", "thoughtSignature": SIGNATURE}]), Some("STOP")));
            }
            Say::CutOff(words) => {
                out.extend(said(words));
                out.push(chunk(json!([]), Some("MAX_TOKENS")));
            }
            Say::Refusal(words) => {
                out.extend(said(words));
                out.push(chunk(json!([]), Some("SAFETY")));
            }
            Say::Calls { text, calls } => {
                out.extend(said(text));
                for (index, (name, arguments)) in calls.iter().enumerate() {
                    let args: Value = serde_json::from_str(arguments).unwrap_or_default();
                    let mut part = json!({"functionCall": {"name": name, "args": args}});
                    if index == 0 {
                        part["thoughtSignature"] = json!(SIGNATURE);
                    }
                    out.push(chunk(json!([part]), None));
                }
                out.push(chunk(json!([{"text": ""}]), Some("STOP")));
            }
            Say::Garbage(words) => {
                out.extend(said(words));
                out.push("data: {\"candidates\": [\r\n\r\n".into());
            }
            Say::Error { text, status } => {
                out.extend(said(text));
                let error =
                    Self::error(&Wrong { status: *status, message: "The server had an error.".into() });
                out.push(format!("data: {error}\r\n\r\n"));
            }
            Say::Status { .. } | Say::Page { .. } => {}
        }
        out
    }

    fn error(wrong: &Wrong) -> String {
        let status = match wrong.status {
            401 | 403 => "PERMISSION_DENIED",
            404 => "NOT_FOUND",
            429 => "RESOURCE_EXHAUSTED",
            503 => "UNAVAILABLE",
            500.. => "INTERNAL",
            _ => "INVALID_ARGUMENT",
        };
        json!({"error": {"code": wrong.status, "message": wrong.message, "status": status}}).to_string()
    }

    fn list() -> String {
        json!({"models": [
            {"name": format!("models/{}", Self::MODEL), "supportedGenerationMethods": ["generateContent"], "inputTokenLimit": 1_048_576},
            {"name": "models/embedding-fake", "supportedGenerationMethods": ["embedContent"]},
        ]})
        .to_string()
    }
}

fn known(value: &Value, at: &str, known: &[&str]) -> Result<(), Wrong> {
    match unknown(object(value, at)?, known) {
        Some(name) => Err(Wrong::request(format!(
            "Invalid JSON payload received. Unknown name \"{name}\" at '{at}': Cannot find field."
        ))),
        None => Ok(()),
    }
}

/// The rules of a conversation: as many responses as calls, and a signature at the first call of a step.
fn contents(contents: &[Value]) -> Result<(), Wrong> {
    let mut calls: Vec<&str> = Vec::new();
    for content in contents {
        let parts = list(&content["parts"], "contents.parts")?;
        if parts.is_empty() {
            return Err(Wrong::request("contents.parts must not be empty."));
        }
        for part in parts {
            const PARTS: &[&str] =
                &["text", "inlineData", "functionCall", "functionResponse", "thoughtSignature"];
            known(part, "contents.parts", PARTS)?;
            if let Some(inline) = part.get("inlineData") {
                known(inline, "contents.parts.inline_data", &["mimeType", "data"])?;
                let (kind, data) = (text(&inline["mimeType"], "mime_type")?, text(&inline["data"], "data")?);
                // The API says no more than this of whatever is wrong.
                picture(kind, data)
                    .map_err(|why| Wrong::request(format!("Unable to process input image. ({why})")))?;
            }
        }
        let named = |kind: &'static str| parts.iter().filter_map(move |part| part[kind]["name"].as_str());
        let responses: Vec<&str> = named("functionResponse").collect();
        if responses != calls {
            return Err(Wrong::request(
                "Please ensure that the number of function response parts is equal to the number of function call parts \
                 of the function call turn.",
            ));
        }
        for part in parts.iter().filter(|part| part.get("functionResponse").is_some()) {
            object(&part["functionResponse"]["response"], "function_response.response")?;
        }
        calls = named("functionCall").collect();
        let first = parts.iter().find(|part| part.get("functionCall").is_some());
        if let Some(call) = first {
            object(&call["functionCall"]["args"], "function_call.args")?;
            if call["thoughtSignature"] != SIGNATURE {
                return Err(Wrong::request(
                    "Function call is missing a thought_signature in functionCall parts.",
                ));
            }
        }
        match (content["role"].as_str(), first) {
            (Some("user"), None) | (Some("model"), _) => {}
            _ => return Err(Wrong::request("Please use a valid role: user, model.")),
        }
    }
    match contents.last() {
        Some(last) if last["role"] == "user" => Ok(()),
        _ => Err(Wrong::request("Please ensure that multiturn requests end with a user role")),
    }
}

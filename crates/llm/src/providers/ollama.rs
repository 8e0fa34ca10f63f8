//! Ollama's own wire format.
//!
//! It speaks OpenAI's too, and in that nobody can tell it how much context a prompt needs: it would keep what it keeps by
//! itself, often 4096 tokens, and leave out the beginning of whatever is longer without a word.

use hyper::header::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::address::{Address, address};
use super::context::Shown;
use super::http::Http;
use super::openai::{Tool, headers, is_allowed};
use super::said::{Reader, Said, parsed, read};
use super::sse::{Event, Events};
use super::{Target, arguments, list_of, output, refused, result, written};
use crate::estimate::most;
use crate::{CallFault, Failed, Hear, Image, ModelPrompt, ModelReply, ModelRequest, ToolCall};

/// What its stream is called: a line of JSON for every piece.
const LINES: &str = "application/x-ndjson";

/// Asks a model.
pub(super) async fn call(
    http: &Http,
    target: &Target,
    request: &ModelRequest,
    hear: &mut Hear<'_>,
) -> Result<ModelReply, Failed> {
    let response = async {
        let shown = target.context.shown(show(http, target)).await;
        let url = address(&target.base_url, "/api/chat")?;
        let body = written(&body(target, request, shown))?;
        let response = http.post(url, headers(target)?, body).await?;
        refused::streamed(refused::good(response).await.map_err(explained)?, LINES)
    };
    let response = response.await.map_err(Failed::new)?;
    read(response, request.limits, Lines::default(), None, hear).await
}

/// Where the list of models is.
pub(super) fn list(target: &Target) -> Result<(Address, HeaderMap), CallFault> {
    Ok((address(&target.base_url, "/api/tags")?, headers(target)?))
}

/// What it says of the model, if it does.
pub(super) async fn show(http: &Http, target: &Target) -> Option<Shown> {
    let url = address(&target.base_url, "/api/show").ok()?;
    let body = written(&json!({"model": target.model})).ok()?;
    let response = http.post(url, headers(target).ok()?, body).await.ok()?;
    let json = list_of(refused::good(response).await.ok()?).await.ok()?;
    Some(Shown::by_ollama(&json))
}

/// Says what to do about an error that is known.
fn explained(fault: CallFault) -> CallFault {
    match fault {
        CallFault::Denied { why } if why.contains("context length") => CallFault::Denied {
            why: format!(
                "the prompt does not fit into this model's context: take a model with a larger one, or give it less to think \
                 with (@thinking=0). It said: {why}"
            ),
        },
        fault => fault,
    }
}

/// A request.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Value>,
    stream: bool,
    /// What does not fit is refused, and not left out.
    truncate: bool,
    shift: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    think: Option<Value>,
    options: Options,
}

#[derive(Serialize)]
struct Options {
    num_ctx: u32,
    num_predict: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

fn body<'a>(target: &'a Target, request: &'a ModelRequest, shown: Shown) -> Body<'a> {
    let (settings, limits) = (&target.settings, request.limits);
    let tokens = if shown.thinks { limits.all_tokens() } else { limits.output_tokens };
    let needed = most(request).input.saturating_add(tokens.into());
    Body {
        model: &target.model,
        messages: messages(request),
        stream: true,
        truncate: false,
        shift: false,
        // It knows no tools that are there and not allowed.
        tools: request.tools.iter().filter(|tool| is_allowed(request, tool)).map(Tool::of).collect(),
        format: output(request),
        think: settings.effort.as_deref().map(|effort| match effort {
            "none" => json!(false),
            level => json!(level),
        }),
        options: Options {
            num_ctx: settings.context.unwrap_or_else(|| target.context.for_tokens(needed, shown.most)),
            num_predict: tokens,
            temperature: settings.temperature,
            top_p: settings.top_p,
            // It takes what a signed number of 32 bits holds.
            seed: settings.seed.map(|seed| seed & 0x7fff_ffff),
        },
    }
}

/// The conversation. What was told before comes first and unchanged, so that what the server has read of it holds.
fn messages(request: &ModelRequest) -> Vec<Value> {
    let ModelPrompt { fixed, told, photos, now } = &request.prompt;
    let said = |role: &str, content: &str| json!({"role": role, "content": content});
    let mut out = Vec::new();
    if !fixed.is_empty() {
        out.push(said("system", fixed));
    }
    let told = told.join("\n\n");
    match (photos.is_empty(), told.is_empty()) {
        (true, true) => out.push(said("user", now)),
        (true, false) => out.push(said("user", &format!("{told}\n\n{now}"))),
        // Photos belong to a message: what was told stands in one before it.
        (false, is_untold) => {
            out.extend((!is_untold).then(|| said("user", &told)));
            let mut asked = said("user", now);
            asked["images"] = photos.iter().map(Image::base64).collect();
            out.push(asked);
        }
    }
    for exchange in &request.exchanges {
        let mut answer = said("assistant", &exchange.text);
        if !exchange.calls.is_empty() {
            let call =
                |call: &ToolCall| json!({"function": {"name": call.name, "arguments": arguments(call)}});
            answer["tool_calls"] = exchange.calls.iter().map(call).collect();
        }
        out.push(answer);
        for call in &exchange.calls {
            let (content, _) = result(exchange, call);
            out.push(json!({"role": "tool", "tool_name": call.name, "content": content}));
        }
        out.extend(exchange.note.as_deref().map(|note| said("user", note)));
    }
    out
}

/// A line of an answer.
#[derive(Deserialize)]
struct Line {
    message: Option<Piece>,
    #[serde(default)]
    done: bool,
    done_reason: Option<String>,
    prompt_eval_count: Option<u64>,
    eval_count: Option<u64>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Piece {
    content: Option<String>,
    thinking: Option<String>,
    tool_calls: Option<Vec<Call>>,
}

#[derive(Deserialize)]
struct Call {
    #[serde(default)]
    id: String,
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    arguments: Option<Box<RawValue>>,
}

/// The reading of one answer.
#[derive(Default)]
struct Lines {
    finish: Option<String>,
}

impl Reader for Lines {
    fn take(&mut self, event: &Event, said: &mut Said, hear: &mut Hear<'_>) -> Result<bool, CallFault> {
        let line: Line = parsed(event)?;
        if let Some(error) = line.error {
            return Err(refused::of_status(500, &error));
        }
        if let Some(piece) = line.message {
            said.thought(&piece.thinking.unwrap_or_default(), hear);
            said.text(&piece.content.unwrap_or_default(), hear);
            for call in piece.tool_calls.into_iter().flatten() {
                let at = said.call(&call.id, &call.function.name, hear);
                said.arguments(at, call.function.arguments.as_deref().map_or("{}", RawValue::get), hear);
            }
        }
        said.usage.input = line.prompt_eval_count.unwrap_or(said.usage.input);
        said.usage.output = line.eval_count.unwrap_or(said.usage.output);
        self.finish = line.done_reason;
        Ok(line.done)
    }

    fn events(&self) -> Events {
        Events::of_lines()
    }

    fn end(&self, said: &Said) -> Result<(), CallFault> {
        match self.finish.as_deref() {
            // Older ones give no reason.
            Some("stop") | None => Ok(()),
            Some("length") => Err(said.cut_off()),
            Some(other) => {
                Err(CallFault::Malformed { why: format!("it stopped for a reason of its own: {other}") })
            }
        }
    }
}

//! The OpenAI wire format, and the habits of the servers that speak it.

use hyper::header::{AUTHORIZATION, HeaderMap};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::address::{Address, address};
use super::http::Http;
use super::said::{Reader, Said, parsed, read};
use super::schema::{Fitted, for_openai};
use super::sse::Event;
use super::{PHOTO_TYPE, Target, Wire, arguments, list_of, output, refused, result, written};
use crate::{CallFault, Failed, Hear, Image, ModelPrompt, ModelReply, ModelRequest};

/// The longest name of a cache that the OpenAI API takes.
const CACHE_KEY_MAX: usize = 64;

/// Asks a model.
pub(super) async fn call(
    http: &Http,
    target: &Target,
    request: &ModelRequest,
    hear: &mut Hear<'_>,
) -> Result<ModelReply, Failed> {
    let fitted = match target.wire {
        Wire::OpenAi => output(request).and_then(for_openai),
        // A local server makes a grammar of the schema as it is.
        _ => output(request).map(|schema| Fitted { schema: schema.to_owned(), strict: true, unwrap: None }),
    };
    let response = async {
        let url = address(&target.base_url, "/chat/completions")?;
        let body = written(&body(target, request, fitted.as_ref()))?;
        let response = http.post(url, headers(target)?, body).await?;
        let response = refused::good(response).await.map_err(|fault| explained(fault, &fitted))?;
        refused::streamed(response, refused::EVENTS)
    };
    let response = response.await.map_err(Failed::new)?;
    let unwrap = fitted.and_then(|fitted| fitted.unwrap);
    read(response, request.limits, Chunks::default(), unwrap, hear).await
}

/// Where the list of models is.
pub(super) fn list(target: &Target) -> Result<(Address, HeaderMap), CallFault> {
    Ok((address(&target.base_url, "/models")?, headers(target)?))
}

/// How many tokens of context llama.cpp's server has for one conversation, if it says.
pub(super) async fn context_of_slot(http: &Http, target: &Target) -> Option<u32> {
    let base = target.base_url.trim().trim_end_matches('/');
    let url = address(base.strip_suffix("/v1").unwrap_or(base), "/props").ok()?;
    let response = http.get(url, headers(target).ok()?).await.ok()?;
    let json = list_of(refused::good(response).await.ok()?).await.ok()?;
    u32::try_from(json["default_generation_settings"]["n_ctx"].as_u64()?).ok()
}

/// The key, where there is one.
pub(super) fn headers(target: &Target) -> Result<HeaderMap, CallFault> {
    let mut headers = HeaderMap::new();
    if let Some(key) = &target.key {
        headers.insert(AUTHORIZATION, key.header("Bearer ")?);
    }
    Ok(headers)
}

/// Says what to do about an error that is known.
fn explained(fault: CallFault, fitted: &Option<Fitted>) -> CallFault {
    match fault {
        // What llama-cpp-python answers to a schema: a failure of its own, which no second try mends.
        CallFault::Unreachable { why } if fitted.is_some() && why.contains("response_format") => {
            CallFault::Denied {
                why: format!(
                    "this server does not take a JSON schema as response_format; use another server, such as llama.cpp's \
                 own, or ask by tools (@answer=tools). It said: {why}"
                ),
            }
        }
        CallFault::Denied { why } if why.contains("Function tools with reasoning_effort") => {
            CallFault::Denied {
                why: format!(
                    "this model thinks or calls tools, not both: add @effort=none or @answer=schema. It said: {why}"
                ),
            }
        }
        // What vLLM and llama.cpp say.
        CallFault::Denied { why } if why.contains("context length") || why.contains("context size") => {
            CallFault::Denied {
                why: format!(
                    "prompt, thinking and answer do not fit into this model's context: start its server with a larger one, or \
                     give it less to think with (@thinking=0). It said: {why}"
                ),
            }
        }
        fault => fault,
    }
}

/// A request.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Value>,
    stream: bool,
    stream_options: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<Format<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_effort: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_cache_key: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_prompt: Option<bool>,
}

/// A tool, as every server of this format reads it.
#[derive(Serialize)]
pub(super) struct Tool<'a> {
    r#type: &'static str,
    function: Function<'a>,
}

impl<'a> Tool<'a> {
    pub(super) fn of(tool: &'a crate::ToolSpec) -> Tool<'a> {
        let function = Function { name: &tool.name, description: &tool.about, parameters: &tool.schema };
        Tool { r#type: "function", function }
    }
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a RawValue,
}

#[derive(Serialize)]
struct Format<'a> {
    r#type: &'static str,
    json_schema: Named<'a>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'static str,
    strict: bool,
    schema: &'a RawValue,
}

fn body<'a>(target: &'a Target, request: &'a ModelRequest, fitted: Option<&'a Fitted>) -> Body<'a> {
    let api = target.wire == Wire::OpenAi;
    let (tokens, settings) = (request.limits.all_tokens(), &target.settings);
    Body {
        model: &target.model,
        messages: messages(request),
        stream: true,
        stream_options: json!({"include_usage": true}),
        max_tokens: (!api).then_some(tokens),
        max_completion_tokens: api.then_some(tokens),
        // Only the API knows tools that are there and not allowed.
        tools: request.tools.iter().filter(|tool| api || is_allowed(request, tool)).map(Tool::of).collect(),
        tool_choice: (!request.tools.is_empty()).then(|| tool_choice(request, api)).flatten(),
        response_format: fitted.map(|fitted| Format {
            r#type: "json_schema",
            json_schema: Named { name: "answer", strict: fitted.strict, schema: &fitted.schema },
        }),
        temperature: settings.temperature,
        top_p: settings.top_p,
        // The API takes no number above what a signed one holds.
        seed: settings.seed.map(|seed| seed & (u64::MAX >> 1)),
        reasoning_effort: settings.effort.as_deref(),
        prompt_cache_key: api.then(|| cache_key(request)),
        cache_prompt: (target.wire == Wire::LlamaCpp).then_some(true),
    }
}

/// May this tool be called now?
pub(super) fn is_allowed(request: &ModelRequest, tool: &crate::ToolSpec) -> bool {
    request.allowed.is_empty() || request.allowed.contains(&tool.name)
}

/// Which tool must be called. All tools are sent each time and the choice beside them, so that the cache holds.
fn tool_choice(request: &ModelRequest, api: bool) -> Option<Value> {
    let all = request.tools.iter().all(|tool| is_allowed(request, tool));
    match request.allowed.as_slice() {
        [] => None,
        _ if all || !api => Some(json!("required")),
        [only] => Some(json!({"type": "function", "function": {"name": only}})),
        some => {
            let tool = |name: &String| json!({"type": "function", "function": {"name": name}});
            let tools: Vec<Value> = some.iter().map(tool).collect();
            Some(json!({"type": "allowed_tools", "allowed_tools": {"mode": "required", "tools": tools}}))
        }
    }
}

/// Calls of one seat in one session begin alike: by this name they meet the same cache.
fn cache_key(request: &ModelRequest) -> String {
    let seat = format!("/{}", request.seat);
    let session = request.session.chars().filter(char::is_ascii).take(CACHE_KEY_MAX - seat.len());
    session.chain(seat.chars()).collect()
}

/// The conversation. What was told before comes first and unchanged, so that the cache of its beginning holds.
fn messages(request: &ModelRequest) -> Vec<Value> {
    let prompt = &request.prompt;
    let mut out = Vec::new();
    if !prompt.fixed.is_empty() {
        out.push(json!({"role": "system", "content": prompt.fixed}));
    }
    out.push(json!({"role": "user", "content": asked(prompt)}));
    for exchange in &request.exchanges {
        let mut answer = json!({"role": "assistant", "content": exchange.text});
        let calls = exchange.calls.iter().map(|call| {
            let function = json!({"name": call.name, "arguments": arguments(call).get()});
            json!({"id": call.id, "type": "function", "function": function})
        });
        if !exchange.calls.is_empty() {
            answer["tool_calls"] = calls.collect();
        }
        out.push(answer);
        for call in &exchange.calls {
            let (content, _) = result(exchange, call);
            out.push(json!({"role": "tool", "tool_call_id": call.id, "content": content}));
        }
        if let Some(note) = &exchange.note {
            out.push(json!({"role": "user", "content": note}));
        }
    }
    out
}

/// All that was told and is asked: one text, or, with photos, what was told, the photos, and what is asked about them.
fn asked(prompt: &ModelPrompt) -> Value {
    let text =
        |pieces: &[&String]| pieces.iter().map(|piece| piece.as_str()).collect::<Vec<_>>().join("\n\n");
    let mut told: Vec<&String> = prompt.told.iter().collect();
    if prompt.photos.is_empty() {
        told.push(&prompt.now);
        return json!(text(&told));
    }
    let part = |text: String| json!({"type": "text", "text": text});
    let photo = |image: &Image| {
        let url = format!("data:{PHOTO_TYPE};base64,{}", image.base64());
        json!({"type": "image_url", "image_url": {"url": url}})
    };
    let told = Some(text(&told)).filter(|told| !told.is_empty()).map(part);
    let now = part(prompt.now.clone());
    told.into_iter().chain(prompt.photos.iter().map(photo)).chain([now]).collect()
}

/// A piece of an answer.
#[derive(Deserialize)]
struct Chunk {
    choices: Option<Vec<Choice>>,
    usage: Option<Tokens>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Option<Piece>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Piece {
    content: Option<String>,
    refusal: Option<String>,
    /// What it thinks, as llama.cpp and older vLLM name it.
    reasoning_content: Option<Value>,
    /// What it thinks, as Ollama and newer vLLM name it.
    reasoning: Option<Value>,
    tool_calls: Option<Vec<CallPiece>>,
}

#[derive(Deserialize)]
struct CallPiece {
    index: Option<u64>,
    id: Option<String>,
    function: Option<FunctionPiece>,
}

#[derive(Default, Deserialize)]
struct FunctionPiece {
    name: Option<String>,
    arguments: Option<String>,
}

#[derive(Deserialize)]
struct Tokens {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
    prompt_tokens_details: Option<Details>,
    completion_tokens_details: Option<Written>,
}

#[derive(Deserialize)]
struct Details {
    cached_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct Written {
    reasoning_tokens: Option<u64>,
}

/// The reading of one answer.
#[derive(Default)]
struct Chunks {
    /// The server's numbers of the calls, by position.
    calls: Vec<Option<u64>>,
    refusal: String,
    finish: Option<String>,
}

impl Reader for Chunks {
    fn take(&mut self, event: &Event, said: &mut Said, hear: &mut Hear<'_>) -> Result<bool, CallFault> {
        if event.data.trim() == "[DONE]" {
            return Ok(true);
        }
        let chunk: Chunk = parsed(event)?;
        if let Some(error) = chunk.error {
            return Err(refused::in_stream(&error));
        }
        if let Some(tokens) = chunk.usage {
            said.usage.input = tokens.prompt_tokens.unwrap_or(0);
            said.usage.output = tokens.completion_tokens.unwrap_or(0);
            said.usage.cached = tokens.prompt_tokens_details.and_then(|it| it.cached_tokens).unwrap_or(0);
            said.thought = tokens.completion_tokens_details.and_then(|it| it.reasoning_tokens);
        }
        for choice in chunk.choices.into_iter().flatten() {
            if let Some(piece) = choice.delta {
                self.piece(piece, said, hear)?;
            }
            self.finish = choice.finish_reason.or(self.finish.take());
        }
        Ok(false)
    }

    fn end(&self, said: &Said) -> Result<(), CallFault> {
        if !self.refusal.is_empty() {
            return Err(CallFault::Refused { why: self.refusal.clone() });
        }
        match self.finish.as_deref() {
            Some("stop" | "tool_calls" | "function_call") => Ok(()),
            Some("length") => Err(said.cut_off()),
            Some("content_filter") => {
                Err(CallFault::Refused { why: "the provider's filter held it back".into() })
            }
            Some(other) => {
                Err(CallFault::Malformed { why: format!("it stopped for a reason of its own: {other}") })
            }
            None if said.text.is_empty() && said.calls.is_empty() => {
                Err(CallFault::Malformed { why: "it is empty".into() })
            }
            None => Err(CallFault::Malformed { why: "it does not say why it stopped".into() }),
        }
    }
}

impl Chunks {
    fn piece(&mut self, piece: Piece, said: &mut Said, hear: &mut Hear<'_>) -> Result<(), CallFault> {
        for thought in [piece.reasoning_content, piece.reasoning].iter().flatten() {
            said.thought(thought.as_str().unwrap_or_default(), hear);
        }
        said.text(&piece.content.unwrap_or_default(), hear);
        self.refusal.push_str(&piece.refusal.unwrap_or_default());
        for call in piece.tool_calls.into_iter().flatten() {
            let function = call.function.unwrap_or_default();
            let (id, name) = (call.id.unwrap_or_default(), function.name.unwrap_or_default());
            let at = self.position(call.index, &id, said);
            let at = match at {
                Some(at) => at,
                None if name.is_empty() => {
                    return Err(CallFault::Malformed { why: "a call names no tool".into() });
                }
                None => {
                    self.calls.push(call.index);
                    said.call(&id, &name, hear)
                }
            };
            said.arguments(at, &function.arguments.unwrap_or_default(), hear);
        }
        Ok(())
    }

    /// The call that a piece belongs to. Some servers number no calls, or give all of them one number.
    fn position(&self, index: Option<u64>, id: &str, said: &Said) -> Option<usize> {
        let same = |at: &usize| id.is_empty() || said.calls[*at].id == id;
        let numbered = |at: &usize| index.is_none() || self.calls[*at] == index;
        (0..said.calls.len()).rev().find(|at| same(at) && numbered(at))
    }
}

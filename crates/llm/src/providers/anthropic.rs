//! The Anthropic wire format.

use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::address::{Address, address};
use super::http::Http;
use super::said::{Reader, Said, parsed, read};
use super::schema::{Fitted, for_anthropic};
use super::sse::Event;
use super::{PHOTO_TYPE, Target, arguments, output, refused, result, written};
use crate::{CallFault, Failed, Hear, Image, ModelReply, ModelRequest};

/// Asks a model.
pub(super) async fn call(
    http: &Http,
    target: &Target,
    request: &ModelRequest,
    hear: &mut Hear<'_>,
) -> Result<ModelReply, Failed> {
    let fitted = output(request).and_then(for_anthropic);
    let response = async {
        let url = address(base(target), "/v1/messages")?;
        let body = written(&body(target, request, fitted.as_ref()))?;
        let response = http.post(url, headers(target)?, body).await?;
        refused::streamed(refused::good(response).await.map_err(explained)?, refused::EVENTS)
    };
    let response = response.await.map_err(Failed::new)?;
    let unwrap = fitted.and_then(|fitted| fitted.unwrap);
    read(response, request.limits, Blocks::default(), unwrap, hear).await
}

/// Where the list of models is.
pub(super) fn list(target: &Target) -> Result<(Address, HeaderMap), CallFault> {
    Ok((address(base(target), "/v1/models?limit=1000")?, headers(target)?))
}

/// The base, whether or not it names the version.
fn base(target: &Target) -> &str {
    let base = target.base_url.trim().trim_end_matches('/');
    base.strip_suffix("/v1").unwrap_or(base)
}

fn headers(target: &Target) -> Result<HeaderMap, CallFault> {
    let mut headers = HeaderMap::new();
    headers.insert(HeaderName::from_static("anthropic-version"), HeaderValue::from_static("2023-06-01"));
    if let Some(key) = &target.key {
        headers.insert(HeaderName::from_static("x-api-key"), key.header("")?);
    }
    Ok(headers)
}

/// Says what to do about an error that is known.
fn explained(fault: CallFault) -> CallFault {
    match fault {
        CallFault::Denied { why } if why.contains("tool_choice") => CallFault::Denied {
            why: format!(
                "this model cannot be made to call a tool: add @answer=schema or @effort=none. It said: {why}"
            ),
        },
        fault => fault,
    }
}

/// A request.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Kind>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    system: Vec<Block<'a>>,
    messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_config: Option<Output<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
}

#[derive(Serialize)]
struct Kind {
    r#type: &'static str,
}

#[derive(Serialize)]
struct Tool<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a RawValue,
}

#[derive(Serialize)]
struct Output<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<Format<'a>>,
}

#[derive(Serialize)]
struct Format<'a> {
    r#type: &'static str,
    schema: &'a RawValue,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: Vec<Block<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block<'a> {
    Text {
        text: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<Kind>,
    },
    Image {
        source: Source,
    },
    ToolUse {
        id: &'a str,
        name: &'a str,
        input: Box<RawValue>,
    },
    ToolResult {
        tool_use_id: &'a str,
        content: &'a str,
        is_error: bool,
    },
}

#[derive(Serialize)]
struct Source {
    r#type: &'static str,
    media_type: &'static str,
    data: String,
}

impl<'a> Block<'a> {
    fn photo(image: &Image) -> Block<'a> {
        Block::Image { source: Source { r#type: "base64", media_type: PHOTO_TYPE, data: image.base64() } }
    }

    /// A text; none if there is nothing in it, which the API does not take.
    fn text(text: &'a str) -> Option<Block<'a>> {
        (!text.trim().is_empty()).then_some(Block::Text { text, cache_control: None })
    }

    /// The cache holds everything up to here.
    fn mark(&mut self) {
        if let Block::Text { cache_control, .. } = self {
            *cache_control = Some(Kind { r#type: "ephemeral" });
        }
    }
}

fn body<'a>(target: &'a Target, request: &'a ModelRequest, fitted: Option<&'a Fitted>) -> Body<'a> {
    let settings = &target.settings;
    let mut system: Vec<Block<'a>> = Block::text(&request.prompt.fixed).into_iter().collect();
    system.iter_mut().for_each(Block::mark);
    let still = settings.effort.as_deref() == Some("none");
    let effort = settings.effort.as_deref().filter(|_| !still);
    let format = fitted.map(|fitted| Format { r#type: "json_schema", schema: &fitted.schema });
    let tool = |tool: &'a crate::ToolSpec| Tool {
        name: &tool.name,
        description: &tool.about,
        input_schema: &tool.schema,
    };
    Body {
        model: &target.model,
        max_tokens: request.limits.all_tokens(),
        stream: true,
        tools: request.tools.iter().map(tool).collect(),
        // Which of them is legal now stands in the prompt: naming it here would cost the cache.
        tool_choice: (!request.allowed.is_empty() && !request.tools.is_empty())
            .then_some(Kind { r#type: "any" }),
        system,
        messages: messages(request),
        output_config: (effort.is_some() || format.is_some()).then_some(Output { effort, format }),
        thinking: still.then_some(Kind { r#type: "disabled" }),
        temperature: settings.temperature,
        top_p: settings.top_p,
    }
}

/// The conversation. Every piece that was told is a block of its own, and the last of them is marked for the cache: the
/// next call finds the mark of this one among its blocks.
fn messages(request: &ModelRequest) -> Vec<Message<'_>> {
    let prompt = &request.prompt;
    let mut first: Vec<Block<'_>> = prompt.told.iter().filter_map(|piece| Block::text(piece)).collect();
    if let Some(last) = first.last_mut() {
        last.mark();
    }
    // Behind the mark: they are for this call, and what is asked is about them.
    first.extend(prompt.photos.iter().map(Block::photo));
    first.extend(Block::text(&prompt.now));
    let mut out = vec![Message { role: "user", content: first }];
    for exchange in &request.exchanges {
        let uses = exchange.calls.iter().map(|call| Block::ToolUse {
            id: &call.id,
            name: &call.name,
            input: arguments(call),
        });
        let answer = Block::text(&exchange.text).into_iter().chain(uses).collect();
        let results = exchange.calls.iter().map(|call| {
            let (content, is_error) = result(exchange, call);
            Block::ToolResult { tool_use_id: &call.id, content, is_error }
        });
        let told = results.chain(exchange.note.as_deref().and_then(Block::text)).collect();
        out.push(Message { role: "assistant", content: answer });
        out.push(Message { role: "user", content: told });
    }
    // An answer without a word is left out: two messages of one role are read as one.
    out.retain(|message| !message.content.is_empty());
    out
}

/// A piece of an answer.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Chunk {
    MessageStart {
        message: Start,
    },
    ContentBlockStart {
        index: u64,
        content_block: Began,
    },
    ContentBlockDelta {
        index: u64,
        delta: Piece,
    },
    MessageDelta {
        delta: Stopped,
        usage: Option<Tokens>,
    },
    MessageStop,
    Error {
        error: Value,
    },
    /// Pings, ends of blocks, and what will be there one day.
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Start {
    usage: Option<Tokens>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Began {
    ToolUse {
        id: String,
        name: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Piece {
    TextDelta {
        text: String,
    },
    InputJsonDelta {
        partial_json: String,
    },
    ThinkingDelta {
        thinking: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Stopped {
    stop_reason: Option<String>,
    stop_details: Option<Value>,
}

#[derive(Deserialize)]
struct Tokens {
    input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    output_tokens: Option<u64>,
}

/// The reading of one answer.
#[derive(Default)]
struct Blocks {
    /// The blocks that are calls: their number, and the position of the call.
    calls: Vec<(u64, usize)>,
    /// Tokens read: not cached, written to the cache, read from it.
    read: (u64, u64, u64),
    stop: Option<String>,
    refusal: Option<String>,
}

impl Reader for Blocks {
    fn take(&mut self, event: &Event, said: &mut Said, hear: &mut Hear<'_>) -> Result<bool, CallFault> {
        match parsed::<Chunk>(event)? {
            Chunk::MessageStart { message } => self.count(message.usage, said),
            Chunk::ContentBlockStart { index, content_block: Began::ToolUse { id, name } } => {
                let at = said.call(&id, &name, hear);
                self.calls.push((index, at));
            }
            Chunk::ContentBlockDelta { index, delta } => match delta {
                Piece::TextDelta { text } => said.text(&text, hear),
                Piece::ThinkingDelta { thinking } => said.thought(&thinking, hear),
                Piece::InputJsonDelta { partial_json } => {
                    if let Some((_, at)) = self.calls.iter().find(|(number, _)| *number == index) {
                        said.arguments(*at, &partial_json, hear);
                    }
                }
                Piece::Other => {}
            },
            Chunk::MessageDelta { delta, usage } => {
                self.count(usage, said);
                self.stop = delta.stop_reason.or(self.stop.take());
                let told = delta.stop_details.as_ref().and_then(|it| it["explanation"].as_str());
                self.refusal = told.map(str::to_owned).or(self.refusal.take());
            }
            Chunk::MessageStop => return Ok(true),
            Chunk::Error { error } => return Err(refused::in_stream(&error)),
            Chunk::ContentBlockStart { .. } | Chunk::Other => {}
        }
        Ok(false)
    }

    fn end(&self, said: &Said) -> Result<(), CallFault> {
        match self.stop.as_deref() {
            Some("end_turn" | "tool_use" | "stop_sequence" | "pause_turn") => Ok(()),
            Some("max_tokens" | "model_context_window_exceeded") => Err(said.cut_off()),
            Some("refusal") => {
                let spoken = if said.text.is_empty() { "it gave no reason" } else { &said.text };
                Err(CallFault::Refused { why: self.refusal.as_deref().unwrap_or(spoken).to_owned() })
            }
            Some(other) => {
                Err(CallFault::Malformed { why: format!("it stopped for a reason of its own: {other}") })
            }
            None => Err(CallFault::Malformed { why: "it does not say why it stopped".into() }),
        }
    }
}

impl Blocks {
    /// Figures come twice, and the later ones hold.
    fn count(&mut self, tokens: Option<Tokens>, said: &mut Said) {
        let Some(tokens) = tokens else { return };
        let (fresh, kept, cached) = &mut self.read;
        *fresh = tokens.input_tokens.unwrap_or(*fresh);
        *kept = tokens.cache_creation_input_tokens.unwrap_or(*kept);
        *cached = tokens.cache_read_input_tokens.unwrap_or(*cached);
        said.usage.input = fresh.saturating_add(*kept).saturating_add(*cached);
        said.usage.cached = *cached;
        said.usage.output = tokens.output_tokens.unwrap_or(said.usage.output);
    }
}

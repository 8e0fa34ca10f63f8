//! The Gemini wire format.

use hyper::header::{HeaderMap, HeaderName};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::address::{Address, address, segment};
use super::http::Http;
use super::said::{Reader, Said, parsed, read};
use super::schema::{Fitted, for_gemini, has_properties};
use super::sse::Event;
use super::{PHOTO_TYPE, Target, arguments, output, refused, result, written};
use crate::{CallFault, Failed, Hear, ModelReply, ModelRequest};

/// Asks a model.
pub(super) async fn call(
    http: &Http,
    target: &Target,
    request: &ModelRequest,
    hear: &mut Hear<'_>,
) -> Result<ModelReply, Failed> {
    let fitted = output(request).and_then(for_gemini);
    let response = async {
        let body = written(&body(target, request, fitted.as_ref()))?;
        let response = http.post(url(target)?, headers(target)?, body).await?;
        refused::streamed(refused::good(response).await?, refused::EVENTS)
    };
    let response = response.await.map_err(Failed::new)?;
    read(response, request.limits, Candidates::default(), None, hear).await
}

/// Where the list of models is.
pub(super) fn list(target: &Target) -> Result<(Address, HeaderMap), CallFault> {
    Ok((address(base(target), "/v1beta/models?pageSize=1000")?, headers(target)?))
}

/// The models of a list that write text.
pub(super) fn names(list: &Value) -> Option<Vec<String>> {
    let writes = |model: &&Value| {
        let methods = model["supportedGenerationMethods"].as_array();
        methods.is_none_or(|methods| methods.iter().any(|method| method == "generateContent"))
    };
    let models = list["models"].as_array()?.iter().filter(writes);
    Some(models.filter_map(|model| model["name"].as_str()).map(|name| short(name).to_owned()).collect())
}

/// The base, whether or not it names the version.
fn base(target: &Target) -> &str {
    let base = target.base_url.trim().trim_end_matches('/');
    base.strip_suffix("/v1beta").unwrap_or(base)
}

/// A model's name without what the API puts before it.
pub(super) fn short(model: &str) -> &str {
    model.strip_prefix("models/").unwrap_or(model)
}

fn url(target: &Target) -> Result<Address, CallFault> {
    let model = segment(short(&target.model));
    address(base(target), &format!("/v1beta/models/{model}:streamGenerateContent?alt=sse"))
}

/// The key goes into a header: an address ends in the logs of others.
fn headers(target: &Target) -> Result<HeaderMap, CallFault> {
    let mut headers = HeaderMap::new();
    if let Some(key) = &target.key {
        headers.insert(HeaderName::from_static("x-goog-api-key"), key.header("")?);
    }
    Ok(headers)
}

/// A request.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    system_instruction: Option<Content<'a>>,
    contents: Vec<Content<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Tools<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_config: Option<Value>,
    generation_config: Config<'a>,
}

#[derive(Serialize)]
struct Content<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    parts: Vec<Part<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Part<'a> {
    Text {
        text: &'a str,
    },
    #[serde(rename_all = "camelCase")]
    Photo {
        inline_data: Inline,
    },
    #[serde(rename_all = "camelCase")]
    Call {
        function_call: Called<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        thought_signature: Option<&'a str>,
    },
    #[serde(rename_all = "camelCase")]
    Response {
        function_response: Responded<'a>,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Inline {
    mime_type: &'static str,
    data: String,
}

#[derive(Serialize)]
struct Called<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    name: &'a str,
    args: Box<RawValue>,
}

#[derive(Serialize)]
struct Responded<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    name: &'a str,
    response: Value,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tools<'a> {
    function_declarations: Vec<Function<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Function<'a> {
    name: &'a str,
    description: &'a str,
    /// Left out where there are none: the API takes no object without fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    parameters_json_schema: Option<&'a RawValue>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Config<'a> {
    max_output_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_mime_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_json_schema: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking_config: Option<Value>,
}

fn body<'a>(target: &'a Target, request: &'a ModelRequest, fitted: Option<&'a Fitted>) -> Body<'a> {
    let settings = &target.settings;
    let fixed = &request.prompt.fixed;
    let functions: Vec<Function<'a>> = request
        .tools
        .iter()
        .map(|tool| Function {
            name: &tool.name,
            description: &tool.about,
            parameters_json_schema: has_properties(&tool.schema).then_some(&*tool.schema),
        })
        .collect();
    let must = json!({"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": request.allowed}});
    Body {
        system_instruction: (!fixed.is_empty())
            .then(|| Content { role: None, parts: vec![Part::Text { text: fixed }] }),
        contents: contents(request),
        tool_config: (!request.allowed.is_empty() && !functions.is_empty()).then_some(must),
        tools: if functions.is_empty() { vec![] } else { vec![Tools { function_declarations: functions }] },
        generation_config: Config {
            max_output_tokens: request.limits.all_tokens(),
            response_mime_type: fitted.map(|_| "application/json"),
            response_json_schema: fitted.map(|fitted| &*fitted.schema),
            temperature: settings.temperature,
            top_p: settings.top_p,
            // The API takes no number above what a signed one of 32 bits holds.
            seed: settings.seed.map(|seed| seed & 0x7fff_ffff),
            thinking_config: settings.effort.as_deref().map(|effort| match effort {
                "none" => json!({"thinkingBudget": 0}),
                level => json!({"thinkingLevel": level, "includeThoughts": true}),
            }),
        },
    }
}

/// The conversation. What was told before comes first and unchanged, so that the cache of its beginning holds.
fn contents(request: &ModelRequest) -> Vec<Content<'_>> {
    let prompt = &request.prompt;
    let text = |text: &&String| !text.is_empty();
    let told = prompt.told.iter().filter(text).map(|text| Part::Text { text });
    let photos = prompt
        .photos
        .iter()
        .map(|image| Part::Photo { inline_data: Inline { mime_type: PHOTO_TYPE, data: image.base64() } });
    let now = [&prompt.now].into_iter().filter(text).map(|text| Part::Text { text });
    let parts = told.chain(photos).chain(now).collect();
    let mut out = vec![Content { role: Some("user"), parts }];
    for exchange in &request.exchanges {
        let text = |text: &str| !text.is_empty();
        let spoken = Some(exchange.text.as_str()).filter(|it| text(it)).map(|text| Part::Text { text });
        let calls = exchange.calls.iter().map(|call| {
            let (id, thought_signature) = split(&call.id);
            Part::Call {
                function_call: Called { id, name: &call.name, args: arguments(call) },
                thought_signature,
            }
        });
        let results = exchange.calls.iter().map(|call| {
            let (content, is_error) = result(exchange, call);
            let key = if is_error { "error" } else { "output" };
            let response = json!({key: content});
            Part::Response {
                function_response: Responded { id: split(&call.id).0, name: &call.name, response },
            }
        });
        let note = exchange.note.as_deref().filter(|it| text(it)).map(|text| Part::Text { text });
        out.push(Content { role: Some("model"), parts: spoken.into_iter().chain(calls).collect() });
        out.push(Content { role: Some("user"), parts: results.chain(note).collect() });
    }
    out.retain(|content| !content.parts.is_empty());
    out
}

/// The name of a call holds what the API gave with it: `ID~SIGNATURE`. The signature must be sent back with the call, or
/// the API does not go on. A call that the API did not name has a name of ours, which begins with `#` and is not sent.
fn joined(id: Option<&str>, index: usize, signature: Option<&str>) -> String {
    let id = id.map_or_else(|| format!("#{}", index + 1), str::to_owned);
    format!("{id}~{}", signature.unwrap_or_default())
}

/// What the API gave with a call.
fn split(name: &str) -> (Option<&str>, Option<&str>) {
    let (id, signature) = name.rsplit_once('~').unwrap_or((name, ""));
    (Some(id).filter(|id| !id.starts_with('#')), Some(signature).filter(|signature| !signature.is_empty()))
}

/// A piece of an answer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    candidates: Option<Vec<Candidate>>,
    prompt_feedback: Option<Feedback>,
    usage_metadata: Option<Tokens>,
    error: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    content: Option<Pieces>,
    finish_reason: Option<String>,
    finish_message: Option<String>,
}

#[derive(Deserialize)]
struct Pieces {
    parts: Option<Vec<Piece>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Piece {
    text: Option<String>,
    thought: Option<bool>,
    function_call: Option<Call>,
    thought_signature: Option<String>,
}

#[derive(Deserialize)]
struct Call {
    id: Option<String>,
    name: String,
    args: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    block_reason: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tokens {
    prompt_token_count: Option<u64>,
    cached_content_token_count: Option<u64>,
    candidates_token_count: Option<u64>,
    thoughts_token_count: Option<u64>,
}

/// The reading of one answer. The API has no mark for the end: a reason to stop and the end of the stream are it.
#[derive(Default)]
struct Candidates {
    finish: Option<(String, Option<String>)>,
    blocked: Option<String>,
}

impl Reader for Candidates {
    fn take(&mut self, event: &Event, said: &mut Said, hear: &mut Hear<'_>) -> Result<bool, CallFault> {
        let chunk: Chunk = parsed(event)?;
        if let Some(error) = chunk.error {
            return Err(refused::in_stream(&error));
        }
        if let Some(tokens) = chunk.usage_metadata {
            said.usage.input = tokens.prompt_token_count.unwrap_or(said.usage.input);
            said.usage.cached = tokens.cached_content_token_count.unwrap_or(said.usage.cached);
            let (spoken, thought) = (tokens.candidates_token_count, tokens.thoughts_token_count);
            said.usage.output = spoken.unwrap_or(0).saturating_add(thought.unwrap_or(0));
            said.thought = thought.or(said.thought);
        }
        self.blocked = chunk.prompt_feedback.and_then(|it| it.block_reason).or(self.blocked.take());
        for candidate in chunk.candidates.into_iter().flatten() {
            for piece in candidate.content.into_iter().flat_map(|content| content.parts.unwrap_or_default()) {
                take_piece(piece, said, hear);
            }
            if let Some(reason) = candidate.finish_reason {
                self.finish = Some((reason, candidate.finish_message));
            }
        }
        Ok(false)
    }

    fn may_end(&self) -> bool {
        self.finish.is_some() || self.blocked.is_some()
    }

    fn end(&self, said: &Said) -> Result<(), CallFault> {
        if let Some(reason) = &self.blocked {
            return Err(CallFault::Refused { why: format!("the provider blocked the prompt: {reason}") });
        }
        let (reason, message) =
            self.finish.as_ref().map_or(("", None), |(reason, it)| (reason, it.as_deref()));
        let why = || message.map_or_else(|| reason.to_owned(), |message| format!("{reason}: {message}"));
        match reason {
            "STOP" => Ok(()),
            "MAX_TOKENS" => Err(said.cut_off()),
            "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE"
            | "IMAGE_SAFETY" => Err(CallFault::Refused { why: why() }),
            _ => Err(CallFault::Malformed { why: format!("it stopped for a reason of its own: {}", why()) }),
        }
    }
}

fn take_piece(piece: Piece, said: &mut Said, hear: &mut Hear<'_>) {
    if let Some(text) = piece.text {
        if piece.thought == Some(true) {
            said.thought(&text, hear);
        } else {
            said.text(&text, hear);
        }
    }
    if let Some(call) = piece.function_call {
        let id = joined(call.id.as_deref(), said.calls.len(), piece.thought_signature.as_deref());
        let at = said.call(&id, &call.name, hear);
        said.arguments(at, call.args.as_deref().map_or("{}", RawValue::get), hear);
    }
}

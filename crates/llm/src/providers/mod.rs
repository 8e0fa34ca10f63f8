//! Providers: language models over HTTP, and programs, each behind the port.
//!
//! Tools come before a schema: where a request has both, the text is left free. Nothing is tried twice here, and no
//! time is kept: wrappers do that. Dropping a call closes its connection.

mod address;
mod anthropic;
mod connector;
mod context;
mod gemini;
mod http;
mod key;
mod ollama;
mod openai;
mod program;
mod refused;
mod said;
mod schema;
mod sse;

use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;

pub use context::Context;
pub use http::Http;
pub use key::Key;
pub(crate) use program::{EXEC, Program};

use crate::{CallFault, Calling, Exchange, Failed, Hear, ModelRequest, Provider, Style, ToolCall};
use http::{Body, Response};

/// What every photo is when it is sent.
const PHOTO_TYPE: &str = "image/jpeg";

/// How much of a list of models is read.
const LIST_BYTES_MAX: usize = 8 << 20;

/// Which wire format and habits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// The OpenAI API, and whatever speaks like it: `POST BASE/chat/completions`.
    OpenAi,
    /// llama.cpp's own server, in the same format.
    LlamaCpp,
    /// Ollama, in its own format: `POST BASE/api/chat`.
    Ollama,
    /// vLLM, in the same format.
    Vllm,
    /// The Anthropic API: `POST BASE/v1/messages`.
    Anthropic,
    /// The Gemini API: `POST BASE/v1beta/models/MODEL:streamGenerateContent`.
    Gemini,
}

impl Wire {
    /// How such a model is best asked. A local server turns a schema into a grammar, which leaves its cache alone; the
    /// others know tools best.
    pub fn style(self) -> Style {
        match self {
            Wire::LlamaCpp | Wire::Ollama | Wire::Vllm => Style::Schema,
            Wire::OpenAi | Wire::Anthropic | Wire::Gemini => Style::Tools,
        }
    }
}

/// Where a model is and how it is asked.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its wire format.
    pub wire: Wire,
    /// What comes before the path of a request.
    pub base_url: String,
    /// The key, where one is asked for.
    pub key: Option<Key>,
    /// The provider's name for the model.
    pub model: String,
    /// What is set.
    pub settings: Settings,
    /// What is known of its context, and shared by all who ask the same model.
    pub context: Context,
}

/// What `@key=value` may set. What is not set is left to the provider; what a provider does not know is not sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// How much chance there is.
    pub temperature: Option<f32>,
    /// How far down the list of words chance goes.
    pub top_p: Option<f32>,
    /// Where chance begins. The Anthropic API knows none.
    pub seed: Option<u64>,
    /// How long it thinks: `none`, `low`, `medium`, `high`, or whatever the provider knows.
    pub effort: Option<String>,
    /// How it is asked, if not as is best for the wire.
    pub style: Option<Style>,
    /// Tokens of context that Ollama is asked for, if not as many as the prompt needs.
    pub context: Option<u32>,
}

/// A provider for this model. Nothing is sent yet.
pub fn connect(http: &Http, target: Target) -> Arc<dyn Provider> {
    Arc::new(Remote { http: http.clone(), target })
}

/// Asks a provider which models it has.
pub async fn look(http: &Http, target: &Target) -> Result<Vec<String>, CallFault> {
    look_closely(http, target).await.map(|(names, _)| names)
}

/// The same, and how many tokens of context the target's model has, if the provider says.
pub(crate) async fn look_closely(
    http: &Http,
    target: &Target,
) -> Result<(Vec<String>, Option<u32>), CallFault> {
    let listed = async {
        let (url, headers) = match target.wire {
            Wire::Anthropic => anthropic::list(target)?,
            Wire::Gemini => gemini::list(target)?,
            Wire::Ollama => ollama::list(target)?,
            Wire::OpenAi | Wire::LlamaCpp | Wire::Vllm => openai::list(target)?,
        };
        let response = refused::good(http.get(url, headers).await?).await?;
        let json = list_of(response).await?;
        let names = match target.wire {
            Wire::Gemini => gemini::names(&json),
            Wire::Ollama => names(&json["models"], "name"),
            Wire::OpenAi | Wire::LlamaCpp | Wire::Vllm | Wire::Anthropic => names(&json["data"], "id"),
        };
        let names = names.ok_or_else(|| CallFault::Malformed { why: "it is no list of models".into() })?;
        let context = match target.wire {
            Wire::Ollama => ollama::show(http, target).await.and_then(|shown| shown.most),
            Wire::LlamaCpp => openai::context_of_slot(http, target).await,
            Wire::OpenAi | Wire::Vllm | Wire::Anthropic | Wire::Gemini => context_in(&json, &target.model),
        };
        Ok((names, context))
    };
    listed.await.map_err(|fault| without_key(fault, target.key.as_ref()))
}

/// What stands in this field of every model of a list.
fn names(list: &Value, field: &str) -> Option<Vec<String>> {
    let names = list.as_array()?.iter().filter_map(|model| model[field].as_str());
    Some(names.map(str::to_owned).collect())
}

/// What a list says of a model's context, by the names that OpenRouter, vLLM, the Anthropic and the Gemini API have for it.
fn context_in(list: &Value, model: &str) -> Option<u32> {
    let all = list["data"].as_array().or_else(|| list["models"].as_array())?;
    let name = |it: &Value| it["id"].as_str().or(it["name"].as_str()).map(gemini::short).map(str::to_owned);
    let found = all.iter().find(|it| name(it).as_deref() == Some(gemini::short(model)))?;
    let fields = ["context_length", "max_model_len", "max_input_tokens", "inputTokenLimit"];
    fields.iter().find_map(|field| u32::try_from(found[*field].as_u64()?).ok())
}

async fn list_of(response: Response) -> Result<Value, CallFault> {
    let bytes = Body::of(response, LIST_BYTES_MAX).all().await?;
    serde_json::from_slice(&bytes)
        .map_err(|error| CallFault::Malformed { why: format!("it is no JSON: {error}") })
}

/// A model over HTTP.
struct Remote {
    http: Http,
    target: Target,
}

impl Provider for Remote {
    fn style(&self) -> Style {
        self.target.settings.style.unwrap_or_else(|| self.target.wire.style())
    }

    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(async move {
            let (http, target) = (&self.http, &self.target);
            let reply = match target.wire {
                Wire::Anthropic => anthropic::call(http, target, request, hear).await,
                Wire::Gemini => gemini::call(http, target, request, hear).await,
                Wire::Ollama => ollama::call(http, target, request, hear).await,
                Wire::OpenAi | Wire::LlamaCpp | Wire::Vllm => openai::call(http, target, request, hear).await,
            };
            reply.map_err(|failed| {
                let fault = without_key(failed.fault, target.key.as_ref());
                Failed { fault, ..failed }
            })
        })
    }
}

/// A fault without the key, should a provider have said it back.
fn without_key(mut fault: CallFault, key: Option<&Key>) -> CallFault {
    let Some(key) = key else { return fault };
    match &mut fault {
        CallFault::Refused { why }
        | CallFault::Malformed { why }
        | CallFault::Unreachable { why }
        | CallFault::Denied { why }
        | CallFault::OverBudget { what: why } => *why = key.remove_from(why),
        CallFault::CutOff
        | CallFault::ThoughtOut { .. }
        | CallFault::RateLimited { .. }
        | CallFault::TimedOut { .. } => {}
    }
    fault
}

/// Writes a request as JSON.
fn written(body: &impl serde::Serialize) -> Result<Vec<u8>, CallFault> {
    serde_json::to_vec(body)
        .map_err(|error| CallFault::Denied { why: format!("the request cannot be written: {error}") })
}

/// The schema that the text must fit: none where tools are offered.
fn output(request: &ModelRequest) -> Option<&RawValue> {
    request.output.as_deref().filter(|_| request.tools.is_empty())
}

/// The arguments of a call that goes back to the model: an object, as every provider demands.
fn arguments(call: &ToolCall) -> Box<RawValue> {
    let object = serde_json::from_str::<Box<RawValue>>(&call.arguments).ok();
    let object = object.filter(|json| json.get().starts_with('{'));
    object.or_else(|| RawValue::from_string("{}".into()).ok()).unwrap_or_default()
}

/// What became of a call: what the model is told, and whether it went wrong. Every call must have a result, or no
/// provider goes on.
fn result<'a>(exchange: &'a Exchange, call: &ToolCall) -> (&'a str, bool) {
    let result = exchange.results.iter().find(|result| result.id == call.id);
    result.map_or(("This was not done.", true), |result| (&result.content, result.is_error))
}

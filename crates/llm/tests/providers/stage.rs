//! A provider, its fake, and what is asked.

use std::sync::Arc;
use std::time::Duration;

use engine::{AskId, SeatId};
use fakes::models::{AnthropicApi, Api, Fake, GeminiApi, LlamaCppApi, OllamaApi, OpenAiApi, Script, Turn};
use llm::{
    Context, Delta, Failed, Http, Key, Limits, ModelPrompt, ModelReply, ModelRequest, Provider, Settings,
    Target, ToolSpec, Wire, connect,
};
use serde_json::value::RawValue;

/// So long may anything take before a test calls it a hang.
pub(crate) const HANG: Duration = Duration::from_secs(30);

/// A wire and its fake.
pub(crate) trait Subject {
    type Api: Api;
    const WIRE: Wire;

    /// Whether an answer that may be one of several has to be put in an object.
    const WRAPS: bool;

    /// How many bytes of a recorded answer make it whole.
    fn whole_at(recorded: &[u8]) -> usize;
}

pub(crate) struct OpenAi;
pub(crate) struct LlamaCpp;
pub(crate) struct Ollama;
pub(crate) struct Anthropic;
pub(crate) struct Gemini;

impl Subject for OpenAi {
    type Api = OpenAiApi;
    const WIRE: Wire = Wire::OpenAi;
    const WRAPS: bool = true;
    fn whole_at(recorded: &[u8]) -> usize {
        end_of(recorded, "data: [DONE]\n\n")
    }
}

impl Subject for LlamaCpp {
    type Api = LlamaCppApi;
    const WIRE: Wire = Wire::LlamaCpp;
    const WRAPS: bool = false;
    fn whole_at(recorded: &[u8]) -> usize {
        end_of(recorded, "data: [DONE]\n\n")
    }
}

impl Subject for Ollama {
    type Api = OllamaApi;
    const WIRE: Wire = Wire::Ollama;
    const WRAPS: bool = false;
    fn whole_at(recorded: &[u8]) -> usize {
        end_of(recorded, "\"total_duration\":1}\n")
    }
}

impl Subject for Anthropic {
    type Api = AnthropicApi;
    const WIRE: Wire = Wire::Anthropic;
    const WRAPS: bool = true;
    fn whole_at(recorded: &[u8]) -> usize {
        end_of(recorded, "data: {\"type\":\"message_stop\"}\n\n")
    }
}

impl Subject for Gemini {
    type Api = GeminiApi;
    const WIRE: Wire = Wire::Gemini;
    const WRAPS: bool = false;
    /// There is no mark for the end but the end.
    fn whole_at(recorded: &[u8]) -> usize {
        recorded.len()
    }
}

fn end_of(recorded: &[u8], mark: &str) -> usize {
    let at = recorded.windows(mark.len()).position(|window| window == mark.as_bytes());
    at.expect("the mark of the end") + mark.len()
}

/// A fake, and a provider that is connected to it.
pub(crate) struct Stage<S: Subject> {
    pub(crate) fake: Fake<S::Api>,
    pub(crate) provider: Arc<dyn Provider>,
}

impl<S: Subject> Stage<S> {
    pub(crate) async fn of(turns: impl IntoIterator<Item = Turn>) -> Stage<S> {
        Stage::with(Script::of(turns), |_| {}).await
    }

    /// With a target that was changed.
    pub(crate) async fn with(script: Script, change: impl FnOnce(&mut Target)) -> Stage<S> {
        let fake = Fake::start(script).await;
        let mut target = target::<S>(&fake);
        change(&mut target);
        let provider = connect(&http(), target);
        Stage { fake, provider }
    }

    /// Calls, and gives what was heard too.
    pub(crate) async fn call(&self, request: &ModelRequest) -> (Result<ModelReply, Failed>, Vec<Delta>) {
        hear(&*self.provider, request).await
    }

    /// Calls, and gives the reply. The fake has nothing against the request.
    pub(crate) async fn reply(&self, request: &ModelRequest) -> (ModelReply, Vec<Delta>) {
        let (reply, heard) = self.call(request).await;
        assert_eq!(self.fake.complaints(), []);
        (reply.expect("a reply"), heard)
    }

    /// Calls, and gives the failure. What had been said is what was heard.
    pub(crate) async fn failed(&self, request: &ModelRequest) -> Failed {
        let (reply, heard) = self.call(request).await;
        let failed = reply.expect_err("a failure");
        assert_eq!(failed.text, text_of(&heard));
        failed
    }

    /// The body of the last request.
    pub(crate) fn sent(&self) -> serde_json::Value {
        self.fake.requests().last().expect("a request").json()
    }
}

pub(crate) async fn hear(
    provider: &dyn Provider,
    request: &ModelRequest,
) -> (Result<ModelReply, Failed>, Vec<Delta>) {
    let mut heard = Vec::new();
    let reply = tokio::time::timeout(HANG, provider.call(request, &mut |delta| heard.push(delta))).await;
    (reply.expect("no hang"), heard)
}

pub(crate) fn http() -> Http {
    Http::new().expect("a client")
}

pub(crate) fn target<S: Subject>(fake: &Fake<S::Api>) -> Target {
    let key = (!fake.key().is_empty()).then(|| Key::new(fake.key().into()));
    Target {
        wire: S::WIRE,
        base_url: fake.base_url(),
        key,
        model: fake.model().into(),
        settings: Settings::default(),
        context: Context::default(),
    }
}

/// A question with two pieces that were told before, and no tools.
pub(crate) fn ask() -> ModelRequest {
    ModelRequest {
        session: "0f3a".into(),
        seat: SeatId::at(2),
        ask: AskId(4),
        prompt: ModelPrompt {
            fixed: "You are Ada.".into(),
            told: vec!["Night 1: nobody died.".into(), "Day 1: Ben says \"hm\".".into()],
            photos: Vec::new(),
            now: "Vote.".into(),
        },
        exchanges: Vec::new(),
        tools: Vec::new(),
        allowed: Vec::new(),
        output: None,
        limits: Limits { output_tokens: 300, thinking_tokens: 0, reply_bytes: 64 << 10, time: HANG },
    }
}

/// The same, with a tool that must be called.
pub(crate) fn ask_with_tools() -> ModelRequest {
    let tool = |name: &str, schema: &str| ToolSpec {
        name: name.into(),
        about: format!("Does {name}."),
        schema: raw(schema),
    };
    let tools = vec![tool("vote", VOTE), tool("pass", r#"{"type":"object","properties":{}}"#)];
    ModelRequest { tools, allowed: vec!["vote".into(), "pass".into()], ..ask() }
}

/// Why before whom, which is not the order of the alphabet.
pub(crate) const VOTE: &str = r#"{"type":"object","properties":{"why":{"type":"string","minLength":1,"maxLength":80},"target":{"type":"string","enum":["Ben","Cy"]}},"required":["why","target"],"additionalProperties":false}"#;

pub(crate) fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.into()).expect("JSON")
}

pub(crate) fn text_of(heard: &[Delta]) -> String {
    let texts = heard.iter().filter_map(|delta| match delta {
        Delta::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

pub(crate) fn thought_of(heard: &[Delta]) -> String {
    let thoughts = heard.iter().filter_map(|delta| match delta {
        Delta::Thought(text) => Some(text.as_str()),
        _ => None,
    });
    thoughts.collect()
}

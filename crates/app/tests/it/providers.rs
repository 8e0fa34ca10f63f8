//! Providers on loopback for the binary to ask, which answer whatever is legal.

use fakes::models::{Anthropic, Gemini, OpenAi, Script, Seen, Turn};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// A port of loopback at which nobody listens.
pub(crate) fn nobody() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    format!("http://{}/v1", listener.local_addr().expect("an address"))
}

/// Three providers that run as long as this is kept.
pub(crate) struct Providers {
    pub(crate) openai: OpenAi,
    pub(crate) anthropic: Anthropic,
    pub(crate) gemini: Gemini,
    _runtime: Runtime,
}

impl Providers {
    /// Providers that answer whatever `answer` makes of a request.
    pub(crate) fn start(answer: fn(&Seen) -> Turn) -> Providers {
        let runtime = runtime();
        let (openai, anthropic, gemini) = runtime.block_on(async {
            (
                OpenAi::start(Script::by(answer)).await,
                Anthropic::start(Script::by(answer)).await,
                Gemini::start(Script::by(answer)).await,
            )
        });
        Providers { openai, anthropic, gemini, _runtime: runtime }
    }

    /// The variables that lead to them.
    pub(crate) fn addresses(&self) -> [(&'static str, String); 3] {
        [
            ("OPENAI_BASE_URL", self.openai.base_url()),
            ("ANTHROPIC_BASE_URL", self.anthropic.base_url()),
            ("GEMINI_BASE_URL", self.gemini.base_url()),
        ]
    }

    /// The keys that they accept, by the variables that hold them.
    pub(crate) fn keys(&self) -> [(&'static str, &'static str); 3] {
        [
            ("OPENAI_API_KEY", self.openai.key()),
            ("ANTHROPIC_API_KEY", self.anthropic.key()),
            ("GEMINI_API_KEY", self.gemini.key()),
        ]
    }

    /// A spec of a model of each.
    pub(crate) fn specs(&self) -> [String; 3] {
        [
            format!("openai:{}", self.openai.model()),
            format!("anthropic:{}", self.anthropic.model()),
            format!("gemini:{}", self.gemini.model()),
        ]
    }

    /// How many calls each was asked for.
    pub(crate) fn asked(&self) -> [usize; 3] {
        [self.openai.requests().len(), self.anthropic.requests().len(), self.gemini.requests().len()]
    }
}

pub(crate) fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime")
}

/// Calls the first tool that a request offers, with the first of everything that it may be given.
pub(crate) fn legal(seen: &Seen) -> Turn {
    let body = seen.json();
    let tool = &body["tools"][0];
    let function = match () {
        () if tool["function"].is_object() => &tool["function"],
        () if tool["functionDeclarations"].is_array() => &tool["functionDeclarations"][0],
        () => tool,
    };
    let schemas = ["parameters", "input_schema", "parametersJsonSchema"];
    let schema = schemas.iter().map(|name| &function[*name]).find(|schema| schema.is_object());
    let arguments = schema.map_or_else(|| json!({}), sample).to_string();
    Turn::calls([(function["name"].as_str().unwrap_or("none"), arguments.as_str())])
}

/// The simplest value that fits a schema.
fn sample(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].get(0).or_else(|| schema.get("const")) {
        return first.clone();
    }
    for several in ["anyOf", "oneOf"] {
        if let Some(first) = schema[several].get(0) {
            return sample(first);
        }
    }
    let kind = schema["type"].get(0).unwrap_or(&schema["type"]);
    match kind.as_str() {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            required.map(|name| (name.to_owned(), sample(&schema["properties"][name]))).collect()
        }
        Some("array") => json!([]),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(false),
        Some("null") => Value::Null,
        _ => json!("I have nothing to hide."),
    }
}

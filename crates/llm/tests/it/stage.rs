//! What the tests are played on: requests, and a provider that does what it is told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::{AskId, SeatId, Usage};
use llm::{
    CallFault, Calling, Delta, Exchange, Failed, Hear, Limits, ModelPrompt, ModelReply, ModelRequest,
    Provider, Style, ToolSpec,
};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tokio::time::Instant;

/// A schema of arguments: a vote for one of three, with words.
pub(crate) fn vote_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "target": {"type": "string", "enum": ["Ada", "Ben", "Cleo"], "description": "whom"},
            "words": {"type": "string", "minLength": 1, "maxLength": 40},
            "aside": {"type": "string", "minLength": 1, "maxLength": 40},
        },
        "required": ["target", "words"],
        "additionalProperties": false,
    })
}

/// The same as one of two legal answers.
pub(crate) fn answer_schema() -> Value {
    let mut vote = vote_schema();
    vote["properties"]["type"] = json!({"const": "vote"});
    vote["required"] = json!(["type", "target", "words"]);
    let pass = json!({
        "type": "object",
        "properties": {"type": {"const": "pass"}},
        "required": ["type"],
        "additionalProperties": false,
    });
    json!({"anyOf": [vote, pass]})
}

pub(crate) fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).expect("a JSON value")
}

/// A question of seat 1 in session `s`, to be answered by a tool or by the schema.
pub(crate) fn request(style: Style) -> ModelRequest {
    let tools = match style {
        Style::Tools => vec![
            ToolSpec { name: "vote".into(), about: "votes".into(), schema: raw(&vote_schema()) },
            ToolSpec {
                name: "pass".into(),
                about: "does not".into(),
                schema: raw(&json!({"type": "object", "properties": {}, "additionalProperties": false})),
            },
        ],
        Style::Schema => Vec::new(),
    };
    ModelRequest {
        session: "s".into(),
        seat: SeatId::at(0),
        ask: AskId(1),
        prompt: ModelPrompt {
            fixed: "You sit at a table of three.".into(),
            told: vec!["It is day.".into()],
            photos: Vec::new(),
            now: "Vote.".into(),
        },
        exchanges: Vec::new(),
        allowed: tools.iter().map(|tool: &ToolSpec| tool.name.clone()).collect(),
        output: (style == Style::Schema).then(|| raw(&answer_schema())),
        tools,
        limits: Limits {
            output_tokens: 200,
            thinking_tokens: 0,
            reply_bytes: 64 * 1024,
            time: Duration::from_secs(60),
        },
    }
}

/// The same request after an answer that was no good.
pub(crate) fn after_failure(mut request: ModelRequest) -> ModelRequest {
    request.exchanges.push(Exchange {
        text: "hm".into(),
        calls: Vec::new(),
        results: Vec::new(),
        note: Some("That was no good.".into()),
    });
    request
}

/// Asks, and gives what was heard and what it came to.
pub(crate) async fn ask(
    provider: &dyn Provider,
    request: &ModelRequest,
) -> (Vec<Delta>, Result<ModelReply, Failed>) {
    let mut heard = Vec::new();
    let result = provider.call(request, &mut |delta| heard.push(delta)).await;
    (heard, result)
}

/// One call, as the stage plays it.
#[derive(Clone, Default)]
pub(crate) struct Act {
    pub(crate) say: Vec<Delta>,
    pub(crate) wait: Duration,
    pub(crate) end: Option<Result<ModelReply, Failed>>,
}

/// A provider that plays one act after the other, and notes when each began.
pub(crate) struct Stage {
    acts: Mutex<VecDeque<Act>>,
    start: Instant,
    begun: Mutex<Vec<Duration>>,
}

impl Stage {
    pub(crate) fn of(acts: impl IntoIterator<Item = Act>) -> Arc<Stage> {
        let acts = Mutex::new(acts.into_iter().collect());
        Arc::new(Stage { acts, start: Instant::now(), begun: Mutex::default() })
    }

    /// How many calls were made.
    pub(crate) fn calls(&self) -> usize {
        self.begun().len()
    }

    /// When each call was made, counted from the beginning.
    pub(crate) fn begun(&self) -> Vec<Duration> {
        self.begun.lock().expect("no panic").clone()
    }
}

impl Provider for Stage {
    fn style(&self) -> Style {
        Style::Tools
    }

    fn call<'a>(&'a self, _: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(async move {
            self.begun.lock().expect("no panic").push(self.start.elapsed());
            let act = self.acts.lock().expect("no panic").pop_front().expect("an act");
            act.say.into_iter().for_each(hear);
            tokio::time::sleep(act.wait).await;
            match act.end {
                Some(end) => end,
                None => std::future::pending().await,
            }
        })
    }
}

/// Says a text and is done.
pub(crate) fn says(text: &str, usage: Usage) -> Act {
    let reply = ModelReply { text: text.into(), usage, ..ModelReply::default() };
    Act { say: vec![Delta::Text(text.into())], end: Some(Ok(reply)), ..Act::default() }
}

/// Fails, having said nothing.
pub(crate) fn fails(fault: CallFault) -> Act {
    Act { end: Some(Err(Failed::new(fault))), ..Act::default() }
}

pub(crate) fn rate_limited(after: Option<Duration>) -> CallFault {
    CallFault::RateLimited { retry_after: after }
}

pub(crate) fn unreachable() -> CallFault {
    CallFault::Unreachable { why: "the line is dead".into() }
}

pub(crate) fn usage(input: u64, cached: u64, output: u64) -> Usage {
    Usage { input, cached, output }
}

//! The port: what every provider is asked and what it answers.
//!
//! A request goes in, deltas come out as they are made, and at the end there is a [`ModelReply`] or a [`Failed`]. Dropping
//! the future cancels the call.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::{AskId, CallEnd, Hash, SeatId, Usage};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What a model is asked.
#[derive(Clone, Debug, Serialize)]
pub struct ModelRequest {
    /// The session that it is asked in.
    pub session: String,
    /// The seat that it answers for.
    pub seat: SeatId,
    /// The ask that it answers.
    pub ask: AskId,
    /// What it reads.
    pub prompt: ModelPrompt,
    /// What it said to this ask already, and what became of it.
    pub exchanges: Vec<Exchange>,
    /// Every tool that this seat may ever call in this session, in the same bytes each time: providers put them before
    /// the prompt, and a change would cost the cache. If there are any, the answer is a call.
    pub tools: Vec<ToolSpec>,
    /// The tools of which it must call one now. If none is named, it may call any, or none.
    pub allowed: Vec<String>,
    /// The JSON Schema of an answer that is legal now. Without tools, its text must fit it.
    pub output: Option<Box<RawValue>>,
    /// How much of everything.
    pub limits: Limits,
}

/// What a model reads, in the order in which it changes: the beginning of a prompt that was sent before need not be
/// read, or paid for, in full again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelPrompt {
    /// What never changes for this seat in this session.
    pub fixed: String,
    /// What only grows: one piece for every earlier prompt of the seat, and what is new. A piece that was sent is sent
    /// again as it was.
    pub told: Vec<String>,
    /// What it looks at, in order. They are sent with what is asked now, so that all before them stays as it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub photos: Vec<Image>,
    /// What is asked now.
    pub now: String,
}

/// A photo that a model looks at: a JPEG. On a cassette, as in a log, it is its hash alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// The hash of its bytes.
    pub hash: Hash,
    /// The JPEG itself.
    #[serde(skip)]
    pub bytes: Arc<[u8]>,
}

impl Image {
    /// Its bytes as every provider wants them.
    pub(crate) fn base64(&self) -> String {
        BASE64_STANDARD.encode(&self.bytes)
    }
}

impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({}, {} bytes)", self.hash, self.bytes.len())
    }
}

/// One answer of a model within an ask, and what it is told about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// Its text.
    pub text: String,
    /// Its calls.
    pub calls: Vec<ToolCall>,
    /// What became of each call, in order.
    pub results: Vec<ToolResult>,
    /// What it is told besides: what was wrong with its text.
    pub note: Option<String>,
}

/// A tool that may be called.
#[derive(Clone, Debug, Serialize)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it does, in one line.
    pub about: String,
    /// The JSON Schema of its arguments.
    pub schema: Box<RawValue>,
}

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The provider's name for the call.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments, as the model wrote them: JSON, if all is well.
    pub arguments: String,
}

/// What became of a call of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolResult {
    /// The provider's name for the call.
    pub id: String,
    /// The tool.
    pub name: String,
    /// What the model is told.
    pub content: String,
    /// Whether it went wrong.
    pub is_error: bool,
}

/// How much of everything a call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Tokens of the answer itself.
    pub output_tokens: u32,
    /// Tokens that the model may think before it answers. Every provider counts them with the answer, so what is sent is the
    /// sum of both.
    pub thinking_tokens: u32,
    /// Bytes of a reply that are read; a longer one is malformed.
    pub reply_bytes: usize,
    /// From the first try to the last byte.
    pub time: Duration,
}

impl Limits {
    /// Tokens that the model may write in all.
    pub fn all_tokens(self) -> u32 {
        self.output_tokens.saturating_add(self.thinking_tokens)
    }
}

/// A piece of a reply, as it comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delta {
    /// More of what the model thinks before it answers, where a provider tells.
    Thought(String),
    /// More of its text.
    Text(String),
    /// A call begins: the `index`-th of this reply.
    Call {
        /// Which call.
        index: usize,
        /// Of which tool.
        name: String,
    },
    /// More of the arguments of a call.
    Arguments {
        /// Which call.
        index: usize,
        /// The next piece of its JSON.
        json: String,
    },
    /// The call came to nothing before anything was heard of it, and is made again.
    Again {
        /// Which try this is.
        number: u32,
        /// How many there are at most.
        of: u32,
    },
}

/// A whole answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelReply {
    /// Its text.
    pub text: String,
    /// Its calls, in order.
    pub calls: Vec<ToolCall>,
    /// What it used.
    pub usage: Usage,
    /// Is what it used an estimate, at least in part?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// Why it stopped.
    pub stop: Stop,
}

/// Why an answer that is whole stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It was said.
    #[default]
    End,
    /// Its calls are to be done.
    Calls,
}

/// A call that came to no whole answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    /// Why.
    pub fault: CallFault,
    /// What it used nevertheless, as far as the provider said.
    pub usage: Usage,
    /// Is that an estimate, at least in part?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// What had been said.
    pub text: String,
}

impl Failed {
    /// A failure that used nothing and said nothing.
    pub fn new(fault: CallFault) -> Failed {
        Failed { fault, usage: Usage::default(), estimated: false, text: String::new() }
    }
}

/// Why there is no whole answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum CallFault {
    /// The model would not.
    #[error("the model refused: {why}")]
    Refused {
        /// In its own words, if it gave any.
        why: String,
    },
    /// The answer reached its limit of tokens.
    #[error("the answer was cut off at its limit")]
    CutOff,
    /// The limit of tokens was used up by thinking.
    #[error("it thought for so long that its limit of {limit} tokens left no room for the answer")]
    ThoughtOut {
        /// The limit, of thinking and answer together.
        limit: u32,
    },
    /// The answer could not be read.
    #[error("the answer could not be read: {why}")]
    Malformed {
        /// What was wrong with it.
        why: String,
    },
    /// Too many requests.
    #[error("the provider has too many requests")]
    RateLimited {
        /// When to come back, if it said.
        retry_after: Option<Duration>,
    },
    /// It took too long.
    #[error("no answer within {} s", .after.as_secs_f32())]
    TimedOut {
        /// How long was waited.
        after: Duration,
    },
    /// The provider could not be reached, broke off, or failed.
    #[error("the provider cannot be reached: {why}")]
    Unreachable {
        /// What happened.
        why: String,
    },
    /// The provider does not accept the request; to ask again is no use.
    #[error("the provider does not accept this: {why}")]
    Denied {
        /// What it said.
        why: String,
    },
    /// There is no budget left for it.
    #[error("over budget: {what}")]
    OverBudget {
        /// Which budget, and how much of it is left.
        what: String,
    },
}

impl CallFault {
    /// How the log notes it.
    pub fn end(&self) -> CallEnd {
        match self {
            CallFault::Refused { .. } => CallEnd::Refused,
            CallFault::CutOff => CallEnd::CutOff,
            CallFault::ThoughtOut { .. } => CallEnd::ThoughtOut,
            CallFault::Malformed { .. } => CallEnd::Malformed,
            CallFault::RateLimited { .. } => CallEnd::RateLimited,
            CallFault::TimedOut { .. } => CallEnd::TimedOut,
            CallFault::Unreachable { .. } => CallEnd::Unreachable,
            CallFault::Denied { .. } => CallEnd::Denied,
            CallFault::OverBudget { .. } => CallEnd::OverBudget,
        }
    }
}

/// How a provider is best asked for one answer out of several legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// By tools, of which it must call one.
    Tools,
    /// By a schema of all legal answers that its text must fit: decoding is constrained by it.
    Schema,
}

/// Who hears the deltas of a reply.
pub type Hear<'a> = dyn FnMut(Delta) + Send + 'a;

/// The answer to a request, when it comes.
pub type Calling<'a> = Pin<Box<dyn Future<Output = Result<ModelReply, Failed>> + Send + 'a>>;

/// A language model, or a wrapper round one.
pub trait Provider: Send + Sync {
    /// How it is best asked.
    fn style(&self) -> Style;

    /// Asks it. Every delta is heard before the reply comes.
    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a>;
}

impl fmt::Debug for dyn Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Provider")
    }
}

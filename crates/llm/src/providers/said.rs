//! What a model has said so far, and the reading of a stream until it is all.

use engine::Usage;

use super::http::{Body, Response};
use super::schema::Unwrap;
use super::sse::{Event, Events};
use crate::{CallFault, Delta, Failed, Hear, Limits, ModelReply, Stop, ToolCall};

/// What a model has said so far.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Its text.
    pub(super) text: String,
    /// Its calls.
    pub(super) calls: Vec<ToolCall>,
    /// What it used, as far as the provider said.
    pub(super) usage: Usage,
    /// Tokens of what it wrote that were thought, if the provider said.
    pub(super) thought: Option<u64>,
    /// How much it may say.
    limits: Option<Limits>,
    /// Takes the text out of what had to be put round it.
    unwrap: Option<Unwrap>,
    /// Bytes that it may say still; none when it has said too much.
    left: Option<usize>,
}

impl Said {
    /// Nothing yet, of a reply that may have so many bytes.
    pub(super) fn new(limits: Limits, unwrap: Option<Unwrap>) -> Said {
        Said { unwrap, left: Some(limits.reply_bytes), limits: Some(limits), ..Said::default() }
    }

    /// More text.
    pub(super) fn text(&mut self, more: &str, hear: &mut Hear<'_>) {
        let more = match &mut self.unwrap {
            Some(unwrap) => unwrap.take(more),
            None => more.to_owned(),
        };
        if !more.is_empty() && self.fits(&more) {
            self.text.push_str(&more);
            hear(Delta::Text(more));
        }
    }

    /// More thought. It is heard and not kept.
    pub(super) fn thought(&mut self, more: &str, hear: &mut Hear<'_>) {
        if !more.is_empty() {
            hear(Delta::Thought(more.to_owned()));
        }
    }

    /// A call begins; gives its position.
    pub(super) fn call(&mut self, id: &str, name: &str, hear: &mut Hear<'_>) -> usize {
        let index = self.calls.len();
        // Where a provider names no call, results have to find theirs by a name of ours.
        let id = if id.is_empty() { format!("call_{}", index + 1) } else { id.to_owned() };
        self.calls.push(ToolCall { id, name: name.to_owned(), arguments: String::new() });
        hear(Delta::Call { index, name: name.to_owned() });
        index
    }

    /// More of the arguments of the call at this position.
    pub(super) fn arguments(&mut self, index: usize, json: &str, hear: &mut Hear<'_>) {
        if json.is_empty() || !self.fits(json) {
            return;
        }
        if let Some(call) = self.calls.get_mut(index) {
            call.arguments.push_str(json);
            hear(Delta::Arguments { index, json: json.to_owned() });
        }
    }

    /// Whether there is room for more. What does not fit is not kept, and the reply is not whole.
    fn fits(&mut self, more: &str) -> bool {
        self.left = self.left.and_then(|left| left.checked_sub(more.len()));
        self.left.is_some()
    }

    /// A fault if it has said too much.
    pub(super) fn is_short(&self) -> Result<(), CallFault> {
        let too_long = || CallFault::Malformed { why: "it is longer than it may be".into() };
        self.left.map(|_| ()).ok_or_else(too_long)
    }

    /// It has reached its limit of tokens. Was that the answer's length, or had thinking left it too little? Thinking had, if it
    /// took more than was meant for it, or if nothing was said at all.
    pub(super) fn cut_off(&self) -> CallFault {
        let is_mute = self.text.is_empty() && self.calls.iter().all(|call| call.arguments.is_empty());
        match self.limits {
            Some(limits) if is_mute || self.thought.is_some_and(|it| it > limits.thinking_tokens.into()) => {
                CallFault::ThoughtOut { limit: limits.all_tokens() }
            }
            Some(_) | None => CallFault::CutOff,
        }
    }

    pub(super) fn reply(mut self) -> ModelReply {
        for call in self.calls.iter_mut().filter(|call| call.arguments.trim().is_empty()) {
            "{}".clone_into(&mut call.arguments);
        }
        let stop = if self.calls.is_empty() { Stop::End } else { Stop::Calls };
        ModelReply { text: self.text, calls: self.calls, usage: self.usage, estimated: false, stop }
    }

    pub(super) fn failed(self, fault: CallFault) -> Failed {
        Failed { fault, usage: self.usage, estimated: false, text: self.text }
    }
}

/// Reads the events of one reply; every wire has its own.
pub(super) trait Reader: Send {
    /// Takes in one event; true if it was the last.
    fn take(&mut self, event: &Event, said: &mut Said, hear: &mut Hear<'_>) -> Result<bool, CallFault>;

    /// How events stand in the bytes.
    fn events(&self) -> Events {
        Events::default()
    }

    /// Whether the end of the stream is the end of the reply.
    fn may_end(&self) -> bool {
        false
    }

    /// The reply is whole, or what was wrong with it.
    fn end(&self, said: &Said) -> Result<(), CallFault>;
}

/// Bytes of a stream round every token: one event is hardly ever longer.
const TOKEN_BYTES_MAX: usize = 1 << 10;
/// Bytes of a stream besides.
const FRAME_BYTES_MAX: usize = 64 << 10;

/// Reads a stream to its end.
pub(super) async fn read(
    response: Response,
    limits: Limits,
    mut reader: impl Reader,
    unwrap: Option<Unwrap>,
    hear: &mut Hear<'_>,
) -> Result<ModelReply, Failed> {
    let mut said = Said::new(limits, unwrap);
    // What is said is a small part of what comes: the rest is frames, and thoughts that are not kept.
    let round =
        (limits.all_tokens() as usize).saturating_mul(TOKEN_BYTES_MAX).saturating_add(FRAME_BYTES_MAX);
    let body = Body::of(response, limits.reply_bytes.saturating_add(round));
    match listen(body, &mut reader, &mut said, hear).await.and_then(|()| reader.end(&said)) {
        Ok(()) => Ok(said.reply()),
        Err(fault) => Err(said.failed(fault)),
    }
}

async fn listen(
    mut body: Body,
    reader: &mut impl Reader,
    said: &mut Said,
    hear: &mut Hear<'_>,
) -> Result<(), CallFault> {
    let mut events = reader.events();
    while let Some(bytes) = body.more().await? {
        for event in events.take(&bytes) {
            let last = reader.take(&event, said, hear)?;
            said.is_short()?;
            if last {
                return Ok(());
            }
        }
    }
    if reader.may_end() { Ok(()) } else { Err(CallFault::Unreachable { why: "the answer broke off".into() }) }
}

/// The JSON of an event, or what was wrong with it.
pub(super) fn parsed<'a, T: serde::Deserialize<'a>>(event: &'a Event) -> Result<T, CallFault> {
    serde_json::from_str(&event.data).map_err(|error| CallFault::Malformed {
        why: format!("a piece of it is not as it should be: {error}"),
    })
}

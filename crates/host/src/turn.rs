//! One model's turn: the conversation that one ask leads to, and what is to be done about each reply.
//!
//! Nothing here touches the log, the network or the clock. The session's task makes the calls and submits the commands
//! (`calls.rs`); this decides what is read out of a reply and how often a model may try.

use std::sync::Arc;
use std::time::Duration;

use engine::{AskId, CallBegun, CallEnd, Form, SeatId, TableTime, Tool};
use llm::{
    CallFault, Connected, Delta, Exchange, Limits, ModelPrompt, ModelReply, ModelRequest, Style, ToolCall,
    ToolResult, ToolSpec,
};
use serde_json::{Map, Value};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::limits::{ASK_CALLS_MAX, REPLY_BYTES_MAX, STRIKES_MAX};
use crate::pictures::hidden;
use crate::stream::{Stream, Words};

/// A model's turn to answer one ask.
pub(crate) struct Turn {
    pub(crate) model: Connected,
    pub(crate) form: Form,
    /// What the model is asked. The call that is under way has it too.
    request: Arc<ModelRequest>,
    /// How many calls were made.
    calls: u32,
    /// In how many of them something was heard.
    spoken: u32,
    /// How often its answer was no legal one.
    strikes: u32,
    /// Did something wait because what came before it was refused?
    held_back: bool,
    /// What of the seat's last answer was not done, until another is.
    pub(crate) undone: Option<String>,
    /// The call that is under way.
    pub(crate) call: Option<Underway>,
}

/// A call that is under way. Dropping it cancels it.
pub(crate) struct Underway {
    pub(crate) begun: CallBegun,
    pub(crate) since: Since,
    pub(crate) stream: Stream,
    /// Was something heard of it?
    spoke: bool,
    task: AbortHandle,
}

/// When a call was begun.
#[derive(Clone, Copy)]
pub(crate) struct Since {
    pub(crate) instant: Instant,
    pub(crate) table: TableTime,
}

impl Underway {
    pub(crate) fn new(begun: CallBegun, since: Since, form: &Form, task: AbortHandle) -> Underway {
        Underway { begun, since, stream: Stream::new(form), spoke: false, task }
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A command that a model wants to give, or why what it wants is none.
pub(crate) struct ModelWish {
    call: ToolCall,
    /// The fields that its tool has at some time.
    known: Vec<String>,
    pub(crate) command: Result<Value, String>,
}

impl ModelWish {
    /// The same by another form: what is asked has changed since.
    pub(crate) fn again(&self, form: &Form) -> Result<Value, String> {
        read(&self.call, &self.known, form)
    }

    /// That it was not done, in words for the model.
    pub(crate) fn undone(&self, why: &str) -> String {
        format!("{} ({why})", self.call.name)
    }
}

/// The command that a call means. What its tool has at other times and not now is passed over: a model has read of it.
fn read(call: &ToolCall, known: &[String], form: &Form) -> Result<Value, String> {
    let arguments = if call.arguments.trim().is_empty() { "{}" } else { &call.arguments };
    match parse(arguments)? {
        Value::Object(mut arguments) => {
            let tool = form.tools.iter().find(|tool| tool.name == call.name);
            let is_asked =
                |name: &String| tool.is_none_or(|tool| tool.fields.iter().any(|field| field.name == *name));
            arguments.retain(|name, _| is_asked(name) || !known.contains(name));
            form.read_call(&call.name, arguments)
        }
        _ => form.read_call(&call.name, Map::new()),
    }
}

/// What becomes of a turn after a reply that did not end it.
pub(crate) enum AfterReply {
    /// The model is asked again; something may have been done on the way.
    Again {
        /// Was it?
        progress: bool,
    },
    /// The machine's own way out is taken, for this reason.
    GiveUp(&'static str),
}

/// What a turn begins with, besides the form.
pub(crate) struct Asked {
    pub(crate) session: String,
    pub(crate) seat: SeatId,
    pub(crate) ask: AskId,
    /// Every tool that the seat may ever call; none for a model that is asked by a schema.
    pub(crate) tools: Vec<ToolSpec>,
    pub(crate) prompt: ModelPrompt,
    /// What of its last answer was not done.
    pub(crate) undone: Option<String>,
}

impl Turn {
    pub(crate) fn new(model: Connected, form: Form, asked: Asked) -> Turn {
        let Asked { session, seat, ask, tools, prompt, undone } = asked;
        let limits = limits_of(&model, Duration::ZERO);
        let request = ModelRequest {
            session,
            seat,
            ask,
            prompt,
            exchanges: Vec::new(),
            allowed: allowed(&tools, &form),
            output: Some(form.schema(text_max(limits.output_tokens))),
            tools,
            limits,
        };
        let request = Arc::new(request);
        Turn { model, form, request, calls: 0, spoken: 0, strikes: 0, held_back: false, undone, call: None }
    }

    /// The request for the next call, which may take so long.
    pub(crate) fn request(&mut self, time: Duration) -> Arc<ModelRequest> {
        self.change().limits.time = time;
        Arc::clone(&self.request)
    }

    /// What is changed for the next call leaves the one under way as it is.
    fn change(&mut self) -> &mut ModelRequest {
        Arc::make_mut(&mut self.request)
    }

    /// Hears a piece of the call under way: the words in it that somebody hears, and which try at them this is. A try
    /// of which nothing was heard does not count: how often a model fails in silence is no business of those who hear
    /// nothing of it.
    pub(crate) fn hear(&mut self, delta: Delta) -> (u32, Vec<Words>) {
        let Some(call) = &mut self.call else { return (self.spoken, Vec::new()) };
        let words = call.stream.hear(delta);
        if !call.spoke && words.iter().any(|words| words.tries.is_none()) {
            call.spoke = true;
            self.spoken += 1;
        }
        (self.spoken, words)
    }

    /// What is legal, told and asked may have changed since it was asked, by what it did on the way and by what others did.
    pub(crate) fn renew(&mut self, form: Form, prompt: ModelPrompt) {
        let output = form.schema(text_max(self.model.output_tokens));
        let request = self.change();
        (request.allowed, request.output) = (allowed(&request.tools, &form), Some(output));
        request.prompt = prompt;
        self.form = form;
    }

    /// The photos were deleted: a further call is not shown them.
    pub(crate) fn hide_photos(&mut self) {
        let count = self.request.prompt.photos.len();
        if count > 0 {
            let prompt = &mut self.change().prompt;
            prompt.photos.clear();
            prompt.now.push_str(&hidden(count));
        }
    }

    /// A call is under way.
    pub(crate) fn begun(&mut self, call: Underway) {
        self.calls += 1;
        self.call = Some(call);
    }

    /// What a reply asks for, in order: its calls, or the one answer that its text is.
    pub(crate) fn wishes(&self, reply: &ModelReply) -> Vec<ModelWish> {
        if reply.calls.is_empty() {
            let call = ToolCall { id: String::new(), name: String::new(), arguments: reply.text.clone() };
            let command = parse(&reply.text).and_then(|answer| self.form.read(&answer));
            return vec![ModelWish { call, known: Vec::new(), command }];
        }
        let wish = |call: &ToolCall| {
            let tool = self.request.tools.iter().find(|tool| tool.name == call.name);
            let known = tool.map_or(Vec::new(), fields_of);
            ModelWish { call: call.clone(), command: read(call, &known, &self.form), known }
        };
        reply.calls.iter().map(wish).collect()
    }

    /// Does what follows something that is refused wait? Once: a model that does not mend it is not asked for ever.
    pub(crate) fn holds_back(&mut self) -> bool {
        !std::mem::replace(&mut self.held_back, true)
    }

    /// Takes in what became of each wish of a reply, none of which answered the ask: the model is told.
    pub(crate) fn heard(
        &mut self,
        reply: ModelReply,
        results: Vec<(ModelWish, Result<(), String>)>,
    ) -> AfterReply {
        let progress = results.iter().any(|(_, result)| result.is_ok());
        let mut exchange = Exchange { text: reply.text, calls: Vec::new(), results: Vec::new(), note: None };
        for (wish, result) in results {
            let (content, is_error) = match result {
                Ok(()) => ("done".to_owned(), false),
                Err(why) => (why, true),
            };
            if wish.call.name.is_empty() {
                exchange.note = Some(format!("That was not accepted: {content}. Answer again."));
            } else {
                let (id, name) = (wish.call.id.clone(), wish.call.name.clone());
                exchange.results.push(ToolResult { id, name, content, is_error });
                exchange.calls.push(wish.call);
            }
        }
        self.change().exchanges.push(exchange);
        self.again(progress, "its model gave no legal answer")
    }

    /// Takes in that a call came to no answer.
    pub(crate) fn failed(&mut self, fault: &CallFault, text: String) -> AfterReply {
        let note = match fault {
            CallFault::CutOff => {
                "Your answer was cut off at its limit. Answer again, and be brief.".to_owned()
            }
            CallFault::ThoughtOut { .. } => {
                "You thought until your limit was reached, and gave no answer. Think less, and answer."
                    .to_owned()
            }
            CallFault::Malformed { why } => format!("Your answer could not be read ({why}). Answer again."),
            CallFault::Refused { .. } => {
                "This is a game among friends, and it is your turn. Answer with one of the legal answers."
                    .to_owned()
            }
            CallFault::RateLimited { .. }
            | CallFault::TimedOut { .. }
            | CallFault::Unreachable { .. }
            | CallFault::Denied { .. }
            | CallFault::OverBudget { .. } => return AfterReply::GiveUp(reason(fault.end())),
        };
        self.change().exchanges.push(Exchange {
            text,
            calls: Vec::new(),
            results: Vec::new(),
            note: Some(note),
        });
        self.again(false, reason(fault.end()))
    }

    fn again(&mut self, progress: bool, reason: &'static str) -> AfterReply {
        self.strikes += u32::from(!progress);
        if self.strikes > STRIKES_MAX || self.calls >= ASK_CALLS_MAX {
            AfterReply::GiveUp(reason)
        } else {
            AfterReply::Again { progress }
        }
    }
}

/// How much of everything a call of this model may take that lasts so long at most.
pub(crate) fn limits_of(model: &Connected, time: Duration) -> Limits {
    let Connected { output_tokens, thinking_tokens, .. } = *model;
    Limits { output_tokens, thinking_tokens, reply_bytes: REPLY_BYTES_MAX, time }
}

/// The names of the fields of a tool.
fn fields_of(tool: &ToolSpec) -> Vec<String> {
    let schema: Value = serde_json::from_str(tool.schema.get()).unwrap_or_default();
    schema["properties"].as_object().map_or(Vec::new(), |fields| fields.keys().cloned().collect())
}

/// The tools of which a model must call one now.
fn allowed(tools: &[ToolSpec], form: &Form) -> Vec<String> {
    let legal = form.tools.iter().filter(|_| !tools.is_empty());
    legal.map(|tool| tool.name.clone()).collect()
}

/// Why the machine's own way out was taken, in words that all may read: no word of the model's own, which might tell
/// what only its seat knows.
pub(crate) fn reason(end: CallEnd) -> &'static str {
    match end {
        CallEnd::Answered => "its model gave no legal answer",
        CallEnd::Refused => "its model refused to answer",
        CallEnd::CutOff => "its model's answer was too long",
        CallEnd::ThoughtOut => "its model thought too long to answer",
        CallEnd::Malformed => "its model's answer could not be read",
        CallEnd::RateLimited => "its model has too many requests",
        CallEnd::TimedOut => "its model took too long",
        CallEnd::Unreachable => "its model cannot be reached",
        CallEnd::Denied => "its provider does not accept the request",
        CallEnd::OverBudget => "the budget is used up",
        CallEnd::Cancelled | CallEnd::Lost => "its model was not waited for",
    }
}

/// The tools of a seat, as a model that is asked by tools reads them.
pub(crate) fn tool_specs(model: &Connected, tools: &[Tool]) -> Vec<ToolSpec> {
    let spec = |tool: &Tool| ToolSpec {
        name: tool.name.clone(),
        about: tool.about.clone(),
        schema: tool.brief_schema(text_max(model.output_tokens)),
    };
    match model.provider.style() {
        Style::Tools => tools.iter().map(spec).collect(),
        Style::Schema => Vec::new(),
    }
}

/// Tokens of an answer that are not its two texts: names, signs, choices, beliefs.
const FRAME_TOKENS: u32 = 160;

/// Characters in one text of an answer that may have so many tokens. An answer holds two texts, a thought and a
/// statement, and a token is seldom less than a character: so an answer that fits the schema is seldom cut off.
fn text_max(output_tokens: u32) -> usize {
    usize::try_from(output_tokens.saturating_sub(FRAME_TOKENS) / 2).unwrap_or(usize::MAX).max(40)
}

/// Reads JSON that a model wrote, which may stand in a fence.
pub(crate) fn parse(text: &str) -> Result<Value, String> {
    let text = text.trim();
    let fenced = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let text = fenced.map_or(text, |inner| inner.trim_start_matches("json").trim());
    serde_json::from_str(text).map_err(|error| format!("this is no JSON: {error}"))
}

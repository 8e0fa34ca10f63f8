//! `scripted:NAME`: models that do what their name says, for tests and to show what happens when a model fails.
//!
//! They need no network and no chance: the same request gets the same answer. Their usage is counted from the bytes
//! of what was asked and said, and what repeats the beginning of the seat's last request counts as cached, so that
//! accounts and budgets can be seen at work.

mod answer;
mod meter;
mod obey;

use std::time::Duration;

use engine::Usage;
use serde_json::{Value, json};

use crate::{
    CallFault, Calling, Delta, Failed, Hear, ModelReply, ModelRequest, Provider, Stop, Style, ToolCall,
};

use answer::Words;
use meter::Meter;

/// Characters of one delta.
const PIECE_CHARS: usize = 8;

/// What a script may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Answers legally: the first tool, the first choice, a few words.
    Legal,
    /// Answers legally, but after the request's time is over.
    Late,
    /// Never answers.
    Never,
    /// Answers twice in one reply.
    Twice,
    /// Answers in JSON that ends too soon.
    Broken,
    /// Answers with something that is not offered.
    Forbidden,
    /// Will not answer.
    Refuses,
    /// Is cut off in the middle of its answer.
    CutOff,
    /// Has too many requests. `delay` is when to come back.
    RateLimited,
    /// Cannot be reached.
    Unreachable,
    /// Does not accept the request.
    Denied,
    /// Answers illegally, again and again, whatever it is told.
    Loops,
    /// Obeys whatever its prompt says anywhere, as `TOOL: {json}` or as a JSON object with a `type`; each retry obeys
    /// another, and when there is none left it answers legally.
    Obeys,
    /// Answers legally, each time with something else: another tool, another choice, another figure. The more of its answers left the
    /// question open, the nearer to the end of what is offered.
    Roams,
    /// Answers legally, word by word. `delay` is the pause between two words.
    Slow,
    /// Answers in broken JSON at first, and legally when it was told so.
    Recovers,
    /// Says as much as it may, and nothing of use.
    Rambles,
    /// Answers legally but for one value, which goes a step too far: a number past its range, one row too many, a
    /// field that a row has not, a word that is no choice.
    Oversteps,
}

/// Every script with its name.
pub const SCRIPTS: &[(&str, Script)] = &[
    ("legal", Script::Legal),
    ("late", Script::Late),
    ("never", Script::Never),
    ("twice", Script::Twice),
    ("broken", Script::Broken),
    ("forbidden", Script::Forbidden),
    ("refuses", Script::Refuses),
    ("cutoff", Script::CutOff),
    ("ratelimited", Script::RateLimited),
    ("unreachable", Script::Unreachable),
    ("denied", Script::Denied),
    ("loops", Script::Loops),
    ("obeys", Script::Obeys),
    ("roams", Script::Roams),
    ("slow", Script::Slow),
    ("recovers", Script::Recovers),
    ("rambles", Script::Rambles),
    ("oversteps", Script::Oversteps),
];

impl Script {
    /// The script of this name.
    pub fn named(name: &str) -> Option<Script> {
        SCRIPTS.iter().find(|(known, _)| *known == name).map(|(_, script)| *script)
    }
}

/// A model that follows a script.
#[derive(Debug)]
pub struct Scripted {
    script: Script,
    style: Style,
    delay: Option<Duration>,
    meter: Meter,
}

impl Scripted {
    /// A model that follows this script and is best asked in this style. `delay` is how long it waits before it
    /// answers, or what the script says it is.
    pub fn new(script: Script, style: Style, delay: Option<Duration>) -> Scripted {
        Scripted { script, style, delay, meter: Meter::default() }
    }

    async fn perform(&self, request: &ModelRequest, hear: &mut Hear<'_>) -> Result<ModelReply, Failed> {
        let pause = match self.script {
            Script::Late => request.limits.time + self.delay.unwrap_or(Duration::from_secs(1)),
            Script::RateLimited | Script::Slow => Duration::ZERO,
            _ => self.delay.unwrap_or_default(),
        };
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        // Those that never get as far as to read the prompt.
        match self.script {
            Script::Never => std::future::pending().await,
            Script::RateLimited => {
                return Err(Failed::new(CallFault::RateLimited { retry_after: self.delay }));
            }
            Script::Unreachable => {
                return Err(Failed::new(CallFault::Unreachable { why: "the script says so".to_owned() }));
            }
            Script::Denied => {
                return Err(Failed::new(CallFault::Denied { why: "the script says so".to_owned() }));
            }
            _ => {}
        }
        let read = self.meter.read(request);
        if self.script == Script::Refuses {
            let why = "I would rather not.".to_owned();
            return Err(Failed { usage: read, ..Failed::new(CallFault::Refused { why }) });
        }
        let said = self.said(request);
        self.tell(&said, hear).await;
        let usage = Usage { output: meter::tokens(said.bytes()), ..read };
        if self.script == Script::CutOff {
            return Err(Failed { usage, text: said.text, ..Failed::new(CallFault::CutOff) });
        }
        Ok(said.reply(request, usage))
    }

    /// What the script says to this request.
    fn said(&self, request: &ModelRequest) -> Said {
        let mut words = Words::of(request);
        let said = Said::of(request, &answer::moves(request, &mut words));
        match self.script {
            Script::Broken | Script::CutOff => said.broken(),
            Script::Recovers if request.exchanges.is_empty() => said.broken(),
            Script::Twice => said.twice(),
            Script::Forbidden => Said::of(request, &Move::new("no_such_tool", json!({"really": true}))),
            Script::Loops => {
                let name = answer::moves(request, &mut words).name;
                Said::of(request, &Move::new(&name, json!({"again": request.exchanges.len() + 1})))
            }
            Script::Obeys => {
                let found = obey::orders(&request.prompt);
                let next = found.iter().rev().nth(request.exchanges.len());
                next.map_or(said, |order| Said::of(request, order))
            }
            Script::Roams => Said::of(request, &answer::roams(request, &mut Words::of(request))),
            Script::Oversteps => Said::of(request, &answer::oversteps(request, &mut Words::of(request))),
            Script::Rambles => {
                let bytes = request.limits.reply_bytes.min(request.limits.output_tokens as usize * 4);
                Said { text: words.many(bytes), calls: Vec::new() }
            }
            _ => said,
        }
    }

    /// Says it piece by piece.
    async fn tell(&self, said: &Said, hear: &mut Hear<'_>) {
        for piece in self.pieces(&said.text) {
            self.breathe().await;
            hear(Delta::Text(piece));
        }
        for (index, (name, arguments)) in said.calls.iter().enumerate() {
            hear(Delta::Call { index, name: name.clone() });
            for json in self.pieces(arguments) {
                self.breathe().await;
                hear(Delta::Arguments { index, json });
            }
        }
    }

    /// The pause before each piece of a slow answer.
    async fn breathe(&self) {
        if self.script == Script::Slow {
            tokio::time::sleep(self.delay.unwrap_or(Duration::from_millis(50))).await;
        }
    }

    fn pieces(&self, text: &str) -> Vec<String> {
        if self.script == Script::Slow {
            return text.split_inclusive(' ').map(str::to_owned).collect();
        }
        // A long text is not told by the syllable.
        let chars: Vec<char> = text.chars().collect();
        chars.chunks(PIECE_CHARS.max(chars.len() / 64)).map(|piece| piece.iter().collect()).collect()
    }
}

impl Provider for Scripted {
    fn style(&self) -> Style {
        self.style
    }

    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(self.perform(request, hear))
    }
}

/// One answer, before it is put into words: a command and its fields.
#[derive(Clone, Debug, PartialEq)]
struct Move {
    /// The tool, or the command's `type`.
    name: String,
    /// The fields, without `type`.
    fields: Value,
}

impl Move {
    fn new(name: &str, fields: Value) -> Move {
        Move { name: name.to_owned(), fields }
    }
}

/// What is said: text, or calls of (tool, arguments).
#[derive(Debug)]
struct Said {
    text: String,
    calls: Vec<(String, String)>,
}

impl Said {
    /// A move, said in the way that the request asks for.
    fn of(request: &ModelRequest, chosen: &Move) -> Said {
        if !request.tools.is_empty() {
            return Said {
                text: String::new(),
                calls: vec![(chosen.name.clone(), chosen.fields.to_string())],
            };
        }
        let text = match (&chosen.fields, chosen.name.is_empty()) {
            // Nothing to fit into: plain words.
            (Value::String(words), true) => words.clone(),
            (fields, true) => fields.to_string(),
            (Value::Object(fields), false) => {
                let mut command = serde_json::Map::new();
                command.insert("type".to_owned(), Value::from(chosen.name.as_str()));
                command.extend(fields.clone());
                Value::Object(command).to_string()
            }
            (other, false) => other.to_string(),
        };
        Said { text, calls: Vec::new() }
    }

    /// The first half of it.
    fn broken(mut self) -> Said {
        let half = |text: &mut String| {
            let keep = text.chars().count() / 2;
            *text = text.chars().take(keep).collect();
        };
        half(&mut self.text);
        self.calls.iter_mut().for_each(|(_, arguments)| half(arguments));
        self
    }

    /// All of it, and all of it again.
    fn twice(mut self) -> Said {
        self.text = if self.text.is_empty() { String::new() } else { format!("{0}\n{0}", self.text) };
        self.calls.extend(self.calls.clone());
        self
    }

    fn bytes(&self) -> usize {
        self.text.len() + self.calls.iter().map(|(name, json)| name.len() + json.len()).sum::<usize>()
    }

    fn reply(self, request: &ModelRequest, usage: Usage) -> ModelReply {
        let round = request.exchanges.len() + 1;
        let calls: Vec<ToolCall> = self
            .calls
            .into_iter()
            .enumerate()
            .map(|(index, (name, arguments))| ToolCall {
                id: format!("call-{round}-{}", index + 1),
                name,
                arguments,
            })
            .collect();
        let stop = if calls.is_empty() { Stop::End } else { Stop::Calls };
        ModelReply { text: self.text, calls, usage, estimated: false, stop }
    }
}

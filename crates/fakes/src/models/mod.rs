//! Providers of language models, as strict as the real ones.
//!
//! A fake checks every request as the real API does and answers a wrong one with the real error. What it answers to a
//! right one, and how the bytes come, a [`Script`] says.

mod anthropic;
mod check;
mod gemini;
mod http;
mod ollama;
mod openai;
mod script;

use std::marker::PhantomData;
use std::sync::Arc;

pub use anthropic::AnthropicApi;
pub use gemini::GeminiApi;
pub use http::Seen;
pub use ollama::OllamaApi;
pub use openai::{LlamaCppApi, OpenAiApi};
pub use script::{Script, Turn};

use http::{Server, Service};
use script::{Manner, Say};

/// A fake of the OpenAI API.
pub type OpenAi = Fake<OpenAiApi>;
/// A fake of llama.cpp's server: the same wire format with other habits, and no key.
pub type LlamaCpp = Fake<LlamaCppApi>;
/// A fake of Ollama in its own wire format.
pub type Ollama = Fake<OllamaApi>;
/// A fake of the Anthropic API.
pub type Anthropic = Fake<AnthropicApi>;
/// A fake of the Gemini API.
pub type Gemini = Fake<GeminiApi>;

/// A wire format: what it takes, and what it answers.
pub trait Api: Send + Sync + 'static {
    /// The path under which everything is.
    const BASE: &'static str;
    /// The only key that is accepted; none where no key is asked for.
    const KEY: Option<&'static str>;
    /// The only model that there is.
    const MODEL: &'static str;
    /// The content type of an answer that comes piece by piece.
    const STREAM: &'static str = "text/event-stream; charset=utf-8";

    /// What is answered to a question that is neither for an answer nor for the list of models, where the API knows such.
    fn aside(_: &Seen) -> Option<Result<String, Wrong>> {
        None
    }

    /// Whether a path is where models are asked for answers.
    fn is_call(path: &str) -> bool;

    /// Whether a path is where the list of models is.
    fn is_list(path: &str) -> bool;

    /// The key that a request came with.
    fn key_of(seen: &Seen) -> Option<String>;

    /// Checks a request for an answer, as the real API does.
    fn check(seen: &Seen) -> Result<(), Wrong>;

    /// The events of an answer.
    fn events(turn: &Turn) -> Vec<String>;

    /// The body of an error.
    fn error(wrong: &Wrong) -> String;

    /// The list of models.
    fn list() -> String;
}

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The status of HTTP.
    pub status: u16,
    /// What the real API says.
    pub message: String,
}

impl Wrong {
    /// A request that is not understood.
    pub(crate) fn request(message: impl Into<String>) -> Wrong {
        Wrong { status: 400, message: message.into() }
    }
}

/// A provider on loopback. It stops when it is dropped.
pub struct Fake<A> {
    server: Server,
    api: PhantomData<A>,
}

impl<A: Api> Fake<A> {
    /// Listens on a free port of loopback.
    ///
    /// # Panics
    /// If there is none.
    pub async fn start(script: Script) -> Fake<A> {
        let service: Arc<dyn Service> = Arc::new(Scripted::<A> { script, api: PhantomData });
        Fake { server: Server::start(service).await, api: PhantomData }
    }

    /// What a client is given as the base URL.
    pub fn base_url(&self) -> String {
        format!("http://{}{}", self.server.address(), A::BASE)
    }

    /// The key that it accepts; empty if it asks for none.
    pub fn key(&self) -> &'static str {
        A::KEY.unwrap_or_default()
    }

    /// The model that it has.
    pub fn model(&self) -> &'static str {
        A::MODEL
    }

    /// Every request for an answer or a list that came, in order, wrong ones too.
    pub fn requests(&self) -> Vec<Seen> {
        self.server.requests().into_iter().filter(|seen| A::aside(seen).is_none()).collect()
    }

    /// What was wrong with requests, in order.
    pub fn complaints(&self) -> Vec<Wrong> {
        self.server.complaints()
    }

    /// Lets an answer that is held go on.
    pub fn release(&self) {
        self.server.release();
    }

    /// Waits until as many answers are held, or were, as this.
    pub async fn held(&self, count: usize) {
        self.server.held(count).await;
    }

    /// Waits until a client has hung up on an answer that was held.
    pub async fn hung_up(&self) {
        self.server.hung_up().await;
    }

    /// The whole answer to a right request, byte for byte, the head of HTTP too.
    pub fn recorded(turn: &Turn) -> Vec<u8> {
        reply::<A>(turn).concat()
    }
}

/// The service of a fake.
struct Scripted<A> {
    script: Script,
    api: PhantomData<A>,
}

impl<A: Api> Service for Scripted<A> {
    fn answer(&self, seen: &Seen) -> (Vec<Vec<u8>>, Manner, Option<Wrong>) {
        match check::<A>(seen) {
            Err(wrong) => (vec![error::<A>(&wrong)], Manner::AtOnce, Some(wrong)),
            Ok(Asked::Aside(body)) => {
                (vec![http::whole(200, &[], "application/json", &body)], Manner::AtOnce, None)
            }
            Ok(Asked::List) => {
                (vec![http::whole(200, &[], "application/json", &A::list())], Manner::AtOnce, None)
            }
            Ok(Asked::Answer) => match self.script.next(seen) {
                Some(turn) => (reply::<A>(&turn), turn.manner, None),
                None => {
                    let wrong = Wrong { status: 500, message: "the script of this fake is over".into() };
                    (vec![error::<A>(&wrong)], Manner::AtOnce, Some(wrong))
                }
            },
        }
    }
}

/// What a right request asks for.
enum Asked {
    Answer,
    List,
    Aside(String),
}

/// What every API checks: method, path, key, content type.
fn check<A: Api>(seen: &Seen) -> Result<Asked, Wrong> {
    if let Some(aside) = A::aside(seen) {
        return aside.map(Asked::Aside);
    }
    let path = seen.path.strip_prefix(A::BASE).unwrap_or(&seen.path);
    let asked = match (A::is_call(path), A::is_list(path), seen.method.as_str()) {
        (true, _, "POST") => Asked::Answer,
        (_, true, "GET") => Asked::List,
        (false, false, _) => return Err(Wrong { status: 404, message: format!("Not found: {}", seen.path) }),
        _ => return Err(Wrong { status: 405, message: format!("Method {} not allowed", seen.method) }),
    };
    if let Some(right) = A::KEY {
        match A::key_of(seen) {
            None => return Err(Wrong { status: 401, message: "You didn't provide an API key.".into() }),
            // The whole key is said back, which is worse than what a real API does.
            Some(key) if key != right => {
                return Err(Wrong { status: 401, message: format!("Incorrect API key provided: {key}.") });
            }
            Some(_) => {}
        }
    }
    if matches!(asked, Asked::Answer) {
        if !seen.header("content-type").is_some_and(|kind| kind.starts_with("application/json")) {
            return Err(Wrong { status: 415, message: "The content type must be application/json".into() });
        }
        A::check(seen)?;
    }
    Ok(asked)
}

fn error<A: Api>(wrong: &Wrong) -> Vec<u8> {
    http::whole(wrong.status, &[], "application/json", &A::error(wrong))
}

/// The answer of a turn, in the pieces in which it is sent.
fn reply<A: Api>(turn: &Turn) -> Vec<Vec<u8>> {
    match &turn.say {
        Say::Status { status, headers, body } => {
            let wrong = Wrong { status: *status, message: format!("This is status {status}.") };
            let body = body.clone().unwrap_or_else(|| A::error(&wrong));
            vec![http::whole(*status, headers, "application/json", &body)]
        }
        Say::Page { content_type, body } => vec![http::whole(200, &[], content_type, body)],
        _ => {
            let head = [http::stream_head(A::STREAM)];
            let events = A::events(turn).into_iter().map(|event| http::chunk(event.as_bytes()));
            head.into_iter().chain(events).chain([http::last_chunk()]).collect()
        }
    }
}

//! The door of HTTP: takes requests apart, lets mischief have its way, and keeps what came.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::Shared;
use super::multipart::{self, Part};
use super::nasty::Fate;
use super::problem::Problem;
use super::rest;
use super::world::World;

/// The most that a request may weigh.
const REQUEST_BYTES: usize = 25 << 20;

/// A request that came, and the status of its answer. An answer to an interaction that was posted is one too: its
/// route is `INTERACTION BY HTTP`.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// `POST /channels/:id/messages`, with `:id` for every number and `:token` for a token.
    pub route: String,
    /// The path with its query, without `/api/v10`.
    pub path: String,
    /// The JSON of the body.
    pub body: Value,
    /// The status of the answer.
    pub status: u16,
    /// Why it was refused, if it was.
    pub problem: Option<Problem>,
}

impl Seen {
    /// Discord's code, if it was refused.
    pub fn code(&self) -> Option<u32> {
        self.problem.as_ref().map(|it| it.code)
    }
}

/// A request, taken apart.
pub(crate) struct Asked {
    pub(crate) method: String,
    /// The parts of the path after `/api/v10`.
    pub(crate) path: Vec<String>,
    query: Vec<(String, String)>,
    pub(crate) body: Value,
    pub(crate) files: Vec<Part>,
    authorised: Option<String>,
}

impl Asked {
    pub(crate) fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The answer of the bot to an interaction that was posted to it, as if it had come over REST.
    pub(crate) fn of_answer(body: Value, files: Vec<Part>) -> Asked {
        let (method, path) = (String::new(), Vec::new());
        Asked { method, path, query: Vec::new(), body, files, authorised: None }
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.query(name)?.parse().ok()
    }

    pub(crate) fn needs_token(&self, world: &World) -> Result<(), Problem> {
        let right = format!("Bot {}", world.token);
        if self.authorised.as_deref() == Some(&right) { Ok(()) } else { Err(Problem::unauthorised()) }
    }
}

/// An answer.
pub(crate) enum Reply {
    Json(Value),
    Created(Value),
    Empty,
    File { content_type: String, bytes: Vec<u8> },
}

/// The body of an answer, in one piece.
#[derive(Default)]
pub(crate) struct Whole(Option<Bytes>);

impl From<Vec<u8>> for Whole {
    fn from(bytes: Vec<u8>) -> Whole {
        Whole(Some(bytes.into()).filter(|it: &Bytes| !it.is_empty()))
    }
}

impl Body for Whole {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.take().map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_none()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        hyper::body::SizeHint::with_exact(self.0.as_ref().map_or(0, |bytes| bytes.len() as u64))
    }
}

/// Takes connections of loopback until it is stopped.
pub(crate) async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    // They end with it.
    let mut connections = JoinSet::new();
    while let Ok((stream, peer)) = listener.accept().await {
        if peer.ip().is_loopback() {
            let shared = Arc::clone(&shared);
            let service = service_fn(move |request| {
                let shared = Arc::clone(&shared);
                async move { Ok::<_, Infallible>(answer(&shared, request).await) }
            });
            connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
        }
        while connections.try_join_next().is_some() {}
    }
}

/// A whole body, if it is not too heavy.
pub(crate) async fn collected(mut body: Incoming) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        if let Ok(data) = frame.ok()?.into_data() {
            bytes.extend_from_slice(&data);
        }
        if bytes.len() > REQUEST_BYTES {
            return None;
        }
    }
    Some(bytes)
}

async fn answer(shared: &Shared, request: Request<Incoming>) -> Response<Whole> {
    let (head, body) = request.into_parts();
    let header = |name: &str| header(&head.headers, name);
    let path = head.uri.path().to_owned();
    if let Some(path) = path.strip_prefix("/attachments/") {
        let query = head.uri.query().unwrap_or_default();
        return match shared.look(|world| rest::files::fetch(world, path, query)) {
            Some(Reply::File { content_type, bytes }) => response(200, &[], &content_type, bytes),
            _ => response(404, &[], "text/plain", b"This content is no longer available.".to_vec()),
        };
    }
    let Some(parts) = path.strip_prefix("/api/v10/") else {
        shared.change(|world| world.unknown.push(format!("{} {path}", head.method)));
        return problem(&Problem::new(404, 0, "404: Not Found"), &[]);
    };
    let path: Vec<String> = parts.split('/').map(decoded).collect();
    let route = format!("{} {}", head.method, template(&path));
    // A channel, a guild, or a webhook with its token has its own limits.
    let own = if matches!(path[0].as_str(), "webhooks" | "interactions") { 1..3 } else { 1..2 };
    let major = path.get(own).or(path.get(1..)).map(|it| it.join("/")).unwrap_or_default();
    let body = collected(body).await;
    let latency = shared.change(|world| {
        *world.waiting.entry(route.clone()).or_default() += 1;
        world.mischief.latency(&route)
    });
    tokio::time::sleep(latency).await;
    let whole_path =
        head.uri.path_and_query().map_or(parts, |it| &it.as_str()["/api/v10".len()..]).to_owned();
    shared.change(|world| {
        if let Some(waiting) = world.waiting.get_mut(&route) {
            *waiting -= 1;
        }
        let read = match &body {
            None => Err(Problem::new(413, 40005, "Request entity too large")),
            Some(bytes) => multipart::read(&header("content-type").unwrap_or_default(), bytes),
        };
        let shown = read.as_ref().map_or(Value::Null, |(json, _)| json.clone());
        let asked = read.map(|(body, files)| Asked {
            method: head.method.to_string(),
            path,
            query: pairs(head.uri.query().unwrap_or_default()),
            body,
            files,
            authorised: header("authorization"),
        });
        // Without this Discord's front door does not let anybody in.
        let agent = header("user-agent").is_some_and(|it| it.starts_with("DiscordBot ("));
        let (answer, problem) = carry_out(world, &route, &major, agent, asked);
        let status = answer.status().as_u16();
        world.seen.push(Seen { route, path: whole_path, body: shown, status, problem });
        answer
    })
}

fn carry_out(
    world: &mut World,
    route: &str,
    major: &str,
    agent: bool,
    asked: Result<Asked, Problem>,
) -> (Response<Whole>, Option<Problem>) {
    let fate = world.mischief.fate(route, major);
    let refused =
        |problem: Problem, headers: &[(&str, String)]| (self::problem(&problem, headers), Some(problem));
    let mut headers = Vec::new();
    match &fate {
        Fate::Limited { bucket, limit, retry_after } => {
            let problem = Problem::new(429, 0, "You are being rate limited.");
            return (limited(&problem, bucket, *limit, *retry_after), Some(problem));
        }
        Fate::BotLimited { retry_after } => {
            let problem = Problem::new(429, 0, "You are being rate limited.");
            return (limited_globally(&problem, *retry_after), Some(problem));
        }
        Fate::Banned { retry_after } => {
            let wait = [("retry-after", retry_after.as_secs_f64().ceil().to_string())];
            return (response(429, &wait, "text/html", BANNED.to_vec()), Some(Problem::new(429, 0, "1015")));
        }
        Fate::Page(status) => {
            let page = response(*status, &[], "text/plain", OUT_OF_ORDER.to_vec());
            return (page, Some(Problem::new(*status, 0, "no JSON")));
        }
        Fate::Failed(status) => {
            return refused(Problem::new(*status, 0, format!("{status}: Server Error")), &[]);
        }
        Fate::Well(Some((bucket, limit, remaining, full_after))) => {
            headers = rate_headers(bucket, *limit, *remaining, *full_after);
        }
        Fate::Well(None) | Fate::Lost => {}
    }
    if !agent {
        return refused(Problem::new(403, 40333, "internal network error"), &[]);
    }
    let replied = asked.and_then(|asked| rest::answer(world, &asked));
    if matches!(fate, Fate::Lost) {
        return refused(Problem::new(502, 0, "502: Bad Gateway"), &[]);
    }
    match replied {
        Err(problem) if problem.code == 30046 => {
            (limited_old(&problem, Duration::from_secs(5)), Some(problem))
        }
        Err(problem) => refused(problem, &headers),
        Ok(Reply::Empty) => (response(204, &headers, "", Vec::new()), None),
        Ok(Reply::Created(json)) => (json_response(201, &headers, &json), None),
        Ok(Reply::Json(json)) => (json_response(200, &headers, &json), None),
        Ok(Reply::File { content_type, bytes }) => (response(200, &headers, &content_type, bytes), None),
    }
}

fn rate_headers(bucket: &str, limit: u32, remaining: u32, after: Duration) -> Vec<(&'static str, String)> {
    // The name of a bucket means nothing to anybody, so it is made to look like that.
    let name = bucket.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    vec![
        ("x-ratelimit-bucket", format!("{name:016x}")),
        ("x-ratelimit-limit", limit.to_string()),
        ("x-ratelimit-remaining", remaining.to_string()),
        // Never less than it is, or a client that obeys would come too early.
        ("x-ratelimit-reset-after", format!("{:.3}", after.as_secs_f64() + 0.001)),
    ]
}

fn limited(problem: &Problem, bucket: &str, limit: u32, retry_after: Duration) -> Response<Whole> {
    let mut headers = rate_headers(bucket, limit, 0, retry_after);
    headers.push(("retry-after", retry_after.as_secs_f64().ceil().to_string()));
    headers.push(("x-ratelimit-scope", "user".into()));
    let body = json!({
        "message": problem.message, "retry_after": retry_after.as_secs_f64(), "global": false,
    });
    json_response(429, &headers, &body)
}

/// What stands before Discord says to an address that has asked too much.
const BANNED: &[u8] = b"<!DOCTYPE html><title>Access denied</title>error code: 1015";
/// And when nothing stands behind it.
const OUT_OF_ORDER: &[u8] =
    b"upstream connect error or disconnect/reset before headers. reset reason: overflow";

fn limited_globally(problem: &Problem, retry_after: Duration) -> Response<Whole> {
    let headers = [
        ("retry-after", retry_after.as_secs_f64().ceil().to_string()),
        ("x-ratelimit-global", "true".into()),
        ("x-ratelimit-scope", "global".into()),
    ];
    let body = json!({"message": problem.message, "retry_after": retry_after.as_secs_f64(), "global": true});
    json_response(429, &headers, &body)
}

/// Too many edits of old messages are answered as a limit that many share.
fn limited_old(problem: &Problem, retry_after: Duration) -> Response<Whole> {
    let mut headers = rate_headers("old edits", 1, 0, retry_after);
    headers.push(("retry-after", retry_after.as_secs().to_string()));
    headers.push(("x-ratelimit-scope", "shared".into()));
    let mut body = problem.body();
    body["retry_after"] = retry_after.as_secs_f64().into();
    json_response(429, &headers, &body)
}

fn problem(problem: &Problem, headers: &[(&str, String)]) -> Response<Whole> {
    json_response(problem.status, headers, &problem.body())
}

fn json_response(status: u16, headers: &[(&str, String)], json: &Value) -> Response<Whole> {
    response(status, headers, "application/json", json.to_string().into_bytes())
}

fn response(status: u16, headers: &[(&str, String)], content_type: &str, body: Vec<u8>) -> Response<Whole> {
    let mut builder = Response::builder().status(status);
    if !content_type.is_empty() {
        builder = builder.header("content-type", content_type);
    }
    for (name, value) in headers {
        builder = builder.header(*name, value);
    }
    builder.body(body.into()).unwrap_or_default()
}

pub(crate) fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

/// The route of a path: numbers and tokens have no part in it.
fn template(path: &[String]) -> String {
    let mut route = String::new();
    for (place, part) in path.iter().enumerate() {
        let token = place == 2 && matches!(path[0].as_str(), "webhooks" | "interactions");
        route.push('/');
        route.push_str(match part {
            _ if token => ":token",
            part if !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit()) => ":id",
            part => part,
        });
    }
    route
}

fn pairs(query: &str) -> Vec<(String, String)> {
    let pairs = query.split('&').filter(|it| !it.is_empty());
    pairs
        .map(|it| it.split_once('=').unwrap_or((it, "")))
        .map(|(key, value)| (decoded(key), decoded(value)))
        .collect()
}

/// Text without its percent signs.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = after.get(..2).and_then(|it| u8::from_str_radix(str::from_utf8(it).ok()?, 16).ok());
        match (first, hex) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_has_no_numbers_and_no_tokens() {
        let route = |path: &str| template(&path.split('/').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(route("channels/12/messages/34"), "/channels/:id/messages/:id");
        assert_eq!(route("webhooks/12/abc/messages/@original"), "/webhooks/:id/:token/messages/@original");
        assert_eq!(route("interactions/12/abc/callback"), "/interactions/:id/:token/callback");
    }

    #[test]
    fn percent_signs_are_read() {
        assert_eq!(decoded("a%20b%2"), "a b%2");
        assert_eq!(pairs("a=1&b"), [("a".to_owned(), "1".to_owned()), ("b".to_owned(), String::new())]);
    }
}

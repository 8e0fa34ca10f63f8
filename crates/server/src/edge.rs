//! The edge: what is done with every request before anybody else sees it, and with every answer after.
//!
//! Whoever asks for a name that is not ours, or from a page of others, comes no further. Every answer is closed to other
//! origins. Every answer that says no has one shape: JSON for programs, a page with the way back for browsers.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use tokio::time::Sleep;

use crate::answer::Fail;
use crate::says;
use crate::server::App;
use crate::token::Token;
use crate::{guard, page, routes};

/// What every answer says to a browser: nothing from elsewhere, in no frame, with no guessing, and nowhere told.
const HEADERS: &[(HeaderName, &str)] = &[
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
         font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Nobody else is told where one was. With `no-referrer` a browser would hide from ourselves, too, where a form comes
    // from, and it could not be told from a form of others.
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Bytes that a refusal of the router's own may have: a sentence.
const WORDS_MAX: usize = 4_096;

/// The edge.
pub(crate) async fn edge(State(app): State<App>, request: Request, next: Next) -> Response {
    let (began, id) = (Instant::now(), request_id());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let is_api = path.starts_with("/api/");
    let wants_page = !is_api && accepts_pages(request.headers());
    let checked = guard::check(&method, request.headers(), app.options.loopback);
    let mut code = None;
    let mut response = match checked.and_then(|()| check_time(&app, &method, &path)) {
        // Photos take longer, and have a limit of their own.
        Ok(()) if path.ends_with("/photos") => next.run(request).await,
        Ok(()) => next.run(request.map(|body| in_time(body, app.options.body_time))).await,
        Err(fail) => fail.into_response(),
    };
    let is_command = method == Method::POST && (path.ends_with("/commands") || path.ends_with("/answer"));
    if response.status().is_client_error() || response.status().is_server_error() {
        code = response.extensions().get::<Fail>().map(|fail| fail.code().to_owned());
        response = refused(&app, response, wants_page.then_some(&path)).await;
    } else if is_command {
        app.figures.command_done(began.elapsed());
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    let status = response.status();
    let answered = Answered { id: &id, method: &method, path: &path, status, code: code.as_deref() };
    answered.say(began.elapsed());
    response
}

/// By which an answer is found in what the program says of itself.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// A name for a request that says nothing of others: drawn, not counted.
fn request_id() -> String {
    Token::fresh().map_or_else(|_| String::new(), |token| token.as_str()[..12].to_owned())
}

/// What is said of a request that was answered. Of its path only words of our own, since a token may stand there.
struct Answered<'a> {
    id: &'a str,
    method: &'a Method,
    path: &'a str,
    status: StatusCode,
    code: Option<&'a str>,
}

impl Answered<'_> {
    fn say(self, took: Duration) {
        let Answered { id: request, method, path, status, code } = self;
        let (status, ms) = (status.as_u16(), u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
        // The methods that there are: whatever else somebody calls one stays with them.
        let known = [Method::GET, Method::HEAD, Method::POST, Method::DELETE, Method::OPTIONS];
        let method = known.iter().find(|known| *known == method).map_or("other", |known| known.as_str());
        let code = code.unwrap_or_default();
        if status >= 400 || !matches!(method, "GET" | "HEAD") {
            tracing::info!(request, method, path = routes::known_words(path), status, code, ms, "answered");
        } else if tracing::enabled!(tracing::Level::DEBUG) {
            tracing::debug!(request, method, path = routes::known_words(path), status, ms, "answered");
        }
    }
}

/// While it is being stopped nothing new is begun; what only looks is answered.
fn check_time(app: &App, method: &Method, path: &str) -> Result<(), Fail> {
    let listens = path.ends_with("/events") || path.ends_with("/live");
    let begins = listens || !matches!(*method, Method::GET | Method::HEAD);
    if begins && app.is_draining() { Err(Fail::stopping()) } else { Ok(()) }
}

fn accepts_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).into_iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|line| line.split(',')).any(|kind| kind.trim_start().starts_with("text/html"))
}

/// A refusal in its shape. The router has some of its own, which come as plain text.
async fn refused(app: &App, response: Response, page_at: Option<&String>) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("text/html")) {
        // A page of its own, with more to say.
        app.figures.refused("page");
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let own = parts.extensions.remove::<Fail>();
    let in_shape = own.is_some();
    let fail = match own {
        // Whatever could not be done then, this is why.
        Some(fail) if fail.code() == "storage" && app.store.writing().stopped.is_some() => {
            Fail::stopped_store()
        }
        Some(fail) => fail,
        None => of_the_router(parts.status, body).await,
    };
    app.figures.refused(fail.code());
    let mut shaped = match page_at {
        Some(path) => page::failed(&fail, path).into_response(),
        None => fail.into_response(),
    };
    *shaped.status_mut() = parts.status;
    if !in_shape {
        // It says which methods there are.
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
    }
    for (name, value) in &parts.headers {
        shaped.headers_mut().entry(name).or_insert_with(|| value.clone());
    }
    shaped
}

async fn of_the_router(status: StatusCode, body: Body) -> Fail {
    let words = to_bytes(body, WORDS_MAX).await.unwrap_or_default();
    let words = String::from_utf8_lossy(&words).into_owned();
    match status {
        StatusCode::METHOD_NOT_ALLOWED => {
            let message = says::THIS_ADDRESS_IS_NOT_ASKED_FOR;
            Fail::new(status, "wrong-method", message)
        }
        StatusCode::BAD_REQUEST => Fail::bad(words),
        _ => Fail::new(status, "refused", words),
    }
}

/// A body that has to come within a time.
fn in_time(body: Body, within: Duration) -> Body {
    if body.is_end_stream() {
        return body;
    }
    Body::new(InTime { body, within, late: None })
}

struct InTime {
    body: Body,
    within: Duration,
    /// Set when somebody first waits for it.
    late: Option<Pin<Box<Sleep>>>,
}

/// The body did not come within its time.
#[derive(Debug, thiserror::Error)]
#[error("the body did not come within {} s", .0.as_secs())]
pub(crate) struct TooSlow(pub(crate) Duration);

impl HttpBody for InTime {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            return Poll::Ready(frame);
        }
        let within = self.within;
        let late = self.late.get_or_insert_with(|| Box::pin(tokio::time::sleep(within)));
        ready!(late.as_mut().poll(cx));
        Poll::Ready(Some(Err(axum::Error::new(TooSlow(within)))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_for_those_who_say_that_they_take_one() {
        let accepts = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(value));
            accepts_pages(&headers)
        };
        assert!(accepts("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"));
        assert!(accepts("application/json, text/html;q=0.1"));
        assert!(!accepts("*/*") && !accepts("application/json") && !accepts("text/event-stream"));
        assert!(!accepts_pages(&HeaderMap::new()));
    }
}

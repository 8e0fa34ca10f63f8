//! The second door of interactions: Discord posts them here, signed, and takes the answer for theirs.
//!
//! It is for who has a public address; everybody else has the gateway. Whoever can reach it can send anything, so that
//! nothing is read which is too long, too slow, too old or not signed by Discord.

use std::convert::Infallible;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{ALLOW, CONTENT_TYPE};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde::Deserialize;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use twilight_model::application::interaction::Interaction;

/// The one path that there is.
pub(crate) const PATH: &str = "/interactions";
/// The most that an interaction may weigh; a modal that is full of text has some tens of kilobytes.
const BODY_BYTES_MAX: usize = 1 << 20;
/// The most that the lines before it may weigh.
const HEAD_BYTES_MAX: usize = 16 << 10;
/// How long those may take.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// How long a connection may be open. Discord waits for three seconds.
const CONNECTION_TIME: Duration = Duration::from_secs(15);
/// The most connections at a time.
const CONNECTIONS_MAX: usize = 256;
/// How far the time of a signature may be from ours. What is older has been kept by somebody to be sent again.
const TIME_APART: Duration = Duration::from_secs(5 * 60);
/// How long what is under way may take to come to its end.
const ENDS_WITHIN: Duration = Duration::from_secs(5);

/// Whether this was signed, at this time, with the key that belongs to a public key. Key and signature are in hex.
fn verify(public_key: &str, signature: &str, timestamp: &str, body: &[u8]) -> bool {
    let (Some(key), Some(signature)) = (bytes(public_key), bytes(signature)) else { return false };
    let message = [timestamp.as_bytes(), body].concat();
    UnparsedPublicKey::new(&ED25519, key).verify(&message, &signature).is_ok()
}

/// The bytes that are written in hex.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let pair = |pair: &[u8]| match pair {
        [high, low] => u8::try_from(digit(*high)? * 16 + digit(*low)?).ok(),
        _ => None,
    };
    hex.as_bytes().chunks(2).map(pair).collect()
}

/// Whether something that was signed at this time, in seconds of Unix time, comes at the right time.
fn is_fresh(timestamp: &str, now: Duration) -> bool {
    let signed = timestamp.parse().map(Duration::from_secs);
    signed.is_ok_and(|signed| signed.abs_diff(now) <= TIME_APART)
}

/// Answers interactions that are signed for this public key (in hex) on a listener, until `until` is over; then lets
/// what is under way come to its end.
///
/// What the handler returns is the answer, as the callback over REST has it; nothing means that there is none. It is never stopped half-way, even if nobody waits for the answer any more.
pub(crate) async fn serve<H, F>(
    listener: TcpListener,
    public_key: &str,
    handler: H,
    until: impl Future<Output = ()>,
) where
    H: Fn(Interaction) -> F + Send + Sync + 'static,
    F: Future<Output = Option<Value>> + Send + 'static,
{
    let door = Arc::new(Door { public_key: public_key.to_owned(), handler });
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    let graceful = GracefulShutdown::new();
    tokio::pin!(until);
    loop {
        let accepted = tokio::select! {
            accepted = async { (Arc::clone(&places).acquire_owned().await, listener.accept().await) } => accepted,
            () = &mut until => break,
        };
        let (place, Ok((stream, _))) = accepted else {
            // No more files may be open: to ask again at once would be of no use.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let door = Arc::clone(&door);
        let service = service_fn(move |request| {
            let door = Arc::clone(&door);
            async move { Ok::<_, Infallible>(door.answer(request).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .max_buf_size(HEAD_BYTES_MAX)
            .keep_alive(false)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Whoever goes away has seen what they wanted.
            let _ = timeout(CONNECTION_TIME, connection).await;
            drop(place);
        });
    }
    let _ = timeout(ENDS_WITHIN, graceful.shutdown()).await;
}

struct Door<H> {
    public_key: String,
    handler: H,
}

impl<H, F> Door<H>
where
    H: Fn(Interaction) -> F,
    F: Future<Output = Option<Value>> + Send + 'static,
{
    async fn answer(&self, request: Request<Incoming>) -> Response<Whole> {
        let (head, body) = request.into_parts();
        if head.uri.path() != PATH {
            return short(StatusCode::NOT_FOUND);
        }
        if head.method != Method::POST {
            let mut response = short(StatusCode::METHOD_NOT_ALLOWED);
            response.headers_mut().insert(ALLOW, hyper::header::HeaderValue::from_static("POST"));
            return response;
        }
        let signature = header(&head.headers, "x-signature-ed25519");
        let timestamp = header(&head.headers, "x-signature-timestamp");
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        if signature.is_empty() || !is_fresh(timestamp, now) {
            return short(StatusCode::UNAUTHORIZED);
        }
        let body = match collected(body).await {
            Ok(body) => body,
            Err(status) => return short(status),
        };
        if !verify(&self.public_key, signature, timestamp, &body) {
            return short(StatusCode::UNAUTHORIZED);
        }
        if serde_json::from_slice(&body).is_ok_and(|kind: Kind| kind.kind == PING) {
            return whole(StatusCode::OK, "application/json", PONG.into());
        }
        let Ok(interaction) = serde_json::from_slice(&body) else { return short(StatusCode::BAD_REQUEST) };
        // By itself, because this is stopped when the other side goes away.
        match tokio::spawn((self.handler)(interaction)).await {
            Ok(Some(answer)) => whole(StatusCode::OK, "application/json", answer.to_string().into()),
            Ok(None) => short(StatusCode::ACCEPTED),
            Err(_) => short(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}

const PING: u8 = 1;
const PONG: &str = r#"{"type":1}"#;

/// What says of an interaction which kind it is.
#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: u8,
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// A whole body, if it is not too long.
async fn collected(mut body: Incoming) -> Result<Vec<u8>, StatusCode> {
    let is_long = |length: u64| usize::try_from(length).is_ok_and(|it| it > BODY_BYTES_MAX);
    if is_long(body.size_hint().lower()) {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| StatusCode::BAD_REQUEST)?;
        if let Ok(data) = frame.into_data() {
            bytes.extend_from_slice(&data);
        }
        if bytes.len() > BODY_BYTES_MAX {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
    }
    Ok(bytes)
}

/// An answer that is nothing but its status.
fn short(status: StatusCode) -> Response<Whole> {
    let mut response = Response::new(Whole(None));
    *response.status_mut() = status;
    response
}

fn whole(status: StatusCode, content_type: &str, body: Bytes) -> Response<Whole> {
    let response = Response::builder().status(status).header(CONTENT_TYPE, content_type);
    response.body(Whole(Some(body))).unwrap_or_else(|_| short(StatusCode::INTERNAL_SERVER_ERROR))
}

/// A body in one piece.
struct Whole(Option<Bytes>);

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

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.as_ref().map_or(0, |bytes| bytes.len() as u64))
    }
}

#[cfg(test)]
mod tests;

//! Server-sent events, as bytes that many streams can share.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use host::Closed;
use serde_json::{Value, json};

/// What is sent when there is nothing to tell.
const ALIVE: Bytes = Bytes::from_static(b":\n\n");

/// One event. Its data is JSON, which has no line breaks of its own.
pub(crate) fn event(name: &str, id: Option<u64>, data: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(name.len() + data.len() + 48);
    if let Some(id) = id {
        out.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    out.extend_from_slice(format!("event: {name}\ndata: ").as_bytes());
    out.extend_from_slice(data.as_bytes());
    out.extend_from_slice(b"\n\n");
    out
}

/// Why there will be no more; whether to come back at once is the listener's to decide.
pub(crate) fn why_over(closed: &Closed) -> Value {
    let code = match closed {
        Closed::Stopped => "stopped",
        Closed::Slow => "slow",
        Closed::Ahead { .. } => "ahead",
        Closed::Storage { .. } => "storage",
        Closed::Bug => "bug",
    };
    json!({"code": code, "message": closed.to_string()})
}

/// The same, for somebody who may not hear it any more.
pub(crate) fn not_yours() -> Value {
    json!({"code": "not-found", "message": "this is not yours to look at any more"})
}

/// The event that says why there will be no more.
pub(crate) fn over(why: &Value) -> Bytes {
    event("closed", None, &why.to_string()).into()
}

/// What is waited for, or a sign of life if it takes longer.
pub(crate) async fn or_alive<T>(next: impl Future<Output = T>, after: Duration) -> Result<T, Bytes> {
    tokio::time::timeout(after, next).await.map_err(|_| ALIVE)
}

/// The answer that a stream of events is.
pub(crate) fn answer(events: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, Body::from_stream(events)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_has_its_number_its_name_and_its_data() {
        assert_eq!(event("update", Some(7), "{}"), b"id: 7\nevent: update\ndata: {}\n\n");
        assert_eq!(event("closed", None, "{}"), b"event: closed\ndata: {}\n\n");
    }

    #[tokio::test]
    async fn a_stream_without_news_says_that_it_is_alive() {
        let (long, short) = (Duration::from_secs(60), Duration::from_millis(1));
        assert_eq!(or_alive(std::future::ready(7), long).await, Ok(7));
        assert_eq!(or_alive(std::future::pending::<()>(), short).await, Err(ALIVE));
    }
}

//! Answers that are no answer: statuses, and when to come back.

use std::time::{Duration, SystemTime};

use hyper::header::{CONTENT_TYPE, DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

use super::http::{Body, Response};
use crate::CallFault;

/// How much of an error is read.
const ERROR_BYTES_MAX: usize = 64 << 10;
/// How much of an error is told.
const ERROR_CHARS_MAX: usize = 300;

/// An answer whose status is good, or the fault that the status means.
pub(super) async fn good(response: Response) -> Result<Response, CallFault> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let headers = response.headers().clone();
    // An error without its body is an error still.
    let body = Body::of(response, ERROR_BYTES_MAX).all().await.unwrap_or_default();
    let json = serde_json::from_slice::<Value>(&body).unwrap_or_default();
    let error = inner(&json);
    if status.as_u16() == 429 && error.is_some_and(|error| error["code"] == "insufficient_quota") {
        return Err(CallFault::Denied { why: told(error, &body) });
    }
    let mut fault = of_status(status.as_u16(), &told(error, &body));
    if let CallFault::RateLimited { retry_after } = &mut fault {
        *retry_after = wait(&headers, SystemTime::now()).or_else(|| delay(error?));
    }
    if status.as_u16() == 400 && error.is_some_and(|error| error.to_string().contains("API_KEY_INVALID")) {
        return Err(of_status(401, &told(error, &body)));
    }
    Err(fault)
}

/// What a stream of server-sent events is called.
pub(super) const EVENTS: &str = "text/event-stream";

/// An answer that is a stream of this kind, or a fault that says what it is.
pub(super) fn streamed(response: Response, wanted: &str) -> Result<Response, CallFault> {
    let kind = response.headers().get(CONTENT_TYPE).map(|kind| String::from_utf8_lossy(kind.as_bytes()));
    let kind = kind.unwrap_or_else(|| "no content type".into()).to_ascii_lowercase();
    if kind.starts_with(wanted) {
        return Ok(response);
    }
    Err(CallFault::Malformed { why: format!("it is {}, and {wanted} was asked for", short(&kind)) })
}

/// The fault that a status means, in a head or in the middle of a stream.
pub(super) fn of_status(status: u16, said: &str) -> CallFault {
    match status {
        429 | 529 => CallFault::RateLimited { retry_after: None },
        401 | 403 => CallFault::Denied { why: format!("the key was not accepted ({status}): {said}") },
        407 => CallFault::Denied {
            why: "the proxy wants a user and a password (407): HTTP_PROXY=http://user:password@host".into(),
        },
        300..=399 => CallFault::Denied {
            why: format!("it sent us elsewhere ({status}), where no key goes: correct the base URL"),
        },
        408 | 500.. => CallFault::Unreachable { why: format!("it failed ({status}): {said}") },
        _ => CallFault::Denied { why: format!("{said} ({status})") },
    }
}

/// The fault that an error in the middle of a stream means, by its code or its kind.
pub(super) fn in_stream(error: &Value) -> CallFault {
    let code = error["code"].as_u64().and_then(|code| u16::try_from(code).ok()).filter(|code| *code >= 400);
    let status = code.unwrap_or_else(|| match error["type"].as_str().unwrap_or_default() {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "permission_error" => 403,
        "not_found_error" => 404,
        "request_too_large" => 413,
        "rate_limit_error" | "rate_limit_exceeded" => 429,
        "overloaded_error" => 529,
        _ => 500,
    });
    of_status(status, &told(Some(error), b""))
}

/// Where an error is in a body: most say `error`, some in a list.
fn inner(json: &Value) -> Option<&Value> {
    json.get("error").or_else(|| json.get(0)?.get("error"))
}

/// What an error says, in one short line.
fn told(error: Option<&Value>, body: &[u8]) -> String {
    let said = error.and_then(|error| error["message"].as_str().or_else(|| error.as_str()));
    match said {
        Some(said) => short(said),
        None if body.is_empty() => "it gave no reason".into(),
        None => short(&String::from_utf8_lossy(body)),
    }
}

fn short(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let line = words.collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(ERROR_CHARS_MAX) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// When to come back, by the headers: milliseconds, seconds, or a date.
fn wait(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let number = |value: &str| value.trim().parse::<f64>().ok().filter(|number| *number >= 0.0);
    let text = |name: &str| headers.get(name)?.to_str().ok();
    if let Some(millis) = text("retry-after-ms").and_then(number) {
        return Duration::try_from_secs_f64(millis / 1000.0).ok();
    }
    let after = headers.get(RETRY_AFTER)?.to_str().ok()?;
    if let Some(seconds) = number(after) {
        return Duration::try_from_secs_f64(seconds).ok();
    }
    let date = httpdate::parse_http_date(after).ok()?;
    // By the provider's clock, if it tells the time: ours may be wrong.
    let told = headers.get(DATE).and_then(|date| httpdate::parse_http_date(date.to_str().ok()?).ok());
    Some(date.duration_since(told.unwrap_or(now)).unwrap_or_default())
}

/// When to come back, by the body: `"retryDelay": "37.5s"`.
fn delay(error: &Value) -> Option<Duration> {
    let details = error["details"].as_array()?;
    let delay = details.iter().find_map(|detail| detail["retryDelay"].as_str())?;
    Duration::try_from_secs_f64(delay.strip_suffix('s')?.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use hyper::header::{HeaderName, HeaderValue};

    use super::*;

    fn check(headers: &[(&'static str, &'static str)], expected: Option<f64>) {
        let map = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        let now = httpdate::parse_http_date("Fri, 01 Jan 2027 00:00:10 GMT").expect("a date");
        assert_eq!(wait(&map, now), expected.map(Duration::from_secs_f64), "{headers:?}");
    }

    #[test]
    fn when_to_come_back_is_told_in_many_ways() {
        check(&[], None);
        check(&[("retry-after", "3")], Some(3.0));
        check(&[("retry-after", " 0.25 ")], Some(0.25));
        check(&[("retry-after", "9"), ("retry-after-ms", "1500")], Some(1.5));
        check(&[("retry-after", "Fri, 01 Jan 2027 00:00:30 GMT")], Some(20.0));
        check(
            &[("retry-after", "Fri, 01 Jan 2027 00:00:30 GMT"), ("date", "Fri, 01 Jan 2027 00:00:25 GMT")],
            Some(5.0),
        );
        check(&[("retry-after", "Fri, 01 Jan 2027 00:00:00 GMT")], Some(0.0));
        for nonsense in ["-1", "NaN", "inf", "soon", "1e300", ""] {
            check(&[("retry-after", nonsense)], None);
        }
    }

    #[test]
    fn a_long_error_is_told_in_one_short_line() {
        let told = told(None, "a\n\n b\u{7}".repeat(1000).as_bytes());
        assert!(told.starts_with("a b a b") && told.chars().count() == ERROR_CHARS_MAX + 1, "{told}");
    }

    #[test]
    fn every_status_is_a_fault() {
        assert!(matches!(of_status(529, ""), CallFault::RateLimited { .. }));
        assert!(matches!(of_status(307, ""), CallFault::Denied { .. }));
        assert!(matches!(of_status(503, ""), CallFault::Unreachable { .. }));
        for status in [400, 401, 402, 403, 404, 405, 413, 422] {
            assert!(matches!(of_status(status, ""), CallFault::Denied { .. }), "{status}");
        }
    }
}

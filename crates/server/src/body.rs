//! Bodies of requests: read within a limit and a time, and not deeper than they have to be.

use std::convert::Infallible;
use std::error::Error;
use std::marker::PhantomData;

use axum::body::{Body, to_bytes};
use axum::extract::FromRequest;
use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::Fail;
use crate::edge::TooSlow;
use crate::limits::{BODY_BYTES_MAX, DISCARDED_BYTES_MAX, JSON_DEPTH_MAX, PHOTO_TIME};
use crate::says;

/// A JSON body that is still to be read: whoever sends it has to be somebody who may.
pub(crate) struct Sent<T>(Request<Body>, PhantomData<fn() -> T>);

impl<T, S: Send + Sync> FromRequest<S> for Sent<T> {
    type Rejection = Infallible;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Sent<T>, Infallible> {
        Ok(Sent(request, PhantomData))
    }
}

impl<T: DeserializeOwned> Sent<T> {
    /// Reads it.
    pub(crate) async fn read(self) -> Result<T, Fail> {
        let kind = self.0.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
            let message = says::SEND_JSON_WITH_THE_HEADER_CONTENT;
            return Err(Fail::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message));
        }
        let bytes = read(self.0.into_body(), BODY_BYTES_MAX).await?;
        if depth(&bytes) > JSON_DEPTH_MAX {
            return Err(Fail::bad(says::the_body_has_more_than_levels(JSON_DEPTH_MAX)));
        }
        parsed(&bytes).map_err(|error| Fail::bad(says::the_body_is_not_right(&error)))
    }
}

fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, serde_json::Error> {
    serde_json::from_slice(bytes).or_else(|error| {
        let value: Value = serde_json::from_slice(bytes)?;
        typed(value).map_err(|_| error)
    })
}

/// What a value is. To JSON 7.0 is a whole number, and some programs write every number so.
pub(crate) fn typed<T: DeserializeOwned>(mut value: Value) -> Result<T, serde_json::Error> {
    let as_it_is = T::deserialize(&value);
    if as_it_is.is_ok() || !make_whole(&mut value) {
        return as_it_is;
    }
    serde_json::from_value(value)
}

/// Makes whole numbers of those that are. Was there one?
fn make_whole(value: &mut Value) -> bool {
    match value {
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) if float.fract() == 0.0 && float.abs() <= WHOLE_MAX => {
                *number = (float as i64).into();
                true
            }
            _ => false,
        },
        Value::Array(items) => items.iter_mut().fold(false, |found, item| make_whole(item) | found),
        Value::Object(fields) => fields.values_mut().fold(false, |found, item| make_whole(item) | found),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

/// Up to here every whole number has a float of its own.
const WHOLE_MAX: f64 = 9_007_199_254_740_992.0;

/// The bytes of a body. That it comes in time is seen to at the edge.
pub(crate) async fn read(body: Body, most: usize) -> Result<Vec<u8>, Fail> {
    to_bytes(body, most).await.map(|bytes| bytes.to_vec()).map_err(|error| {
        let mut source: Option<&dyn Error> = Some(&error);
        while let Some(error) = source {
            if let Some(slow) = error.downcast_ref::<TooSlow>() {
                return Fail::new(StatusCode::REQUEST_TIMEOUT, "too-slow", slow.to_string());
            }
            source = error.source();
        }
        let message = says::the_body_did_not_come_whole(most);
        Fail::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    })
}

/// The bytes of a body with photos, which may take longer. One that is too large is heard out, within reason, before it
/// is refused: a browser that still sends does not read why. `photos` is how many of the largest size fit in.
pub(crate) async fn read_photos(body: Body, most: usize, photos: usize) -> Result<Vec<u8>, Fail> {
    let whole = async {
        let (mut bytes, mut discarded, mut chunks) = (Vec::new(), 0, body.into_data_stream());
        while let Some(chunk) = chunks.next().await {
            let cut_off = |_| Fail::bad(says::THE_PHOTO_DID_NOT_COME_WHOLE);
            let chunk = chunk.map_err(cut_off)?;
            if discarded == 0 && bytes.len() + chunk.len() <= most {
                bytes.extend_from_slice(&chunk);
                continue;
            }
            discarded += chunk.len();
            if discarded > DISCARDED_BYTES_MAX {
                break;
            }
        }
        if discarded == 0 { Ok(bytes) } else { Err(too_large(photos)) }
    };
    match tokio::time::timeout(PHOTO_TIME, whole).await {
        Ok(read) => read,
        Err(_) => Err(Fail::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            says::the_photo_did_not_come_within(PHOTO_TIME.as_secs()),
        )),
    }
}

fn too_large(photos: usize) -> Fail {
    let message = match photos {
        1 => says::THIS_PHOTO_HAS_MORE_THAN_10.to_owned(),
        many => says::together_these_have_more_than_mb(10 * many),
    };
    Fail::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
}

/// How deep brackets stand in brackets, outside of strings.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_may_be_written_as_a_float() {
        #[derive(Debug, PartialEq, serde::Deserialize)]
        struct At {
            at: u64,
        }
        assert_eq!(parsed::<At>(br#"{"at": 7.0}"#).ok(), Some(At { at: 7 }));
        for bad in [r#"{"at": 7.5}"#, r#"{"at": -7.0}"#, r#"{"at": 1e30}"#, r#"{"at": "7"}"#, "{"] {
            assert!(parsed::<At>(bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn brackets_in_strings_are_no_levels() {
        assert_eq!(depth(br#"{"a": [1, "[[[{{{\"[", {}]}"#), 3);
        assert_eq!(depth(b"[[[["), 4);
        assert_eq!(depth(b"7"), 0);
    }
}

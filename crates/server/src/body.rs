//! Bodies of requests: read within a limit and a time, and not deeper than they have to be.

use axum::body::{Body, to_bytes};
use axum::extract::FromRequest;
use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;

use crate::answer::Fail;
use crate::limits::{BODY_BYTES_MAX, BODY_TIME, DISCARDED_BYTES_MAX, JSON_DEPTH_MAX, PHOTO_TIME};

/// A JSON body.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Fail;

    async fn from_request(request: Request<Body>, _: &S) -> Result<Json<T>, Fail> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_json =
            kind.is_some_and(|kind| kind.split(';').next().is_some_and(|it| it.trim() == "application/json"));
        if !is_json {
            let message = "send JSON, with the header content-type: application/json";
            return Err(Fail::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json", message));
        }
        let bytes = read(request.into_body(), BODY_BYTES_MAX).await?;
        if depth(&bytes) > JSON_DEPTH_MAX {
            return Err(Fail::bad(format!("the body has more than {JSON_DEPTH_MAX} levels")));
        }
        serde_json::from_slice(&bytes)
            .map(Json)
            .map_err(|error| Fail::bad(format!("the body is not right: {error}")))
    }
}

/// The bytes of a body.
pub(crate) async fn read(body: Body, most: usize) -> Result<Vec<u8>, Fail> {
    match tokio::time::timeout(BODY_TIME, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes.to_vec()),
        Ok(Err(_)) => Err(Fail::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too-large",
            format!("the body did not come whole, or has more than {most} bytes"),
        )),
        Err(_) => Err(Fail::new(
            StatusCode::REQUEST_TIMEOUT,
            "too-slow",
            format!("the body did not come within {} s", BODY_TIME.as_secs()),
        )),
    }
}

/// The bytes of a body with photos, which may take longer. One that is too large is heard out, within reason, before it
/// is refused: a browser that still sends does not read why. `photos` is how many of the largest size fit in.
pub(crate) async fn read_photos(body: Body, most: usize, photos: usize) -> Result<Vec<u8>, Fail> {
    let whole = async {
        let (mut bytes, mut discarded, mut chunks) = (Vec::new(), 0, body.into_data_stream());
        while let Some(chunk) = chunks.next().await {
            let cut_off = |_| Fail::bad("the photo did not come whole: send it again");
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
            format!("the photo did not come within {} s: save it smaller", PHOTO_TIME.as_secs()),
        )),
    }
}

fn too_large(photos: usize) -> Fail {
    let message = match photos {
        1 => "this photo has more than 10 MB: save it smaller, or as JPEG".to_owned(),
        many => format!("together these have more than {} MB: send them one by one", 10 * many),
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
    fn brackets_in_strings_are_no_levels() {
        assert_eq!(depth(br#"{"a": [1, "[[[{{{\"[", {}]}"#), 3);
        assert_eq!(depth(b"[[[["), 4);
        assert_eq!(depth(b"7"), 0);
    }
}

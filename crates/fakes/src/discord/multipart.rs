//! The bodies of requests: JSON, or a form with JSON and files in it.

use serde_json::Value;

use super::problem::Problem;

/// A file of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The number in `files[n]`.
    pub(crate) number: u64,
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Reads a body.
pub(crate) fn read(content_type: &str, body: &[u8]) -> Result<(Value, Vec<Part>), Problem> {
    if body.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    if content_type.starts_with("application/json") {
        return Ok((json(body)?, Vec::new()));
    }
    let Some(boundary) = content_type.strip_prefix("multipart/form-data; boundary=") else {
        let message = "Expected \"Content-Type\" header to be one of {'application/json'}.";
        return Err(Problem::field("", "CONTENT_TYPE_INVALID", message));
    };
    form(boundary.trim_matches('"'), body)
}

fn json(bytes: &[u8]) -> Result<Value, Problem> {
    serde_json::from_slice(bytes)
        .map_err(|_| Problem::new(400, 50109, "The request body contains invalid JSON."))
}

fn form(boundary: &str, body: &[u8]) -> Result<(Value, Vec<Part>), Problem> {
    let wrong = || Problem::field("", "MULTIPART_INVALID", "The form cannot be read.");
    let mut payload = Value::Null;
    let mut files = Vec::new();
    let line = format!("--{boundary}");
    let mut rest = body.strip_prefix(line.as_bytes()).ok_or_else(wrong)?;
    let between = format!("\r\n--{boundary}");
    while let Some(part) = rest.strip_prefix(b"\r\n") {
        let end = find(part, between.as_bytes()).ok_or_else(wrong)?;
        let head_end = find(part, b"\r\n\r\n").ok_or_else(wrong)?;
        let head = str::from_utf8(&part[..head_end]).map_err(|_| wrong())?;
        let bytes = part.get(head_end + 4..end).ok_or_else(wrong)?;
        rest = &part[end + between.len()..];
        let name = quoted(head, " name=\"").ok_or_else(wrong)?;
        let number = name.strip_prefix("files[").and_then(|it| it.strip_suffix(']')?.parse().ok());
        match (number, quoted(head, " filename=\"")) {
            (None, _) if name == "payload_json" => payload = json(bytes)?,
            (Some(number), Some(name)) => files.push(Part { number, name: name.into(), bytes: bytes.into() }),
            _ => return Err(wrong()),
        }
    }
    if rest.starts_with(b"--") { Ok((payload, files)) } else { Err(wrong()) }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|it| it == what)
}

fn quoted<'a>(head: &'a str, before: &str) -> Option<&'a str> {
    let (_, rest) = head.split_once(before)?;
    rest.split_once('"').map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_json_and_files() {
        let body = "--b\r\nContent-Disposition: form-data; name=\"payload_json\"\r\nContent-Type: application/json\r\n\
                    \r\n{\"content\":\"a\"}\r\n--b\r\nContent-Disposition: form-data; name=\"files[3]\"; \
                    filename=\"a.png\"\r\n\r\nx\r\ny\r\n--b--";
        let Ok((json, files)) = read("multipart/form-data; boundary=b", body.as_bytes()) else {
            panic!("it is a form")
        };
        assert_eq!(json["content"], "a");
        assert_eq!(files, [Part { number: 3, name: "a.png".into(), bytes: b"x\r\ny".to_vec() }]);
    }

    #[test]
    fn what_is_neither_is_refused() {
        for (kind, body) in
            [("text/plain", "a"), ("application/json", "{"), ("multipart/form-data; boundary=b", "a")]
        {
            assert!(read(kind, body.as_bytes()).is_err(), "{kind}");
        }
    }
}

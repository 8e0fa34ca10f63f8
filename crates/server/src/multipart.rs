//! Bodies of forms with files. Strict: what a browser writes is read, and nothing else.

use crate::says;

/// Parts of one form, at most: ours have a field or two, and a few files.
const PARTS_MAX: usize = 16;

/// Bytes of the head of a part, at most: a name and the name of a file.
const HEAD_BYTES_MAX: usize = 1024;

/// One field of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    pub(crate) name: String,
    /// What the file was called, if it is one.
    pub(crate) file_name: Option<String>,
    pub(crate) bytes: &'a [u8],
}

/// What stands between the parts, out of the header `content-type`.
pub(crate) fn boundary(content_type: &str) -> Option<&str> {
    let rest = content_type.strip_prefix("multipart/form-data;")?.trim_start();
    let boundary = rest.strip_prefix("boundary=")?.trim_matches('"');
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"'()+_,-./:=?".contains(&byte);
    (!boundary.is_empty() && boundary.len() <= 70 && boundary.bytes().all(is_plain)).then_some(boundary)
}

/// The parts of a body, in order.
pub(crate) fn parts<'a>(body: &'a [u8], boundary: &str) -> Result<Vec<Part<'a>>, &'static str> {
    let first = format!("--{boundary}");
    let between = format!("\r\n--{boundary}");
    let mut rest = body.strip_prefix(first.as_bytes()).ok_or(says::THE_FORM_DOES_NOT_BEGIN_AS)?;
    let mut parts = Vec::new();
    loop {
        // Two dashes end it; what may follow them is nothing of ours.
        if rest.starts_with(b"--") {
            return Ok(parts);
        }
        if parts.len() == PARTS_MAX {
            return Err(says::THE_FORM_HAS_TOO_MANY_PARTS);
        }
        rest = rest.strip_prefix(b"\r\n").ok_or(says::THE_FORM_IS_NOT_WRITTEN_AS)?;
        let window = rest.get(..HEAD_BYTES_MAX).unwrap_or(rest);
        let head = find(window, b"\r\n\r\n").ok_or(says::A_PART_OF_THE_FORM_HAS)?;
        let (name, file_name) = names(&rest[..head]).ok_or(says::A_PART_OF_THE_FORM_HAS_NO)?;
        rest = &rest[head + 4..];
        let end = find(rest, between.as_bytes()).ok_or(says::THE_FORM_IS_CUT_OFF_SEND)?;
        parts.push(Part { name, file_name, bytes: &rest[..end] });
        rest = &rest[end + between.len()..];
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// The name of a part and of its file, out of its head.
fn names(head: &[u8]) -> Option<(String, Option<String>)> {
    let head = String::from_utf8_lossy(head);
    let is_disposition = |line: &&str| line.to_ascii_lowercase().starts_with("content-disposition:");
    let line = head.split("\r\n").find(is_disposition)?;
    let rest = line.split_once(':')?.1.trim().strip_prefix("form-data;")?;
    Some((quoted(rest, " name=\"")?, quoted(rest, " filename=\"")))
}

/// What stands in quotation marks behind something. Browsers write `%22` for a mark within.
fn quoted(text: &str, before: &str) -> Option<String> {
    let rest = &text[text.find(before)? + before.len()..];
    Some(rest[..rest.find('"')?].replace("%22", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &str = "--X1\r\nContent-Disposition: form-data; name=\"as\"\r\n\r\nseat:1\r\n--X1\r\n\
        Content-Disposition: form-data; name=\"photo\"; filename=\"my %22desk%22.jpg\"\r\n\
        Content-Type: image/jpeg\r\n\r\n\u{1}--X\r\n\r\n\r\n--X1--\r\n";

    #[test]
    fn forms_with_files_are_read_as_browsers_write_them() {
        let parts = parts(FORM.as_bytes(), "X1").expect("a form");
        assert_eq!(parts.len(), 2);
        assert_eq!((parts[0].name.as_str(), parts[0].bytes), ("as", &b"seat:1"[..]));
        assert_eq!(parts[1].file_name.as_deref(), Some("my \"desk\".jpg"));
        assert_eq!(parts[1].bytes, b"\x01--X\r\n\r\n", "bytes that look like an end are no end");
    }

    #[test]
    fn a_form_that_is_cut_off_anywhere_is_refused() {
        let whole = FORM.trim_end().len();
        for end in 0..whole {
            assert!(parts(&FORM.as_bytes()[..end], "X1").is_err(), "{end}");
        }
        assert!(parts(FORM.as_bytes(), "X2").is_err(), "another boundary");
        let many =
            format!("{}--X1--", "--X1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n".repeat(17));
        assert!(parts(many.as_bytes(), "X1").is_err_and(|why| why.contains("too many")));
        let long = format!(
            "--X1\r\nContent-Disposition: form-data; name=\"{}\"\r\n\r\n\r\n--X1--",
            "a".repeat(2000)
        );
        assert!(parts(long.as_bytes(), "X1").is_err());
    }

    #[test]
    fn a_boundary_is_what_browsers_choose() {
        for (kind, expected) in [
            (
                "multipart/form-data; boundary=----WebKitFormBoundaryAbC123",
                Some("----WebKitFormBoundaryAbC123"),
            ),
            ("multipart/form-data; boundary=\"x y\"", None),
            ("multipart/form-data; boundary=", None),
            ("multipart/mixed; boundary=x", None),
            ("text/plain", None),
        ] {
            assert_eq!(boundary(kind), expected, "{kind}");
        }
    }
}

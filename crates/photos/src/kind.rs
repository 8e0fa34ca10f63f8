//! What some bytes are, by how they begin. A name says nothing: anybody can call anything `photo.jpg`.

/// What was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Jpeg,
    Png,
    WebP,
    /// No photo; in words, with an article.
    Other(&'static str),
}

/// Bytes that are looked at to tell text and drawings from the rest.
const LOOKED_AT: usize = 1024;

impl Kind {
    pub(crate) fn of(bytes: &[u8]) -> Kind {
        let begins = |magic: &[u8]| bytes.starts_with(magic);
        if begins(b"\xff\xd8\xff") {
            Kind::Jpeg
        } else if begins(b"\x89PNG\r\n\x1a\n") {
            Kind::Png
        } else if begins(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Kind::WebP
        } else {
            Kind::Other(other(bytes))
        }
    }
}

fn other(bytes: &[u8]) -> &'static str {
    const BEGINNINGS: &[(&[u8], &str)] = &[
        (b"GIF8", "a GIF"),
        (b"%PDF", "a PDF"),
        (b"BM", "a BMP"),
        (b"II*\0", "a TIFF or a raw photo"),
        (b"MM\0*", "a TIFF or a raw photo"),
        (b"8BPS", "a Photoshop file"),
        (b"\xff\x0a", "a JPEG XL"),
        (b"\0\0\0\x0cJXL ", "a JPEG XL"),
        (b"\0\0\0\x0cjP  ", "a JPEG 2000"),
        (b"PK\x03\x04", "a ZIP archive or an office document"),
        (b"\x1f\x8b", "a compressed file"),
        (b"RIFF", "a sound or a video"),
        (b"\x1aE\xdf\xa3", "a video"),
    ];
    if let Some((_, what)) = BEGINNINGS.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return what;
    }
    if bytes.get(4..8) == Some(b"ftyp") {
        return match bytes.get(8..12) {
            Some(b"avif" | b"avis") => "an AVIF",
            Some(b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"hevx" | b"mif1" | b"msf1") => "a HEIC",
            _ => "a video",
        };
    }
    let head = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    // A character may be cut off at the end of what is looked at.
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => return "no picture that is known here",
    };
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.contains("<svg") {
        "an SVG drawing"
    } else if text.to_ascii_lowercase().contains("<html") {
        "a web page"
    } else if !text.is_empty() && !text.chars().any(control) {
        "text"
    } else {
        "no picture that is known here"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_by_their_bytes() {
        let check = |bytes: &[u8], kind| assert_eq!(Kind::of(bytes), kind, "{bytes:?}");
        check(b"\xff\xd8\xff\xe0", Kind::Jpeg);
        check(b"\x89PNG\r\n\x1a\n", Kind::Png);
        check(b"RIFF\x04\0\0\0WEBPVP8 ", Kind::WebP);
        check(b"RIFF\x04\0\0\0WAVEfmt ", Kind::Other("a sound or a video"));
        check(b"GIF89a=1;alert(1)", Kind::Other("a GIF"));
        check(b"\0\0\0\x18ftypheic\0\0\0\0", Kind::Other("a HEIC"));
        check(b"\0\0\0\x18ftypavif\0\0\0\0", Kind::Other("an AVIF"));
        check(b"\0\0\0\x18ftypisom\0\0\0\0", Kind::Other("a video"));
        check(b"%PDF-1.7", Kind::Other("a PDF"));
        check(b"BM\0\0\0\0", Kind::Other("a BMP"));
        check(b"II*\0\x08\0\0\0", Kind::Other("a TIFF or a raw photo"));
        check(b"<?xml version=\"1.0\"?><svg></svg>", Kind::Other("an SVG drawing"));
        check(b"<!DOCTYPE html><HTML>", Kind::Other("a web page"));
        check("a shelf, a chair, \u{fc}ber".as_bytes(), Kind::Other("text"));
        check(b"\0\0\0\0\0\0\0\0\0\0\0\0", Kind::Other("no picture that is known here"));
        check(b"\xff\xd8", Kind::Other("no picture that is known here"));
    }

    #[test]
    fn text_is_text_wherever_its_beginning_is_cut() {
        let long = "\u{20ac}".repeat(LOOKED_AT);
        assert_eq!(Kind::of(long.as_bytes()), Kind::Other("text"));
    }
}

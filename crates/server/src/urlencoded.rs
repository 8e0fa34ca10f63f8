//! Bodies of plain forms: `name=value&name=value`.

/// The pairs of a body, in order.
pub(crate) fn pairs(body: &[u8]) -> Vec<(String, String)> {
    let parts = body.split(|byte| *byte == b'&').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let at = part.iter().position(|byte| *byte == b'=').unwrap_or(part.len());
            (decoded(&part[..at]), decoded(part.get(at + 1..).unwrap_or_default()))
        })
        .collect()
}

/// A text as it stands in the query of an address.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

fn decoded(text: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, more)) = rest.split_first() {
        let hex = more.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match (first, hex.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'+', _) => bytes.push(b' '),
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &more[2..];
                continue;
            }
            (byte, _) => bytes.push(*byte),
        }
        rest = more;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_browsers_write_them() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            pairs(b"a=1&b=two+words&a=%C3%A4%26"),
            [pair("a", "1"), pair("b", "two words"), pair("a", "ä&")]
        );
        assert_eq!(
            pairs(b"rows%5B0%5D.name=x&empty=&alone"),
            [pair("rows[0].name", "x"), pair("empty", ""), pair("alone", "")]
        );
        assert_eq!(pairs(b"bad=%zz%4"), [pair("bad", "%zz%4")]);
        assert_eq!(pairs(b""), []);
    }
}

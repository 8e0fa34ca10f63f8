//! Text of others in quotation marks, as a JSON string on one line.

use std::fmt::Write;

use engine::is_unruly;

/// A name in quotation marks. What would end the quotation or the line, or turn its reading order round, is escaped.
pub(super) fn quoted(name: &str) -> String {
    // Most names are plain, and go in as they are.
    if name.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
        return ["\"", name, "\""].concat();
    }
    let mut out = String::from('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            _ if is_unruly(c) => {
                // Formatting into a string cannot fail.
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Names one after the other, each in quotation marks.
pub(super) fn quoted_all<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(quoted).collect::<Vec<String>>().join(", ")
}

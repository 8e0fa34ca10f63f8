//! Text of others in quotation marks, as a JSON string on one line.

use std::fmt::Write;

use engine::is_unruly;

/// Writes a name in quotation marks. What would end the quotation or the line, or turn its reading order round, is
/// escaped.
pub(super) fn quote(out: &mut String, name: &str) {
    out.push('"');
    // Most names are plain, and go in as they are.
    if name.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
        out.push_str(name);
        out.push('"');
        return;
    }
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
}

/// Writes names one after the other, each in quotation marks.
pub(super) fn quote_all<'a>(out: &mut String, names: impl Iterator<Item = &'a str>) {
    for (at, name) in names.enumerate() {
        out.push_str(if at == 0 { "" } else { ", " });
        quote(out, name);
    }
}

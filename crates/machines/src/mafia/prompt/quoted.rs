//! Text of others in quotation marks, as a JSON string on one line.

use std::fmt::Write;

/// Writes a name in quotation marks. What would end the quotation or the line, or turn its reading order round, is
/// escaped.
pub(super) fn quote(out: &mut String, name: &str) {
    out.push('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            _ if c.is_control() || is_unruly(c) => {
                // Formatting into a string cannot fail. All of these fit four digits.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
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

/// Separators of lines, and marks that turn the direction of writing, which are no control characters by their class.
const fn is_unruly(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

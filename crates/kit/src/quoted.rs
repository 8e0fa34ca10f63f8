//! Text of others: one line of it, in quotation marks that it cannot close, and no more than there is room for.

use engine::is_unruly;
use serde::Serialize;

/// Bytes that any name has room for: forty characters, each of up to four.
const NAME: usize = 160;

/// Words of others as a JSON string on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Quoted(String);

impl Quoted {
    /// The words, cut to so many bytes. What would end the quotation is escaped; what would break the line, turn it
    /// round or hide in it is left out.
    pub fn of(text: &str, bytes_max: usize) -> Quoted {
        let mut out = String::from("\"");
        let mut blank = false;
        for c in text.chars() {
            if c.is_whitespace() || is_unruly(c) {
                blank = true;
                continue;
            }
            let escaped = matches!(c, '"' | '\\');
            let bytes = c.len_utf8() + usize::from(escaped) + usize::from(blank);
            if out.len() + bytes > bytes_max {
                out.push('…');
                break;
            }
            // No blanks at the beginning, and one where there were some.
            if blank && out.len() > 1 {
                out.push(' ');
            }
            blank = false;
            if escaped {
                out.push('\\');
            }
            out.push(c);
        }
        out.push('"');
        Quoted(out)
    }

    /// A name, whole.
    pub fn name(name: &str) -> Quoted {
        Quoted::of(name, NAME)
    }
}

/// The first of a list, and how many more there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cut<T> {
    /// Those there is room for.
    pub shown: Vec<T>,
    /// How many are left out.
    pub more: usize,
}

impl<T: Serialize> Cut<T> {
    /// As many of a list as there is room for: so many at most, of so many bytes in all, and one at least.
    pub fn of(items: impl IntoIterator<Item = T>, most: usize, bytes_max: usize) -> Cut<T> {
        let (mut shown, mut more, mut bytes) = (Vec::new(), 0, 0);
        for item in items {
            bytes += size(&item);
            if more == 0 && shown.len() < most && (shown.is_empty() || bytes <= bytes_max) {
                shown.push(item);
            } else {
                more += 1;
            }
        }
        Cut { shown, more }
    }
}

/// About how many bytes an item takes.
fn size(item: &impl Serialize) -> usize {
    serde_json::to_string(item).map_or(0, |json| json.len())
}

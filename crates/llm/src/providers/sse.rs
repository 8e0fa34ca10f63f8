//! Server-sent events, or lines, out of bytes as they come.

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// Its data; more than one line is joined.
    pub(super) data: String,
}

/// Takes bytes in and gives events out. A line that is not whole waits for the rest of it.
#[derive(Debug, Default)]
pub(super) struct Events {
    line: Vec<u8>,
    data: Option<String>,
    /// The last byte ended a line, and was a carriage return: a line feed belongs to it.
    after_return: bool,
    /// Is every line an event?
    of_lines: bool,
}

impl Events {
    /// Every line is an event.
    pub(super) fn of_lines() -> Events {
        Events { of_lines: true, ..Events::default() }
    }

    /// Takes bytes in; the events that they complete come out in order.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut out = Vec::new();
        for byte in bytes {
            match byte {
                b'\n' if self.after_return => self.after_return = false,
                b'\n' | b'\r' => {
                    self.after_return = *byte == b'\r';
                    out.extend(self.end_line());
                }
                _ => {
                    self.after_return = false;
                    self.line.push(*byte);
                }
            }
        }
        out
    }

    /// A line is whole; an empty one ends an event.
    fn end_line(&mut self) -> Option<Event> {
        let line = std::mem::take(&mut self.line);
        if self.of_lines {
            let data = String::from_utf8_lossy(&line).into_owned();
            return Some(Event { data }).filter(|event| !event.data.trim().is_empty());
        }
        if line.is_empty() {
            return self.data.take().map(|data| Event { data });
        }
        // Only data is read: every provider says there what kind of event it is.
        let value = line.strip_prefix(b"data:")?;
        let value = String::from_utf8_lossy(value.strip_prefix(b" ").unwrap_or(value)).into_owned();
        match &mut self.data {
            Some(data) => {
                data.push('\n');
                data.push_str(&value);
            }
            None => self.data = Some(value),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(stream: &str, expected: &[&str]) {
        let whole: Vec<String> =
            Events::default().take(stream.as_bytes()).into_iter().map(|event| event.data).collect();
        assert_eq!(whole, expected, "{stream:?} at once");
        let mut events = Events::default();
        let bytes = stream.as_bytes().chunks(1).flat_map(|byte| events.take(byte));
        let slow: Vec<String> = bytes.map(|event| event.data).collect();
        assert_eq!(slow, expected, "{stream:?} byte by byte");
    }

    #[test]
    fn every_end_of_line_ends_a_line() {
        check("data: a\n\ndata: b\n\n", &["a", "b"]);
        check("data: a\r\n\r\ndata: b\r\n\r\n", &["a", "b"]);
        check("data: a\r\rdata: b\r\r", &["a", "b"]);
    }

    #[test]
    fn only_data_counts() {
        check(": a comment\nevent: x\nid: 1\nretry: 2\n\ndata:a\ndata: é😀\n\n", &["a\né😀"]);
        check("data\n\n\n\n", &[]);
    }

    #[test]
    fn every_line_may_be_an_event() {
        let lines = Events::of_lines().take("{\"a\": 1}\n\n{\"é\": 2}\r\n{".as_bytes());
        let data: Vec<String> = lines.into_iter().map(|event| event.data).collect();
        assert_eq!(data, ["{\"a\": 1}", "{\"é\": 2}"]);
    }

    #[test]
    fn what_is_not_ended_is_no_event() {
        check("data: a\n\ndata: b\n", &["a"]);
        check("data: a", &[]);
    }
}

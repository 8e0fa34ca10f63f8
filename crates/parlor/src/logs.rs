//! What the program says of what it does, a line each, on standard error, for whoever runs it: `PARLOR_LOG`.
//!
//! Nothing that anybody said, thought or holds can stand in it: only what our own crates say comes through, and they say words of
//! their own, with ids, codes and numbers.

use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use protocol::table::utc_text;
use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::exit::Failure;

/// What chooses how much is said.
const VARIABLE: &str = "PARLOR_LOG";

/// Says from here on what was asked for.
pub(crate) fn begin() -> Result<(), Failure> {
    let said = std::env::var(VARIABLE).unwrap_or_default();
    if let Some(logs) = read(&said)? {
        // Somebody may have set one before, who uses this as a library: theirs stays.
        let _ = tracing::subscriber::set_global_default(logs);
    }
    Ok(())
}

/// Reads `info`, `debug:json` and the like; nothing, if nothing is to be said.
fn read(said: &str) -> Result<Option<Logs>, Failure> {
    let wrong = || {
        Failure::configuration(
            format!("{VARIABLE} is {said:?}"),
            "set it to off, error, warn, info or debug, with :json behind it for a program to read, or unset it",
        )
    };
    let (level, form) = said.split_once(':').unwrap_or((said, "text"));
    let json = match form {
        "json" => true,
        "text" => false,
        _ => return Err(wrong()),
    };
    let most = match level {
        "" | "off" => return Ok(None),
        "error" => Level::ERROR,
        "warn" => Level::WARN,
        "info" => Level::INFO,
        "debug" => Level::DEBUG,
        _ => return Err(wrong()),
    };
    Ok(Some(Logs { most, json }))
}

/// What takes it up.
#[derive(Debug, PartialEq, Eq)]
struct Logs {
    most: Level,
    json: bool,
}

/// A line in the making.
#[derive(Default)]
struct Line {
    words: String,
    fields: Map<String, Value>,
}

impl Line {
    fn put(&mut self, field: &Field, value: Value) {
        self.fields.insert(field.name().to_owned(), value);
    }
}

impl Visit for Line {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value.into());
    }
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value.into());
    }
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value.into());
    }
    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value.into());
    }
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        match field.name() {
            "message" => self.words = format!("{value:?}"),
            _ => self.put(field, format!("{value:?}").into()),
        }
    }
}

impl Logs {
    /// The line of something that happened, without its end.
    fn line(&self, utc: i64, level: Level, target: &str, Line { words, fields }: Line) -> String {
        let (time, level) = (utc_text(utc), level.as_str().to_lowercase());
        if self.json {
            let mut all = Map::new();
            for (name, value) in
                [("time", time.as_str()), ("level", &level), ("of", target), ("what", &words)]
            {
                all.insert(name.to_owned(), value.into());
            }
            all.extend(fields);
            return Value::Object(all).to_string();
        }
        let mut line = format!("{time} {level} {target}: {words}");
        for (name, value) in &fields {
            let plain = |text: &&str| text.chars().all(|c| c.is_ascii_graphic() && c != '"');
            let _ = match value.as_str().filter(plain) {
                Some(text) => write!(line, " {name}={text}"),
                None => write!(line, " {name}={value}"),
            };
        }
        line
    }
}

impl Subscriber for Logs {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        about.is_event() && about.target().starts_with("parlor") && *about.level() <= self.most
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::from_level(self.most))
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line::default();
        event.record(&mut line);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let utc = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
        let about = event.metadata();
        let line = self.line(utc, *about.level(), about.target(), line);
        // In one piece, so that lines of two threads do not mix. Nobody may listen: that changes nothing.
        let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
    }

    // There are no spans: what belongs together has the same ids.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_much_is_said_and_in_which_form_is_read_and_anything_else_is_refused() {
        assert_eq!(read("").expect("read"), None);
        assert_eq!(read("off").expect("read"), None);
        assert_eq!(read("info").expect("read"), Some(Logs { most: Level::INFO, json: false }));
        assert_eq!(read("debug:json").expect("read"), Some(Logs { most: Level::DEBUG, json: true }));
        for wrong in ["yes", "info:", "info:xml", "trace", ":json:json"] {
            assert!(read(wrong).expect_err(wrong).to_string().contains("info or debug"), "{wrong}");
        }
    }

    #[test]
    fn a_line_is_one_line_in_either_form() {
        let line = || {
            let mut line = Line { words: "answered".to_owned(), ..Line::default() };
            line.fields.insert("path".to_owned(), "/t/*".into());
            line.fields.insert("odd".to_owned(), "two\nlines \u{1b}[31m".into());
            line.fields.insert("ms".to_owned(), 3.into());
            line
        };
        let text =
            Logs { most: Level::INFO, json: false }.line(0, Level::INFO, "parlor_server::edge", line());
        assert_eq!(
            text,
            r#"1970-01-01T00:00:00Z info parlor_server::edge: answered ms=3 odd="two\nlines \u001b[31m" path=/t/*"#
        );
        let json = Logs { most: Level::INFO, json: true }.line(0, Level::INFO, "parlor_server::edge", line());
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(
            (&json["what"], &json["ms"], &json["level"]),
            (&"answered".into(), &3.into(), &"info".into())
        );
    }
}

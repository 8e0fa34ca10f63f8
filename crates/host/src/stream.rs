//! A reply while it is being written: which words belong to which field, and in whose voice they are heard.
//!
//! An answer is one JSON object. Its text fields are read out of the pieces as they come; whatever else is in it, and
//! whatever is no JSON at all, is passed over here: the whole answer is checked when it is there.

use engine::{FieldKind, Form, Voice};
use llm::Delta;
use protocol::Tries;

/// Words of a reply, as they come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) voice: Voice,
    pub(crate) text: String,
    /// Instead of words: they are not there yet because the call is made again.
    pub(crate) tries: Option<Tries>,
}

impl Words {
    fn new(voice: Voice, text: String) -> Words {
        Words { voice, text, tries: None }
    }
}

/// What has come of a reply.
pub(crate) struct Stream {
    /// The text fields that are heard while they are written: tool, field, voice.
    heard: Vec<(String, String, Voice)>,
    /// In which voice the model's own thinking is heard, where a provider tells it.
    thinking: Option<Voice>,
    reader: Reader,
    tool: String,
    /// What was said aloud.
    said: String,
    bytes: u64,
}

impl Stream {
    pub(crate) fn new(form: &Form) -> Stream {
        let mut heard = Vec::new();
        for tool in &form.tools {
            for field in &tool.fields {
                if let FieldKind::Text { voice: Some(voice), .. } = field.kind {
                    heard.push((tool.name.clone(), field.name.clone(), voice));
                }
            }
        }
        let thinking =
            heard.iter().map(|(.., voice)| *voice).find(|voice| matches!(voice, Voice::Thought(_)));
        Stream {
            heard,
            thinking,
            reader: Reader::default(),
            tool: String::new(),
            said: String::new(),
            bytes: 0,
        }
    }

    /// Takes in a piece, and gives the words in it that somebody hears.
    pub(crate) fn hear(&mut self, delta: Delta) -> Vec<Words> {
        self.bytes += llm::bytes_of(&delta);
        match delta {
            Delta::Thought(text) => self.thinking.map(|voice| Words::new(voice, text)).into_iter().collect(),
            Delta::Text(json) | Delta::Arguments { index: 0, json } => self.read(&json),
            Delta::Call { index: 0, name } => {
                self.tool = name;
                self.reader = Reader::default();
                Vec::new()
            }
            // One answer is asked for. A second is looked at when the reply is whole.
            Delta::Call { .. } | Delta::Arguments { .. } => Vec::new(),
            Delta::Again { number, of } => {
                let tries = Some(Tries { number, of });
                self.voice().map(|voice| Words { voice, text: String::new(), tries }).into_iter().collect()
            }
        }
    }

    /// The voice that most will hear: who waits for it may know why. Where nothing is said aloud, it is the seat's own.
    fn voice(&self) -> Option<Voice> {
        let mut voices = self.heard.iter().map(|(.., voice)| *voice);
        voices.find(|voice| !matches!(voice, Voice::Thought(_))).or(self.thinking)
    }

    /// The tool that is being written, and what was said aloud in it.
    pub(crate) fn said(&self) -> (&str, &str) {
        (&self.tool, &self.said)
    }

    /// How many bytes came.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    fn read(&mut self, json: &str) -> Vec<Words> {
        let mut words: Vec<Words> = Vec::new();
        for c in json.chars() {
            let Some((field, c)) = self.reader.push(c) else { continue };
            if field == "type" {
                self.tool.push(c);
                continue;
            }
            let voice = self.heard.iter().find(|(tool, name, _)| *tool == self.tool && name == field);
            let Some(&(.., voice)) = voice else { continue };
            if !matches!(voice, Voice::Thought(_)) {
                self.said.push(c);
            }
            match words.last_mut() {
                Some(last) if last.voice == voice => last.text.push(c),
                _ => words.push(Words::new(voice, c.to_string())),
            }
        }
        words
    }
}

/// Reads the strings of one JSON object, a character at a time.
#[derive(Default)]
struct Reader {
    at: At,
    /// How deep in objects and lists; the fields of the answer are at 1.
    depth: u32,
    key: String,
}

/// Where the reader is.
#[derive(Default)]
enum At {
    /// Between strings; whether a string that begins now would be a key.
    #[default]
    Between,
    /// After a colon.
    Value,
    /// In a string.
    Text { is_key: bool, escape: Escape },
}

/// Within an escape.
#[derive(Clone, Copy)]
enum Escape {
    None,
    Backslash,
    /// `\u`, with the digits so far; and the first half of a pair before it, if there was one.
    Unicode {
        digits: u8,
        code: u32,
        high: Option<u32>,
    },
    /// After the first half of a pair: its second is to come.
    Half {
        high: u32,
        backslash: bool,
    },
}

impl Reader {
    /// Takes a character; gives the character of a text field that it completes, with the name of the field.
    fn push(&mut self, c: char) -> Option<(&str, char)> {
        match self.at {
            At::Between | At::Value => {
                let value = matches!(self.at, At::Value);
                match c {
                    '{' | '[' => {
                        self.depth += 1;
                        self.at = At::Between;
                    }
                    '}' | ']' => {
                        self.depth = self.depth.saturating_sub(1);
                        self.at = At::Between;
                    }
                    ':' => self.at = At::Value,
                    ',' => self.at = At::Between,
                    '"' => {
                        if !value && self.depth == 1 {
                            self.key.clear();
                        }
                        self.at = At::Text { is_key: !value, escape: Escape::None };
                    }
                    _ => {}
                }
                None
            }
            At::Text { is_key, escape } => {
                let (escape, read) = match next(escape, c) {
                    Step::Ends => {
                        self.at = At::Between;
                        return None;
                    }
                    Step::Goes(escape) => (escape, None),
                    Step::Reads(c) => (Escape::None, Some(c)),
                };
                self.at = At::Text { is_key, escape };
                let c = read?;
                match (is_key, self.depth) {
                    (true, 1) => {
                        self.key.push(c);
                        None
                    }
                    (false, 1) => Some((&self.key, c)),
                    _ => None,
                }
            }
        }
    }
}

/// What a character of a string does.
enum Step {
    Ends,
    Goes(Escape),
    Reads(char),
}

fn next(escape: Escape, c: char) -> Step {
    const UNKNOWN: char = char::REPLACEMENT_CHARACTER;
    match escape {
        Escape::None => match c {
            '"' => Step::Ends,
            '\\' => Step::Goes(Escape::Backslash),
            c => Step::Reads(c),
        },
        Escape::Backslash => match c {
            'n' => Step::Reads('\n'),
            't' => Step::Reads('\t'),
            'r' => Step::Reads('\r'),
            'b' | 'f' => Step::Reads(' '),
            'u' => Step::Goes(Escape::Unicode { digits: 0, code: 0, high: None }),
            c => Step::Reads(c),
        },
        Escape::Unicode { digits, code, high } => {
            let Some(digit) = c.to_digit(16) else { return Step::Reads(UNKNOWN) };
            let code = code * 16 + digit;
            match (digits, high, code) {
                (0..=2, ..) => Step::Goes(Escape::Unicode { digits: digits + 1, code, high }),
                (_, None, 0xd800..=0xdbff) => Step::Goes(Escape::Half { high: code, backslash: false }),
                (_, None, _) => Step::Reads(char::from_u32(code).unwrap_or(UNKNOWN)),
                (_, Some(high), _) => {
                    let pair = code.checked_sub(0xdc00).map(|low| 0x10000 + ((high - 0xd800) << 10) + low);
                    Step::Reads(pair.and_then(char::from_u32).unwrap_or(UNKNOWN))
                }
            }
        }
        Escape::Half { high, backslash } => match (backslash, c) {
            (false, '\\') => Step::Goes(Escape::Half { high, backslash: true }),
            (true, 'u') => Step::Goes(Escape::Unicode { digits: 0, code: 0, high: Some(high) }),
            (_, '"') => Step::Ends,
            _ => Step::Reads(UNKNOWN),
        },
    }
}

#[cfg(test)]
mod tests {
    use engine::{Field, SeatId, Tool};
    use serde_json::json;

    use super::*;

    fn form() -> Form {
        let text = |name: &str, voice| Field {
            name: name.to_owned(),
            label: name.to_owned(),
            required: true,
            kind: FieldKind::Text { max_chars: 100, voice },
        };
        let seat = SeatId::at(2);
        let fields = vec![
            text("thought", Some(Voice::Thought(seat))),
            text("text", Some(Voice::Seat(seat))),
            text("note", None),
        ];
        let tool = Tool { name: "Say".to_owned(), about: String::new(), fields, ..Tool::default() };
        Form { title: String::new(), tools: vec![tool] }
    }

    /// What is heard of a reply that comes in pieces of so many characters.
    fn heard(reply: &str, piece: usize, as_call: bool) -> (String, String, String) {
        let mut stream = Stream::new(&form());
        let (mut thought, mut said) = (String::new(), String::new());
        if as_call {
            assert!(stream.hear(Delta::Call { index: 0, name: "Say".to_owned() }).is_empty());
        }
        let chars: Vec<char> = reply.chars().collect();
        for piece in chars.chunks(piece) {
            let json: String = piece.iter().collect();
            let delta = if as_call { Delta::Arguments { index: 0, json } } else { Delta::Text(json) };
            for words in stream.hear(delta) {
                match words.voice {
                    Voice::Thought(_) => thought.push_str(&words.text),
                    _ => said.push_str(&words.text),
                }
            }
        }
        let (tool, aloud) = stream.said();
        assert_eq!(aloud, said);
        let called = if as_call { "Say".len() } else { 0 };
        assert_eq!(stream.bytes(), (reply.len() + called) as u64);
        (tool.to_owned(), thought, said)
    }

    #[test]
    fn words_are_heard_in_their_voice_however_the_reply_is_cut() {
        let (thought, text) =
            ("I \"fear\" Ann\\Ben\n", "Gr\u{fc}\u{df}e, \u{1f3ad}! {no} [list], all: \"well\"");
        let reply = json!({
            "accuse": "Ann",
            "beliefs": {"text": "not this", "Ann": ["nor", "this"]},
            "note": "silent",
            "text": text,
            "thought": thought,
        })
        .to_string();
        let reply = format!("{{\"type\": \"Say\", {}", &reply[1..]);
        let escaped: String = reply
            .chars()
            .flat_map(|c| {
                let mut units = [0; 2];
                let escape = |unit: &u16| format!("\\u{unit:04x}");
                if c.is_ascii() {
                    vec![c.to_string()]
                } else {
                    c.encode_utf16(&mut units).iter().map(escape).collect()
                }
            })
            .collect();
        let whole = ("Say".to_owned(), thought.to_owned(), text.to_owned());
        for piece in 1..12 {
            assert_eq!(heard(&reply, piece, false), whole);
            assert_eq!(heard(&escaped, piece, false), whole);
        }
    }

    /// A reply with numbers, lists and objects before, between and after the words that are heard.
    const LADEN: &str = concat!(
        r#"{"type":"Say","dice":-3,"lines":["text","a \"}, {\" b",[]],"many":12e3,"ends":true,"#,
        r#""thought":"I fear {Ann}, [all]: \"text\"","#,
        r#""outcomes":[{"type":"Kill","text":"not this","thought":"nor this","n":1},{"text":["nor","this"]},{}],"#,
        r#""clock":{"text":"nor this","deep":{"text":"nor this","thought":[{"text":"nor this"}]}},"#,
        r#" "none" : null , "text" : "Hello, \u007ball\u007d!" , "#,
        r#""after":[1,2,{"text":"nor this"}],"type_of":"text","last":0}"#,
    );

    #[test]
    fn numbers_lists_and_objects_round_the_words_confuse_nobody_at_any_cut() {
        let whole =
            ("Say".to_owned(), r#"I fear {Ann}, [all]: "text""#.to_owned(), "Hello, {all}!".to_owned());
        serde_json::from_str::<serde_json::Value>(LADEN).expect("JSON");
        for piece in 1..=LADEN.len() {
            assert_eq!(heard(LADEN, piece, false), whole, "in pieces of {piece}");
        }
        for cut in 0..=LADEN.len() {
            let mut stream = Stream::new(&form());
            let (mut thought, mut said) = (String::new(), String::new());
            for piece in [&LADEN[..cut], &LADEN[cut..]] {
                for words in stream.hear(Delta::Text(piece.to_owned())) {
                    match words.voice {
                        Voice::Thought(_) => thought.push_str(&words.text),
                        _ => said.push_str(&words.text),
                    }
                }
            }
            assert_eq!((stream.said().0.to_owned(), thought, said), whole, "cut at {cut}");
        }
    }

    #[test]
    fn a_heard_field_that_holds_no_text_is_silent() {
        for value in ["7", "null", r#"["a","b"]"#, r#"{"text":"a"}"#, r#"[{"text":"a"}]"#] {
            let reply = format!(r#"{{"text":{value},"thought":"hm"}}"#);
            let (_, thought, said) = heard(&reply, 1, true);
            assert_eq!((thought.as_str(), said.as_str()), ("hm", ""), "{reply}");
        }
    }

    #[test]
    fn the_texts_of_rows_have_no_voice_of_their_own() {
        let mut form = form();
        let inner = form.tools[0].fields[1].clone();
        form.tools[0].fields = vec![Field {
            kind: FieldKind::Rows { fields: vec![inner], min: 0, max: 3 },
            name: "rows".to_owned(),
            ..form.tools[0].fields[0].clone()
        }];
        let mut stream = Stream::new(&form);
        let reply = r#"{"type":"Say","rows":[{"text":"a"}],"text":"b"}"#;
        assert!(stream.hear(Delta::Text(reply.to_owned())).is_empty());
    }

    #[test]
    fn the_arguments_of_a_call_are_heard_like_a_text() {
        let (tool, thought, said) = heard(r#"{"thought":"hm","text":"Hello."}"#, 3, true);
        assert_eq!((tool.as_str(), thought.as_str(), said.as_str()), ("Say", "hm", "Hello."));
    }

    #[test]
    fn what_is_no_answer_says_nothing() {
        for reply in [
            "I vote for Ann.",
            "[1,2]",
            r#""text""#,
            r#"{"text":"no type"}"#,
            r#"{"type":"Kill","text":"x"}"#,
        ] {
            let (_, thought, said) = heard(reply, 2, false);
            assert_eq!((thought.as_str(), said.as_str()), ("", ""), "{reply}");
        }
    }

    #[test]
    fn broken_escapes_are_marked_and_do_not_stop_it() {
        let (.., said) = heard(r#"{"text":"a\ud83d b\uzz\ud83d\u0041c"}"#, 1, true);
        assert!(said.starts_with('a') && said.ends_with('c'), "{said:?}");
    }
}

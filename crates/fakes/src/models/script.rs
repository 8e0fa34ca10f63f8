//! What a fake answers, and how the bytes come.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::Seen;

/// What a fake answers, request by request.
pub struct Script(Mutex<Source>);

enum Source {
    /// One after the other; then no more.
    List(VecDeque<Turn>),
    /// Whatever the request calls for.
    By(Box<dyn FnMut(&Seen) -> Turn + Send>),
}

impl Script {
    /// These answers, one after the other.
    pub fn of(turns: impl IntoIterator<Item = Turn>) -> Script {
        Script(Mutex::new(Source::List(turns.into_iter().collect())))
    }

    /// The same answer to everything.
    pub fn always(turn: Turn) -> Script {
        Script::by(move |_| turn.clone())
    }

    /// An answer made out of each request.
    pub fn by(answer: impl FnMut(&Seen) -> Turn + Send + 'static) -> Script {
        Script(Mutex::new(Source::By(Box::new(answer))))
    }

    /// The answer to this request; none when the script is over.
    pub(super) fn next(&self, seen: &Seen) -> Option<Turn> {
        match &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Source::List(turns) => turns.pop_front(),
            Source::By(answer) => Some(answer(seen)),
        }
    }
}

/// One answer.
#[derive(Clone, Debug)]
pub struct Turn {
    pub(super) say: Say,
    pub(super) thought: String,
    pub(super) manner: Manner,
    /// Tokens: read, of them cached, and written.
    pub(super) usage: (u64, u64, u64),
    /// Tokens among those written that were thought, where an API counts them.
    pub(super) thought_tokens: u64,
}

/// What is said.
#[derive(Clone, Debug)]
pub(super) enum Say {
    Text(String),
    Calls {
        text: String,
        calls: Vec<(String, String)>,
    },
    Refusal(String),
    CutOff(String),
    /// A few words, and then something that is no JSON.
    Garbage(String),
    /// A few words, and then an error in the middle of the stream.
    Error {
        text: String,
        status: u16,
    },
    Status {
        status: u16,
        headers: Vec<(String, String)>,
        body: Option<String>,
    },
    Page {
        content_type: String,
        body: String,
    },
}

/// How bytes come.
#[derive(Clone, Copy, Debug)]
pub(super) enum Manner {
    /// Piece by piece, as fast as they go.
    AtOnce,
    /// Every byte by itself.
    Slowly,
    /// So many bytes, and then the connection breaks.
    CutAt(usize),
    /// So many bytes, and the rest when it is released.
    HeldAt(usize),
}

impl Turn {
    fn new(say: Say) -> Turn {
        Turn { say, thought: String::new(), manner: Manner::AtOnce, usage: (120, 80, 7), thought_tokens: 0 }
    }

    /// Says this.
    pub fn text(text: impl Into<String>) -> Turn {
        Turn::new(Say::Text(text.into()))
    }

    /// Calls these tools: name and arguments.
    pub fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, &'a str)>) -> Turn {
        let calls =
            calls.into_iter().map(|(name, arguments)| (name.to_owned(), arguments.to_owned())).collect();
        Turn::new(Say::Calls { text: String::new(), calls })
    }

    /// Refuses, in these words.
    pub fn refusal(why: impl Into<String>) -> Turn {
        Turn::new(Say::Refusal(why.into()))
    }

    /// Says this and reaches its limit of tokens.
    pub fn cut_off(text: impl Into<String>) -> Turn {
        Turn::new(Say::CutOff(text.into()))
    }

    /// Has too many requests; the headers say when to come back.
    pub fn rate_limited(headers: &[(&str, &str)]) -> Turn {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Turn::new(Say::Status { status: 429, headers, body: None })
    }

    /// Answers with this status and the error body of the API.
    pub fn status(status: u16) -> Turn {
        Turn::new(Say::Status { status, headers: Vec::new(), body: None })
    }

    /// Answers with this status and this body.
    pub fn status_with(status: u16, body: impl Into<String>) -> Turn {
        Turn::new(Say::Status { status, headers: Vec::new(), body: Some(body.into()) })
    }

    /// Sends the client elsewhere.
    pub fn redirect(to: &str) -> Turn {
        let headers = vec![("location".to_owned(), to.to_owned())];
        Turn::new(Say::Status { status: 307, headers, body: Some(String::new()) })
    }

    /// Answers with a page of another content type.
    pub fn page(content_type: &str, body: impl Into<String>) -> Turn {
        Turn::new(Say::Page { content_type: content_type.to_owned(), body: body.into() })
    }

    /// Says this, and then something that is no JSON.
    pub fn garbage_after(text: impl Into<String>) -> Turn {
        Turn::new(Say::Garbage(text.into()))
    }

    /// Says this, and then that it failed, with what would have been this status.
    pub fn error_after(text: impl Into<String>, status: u16) -> Turn {
        Turn::new(Say::Error { text: text.into(), status })
    }

    /// Thinks aloud first.
    #[must_use]
    pub fn thinking(mut self, thought: impl Into<String>) -> Turn {
        self.thought = thought.into();
        self
    }

    /// Says something before it calls.
    #[must_use]
    pub fn saying(mut self, words: impl Into<String>) -> Turn {
        if let Say::Calls { text, .. } = &mut self.say {
            *text = words.into();
        }
        self
    }

    /// Tokens that it reads, those of them that come from the cache, and those that it writes.
    #[must_use]
    pub fn usage(mut self, input: u64, cached: u64, output: u64) -> Turn {
        self.usage = (input, cached, output);
        self
    }

    /// Tokens among those that it writes which it thinks.
    #[must_use]
    pub fn thought_tokens(mut self, tokens: u64) -> Turn {
        self.thought_tokens = tokens;
        self
    }

    /// The bytes come one by one.
    #[must_use]
    pub fn slowly(mut self) -> Turn {
        self.manner = Manner::Slowly;
        self
    }

    /// The connection breaks after so many bytes, counted from the first of the head.
    #[must_use]
    pub fn cut_at(mut self, bytes: usize) -> Turn {
        self.manner = Manner::CutAt(bytes);
        self
    }

    /// After so many bytes nothing comes until [`super::Fake::release`].
    #[must_use]
    pub fn held_at(mut self, bytes: usize) -> Turn {
        self.manner = Manner::HeldAt(bytes);
        self
    }
}

/// A text in the pieces in which a model says it.
pub(super) fn pieces(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    // A long text in long pieces: a test of its size is not one of patience.
    chars.chunks(5.max(chars.len() / 64)).map(|piece| piece.iter().collect()).collect()
}

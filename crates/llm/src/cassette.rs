//! Calls on file: recorded once, played again as often as one likes, without a network and without a key.
//!
//! A cassette has one line of JSON for every call: the fingerprint of what was asked, every delta, and the reply or the
//! failure. What was asked is not in it, and neither are keys, which no request has.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::spec::{style_name, style_named};
use crate::{Calling, Delta, Failed, Fault, Hear, Provider, Reply, Request, Style};

/// Why a cassette cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CassetteError {
    /// The file cannot be opened.
    #[error("could not open the cassette {}: {why}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        why: String,
    },
    /// A line is not what was recorded.
    #[error("the cassette {} is damaged in line {line}: {why}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// One call, as a line has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Take {
    /// The fingerprint of what was asked.
    request: String,
    /// Who answered, for those who read the file.
    model: String,
    /// How it was asked.
    answer: String,
    /// What was heard.
    deltas: Vec<Delta>,
    /// What it came to.
    #[serde(flatten)]
    end: End,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum End {
    Reply(Reply),
    Failed(Failed),
}

/// The fingerprint of what a request asks, whoever asks it: the session, the seat and the limits are not in it.
fn fingerprint(request: &Request) -> Result<String, serde_json::Error> {
    let Request { prompt, exchanges, tools, allowed, output, .. } = request;
    let bytes = serde_json::to_vec(&(prompt, exchanges, tools, allowed, output))?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// A cassette that is recorded on. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Cassette {
    path: PathBuf,
    file: Arc<Mutex<File>>,
}

impl Cassette {
    /// Opens a file to record on; what is on it stays.
    pub fn open(path: &Path) -> Result<Cassette, CassetteError> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file =
            file.map_err(|error| CassetteError::File { path: path.to_owned(), why: error.to_string() })?;
        Ok(Cassette { path: path.to_owned(), file: Arc::new(Mutex::new(file)) })
    }

    /// Writes one line, whole or not at all as far as it is in our hands.
    fn write(&self, take: &Take) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(take)?;
        line.push(b'\n');
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&line)
    }
}

/// A provider whose calls are recorded. A call that is dropped leaves no line.
pub struct Recorded {
    inner: Arc<dyn Provider>,
    cassette: Cassette,
    model: String,
}

impl Recorded {
    /// Calls of this model, recorded on this cassette.
    pub fn new(inner: Arc<dyn Provider>, cassette: Cassette, model: String) -> Recorded {
        Recorded { inner, cassette, model }
    }

    async fn record(&self, request: &Request, hear: &mut Hear<'_>) -> Result<Reply, Failed> {
        let request_print = fingerprint(request).map_err(|error| self.failed(&error))?;
        let mut deltas = Vec::new();
        let mut listen = |delta: Delta| {
            deltas.push(delta.clone());
            hear(delta);
        };
        let result = self.inner.call(request, &mut listen).await;
        let take = Take {
            request: request_print,
            model: self.model.clone(),
            answer: style_name(self.style()).to_owned(),
            deltas,
            end: match &result {
                Ok(reply) => End::Reply(reply.clone()),
                Err(failed) => End::Failed(failed.clone()),
            },
        };
        // A recording with a hole in it is worse than none: whoever records wants to know.
        self.cassette.write(&take).map_err(|error| self.failed(&error))?;
        result
    }

    fn failed(&self, error: &dyn std::error::Error) -> Failed {
        let why = format!("the call could not be recorded on {}: {error}", self.cassette.path.display());
        Failed::new(Fault::Denied { why })
    }
}

impl Provider for Recorded {
    fn style(&self) -> Style {
        self.inner.style()
    }

    fn call<'a>(&'a self, request: &'a Request, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(self.record(request, hear))
    }
}

/// `replay:FILE`: answers what is on a cassette.
///
/// The first time that a session asks something it gets the first recording of the same request, the second time the
/// second, and so on; when there is no more, the provider cannot be reached.
#[derive(Debug)]
pub struct Replay {
    style: Style,
    takes: BTreeMap<String, Vec<Take>>,
    /// How often each session has asked what.
    asked: Mutex<BTreeMap<(String, String), usize>>,
}

impl Replay {
    /// Reads a cassette. It is best asked as it was when it was recorded, by its first line.
    pub fn open(path: &Path) -> Result<Replay, CassetteError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| CassetteError::File { path: path.to_owned(), why: error.to_string() })?;
        let mut style = None;
        let mut takes: BTreeMap<String, Vec<Take>> = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let damaged =
                |why: String| CassetteError::Damaged { path: path.to_owned(), line: index + 1, why };
            let take: Take = serde_json::from_str(line).map_err(|error| damaged(error.to_string()))?;
            let answer = style_named(&take.answer)
                .ok_or_else(|| damaged(format!("{:?} is no way to answer", take.answer)))?;
            style.get_or_insert(answer);
            takes.entry(take.request.clone()).or_default().push(take);
        }
        Ok(Replay { style: style.unwrap_or(Style::Tools), takes, asked: Mutex::default() })
    }

    /// The same, asked in another way.
    #[must_use]
    pub fn asked_by(mut self, style: Style) -> Replay {
        self.style = style;
        self
    }

    /// The recording whose turn it is.
    fn next(&self, request: &Request) -> Option<&Take> {
        let request_print = fingerprint(request).ok()?;
        let takes = self.takes.get(&request_print)?;
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = asked.entry((request.session.clone(), request_print)).or_default();
        let take = takes.get(*turn)?;
        *turn += 1;
        Some(take)
    }
}

impl Provider for Replay {
    fn style(&self) -> Style {
        self.style
    }

    fn call<'a>(&'a self, request: &'a Request, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(async move {
            let Some(take) = self.next(request) else {
                let why = "the cassette has no answer to this prompt".to_owned();
                return Err(Failed::new(Fault::Unreachable { why }));
            };
            take.deltas.iter().cloned().for_each(hear);
            match take.end.clone() {
                End::Reply(reply) => Ok(reply),
                End::Failed(failed) => Err(failed),
            }
        })
    }
}

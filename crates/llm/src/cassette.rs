//! Calls on file: recorded once, played again as often as one likes, without a network and without a key.
//!
//! A cassette has one line of JSON for every call: the fingerprint of what was asked, every delta, and the reply or the
//! failure. What was asked is not in it, and neither are keys, which no request has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::sync::Notify;

use crate::spec::{style_name, style_named};
use crate::{CallFault, Calling, Delta, Failed, Hear, ModelReply, ModelRequest, Provider, Style};

/// Why a cassette cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CassetteError {
    /// The file cannot be opened.
    #[error("could not open the recorded answers {}: {why}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What happened.
        why: String,
    },
    /// A line is not what was recorded.
    #[error("the recording {} is damaged in line {line}: {why}", .path.display())]
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
    Reply(ModelReply),
    Failed(Failed),
}

/// The fingerprint of what a request asks, whoever asks it: the session, the seat and the limits are not in it.
fn fingerprint(request: &ModelRequest) -> Result<String, serde_json::Error> {
    let ModelRequest { prompt, exchanges, tools, allowed, output, .. } = request;
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

    async fn record(&self, request: &ModelRequest, hear: &mut Hear<'_>) -> Result<ModelReply, Failed> {
        let request_print = fingerprint(request).map_err(|error| self.failed(&error))?;
        let mut deltas = Vec::new();
        let mut listen = |delta: Delta| {
            // What is played again does not fail first.
            if !matches!(delta, Delta::Again { .. }) {
                deltas.push(delta.clone());
            }
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
        Failed::new(CallFault::Denied { why })
    }
}

impl Provider for Recorded {
    fn style(&self) -> Style {
        self.inner.style()
    }

    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(self.record(request, hear))
    }
}

/// How long an answer waits for those that were recorded before it. One that was never asked for again holds nobody up
/// for longer.
const PATIENCE: Duration = Duration::from_secs(1);

/// `replay:FILE`: answers what is on a cassette.
///
/// The first time that a session asks something it gets the first recording of the same request, the second time the
/// second, and so on; when there is no more, the provider cannot be reached. Answers to questions that are asked at the
/// same time come in the order in which they were recorded: what is asked next depends on it.
#[derive(Debug)]
pub struct Replay {
    style: Style,
    /// By their fingerprints, each with its line.
    takes: BTreeMap<String, Vec<(usize, Take)>>,
    /// How far each session is.
    places: Mutex<BTreeMap<String, KeyPlace>>,
    /// Something was played.
    played: Notify,
}

/// How far a session is with a cassette.
#[derive(Debug, Default)]
struct KeyPlace {
    /// How often it has asked what.
    asked: BTreeMap<String, usize>,
    /// Every line before this was played.
    next: usize,
    /// Lines after it that were.
    ahead: BTreeSet<usize>,
}

impl KeyPlace {
    fn play(&mut self, line: usize) {
        self.ahead.insert(line);
        while self.ahead.remove(&self.next) {
            self.next += 1;
        }
    }
}

impl Replay {
    /// Reads a cassette. It is best asked as it was when it was recorded, by its first line.
    pub fn open(path: &Path) -> Result<Replay, CassetteError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| CassetteError::File { path: path.to_owned(), why: error.to_string() })?;
        let mut style = None;
        let mut takes: BTreeMap<String, Vec<(usize, Take)>> = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            let damaged =
                |why: String| CassetteError::Damaged { path: path.to_owned(), line: index + 1, why };
            let take: Take = serde_json::from_str(line).map_err(|error| damaged(error.to_string()))?;
            let answer = style_named(&take.answer)
                .ok_or_else(|| damaged(format!("{:?} is no way to answer", take.answer)))?;
            style.get_or_insert(answer);
            takes.entry(take.request.clone()).or_default().push((index, take));
        }
        Ok(Replay {
            style: style.unwrap_or(Style::Tools),
            takes,
            places: Mutex::default(),
            played: Notify::new(),
        })
    }

    /// The same, asked in another way.
    #[must_use]
    pub fn asked_by(mut self, style: Style) -> Replay {
        self.style = style;
        self
    }

    /// The recording of a request whose turn it is, and its line.
    fn next(&self, request: &ModelRequest) -> Option<(usize, &Take)> {
        let request_print = fingerprint(request).ok()?;
        let takes = self.takes.get(&request_print)?;
        let mut places = self.places();
        let turn = places.entry(request.session.clone()).or_default().asked.entry(request_print).or_default();
        let (line, take) = takes.get(*turn)?;
        *turn += 1;
        Some((*line, take))
    }

    /// Waits until everything that was recorded before a line was played, or nobody plays any more.
    async fn turn(&self, session: &str, line: usize) {
        loop {
            let played = self.played.notified();
            if self.places().entry(session.to_owned()).or_default().next >= line {
                break;
            }
            if tokio::time::timeout(PATIENCE, played).await.is_err() {
                break;
            }
        }
        let mut places = self.places();
        let place = places.entry(session.to_owned()).or_default();
        // What was not asked for by now will not be.
        place.next = place.next.max(line);
        place.ahead = place.ahead.split_off(&place.next);
        place.play(line);
        drop(places);
        self.played.notify_waiters();
    }

    fn places(&self) -> MutexGuard<'_, BTreeMap<String, KeyPlace>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Provider for Replay {
    fn style(&self) -> Style {
        self.style
    }

    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(async move {
            let Some((line, take)) = self.next(request) else {
                let why = "the cassette has no answer to this prompt".to_owned();
                return Err(Failed::new(CallFault::Unreachable { why }));
            };
            self.turn(&request.session, line).await;
            take.deltas.iter().cloned().for_each(hear);
            match take.end.clone() {
                End::Reply(reply) => Ok(reply),
                End::Failed(failed) => Err(failed),
            }
        })
    }
}

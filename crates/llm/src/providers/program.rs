//! `exec:PROGRAM`: any program as a model.
//!
//! It is started for every call, without a shell. It reads the request as one line of JSON, says its answer as
//! lines of JSON, and ends; docs/models.md has both. It is given no variable of this process but those that a program needs to run
//! at all, so no key. It is ended when the call is over, or given up.

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use engine::Usage;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

use super::said::Said;
use super::written;
use crate::{
    CallFault, Calling, Env, Exchange, Failed, Hear, Image, ModelReply, ModelRequest, NotReady, Provider,
    Style, ToolSpec,
};

/// The name of this provider.
pub(crate) const EXEC: &str = "exec";

/// The variables that a program is given, if they are set.
const VARIABLES: [&str; 13] = [
    "PATH",
    "HOME",
    "USER",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "TMPDIR",
    "TEMP",
    "TMP",
    "SYSTEMROOT",
    "USERPROFILE",
    "PATHEXT",
];

/// Where programs are, if no variable says.
const USUAL_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Bytes of one line, and of all lines, beyond those of the reply itself: names, quotes and escapes.
const FRAME_BYTES: u64 = 1 << 20;

/// Bytes of what it says on standard error that are kept: the end of it says what went wrong.
const ERROR_BYTES_MAX: usize = 4 << 10;

/// Characters of that which are told.
const ERROR_CHARS_MAX: usize = 200;

/// A program as a model.
pub(crate) struct Program {
    path: PathBuf,
    arguments: Vec<String>,
    style: Style,
    env: Env,
}

impl Program {
    /// The program of this command: its name or path, and its arguments, with spaces between them.
    pub(crate) fn new(command: &str, style: Style, env: Env) -> Result<Program, NotReady> {
        let mut words = command.split_whitespace().map(str::to_owned);
        let name = words.next().unwrap_or_default();
        let path = found(&name, &env).ok_or(NotReady::NoProgram { name })?;
        Ok(Program { path, arguments: words.collect(), style, env })
    }

    async fn answer(&self, request: &ModelRequest, hear: &mut Hear<'_>) -> Result<ModelReply, Failed> {
        let mut said = Said::new(request.limits, None);
        match self.run(request, &mut said, hear).await {
            Ok(()) => Ok(said.reply()),
            Err(fault) => Err(said.failed(fault)),
        }
    }

    async fn run(
        &self,
        request: &ModelRequest,
        said: &mut Said,
        hear: &mut Hear<'_>,
    ) -> Result<(), CallFault> {
        let mut line = written(&Asked::of(request))?;
        line.push(b'\n');
        let mut child =
            self.start().map_err(|error| CallFault::Denied { why: format!("it does not start: {error}") })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(CallFault::Denied { why: "it cannot be talked with".to_owned() });
        };
        let most = FRAME_BYTES.saturating_add(request.limits.reply_bytes as u64 * 2);
        let ((), (), errors) =
            tokio::try_join!(tell(stdin, &line), listen(stdout, most, said, hear), last_words(stderr),)?;
        let status = ended(&mut child).await?;
        if status.success() { Ok(()) } else { Err(failed(status, &errors)) }
    }

    fn start(&self) -> std::io::Result<Child> {
        let variables = VARIABLES.iter().filter_map(|name| Some((name, self.env.get(name)?)));
        Command::new(&self.path)
            .args(&self.arguments)
            .env_clear()
            .envs(variables)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
    }
}

impl Provider for Program {
    fn style(&self) -> Style {
        self.style
    }

    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        Box::pin(self.answer(request, hear))
    }
}

/// Where a program is: where its path says, or on the PATH.
fn found(name: &str, env: &Env) -> Option<PathBuf> {
    let is_there = |path: &PathBuf| path.is_file() || path.with_extension("exe").is_file();
    if Path::new(name).components().count() != 1 {
        return Some(PathBuf::from(name)).filter(is_there);
    }
    let path = env.get("PATH").unwrap_or_else(|| USUAL_PATH.to_owned());
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(is_there)
}

/// Writes the request. A program that does not read it to its end is none the worse for it.
async fn tell(mut stdin: ChildStdin, line: &[u8]) -> Result<(), CallFault> {
    if stdin.write_all(line).await.is_ok() {
        drop(stdin.shutdown().await);
    }
    Ok(())
}

/// The end of what it says on standard error.
async fn last_words(mut stderr: ChildStderr) -> Result<Vec<u8>, CallFault> {
    let (mut last, mut piece) = (Vec::new(), [0; 4 << 10]);
    while let Ok(read @ 1..) = stderr.read(&mut piece).await {
        last.extend_from_slice(&piece[..read]);
        last.drain(..last.len().saturating_sub(ERROR_BYTES_MAX));
    }
    Ok(last)
}

/// Hears all that it says.
async fn listen(
    stdout: ChildStdout,
    most: u64,
    said: &mut Said,
    hear: &mut Hear<'_>,
) -> Result<(), CallFault> {
    let broken = |error: std::io::Error| CallFault::Unreachable { why: error.to_string() };
    let mut lines = BufReader::new(stdout.take(most));
    let (mut line, mut number, mut bytes) = (Vec::new(), 0, 0);
    loop {
        line.clear();
        let read = lines.read_until(b'\n', &mut line).await.map_err(broken)?;
        if read == 0 {
            return Ok(());
        }
        (number, bytes) = (number + 1, bytes + read as u64);
        if bytes >= most {
            return Err(CallFault::Malformed { why: "it is longer than it may be".to_owned() });
        }
        if !line.trim_ascii().is_empty() {
            let heard = serde_json::from_slice(&line).map_err(|error| CallFault::Malformed {
                why: format!("line {number} of what the program printed is none of those that docs/models.md lists: {error}"),
            })?;
            take(heard, said, hear)?;
            said.is_short()?;
        }
    }
}

/// Takes in a line.
fn take(line: Line, said: &mut Said, hear: &mut Hear<'_>) -> Result<(), CallFault> {
    match line {
        Line::Text(more) => said.text(&more, hear),
        Line::Thought(more) => said.thought(&more, hear),
        Line::Call { name, arguments } => {
            let index = said.call("", &name, hear);
            said.arguments(index, arguments.as_deref().map_or("", RawValue::get), hear);
        }
        Line::Arguments(more) => {
            let index =
                said.calls.len().checked_sub(1).ok_or_else(|| CallFault::Malformed {
                    why: "it gives arguments before a call".to_owned(),
                })?;
            said.arguments(index, &more, hear);
        }
        Line::Usage(usage) => said.usage = usage,
        Line::Refused(why) => return Err(CallFault::Refused { why }),
    }
    Ok(())
}

async fn ended(child: &mut Child) -> Result<ExitStatus, CallFault> {
    child.wait().await.map_err(|error| CallFault::Unreachable { why: error.to_string() })
}

/// A program that went wrong, with the last thing that it said of it.
fn failed(status: ExitStatus, errors: &[u8]) -> CallFault {
    let errors = String::from_utf8_lossy(errors);
    let last = errors.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let last: String = last.chars().filter(|c| !c.is_control()).take(ERROR_CHARS_MAX).collect();
    let why = if last.is_empty() {
        format!("it ended with {status}")
    } else {
        format!("it ended with {status}: {last}")
    };
    CallFault::Unreachable { why }
}

/// A request, as a program reads it.
#[derive(Serialize)]
struct Asked<'a> {
    session: &'a str,
    seat: u8,
    ask: u32,
    fixed: &'a str,
    told: &'a [String],
    now: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    photos: Vec<String>,
    exchanges: &'a [Exchange],
    tools: &'a [ToolSpec],
    allowed: &'a [String],
    output: Option<&'a RawValue>,
    tokens: u32,
    seconds: f32,
}

impl<'a> Asked<'a> {
    fn of(request: &'a ModelRequest) -> Asked<'a> {
        let ModelRequest { session, seat, ask, prompt, exchanges, tools, allowed, output, limits } = request;
        Asked {
            session,
            seat: seat.number(),
            ask: ask.0,
            fixed: &prompt.fixed,
            told: &prompt.told,
            now: &prompt.now,
            photos: prompt.photos.iter().map(Image::base64).collect(),
            exchanges,
            tools,
            allowed,
            output: output.as_deref(),
            tokens: limits.output_tokens,
            seconds: limits.time.as_secs_f32(),
        }
    }
}

/// A line that a program says.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// More of its text.
    Text(String),
    /// More of what it thinks.
    Thought(String),
    /// A call of a tool, with its arguments, or with those that come in the next lines.
    Call {
        name: String,
        #[serde(default)]
        arguments: Option<Box<RawValue>>,
    },
    /// More of the JSON of the last call's arguments.
    Arguments(String),
    /// What it used, in tokens.
    Usage(Usage),
    /// It would not, and why.
    Refused(String),
}

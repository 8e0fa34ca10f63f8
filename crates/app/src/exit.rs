//! How the program ends: its exit codes, and errors that say what happened and what to do.

use std::fmt;
use std::io;
use std::process::ExitCode;

use archive::{ArchiveError, Kind};
use engine::replay::Mismatch;
use engine::{BadSessionId, Damage, Fault};
use host::HostError;
use store::StoreError;

/// The exit codes. They are a promise to scripts, and `--help` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// All went well.
    Fine = 0,
    /// It did not.
    Failed = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// The place where parlor keeps its things cannot be used, or something in the configuration is missing or wrong.
    Configuration = 3,
    /// What was checked is not what it should be.
    Mismatch = 6,
    /// Ctrl-C.
    Interrupted = 130,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> ExitCode {
        ExitCode::from(code as u8)
    }
}

/// What a verb comes to.
pub(crate) type Outcome = Result<Code, Failure>;

/// Why a verb did not succeed: what happened, and what to do about it.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) code: Code,
    what: String,
    todo: Option<String>,
}

impl Failure {
    /// A failure with an exit code of its own.
    pub(crate) fn new(code: Code, what: impl Into<String>) -> Failure {
        Failure { code, what: what.into(), todo: None }
    }

    /// Something went wrong.
    pub(crate) fn failed(what: impl Into<String>) -> Failure {
        Failure::new(Code::Failed, what)
    }

    /// The command line makes no sense.
    pub(crate) fn usage(what: impl Into<String>) -> Failure {
        Failure::new(Code::Usage, what)
    }

    /// What was checked is not what it should be.
    pub(crate) fn mismatch(what: impl Into<String>) -> Failure {
        Failure::new(Code::Mismatch, what)
    }

    /// And this is what to do.
    #[must_use]
    pub(crate) fn todo(mut self, todo: impl Into<String>) -> Failure {
        self.todo = Some(todo.into());
        self
    }

    /// Nobody reads any more: not worth a word.
    fn closed_pipe() -> Failure {
        Failure::new(Code::Fine, "")
    }

    /// What happened.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    /// What to do about it.
    pub(crate) fn what_to_do(&self) -> Option<&str> {
        self.todo.as_deref()
    }

    /// Is there nothing to say?
    pub(crate) fn is_silent(&self) -> bool {
        self.what.is_empty()
    }
}

/// `error: what happened`, and below it an arrow with what to do.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.what)?;
        if let Some(todo) = &self.todo {
            write!(f, "\n  → {todo}")?;
        }
        Ok(())
    }
}

/// Writing failed. A reader that has gone (`parlor sessions | head`) is no error.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::closed_pipe(),
            _ => Failure::failed(format!("could not write: {error}"))
                .todo("look whether there is room where the output goes"),
        }
    }
}

/// The rules find fault with a table: all of it is said at once.
impl From<Vec<Fault>> for Failure {
    fn from(faults: Vec<Fault>) -> Failure {
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Failure::usage(format!("this table cannot be laid: {}", said.join("; ")))
            .todo("put right what is named; parlor play --help shows how seats and names are given")
    }
}

/// What is wrong with a saved session, with the words and the kind that it has there.
impl From<ArchiveError> for Failure {
    fn from(error: ArchiveError) -> Failure {
        match error {
            ArchiveError::Write(error) => error.into(),
            ArchiveError::Unfit { kind, what, todo } => {
                let code = match kind {
                    Kind::Failed => Code::Failed,
                    Kind::Usage => Code::Usage,
                    Kind::Mismatch => Code::Mismatch,
                };
                Failure { code, what, todo }
            }
        }
    }
}

impl From<Damage> for Failure {
    fn from(damage: Damage) -> Failure {
        ArchiveError::from(damage).into()
    }
}

impl From<Mismatch> for Failure {
    fn from(mismatch: Mismatch) -> Failure {
        ArchiveError::from(mismatch).into()
    }
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Failure {
        match error {
            HostError::Setup(faults) => faults.into(),
            HostError::Store(error) => error.into(),
            HostError::Damaged { damage, .. } => damage.into(),
            HostError::NoSeed { session } => {
                Failure::failed(format!("session {session} came without its seed: it cannot be played on"))
                    .todo(format!("look at it with: parlor replay {session}"))
            }
            other => Failure::failed(other.to_string()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let in_home = "point PARLOR_HOME at another directory";
        match error {
            StoreError::Locked { dir, pid } => {
                let holder = pid.map_or("another process".to_owned(), |pid| format!("process {pid}"));
                Failure::failed(format!("the store in {} is in use by {holder}", dir.display()))
                    .todo(format!("stop that parlor first, or {in_home}"))
            }
            StoreError::File { doing, path, source } => {
                Failure::new(Code::Configuration, format!("could not {doing} {}: {source}", path.display()))
                    .todo(format!("make it readable and writable for you, or {in_home}"))
            }
            StoreError::Foreign { path } => Failure::new(
                Code::Configuration,
                format!(
                    "{} is not a parlor store, or its first page is damaged; it was left as it is",
                    path.display()
                ),
            )
            .todo(format!("move it away, restore a backup, or {in_home}")),
            StoreError::Newer { path, found, known } => Failure::new(
                Code::Configuration,
                format!(
                    "{} was written by a newer parlor (layout {found}; this one knows up to {known})",
                    path.display()
                ),
            )
            .todo("update parlor"),
            StoreError::BadId(bad) => bad.into(),
            StoreError::NoSession { id } => no_session(id.as_str()),
            StoreError::NoMatch { prefix } => no_session(&prefix),
            StoreError::Ambiguous { prefix, among } => {
                let ids: Vec<&str> = among.iter().map(|id| id.as_str()).collect();
                Failure::failed(format!("{prefix:?} could be any of {}", ids.join(", ")))
                    .todo("give more of the id")
            }
            StoreError::Damaged { id, damage } => {
                Failure::mismatch(format!("session {id} is damaged: {damage}"))
                    .todo("run: parlor store check, and restore the session from a backup or an export")
            }
            StoreError::DamagedEntry { id, why } => {
                Failure::mismatch(format!("the entry of session {id} is damaged: {why}"))
                    .todo("run: parlor store check, and restore the session from a backup or an export")
            }
            error @ StoreError::Behind { .. } => Failure::mismatch(error.to_string()),
            other => Failure::failed(other.to_string()),
        }
    }
}

impl From<BadSessionId> for Failure {
    fn from(bad: BadSessionId) -> Failure {
        no_session(&bad.text)
    }
}

pub(crate) fn no_session(asked: &str) -> Failure {
    Failure::failed(format!("there is no session {asked:?}")).todo("parlor sessions lists those there are")
}

//! How the program ends: its exit codes, and errors that say what happened and what to do.

use std::fmt;
use std::io;
use std::process::ExitCode;

use archive::{ArchiveError, Kind, REPORT};
use engine::replay::Mismatch;
use engine::{BadSessionId, Damage, Fault};
use host::HostError;
use store::StoreError;

/// The exit codes. They are a promise to scripts, and `--help` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// All went well.
    Fine = 0,
    /// It failed.
    Failed = 1,
    /// The command line makes no sense.
    Usage = 2,
    /// The place for sessions (`PARLOR_HOME`) cannot be used, or a key or a line of `config.toml` is missing or wrong.
    Configuration = 3,
    /// A model could not be reached, or a seat that it holds never got an answer from it.
    Unreachable = 4,
    /// What was checked is not what it should be.
    Mismatch = 6,
    /// A budget was met, and the rules played on for the models.
    OverBudget = 7,
    /// Interrupted with Ctrl-C.
    Interrupted = 130,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> ExitCode {
        ExitCode::from(code as u8)
    }
}

/// What a verb comes to.
pub(crate) type Outcome = Result<Code, Failure>;

/// Why a verb did not succeed: what happened, and what to do about it. There is none without both: docs/errors.md is
/// read out of the calls of these constructors.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) code: Code,
    what: String,
    todo: String,
}

impl Failure {
    fn new(code: Code, what: impl Into<String>, todo: impl Into<String>) -> Failure {
        Failure { code, what: what.into(), todo: todo.into() }
    }

    /// Something went wrong.
    pub(crate) fn failed(what: impl Into<String>, todo: impl Into<String>) -> Failure {
        Failure::new(Code::Failed, what, todo)
    }

    /// The command line makes no sense.
    pub(crate) fn usage(what: impl Into<String>, todo: impl Into<String>) -> Failure {
        Failure::new(Code::Usage, what, todo)
    }

    /// Something that is set up outside of the command line is missing or wrong.
    pub(crate) fn configuration(what: impl Into<String>, todo: impl Into<String>) -> Failure {
        Failure::new(Code::Configuration, what, todo)
    }

    /// A model cannot be reached.
    pub(crate) fn unreachable(what: impl Into<String>, todo: impl Into<String>) -> Failure {
        Failure::new(Code::Unreachable, what, todo)
    }

    /// What was checked is not what it should be.
    pub(crate) fn mismatch(what: impl Into<String>, todo: impl Into<String>) -> Failure {
        Failure::new(Code::Mismatch, what, todo)
    }

    /// What cannot happen has happened: nobody but us can do anything about it.
    pub(crate) fn bug(what: impl Into<String>) -> Failure {
        Failure::new(Code::Failed, what, REPORT)
    }

    /// Nobody reads any more: not worth a word.
    fn closed_pipe() -> Failure {
        Failure::new(Code::Fine, "", "")
    }

    /// What happened.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    /// What to do about it.
    pub(crate) fn what_to_do(&self) -> &str {
        &self.todo
    }

    /// Is there nothing to say?
    pub(crate) fn is_silent(&self) -> bool {
        self.what.is_empty()
    }
}

/// `error: what happened`, and below it an arrow with what to do.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}\n  → {}", self.what, self.todo)
    }
}

/// Writing failed. A reader that has gone (`parlor sessions | head`) is no error.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::closed_pipe(),
            _ => Failure::failed(
                format!("could not write: {error}"),
                "see that there is room where the output goes, and that you may write there",
            ),
        }
    }
}

/// Words about seats as people count them: `seats[2].name` is “seat 3, name”.
fn in_seats(said: &str) -> String {
    let mut parts = said.split("seats[");
    let mut words = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let place = part.split_once(']').and_then(|(at, rest)| Some((at.parse::<usize>().ok()?, rest)));
        match place {
            Some((at, rest)) => {
                let of = rest.strip_prefix('.').map(|rest| format!(", {rest}"));
                words.push_str(&format!("seat {}{}", at + 1, of.as_deref().unwrap_or(rest)));
            }
            None => words.push_str(&format!("seats[{part}")),
        }
    }
    words
}

/// The rules find fault with a table: all of it is said at once.
impl From<Vec<Fault>> for Failure {
    fn from(faults: Vec<Fault>) -> Failure {
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let said = in_seats(&said.join("; "));
        Failure::usage(
            format!("this table cannot be set up: {said}"),
            "correct what is named; parlor play --help shows how seats and names are given",
        )
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
            HostError::Refused(refused) => refused.into(),
            HostError::Damaged { damage, .. } => damage.into(),
            HostError::NoSeed { session } => Failure::failed(
                format!(
                    "session {session} came without its random seed, which is secret until a game ends: it cannot be played on"
                ),
                format!("read it with: parlor replay {session}"),
            ),
            HostError::TooManySessions { limit } => Failure::failed(
                format!("{limit} sessions are awake, and that is the limit"),
                "wait until nobody watches one of them and its clock does not run, and try again",
            ),
            HostError::UnknownMachine { session, machine } => Failure::failed(
                format!("session {session} plays {machine:?}, which this version of parlor does not know"),
                "update parlor",
            ),
            HostError::StorageFailed { why } => Failure::failed(
                format!("nothing can be saved any more: {why}"),
                "see that the disk is not full, and start parlor again: what was confirmed before is saved",
            ),
            HostError::Bug { session, why } => {
                Failure::bug(format!("session {session} could not be loaded: {why}"))
            }
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let elsewhere = "point PARLOR_HOME at another directory";
        let restore = "run: parlor store check, and restore the session from a backup or an export";
        match error {
            StoreError::Locked { dir, pid } => {
                let (dir, holder) =
                    (dir.display(), pid.map_or("another process".to_owned(), |pid| format!("process {pid}")));
                Failure::failed(
                    format!("the saved sessions in {dir} are in use by {holder}"),
                    format!("stop that parlor first, or {elsewhere}"),
                )
            }
            StoreError::NoStore { dir } => {
                let dir = dir.display();
                Failure::failed(
                    format!("no sessions are saved in {dir}"),
                    "parlor demo saves one; or point PARLOR_HOME at the directory that has yours",
                )
            }
            StoreError::Occupied { dir, aside } => {
                let dir = dir.display();
                Failure::failed(
                    format!("there is a store in {dir} already, and nothing was done"),
                    format!("add --replace to have it moved into {aside} there, or {elsewhere}"),
                )
            }
            StoreError::File { doing, path, source } => {
                let path = path.display();
                Failure::configuration(
                    format!("could not {doing} {path}: {source}"),
                    format!("make it readable and writable for you, or {elsewhere}"),
                )
            }
            StoreError::Foreign { path } => {
                let path = path.display();
                Failure::configuration(
                    format!(
                        "{path} is no database of parlor, or its beginning is damaged; it was left as it is"
                    ),
                    format!("move it away, restore a backup, or {elsewhere}"),
                )
            }
            StoreError::Newer { path, found, known } => {
                let path = path.display();
                Failure::configuration(
                    format!(
                        "{path} was written by a newer parlor (layout {found}; this one knows up to {known})"
                    ),
                    "update parlor",
                )
            }
            StoreError::BadId(bad) => bad.into(),
            StoreError::NoSession { id } => no_session(id.as_str()),
            StoreError::NoMatch { prefix } => no_session(&prefix),
            StoreError::Ambiguous { prefix, among } => {
                let ids: Vec<&str> = among.iter().map(|id| id.as_str()).collect();
                let ids = ids.join(", ");
                Failure::failed(format!("{prefix:?} could be any of {ids}"), "give more of the id")
            }
            StoreError::Exists { id } => Failure::failed(
                format!("there is a session {id} already: nothing was written"),
                "try again: a new session draws another id",
            ),
            StoreError::Busy { why } => Failure::failed(
                format!("another program holds up the saved sessions, and nothing was changed: {why}"),
                "try again in a moment",
            ),
            StoreError::Damaged { id, damage } => {
                Failure::mismatch(format!("session {id} is damaged: {damage}"), restore)
            }
            StoreError::DamagedEntry { id, why } => {
                Failure::mismatch(format!("the entry of session {id} in the list is damaged: {why}"), restore)
            }
            StoreError::DamagedPhoto { hash, why } => Failure::mismatch(
                format!("photo {hash} is damaged: {why}"),
                "run: parlor store check, and add the photo again",
            ),
            StoreError::Behind { path, missing } => {
                let path = path.display();
                Failure::mismatch(
                    format!(
                        "{path} has lost what was saved in it: {missing}. The file beside it (parlor.db-wal, its \
                         write-ahead log) was damaged or removed, or an older copy was put in its place"
                    ),
                    "bring back the newest parlor.db together with its parlor.db-wal; or, if the older state is what \
                     you want, delete parlor.head",
                )
            }
            StoreError::TooLong { what, found, max } => Failure::failed(
                format!("{what} has {found}, and may have {max} at most: nothing was written"),
                "make it smaller, and try again",
            ),
            StoreError::Stopped { why } => Failure::failed(
                format!("nothing can be saved any more, and this was not: {why}"),
                "see that the disk is not full, and start parlor again",
            ),
            StoreError::InDoubt { why } => Failure::failed(
                format!("it is not known whether this was saved: {why}"),
                "start parlor again and look: parlor sessions lists what is there",
            ),
            StoreError::Database { doing, source } => Failure::failed(
                format!("the database failed while {doing}: {source}"),
                "try again; if it goes on, run: parlor store check",
            ),
            StoreError::BadLine { number, why } => {
                Failure::bug(format!("record {number} cannot be saved: {why}; nothing was written"))
            }
        }
    }
}

impl From<BadSessionId> for Failure {
    fn from(bad: BadSessionId) -> Failure {
        no_session(&bad.text)
    }
}

/// The system gives no thread to work on.
pub(crate) fn no_threads(error: &io::Error) -> Failure {
    Failure::failed(
        format!("parlor could not start its threads: {error}"),
        "end other programs, or raise your limits of processes and open files",
    )
}

pub(crate) fn no_session(asked: &str) -> Failure {
    Failure::failed(format!("there is no session {asked:?}"), "parlor sessions lists those there are")
}

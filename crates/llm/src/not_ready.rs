//! Why a model cannot be asked at all: what is missing, and what to do about it.

use crate::{CassetteError, SpecError};

/// Why there is no provider for a spec. It never shows a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    /// The spec is none.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There is no such script.
    #[error("there is no script {name:?}; known are {known}")]
    NoScript {
        /// What was given.
        name: String,
        /// What is known.
        known: String,
    },
    /// Nobody here has said that the program may be started.
    #[error(
        "a model of this table is a program, {command:?}, and nobody here has said that it may be started"
    )]
    NotAllowed {
        /// The program with its arguments.
        command: String,
    },
    /// The program is not there.
    #[error("there is no program {name:?}")]
    NoProgram {
        /// The program.
        name: String,
    },
    /// The provider wants a key, and there is none.
    #[error("no key for {provider}")]
    NoKey {
        /// The provider.
        provider: String,
        /// The variable where it is looked for first.
        variable: String,
    },
    /// The command that should print the key did not.
    #[error("the key command of {provider} gave no key: {why}")]
    KeyCommand {
        /// The provider.
        provider: String,
        /// How it ended.
        why: String,
    },
    /// The variable holds no address.
    #[error("{variable} holds no address of {provider}")]
    BadAddress {
        /// The provider.
        provider: String,
        /// The variable.
        variable: String,
    },
    /// The cassette cannot be played.
    #[error(transparent)]
    Cassette(#[from] CassetteError),
    /// Nothing can be asked over a network.
    #[error("the network cannot be used: {why}")]
    NoNetwork {
        /// What happened.
        why: String,
    },
}

impl NotReady {
    /// What to do about it.
    pub fn todo(&self) -> String {
        match self {
            NotReady::Spec(_) => {
                "write provider:model@key=value, such as ollama:llama3.2:3b@temperature=0.7".to_owned()
            }
            NotReady::NoScript { .. } => "write scripted:NAME with one of these names".to_owned(),
            NotReady::NotAllowed { command } => format!(
                "if you trust it, write allow = [{command:?}] under [exec] in config.toml, or name it at the command line"
            ),
            NotReady::NoProgram { .. } => {
                "write exec:PROGRAM and its arguments, a program of the PATH or a path".to_owned()
            }
            NotReady::NoKey { variable, .. } => format!("set {variable}, or try: parlor demo"),
            NotReady::KeyCommand { provider, .. } => {
                format!("try key_command of [providers.{provider}] in config.toml by hand")
            }
            NotReady::BadAddress { variable, .. } => {
                format!("begin {variable} with http:// or https://, or unset it")
            }
            NotReady::Cassette(_) => "record it again, or give the file that you mean".to_owned(),
            NotReady::NoNetwork { .. } => {
                "see that your system has its root certificates (the package ca-certificates)".to_owned()
            }
        }
    }
}

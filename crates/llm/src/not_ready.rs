//! Why a model cannot be asked at all: what is missing, and what to do about it.

use crate::SpecError;

/// Why there is no provider for a spec.
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
    /// The provider wants a key, and there is none.
    #[error("no key for {provider}")]
    NoKey {
        /// The provider.
        provider: String,
        /// The variable where it is looked for first.
        variable: String,
    },
}

impl NotReady {
    /// What to do about it.
    pub fn todo(&self) -> String {
        match self {
            NotReady::Spec(_) | NotReady::NoScript { .. } => {
                "write provider:model@key=value, such as ollama:llama3.2:3b@temperature=0.7".to_owned()
            }
            NotReady::NoKey { variable, .. } => format!("set {variable}, or try: parlor demo"),
        }
    }
}

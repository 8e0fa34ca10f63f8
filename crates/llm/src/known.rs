//! The providers that are known without a configuration: where they are and where their keys are looked for.

use crate::providers::Wire;

/// A provider on a network, or on this machine.
pub(crate) struct Known {
    pub(crate) name: &'static str,
    pub(crate) wire: Wire,
    /// Variables that may hold the key, the usual one first.
    pub(crate) key_variables: &'static [&'static str],
    /// The variable that says where it is.
    pub(crate) endpoint_variable: &'static str,
    /// Where it is if nobody says.
    pub(crate) endpoint: &'static str,
    /// Does it run on one's own machine? Then it costs nothing and needs no key.
    pub(crate) is_local: bool,
    /// Calls that are made at once if nobody says.
    pub(crate) concurrency: usize,
}

/// How the names of models begin that do not think before they answer, whoever offers them. It is a list of old ones: what comes
/// nowadays thinks, unless it is told not to.
const STILL: &[&str] = &[
    "gpt-3.5",
    "gpt-4",
    "gpt-5-chat",
    "chatgpt-4o",
    "claude-3",
    "claude-haiku-4",
    "claude-opus-4",
    "claude-sonnet-4",
    "gemini-1",
    "gemini-2.0",
    "gemma",
];

/// May a model of this name think before it answers?
pub(crate) fn thinks(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or_default();
    name.ends_with(":thinking") || !STILL.iter().any(|still| name.starts_with(still))
}

/// Calls at once to a provider of which nothing else is known.
pub(crate) const CONCURRENCY: usize = 4;

/// All of them. To add one, add an entry here and its name to `PROVIDERS` in `spec.rs`.
pub(crate) const KNOWN: &[Known] = &[
    Known {
        name: "openai",
        wire: Wire::OpenAi,
        key_variables: &["OPENAI_API_KEY"],
        endpoint_variable: "OPENAI_BASE_URL",
        endpoint: "https://api.openai.com/v1",
        is_local: false,
        concurrency: 8,
    },
    Known {
        name: "anthropic",
        wire: Wire::Anthropic,
        key_variables: &["ANTHROPIC_API_KEY"],
        endpoint_variable: "ANTHROPIC_BASE_URL",
        endpoint: "https://api.anthropic.com",
        is_local: false,
        concurrency: 8,
    },
    Known {
        name: "gemini",
        wire: Wire::Gemini,
        key_variables: &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
        endpoint_variable: "GEMINI_BASE_URL",
        endpoint: "https://generativelanguage.googleapis.com",
        is_local: false,
        concurrency: 8,
    },
    Known {
        name: "openrouter",
        wire: Wire::OpenAi,
        key_variables: &["OPENROUTER_API_KEY"],
        endpoint_variable: "OPENROUTER_BASE_URL",
        endpoint: "https://openrouter.ai/api/v1",
        is_local: false,
        concurrency: 8,
    },
    Known {
        name: "ollama",
        wire: Wire::Ollama,
        key_variables: &[],
        endpoint_variable: "OLLAMA_HOST",
        endpoint: "http://127.0.0.1:11434",
        is_local: true,
        concurrency: 2,
    },
    Known {
        name: "llamacpp",
        wire: Wire::LlamaCpp,
        key_variables: &[],
        endpoint_variable: "LLAMACPP_BASE_URL",
        endpoint: "http://127.0.0.1:8080/v1",
        is_local: true,
        concurrency: 2,
    },
    Known {
        name: "vllm",
        wire: Wire::Vllm,
        key_variables: &[],
        endpoint_variable: "VLLM_BASE_URL",
        endpoint: "http://127.0.0.1:8000/v1",
        is_local: true,
        concurrency: 8,
    },
];

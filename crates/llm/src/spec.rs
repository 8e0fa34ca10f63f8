//! Which model, and how it is asked: `provider:model@key=value@key=value`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use crate::Style;

/// Providers that are known without a configuration.
pub(crate) const PROVIDERS: &[&str] = &[
    "openai",
    "anthropic",
    "gemini",
    "openrouter",
    "ollama",
    "llamacpp",
    "vllm",
    "exec",
    "replay",
    "scripted",
];

/// Options that a spec may have.
pub(crate) const KEYS: &[&str] = &[
    "temperature",
    "top_p",
    "seed",
    "effort",
    "answer",
    "tokens",
    "thinking",
    "context",
    "time",
    "delay",
    "sees",
];

/// Providers whose models see photos if nobody says otherwise. Of the models behind the others some do and some do not.
const SEEING: &[&str] = &["openai", "anthropic", "gemini"];

/// The longest spec, in bytes.
const SPEC_BYTES_MAX: usize = 512;

/// The most tokens that `tokens` may allow for one answer.
const TOKENS_MAX: u32 = 1_000_000;

/// Tokens of context that `context` may ask for.
const CONTEXT: RangeInclusive<u32> = 1_024..=4_194_304;

/// The most seconds that `time` may allow for one call.
const TIME_SECONDS_MAX: u32 = 3_600;

/// The most milliseconds that `delay` may ask for.
const DELAY_MS_MAX: u32 = 3_600_000;

/// A model of a provider, and how it is asked.
///
/// The provider ends at the first `:`, so a model's name may have more of them, and slashes. The options begin at the
/// first `@`.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The provider's name.
    pub provider: String,
    /// The model's name, as the provider knows it; for `replay` a file, for `scripted` a script, for
    /// `exec` a program with its arguments.
    pub model: String,
    /// What was said besides.
    pub options: SpecOptions,
}

/// What a spec may say besides the model. Nothing set means that the provider, or Parlor, decides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecOptions {
    /// How freely it chooses its words.
    pub temperature: Option<f32>,
    /// Of which share of the likely words it chooses.
    pub top_p: Option<f32>,
    /// The seed of its chance.
    pub seed: Option<u64>,
    /// How hard it thinks, in the provider's own word.
    pub effort: Option<String>,
    /// How it is asked for its answer.
    pub answer: Option<Style>,
    /// Tokens that it may write in one answer.
    pub tokens: Option<u32>,
    /// Tokens that it may think before each answer.
    pub thinking: Option<u32>,
    /// Tokens of context that a server is asked for which makes room for as much as it is asked for.
    pub context: Option<u32>,
    /// Seconds that a call may take.
    pub time: Option<u32>,
    /// Milliseconds that a script waits.
    pub delay: Option<u32>,
    /// Whether it can look at photos.
    pub sees: Option<bool>,
}

/// Why a text is no spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// There is no `:` in it.
    #[error("{text:?} names no provider; write provider:model, such as ollama:llama3.2:3b")]
    NoProvider {
        /// What was given.
        text: String,
    },
    /// Nobody knows the provider.
    #[error("there is no provider {name:?}; known are {}", .known.join(", "))]
    UnknownProvider {
        /// What was given.
        name: String,
        /// What is known.
        known: Vec<String>,
    },
    /// The provider is given and the model is not.
    #[error("{provider} needs a model; write {provider}:MODEL")]
    NoModel {
        /// The provider.
        provider: String,
    },
    /// It is too long, or has characters that no name has.
    #[error("a model's name has at most 512 bytes and no control characters")]
    BadName,
    /// There is no `=` in an option.
    #[error("{text:?} is no option; write @key=value with one of {}", KEYS.join(", "))]
    NotAnOption {
        /// What was given.
        text: String,
    },
    /// Nobody knows the option.
    #[error("there is no option {key:?}; known are {}", KEYS.join(", "))]
    UnknownKey {
        /// What was given.
        key: String,
    },
    /// The option is there twice.
    #[error("{key} is given twice")]
    Twice {
        /// Which.
        key: String,
    },
    /// The option cannot have this value.
    #[error("{key}={value}: {wanted}")]
    BadValue {
        /// Which option.
        key: String,
        /// What was given.
        value: String,
        /// What would be right.
        wanted: &'static str,
    },
}

impl Spec {
    /// Reads a spec whose provider is one of the known ones or one of `more`.
    pub fn parse(text: &str, more: &[&str]) -> Result<Spec, SpecError> {
        if text.len() > SPEC_BYTES_MAX || text.chars().any(char::is_control) {
            return Err(SpecError::BadName);
        }
        let (provider, rest) =
            text.split_once(':').ok_or_else(|| SpecError::NoProvider { text: text.to_owned() })?;
        if !PROVIDERS.contains(&provider) && !more.contains(&provider) {
            let known = PROVIDERS.iter().chain(more).map(|&name| name.to_owned()).collect();
            return Err(SpecError::UnknownProvider { name: provider.to_owned(), known });
        }
        let mut parts = rest.split('@');
        let model = parts.next().unwrap_or_default();
        if model.trim().is_empty() {
            return Err(SpecError::NoModel { provider: provider.to_owned() });
        }
        let mut options = SpecOptions::default();
        for part in parts {
            options.read(part)?;
        }
        if let Some(delay) = options.delay.filter(|_| provider != "scripted") {
            let (key, value) = ("delay".to_owned(), delay.to_string());
            return Err(SpecError::BadValue { key, value, wanted: "only a script can be told to wait" });
        }
        Ok(Spec { provider: provider.to_owned(), model: model.to_owned(), options })
    }

    /// `provider:model`, without options: what a price is given for.
    pub fn name(&self) -> String {
        format!("{}:{}", self.provider, self.model)
    }

    /// Whether it can look at photos. One that cannot is sent none.
    pub fn sees(&self) -> bool {
        self.options.sees.unwrap_or_else(|| SEEING.contains(&self.provider.as_str()))
    }

    /// How long a call may take, if it says.
    pub fn time(&self) -> Option<Duration> {
        self.options.time.map(|seconds| Duration::from_secs(seconds.into()))
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        Spec::parse(text, &[])
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpecOptions {
            temperature,
            top_p,
            seed,
            effort,
            answer,
            tokens,
            thinking,
            context,
            time,
            delay,
            sees,
        } = &self.options;
        write!(f, "{}:{}", self.provider, self.model)?;
        option(f, "temperature", temperature.as_ref())?;
        option(f, "top_p", top_p.as_ref())?;
        option(f, "seed", seed.as_ref())?;
        option(f, "effort", effort.as_ref())?;
        let answer = answer.map(style_name);
        option(f, "answer", answer.as_ref())?;
        option(f, "tokens", tokens.as_ref())?;
        option(f, "thinking", thinking.as_ref())?;
        option(f, "context", context.as_ref())?;
        option(f, "time", time.as_ref())?;
        option(f, "delay", delay.as_ref())?;
        option(f, "sees", sees.map(|sees| if sees { "yes" } else { "no" }).as_ref())
    }
}

fn option(f: &mut fmt::Formatter<'_>, key: &str, value: Option<&impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, "@{key}={value}"))
}

impl SpecOptions {
    /// Reads one `key=value`.
    fn read(&mut self, text: &str) -> Result<(), SpecError> {
        let (key, value) =
            text.split_once('=').ok_or_else(|| SpecError::NotAnOption { text: text.to_owned() })?;
        let read = Value { key, value };
        match key {
            "temperature" => read.into(&mut self.temperature, share(value, 2.0), "a number from 0 to 2"),
            "top_p" => read.into(&mut self.top_p, share(value, 1.0), "a number from 0 to 1"),
            "seed" => read.into(&mut self.seed, value.parse().ok(), "a whole number"),
            "effort" => read.into(&mut self.effort, word(value), "a word such as low, medium or high"),
            "answer" => read.into(&mut self.answer, style_named(value), "tools or schema"),
            "tokens" => {
                let tokens = whole(value, &(1..=TOKENS_MAX));
                read.into(&mut self.tokens, tokens, "a whole number from 1 to 1000000")
            }
            "thinking" => {
                let tokens = whole(value, &(0..=TOKENS_MAX));
                read.into(&mut self.thinking, tokens, "a whole number from 0 to 1000000")
            }
            "context" => {
                read.into(&mut self.context, whole(value, &CONTEXT), "a whole number from 1024 to 4194304")
            }
            "time" => {
                let seconds = whole(value, &(1..=TIME_SECONDS_MAX));
                read.into(&mut self.time, seconds, "whole seconds from 1 to 3600")
            }
            "delay" => {
                let ms = whole(value, &(1..=DELAY_MS_MAX));
                read.into(&mut self.delay, ms, "whole milliseconds from 1 to 3600000")
            }
            "sees" => read.into(&mut self.sees, yes_or_no(value), "yes or no"),
            _ => Err(SpecError::UnknownKey { key: key.to_owned() }),
        }
    }
}

/// A value on its way to its place.
struct Value<'a> {
    key: &'a str,
    value: &'a str,
}

impl Value<'_> {
    fn into<T>(self, place: &mut Option<T>, read: Option<T>, wanted: &'static str) -> Result<(), SpecError> {
        let Value { key, value } = self;
        let Some(read) = read else {
            return Err(SpecError::BadValue { key: key.to_owned(), value: value.to_owned(), wanted });
        };
        match place.replace(read) {
            None => Ok(()),
            Some(_) => Err(SpecError::Twice { key: key.to_owned() }),
        }
    }
}

/// A number from 0 to `most`.
fn share(text: &str, most: f32) -> Option<f32> {
    text.parse().ok().filter(|number: &f32| (0.0..=most).contains(number))
}

/// A whole number in this range.
fn whole(text: &str, range: &RangeInclusive<u32>) -> Option<u32> {
    text.parse().ok().filter(|number| range.contains(number))
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// One word of letters, digits and hyphens.
fn word(text: &str) -> Option<String> {
    let fits = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    fits.then(|| text.to_owned())
}

/// The way to answer of this name.
pub(crate) fn style_named(name: &str) -> Option<Style> {
    match name {
        "tools" => Some(Style::Tools),
        "schema" => Some(Style::Schema),
        _ => None,
    }
}

/// The name of a way to answer.
pub(crate) fn style_name(style: Style) -> &'static str {
    match style {
        Style::Tools => "tools",
        Style::Schema => "schema",
    }
}

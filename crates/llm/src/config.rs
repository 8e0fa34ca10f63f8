//! The configuration: the part of `config.toml` that is about models.
//!
//! ```toml
//! [providers.openai]
//! key_command = "pass show openai"        # or: key = "…"; and base_url, to ask elsewhere
//!
//! [providers.attic]                       # a name of one's own: needs wire and base_url
//! wire = "vllm"                           # openai, llamacpp, ollama, vllm, anthropic or gemini
//! base_url = "http://attic:8000/v1"
//!
//! [prices."openai:some-model"]            # US dollars per million tokens
//! input = 1.25
//! cached = 0.125                          # like input, if it is left out
//! output = 10
//!
//! [budget.session]                        # or call, seat, day
//! tokens = 500_000
//! dollars = 0.50
//!
//! [limits]
//! concurrency = { openai = 8, ollama = 1 }
//!
//! [exec]
//! allow = ["python3 mind.py"]             # programs that a saved session may start when it is resumed
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use engine::{Budget, Nanos};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

use crate::known::KNOWN;
use crate::providers::{Key, Wire};
use crate::{Budgets, Price, money};

/// Names of providers that are not on a network: there is nothing to configure.
const OFF_NETWORK: &[&str] = &["exec", "replay", "scripted"];

/// The wires by the names that a configuration has for them.
const WIRES: &[(&str, Wire)] = &[
    ("openai", Wire::OpenAi),
    ("llamacpp", Wire::LlamaCpp),
    ("ollama", Wire::Ollama),
    ("vllm", Wire::Vllm),
    ("anthropic", Wire::Anthropic),
    ("gemini", Wire::Gemini),
];

/// What is configured about models.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Providers, by their names.
    pub providers: BTreeMap<String, ProviderConfig>,
    /// Prices, by `provider:model`.
    pub prices: BTreeMap<String, Price>,
    /// How much may be used.
    pub budgets: Budgets,
    /// Calls that are made at once, by the provider's name.
    pub concurrency: BTreeMap<String, usize>,
    /// Programs that may be started without being named by whoever starts this.
    pub programs: BTreeSet<String>,
}

/// Where a listed price is from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with on and page")]
pub struct PriceSource {
    /// When it was entered: year and month.
    pub on: String,
    /// The provider's own page, where it can be compared.
    pub page: String,
}

/// What is configured about a provider.
#[derive(Clone, Debug, Default)]
pub struct ProviderConfig {
    /// Which protocol it speaks, for a name that is not known otherwise.
    pub wire: Option<Wire>,
    /// Where it is.
    pub base_url: Option<String>,
    /// The key.
    pub key: Option<Key>,
    /// The command whose first line is the key.
    pub key_command: Option<String>,
}

/// What is wrong with a configuration. It never shows a value, because a value may be a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// In which line, from 1, if it is in one.
    pub line: Option<usize>,
    /// What.
    pub what: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for ConfigError {}

impl Config {
    /// Reads the text of a configuration.
    pub fn parse(text: &str) -> Result<Config, ConfigError> {
        let file: FileTable = toml::from_str(text).map_err(|error| told(text, &error))?;
        file.checked().map_err(|what| ConfigError { line: None, what })
    }

    /// The names of providers that only the configuration knows.
    pub fn names(&self) -> Vec<&str> {
        let own = self.providers.iter().filter(|(_, provider)| provider.wire.is_some());
        own.map(|(name, _)| name.as_str()).collect()
    }
}

/// The list of prices that comes with Parlor: a configuration of prices, and where they are from.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PriceList {
    /// By the provider's name.
    pub(crate) sources: BTreeMap<String, PriceSource>,
    prices: BTreeMap<String, PriceTable>,
}

impl PriceList {
    pub(crate) fn parse(text: &str) -> Result<PriceList, ConfigError> {
        toml::from_str(text).map_err(|error| told(text, &error))
    }

    /// By `provider:model`.
    pub(crate) fn prices(&self) -> BTreeMap<String, Price> {
        self.prices.iter().map(|(name, table)| (name.clone(), table.price())).collect()
    }
}

/// What the TOML reader says, without the values that it quotes.
fn told(text: &str, error: &toml::de::Error) -> ConfigError {
    let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
    let message = error.message();
    let what = match message.rsplit_once(", expected ") {
        Some((head, expected)) if head.starts_with("invalid ") => format!("expected {expected}"),
        _ => message.to_owned(),
    };
    ConfigError { line, what }
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
struct FileTable {
    providers: BTreeMap<String, ProviderTable>,
    prices: BTreeMap<String, PriceTable>,
    budget: BudgetTables,
    limits: LimitsTable,
    exec: ExecTable,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table with allow")]
struct ExecTable {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with base_url, key, key_command or wire")]
struct ProviderTable {
    wire: Option<String>,
    base_url: Option<String>,
    key: Option<String>,
    key_command: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with input, cached and output")]
struct PriceTable {
    input: Dollars,
    cached: Option<Dollars>,
    output: Dollars,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table with call, seat, session or day")]
struct BudgetTables {
    call: BudgetTable,
    seat: BudgetTable,
    session: BudgetTable,
    day: BudgetTable,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table with tokens or dollars")]
struct BudgetTable {
    tokens: Option<u64>,
    dollars: Option<Dollars>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table with concurrency")]
struct LimitsTable {
    concurrency: BTreeMap<String, usize>,
}

impl FileTable {
    fn checked(self) -> Result<Config, String> {
        let mut providers = BTreeMap::new();
        for (name, table) in self.providers {
            let provider = table.checked(&name).map_err(|what| format!("providers.{name}: {what}"))?;
            providers.insert(name, provider);
        }
        let is_known = |name: &str| {
            KNOWN.iter().any(|known| known.name == name)
                || OFF_NETWORK.contains(&name)
                || providers.contains_key(name)
        };
        for name in self.prices.keys() {
            let provider = name.split_once(':').map(|(provider, _)| provider);
            if !provider.is_some_and(is_known) {
                return Err(format!(
                    "prices.{name:?}: a price is given for provider:model, of a provider that is known"
                ));
            }
        }
        for (name, places) in &self.limits.concurrency {
            if !is_known(name) {
                return Err(format!("limits.concurrency: there is no provider {name:?}"));
            }
            if *places == 0 {
                return Err(format!("limits.concurrency: {name} needs at least 1"));
            }
        }
        let prices = self.prices.into_iter().map(|(name, table)| (name, table.price())).collect();
        let BudgetTables { call, seat, session, day } = self.budget;
        let budgets = Budgets {
            call: call.budget(),
            seat: seat.budget(),
            session: session.budget(),
            day: day.budget(),
        };
        Ok(Config {
            providers,
            prices,
            budgets,
            concurrency: self.limits.concurrency,
            programs: self.exec.allow,
        })
    }
}

impl ProviderTable {
    fn checked(self, name: &str) -> Result<ProviderConfig, String> {
        if OFF_NETWORK.contains(&name) {
            return Err("there is nothing to configure about it".to_owned());
        }
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(fits) {
            return Err("a name has small letters, digits and hyphens".to_owned());
        }
        let names = || WIRES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let is_new = !KNOWN.iter().any(|known| known.name == name);
        let wire = match (&self.wire, is_new) {
            (Some(_), false) => return Err("wire is for names of your own; this one is known".to_owned()),
            (None, true) => {
                return Err(format!("no provider is known by this name; give wire, one of {}", names()));
            }
            (None, false) => None,
            (Some(wire), true) => {
                let found = WIRES.iter().find(|(name, _)| name == wire).map(|(_, wire)| *wire);
                Some(found.ok_or_else(|| format!("wire is one of {}", names()))?)
            }
        };
        if is_new && self.base_url.is_none() {
            return Err("a provider of your own needs base_url".to_owned());
        }
        if let Some(url) = &self.base_url
            && !url.starts_with("http://")
            && !url.starts_with("https://")
        {
            return Err("base_url begins with http:// or https://".to_owned());
        }
        let key = self.key.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()).map(Key::new);
        Ok(ProviderConfig { wire, base_url: self.base_url, key, key_command: self.key_command })
    }
}

impl PriceTable {
    fn price(&self) -> Price {
        let PriceTable { input, cached, output } = self;
        Price { input: input.0, cached: cached.as_ref().unwrap_or(input).0, output: output.0 }
    }
}

impl BudgetTable {
    fn budget(self) -> Budget {
        Budget { tokens: self.tokens, cost: self.dollars.map(|sum| sum.0) }
    }
}

/// A sum of dollars: a number, or a text where a number would not be exact.
struct Dollars(Nanos);

impl<'de> Deserialize<'de> for Dollars {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Dollars, D::Error> {
        from.deserialize_any(DollarsVisitor)
    }
}

struct DollarsVisitor;

impl Visitor<'_> for DollarsVisitor {
    type Value = Dollars;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dollars such as 1.50")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Dollars, E> {
        money::nanos(text).map(Dollars).map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Dollars, E> {
        self.visit_str(&number.to_string())
    }

    /// The shortest decimal that means this float is what was written, if that had no more than 15 digits.
    fn visit_f64<E: Error>(self, number: f64) -> Result<Dollars, E> {
        let text = number.to_string();
        let digits = text.trim_start_matches(['0', '.']).bytes().filter(u8::is_ascii_digit).count();
        if digits > 15 {
            return Err(E::custom("so many digits need quotes to be exact"));
        }
        self.visit_str(&text)
    }
}

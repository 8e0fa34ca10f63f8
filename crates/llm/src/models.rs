//! Every model that can be asked, by its spec.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use engine::{Nanos, Usage};
use tokio::sync::Semaphore;

use crate::keys::{KeyPlace, shown};
use crate::known::{CONCURRENCY, KNOWN, thinks};
use crate::prices::Prices;
use crate::providers::{Context, EXEC, Http, Key, Program, Settings, Target, Wire, connect, look_closely};
use crate::{
    Budgeted, CallFault, Cassette, CassetteError, Config, Env, Gauge, Jitter, Ledger, Limited, NotReady,
    Origin, Price, PricedBy, Provider, Recorded, Replay, Retried, SCRIPTS, Script, Scripted, Spec, Style,
    Timed, WallClock,
};

/// Tokens that a model may write in one answer, if the spec does not say.
const OUTPUT_TOKENS: u32 = 2_048;

/// Tokens that a model which thinks may think before each answer, if the spec does not say. Most use a small part of it, and pay
/// for that part alone; one that is cut off in its thoughts is paid for and says nothing.
const THINKING_TOKENS: u32 = 16_384;

/// How long a call may take, if the spec does not say.
const TIME: Duration = Duration::from_secs(60);

/// How long a provider may take to say which models it has.
const LOOK_TIME: Duration = Duration::from_secs(15);

/// The models that can be asked. Cheap to clone; all clones share their clients, places and accounts.
#[derive(Clone, Debug)]
pub struct Models(Arc<Registry>);

#[derive(Debug)]
struct Registry {
    config: Config,
    env: Env,
    prices: Prices,
    ledger: Ledger,
    jitter: Jitter,
    shared: Mutex<Shared>,
}

/// What is made when it is first needed, and then kept.
#[derive(Debug, Default)]
struct Shared {
    http: Option<Http>,
    /// By the provider's name.
    keys: BTreeMap<String, Option<Key>>,
    /// By the provider's name.
    places: BTreeMap<String, Arc<Semaphore>>,
    /// By `provider:model`.
    contexts: BTreeMap<String, Context>,
    /// By the spec.
    scripted: BTreeMap<String, Arc<Scripted>>,
    /// By the spec, as long as somebody plays it.
    replays: BTreeMap<String, Weak<Replay>>,
    cassette: Option<Cassette>,
    /// Programs that whoever started this has named.
    programs: BTreeSet<String>,
    /// Providers from outside, by their names.
    own: BTreeMap<String, Arc<dyn Provider>>,
}

/// A model that is ready to be asked.
#[derive(Clone, Debug)]
pub struct Connected {
    /// The model, with everything round it: budget, time, recording, retries, places.
    pub provider: Arc<dyn Provider>,
    /// Its spec.
    pub spec: Spec,
    /// Tokens that it may write in one answer.
    pub output_tokens: u32,
    /// Tokens that it may think before.
    pub thinking_tokens: u32,
    /// How long a call may take.
    pub time: Duration,
    /// What it costs, if that is known.
    pub price: Option<Price>,
    /// How its prompts measure.
    pub gauge: Gauge,
}

impl Connected {
    /// What a call of it costs, if its price is known.
    pub fn cost(&self, usage: Usage) -> Option<Nanos> {
        self.price.map(|price| price.of(usage))
    }
}

/// What is known about a provider without asking it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderStanding {
    /// Its name.
    pub provider: String,
    /// Where it is, if it is on a network.
    pub address: Option<String>,
    /// Who says so.
    pub address_from: Origin,
    /// Where its key comes from.
    pub key_from: Origin,
    /// Is there no use in asking it without a key?
    pub needs_key: bool,
    /// The variable where its key usually is.
    pub key_variable: Option<&'static str>,
}

impl ProviderStanding {
    /// Is all there that it takes to ask it?
    pub fn is_configured(&self) -> bool {
        !self.needs_key || self.key_from != Origin::Nowhere
    }
}

/// What came of looking at a model.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What is known without asking.
    pub standing: ProviderStanding,
    /// The model that was looked for.
    pub model: String,
    /// The models that the provider has, or why it does not say.
    pub models: Result<Vec<String>, CallFault>,
    /// Tokens of context that the model has, if the provider says.
    pub context: Option<u32>,
}

impl Checked {
    /// Does the provider have the model, as far as it says?
    pub fn has_model(&self) -> bool {
        let latest = format!("{}:latest", self.model);
        self.models.as_ref().is_ok_and(|models| models.iter().any(|it| *it == self.model || *it == latest))
    }
}

impl Default for Models {
    /// Nothing is configured: scripts, cassettes, and what runs where it usually does on this machine.
    fn default() -> Models {
        Models::new(Config::default(), Env::none(), WallClock::wall())
    }
}

impl Models {
    /// The models that this configuration and these variables can reach.
    pub fn new(config: Config, env: Env, clock: WallClock) -> Models {
        let prices = Prices::new(config.prices.clone());
        let ledger = Ledger::new(config.budgets, clock);
        let (jitter, shared) = (Jitter::system(), Mutex::default());
        Models(Arc::new(Registry { config, env, prices, ledger, jitter, shared }))
    }

    /// With a provider from outside, under a name of its own: all of its models are this one.
    #[must_use]
    pub fn with(self, name: &str, provider: Arc<dyn Provider>) -> Models {
        self.shared().own.insert(name.to_owned(), provider);
        self
    }

    /// A program that whoever starts this has named may be started. One that comes with a saved session, or over a
    /// network, may not.
    pub fn allow(&self, spec: &str) {
        if let Ok(Spec { provider, model, .. }) = self.spec(spec)
            && provider == EXEC
        {
            self.shared().programs.insert(model);
        }
    }

    /// The model of this spec, ready to be asked. The first time that a provider's key comes from a command, this waits
    /// for the command.
    pub fn get(&self, spec: &str) -> Result<Connected, NotReady> {
        let spec = self.spec(spec)?;
        let price = self.0.prices.of(&spec);
        let mut provider = self.raw(&spec)?;
        // Nobody has to wait for what is on file, and what is not there will not come.
        if spec.provider != "replay" {
            provider = Arc::new(Limited::new(provider, self.places(&spec.provider)));
            provider = Arc::new(Retried::new(provider, self.0.jitter.clone()));
        }
        if let Some(cassette) = self.shared().cassette.clone() {
            provider = Arc::new(Recorded::new(provider, cassette, spec.to_string()));
        }
        provider = Arc::new(Timed::new(provider));
        let budgeted = Budgeted::new(provider, self.0.ledger.clone(), spec.name(), price);
        let gauge = budgeted.gauge();
        let output_tokens = spec.options.tokens.unwrap_or(OUTPUT_TOKENS);
        let thinking_tokens = spec.options.thinking.unwrap_or_else(|| self.thinking_tokens(&spec));
        let time = spec.time().unwrap_or(TIME);
        let provider = Arc::new(budgeted);
        Ok(Connected { provider, spec, output_tokens, thinking_tokens, time, price, gauge })
    }

    /// How many tokens a model may think that nobody has said it of.
    fn thinking_tokens(&self, spec: &Spec) -> u32 {
        let is_still = spec.options.effort.as_deref() == Some("none") || !thinks(&spec.model);
        let is_remote = KeyPlace::of(&spec.provider, &self.0.config).wire().is_some();
        if is_still || !is_remote { 0 } else { THINKING_TOKENS }
    }

    /// Can this model be asked something short beside the turns of its seat? Not where its server may keep what it has read of
    /// one prompt alone, and would have to read the seat's anew; nor where somebody has given it longer than usual, since its
    /// answer would come too late.
    pub fn can_be_asked_aside(&self, spec: &str) -> bool {
        let Ok(spec) = self.spec(spec) else { return false };
        let keeps_one = match KeyPlace::of(&spec.provider, &self.0.config).wire() {
            Some(Wire::LlamaCpp | Wire::Ollama) => true,
            Some(Wire::OpenAi | Wire::Vllm | Wire::Anthropic | Wire::Gemini) | None => false,
        };
        !keeps_one && spec.time().is_none_or(|time| time <= TIME)
    }

    /// Reads a spec of a provider that is known or configured.
    pub fn spec(&self, text: &str) -> Result<Spec, NotReady> {
        let own: Vec<String> = self.shared().own.keys().cloned().collect();
        let names: Vec<&str> =
            self.0.config.names().into_iter().chain(own.iter().map(String::as_str)).collect();
        Ok(Spec::parse(text, &names)?)
    }

    /// What a call of this model costs, if its price is known.
    pub fn cost(&self, spec: &Spec, usage: Usage) -> Option<Nanos> {
        self.0.prices.of(spec).map(|price| price.of(usage))
    }

    /// Who says what this model costs, if anybody does.
    pub fn priced_by(&self, spec: &Spec) -> Option<PricedBy> {
        self.0.prices.found(spec).map(|(_, by)| by)
    }

    /// The models of a provider that are known without asking it: those that have a price.
    pub fn priced(&self, provider: &str) -> Vec<String> {
        self.0.prices.models(provider)
    }

    /// What was used and what may be.
    pub fn ledger(&self) -> &Ledger {
        &self.0.ledger
    }

    /// From now on, calls of models that are got are recorded on this file.
    pub fn record_to(&self, path: &Path) -> Result<(), CassetteError> {
        let cassette = Cassette::open(path)?;
        self.shared().cassette = Some(cassette);
        Ok(())
    }

    /// Every provider that is known or configured, and what there is of it. Asks nobody.
    pub fn standings(&self) -> Vec<Result<ProviderStanding, NotReady>> {
        let known = KNOWN.iter().map(|known| known.name);
        known.chain(self.0.config.names()).map(|name| self.standing(name)).collect()
    }

    /// Looks whether a model could be asked: is its provider configured, does it answer, which models does it have?
    pub async fn check(&self, spec: &str) -> Result<Checked, NotReady> {
        let spec = self.spec(spec)?;
        let standing = self.standing(&spec.provider)?;
        let model = spec.model.clone();
        let looked = match self.target(&spec)? {
            Some(target) => {
                let http = self.http()?;
                let looked = tokio::time::timeout(LOOK_TIME, look_closely(&http, &target)).await;
                looked.unwrap_or(Err(CallFault::TimedOut { after: LOOK_TIME }))
            }
            None => self.raw(&spec).map(|_| Ok((vec![model.clone()], None)))?,
        };
        let (models, context) = match looked {
            Ok((models, context)) => (Ok(models), context),
            Err(fault) => (Err(fault), None),
        };
        // What somebody has set is what the server is asked for.
        let context = spec.options.context.or(context);
        Ok(Checked { standing, model, models, context })
    }

    fn standing(&self, name: &str) -> Result<ProviderStanding, NotReady> {
        let place = KeyPlace::of(name, &self.0.config);
        let on_network = place.wire().is_some();
        let (address, address_from) = place.endpoint(&self.0.env)?;
        Ok(ProviderStanding {
            provider: name.to_owned(),
            address: on_network.then(|| shown(&address)),
            address_from: if on_network { address_from } else { Origin::Nowhere },
            key_from: place.key_origin(&self.0.env),
            needs_key: place.needs_key(),
            key_variable: place.key_variable(),
        })
    }

    /// The model without anything round it.
    fn raw(&self, spec: &Spec) -> Result<Arc<dyn Provider>, NotReady> {
        if let Some(own) = self.shared().own.get(&spec.provider) {
            return Ok(Arc::clone(own));
        }
        if let Some(target) = self.target(spec)? {
            return Ok(connect(&self.http()?, target));
        }
        match spec.provider.as_str() {
            EXEC => Ok(self.program(spec)?),
            "replay" => Ok(self.replay(spec)?),
            _ => Ok(self.scripted(spec)?),
        }
    }

    fn program(&self, spec: &Spec) -> Result<Arc<Program>, NotReady> {
        let command = &spec.model;
        if !self.0.config.programs.contains(command) && !self.shared().programs.contains(command) {
            return Err(NotReady::NotAllowed { command: command.clone() });
        }
        let style = spec.options.answer.unwrap_or(Style::Tools);
        Ok(Arc::new(Program::new(command, style, self.0.env.clone())?))
    }

    /// Where a model is on a network, if it is on one.
    fn target(&self, spec: &Spec) -> Result<Option<Target>, NotReady> {
        let place = KeyPlace::of(&spec.provider, &self.0.config);
        let Some(wire) = place.wire() else { return Ok(None) };
        let (base_url, _) = place.endpoint(&self.0.env)?;
        let mut shared = self.shared();
        let key = match shared.keys.get(&spec.provider) {
            Some(key) => key.clone(),
            None => {
                // The lock is held, so that two who want the key do not both ask for the passphrase.
                let key = place.key(&self.0.env)?;
                shared.keys.insert(spec.provider.clone(), key.clone());
                key
            }
        };
        let options = &spec.options;
        let settings = Settings {
            temperature: options.temperature,
            top_p: options.top_p,
            seed: options.seed,
            effort: options.effort.clone(),
            style: options.answer,
            context: options.context,
        };
        let context = shared.contexts.entry(spec.name()).or_default().clone();
        Ok(Some(Target { wire, base_url, key, model: spec.model.clone(), settings, context }))
    }

    fn scripted(&self, spec: &Spec) -> Result<Arc<Scripted>, NotReady> {
        let script = Script::named(&spec.model).ok_or_else(|| {
            let known: Vec<&str> = SCRIPTS.iter().map(|(name, _)| *name).collect();
            NotReady::NoScript { name: spec.model.clone(), known: known.join(", ") }
        })?;
        let delay = spec.options.delay.map(|ms| Duration::from_millis(ms.into()));
        let style = spec.options.answer.unwrap_or(Style::Tools);
        let make = || Arc::new(Scripted::new(script, style, delay));
        Ok(self.shared().scripted.entry(spec.to_string()).or_insert_with(make).clone())
    }

    fn replay(&self, spec: &Spec) -> Result<Arc<Replay>, NotReady> {
        let mut shared = self.shared();
        let kept = shared.replays.entry(spec.to_string()).or_default();
        if let Some(replay) = kept.upgrade() {
            return Ok(replay);
        }
        let replay = Replay::open(Path::new(&spec.model))?;
        let replay = Arc::new(match spec.options.answer {
            Some(style) => replay.asked_by(style),
            None => replay,
        });
        *kept = Arc::downgrade(&replay);
        Ok(replay)
    }

    /// The places of a provider, for all of its models.
    fn places(&self, provider: &str) -> Arc<Semaphore> {
        let config = &self.0.config;
        let place = KeyPlace::of(provider, config);
        // What is in this process has no server that could be too busy.
        let usual = match provider {
            EXEC => CONCURRENCY,
            _ if place.wire().is_some() => place.concurrency(),
            _ => Semaphore::MAX_PERMITS,
        };
        let places = config.concurrency.get(provider).copied().unwrap_or(usual);
        let make = || Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS)));
        self.shared().places.entry(provider.to_owned()).or_insert_with(make).clone()
    }

    fn http(&self) -> Result<Http, NotReady> {
        let mut shared = self.shared();
        if let Some(http) = &shared.http {
            return Ok(http.clone());
        }
        let http = Http::new().map_err(|why| NotReady::NoNetwork { why })?;
        shared.http = Some(http.clone());
        Ok(http)
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.0.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Every model that can be asked, by its spec.

use std::sync::Arc;
use std::time::Duration;

use engine::{Nanos, Usage};

use crate::scripted::SCRIPTS;
use crate::{NotReady, Provider, Script, Scripted, Spec, Style};

/// Tokens that a model may write in one answer, if the spec does not say: an answer, and room to think before it.
pub(crate) const OUTPUT_TOKENS: u32 = 2_048;

/// How long a call may take, if the spec does not say.
pub(crate) const TIME: Duration = Duration::from_secs(60);

/// The models that can be asked. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Models {}

/// A model that is ready to be asked.
#[derive(Clone, Debug)]
pub struct Connected {
    /// The model, with everything round it.
    pub provider: Arc<dyn Provider>,
    /// Its spec.
    pub spec: Spec,
    /// Tokens that it may write in one answer.
    pub output_tokens: u32,
    /// How long a call may take.
    pub time: Duration,
}

impl Models {
    /// The model of this spec.
    pub fn get(&self, spec: &str) -> Result<Connected, NotReady> {
        let spec: Spec = spec.parse()?;
        let provider: Arc<dyn Provider> = match spec.provider.as_str() {
            "scripted" => Arc::new(scripted(&spec)?),
            _ => {
                return Err(NotReady::NoKey {
                    variable: format!("{}_API_KEY", spec.provider.to_uppercase()),
                    provider: spec.provider,
                });
            }
        };
        let output_tokens = spec.options.tokens.unwrap_or(OUTPUT_TOKENS);
        let time = spec.time().unwrap_or(TIME);
        Ok(Connected { provider, spec, output_tokens, time })
    }

    /// What a call of this model costs, if its price is known.
    pub fn cost(&self, spec: &Spec, _usage: Usage) -> Option<Nanos> {
        matches!(spec.provider.as_str(), "scripted" | "replay").then_some(Nanos(0))
    }
}

fn scripted(spec: &Spec) -> Result<Scripted, NotReady> {
    let script = Script::named(&spec.model).ok_or_else(|| {
        let known: Vec<&str> = SCRIPTS.iter().map(|(name, _)| *name).collect();
        NotReady::NoScript { name: spec.model.clone(), known: known.join(", ") }
    })?;
    let delay = spec.options.delay.map(|ms| Duration::from_millis(ms.into()));
    Ok(Scripted::new(script, spec.options.answer.unwrap_or(Style::Tools), delay))
}

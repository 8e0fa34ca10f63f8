//! What tokens cost.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Nanos, Usage};

use crate::config::PriceList;
use crate::known::KNOWN;
use crate::{PriceSource, Spec};

/// The prices that come with Parlor.
const LISTED: &str = include_str!("prices.toml");

/// Tokens for which a price is given.
const TOKENS: u128 = 1_000_000;

/// What a million tokens cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Read.
    pub input: Nanos,
    /// Read from the provider's cache.
    pub cached: Nanos,
    /// Written.
    pub output: Nanos,
}

impl Price {
    /// What this usage costs, rounded up to a billionth of a dollar.
    pub fn of(self, usage: Usage) -> Nanos {
        let cached = usage.cached.min(usage.input);
        let parts = [(usage.input - cached, self.input), (cached, self.cached), (usage.output, self.output)];
        let all = parts
            .iter()
            .map(|&(tokens, price)| u128::from(tokens) * u128::from(price.0))
            .fold(0, u128::saturating_add);
        Nanos(u64::try_from(all.div_ceil(TOKENS)).unwrap_or(u64::MAX))
    }
}

/// Who says what a model costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PricedBy {
    /// The configuration.
    Config,
    /// The list that comes with Parlor.
    List(PriceSource),
    /// Nobody has to: it runs on one's own machine.
    Nobody,
}

/// Every price that is known.
#[derive(Clone, Debug)]
pub(crate) struct Prices {
    own: BTreeMap<String, Price>,
    listed: BTreeMap<String, Price>,
    sources: BTreeMap<String, PriceSource>,
}

impl Prices {
    /// The prices of a configuration, and behind them those that come with Parlor.
    pub(crate) fn new(own: BTreeMap<String, Price>) -> Prices {
        // A test reads the list, so it can be read here.
        let list = PriceList::parse(LISTED).unwrap_or_default();
        Prices { own, listed: list.prices(), sources: list.sources }
    }

    /// The models of a provider that a price is known for.
    pub(crate) fn models(&self, provider: &str) -> Vec<String> {
        let names = self.own.keys().chain(self.listed.keys());
        let own = names.filter_map(|name| name.strip_prefix(provider)?.strip_prefix(':'));
        own.map(str::to_owned).collect::<BTreeSet<String>>().into_iter().collect()
    }

    /// The price of a model, if it is known: the configured one, or the listed one, or nothing at all for what runs on
    /// one's own machine.
    pub(crate) fn of(&self, spec: &Spec) -> Option<Price> {
        self.found(spec).map(|(price, _)| price)
    }

    /// The same, and who says so.
    pub(crate) fn found(&self, spec: &Spec) -> Option<(Price, PricedBy)> {
        let name = spec.name();
        let is_free = || {
            let known = KNOWN.iter().find(|known| known.name == spec.provider);
            known.map_or(matches!(spec.provider.as_str(), "exec" | "replay" | "scripted"), |known| {
                known.is_local
            })
        };
        let listed = || {
            let source = self.sources.get(&spec.provider)?;
            Some((find(&self.listed, &name)?, PricedBy::List(source.clone())))
        };
        find(&self.own, &name)
            .map(|price| (price, PricedBy::Config))
            .or_else(listed)
            .or_else(|| is_free().then(|| (Price::default(), PricedBy::Nobody)))
    }
}

/// The price of the longest name that is this one without its version: `gpt-4o` is also the price of
/// `gpt-4o-2024-08-06`, but not that of `gpt-4o-mini`.
fn find(prices: &BTreeMap<String, Price>, name: &str) -> Option<Price> {
    let fits = |known: &&String| name.strip_prefix(known.as_str()).is_some_and(is_version);
    let longest = prices.keys().filter(fits).max_by_key(|known| known.len())?;
    prices.get(longest).copied()
}

/// Is this nothing, or `-latest`, or a date or number of at least three digits?
fn is_version(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix('-') else { return rest.is_empty() };
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = rest.split('-');
    let begins = parts.next().is_some_and(|first| first.len() >= 3 && is_number(first));
    rest == "latest" || (begins && parts.all(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> Spec {
        text.parse().expect("a spec")
    }

    #[test]
    fn the_list_can_be_read() {
        let prices = PriceList::parse(LISTED).expect("the list").prices();
        assert!(prices.len() > 10);
        assert!(prices.values().all(|price| price.cached <= price.input && price.input < price.output));
        for name in prices.keys() {
            assert!(Prices::new(BTreeMap::new()).of(&spec(name)).is_some(), "{name}");
        }
    }

    #[test]
    fn every_listed_price_has_a_date_and_a_page_and_the_manual_names_both() {
        let manual = include_str!("../../../docs/models.md");
        let prices = Prices::new(BTreeMap::new());
        for name in prices.listed.keys() {
            let (_, by) = prices.found(&spec(name)).expect("it is listed");
            let PricedBy::List(PriceSource { on, page }) = by else { panic!("{name}: {by:?}") };
            assert!(on.len() == 7 && page.starts_with("https://"), "{name}: {on}, {page}");
            assert!(
                manual.contains(&page) && manual.contains(&on),
                "{page} of {on} is not in docs/models.md"
            );
        }
    }

    #[test]
    fn a_version_has_the_price_of_its_model_and_another_model_has_not() {
        let prices = Prices::new(BTreeMap::new());
        let input = |text: &str| prices.of(&spec(text)).map(|price| price.input.0 / 1_000_000);
        assert_eq!(input("openai:gpt-4o"), Some(2_500));
        assert_eq!(input("openai:gpt-4o-2024-08-06"), Some(2_500));
        assert_eq!(input("openai:gpt-4o-2024-05-13"), Some(5_000));
        assert_eq!(input("openai:gpt-4o-mini"), Some(150));
        assert_eq!(input("openai:gpt-4o-mini-2024-07-18@temperature=0"), Some(150));
        assert_eq!(input("openai:gpt-4o-audio-preview"), None);
        assert_eq!(input("anthropic:claude-opus-4-20250514"), Some(18_750));
        assert_eq!(input("anthropic:claude-opus-4-5-20251101"), Some(6_250));
        assert_eq!(input("anthropic:claude-opus-4-9"), None);
        assert_eq!(input("openrouter:openai/gpt-4o"), None);
        for local in ["ollama:llama3.2:3b", "llamacpp:any", "vllm:a/b", "replay:x", "scripted:legal"] {
            assert_eq!(input(local), Some(0), "{local}");
        }
    }

    #[test]
    fn a_configured_price_goes_first() {
        let own = Price { input: Nanos(1), cached: Nanos(1), output: Nanos(1) };
        let prices = Prices::new(BTreeMap::from([("openai:gpt-4o".to_owned(), own)]));
        assert_eq!(prices.of(&spec("openai:gpt-4o")), Some(own));
        assert_eq!(prices.of(&spec("openai:gpt-4o-2024-08-06")), Some(own));
    }

    #[test]
    fn cost_is_exact_and_rounded_up_once() {
        let price =
            Price { input: Nanos(150_000_000), cached: Nanos(75_000_000), output: Nanos(600_000_000) };
        let cost = |input, cached, output| price.of(Usage { input, cached, output }).0;
        assert_eq!(cost(1, 0, 0), 150);
        assert_eq!(cost(1_000_000, 0, 0), 150_000_000);
        assert_eq!(cost(10, 4, 3), 6 * 150 + 4 * 75 + 3 * 600);
        assert_eq!(cost(0, 0, 0), 0);
        // Cached tokens are among those that were read, whatever a provider says.
        assert_eq!(cost(1, 5, 0), 75);
        let odd = Price { input: Nanos(1), cached: Nanos(1), output: Nanos(1) };
        assert_eq!(odd.of(Usage { input: 1, cached: 0, output: 1 }), Nanos(1));
        let dear = Price { input: Nanos(u64::MAX), cached: Nanos(0), output: Nanos(u64::MAX) };
        assert_eq!(dear.of(Usage { input: u64::MAX, cached: 0, output: u64::MAX }), Nanos(u64::MAX));
    }
}

//! The configuration, read and refused.

use engine::{Budget, Nanos};
use llm::{Config, Wire};

fn error(text: &str) -> String {
    Config::parse(text).map(|_| ()).expect_err(text).to_string()
}

#[test]
fn all_of_it_is_read_and_money_is_exact() {
    let config = Config::parse(
        r#"
        [providers.openai]
        base_url = "https://proxy.example/v1"
        key = "sk-1"
        [providers.attic]
        wire = "vllm"
        base_url = "http://attic:8000/v1"
        key_command = "cat key"
        [prices."openai:some-model"]
        input = 1.25
        cached = "0.125"
        output = 10
        [prices."attic:other"]
        input = 0.1
        output = 0.3
        [budget.call]
        tokens = 10_000
        [budget.day]
        tokens = 2_000_000
        dollars = 0.07
        [limits]
        concurrency = { openai = 3, attic = 1 }
        "#,
    )
    .expect("a configuration");
    assert_eq!(config.providers["attic"].wire, Some(Wire::Vllm));
    assert_eq!(config.providers["openai"].wire, None);
    assert_eq!(config.names(), ["attic"]);
    let price = config.prices["openai:some-model"];
    assert_eq!((price.input.0, price.cached.0, price.output.0), (1_250_000_000, 125_000_000, 10_000_000_000));
    let price = config.prices["attic:other"];
    assert_eq!((price.input.0, price.cached.0, price.output.0), (100_000_000, 100_000_000, 300_000_000));
    assert_eq!(config.budgets.call, Budget { tokens: Some(10_000), cost: None });
    assert_eq!(config.budgets.day, Budget { tokens: Some(2_000_000), cost: Some(Nanos(70_000_000)) });
    assert_eq!(config.budgets.seat, Budget::default());
    assert_eq!(config.concurrency["openai"], 3);
}

#[test]
fn an_empty_one_is_fine() {
    let config = Config::parse("").expect("nothing");
    assert!(config.providers.is_empty() && config.prices.is_empty());
}

#[test]
fn what_is_wrong_is_named() {
    let cases = [
        ("[provider.openai]", "line 1: unknown field `provider`, expected one of"),
        ("\n[providers.openai]\nurl = \"x\"", "line 3: unknown field `url`, expected one of"),
        ("[budget]\nweek = {}", "line 2: unknown field `week`, expected one of"),
        ("[budget.day]\neuros = 3", "line 2: unknown field `euros`, expected `tokens` or `dollars`"),
        ("[limits]\nspeed = 3", "line 2: unknown field `speed`, expected `concurrency`"),
        ("[prices.\"openai:x\"]\ninput = 1", "line 1: missing field `output`"),
        ("[budget.day]\ndollars = -1", "line 2: \"-1\" is no sum of dollars"),
        ("[budget.day]\ndollars = 1.2345678901234567", "line 2: so many digits need quotes to be exact"),
        ("[budget.day]\ndollars = true", "line 2: expected dollars such as 1.50"),
        (
            "[providers.attic]\nbase_url = \"http://x\"",
            "providers.attic: no provider is known by this name; give wire",
        ),
        ("[providers.attic]\nwire = \"vllm\"", "providers.attic: a provider of your own needs base_url"),
        (
            "[providers.attic]\nwire = \"smoke\"\nbase_url = \"http://x\"",
            "providers.attic: wire is one of openai, llamacpp, ollama, vllm, anthropic, gemini",
        ),
        ("[providers.openai]\nwire = \"vllm\"", "providers.openai: wire is for names of your own"),
        (
            "[providers.openai]\nbase_url = \"x\"",
            "providers.openai: base_url begins with http:// or https://",
        ),
        ("[providers.scripted]", "providers.scripted: there is nothing to configure about it"),
        ("[providers.\"My box\"]", "providers.My box: a name has small letters"),
        ("[prices.\"x\"]\ninput = 1\noutput = 1", "prices.\"x\": a price is given for provider:model"),
        ("[limits]\nconcurrency = { nobody = 1 }", "limits.concurrency: there is no provider \"nobody\""),
        ("[limits]\nconcurrency = { openai = 0 }", "limits.concurrency: openai needs at least 1"),
    ];
    for (text, expected) in cases {
        let error = error(text);
        assert!(error.starts_with(expected), "{text}\ngave {error}");
    }
}

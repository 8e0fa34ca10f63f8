//! The doctor: what is configured and reachable, and no key.

use std::process::Command;

use serde_json::Value;

use crate::providers::{Providers, legal, nobody};
use crate::stage::{Home, run};

/// The doctor with every local provider where nobody listens, so that no test meets a real one.
fn doctor(home: &Home, args: &[&str]) -> Command {
    let mut command = home.command(&[&["doctor"], args].concat());
    for variable in ["OLLAMA_HOST", "LLAMACPP_BASE_URL", "VLLM_BASE_URL"] {
        command.env(variable, nobody());
    }
    command
}

fn row<'a>(report: &'a Value, list: &str, name: &str) -> &'a Value {
    let rows = report[list].as_array().expect("a list");
    rows.iter().find(|row| row["name"] == name).expect(name)
}

#[test]
fn without_a_key_nobody_beyond_this_machine_is_asked() {
    let home = Home::new();
    let ran = run(&mut doctor(&home, &[]));
    let text = ran.fine();
    for name in ["openai", "anthropic", "gemini", "openrouter"] {
        let line = text.lines().find(|line| line.starts_with(name)).expect(name);
        assert!(line.contains("none") && line.contains("– not asked; set "), "{line}");
    }
    for name in ["ollama", "llamacpp", "vllm"] {
        let line = text.lines().find(|line| line.starts_with(name)).expect(name);
        assert!(line.contains("none needed") && line.contains("✗ the provider cannot be reached"), "{line}");
    }
    assert!(text.contains("store   ✓ ") && text.contains("writable"), "{text}");
    assert!(text.contains("config  – ") && text.contains("not there; none is needed"), "{text}");
    let plain = run(doctor(&home, &["--ascii"]).env("NO_COLOR", "1")).fine();
    assert!(plain.is_ascii() && plain.contains("store   + ") && plain.contains("- not asked"), "{plain}");
    let report = run(&mut doctor(&home, &["--json"])).json();
    assert_eq!(row(&report, "providers", "openai")["state"], "plain");
    assert_eq!(row(&report, "providers", "ollama")["state"], "bad");
    assert_eq!(row(&report, "providers", "ollama")["address_from"], "OLLAMA_HOST");
    assert_eq!(report["store"]["state"], "good");
}

#[test]
fn what_has_a_key_is_asked_and_the_key_is_not_shown() {
    let home = Home::new();
    let providers = Providers::start(legal);
    let key = format!("echo {}", providers.gemini.key());
    let config = format!(
        "[providers.anthropic]\nkey = {:?}\n[providers.gemini]\nkey_command = {key:?}\n[providers.attic]\nwire = \"vllm\"\nbase_url = {:?}\n",
        providers.anthropic.key(),
        nobody(),
    );
    let config = home.file("own.toml", config);
    let mut command = doctor(&home, &[]);
    command.envs(providers.addresses()).env("OPENAI_API_KEY", providers.openai.key());
    let ran = run(command.env("PARLOR_CONFIG", &config));
    for (_, key) in providers.keys() {
        assert!(!ran.out.contains(key) && !ran.err.contains(key), "{}{}", ran.out, ran.err);
    }
    let text = ran.fine();
    for (name, from) in [
        ("openai", "from OPENAI_API_KEY"),
        ("anthropic", "from config.toml"),
        ("gemini", "from the key command in config.toml"),
    ] {
        let line = text.lines().find(|line| line.starts_with(name)).expect(name);
        assert!(line.contains(from) && line.contains("✓ answers, models: 1"), "{line}");
        assert!(line.contains("_BASE_URL)"), "where the address is from: {line}");
    }
    assert!(text.contains("attic ") && text.contains(&format!("✓ {config}")), "{text}");
}

#[test]
fn a_model_is_looked_for_by_its_spec() {
    let home = Home::new();
    let providers = Providers::start(legal);
    let [openai, anthropic, gemini] = providers.specs();
    let with = |args: &[&str]| {
        let mut command = doctor(&home, args);
        run(command.envs(providers.addresses()).envs(providers.keys()))
    };
    let good =
        with(&["--model", &openai, "--model", &anthropic, "--model", &gemini, "--model", "scripted:legal"]);
    let text = good.fine();
    assert_eq!(text.matches("✓ ready").count(), 4, "{text}");
    assert!(text.contains("its price is not known") && !text.contains("\nollama"), "{text}");
    for (spec, words) in [
        ("openai:gpt-nothing", "it answers, but has no gpt-nothing; it has gpt-fake"),
        ("ollama:llama3.2", "cannot be reached"),
        ("openrouter:x/y", "no key for openrouter"),
        ("scripted:sings", "no script"),
        ("replay:nowhere.jsonl", "recorded answers nowhere.jsonl"),
        ("nobody:x", "no provider"),
        ("x", "names no provider"),
    ] {
        let ran = with(&["--model", spec, "--model", "scripted:legal"]);
        assert_eq!(ran.code, 1, "{spec}: {}", ran.out);
        assert!(ran.out.contains("✗") && ran.out.contains(words), "{spec}: {}", ran.out);
        assert!(ran.out.contains("✓ ready"), "{spec}: {}", ran.out);
        let json = with(&["--json", "--model", spec]);
        assert_eq!(json.code, 1);
        let report: Value = serde_json::from_str(&json.out).expect("one JSON object");
        assert_eq!(row(&report, "models", spec)["state"], "bad", "{report}");
    }
    let none = with(&["--model", "openrouter:x/y"]);
    assert!(none.out.contains("→ openrouter:x/y: set OPENROUTER_API_KEY"), "{}", none.out);
    // A wrong key is told from a server that is not there.
    let mut command = doctor(&home, &["--model", &openai]);
    command.envs(providers.addresses()).env("OPENAI_API_KEY", "sk-planted-wrong-0000");
    let ran = run(&mut command);
    assert!(ran.code == 1 && ran.out.contains("does not accept"), "{}", ran.out);
    assert!(!ran.out.contains("sk-planted-wrong"), "{}", ran.out);
}

#[test]
fn a_store_or_a_configuration_that_cannot_be_used_is_said() {
    let home = Home::new();
    let file = home.file("own.toml", "[providers.openai]\nkey = SECRET\n");
    let ran = run(doctor(&home, &[]).env("PARLOR_CONFIG", &file));
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(
        ran.out.contains("config  ✗ ") && ran.out.contains("line 2") && !ran.out.contains("SECRET"),
        "{}",
        ran.out
    );
    let place = home.file("file", "not a directory");
    let ran = run(doctor(&home, &[]).env("PARLOR_HOME", &place));
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.out.contains("store   ✗ could not create"), "{}", ran.out);
    let ran = run(doctor(&home, &[]).env("OPENAI_BASE_URL", "nonsense"));
    assert!(ran.out.contains("OPENAI_BASE_URL holds no address of openai"), "{}", ran.out);
}

#[test]
fn the_configuration_in_the_manual_can_be_read() {
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/models.md");
    let manual = std::fs::read_to_string(manual).expect("the manual");
    let example = manual.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let home = Home::new();
    let file = home.file("own.toml", example.expect("an example"));
    let text = run(doctor(&home, &["--model", "scripted:legal"]).env("PARLOR_CONFIG", &file)).fine();
    assert!(text.contains(&format!("✓ {file}")), "{text}");
}

#[test]
fn a_context_that_is_too_small_for_an_activity_is_said_with_the_figures() {
    let (home, runtime) = (Home::new(), crate::providers::runtime());
    let llama = runtime.block_on(fakes::models::LlamaCpp::start(fakes::models::Script::of([])));
    let spec = format!("llamacpp:{}", llama.model());
    let ran = run(doctor(&home, &["--model", &spec]).env("LLAMACPP_BASE_URL", llama.base_url()));
    assert_eq!(ran.code, 1, "nothing fits into 4096 tokens: {}", ran.out);
    assert!(ran.out.contains("its context of 4,096 tokens is too small for an evening of "), "{}", ran.out);
    assert!(ran.out.contains(&format!("→ {spec}: give it a context of ")), "{}", ran.out);
    // Ollama is asked for as much as is needed, and its model has room for that.
    let ollama = runtime.block_on(fakes::models::Ollama::start(fakes::models::Script::of([])));
    let spec = format!("ollama:{}", ollama.model());
    let ran = run(doctor(&home, &["--model", &spec]).env("OLLAMA_HOST", ollama.base_url()));
    assert!(ran.fine().contains("✓ ready"));
    let small = format!("{spec}@context=9000@thinking=0");
    let ran = run(doctor(&home, &["--model", &small]).env("OLLAMA_HOST", ollama.base_url()));
    assert!(ran.out.contains("its context of 9,000 tokens"), "what it is asked for: {}", ran.out);
}
